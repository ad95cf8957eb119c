"""A running house: its floor, its people, and everyone who is connected.

What is told to anyone is told from ``told``, which is called when something is on record. When a
write fails the house stops: nobody is answered any more, and whoever started it is told.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from fractions import Fraction
from functools import partial
from time import monotonic_ns

from starlette.requests import HTTPConnection
from starlette.responses import Response

from croupier.history.statistics import too_many_called_off
from croupier.history.stored import StoredRounds
from croupier.history.table import TableHistory
from croupier.house import commands as h
from croupier.house.events import DayStarted
from croupier.house.state import TableState
from croupier.journal.backup import ARCHIVES
from croupier.journal.committer import ThreadCommitter
from croupier.journal.entry import Entry
from croupier.journal.store import Store
from croupier.office.events import (
    AlertAcknowledged,
    AppointmentEnded,
    AssignmentEnded,
    StaffAppointed,
    StaffAssigned,
)
from croupier.protocol import VERSION
from croupier.protocol import frames as f
from croupier.protocol import views as v
from croupier.round import commands as r
from croupier.round.commands import Actor, Command
from croupier.round.events import (
    Event,
    RoundAbandoned,
    RoundSettled,
    RoundVoided,
    SettledRoundVoided,
)
from croupier.rules.refusal import Refusal, refusal
from croupier.server.absent import AbsentPlayers, AbsentTerminals
from croupier.server.answering import asked_of_the_office
from croupier.server.cash_alerts import to_be_seen
from croupier.server.channel import Channel, concerns_the_house
from croupier.server.clock_watch import ClockWatch, last_entry_ms
from croupier.server.completing import Completion, said_for_the_house
from croupier.server.config import HouseConfig, Table, timetable
from croupier.server.connection import Connection, Who
from croupier.server.credentials import Credentials
from croupier.server.endpoint import Reply
from croupier.server.evenings import Evenings
from croupier.server.gaming_days import GamingDays
from croupier.server.gate import Gate
from croupier.server.kept import KeptAnswers
from croupier.server.meters import BURST, PER_SECOND, WAGERS_PER_SECOND, Meters, wagers_in
from croupier.server.metrics import Metrics
from croupier.server.opening import follow_the_file, open_by_itself
from croupier.server.overseeing import TO_BE_LOOKED_AT, day_of, oversee, watch_rates
from croupier.server.overview import Overview
from croupier.server.pace import Pace
from croupier.server.people import Office
from croupier.server.rates import Bucket, Buckets
from croupier.server.retaining import prune, retain
from croupier.server.sessions import Session, Told
from croupier.server.views import (
    Setting,
    calls_of,
    seat_view,
    staff_view,
)
from croupier.server.visitors import (
    TERMINAL_COOKIE,
    cookie,
    responds,
    set_cookie,
    terminal_key,
    who_asks,
)
from croupier.server.vouchers import VoucherKey, Vouchers, need_key
from croupier.server.wheel import TableWheel
from croupier.table.answers import Answer, not_recorded
from croupier.table.core import Core, Request
from croupier.table.dealer import AUTOMATIC, Timetable, is_wanted
from croupier.table.draws import Draws
from croupier.table.running import FloorStopped, RunningFloor
from croupier.table.start import Start
from croupier.table.turning import BY_THE_HOUSE

log = logging.getLogger(__name__)

OVER_THE_COUNTER = (h.BuyIn, h.CashOut, h.RedeemVoucher, h.CollectHeld, h.ChangeChips)
ROUND_ENDED = (RoundSettled, RoundVoided, RoundAbandoned)
MAY_ACT_NOW = (StaffAppointed, AppointmentEnded, StaffAssigned, AssignmentEnded)
CALLED_OFF = (RoundVoided, RoundAbandoned, SettledRoundVoided)
COUNTED = (*ROUND_ENDED, *TO_BE_LOOKED_AT, DayStarted)
FLOOR_EVERY_S = 1.0
SWEEP_EVERY_S = 5.0
VISITS_BURST, VISITS_PER_SECOND = 100, 5
"""Of one address; of all together ten times as many."""
TURNS_AT_ONCE = 10
"""So many seconds' requests of one address, terminal or session may come at once."""
Clock = Callable[[], int]


def monotonic_ms() -> int:
    """Milliseconds that never step back, for locks and throttles."""
    return monotonic_ns() // 1_000_000


class House:
    """A house that serves."""

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
        """With which the operator reads the metrics from another machine."""
        self.store = store
        self.floor = started.floor
        self.floor.assigned_only = config.staff.assigned_only
        self.floor.house.thresholds = config.thresholds
        self.started = started
        self.committer = ThreadCommitter(store)
        self.running = RunningFloor(started.floor, self.committer, clock, self.told, ticks)
        self.watch = ClockWatch(clock, ticks)
        self.office = Office(
            *(self.running, credentials, clock, monotonic_ms, self._office_told),
            accounts=config.accounts,
        )
        self.days = GamingDays(self.running, self.office, config.closing, clock)
        self._assigned = self.office.assigned_now()
        self.stopped = asyncio.Event()
        self.renew_certificate: Callable[[], object] = int
        """Has the certificate read anew; made by whoever serves the house."""
        self.closing = False
        self.pace = Pace()
        self.gate = Gate(config.connections, self.pace, behind_proxy=config.behind_proxy)
        self.meters = Meters(self.pace)
        most = config.connections.requests_per_address
        self.turns = Buckets(most * TURNS_AT_ONCE, most, self.pace)
        """What each address, terminal and session may ask over HTTP, pages included."""
        self.kept = KeptAnswers()
        self.visits = Bucket(VISITS_BURST * 10, VISITS_PER_SECOND * 10, self.pace)
        self.visits_from = Buckets(VISITS_BURST, VISITS_PER_SECOND, self.pace)
        self.requests = Buckets(BURST, PER_SECOND, self.pace)
        """What each terminal and each session may ask of the API."""
        self.tables = {table.id: table for table in config.tables}
        self.vouchers = Vouchers(voucher_key, started.floor.house, monotonic_ms, clock)
        self.office.as_recorded = self.vouchers.as_recorded
        self.books = {core.state.book.id: core.state.book for core in started.floor.tables.values()}
        self.connections: set[Connection] = set()
        self.channels: dict[str, Channel] = {}
        self.histories: dict[str, TableHistory] = {}
        self.evenings = Evenings()
        self._absent = AbsentTerminals()
        self._absent_players = AbsentPlayers(ticks, config.seats.absent_minutes * 60_000)
        self.overview = Overview(self.channels, self.office)
        self.overview.hours = self.days.hours
        self._tasks: set[asyncio.Task[None]] = set()
        self._draws: dict[str, Draws] = {}
        for table in config.tables:
            core = started.floor.tables[table.id]
            self._draws[table.id] = draws = seal(table.id)
            core.completes = Completion(core, draws, voucher_key.new_id, config.voucher.days)
            self.channels[table.id] = self._channel(table, core)
        self.wheels = {
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
        """Put the start on record, and only then serve."""
        last_ms = last_entry_ms(self.floor, self.started.entries)
        await self.running.write(self.started.entries)
        self._require_running()
        await self.office.resume()
        self.overview.days = {id_: day_of(core) for id_, core in self.floor.tables.items()}
        await self._oversee(*self.channels)
        for id_, channel in self.channels.items():
            channel.seq = channel.shown_seq = self.store.head(channel.core.stream).seq
            self.histories[id_] = _history(self.store, channel.core)
            self._reveal(id_, channel.core)
            stream, entries = channel.core.stream, self.started.entries
            if any((one.stream, one.name) == (stream, RoundVoided.name) for one in entries):
                await self._look_at_voids(id_)
        await follow_the_file(self.config, self.running, self.vouchers.identity)
        await self._check_vouchers()
        await self._check_clock(last_ms)
        await self.days.turn()
        await self.running.idle()
        for table in self.config.tables:
            if table.deals == "automatic":
                await open_by_itself(table, self.running, self.config.closing, self.clock())
                self._keep(self._deal(table.id, timetable(table)))
        for wheel in self.wheels.values():
            wheel.open()
            self._keep(wheel.run())
        log.info("the house is open", extra={"fields": {"tables": list(self.channels)}})
        self._keep(self._tell_floor())
        self._keep(self._sweep())
        self._keep(self.days.keep())
        archives, alert = self.config.data / ARCHIVES, partial(self.office.raise_alert, None)
        pruning = partial(prune, self.running, archives, self.clock)
        kept = retain(self.store, archives, self.config.retention, self.clock, alert, pruning)
        self._keep(kept)

    async def _check_clock(self, last_ms: int) -> None:
        if (text := self.watch.behind(last_ms)) is not None:
            await self.office.raise_alert(None, "clock/behind", text)

    async def _check_vouchers(self) -> None:
        """Numbers that were made with another key are of no use: somebody has to know."""
        other = [id_ for id_ in need_key(self.floor.house) if not self.vouchers.fits(id_)]
        if other:
            text = f"the numbers of {len(other)} vouchers were made with another key"
            await self.office.raise_alert(None, "voucher/other-key", text)

    async def _deal(self, table: str, times: Timetable) -> None:
        channel, deals = self.channels[table], self.tables[table].deals_when

        def wanted() -> bool:
            seated = bool(channel.core.state.seats)
            return is_wanted(deals, seated=seated, watched=channel.is_watched)

        await self.running.deal(table, self._draws[table], times, wanted)

    async def dismiss(self) -> None:
        """Have everyone leave: what was asked is answered, and they are told why."""
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
        """Stop cleanly, once nobody can ask for anything any more."""
        await self._idle()
        for channel in self.channels.values():
            channel.close()
        await self.evenings.close()
        self.committer.close()

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        bug = None if task.cancelled() else task.exception()
        if bug is not None and not isinstance(bug, FloorStopped):
            log.error("something that runs by itself has failed", exc_info=bug)
        if bug is not None or self.running.stopped is not None:
            self._stop()

    def _stop(self) -> None:
        """A write failed, or there is a bug: the record is the truth, and nobody is told more."""
        if not self.stopped.is_set():
            reason = str(self.running.stopped)
            log.error("the house has stopped", extra={"fields": {"reason": reason}})
            self.stopped.set()
            for connection in list(self.connections):
                connection.end("house/stopped", "the house has stopped; reconnect later", 1011)

    def _require_running(self) -> None:
        if self.running.stopped is not None:
            raise FloorStopped(str(self.running.stopped))

    # What happened

    def told(self, table: str, events: Sequence[Event], entries: Sequence[Entry]) -> None:
        """Something is on record."""
        channel = self.channels[table]
        if (history := self.histories.get(table)) is not None:
            for entry in entries:
                if entry.stream == history.stream:
                    history.rounds.see(entry)
        if (wheel := self.wheels.get(table)) is not None:
            wheel.told(events)
        self.vouchers.told(events)
        channel.told(events, entries)
        if any(isinstance(event, ROUND_ENDED) for event in events):
            self._reveal(table, channel.core)
        if any(isinstance(event, COUNTED) for event in events):
            self.overview.days[table] = day_of(channel.core)
        if any(isinstance(event, TO_BE_LOOKED_AT) for event in events):
            self._keep(self._oversee(table))
        if any(isinstance(event, CALLED_OFF) for event in events):
            self._keep(self._look_at_voids(table))
        for kind, text, about in to_be_seen(channel.core.state, events):
            self._keep(self._alerted(table, kind, text, about))
        if concerns_the_house(events):
            for other in self.channels.values():
                if other is not channel:
                    other.refresh()

    async def _oversee(self, *tables: str) -> None:
        """Raise alerts of what was decided once the number was known, and of who does so often."""
        for table in tables:
            await self.running.quiet(table)
            await oversee(self.office, self.floor.tables[table])
        days = list(self.overview.days.values())
        await watch_rates(self.office, days, self.config.oversight)

    async def _look_at_voids(self, table: str) -> None:
        """Of an own wheel the number is fixed with the close: voids after it must be rare."""
        history, share = self.histories.get(table), Fraction(self.config.oversight.called_off, 100)
        if history is not None and history.own_wheel:
            text = await asyncio.to_thread(too_many_called_off, history.rounds, share)
            if text is not None:
                await self._alerted(table, "oversight/called-off", text)

    async def _alerted(self, table: str, kind: str, text: str, about: tuple[str, ...] = ()) -> None:
        await self.office.raise_alert(table, kind, text, about)

    def _reveal(self, table: str, core: Core) -> None:
        """The secrets of ended rounds are public from now on, whoever dealt them: void rounds' too,
        and those that a failure kept back. The automatic dealer shows its last one by itself."""
        automatic = self.tables[table].deals == "automatic"
        for ended in core.state.past.values():
            last = automatic and ended.number == core.state.round_number
            if ended.is_hidden and not last:
                reveal = Request(AUTOMATIC, r.RevealSecret(round=ended.number))
                self.ask(Who(AUTOMATIC), table, reveal)

    # What connections ask

    def hello(self, who: Who) -> f.Hello:
        """What a connection is told first."""
        import croupier

        actor = who.actor
        return f.Hello(
            protocol=VERSION,
            program=croupier.__version__,
            house=self.config.name,
            currency=self.config.currency,
            demonstration=self.config.demonstration,
            tables=tuple(self.channels),
            you=f.You(
                name=actor.name if actor is not None else None,
                position=actor.position if actor is not None else None,
                terminal=who.terminal,
            ),
            now_ms=self.running.steady(),
        )

    def ask(self, who: Who, table: str, request: Request) -> "asyncio.Future[Answer]":
        """Ask something of a table."""
        begun = self.clock()
        if who.actor is not None and who.actor.position is None:
            self._absent_players.seen(who.actor.name)
        wheel = self.wheels.get(table)
        no = wheel.refuses(request.command) if wheel is not None else None
        if not self.floor.tables[table].answers.had(request.terminal, request.id):
            no = no or self.vouchers.too_many_wrong(request) or self._too_fast(table, request)
        if no is not None:
            told: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            told.set_result(not_recorded(no))
            return told
        known = request._replace(command=self.vouchers.with_id(request.command))
        answer = self.running.ask(table, known)

        def answered(done: "asyncio.Future[Answer]") -> None:
            if done.cancelled() or done.exception() is not None:
                self._stop()
                return
            self.vouchers.answered(request, done.result())
            said = "accepted" if done.result().accepted else "refused"
            self.metrics.answers[table, said] += 1
            self.metrics.waited(max(self.clock() - begun, 0))

        answer.add_done_callback(answered)
        return answer

    def _too_fast(self, table: str, request: Request) -> Refusal | None:
        """Whether a terminal has had too many wagers written lately; nothing is on record."""
        if request.terminal is None:
            return None
        state = self.floor.tables[table].state
        count = wagers_in(request.command, state, request.actor.name)
        if self.meters.wagers.spend(request.terminal, count):
            return None
        return refusal("rate/too-many", most=WAGERS_PER_SECOND)

    def voucher_id(self, number: str) -> str:
        """The id by which the record knows a voucher; of a number that is none, an empty one."""
        return self.vouchers.id_of(number)

    def voucher_number(self, id_: str) -> str:
        """The number of a voucher: for its owner alone, and for no record and no log."""
        return self.vouchers.number(id_)

    def shown_number(self, table: TableState, player: str, id_: str) -> str:
        """The number of a voucher as a player sees it; nothing of one that is shown no more: given
        before the terminal was enrolled, or some time ago to who has no seat."""
        terminal = self.office.state.terminals.get(player)
        ended = terminal is not None and id_ in terminal.ended
        stays = player in table.seats or self.vouchers.is_fresh(id_)
        return self.voucher_number(id_) if stays and not ended else ""

    def end_slips(self) -> None:
        """Have those told who have no seat and whose vouchers are shown no more."""
        if old := self.vouchers.grown_old():
            for channel in self.channels.values():
                table = channel.core.state
                gone = table.slips.keys() - table.seats.keys()
                channel.refresh_seats(one for one in gone if old & table.slips[one].keys())

    def carries_out(self, who: Who, table: str, command: Command) -> Actor:
        """Who does what a client asks: themselves, or the automatic cashier for them."""
        assert who.actor is not None
        own = getattr(command, "player", None) == who.actor.name and who.actor.position is None
        if own and self._self_served(table, command):
            return AUTOMATIC
        return self.office.acting_at(table, who.actor)

    def _self_served(self, table: str, command: Command) -> bool:
        """Whether a player does this without anybody, where the table lets them: money comes in by
        a person or a cash device and cash goes out by a person, but for a demonstration's."""
        if not self.tables[table].self_service or not isinstance(command, OVER_THE_COUNTER):
            return False
        by_hand = isinstance(command, h.BuyIn) or getattr(command, "paid", None) == "cash"
        return self.config.demonstration or not by_hand

    def unfit(self, who: Who, table: str, command: Command) -> Refusal | None:
        """Why a client's command does not reach a table, or nothing if it does."""
        if (no := said_for_the_house(command)) is not None:
            return no
        if isinstance(command, h.StartDay):
            return self.days.not_now(table, command.day)
        credit = self.config.visitors.credit
        visitor = self.config.demonstration and who.session is None
        if visitor and isinstance(command, h.BuyIn) and command.amount > credit:
            return refusal("visitor/credit", amount=command.amount, most=credit)
        return None

    def watch_floor(self, connection: Connection) -> Refusal | None:
        """Show someone of the staff all tables."""
        if connection.actor is None or connection.actor.position is None:
            return refusal("staff/not-signed-in")
        self.overview.watch(connection)
        return None

    async def seat(self, who: Who, table: str) -> v.SeatView:
        """What is a player's own at a table."""
        assert who.actor is not None
        self._absent_players.seen(who.actor.name)
        await self.running.quiet(table)
        core = self.floor.tables[table]
        last_id = core.answers.newest.get(who.terminal or "", 0)
        return seat_view(core.state, who.actor.name, last_id, self.shown_number)

    async def staff_at(self, who: Who, table: str) -> v.StaffView:
        """What someone of the staff sees of a table."""
        assert who.actor is not None
        await self.running.quiet(table)
        core = self.floor.tables[table]
        last_id = core.answers.newest.get(who.terminal or "", 0)
        actor = self.office.acting_at(table, who.actor)
        wheel, away = self.channels[table].wheel, self.office.away(table, who.actor)
        return staff_view(core.state, actor, last_id, wheel, away)

    async def _tell_floor(self) -> None:
        while True:
            await asyncio.sleep(FLOOR_EVERY_S)
            # What nobody waits for may have failed as well, such as a signature.
            self._require_running()
            self.overview.tell()
            if (text := self.watch.stepped()) is not None:
                await self.office.raise_alert(None, "clock/stepped", text)

    async def _sweep(self) -> None:
        """Idle staff are locked, what waits too long lapses, and terminals are missed."""
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            await self.office.sweep()
            self.end_slips()
            if self.office.assigned_now() != self._assigned:
                self._refresh_staff()
            await self._miss_terminals()

    async def _miss_terminals(self) -> None:
        tables = [core.state for core in self.floor.tables.values()]
        linked = {each.actor.name for each in self.connections if each.actor is not None}
        for table, player in self._absent_players.gone(tables, self.office.state.terminals, linked):
            reason = f"away for {self.config.seats.absent_minutes} minutes"
            leave = h.LeaveSeat(player=player, reason=reason)
            await self.running.ask(table, Request(BY_THE_HOUSE, leave))
        if self.config.demonstration:
            return  # visitors come and go
        enrolled = {name for name, one in self.office.state.terminals.items() if one.enrolled}
        for table, terminal in self._absent.lost(tables, enrolled, linked):
            text = f"{terminal} has wagers in play and no link"
            await self.office.raise_alert(table, "terminal/lost", text)

    def _office_told(self, events: Sequence[Event]) -> None:
        """Something of the office is on record: staff see it at once."""
        for event in events:
            by = getattr(event, "by", None)
            fields = {"event": event.name, "by": by.name if by is not None else None}
            log.info("the office", extra={"fields": fields})
        if any(isinstance(event, MAY_ACT_NOW) for event in events):
            self._refresh_staff()
        for event in events:
            if isinstance(event, AlertAcknowledged) and not self.closing:
                self._keep(self._oversee(*self.channels))
        self.overview.tell()

    def _refresh_staff(self) -> None:
        """Show the staff at every table what they may do there now."""
        self._assigned = self.office.assigned_now()
        for channel in self.channels.values():
            channel.refresh_staff()

    async def ask_office(self, who: Who, asked: f.ToOffice) -> f.Verdict:
        """What a member of staff asks of the office over the WebSocket."""
        return await asked_of_the_office(self.office, who.actor, asked)

    # Who comes and goes

    def who_asks(self, http: HTTPConnection) -> Who:
        """Who sent a request."""
        return who_asks(self.office, http, secure=self.secure)

    def cookie(self, http: HTTPConnection, name: str) -> str | None:
        """A cookie that came with a request."""
        return cookie(http, name, secure=self.secure)

    @property
    def secure(self) -> bool:
        """Whether browsers reach the house by TLS."""
        return self.config.tls is not None or self.config.behind_proxy

    async def responds(self, http: HTTPConnection, given: object) -> Response:
        """What a handler gave, as HTTP; a terminal is given another key when it is time."""
        answer = responds(given, secure=self.secure)
        if not isinstance(given, Reply) or TERMINAL_COOKIE not in given.cookies:
            key = terminal_key(self.office, http, secure=self.secure)
            if (new := await self.office.renewed(key)) is not None:
                set_cookie(answer, TERMINAL_COOKIE, new, secure=self.secure)
        return answer

    def active(self, who: Who) -> Refusal | None:
        """Why someone may do nothing now, or nothing: idle staff are locked, others are out, and
        whoever is new has something to do first."""
        if who.session is None:
            return None
        door = self.office.door
        return door.sessions.use(who.session) or door.first(who.session.actor.name)

    def join(self, connection: Connection) -> None:
        """A client is there, until it leaves or the house has it leave."""
        self.connections.add(connection)
        self.metrics.connections[connection.who.kind] += 1
        who, out = connection.who, partial(self._put_out, connection)
        if who.session is not None:
            who.session.on_end.add(out)
            who.session.on_lock.add(out)
            connection.let_go = partial(_let_go, who.session, out)
        elif who.actor is not None:
            connection.let_go = self.office.when_withdrawn(who.actor.name, out)

    def _put_out(self, connection: Connection, why: str) -> None:
        connection.end("session/ended", why)

    def leave(self, connection: Connection) -> None:
        """A client is gone."""
        if connection in self.connections:
            self.metrics.connections[connection.who.kind] -= 1
        self.connections.discard(connection)
        connection.let_go()
        self.overview.leave(connection)


def _history(store: Store, core: Core) -> TableHistory:
    state = core.state
    return TableHistory(store, state.book, state.own_wheel, StoredRounds(state.id, store))


def _let_go(session: Session, out: Told) -> None:
    session.on_end.discard(out)
    session.on_lock.discard(out)
