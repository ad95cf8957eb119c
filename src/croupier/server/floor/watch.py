"""What a running house watches by itself: all tables at a glance for the pit, and the alerts that
follow from decisions and voids, the tray, the clock, vouchers of another key, and terminals that
nobody is at.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from fractions import Fraction

from croupier.history.statistics import too_many_called_off
from croupier.history.table import TableHistory
from croupier.house.day import DayStarted
from croupier.house.own_limits import EndTimeOut, TakeTimeOut
from croupier.house.seats import LeaveSeat
from croupier.office.alerts import AlertAcknowledged, AlertRaised
from croupier.office.appointments import AppointmentEnded, StaffAppointed
from croupier.office.assignments import AssignmentEnded, StaffAssigned
from croupier.protocol import frames, views
from croupier.round import CALLED_OFF, ENDS
from croupier.round.base import Actor, Command, Event
from croupier.server.config.house import HouseConfig
from croupier.server.floor.alerts import (
    TO_BE_LOOKED_AT,
    AbsentPlayers,
    AbsentTerminals,
    ClockWatch,
    Day,
    MissingTerminals,
    beyond,
    big_wins,
    day_of,
    oversee,
    rates_of,
    to_be_seen,
    watch_rates,
)
from croupier.server.floor.vouchers import Vouchers, need_key
from croupier.server.live.channel import Channel, Viewer, encode
from croupier.server.live.link import frame
from croupier.server.live.views import approval_view, floor_for, rate_views, reads_all
from croupier.server.people.office import Office
from croupier.table.core import Request
from croupier.table.running import RunningFloor
from croupier.table.turning import BY_THE_HOUSE
from croupier.words.message import alert

log = logging.getLogger(__name__)
MAY_ACT_NOW = (StaffAppointed, AppointmentEnded, StaffAssigned, AssignmentEnded)
COUNTED: tuple[type[Event], ...] = (*ENDS, *TO_BE_LOOKED_AT, DayStarted)
FLOOR_EVERY_S = 1.0
SWEEP_EVERY_S = 5.0
MINUTE_MS = 60_000
TIME_OUT = 60
"""Minutes of the time-out after a player's own time is up."""
Work = Coroutine[None, None, object]


class Overview:
    """The people who watch the floor, and their views."""

    def __init__(self, channels: Mapping[str, Channel], office: Office) -> None:
        self._channels = channels
        self._office = office
        self._watchers: set[Viewer] = set()
        self.days: dict[str, Day] = {}
        """Decisions about money, by table."""
        self.hours: Callable[[], tuple[str, str]] = lambda: ("", "")
        """The gaming day by the house's clock, and when such days end."""

    def view(self) -> views.FloorView:
        """All tables, open alerts and pending requests."""
        office, (day, closes) = self._office.state, self.hours()
        return views.FloorView(
            gaming_day=day,
            closes=closes,
            tables=tuple(channel.row() for channel in self._channels.values()),
            alerts=tuple(office.alerts.values()),
            approvals=tuple(approval_view(each) for each in office.approvals.values()),
            acting={
                name: one.acting for name, one in office.staff.items() if one.acting is not None
            },
            rates=rate_views(rates_of(self._office, self.days.values())),
        )

    def watch(self, viewer: Viewer) -> None:
        """Show someone the floor, now and from now on."""
        self._watchers.add(viewer)
        viewer.put(self._frame(viewer, self.view()))

    def leave(self, viewer: Viewer) -> None:
        """Stop showing someone the floor."""
        self._watchers.discard(viewer)

    def tell(self) -> None:
        """Send the current state to everyone who watches."""
        if self._watchers:
            floor = self.view()
            whole = frame(encode(frames.FloorFrame(floor=floor)))
            for viewer in list(self._watchers):
                all_ = viewer.actor is not None and reads_all(self._office.at_most(viewer.actor))
                viewer.put(whole if all_ else self._frame(viewer, floor))

    def _frame(self, viewer: Viewer, floor: views.FloorView) -> bytes:
        assert viewer.actor is not None, "only staff watch the floor"
        return frame(encode(frames.FloorFrame(floor=self.seen_by(viewer.actor, floor))))

    def seen_by(self, actor: Actor, floor: views.FloorView | None = None) -> views.FloorView:
        """The floor as someone may see it."""
        return floor_for(floor or self.view(), self._office.at_most(actor))


class Watch:
    """The watch of one house; ``recorded`` hands back work to be done later."""

    def __init__(
        self,
        config: HouseConfig,
        running: RunningFloor,
        office: Office,
        channels: Mapping[str, Channel],
        overview: Overview,
        histories: Mapping[str, TableHistory],
        vouchers: Vouchers,
        clock: Callable[[], int],
        ticks: Callable[[], int],
    ) -> None:
        self.clock = ClockWatch(clock, ticks)
        self.players = AbsentPlayers(ticks, config.seats.absent_minutes * 60_000)
        self._terminals = AbsentTerminals()
        self._missing = MissingTerminals(ticks, config.alerts.terminal_minutes)
        self._config, self._running, self._office = config, running, office
        self._channels, self._overview, self._histories = channels, overview, histories
        self._vouchers, self._now = vouchers, clock
        self._assigned = office.assigned_now()

    def recorded(self, table: str, events: Sequence[Event]) -> Iterator[Work]:
        """Handle durable events of a table: returns what to check because of them."""
        core = self._running.floor.tables[table]
        if any(isinstance(event, COUNTED) for event in events):
            self._overview.days[table] = day_of(core)
        if any(isinstance(event, TO_BE_LOOKED_AT) for event in events):
            yield self.oversee(table)
        if any(isinstance(event, CALLED_OFF) for event in events):
            yield self.look_at_voids(table)
        for kind, messages, about in to_be_seen(core.state, events):
            yield self._office.raise_alert(table, kind, *messages, about=about)
        for won in big_wins(events, self._config.alerts.win):
            yield self._office.raise_alert(table, "figures/big-win", won)
        if any(isinstance(event, ENDS) for event in events):
            day, figures = core.state.last_day or "", core.state.meters.day
            for one in beyond(figures, self._config.alerts):
                yield self._office.raise_figure(table, one.kind, one.measure, day, one.message)

    def office_recorded(self, events: Sequence[Event]) -> Iterator[Work]:
        """Handle durable events of the office: staff see them at once."""
        for event in events:
            by = getattr(event, "by", None)
            fields = {"name": event.name, "by": by.name if by is not None else None}
            log.info("office", extra={"fields": fields})
            if isinstance(event, AlertRaised):
                about = {"kind": event.kind, "table": event.table, "id": event.id}
                log.warning("alert", extra={"fields": about})
        if any(isinstance(event, MAY_ACT_NOW) for event in events):
            self._refresh_staff()
        for event in events:
            if isinstance(event, AlertAcknowledged):
                yield self.oversee(*self._channels)
        self._overview.tell()

    async def begin(self) -> None:
        """At a start: earlier decisions that raised no alert yet."""
        tables = self._running.floor.tables
        self._overview.days = {id_: day_of(core) for id_, core in tables.items()}
        await self.oversee(*self._channels)

    async def oversee(self, *tables: str) -> None:
        """Raise alerts about decisions made with the number known, and who makes many."""
        for table in tables:
            await self._running.quiet(table)
            await oversee(self._office, self._running.floor.tables[table])
        await watch_rates(self._office, list(self._overview.days.values()), self._config.oversight)

    async def look_at_voids(self, table: str) -> None:
        """Check an own wheel, whose number is fixed at the close: voids after it must be rare."""
        share = Fraction(self._config.oversight.called_off, 100)
        history = self._histories.get(table)
        if history is not None and history.own_wheel:
            many = await asyncio.to_thread(too_many_called_off, history.rounds, share)
            if many is not None:
                await self._office.raise_alert(table, "oversight/called-off", many)

    async def check(self, last_ms: int) -> None:
        """At a start: vouchers of another key, whose numbers are of no use, and a clock that is
        behind the last entry."""
        house = self._running.floor.house
        other = [id_ for id_ in need_key(house) if not self._vouchers.fits(id_)]
        if other:
            made = alert("voucher.other-key", count=len(other))
            await self._office.raise_alert(None, "voucher/other-key", made)
        if (behind := self.clock.behind(last_ms)) is not None:
            await self._office.raise_alert(None, "clock/behind", behind)

    async def tell_floor(self, require_running: Callable[[], None]) -> None:
        """Every second, until cancelled: the pit sees all tables, and the clock is looked at."""
        while True:
            await asyncio.sleep(FLOOR_EVERY_S)
            # What nobody waits for may have failed as well, such as a signature.
            require_running()
            self._overview.tell()
            if (stepped := self.clock.stepped()) is not None:
                await self._office.raise_alert(None, "clock/stepped", stepped)

    async def sweep(self, linked: Callable[[], Collection[str]]) -> None:
        """Every few seconds, until cancelled: idle staff are locked, what waits too long lapses,
        and terminals without a link are missed."""
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            await self._office.sweep()
            self.end_slips()
            await self.keep_own_limits()
            if self._office.assigned_now() != self._assigned:
                self._refresh_staff()
            await self._miss_terminals(linked())

    async def keep_own_limits(self) -> None:
        """Time that players set themselves is up: they have a time-out. Those in one have no seat,
        and one that is over ends."""
        now_ms = self._now()
        for id_, core in self._running.floor.tables.items():
            table = core.state
            asked: list[Command] = [
                EndTimeOut(player=player)
                for player, until_ms in table.house.time_outs.items()
                if until_ms <= now_ms and player not in table.house.excluded
            ]
            for player in table.seats:
                own = table.house.own_limits.get(player)
                sat_ms = now_ms - table.sat_ms.get(player, now_ms)
                if table.house.is_kept_out(player):
                    asked.append(LeaveSeat(player=player, reason="time-out"))
                elif own is not None and own.minutes and sat_ms >= own.minutes * MINUTE_MS:
                    reason = f"own limit: {own.minutes} min"
                    asked.append(TakeTimeOut(player=player, minutes=TIME_OUT, reason=reason))
            for command in asked:
                await self._running.ask(id_, Request(BY_THE_HOUSE, command))

    def end_slips(self) -> None:
        """Refresh players without a seat whose vouchers are no longer shown."""
        if old := self._vouchers.grown_old():
            for channel in self._channels.values():
                table = channel.core.state
                gone = table.slips.keys() - table.seats.keys()
                channel.refresh_seats(one for one in gone if old & table.slips[one].keys())

    async def _miss_terminals(self, linked: Collection[str]) -> None:
        tables = [core.state for core in self._running.floor.tables.values()]
        terminals = self._office.state.terminals
        for table, player in self.players.gone(tables, terminals, linked):
            minutes = self._config.seats.absent_minutes
            reason = f"away for {minutes} minute{'' if minutes == 1 else 's'}"
            leave = LeaveSeat(player=player, reason=reason)
            await self._running.ask(table, Request(BY_THE_HOUSE, leave))
        if self._config.demonstration:
            return  # visitors come and go
        enrolled = {name for name, one in terminals.items() if one.enrolled}
        for table, terminal in self._terminals.lost(tables, enrolled, linked):
            lost = alert("terminal.lost", terminal=terminal)
            await self._office.raise_alert(table, "terminal/lost", lost)
        minutes = self._config.alerts.terminal_minutes
        for terminal in self._missing.missed(enrolled, linked):
            missing = alert("terminal.missing", terminal=terminal, minutes=minutes)
            await self._office.raise_alert(None, "terminal/missing", missing)

    def _refresh_staff(self) -> None:
        """Refresh what staff at every table may do now."""
        self._assigned = self._office.assigned_now()
        for channel in self._channels.values():
            channel.refresh_staff()
