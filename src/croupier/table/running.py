"""The shell around the core: queues, the committer, and answers only after the write is durable.

Each table has one batch in flight at most; several tables may be in flight at once, and the
committer writes them together. Requests that come meanwhile gather, and are decided once the write
is done: so there is a moment after each write at which what a table has in memory is what is on
record, and only then is anything shown. After a failed write the memory is thrown away and
everything stops: no answer is given that the record might not hold.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from croupier.journal.committer import ThreadCommitter
from croupier.journal.entry import Entry, Head
from croupier.journal.events import SNAPSHOT
from croupier.journal.heads import SignedHead
from croupier.round.base import Event
from croupier.round.close import CloseBets
from croupier.round.interruption import RoundAbandoned
from croupier.round.outcome import RoundSettled
from croupier.round.void import RoundVoided
from croupier.table.answers import Answer
from croupier.table.core import HOUSE_STREAM, Request, Stepped
from croupier.table.dealer import AUTOMATIC, Timetable, WakeUp, due
from croupier.table.floor import Floor
from croupier.table.round_secrets import Draws

Clock = Callable[[], int]
Verdict = Callable[["Answer | FloorStopped"], None]
"""Called with the answer once it is durable, or with why there is none."""
Asked = tuple[Request, Verdict]
Waiting = Sequence[Verdict]
Written = asyncio.Future[list[bytes]]
Notify = Callable[[str, Sequence[Event], Sequence[Entry]], None]
"""Called with what has become durable at a table: its id, what happened, and the entries."""
ROUND_ENDS = frozenset({RoundSettled.name, RoundVoided.name, RoundAbandoned.name})
SIGNED_AFTER = ROUND_ENDS | {SNAPSHOT}


class FloorStopped(RuntimeError):  # noqa: N818
    """A write failed: nothing more is accepted, and what was not answered may not be on record."""


class RunningFloor:
    """A floor that serves."""

    def __init__(
        self,
        floor: Floor,
        committer: ThreadCommitter,
        clock: Clock,
        notify: Notify | None = None,
        ticks: Clock | None = None,
    ) -> None:
        """``notify`` is called when a table's batch is durable and answered, before its next one is
        decided: what it sees of that table in memory is what is on record. The house's own state,
        which all tables share, may be ahead by what another table has in flight. ``ticks`` never
        step, whatever happens to the clock: by them the automatic dealer keeps time."""
        self.floor = floor
        self.heads: dict[str, SignedHead] = {}
        """The last signed head of every stream, for terminals and reports to carry away."""
        self.durable: dict[str, int] = {}
        """The last durable sequence of every stream: what may be shown."""
        self.stopped: BaseException | None = None
        self._committer = committer
        self._clock = clock
        self._notify = notify
        self._asked: dict[str, list[Asked]] = {}
        self._in_flight: dict[str, int] = {}
        """The tables with a batch that is decided and not yet durable, and since when."""
        self._quiet: dict[str, list[asyncio.Future[None]]] = {}
        """Who waits for a table to have nothing in flight."""
        self._writing: set[Written] = set()
        self._ticks = clock if ticks is None else ticks
        self._ahead_ms = clock() - self._ticks()
        for core in floor.tables.values():
            core.steady = self.steady
            core.since_ms, core.resumed_ms = min(core.since_ms, self.steady()), self.steady()

    def steady(self) -> int:
        """The time by the clock at the start, and every millisecond since: it never steps."""
        return self._ticks() + self._ahead_ms

    def write_waits_ms(self) -> int:
        """How long the oldest batch has waited to be durable; 0 where none waits."""
        begun = self._in_flight.values()
        return self.steady() - min(begun) if begun else 0

    def ask(self, table: str, request: Request) -> asyncio.Future[Answer]:
        """Ask something of a table; the answer comes when it is durable."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.request(table, request, partial(resolve, answer))
        return answer

    def request(self, table: str, request: Request, verdict: Verdict) -> None:
        """Ask something of a table, and be called with the answer before anybody is shown it."""
        if self.stopped is not None:
            verdict(FloorStopped(str(self.stopped)))
            return
        asked = self._asked.get(table)
        if asked is not None:
            asked.append((request, verdict))
            return
        self._asked[table] = [(request, verdict)]
        if table not in self._in_flight:
            asyncio.get_running_loop().call_soon(self._decide, table)

    def wake(self, table: str) -> None:
        """Have a table do what is due by the house's clock, after what was asked of it."""
        if self.stopped is None and table not in self._asked:
            self._asked[table] = []
            if table not in self._in_flight:
                asyncio.get_running_loop().call_soon(self._decide, table)

    async def write(self, entries: Sequence[Entry]) -> None:
        """Write entries that nobody waits for, such as those of a start."""
        signatures: list[Written] = []

        def written(submitted: Written) -> None:
            # At once, as a table's batch is: what was written first is signed first.
            if not submitted.cancelled() and submitted.exception() is None:
                self._now_durable(entries)
                signatures.extend(self._sign(entries, submitted.result()))

        submitted = self._submitted(entries)
        submitted.add_done_callback(written)
        try:
            await submitted
        except Exception as failure:
            self._stop(failure, [])
        if signatures:
            await asyncio.wait(signatures)

    def settled(self, table: str) -> bool:
        """Whether what a table has in memory is what is on record, and so may be shown."""
        return self.stopped is None and table not in self._in_flight

    async def quiet(self, table: str) -> None:
        """Until a table is settled, which it is no longer once the caller awaits anything else.

        To be awaited directly, not through another task: those asked meanwhile come next.
        """
        while not self.settled(table):
            if self.stopped is not None:
                raise FloorStopped(str(self.stopped))
            waiting = asyncio.get_running_loop().create_future()
            self._quiet.setdefault(table, []).append(waiting)
            await waiting

    async def idle(self) -> None:
        """Until nothing is being written."""
        while self._writing or self._asked:
            await asyncio.sleep(0)
            if self._writing:
                await asyncio.wait(set(self._writing))

    def _decide(self, table: str) -> None:
        """Decide everything that was asked of a table, and have it written."""
        if table not in self._asked:
            return  # decided already, if someone asked when notified; or the floor has stopped
        asked, later = _up_to_close(self._asked.pop(table))
        if later:
            self._asked[table] = later
        waiting = [verdict for _, verdict in asked]
        try:
            stepped = self.floor.step(table, [request for request, _ in asked], self._clock())
            if not stepped.entries:
                # Repeats alone, of what is durable: a table has nothing else in flight.
                _answer(waiting, stepped.answers)
                if later:
                    asyncio.get_running_loop().call_soon(self._decide, table)
                return
            # Submitted at once: the order of the sequences is the order of the writes.
            submitted = self._submitted(stepped.entries)
        except Exception as bug:
            # A bug in the core leaves the memory in doubt: the record is the truth.
            self._stop(bug, waiting)
            return
        self._in_flight[table] = self.steady()
        submitted.add_done_callback(partial(self._written, table, stepped, waiting))

    def _submitted(self, entries: Sequence[Entry]) -> Written:
        submitted = self._committer.submit_soon(entries)
        self._writing.add(submitted)
        submitted.add_done_callback(self._writing.discard)
        return submitted

    def _written(self, table: str, stepped: Stepped, waiting: Waiting, submitted: Written) -> None:
        """A table's batch is durable, or everything stops."""
        self._in_flight.pop(table, None)
        if (failure := submitted.exception()) is not None:
            self._stop(failure, waiting)
            return
        entries, answers, events = stepped
        self._now_durable(entries)
        for entry, digest in zip(entries, submitted.result(), strict=True):
            self.floor.tables[table].written(entry, digest)
        # Those who wait run before anything that is asked from here on is decided.
        _wake(self._quiet.pop(table, ()))
        try:
            if self._notify is not None:
                self._notify(table, events, entries)
        finally:
            # With the answer, its receiver has been sent what it changed.
            _answer(waiting, answers)
            self._sign(entries, submitted.result())
            if table in self._asked:
                asyncio.get_running_loop().call_soon(self._decide, table)

    def _now_durable(self, entries: Sequence[Entry]) -> None:
        self.durable.update({entry.stream: entry.seq for entry in entries})

    def _sign(self, entries: Sequence[Entry], hashes: Sequence[bytes]) -> list[Written]:
        """Every ended round and day is signed, and whatever concerns the whole house."""
        last_of_house = {entry.stream: entry for entry in entries}.get(HOUSE_STREAM)
        return [
            self._signature(entry.stream, Head(entry.seq, digest))
            for entry, digest in zip(entries, hashes, strict=True)
            if (entry.name in SIGNED_AFTER or entry is last_of_house) and self.stopped is None
        ]

    def _signature(self, stream: str, head: Head) -> Written:
        def written(submitted: Written) -> None:
            if (failure := submitted.exception()) is not None:
                self._stop(failure, [])
            else:
                self.heads[stream] = carried

        signature, carried = self.floor.sign(stream, head, self._clock())
        submitted = self._submitted([signature])
        submitted.add_done_callback(written)
        return submitted

    def _stop(self, failure: BaseException, waiting: Waiting) -> None:
        self.stopped = self.stopped or failure
        unanswered = [*waiting, *(v for asked in self._asked.values() for _, v in asked)]
        self._asked = {}
        _answer(unanswered, [FloorStopped(str(self.stopped))] * len(unanswered))
        for table in list(self._quiet):
            _wake(self._quiet.pop(table))

    async def deal(
        self, table: str, draws: Draws, times: Timetable, wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Run a table by the automatic dealer until it is cancelled or the floor stops."""
        core = self.floor.tables[table]
        while self.stopped is None:
            step = due(core, draws, times, self.steady(), self._clock(), wanted=wanted())
            if isinstance(step, WakeUp):
                wait_ms = min(max(step.at_ms - self.steady(), 1), 1000)
                await asyncio.sleep(wait_ms / 1000)
            else:
                await self.ask(table, Request(AUTOMATIC, step))


def _up_to_close(asked: list[Asked]) -> tuple[list[Asked], list[Asked]]:
    """What is decided at once, and what must wait for the close of bets to be durable: its hash is
    the seed of all that is drawn after it."""
    for at, (request, _) in enumerate(asked, 1):
        if type(request.command) is CloseBets:
            return asked[:at], asked[at:]
    return asked, []


def resolve(waiting: asyncio.Future[Answer], answer: Answer | FloorStopped) -> None:
    """Give an answer to somebody who waits for it; nobody may any more."""
    if waiting.done():
        return
    if isinstance(answer, FloorStopped):
        waiting.set_exception(answer)
    else:
        waiting.set_result(answer)


def _answer(waiting: Waiting, answers: Sequence[Answer | FloorStopped]) -> None:
    for verdict, answer in zip(waiting, answers, strict=True):
        try:
            verdict(answer)
        except Exception as error:
            # One client that cannot be answered must not keep the others waiting.
            context = {"message": "an answer could not be given", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)


def _wake(waiting: Sequence[asyncio.Future[None]]) -> None:
    for future in waiting:
        if not future.done():
            future.set_result(None)
