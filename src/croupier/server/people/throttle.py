"""Throttling of sign-in attempts: a few are free, then the waits grow.

Attempts count when they begin, so that parallel ones cannot slip through before the first fails.
All waits end: nobody can lock another out permanently by trying their name.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

FORGOTTEN_AFTER_MS = 15 * 60_000
KEYS_MAX = 10_000


@dataclass(slots=True)
class Tries:
    """The attempts of one key."""

    count: int = 0
    last_ms: int = 0
    open_ms: int = 0
    """When the next attempt may come."""
    refused: bool = False
    """Whether an attempt was refused since the last one."""


class Throttle:
    """Attempts by key; with too many keys, the oldest are forgotten.

    >>> now = [0]
    >>> throttle = Throttle(lambda: now[0], free=2, first_ms=1000, most_ms=60_000)
    >>> [throttle.attempt("ada") for _ in range(3)]
    [0, 0, 1000]
    """

    def __init__(
        self,
        ticks: Callable[[], int],
        free: int,
        first_ms: int,
        most_ms: int,
        keys_max: int = KEYS_MAX,
    ) -> None:
        self._ticks = ticks
        self._free = free
        self._first_ms = first_ms
        self._most_ms = most_ms
        self._keys_max = keys_max
        self._tries: OrderedDict[str, Tries] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tries)

    def wait_ms(self, key: str) -> int:
        """How long the next attempt must wait, without counting one."""
        tries = self._tries.get(key)
        return 0 if tries is None else max(0, tries.open_ms - self._ticks())

    def attempt(self, key: str) -> int:
        """Count an attempt and allow it (0), or return its wait, uncounted."""
        if wait_ms := self.wait_ms(key):
            return wait_ms
        now_ms = self._ticks()
        tries = self._tries.get(key)
        if tries is None or now_ms - tries.last_ms >= FORGOTTEN_AFTER_MS:
            self._tries[key] = tries = Tries()
        self._tries.move_to_end(key)
        if len(self._tries) > self._keys_max:
            self._tries.popitem(last=False)
        tries.count, tries.last_ms, tries.refused = tries.count + 1, now_ms, False
        if tries.count >= self._free:
            doubled = min(tries.count - self._free, 20)
            tries.open_ms = now_ms + min(self._first_ms << doubled, self._most_ms)
        return 0

    def refund(self, key: str) -> None:
        """Uncount a successful attempt; failed ones still count."""
        tries = self._tries.get(key)
        if tries is not None:
            tries.count -= 1
            if tries.count < self._free:
                tries.open_ms = 0

    def first_refusal(self, key: str) -> bool:
        """Whether this is the first refusal since the last attempt."""
        tries = self._tries.get(key)
        if tries is None or tries.refused:
            return False
        tries.refused = True
        return True

    def forgive(self, key: str) -> None:
        """Forget a key's attempts after a success."""
        self._tries.pop(key, None)


def address_key(address: str) -> str:
    """The key of an address: itself, or its network if one device has many addresses.

    >>> address_key("::ffff:10.0.0.7"), address_key("2001:db8::1:2"), address_key("a\\nb")
    ('10.0.0.7', '2001:db8::/64', 'unknown')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ip_network((int(parsed), 64), strict=False))
    return str(parsed)
