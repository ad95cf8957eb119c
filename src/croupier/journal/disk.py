"""What the disk must keep before anyone is told, and for the owner alone."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage

ROOM_MIN = 1 << 16
"""A disk with less room than this is full: SQLite writes several pages at a time."""

SAYS_FULL = "disk is full"
"""SQLite's words, in an error that was passed on without its code."""


def sync(path: Path) -> None:
    """Have the disk keep a file's content, or the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """A folder for its owner alone that outlives a power cut, with all that lead to it.

    One that is there already stays as it is.
    """
    if not folder.is_dir():
        if not folder.parent.exists():  # where a file is in the way, the error names the folder
            make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        sync(folder.parent)


def make_file(path: Path) -> None:
    """An empty new file for its owner alone, whatever the umask; SQLite's own are for all."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_new(path: Path, content: bytes, mode: int = 0o600) -> None:
    """A new file that is there whole or not at all, whatever crashes; one that is there is kept."""
    with _beside(path, content, mode) as written:
        os.link(written, path)
    sync(path.parent)


def write_over(path: Path, content: bytes, mode: int = 0o600) -> None:
    """A file's new content, whole, or its old one, whatever crashes."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a plain file")
    with _beside(path, content, mode) as written:
        written.replace(path)
    sync(path.parent)


@contextmanager
def _beside(path: Path, content: bytes, mode: int) -> Iterator[Path]:
    """The content on the disk under a name of its own, which only a crash leaves behind."""
    begins, ends = f".{path.name}.", ".new"
    for left in path.parent.iterdir():
        if left.name.startswith(begins) and left.name.endswith(ends):
            left.unlink(missing_ok=True)
    beside = path.with_name(f"{begins}{os.getpid()}{ends}")
    try:
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def why_unwritten(error: Exception, folder: Path) -> str:
    """What kept from writing in a folder: SQLite does not always say that the disk is full."""
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    full = full or getattr(error, "errno", None) == errno.ENOSPC or SAYS_FULL in str(error)
    if full or disk_usage(folder).free < ROOM_MIN:
        return f"the disk of {folder} is full: make room on it"
    return str(error)
