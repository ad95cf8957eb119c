"""Devices at which someone signed in before: strangers' guesses elsewhere do not slow them down.

A browser keeps a nonce with a signature for each name that signed in there (OWASP's device cookie).
It opens nothing: whoever has it is only counted apart from everybody else.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

NAMES_MAX = 12
"""How many names a device is known for: a console of the pit is shared."""
NONCE_BYTES = 16
LENGTH_MAX = 1_000


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
