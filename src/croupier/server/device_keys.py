"""How a device proves which terminal it is: a token that is good once, then a key that changes.

Whoever enrols a terminal is shown a token. The device gives it back within a day for a key of its
own, which it gets anew every day. The key before stays good until the device has used the new one,
and a few minutes longer for what was on its way: an answer that is lost locks nobody out. Only
hashes are kept here: tokens and keys have 256 random bits and need no slow one.
"""

import msgspec

from croupier.server.sessions import token_hash

DAY_MS = 86_400_000
TOKEN_LIFE_MS = DAY_MS
RENEWED_AFTER_MS = DAY_MS
LAPSES_AFTER_MS = 30 * DAY_MS
"""A device that was away for so long is enrolled again."""
OVERLAP_MS = 10 * 60_000


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is kept of a terminal; times are in milliseconds since 1970."""

    key: str = ""
    since_ms: int = 0
    """0 for a token of an earlier program, which was the key itself and never changed."""
    before: str = ""
    """The key before this one."""
    before_until_ms: int = 0
    """0 until the device has used the new key."""
    token: str = ""
    token_until_ms: int = 0

    def knows(self, digest: str, now_ms: int) -> bool:
        """Whether a key with this hash is good now."""
        if self.since_ms and now_ms >= self.since_ms + LAPSES_AFTER_MS:
            return False
        if digest == self.key:
            return True
        return digest == self.before and (not self.before_until_ms or now_ms < self.before_until_ms)

    def takes(self, digest: str, now_ms: int) -> bool:
        """Whether a token with this hash is good now: once, and not for long."""
        if digest == self.token:
            return now_ms < self.token_until_ms
        return digest == self.key and not self.since_ms


def enrolled(token: str, now_ms: int) -> Device:
    """A device that has a token to come; whatever it had before is good no longer."""
    return Device(token=token_hash(token), token_until_ms=now_ms + TOKEN_LIFE_MS)


def admitted(key: str, now_ms: int) -> Device:
    """A device with a key of its own."""
    return Device(key=token_hash(key), since_ms=now_ms)


def renewed(digest: str, new: str, now_ms: int) -> Device:
    """A device that is given another key for the one whose hash this is."""
    return Device(key=token_hash(new), since_ms=now_ms, before=digest)
