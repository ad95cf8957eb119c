"""How much anyone may ask: bursts are welcome, floods are not."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from croupier.server.pace import Pace

KEYS_MAX = 20_000

T = TypeVar("T")


class Bucket:
    """So much at once, and so much more a second.

    What comes in after the loop was held up was sent while it was, and fits in as well.

    >>> now = [0.0]
    >>> bucket = Bucket(burst=2, per_second=1, pace=Pace(lambda: now[0]))
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    >>> now[0] = 1.0
    >>> bucket.take()
    True
    """

    __slots__ = ("_burst", "_left", "_pace", "_per_second", "_seen")

    def __init__(self, burst: int, per_second: int, pace: Pace) -> None:
        self._burst = burst
        self._per_second = per_second
        self._pace = pace
        self._left: float = burst
        self._seen = pace.clock()

    def take(self, count: int = 1) -> bool:
        """Whether so much more may come now."""
        self._fill()
        if self._left < count:
            return False
        self._left -= count
        return True

    def is_empty(self) -> bool:
        """Whether not even one more may come now."""
        self._fill()
        return self._left < 1

    def give(self) -> None:
        """One that was taken does not count after all."""
        self._left += 1

    def spend(self, count: int) -> bool:
        """Whether anything is left: then all of it may come, and what is too much is made up for.

        >>> now = [0.0]
        >>> bucket = Bucket(burst=10, per_second=5, pace=Pace(lambda: now[0]))
        >>> bucket.spend(20), bucket.spend(1)
        (True, False)
        >>> now[0] = 2.5
        >>> bucket.spend(1)
        True
        """
        if self.is_empty():
            return False
        self._left -= count
        return True

    def drain(self, count: int) -> None:
        """So much is gone, or whatever is left."""
        self._fill()
        self._left = max(0.0, self._left - count)

    def turn_s(self, most_s: float) -> float | None:
        """In how many seconds it is one's turn; nothing, and not counted, if later than that.

        >>> now = [0.0]
        >>> bucket = Bucket(burst=1, per_second=2, pace=Pace(lambda: now[0]))
        >>> [bucket.turn_s(1.0) for _ in range(4)]
        [0.0, 0.5, 1.0, None]
        """
        self._fill()
        wait_s = max(0.0, 1 - self._left) / self._per_second if self._per_second else 0.0
        if wait_s > most_s or (self._left < 1 and not self._per_second):
            return None
        self._left -= 1
        return wait_s

    def _fill(self) -> None:
        now = self._pace.clock()
        most = self._burst + self._pace.held_up() * self._per_second
        self._left = min(most, self._left + (now - self._seen) * self._per_second)
        self._seen = now


class Kept(Generic[T]):
    """One of something for each of many, by name; those not seen for longest are let go.

    >>> kept = Kept(list)
    >>> kept["ada"] is kept["ada"]
    True
    """

    def __init__(self, new: Callable[[], T], most: int = KEYS_MAX) -> None:
        self._new = new
        self._most = most
        self._by_name: OrderedDict[str, T] = OrderedDict()

    def __getitem__(self, name: str) -> T:
        found = self._by_name.get(name)
        if found is None:
            self._by_name[name] = found = self._new()
            if len(self._by_name) > self._most:
                self._by_name.popitem(last=False)
        else:
            self._by_name.move_to_end(name)
        return found


class Buckets:
    """A bucket for each of many, by name.

    >>> buckets = Buckets(burst=1, per_second=1, pace=Pace(lambda: 0.0))
    >>> buckets.take("ada"), buckets.take("ada"), buckets.take("ben")
    (True, False, True)
    """

    def __init__(self, burst: int, per_second: int, pace: Pace | None = None) -> None:
        used = pace or Pace()
        self._kept = Kept(lambda: Bucket(burst, per_second, used))

    def take(self, name: str) -> bool:
        """Whether one more may come now from someone."""
        return self._kept[name].take()

    def give(self, name: str) -> None:
        """One that someone took does not count after all."""
        self._kept[name].give()

    def spend(self, name: str, count: int) -> bool:
        """Whether so much may come from someone now, who makes up for what is too much."""
        return self._kept[name].spend(count)

    def drain(self, name: str, count: int) -> None:
        """Someone has used up so much, or whatever is left."""
        self._kept[name].drain(count)

    def turn_s(self, name: str, most_s: float) -> float | None:
        """In how many seconds it is someone's turn, if that is soon enough."""
        return self._kept[name].turn_s(most_s)
