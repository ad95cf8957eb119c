"""Files that are there whole or not at all, wherever a crash or a full disk comes."""

import os
import signal
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from croupier.journal.disk import write_new, write_over

CONTENT = b"00" * 32 + b"\n"
STEPS = ("open", "fdopen", "fsync", "link", "unlink")
"""What making a file asks of the system, each once or more."""
Write = Callable[[Path, bytes], None]


def killed_at(step: str, times: int, write: Callable[[], None]) -> bool:
    """Whether a write by a process of its own was killed before it asked for a step so often."""
    child = os.fork()
    if child == 0:
        left, asked = [times], getattr(os, step)

        def dies(*given: object, **named: object) -> object:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return asked(*given, **named)

        setattr(os, step, dies)
        write()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("times", [1, 2])
def test_killed_at_any_step_the_file_is_whole_or_not_there(
    tmp_path: Path, step: str, times: int
) -> None:
    path = tmp_path / "sealing.key"
    killed_at(step, times, partial(write_new, path, CONTENT))
    if path.exists():
        assert path.read_bytes() == CONTENT
        with pytest.raises(FileExistsError):
            write_new(path, b"another")
    else:
        write_new(path, CONTENT)
    assert path.read_bytes() == CONTENT
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["sealing.key"], "nothing is left over"


def test_each_first_step_is_one_that_kills(tmp_path: Path) -> None:
    for step in ("open", "fsync", "link"):
        path = tmp_path / step
        assert killed_at(step, 1, partial(write_new, path, CONTENT))
        assert not path.exists()


@pytest.mark.parametrize("write", [write_new, write_over])
def test_a_full_disk_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write(tmp_path / "signing.pem", CONTENT)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_kept_and_a_link_is_not_followed(tmp_path: Path) -> None:
    path, link = tmp_path / "there", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(tmp_path / "elsewhere")
    for name in (path, link):
        with pytest.raises(FileExistsError):
            write_new(name, CONTENT)
    assert path.read_bytes() == b"old"
    assert not (tmp_path / "elsewhere").exists()
    write_over(path, CONTENT)
    assert path.read_bytes() == CONTENT
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a plain file"):
        write_over(tmp_path / "pipe", CONTENT)
