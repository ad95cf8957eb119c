"""The file of credentials: hashes of staff passwords and of terminals' tokens, and nothing else.

It lies outside the data, for its owner alone, and is replaced as a whole: after a crash it is the
old one or the new one. Hashing takes its time on purpose: it is for threads, not the event loop.
"""

import os
import secrets
import stat
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Self

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from croupier.journal.disk import sync
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.sessions import token_hash

OWASP = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""Argon2id with 19 MiB and two passes, as OWASP's password storage sheet has it."""
PASSWORD_LENGTH_MIN = 12
PASSWORD_LENGTH_MAX = 128
LETTERS_MIN = 4
"""How many different letters a password has at least."""
NAME_TELLS_FROM = 4
"""A shorter name may be in a password by chance."""
OWNER_ONLY = 0o600
OTHERS = 0o077
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that people misread."""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    format: int = 1
    staff: dict[str, str] = {}
    """Argon2id hashes by name."""
    terminals: dict[str, str] = {}
    """SHA-256 of tokens by name, in hex: a token has 256 random bits and needs no slow hash."""


class Checked(msgspec.Struct, frozen=True):
    """Whether a password was right, and whether its hash should be made anew."""

    right: bool
    stale: bool = False


def new_password() -> str:
    """A password that a person can type: four groups of five letters, 99 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(4))


def weak(password: str, name: str) -> Refusal | None:
    """Why a password may not be chosen, or nothing if it may."""
    fits = PASSWORD_LENGTH_MIN <= len(password) <= PASSWORD_LENGTH_MAX
    named = len(name) >= NAME_TELLS_FROM and name.casefold() in password.casefold()
    if fits and not named and len(set(password)) >= LETTERS_MIN:
        return None
    return refusal("staff/weak-password", min=PASSWORD_LENGTH_MIN, max=PASSWORD_LENGTH_MAX)


class Credentials:
    """The credentials of a house, in memory as they are in their file."""

    def __init__(self, path: Path, kept: Kept, hasher: PasswordHasher = OWASP) -> None:
        self._path = path
        self._kept = kept
        self._hasher = hasher
        self._changing = Lock()
        self._by_token = {digest: name for name, digest in kept.terminals.items()}
        # For names that are nobody's: trying one takes as long as trying any other.
        self._nobody = hasher.hash(secrets.token_bytes(16))

    def __repr__(self) -> str:
        return f"<Credentials {self._path}>"

    @classmethod
    def make(cls, path: Path, data_folder: Path, hasher: PasswordHasher = OWASP) -> Self:
        """New credentials of nobody, in a file that must not be there yet."""
        _require_outside(path, data_folder)
        if path.exists():
            raise _unwritable(path, "it is there already")
        _write(path, Kept())
        return cls(path, Kept(), hasher)

    @classmethod
    def load(cls, path: Path, data_folder: Path, hasher: PasswordHasher = OWASP) -> Self:
        """The credentials in a file, if nobody else may read it."""
        _require_outside(path, data_folder)
        return cls(path, _read(path), hasher)

    @property
    def staff(self) -> frozenset[str]:
        """Who has a password."""
        return frozenset(self._kept.staff)

    def hash(self, password: str) -> str:
        """The hash of a new password; slow."""
        return self._hasher.hash(_as_bytes(password))

    def check(self, name: str, password: str) -> Checked:
        """Whether a password is someone's; as slow for a name that is nobody's."""
        known = self._kept.staff.get(name)
        if len(password) > PASSWORD_LENGTH_MAX:
            password, known = "", None
        try:
            self._hasher.verify(known or self._nobody, _as_bytes(password))
        except (VerificationError, InvalidHashError):
            return Checked(False)
        if known is None:
            return Checked(False)
        return Checked(True, self._hasher.check_needs_rehash(known))

    def keep_password(self, name: str, hashed: str, instead_of: str | None = None) -> None:
        """Put someone's hash into the file; if asked, only where the old one is still there."""
        with self._changing:
            if instead_of is None or self._kept.staff.get(name) == instead_of:
                self._replace(staff={**self._kept.staff, name: hashed})

    def rehash(self, name: str, password: str) -> None:
        """Hash a password that was just checked with the parameters of today; slow."""
        before = self._kept.staff.get(name)
        if before is not None:
            self.keep_password(name, self.hash(password), before)

    def keep_tokens(self, tokens: Mapping[str, str]) -> None:
        """Put the hashes of terminals' new tokens into the file."""
        hashed = {name: token_hash(token) for name, token in tokens.items()}
        with self._changing:
            self._replace(terminals={**self._kept.terminals, **hashed})

    def forget_token(self, terminal: str) -> None:
        """Take a terminal's token out of the file."""
        with self._changing:
            left = {n: digest for n, digest in self._kept.terminals.items() if n != terminal}
            self._replace(terminals=left)

    def terminal_of(self, token: str) -> str | None:
        """The terminal that has this token."""
        return self._by_token.get(token_hash(token))

    def _replace(self, **changes: dict[str, str]) -> None:
        kept = msgspec.structs.replace(self._kept, **changes)
        _write(self._path, kept)
        self._kept = kept
        self._by_token = {digest: name for name, digest in kept.terminals.items()}


def _as_bytes(password: str) -> bytes:
    """One spelling of a password, whichever keyboard it came from."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def _read(path: Path) -> Kept:
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            # The open file's rights: by name it could be another one a moment later.
            _check_rights(path, os.fstat(file.fileno()))
            kept = msgspec.json.decode(file.read(), type=Kept)
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise _unreadable(path, "it holds no credentials") from None
    if kept.format != Kept().format:
        raise _unreadable(path, f"it has format {kept.format}, of another croupier")
    return kept


def _write(path: Path, kept: Kept) -> None:
    """Beside it, synced, then in its place, and the folder synced."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.unlink(missing_ok=True)  # a crash may have left one
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, OWNER_ONLY)
        with os.fdopen(opened, "wb") as file:
            file.write(msgspec.json.encode(kept, order="deterministic") + b"\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        sync(path.parent)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from None


def _check_rights(path: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise _unreadable(path, "it is not a plain file")
    if found.st_mode & OTHERS:
        raise _unreadable(path, "others than its owner have rights to it: chmod 600 it")
    if found.st_uid not in (0, os.geteuid()):
        raise _unreadable(path, "it belongs to somebody else")


def _require_outside(path: Path, data_folder: Path) -> None:
    if path.resolve().is_relative_to(data_folder.resolve()):
        raise _unreadable(path, f"credentials must lie outside the data folder {data_folder}")


def _unreadable(path: Path, reason: str) -> CroupierError:
    return CroupierError(refusal("file/unreadable", file=str(path), reason=reason))


def _unwritable(path: Path, reason: str) -> CroupierError:
    return CroupierError(refusal("file/unwritable", file=str(path), reason=reason))
