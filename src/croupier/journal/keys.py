"""Ed25519 keys and key files: who signs the record, and how the next key takes over.

A key file is readable by its owner only and lies outside the data folder, so that a copy of the
data cannot sign; rights are checked on the open file, so that it cannot be swapped in between.
Making a key is the journal's only use of randomness. It must not know streams.
"""

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from croupier.journal.disk import why_unwritten, write_new
from croupier.rules.refusal import CroupierError, refusal

ROTATION = b"croupier-key-1\0"


class SigningKey:
    """A private signing key; it never leaves its file and this object."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public: bytes = private.public_key().public_bytes_raw()

    def __repr__(self) -> str:
        return f"<SigningKey {self.id}>"

    @property
    def id(self) -> str:
        """The short name of its public key."""
        return key_id(self.public)

    @classmethod
    def from_seed(cls, seed: bytes) -> Self:
        """The key made from a seed of 32 bytes, for the simulator and tests."""
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def make(cls, path: Path, data_folder: Path) -> Self:
        """Make a new key and its file, which must not exist."""
        if _is_inside(path, data_folder):
            raise _unwritable(path, f"a key must lie outside the data folder {data_folder}")
        private = Ed25519PrivateKey.generate()
        text = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        _write(path, text)
        return cls(private)

    @classmethod
    def load(cls, path: Path, data_folder: Path) -> Self:
        """Read a key from its file, which only its owner may be able to read."""
        text = _read(path, data_folder, 0)
        with suppress(ValueError, TypeError, UnsupportedAlgorithm):
            private = load_pem_private_key(text, password=None)
            if isinstance(private, Ed25519PrivateKey):
                return cls(private)
        raise _unreadable(path, f"it is not an Ed25519 key in PEM: {OTHERWISE}")

    def sign(self, message: bytes) -> bytes:
        """The signature of a message, 64 bytes."""
        return self._private.sign(message)


def key_id(public: bytes) -> str:
    """The short name of a public key: the beginning of its SHA-256.

    >>> key_id(bytes(32))
    '66687aadf862bd77'
    """
    return sha256(public).hexdigest()[:16]


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of this public key signed this message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def rotation(old_public: bytes, new_public: bytes) -> bytes:
    """What both keys sign when one takes over from the other.

    The old key names its successor, and the new one its predecessor: otherwise anybody could make a
    record that seems to lead to a trusted key.
    """
    return ROTATION + old_public + new_public


KEY_BYTES = 32
OTHERWISE = "restore it from a copy, or delete it and treat it as lost"
OTHERS = 0o077


def make_key_file(path: Path, data_folder: Path, entropy: Callable[[int], bytes]) -> bytes:
    """Make a new key and write it to a new file that only its owner can read."""
    if _is_inside(path, data_folder):
        raise _unwritable(path, f"a key must lie outside the data folder {data_folder}")
    key = entropy(KEY_BYTES)
    if len(key) != KEY_BYTES:
        raise ValueError(f"{KEY_BYTES} random bytes were asked for and {len(key)} came")
    _write(path, key.hex().encode() + b"\n")
    return key


def read_key_file(path: Path, data_folder: Path) -> bytes:
    """Read a key from a file, which must be outside the data and readable by its owner only."""
    text = _read(path, data_folder, os.O_NOFOLLOW, 2 * KEY_BYTES + 2)
    try:
        key = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        reason = f"it is not a key of {KEY_BYTES} bytes in hexadecimal: {OTHERWISE}"
        raise _unreadable(path, reason)
    return key


def _read(path: Path, data_folder: Path, flags: int, most: int = -1) -> bytes:
    """The content of a key file, which only its owner may be able to read."""
    if _is_inside(path, data_folder):
        raise _unreadable(path, f"a key must lie outside the data folder {data_folder}")
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | flags), "rb") as file:
            # The open file's rights: by name it could be another one a moment later.
            _check_rights(path, os.fstat(file.fileno()))
            return file.read(most)
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from None


def _write(path: Path, content: bytes) -> None:
    try:
        write_new(path, content)
    except OSError as error:
        full = error.errno == errno.ENOSPC
        why = why_unwritten(error, path.parent) if full else error.strerror or str(error)
        raise _unwritable(path, why) from None


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
