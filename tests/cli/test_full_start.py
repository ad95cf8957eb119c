"""A start on a disk without room is told as such, wherever the room ends."""

import errno
import resource
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from croupier.bootstrap import demonstration
from croupier.cli.house import opening
from croupier.journal import keys
from croupier.journal.keys import SigningKey
from croupier.rules.refusal import CroupierError
from croupier.table.running import FloorStopped
from tests.ports import free_port


def limited(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


@pytest.mark.parametrize(
    ("most", "code", "why"),
    [
        (10, "file/unwritable", "signing.pem cannot be written: File too large"),
        (100, "file/unwritable", "signing.pem cannot be written: File too large"),
        (5_000, "house/cannot-open", "journal.sqlite3 cannot be opened: disk I/O error"),
        (40_000, "house/cannot-open", "a write failed: disk I/O error"),
    ],
)
def test_a_start_without_room_exits_with_a_code_and_what_to_do(
    tmp_path: Path, most: int, code: str, why: str
) -> None:
    """Files cannot grow beyond a few bytes: no key, no journal, no first entries."""
    serve = [sys.executable, "-m", "croupier", "serve", "--data", "d", "--port", str(free_port())]
    ended = subprocess.run(
        serve,
        cwd=tmp_path,
        preexec_fn=partial(limited, most),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert ended.returncode == 2, ended.stderr
    assert "Traceback" not in ended.stderr
    said = ended.stderr.splitlines()[-1]
    assert said.startswith(f"error {code}: "), said
    assert said.endswith(why), said


def test_a_disk_without_a_byte_left_is_called_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(keys, "write_new", full)
    for make in (
        lambda: SigningKey.make(tmp_path / "a.key", tmp_path / "data"),
        lambda: keys.make_key_file(tmp_path / "b.key", tmp_path / "data", bytes),
    ):
        with pytest.raises(CroupierError) as no:
            make()
        assert no.value.code == "file/unwritable"
        assert f"the disk of {tmp_path} is full: make room on it" in str(no.value)


def test_a_disk_that_fills_up_while_a_house_opens_is_told_with_what_to_do(tmp_path: Path) -> None:
    config = demonstration(tmp_path)
    with pytest.raises(CroupierError) as no, opening(config):
        raise FloorStopped("a write failed: database or disk is full")
    assert no.value.code == "house/cannot-open"
    assert f"the disk of {config.data} is full: make room on it" in str(no.value)
