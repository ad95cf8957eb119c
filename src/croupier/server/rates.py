"""How much one connection may ask: bursts are welcome, floods are not."""

from collections import OrderedDict
from collections.abc import Callable
from functools import partial

KEYS_MAX = 20_000


class Bucket:
    """So many messages at once, and so many more a second.

    >>> now = [0.0]
    >>> bucket = Bucket(burst=2, per_second=1, clock=lambda: now[0])
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    >>> now[0] = 1.0
    >>> bucket.take()
    True
    """

    __slots__ = ("_burst", "_clock", "_left", "_per_second", "_seen")

    def __init__(self, burst: int, per_second: int, clock: Callable[[], float]) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._left: float = burst
        self._seen = clock()

    def take(self) -> bool:
        """Whether one more may come now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._per_second)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each of many, by name; of too many, those not seen for longest are let go.

    >>> buckets = Buckets(burst=1, per_second=1, clock=lambda: 0.0)
    >>> buckets.take("ada"), buckets.take("ada"), buckets.take("ben")
    (True, False, True)
    """

    def __init__(self, burst: int, per_second: int, clock: Callable[[], float]) -> None:
        self._new = partial(Bucket, burst, per_second, clock)
        self._by_name: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Whether one more may come now from someone."""
        bucket = self._by_name.get(name)
        if bucket is None:
            self._by_name[name] = bucket = self._new()
            if len(self._by_name) > KEYS_MAX:
                self._by_name.popitem(last=False)
        self._by_name.move_to_end(name)
        return bucket.take()
