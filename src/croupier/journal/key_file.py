"""Files of keys, such as the one that seals secrets: for their owner only, outside the data.

Whoever copies the data must not thereby hold the key; whoever may read the key file is in the
threat model. POSIX rights are checked on the open file, so that nobody can exchange it between.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from croupier.journal.disk import write_new
from croupier.rules.refusal import CroupierError, refusal

KEY_BYTES = 32
OTHERS = 0o077


def make_key_file(path: Path, data_folder: Path, entropy: Callable[[int], bytes]) -> bytes:
    """Make a new key, write it for its owner alone, and give it; an existing file is kept."""
    if _is_inside(path, data_folder):
        raise _unwritable(path, f"a key must lie outside the data folder {data_folder}")
    key = entropy(KEY_BYTES)
    if len(key) != KEY_BYTES:
        raise ValueError(f"{KEY_BYTES} random bytes were asked for and {len(key)} came")
    try:
        write_new(path, key.hex().encode() + b"\n")
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from None
    return key


def read_key_file(path: Path, data_folder: Path) -> bytes:
    """The key in a file, if the file lies outside the data and only its owner may read it."""
    if _is_inside(path, data_folder):
        raise _unreadable(path, f"a key must lie outside the data folder {data_folder}")
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            _check_rights(path, os.fstat(file.fileno()))
            text = file.read(2 * KEY_BYTES + 2)
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from None
    try:
        key = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise _unreadable(path, f"it is not a key of {KEY_BYTES} bytes in hexadecimal")
    return key


def _check_rights(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise _unreadable(path, "it is not a plain file")
    if found.st_mode & OTHERS:
        raise _unreadable(path, "others than its owner have rights to it: chmod 600 it")
    if found.st_uid not in (0, os.geteuid()):
        raise _unreadable(path, "it belongs to somebody else")


def _is_inside(path: Path, data_folder: Path) -> bool:
    return path.resolve().is_relative_to(data_folder.resolve())


def _unreadable(path: Path, reason: str) -> CroupierError:
    return CroupierError(refusal("file/unreadable", file=str(path), reason=reason))


def _unwritable(path: Path, reason: str) -> CroupierError:
    return CroupierError(refusal("file/unwritable", file=str(path), reason=reason))
