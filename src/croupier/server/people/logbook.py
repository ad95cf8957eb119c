"""How the office writes: one change at a time, recorded first, shown and announced after that.

The floor's office state changes as soon as an entry has its place in the stream, because a gaming
day may end at any moment and its snapshot must include all entries before it. A second copy, the
one that is shown, changes when the entry is durable.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, TypeVar

from croupier.office import state as office
from croupier.office.state import OfficeState
from croupier.round.base import Decision, Event
from croupier.rules.refusal import Refusal
from croupier.table.core import HOUSE_STREAM
from croupier.table.running import FloorStopped, RunningFloor

T = TypeVar("T")
Announce = Callable[[Sequence[Event]], None]
Decide = Callable[[OfficeState, int], Decision]
Note = Callable[[Refusal, int], Sequence[Event]]
"""The events that a refusal leaves on record."""


class Entered(NamedTuple):
    """The recorded events and their last entry; 0 if there was nothing to write."""

    events: Sequence[Event]
    seq: int
    approval: int | None = None
    """The pending request, if this asked for a second person."""


class Logbook:
    """The office's part of the house's stream."""

    def __init__(
        self, running: RunningFloor, clock: Callable[[], int], announce: Announce | None = None
    ) -> None:
        self.running = running
        self.state: OfficeState = running.floor.office.copy()
        """The durable state of the office, for views and decisions."""
        self.clock = clock
        self._announce = announce
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def alone(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run work exclusively and to its end, even if the caller stops waiting."""

        async def locked() -> T:
            async with self._lock:
                return await work()

        task = asyncio.create_task(locked())
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    async def put(self, events: Sequence[Event]) -> Entered:
        """Record events, then show and announce them. Only within ``alone``."""
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
        if self._announce is not None:
            self._announce(events)
        return Entered(events, seq)

    async def decided(
        self, decide: Decide, note: Note = lambda _no, _now_ms: []
    ) -> Entered | Refusal:
        """Decide exclusively and record the result."""

        async def work() -> Entered | Refusal:
            decided = decide(self.state, self.clock())
            if isinstance(decided, Refusal):
                return await self.noted(decided, note)
            return await self.put(decided)

        return await self.alone(work)

    async def noted(self, no: Refusal, note: Note) -> Refusal:
        """A refusal, recorded first if it must leave a trace. Only within ``alone``."""
        if events := note(no, self.clock()):
            await self.put(events)
        return no

    async def idle(self) -> None:
        """Wait until no work is pending."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the waiting caller gets it; there may be none
