"""Device cookies and terminal keys.

A device cookie (OWASP) gives no access; it only exempts a device where somebody signed in before
from throttles caused elsewhere. A terminal exchanges its token, once and within a day, for its own
key, which is renewed daily; the old key stays valid until the new one was used, so that a lost
answer locks nobody out. Only hashes are stored.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

import msgspec

from croupier.server.people.sessions import token_hash

NAMES_MAX = 12
"""How many people a shared device remembers."""
NONCE_BYTES = 16
LENGTH_MAX = 1_000
DAY_MS = 86_400_000
TOKEN_LIFE_MS = DAY_MS
RENEWED_AFTER_MS = DAY_MS
LAPSES_AFTER_MS = 30 * DAY_MS
"""A device unused this long must be enrolled again."""
OVERLAP_MS = 10 * 60_000


def known(key: bytes, cookie: str | None, name: str) -> str | None:
    """The device's nonce, if this person signed in there before."""
    nonce, signed = _read(cookie)
    right = _signature(key, nonce, name)
    return nonce if any(hmac.compare_digest(right, each) for each in signed) else None


def remembered(key: bytes, cookie: str | None, name: str) -> str:
    """What the device keeps now that this person has signed in there.

    >>> first = remembered(b"key", None, "dora")
    >>> both = remembered(b"key", first, "sue")
    >>> [known(b"key", both, name) is not None for name in ("dora", "sue", "eve")]
    [True, True, False]
    """
    nonce, signed = _read(cookie)
    nonce = nonce or secrets.token_urlsafe(NONCE_BYTES)
    right = _signature(key, nonce, name)
    others = [each for each in signed if each != right]
    return ".".join((nonce, *others[-NAMES_MAX + 1 :], right))


def _read(cookie: str | None) -> tuple[str, list[str]]:
    if not cookie or len(cookie) > LENGTH_MAX or not cookie.isascii():
        return "", []
    nonce, *signed = cookie.split(".")
    return nonce, signed


def _signature(key: bytes, nonce: str, name: str) -> str:
    digest = hmac.digest(key, f"{nonce}/{name.casefold()}".encode("utf-8", "surrogatepass"), sha256)
    return urlsafe_b64encode(digest[:NONCE_BYTES]).rstrip(b"=").decode()


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The credentials of a terminal; times are in milliseconds since 1970."""

    key: str = ""
    since_ms: int = 0
    """0 for a token of an earlier version, which was the key itself and never changed."""
    before: str = ""
    """The key before this one."""
    before_until_ms: int = 0
    """0 until the device has used the new key."""
    token: str = ""
    token_until_ms: int = 0

    def knows(self, digest: str, now_ms: int) -> bool:
        """Whether the key with this hash is valid now."""
        if self.since_ms and now_ms >= self.since_ms + LAPSES_AFTER_MS:
            return False
        if digest == self.key:
            return True
        return digest == self.before and (not self.before_until_ms or now_ms < self.before_until_ms)

    def takes(self, digest: str, now_ms: int) -> bool:
        """Whether the token with this hash is valid now; it works once."""
        if digest == self.token:
            return now_ms < self.token_until_ms
        return digest == self.key and not self.since_ms


def enrolled(token: str, now_ms: int) -> Device:
    """A device with a new token; its earlier credentials are invalid."""
    return Device(token=token_hash(token), token_until_ms=now_ms + TOKEN_LIFE_MS)


def admitted(key: str, now_ms: int) -> Device:
    """A device with its own key."""
    return Device(key=token_hash(key), since_ms=now_ms)


def renewed(digest: str, new: str, now_ms: int) -> Device:
    """A device with a new key instead of the one with this hash."""
    return Device(key=token_hash(new), since_ms=now_ms, before=digest)
