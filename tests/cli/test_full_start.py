"""A start on a disk without room is told as such, wherever the room ends."""

import resource
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from croupier.bootstrap import demonstration
from croupier.cli.house import opening
from croupier.rules.refusal import CroupierError
from croupier.table.running import FloorStopped
from tests.ports import free_port


def limited(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


@pytest.mark.parametrize(
    ("most", "why"),
    [
        (10, "signing.pem cannot be made: File too large"),
        (100, "signing.pem cannot be made: File too large"),
        (5_000, "journal.sqlite3 cannot be opened: disk I/O error"),
        (40_000, "a write failed: disk I/O error"),
    ],
)
def test_a_start_without_room_exits_with_a_code_and_what_to_do(
    tmp_path: Path, most: int, why: str
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
    assert said.startswith("error house/cannot-open: "), said
    assert said.endswith(why), said


def test_a_disk_that_fills_up_while_a_house_opens_is_told_with_what_to_do(tmp_path: Path) -> None:
    config = demonstration(tmp_path)
    with pytest.raises(CroupierError) as no, opening(config):
        raise FloorStopped("a write failed: database or disk is full")
    assert no.value.code == "house/cannot-open"
    assert f"the disk of {config.data} is full: make room on it" in str(no.value)
