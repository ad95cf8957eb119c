"""How the office writes: one thing after another, on record first, and only then shown and told.

The floor's own office state is changed as soon as an entry has its place in the stream, because a
gaming day may end at any moment and its snapshot must hold all that stands before it. What is shown
is another copy, which changes when the entry is durable.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, TypeVar

from croupier.office import state as office
from croupier.office.state import OfficeState
from croupier.round.events import Event
from croupier.table.core import HOUSE_STREAM
from croupier.table.running import FloorStopped, RunningFloor

T = TypeVar("T")
Tell = Callable[[Sequence[Event]], None]


class Entered(NamedTuple):
    """What is on record now, and the last entry of it; 0 where there was nothing to write."""

    events: Sequence[Event]
    seq: int
    approval: int | None = None
    """The number of what waits for a second person, where that is what was entered."""


class Logbook:
    """The office's part of the house's stream."""

    def __init__(
        self, running: RunningFloor, clock: Callable[[], int], tell: Tell | None = None
    ) -> None:
        self.running = running
        self.state: OfficeState = running.floor.office.copy()
        """The office as far as it is durable: what may be shown, and what decisions go by."""
        self.clock = clock
        self._tell = tell
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def alone(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Have work done to its end while nobody else decides; who stops waiting undoes nothing."""

        async def locked() -> T:
            async with self._lock:
                return await work()

        task = asyncio.create_task(locked())
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def put(self, events: Sequence[Event]) -> Entered:
        """Put events on record, then show and tell them. Only within ``alone``."""
        running = self.running
        if running.stopped is not None:
            raise FloorStopped(str(running.stopped))
        if not events:
            return Entered(events, 0)
        now_ms = self.clock()
        entries = []
        for event in events:
            entries.append(running.floor.note(HOUSE_STREAM, event, now_ms))
            office.evolve(event, running.floor.office)
        seq = entries[-1].seq
        entries += running.floor.within_day(now_ms)
        await running.write(entries)
        if running.stopped is not None:
            raise FloorStopped(str(running.stopped))
        for event in events:
            office.evolve(event, self.state)
        if self._tell is not None:
            self._tell(events)
        return Entered(events, seq)

    async def idle(self) -> None:
        """Until nothing is under way."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits is told; nobody may wait any more
