"""Rate limits: bursts are welcome, floods are not.

``Pace`` watches how the event loop keeps up. A client cannot be read while the loop is held up, by
a slow disk, a busy machine or another client's flood: deadlines count only the time in which the
loop came round, and rates allow for what piled up meanwhile.

A terminal or a session of staff has one meter of messages, frames, bytes and wagers, however many
connections it opens. An anonymous connection has its own, and shares a wider one with all others of
its address.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic
from typing import Generic, TypeVar

from croupier.house.state import TableState
from croupier.round.base import Command
from croupier.round.batch import ClearWagers, DoubleWagers, PlaceWagers, Rebet, UndoWager
from croupier.round.bets import PlaceWager
from croupier.server.people.throttle import address_key

BEAT_S = 0.25
LATE_S = 0.5
"""A beat that comes later than this was held up."""
AFTER_S = 2.0
"""For so long after a hold-up what piled up in it may still be coming in."""
KEYS_MAX = 20_000
ANSWERS_MAX = 500
T = TypeVar("T")
BURST, PER_SECOND = 60, 20
"""Messages: more are refused."""
FRAMES_BURST, FRAMES_PER_SECOND = 120, 50
"""Frames, with pings, pongs and pieces of messages: more end the connection."""
BYTES_BURST, BYTES_PER_SECOND = 1 << 20, 128 << 10
WAGERS_BURST, WAGERS_PER_SECOND = 600, 60
"""Wagers placed or taken back: one message may hold hundreds, and each is an entry."""
AT_ADDRESS = 20
"""So many displays may be behind one address before they share what there is."""


class Pace:
    """A beat on the loop, by which time is counted.

    >>> now = [0.0]
    >>> pace = Pace(clock=lambda: now[0])
    >>> for at in (0.25, 0.5, 9.0, 9.25):
    ...     now[0] = at
    ...     pace.beat()
    >>> round(pace.attended, 2), pace.held_up()
    (1.0, 8.5)
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.attended = 0.0
        """Seconds in which the loop came round, as of the last beat but one.

        What was sent by then has been read since, however the loop orders timers and reading.
        """
        self.on_beat: list[Callable[[], object]] = []
        self._newest = 0.0
        self._last = clock()
        self._held_up = 0.0
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Beat on the running loop from now on."""
        self._last = self.clock()
        self._next()

    def end(self) -> None:
        """Beat no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def held_up(self) -> float:
        """For how long the loop has lately not come round, in seconds; mostly zero."""
        return self.held_up_at(self.clock())

    def held_up_at(self, now: float) -> float:
        """The same, by the time that it is."""
        lately = self._held_up if now < self._until else 0.0
        since = now - self._last if self._timer is not None else 0.0
        return max(lately, since) if since > LATE_S else lately

    def beat(self) -> None:
        """Count the time since the last beat, as far as the loop was not held up in it."""
        now = self.clock()
        passed, self._last = now - self._last, now
        self.attended = self._newest
        self._newest += min(passed, LATE_S)
        if passed > LATE_S:
            self._held_up, self._until = max(passed, self.held_up()), now + AFTER_S

    def _next(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(BEAT_S, self._on_time)

    def _on_time(self) -> None:
        self._next()
        self.beat()
        for each in self.on_beat:
            each()


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
        return self.take_more(count)

    def take_more(self, count: int) -> bool:
        """The same, at a moment for which something was asked of it already."""
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
        self._fill()
        if self._left < 1:
            return False
        self._left -= count
        return True

    def drain(self, count: int) -> None:
        """So much is gone, and what was not there is owed, but never more than one such count.

        >>> now = [0.0]
        >>> bucket = Bucket(burst=10, per_second=1, pace=Pace(lambda: now[0]))
        >>> bucket.drain(8), bucket.drain(8), bucket.take()
        (None, None, False)
        >>> now[0] = 7.0
        >>> bucket.take(), bucket.take()
        (True, False)
        """
        self._fill()
        self._left = max(-float(count), self._left - count)

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
        left = self._left + (now - self._seen) * self._per_second
        if left > self._burst:
            most = self._burst + self._pace.held_up_at(now) * self._per_second
            left = min(most, left)
        self._left, self._seen = left, now


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


class KeptAnswers(Generic[T]):
    """Answers by what was asked, reused until their content changes: many readers cost little
    more than one. When there are too many, the least recently asked for are dropped."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[Hashable, T]] = OrderedDict()

    def find(self, asked: Hashable, as_of: Hashable) -> T | None:
        """The answer as it was given before, if nothing has changed since."""
        since, answer = self._kept.get(asked, (None, None))
        if answer is not None:
            self._kept.move_to_end(asked)
        return answer if since == as_of else None

    def keep(self, asked: Hashable, as_of: Hashable, answer: T) -> None:
        """Give this again for as long as it is true."""
        self._kept[asked] = (as_of, answer)
        self._kept.move_to_end(asked)
        if len(self._kept) > ANSWERS_MAX:
            self._kept.popitem(last=False)


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
        """Someone has used up so much, and owes what was not there."""
        self._kept[name].drain(count)

    def turn_s(self, name: str, most_s: float) -> float | None:
        """In how many seconds it is someone's turn, if that is soon enough."""
        return self._kept[name].turn_s(most_s)


class Meter:
    """What one client has sent lately."""

    __slots__ = ("_bytes", "_frames", "messages")

    def __init__(self, pace: Pace, times: int = 1) -> None:
        self.messages = Bucket(BURST * times, PER_SECOND * times, pace)
        self._frames = Bucket(FRAMES_BURST * times, FRAMES_PER_SECOND * times, pace)
        self._bytes = Bucket(BYTES_BURST * times, BYTES_PER_SECOND * times, pace)

    def counts(self, frames: int, size: int) -> bool:
        """Whether so much is within the rates; bytes are not, once no frame is left for them."""
        if not size:
            return not frames or self._frames.take(frames)
        if self._frames.is_empty() or not self._bytes.take(size):
            return False
        return self._frames.take_more(frames)


class Meters:
    """The meters of all clients."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._named = Kept(lambda: Meter(pace))
        self._addresses = Kept(lambda: Meter(pace, AT_ADDRESS))
        self.wagers = Buckets(WAGERS_BURST, WAGERS_PER_SECOND, pace)

    def of(self, name: str | None, address: str) -> tuple[Meter, ...]:
        """The meters of a new connection: of a terminal or session, or of an address."""
        if name is not None:
            return (self._named[name],)
        return (Meter(self._pace), self._addresses[address_key(address)])


def wagers_in(command: Command, table: TableState, player: str) -> int:
    """How many wagers of a player an action places or takes back, at most; one for any other."""
    if type(command) is PlaceWager:
        return 1  # as nearly all are
    if isinstance(command, PlaceWagers):
        return len(command.wagers) or 1
    if isinstance(command, ClearWagers | UndoWager | DoubleWagers):
        lies = table.round.placed_by.get(player, ()) if table.round is not None else ()
        return len(lies) or 1
    if isinstance(command, Rebet):
        return max((len(one.placed_by.get(player, ())) for one in table.past.values()), default=1)
    return 1
