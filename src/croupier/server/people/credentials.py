"""The credentials file: hashes of passwords, tokens and keys, and secrets of second factors.

It is outside the data, readable only by its owner, and replaced as a whole: after a crash it is the
old file or the new one. Hashing is deliberately slow and runs in threads.
"""

import os
import secrets
import stat
import unicodedata
from collections.abc import Collection, Mapping
from pathlib import Path
from threading import Lock
from typing import Self

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from croupier.journal.disk import write_over
from croupier.journal.keys import OTHERWISE
from croupier.rules.refusal import CroupierError, refusal
from croupier.server.config.checks import OTHERS
from croupier.server.people.device_keys import (
    OVERLAP_MS,
    RENEWED_AFTER_MS,
    Device,
    admitted,
    enrolled,
    renewed,
)
from croupier.server.people.password_rules import PASSWORD_LENGTH_MAX
from croupier.server.people.second_factors import Factor, step_of
from croupier.server.people.sessions import new_token, token_hash

OWASP = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""Argon2id with 19 MiB and two passes, as OWASP's password storage sheet has it."""
KEY_BYTES = 32


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file."""

    format: int = 1
    staff: dict[str, str] = {}
    """Argon2id hashes by name."""
    terminals: dict[str, str] = {}
    """Hashes of terminals' tokens from an earlier version, where they were also the keys."""
    devices: dict[str, Device] = {}
    """Terminals by name."""
    factors: dict[str, Factor] = {}
    """Second factors by name, unencrypted: the house must compute the same codes."""
    waiting: dict[str, str] = {}
    """Argon2id hashes of pending passwords, by the number of the approval."""
    device_key: str = ""
    """In hex; signs the cookies that recognise devices."""
    cash: dict[str, str] = {}
    """Hashes of cash devices' tokens by name."""


class Checked(msgspec.Struct, frozen=True):
    """Whether a password was right, and whether it should be rehashed."""

    right: bool
    stale: bool = False


class Credentials:
    """The credentials of a house, in memory as they are in their file."""

    def __init__(self, path: Path, kept: Kept, hasher: PasswordHasher = OWASP) -> None:
        self._path = path
        self._kept = kept
        self._hasher = hasher
        self._changing = Lock()
        self._given: dict[str, str] = {}
        """New keys whose arrival is not confirmed yet."""
        self._index()
        # For names that are nobody's: trying one takes as long as trying any other.
        self._nobody = hasher.hash(secrets.token_bytes(16))

    def __repr__(self) -> str:
        return f"<Credentials {self._path}>"

    @classmethod
    def make(cls, path: Path, data_folder: Path, hasher: PasswordHasher = OWASP) -> Self:
        """Create an empty credentials file, which must not exist yet."""
        _require_outside(path, data_folder)
        if path.exists():
            raise _unwritable(path, "it is there already")
        kept = Kept(device_key=secrets.token_hex(KEY_BYTES))
        _write(path, kept)
        return cls(path, kept, hasher)

    @classmethod
    def load(cls, path: Path, data_folder: Path, hasher: PasswordHasher = OWASP) -> Self:
        """Load a credentials file that only its owner can read."""
        _require_outside(path, data_folder)
        kept = _read(path)
        old = {name: Device(key=digest) for name, digest in kept.terminals.items()}
        kept = msgspec.structs.replace(kept, terminals={}, devices={**old, **kept.devices})
        if not kept.device_key:  # of an older program
            kept = msgspec.structs.replace(kept, device_key=secrets.token_hex(KEY_BYTES))
            _write(path, kept)
        return cls(path, kept, hasher)

    @property
    def device_key(self) -> bytes:
        """The key that signs device cookies."""
        return bytes.fromhex(self._kept.device_key)

    @property
    def is_empty(self) -> bool:
        """Whether there are no credentials at all."""
        return not (self._kept.staff or self._kept.devices or self._kept.cash)

    @property
    def staff(self) -> frozenset[str]:
        """The names with a password."""
        return frozenset(self._kept.staff)

    def hash(self, password: str) -> str:
        """The hash of a new password; slow."""
        return self._hasher.hash(_as_bytes(password))

    def check(self, name: str, password: str) -> Checked:
        """Check a password; unknown names take equally long."""
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
        """Store someone's hash; with ``instead_of``, only if that is still stored."""
        with self._changing:
            if instead_of is None or self._kept.staff.get(name) == instead_of:
                self._replace(staff={**self._kept.staff, name: hashed})

    def has_factor(self, name: str) -> bool:
        """Whether someone has a second factor."""
        return name in self._kept.factors

    def keep_factor(self, name: str, factor: Factor) -> None:
        """Store someone's second factor."""
        with self._changing:
            self._replace(factors={**self._kept.factors, name: factor})

    def forget_factor(self, name: str) -> None:
        """Delete someone's second factor."""
        with self._changing:
            left = {each: kept for each, kept in self._kept.factors.items() if each != name}
            self._replace(factors=left)

    def use_code(self, name: str, code: str, now_ms: int) -> bool:
        """Check a code and use it up, in the file too."""
        with self._changing:
            factor = self._kept.factors.get(name)
            step = step_of(factor, code, now_ms) if factor is not None else None
            if factor is None or step is None:
                return False
            used = msgspec.structs.replace(factor, used=step)
            self._replace(factors={**self._kept.factors, name: used})
            return True

    def keep_waiting(self, approval: int, hashed: str) -> None:
        """Store the hash of a password that waits for an approval."""
        with self._changing:
            self._replace(waiting={**self._kept.waiting, str(approval): hashed})

    def waiting(self, approval: int) -> str | None:
        """The hash of a pending password."""
        return self._kept.waiting.get(str(approval))

    @property
    def is_waited_for(self) -> bool:
        """Whether any password is pending."""
        return bool(self._kept.waiting)

    def forget_waiting(self, still: Collection[int]) -> None:
        """Delete pending passwords except these."""
        with self._changing:
            left = {id_: each for id_, each in self._kept.waiting.items() if int(id_) in still}
            if left != self._kept.waiting:
                self._replace(waiting=left)

    def rehash(self, name: str, password: str) -> None:
        """Rehash a password just checked, with current parameters; slow."""
        before = self._kept.staff.get(name)
        if before is not None:
            self.keep_password(name, self.hash(password), before)

    def keep_tokens(self, tokens: Mapping[str, str], now_ms: int) -> None:
        """Store tokens of new terminals; earlier credentials become invalid."""
        self._put({name: enrolled(token, now_ms) for name, token in tokens.items()})

    def keep_keys(self, keys: Mapping[str, str], now_ms: int) -> None:
        """Store keys of terminals."""
        self._put({name: admitted(key, now_ms) for name, key in keys.items()})

    def forget_device(self, terminal: str) -> None:
        """Delete a terminal."""
        with self._changing:
            kept = {n: device for n, device in self._kept.devices.items() if n != terminal}
            self._given.pop(terminal, None)
            self._replace(devices=kept)

    def terminal_of(self, key: str, now_ms: int) -> str | None:
        """The terminal that has this key."""
        digest = token_hash(key)
        name = self._names.get(digest)
        device = self._kept.devices[name] if name is not None else Device()
        return name if device.knows(digest, now_ms) else None

    def is_of_old(self, key: str) -> bool:
        """Whether a key is from an earlier version."""
        name = self._names.get(token_hash(key))
        return name is not None and not self._kept.devices[name].since_ms

    def exchanged(self, token: str, now_ms: int) -> tuple[str, str] | None:
        """Exchange a token for the terminal's name and its first key; the token becomes invalid."""
        digest = token_hash(token)
        with self._changing:
            name = self._names.get(digest)
            if name is None or not self._kept.devices[name].takes(digest, now_ms):
                return None
            key = new_token()
            self._given.pop(name, None)
            self._replace(devices={**self._kept.devices, name: admitted(key, now_ms)})
            return name, key

    def renewed(self, key: str, now_ms: int) -> str | None:
        """A new key for the device with this one, if due; otherwise None."""
        digest = token_hash(key)
        with self._changing:
            name = self._names.get(digest)
            device = self._kept.devices[name] if name is not None else Device()
            if name is None or not device.knows(digest, now_ms):
                return None
            if digest != device.key:
                return self._given.get(name) or self._renew(name, digest, now_ms)
            if now_ms >= device.since_ms + RENEWED_AFTER_MS:
                return self._renew(name, digest, now_ms)
            if device.before and not device.before_until_ms:
                arrived = msgspec.structs.replace(device, before_until_ms=now_ms + OVERLAP_MS)
                self._replace(devices={**self._kept.devices, name: arrived})
            return None

    def due(self, key: str, now_ms: int) -> bool:
        """Whether ``renewed`` would do anything; quick."""
        digest = token_hash(key)
        name = self._names.get(digest)
        device = self._kept.devices[name] if name is not None else Device()
        waits = bool(device.before) and not device.before_until_ms
        old = now_ms >= device.since_ms + RENEWED_AFTER_MS
        return device.knows(digest, now_ms) and (digest != device.key or waits or old)

    def _renew(self, name: str, digest: str, now_ms: int) -> str:
        self._given[name] = key = new_token()
        self._replace(devices={**self._kept.devices, name: renewed(digest, key, now_ms)})
        return key

    def keep_cash_token(self, device: str, hashed: str | None) -> None:
        """Store or delete the hash of a cash device's token."""
        with self._changing:
            others = {name: kept for name, kept in self._kept.cash.items() if name != device}
            added = {} if hashed is None else {device: hashed}
            self._replace(cash=others | added)

    def cash_device_of(self, token: str) -> str | None:
        """The cash device that has this token."""
        return self._by_cash_token.get(token_hash(token))

    def _put(self, devices: Mapping[str, Device]) -> None:
        with self._changing:
            for name in devices:
                self._given.pop(name, None)
            self._replace(devices={**self._kept.devices, **devices})

    def _replace(self, **changes: object) -> None:
        kept = msgspec.structs.replace(self._kept, **changes)
        _write(self._path, kept)
        self._kept = kept
        self._index()

    def _index(self) -> None:
        self._by_cash_token = {digest: name for name, digest in self._kept.cash.items()}
        devices = self._kept.devices.items()
        self._names = {
            digest: name
            for name, one in devices
            for digest in (one.key, one.before, one.token)
            if digest
        }


def _as_bytes(password: str) -> bytes:
    """A password in one normal form, whatever the keyboard."""
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
        raise _unreadable(path, f"it holds no credentials: {OTHERWISE}") from None
    if kept.format != Kept().format:
        raise _unreadable(path, f"it has format {kept.format}, of another croupier")
    return kept


def _write(path: Path, kept: Kept) -> None:
    try:
        write_over(path, msgspec.json.encode(kept, order="deterministic") + b"\n")
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
