"""A running house: opened from its record, routed while it runs, and closed.

``recorded`` is called with durable events: everything shown or done because of them starts there.
If a write fails the house stops and answers nobody.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from time import monotonic_ns
from typing import Any

from croupier.history.recent_rounds import StoredRounds
from croupier.history.table import TableHistory
from croupier.house.state import TableState
from croupier.journal.backup import ARCHIVES
from croupier.journal.committer import ThreadCommitter
from croupier.journal.disk import why_unwritten
from croupier.journal.entry import Entry
from croupier.journal.store import Store
from croupier.protocol import VERSION, frames
from croupier.round import ENDS
from croupier.round.base import Event
from croupier.round.void import RoundVoided
from croupier.rules.refusal import Refusal, refusal
from croupier.server.config.house import HouseConfig, timetable
from croupier.server.config.settings import Table
from croupier.server.floor.alerts import last_entry_ms
from croupier.server.floor.gaming_days import (
    GamingDays,
    follow_the_file,
    open_by_itself,
    prune,
    retain,
)
from croupier.server.floor.requests import Completion, TableRequests
from croupier.server.floor.vouchers import VoucherKey, Vouchers
from croupier.server.floor.watch import Overview, Watch
from croupier.server.floor.wheel import TableWheel
from croupier.server.lab import Lab
from croupier.server.live.channel import Channel, beside_wagers, concerns_the_house
from croupier.server.live.connection import Connection, Who
from croupier.server.live.gate import Gate
from croupier.server.live.metrics import Metrics
from croupier.server.live.rates import BURST, PER_SECOND, Bucket, Buckets, KeptAnswers, Meters, Pace
from croupier.server.live.views import Setting, calls_of
from croupier.server.people.approving import answer_staff
from croupier.server.people.credentials import Credentials
from croupier.server.people.office import Office
from croupier.table.core import Core
from croupier.table.dealer import Timetable, is_wanted
from croupier.table.round_secrets import Draws
from croupier.table.running import FloorStopped, RunningFloor
from croupier.table.start import Start

log = logging.getLogger(__name__)

VISITS_BURST, VISITS_PER_SECOND = 100, 5
"""Per address; ten times as many in total."""
TURNS_AT_ONCE = 10
"""The burst of one address, terminal or session, in seconds of its rate."""
BEAT_S, HUNG_MS = 0.5, 3_000
"""How often the event loop shows that it works, and after how long without it it hangs."""
Clock = Callable[[], int]


def monotonic_ms() -> int:
    """Milliseconds of a clock that never steps back, for locks and throttles."""
    return monotonic_ns() // 1_000_000


class House:
    """A running house."""

    def __init__(
        self,
        config: HouseConfig,
        store: Store,
        started: Start,
        clock: Clock,
        credentials: Credentials,
        seal: Callable[[str], Draws],
        voucher_key: VoucherKey,
        ticks: Clock = monotonic_ms,
    ) -> None:
        """``ticks`` never steps back: by it the wheels' sensors know silence and pace."""
        self.config = config
        self.clock = clock
        self.metrics = Metrics()
        self.metrics_token: str | None = None
        """The operator's token for metrics from another machine."""
        self.store = store
        self.floor = started.floor
        self.floor.assigned_only = config.staff.assigned_only
        self.floor.house.thresholds = config.thresholds
        self.started = started
        self.committer = ThreadCommitter(store)
        self.running = RunningFloor(started.floor, self.committer, clock, self.recorded, ticks)
        self.office = Office(
            *(self.running, credentials, clock, monotonic_ms, self._office_recorded),
            accounts=config.accounts,
        )
        self.days = GamingDays(self.running, self.office, config.closing, clock)
        self.stopped = asyncio.Event()
        self.renew_certificate: Callable[[], object] = int
        """Reloads the certificate; set by the server."""
        self.closing = False
        self.pace = Pace()
        self.gate = Gate(config.connections, self.pace, behind_proxy=config.behind_proxy)
        self.meters = Meters(self.pace)
        most = config.connections.requests_per_address
        self.turns = Buckets(most * TURNS_AT_ONCE, most, self.pace)
        """The rate of HTTP requests by address, terminal and session, pages included."""
        self.kept: KeptAnswers[Any] = KeptAnswers()
        self.visits = Bucket(VISITS_BURST * 10, VISITS_PER_SECOND * 10, self.pace)
        self.visits_from = Buckets(VISITS_BURST, VISITS_PER_SECOND, self.pace)
        self.requests = Buckets(BURST, PER_SECOND, self.pace)
        """The rate of API requests by terminal and session."""
        self.tables = {table.id: table for table in config.tables}
        self.vouchers = Vouchers(voucher_key, started.floor.house, monotonic_ms, clock)
        self.office.as_recorded = self.vouchers.as_recorded
        self.books = {core.state.book.id: core.state.book for core in started.floor.tables.values()}
        self.connections: set[Connection] = set()
        self.channels: dict[str, Channel] = {}
        self.histories: dict[str, TableHistory] = {}
        self.lab = Lab()
        self.overview = Overview(self.channels, self.office)
        self.overview.hours = self.days.hours
        self.watch = Watch(
            *(config, self.running, self.office, self.channels, self.overview, self.histories),
            *(self.vouchers, clock, ticks),
        )
        self.table_requests = requests = TableRequests(
            *(config, self.running, self.office, self.vouchers, self.days),
            *(self.meters, self.metrics, clock),
        )
        requests.seen, requests.failed = self.watch.players.seen, self._stop
        self.ask, self.request = requests.ask, requests.request
        self.unfit, self.carries_out = requests.unfit, requests.carries_out
        self._tasks: set[asyncio.Task[object]] = set()
        self._draws: dict[str, Draws] = {}
        for table in config.tables:
            core = started.floor.tables[table.id]
            self._draws[table.id] = draws = seal(table.id)
            core.completes = Completion(core, draws, voucher_key.new_id, config.voucher.days)
            self.channels[table.id] = self._channel(table, core)
        requests.wheels = self.wheels = {
            table.id: TableWheel(
                table.serial_port, self.channels[table.id], self.running, self.office, ticks
            )
            for table in config.tables
            if table.wheel == "serial" and table.serial_port is not None
        }

    def _channel(self, table: Table, core: Core) -> Channel:
        times = timetable(table) if table.deals == "automatic" else None
        calls = calls_of(core.state.book, table.terminal)
        deals = table.deals_when if times is not None else "always"
        setting = Setting(table.shown(), times, calls, table.self_service, deals)
        seq = self.store.head(core.stream).seq
        channel = Channel(core, setting, seq, lambda: self.running.settled(table.id))
        channel.number = self.shown_number
        channel.acting = lambda actor: self.office.acting_at(table.id, actor)
        channel.away = lambda actor: self.office.away(table.id, actor)
        return channel

    # Opening and closing

    async def open(self) -> None:
        """Record the start, and only then serve."""
        last_ms = last_entry_ms(self.floor, self.started.entries)
        await self.running.write(self.started.entries)
        self._require_running()
        await self.office.resume()
        await self.watch.begin()
        for id_, channel in self.channels.items():
            channel.seq = channel.shown_seq = self.store.head(channel.core.stream).seq
            self.histories[id_] = _history(self.store, channel.core)
            self.table_requests.reveal(channel.core)
            stream, entries = channel.core.stream, self.started.entries
            if any((one.stream, one.name) == (stream, RoundVoided.name) for one in entries):
                await self.watch.look_at_voids(id_)
        await follow_the_file(self.config, self.running, self.vouchers.identity)
        await self.watch.check(last_ms)
        await self.days.turn()
        await self.running.idle()
        for table in self.config.tables:
            if table.deals == "automatic":
                await open_by_itself(table, self.running, self.config.closing, self.clock())
                self._keep(self._deal(table.id, timetable(table)))
        for wheel in self.wheels.values():
            wheel.open()
            self._keep(wheel.run())
        log.info("house open", extra={"fields": {"tables": list(self.channels)}})
        self._keep(self._beat())
        self._keep(self.watch.tell_floor(self._require_running))
        self._keep(self.watch.sweep(self._linked))
        self._keep(self.days.keep())
        archives, alert = self.config.data / ARCHIVES, partial(self.office.raise_alert, None)
        pruning = partial(prune, self.running, archives, self.clock)
        kept = retain(self.store, archives, self.config.retention, self.clock, alert, pruning)
        self._keep(kept)

    async def _beat(self) -> None:
        """Show the store that this event loop does its work, and stop once the store has failed."""
        beaten_ms = monotonic_ms()
        self.store.is_well = lambda: monotonic_ms() - beaten_ms < HUNG_MS  # type: ignore[method-assign]
        try:
            while self.store.failure is None:
                beaten_ms = monotonic_ms()
                await asyncio.sleep(BEAT_S)
        finally:  # while it closes it is not taken for one that hangs
            self.store.is_well = lambda: True  # type: ignore[method-assign]
        self._stop()

    def _linked(self) -> set[str]:
        """The names of all connected people and terminals."""
        return {each.actor.name for each in self.connections if each.actor is not None}

    async def _deal(self, table: str, times: Timetable) -> None:
        channel, deals = self.channels[table], self.tables[table].deals_when

        def wanted() -> bool:
            seated = bool(channel.core.state.seats)
            return is_wanted(deals, seated=seated, watched=channel.is_watched)

        await self.running.deal(table, self._draws[table], times, wanted)

    async def dismiss(self) -> None:
        """Answer pending requests, notify all clients and close their connections."""
        self.closing = True
        await self._idle()
        for connection in list(self.connections):
            connection.end("house/closing", "the house is closing", 1001)

    async def _idle(self) -> None:
        for wheel in self.wheels.values():
            await wheel.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.office.logbook.idle()
        if self.running.stopped is None:
            await self.running.idle()

    async def close(self) -> None:
        """Stop cleanly, after the last request."""
        await self._idle()
        for channel in self.channels.values():
            channel.close()
        await self.lab.close()
        self.committer.close()

    def _keep(self, work: Coroutine[None, None, object]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[object]") -> None:
        self._tasks.discard(task)
        bug = None if task.cancelled() else task.exception()
        if bug is not None and not isinstance(bug, FloorStopped):
            log.error("background task failed", exc_info=bug)
        if bug is not None or self.running.stopped is not None:
            self._stop()

    def _stop(self) -> None:
        """Stop after a failed write or a bug: the record is the truth, and nobody gets more
        answers."""
        if not self.stopped.is_set():
            failed = self.running.stopped or self.store.failure
            bug = "a background task failed"
            reason = bug if failed is None else why_unwritten(failed, self.config.data)
            log.error("house stopped", extra={"fields": {"reason": reason}})
            self.stopped.set()
            for connection in list(self.connections):
                connection.end("house/stopped", "the house has stopped; reconnect later", 1011)

    def _require_running(self) -> None:
        if self.running.stopped is not None:
            raise FloorStopped(str(self.running.stopped))

    # What happened

    def recorded(self, table: str, events: Sequence[Event], entries: Sequence[Entry]) -> None:
        """Handle durable events of a table."""
        channel, others = self.channels[table], beside_wagers(events)
        if (history := self.histories.get(table)) is not None:
            history.rounds.see(*entries)
        if (wheel := self.wheels.get(table)) is not None:
            wheel.recorded(others)
        self.vouchers.recorded(others)
        channel.recorded(events, entries)
        if any(isinstance(event, ENDS) for event in others):
            self.table_requests.reveal(channel.core)
        for work in self.watch.recorded(table, others):
            self._keep(work)
        if concerns_the_house(others):
            for other in self.channels.values():
                if other is not channel:
                    other.refresh()

    def _office_recorded(self, events: Sequence[Event]) -> None:
        """Handle durable events of the office."""
        for work in self.watch.office_recorded(events):
            if self.closing:
                work.close()
            else:
                self._keep(work)

    # What connections ask

    def hello(self, who: Who) -> frames.Hello:
        """The first message of a connection."""
        import croupier

        actor = who.actor
        return frames.Hello(
            protocol=VERSION,
            program=croupier.__version__,
            house=self.config.name,
            currency=self.config.currency,
            demonstration=self.config.demonstration,
            tables=tuple(self.channels),
            you=frames.You(
                name=actor.name if actor is not None else None,
                position=actor.position if actor is not None else None,
                terminal=who.terminal,
            ),
            now_ms=self.running.steady(),
            reality_check_minutes=self.config.seats.reality_check_minutes,
        )

    def shown_number(self, table: TableState, player: str, id_: str) -> str:
        """The number of a voucher as its player may see it; empty for one issued before the
        terminal was enrolled, or some time ago to a player without a seat."""
        terminal = self.office.state.terminals.get(player)
        ended = terminal is not None and id_ in terminal.ended
        stays = player in table.seats or self.vouchers.is_fresh(id_)
        return self.vouchers.number(id_) if stays and not ended else ""

    def printed_number(self, table: TableState, player: str, id_: str) -> str:
        """The number of a voucher as a printer is given it: for some minutes."""
        return self.shown_number(table, player, id_) if self.vouchers.is_fresh(id_) else ""

    def watch_floor(self, connection: Connection) -> Refusal | None:
        """Let a member of staff watch all tables."""
        if connection.actor is None or connection.actor.position is None:
            return refusal("staff/not-signed-in")
        self.overview.watch(connection)
        return None

    async def ask_office(self, who: Who, asked: frames.ToOffice) -> frames.Verdict:
        """A staff request to the office over the WebSocket."""
        return await answer_staff(self.office, who.actor, asked)

    # Who comes and goes

    def active(self, who: Who) -> Refusal | None:
        """Why someone may do nothing now, or None: idle staff are locked, and new ones must first
        choose a password or enrol."""
        if who.session is None:
            return None
        door = self.office.door
        return door.sessions.use(who.session) or door.first(who.session.actor.name)

    def join(self, connection: Connection) -> None:
        """Register a connection, until it leaves or is closed by the house."""
        self.connections.add(connection)
        self.metrics.connections[connection.who.kind] += 1
        who, out = connection.who, partial(self._put_out, connection)
        if who.session is not None:
            connection.let_go = who.session.attach(out)
        elif who.actor is not None:
            connection.let_go = self.office.when_withdrawn(who.actor.name, out)

    def _put_out(self, connection: Connection, why: str) -> None:
        connection.end("session/ended", why, figures={"why": why})

    def leave(self, connection: Connection) -> None:
        """Unregister a connection."""
        if connection in self.connections:
            self.metrics.connections[connection.who.kind] -= 1
        self.connections.discard(connection)
        connection.let_go()
        self.overview.leave(connection)


def _history(store: Store, core: Core) -> TableHistory:
    state = core.state
    return TableHistory(store, state.book, state.own_wheel, StoredRounds(state.id, store))
