"""The clock on the wall, watched by one that never steps: somebody has to know when it was set.

Entries have the time of the wall, and their order is the sequence whatever it does. What runs by
itself goes by the other clock, so that a step delays and hurries nothing.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from croupier.journal.entry import Entry
from croupier.table.codec import CODEC
from croupier.table.events import ClockStepped
from croupier.table.floor import Floor

STEP_MS = 2_000
"""Less than this between two looks is a clock that is being slowed down or sped up, as NTP does."""


class ClockWatch:
    """A clock, and how far it was ahead of the ticks when it was last looked at."""

    def __init__(self, clock: Callable[[], int], ticks: Callable[[], int]) -> None:
        self._clock = clock
        self._ticks = ticks
        self._ahead_ms = clock() - ticks()
        self.last: dict[str, int] | None = None
        """The last step: when, by the new time, and how far."""

    def stepped(self) -> str | None:
        """What to say of a step since the last look; nothing where there was none."""
        now_ms = self._clock()
        ahead_ms = now_ms - self._ticks()
        by_ms, self._ahead_ms = ahead_ms - self._ahead_ms, ahead_ms
        if abs(by_ms) < STEP_MS:
            return None
        self.last = {"at_ms": now_ms, "by_ms": by_ms}
        way = "forward" if by_ms > 0 else "back"
        was, now = _shown(now_ms - by_ms), _shown(now_ms)
        return f"the clock was set {way} by {_lasting(by_ms)}, from {was} to {now}"

    def behind(self, last_ms: int) -> str | None:
        """What to say of a clock that is behind the last entry of the record."""
        now_ms = self._clock()
        if now_ms > last_ms - STEP_MS:
            return None
        self.last = {"at_ms": now_ms, "by_ms": now_ms - last_ms}
        late = _lasting(now_ms - last_ms)
        return f"the clock is {late} behind the last entry: {_shown(now_ms)}, {_shown(last_ms)}"


def last_entry_ms(floor: Floor, entries: Iterable[Entry]) -> int:
    """When the tables' last entries were written, before those of a start."""
    stepped = (CODEC.event(one) for one in entries if one.name == ClockStepped.name)
    before = [event.before_ms for event in stepped if isinstance(event, ClockStepped)]
    return max([0, *before, *(core.last_ms for core in floor.tables.values())])


def _shown(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _lasting(ms: int) -> str:
    minutes, seconds = divmod(round(abs(ms) / 1000), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
