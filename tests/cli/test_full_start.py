"""A start on a disk without room is told as such, wherever the room ends."""

import resource
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.ports import free_port


def limited(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


@pytest.mark.parametrize("most", [10, 100, 5_000, 40_000])
def test_a_start_without_room_exits_with_a_code_and_what_to_do(tmp_path: Path, most: int) -> None:
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
    assert said.startswith(("error house/cannot-open: ", "error file/unwritable: ")), said
