"""Files and folders that are durable before anything is acknowledged, and private to the owner."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import disk_usage

ROOM_MIN = 1 << 16
"""A disk with less room than this is full: SQLite writes several pages at a time."""

SAYS_FULL = "disk is full"
"""SQLite's words, in an error that was passed on without its code."""


def sync(path: Path) -> None:
    """Sync a file's content, or the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a durable folder for its owner only, with its parents.

    An existing folder is left as it is.
    """
    if not folder.is_dir():
        if not folder.parent.exists():  # where a file is in the way, the error names the folder
            make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        sync(folder.parent)


def make_file(path: Path) -> None:
    """Make an empty file for its owner only, whatever the umask; SQLite's are for all."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_new(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Write a new file atomically; an existing one is an error."""
    with _beside(path, content, mode) as written:
        os.link(written, path)
    sync(path.parent)


def write_over(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace a file's content atomically."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a plain file")
    with _beside(path, content, mode) as written:
        written.replace(path)
    sync(path.parent)


@contextmanager
def _beside(path: Path, content: bytes, mode: int) -> Iterator[Path]:
    """The content, durable under a temporary name that only a crash leaves behind."""
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


def why_unwritten(error: BaseException, folder: Path) -> str:
    """Why writing to a folder failed: SQLite does not always report a full disk."""
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    full = full or getattr(error, "errno", None) == errno.ENOSPC or SAYS_FULL in str(error)
    with suppress(OSError):  # the folder may be gone
        full = full or disk_usage(folder).free < ROOM_MIN
    if full:
        return f"the disk of {folder} is full: make room on it"
    return str(error)
