"""What the disk must keep before anyone is told."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Have the disk keep a file's content, or the names in a folder."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
