"""How much one connection may ask: bursts are welcome, floods are not."""

from collections.abc import Callable


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
