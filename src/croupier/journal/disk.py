"""What the disk must keep before anyone is told."""

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


def why_unwritten(error: Exception, folder: Path) -> str:
    """What kept from writing in a folder: SQLite does not always say that the disk is full."""
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    full = full or getattr(error, "errno", None) == errno.ENOSPC
    if full or disk_usage(folder).free < ROOM_MIN:
        return f"the disk of {folder} is full: make room on it"
    return str(error)
