"""What the disk must keep before anyone is told, and for the owner alone."""

import errno
import os
import sqlite3
from pathlib import Path
from shutil import disk_usage

ROOM_MIN = 1 << 16
"""A disk with less room than this is full: SQLite writes several pages at a time."""


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


def why_unwritten(error: Exception, folder: Path) -> str:
    """What kept from writing in a folder: SQLite does not always say that the disk is full."""
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    full = full or getattr(error, "errno", None) == errno.ENOSPC
    if full or disk_usage(folder).free < ROOM_MIN:
        return f"the disk of {folder} is full: make room on it"
    return str(error)
