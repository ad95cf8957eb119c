"""The shell around the core: queues, the committer, and answers only after the write is durable.

Requests that come while a batch is being written gather for the next. After a failed write the
memory is thrown away and everything stops: no answer is given that the record might not hold.
"""

import asyncio
from collections.abc import Callable, Sequence

from croupier.journal.committer import ThreadCommitter
from croupier.journal.entry import Entry, Head
from croupier.journal.events import SNAPSHOT
from croupier.journal.heads import SignedHead
from croupier.round.events import RoundAbandoned, RoundSettled, RoundVoided
from croupier.table.answers import Answer
from croupier.table.core import HOUSE_STREAM, Request
from croupier.table.dealer import AUTOMATIC, Timetable, WakeUp, due
from croupier.table.draws import Draws
from croupier.table.floor import Floor

Clock = Callable[[], int]
ROUND_ENDS = frozenset({RoundSettled.name, RoundVoided.name, RoundAbandoned.name})
SIGNED_AFTER = ROUND_ENDS | {SNAPSHOT}


class FloorStopped(RuntimeError):  # noqa: N818
    """A write failed: nothing more is accepted, and what was not answered may not be on record."""


class RunningFloor:
    """A floor that serves."""

    def __init__(self, floor: Floor, committer: ThreadCommitter, clock: Clock) -> None:
        self.floor = floor
        self.heads: dict[str, SignedHead] = {}
        """The last signed head of every stream, for terminals and reports to carry away."""
        self.durable: dict[str, int] = {}
        """The last durable sequence of every stream: what may be shown."""
        self.stopped: BaseException | None = None
        self._committer = committer
        self._clock = clock
        self._asked: dict[str, list[tuple[Request, asyncio.Future[Answer]]]] = {}
        self._draining = False
        self._writing: set[asyncio.Task[None]] = set()

    def ask(self, table: str, request: Request) -> asyncio.Future[Answer]:
        """Ask something of a table; the answer comes when it is durable."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if self.stopped is not None:
            answer.set_exception(FloorStopped(str(self.stopped)))
            return answer
        self._asked.setdefault(table, []).append((request, answer))
        if not self._draining:
            self._draining = True
            asyncio.get_running_loop().call_soon(self._drain)
        return answer

    async def write(self, entries: Sequence[Entry]) -> None:
        """Write entries that nobody waits for, such as those of a start."""
        await self._written(entries, self._submitted(entries), [], [])

    async def idle(self) -> None:
        """Until nothing is being written."""
        while self._writing or self._draining:
            await asyncio.sleep(0)
            if self._writing:
                await asyncio.wait(set(self._writing))

    def _drain(self) -> None:
        """Decide everything that was asked, and have it written."""
        self._draining = False
        asked, self._asked = self._asked, {}
        now_ms = self._clock()
        for table, requests in asked.items():
            waiting = [answer for _, answer in requests]
            try:
                stepped = self.floor.step(table, [request for request, _ in requests], now_ms)
            except Exception as bug:
                # A bug in the core leaves the memory in doubt: the record is the truth.
                self._stop(bug, waiting)
                continue
            # Submitted at once: the order of the sequences is the order of the writes.
            entries, answers = stepped
            written = self._written(entries, self._submitted(entries), waiting, answers)
            writing = asyncio.ensure_future(written)
            self._writing.add(writing)
            writing.add_done_callback(self._writing.discard)

    def _submitted(self, entries: Sequence[Entry]) -> asyncio.Future[list[bytes]]:
        # Without entries too: an answer that repeats one still being written waits for that write.
        return self._committer.submit_soon(entries)

    async def _written(
        self,
        entries: Sequence[Entry],
        submitted: asyncio.Future[list[bytes]],
        waiting: Sequence[asyncio.Future[Answer]],
        answers: Sequence[Answer],
    ) -> None:
        try:
            hashes = await submitted
        except Exception as failure:
            self._stop(failure, waiting)
            return
        for entry in entries:
            self.durable[entry.stream] = entry.seq
        for future, answer in zip(waiting, answers, strict=True):
            if not future.done():
                future.set_result(answer)
        await self._signed(entries, hashes)

    async def _signed(self, entries: Sequence[Entry], hashes: Sequence[bytes]) -> None:
        """Every ended round and day is signed, and whatever concerns the whole house."""
        last_of_house = next((e for e in reversed(entries) if e.stream == HOUSE_STREAM), None)
        for entry, digest in zip(entries, hashes, strict=True):
            ends = entry.name in SIGNED_AFTER or entry is last_of_house
            if ends and self.stopped is None:
                head = Head(entry.seq, digest)
                signature, carried = self.floor.sign(entry.stream, head, self._clock())
                try:
                    await self._submitted([signature])
                except Exception as failure:
                    self._stop(failure, [])
                    return
                self.heads[entry.stream] = carried

    def _stop(self, failure: BaseException, waiting: Sequence[asyncio.Future[Answer]]) -> None:
        self.stopped = self.stopped or failure
        unanswered = [*waiting, *(a for asked in self._asked.values() for _, a in asked)]
        self._asked = {}
        for future in unanswered:
            if not future.done():
                future.set_exception(FloorStopped(str(self.stopped)))

    async def deal(self, table: str, draws: Draws, times: Timetable) -> None:
        """Run a table by the automatic dealer until it is cancelled or the floor stops."""
        core = self.floor.tables[table]
        while self.stopped is None:
            step = due(core, draws, times, self._clock())
            if isinstance(step, WakeUp):
                wait_ms = min(max(step.at_ms - self._clock(), 1), 1000)
                await asyncio.sleep(wait_ms / 1000)
            else:
                await self.ask(table, Request(AUTOMATIC, step))
