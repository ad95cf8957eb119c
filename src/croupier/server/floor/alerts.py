"""What alerts are raised of: decisions about money once the number was known, and who makes them
often; a tray that ran short, a count that differs, terminals without a link, a clock that was set.

Decisions and rates are folds of the tables' records, and what was raised of them one of the
house's: after a start, what was not raised yet is.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

import msgspec

from croupier.history.describe import changes, moves
from croupier.house import TableState
from croupier.house.day import DayCounted
from croupier.house.meters import Figures
from croupier.house.tray import FloatFilled, TableClosed
from croupier.journal.entry import Entry
from croupier.notation.describe import counts
from croupier.office.alerts import AlertRaised
from croupier.office.state import ResultChange
from croupier.round.base import Actor, Event
from croupier.round.outcome import RoundSettled
from croupier.round.void import RoundVoided
from croupier.server.config.settings import Alerts, Oversight
from croupier.server.people.office import Office
from croupier.table.codec import CODEC
from croupier.table.core import Core
from croupier.table.events import ClockStepped, DecisionWeighed
from croupier.table.floor import Floor
from croupier.table.oversight import Rate
from croupier.words.message import Message, alert

TO_BE_LOOKED_AT = (DecisionWeighed, RoundVoided)
KINDS: Mapping[str, str] = {
    "rule-on-wager": "oversight/ruling",
    "revoke-ruling": "oversight/ruling",
    "decide-referral": "oversight/referral",
    "correct-outcome": "oversight/correction",
}
"""The kinds of alerts by what was asked; all others are voids."""
Absent = tuple[str, str]
"""A table and a terminal."""
STEP_MS = 2_000
"""Less than this between two looks is a clock that is being slowed down or sped up, as NTP does."""


async def oversee(office: Office, core: Core) -> None:
    """Raise the missing alerts about decisions at a table, which must be idle."""
    for one in list(core.oversight.lately):
        if one.decision > office.state.overseen.get(core.state.id, 0):
            alert = alert_of(one, core.state.id, office.logbook.clock())
            if not await office.raise_decision(alert, core.state.id, one.decision):
                return


def alert_of(one: DecisionWeighed, table: str, now_ms: int) -> AlertRaised:
    """The alert about a decision."""
    results = [ResultChange(name, each.without, each.now) for name, each in one.players.items()]
    return AlertRaised(
        id=0,
        table=table,
        kind=KINDS.get(one.asked, "oversight/void"),
        says=tuple(_of_decision(one)),
        at_ms=now_ms,
        about=people(one.by, one.approver),
        results=(*results, ResultChange(None, one.house.without, one.house.now)),
    )


def people(by: Actor, approver: Actor | None = None) -> tuple[str, ...]:
    """The people whom an alert concerns: those who did and approved it."""
    return (by.name,) if approver is None else (by.name, approver.name)


def _of_decision(one: DecisionWeighed) -> Iterator[Message]:
    yield alert("oversight.decision", round=one.round, asked=one.asked)
    yield from _done_by(one.by, one.approver)
    yield from moves(one)
    if one.number is not None:
        yield from changes(one)
    if one.reason:
        yield alert("reason", reason=one.reason)


def _done_by(by: Actor, approver: Actor | None) -> Iterator[Message]:
    yield alert("by", by=by.name)
    if approver is not None:
        yield alert("approved", approver=approver.name)


class Day(NamedTuple):
    """The decisions of people at a table in its latest gaming day."""

    day: str
    rates: Mapping[str, Rate]


def day_of(core: Core) -> Day:
    """The latest gaming day of an idle table."""
    return Day(core.state.last_day or "", dict(core.oversight.rates))


def rates_of(office: Office, days: Collection[Day]) -> dict[str, Rate]:
    """Each person's decisions at all tables, in the newest gaming day or the one before it."""
    rates: dict[str, Rate] = {}
    for name, rate in (each for one in latest(days) for each in one.rates.items()):
        if name in office.state.staff:
            rates[name] = rates.get(name, Rate()).plus(rate)
    return rates


def latest(days: Collection[Day]) -> list[Day]:
    """The tables whose gaming day is the newest, or the one before it: not all begin at once."""
    known = {one.day: date.fromisoformat(one.day).toordinal() for one in days if one.day}
    since = max(known.values(), default=0) - 1
    return [one for one in days if one.day and known[one.day] >= since]


async def watch_rates(office: Office, days: Sequence[Day], most: Oversight) -> None:
    """Raise alerts about people over the house's thresholds, once per measure and gaming day."""
    for name, rate in rates_of(office, days).items():
        for measure in over(rate, most):
            newest = max(one.day for one in days)
            await office.raise_rate(name, measure, newest, of_rate(name, rate))


def over(rate: Rate, most: Oversight) -> Iterator[str]:
    """The measures above their thresholds.

    >>> list(over(Rate(rounds=100, decisions=5, moved=1), Oversight(decisions=4)))
    ['decisions']
    """
    if rate.decisions > most.decisions:
        yield "decisions"
    if rate.moved > most.moved:
        yield "moved"
    often = (rate.decisions + rate.early) * 100 > most.share * rate.rounds
    if often and rate.rounds >= most.share_from:
        yield "share"


def of_rate(name: str, rate: Rate) -> Message:
    """The view of a person's rate."""
    return alert("oversight.rate", name=name, **msgspec.structs.asdict(rate))


class Seen(NamedTuple):
    """An alert that an event raises."""

    kind: str
    messages: tuple[Message, ...]
    about: tuple[str, ...]


def to_be_seen(state: TableState, events: Iterable[Event]) -> Iterator[Seen]:
    """The alerts that these events raise."""
    for event in events:
        match event:
            case FloatFilled(short=True, amount=amount) if not state.fills_itself:
                kind, approver = "float/short", None
                messages = [alert("float.short", amount=amount)]
            case DayCounted(counted=counted, expected=expected) if counted != expected:
                kind, approver = "count/differs", event.approver
                messages = [alert("count.day", day=event.day), *counts(event)]
            case TableClosed(closer=closer, expected=expected) if closer != expected:
                kind, approver = "float/count-differs", event.approver
                messages = [alert("float.differs", closer=closer, expected=expected)]
            case _:
                continue
        messages += _done_by(event.by, approver)
        yield Seen(kind, tuple(messages), people(event.by, approver))


class Beyond(NamedTuple):
    """A figure of a table's gaming day that is beyond a threshold."""

    measure: str
    kind: str
    message: Message


def beyond(figures: Figures, most: Alerts) -> Iterator[Beyond]:
    """The figures that are beyond their thresholds.

    >>> [one.measure for one in beyond(Figures(rounds=5, voids=5), Alerts())]
    ['voids']
    """
    rounds, voids, hold = figures.rounds, figures.voids, figures.hold
    if rounds >= most.void_from and voids * 100 > most.void_share * rounds:
        many = alert("figures.voids", voids=voids, rounds=rounds, most=most.void_share)
        yield Beyond("voids", "figures/voids", many)
    if hold is None or figures.drop < most.hold_from:
        return
    shown = {"win": figures.win, "drop": figures.drop}
    if hold * 100 < most.hold_least:
        low = alert("figures.hold-low", least=most.hold_least, **shown)
        yield Beyond("hold-low", "figures/hold", low)
    if hold * 100 > most.hold_most:
        high = alert("figures.hold-high", most=most.hold_most, **shown)
        yield Beyond("hold-high", "figures/hold", high)


def big_wins(events: Iterable[Event], most: int) -> Iterator[Message]:
    """The players who won more than so much in a round that was settled."""
    for event in events:
        if isinstance(event, RoundSettled):
            for player, returned in event.returned.items():
                staked = sum(event.staked.get(player, {}).values())
                if (won := sum(returned.values()) - staked) > most:
                    yield alert("figures.big-win", player=player, won=won, round=event.round)


class MissingTerminals:
    """When each enrolled terminal was last connected, of those that were since the start."""

    def __init__(self, ticks: Callable[[], int], minutes: int) -> None:
        """``ticks`` never steps back."""
        self._ticks, self._after_ms = ticks, minutes * 60_000
        self._seen: dict[str, int] = {}
        self._missed: set[str] = set()

    def missed(self, enrolled: Collection[str], linked: Collection[str]) -> list[str]:
        """Those that have been missing for too long since the last look, each once."""
        now_ms = self._ticks()
        self._seen = {name: at for name, at in self._seen.items() if name in enrolled}
        self._seen |= dict.fromkeys((name for name in enrolled if name in linked), now_ms)
        gone = {name for name, at in self._seen.items() if now_ms - at >= self._after_ms}
        new, self._missed = sorted(gone - self._missed), gone
        return new


class AbsentTerminals:
    """Terminals missing at the last check: a link that recovers by itself is no fault."""

    def __init__(self) -> None:
        self._looks: dict[Absent, int] = {}

    def lost(
        self, tables: Iterable[TableState], enrolled: Collection[str], linked: Collection[str]
    ) -> list[Absent]:
        """Those missing at two checks in a row."""
        missing = [
            (table.id, player)
            for table in tables
            if table.round is not None
            for player, areas in table.round.held.items()
            if areas and player in enrolled and player not in linked
        ]
        self._looks = {each: self._looks.get(each, 0) + 1 for each in missing}
        return [each for each, looks in self._looks.items() if looks == 2]


class AbsentPlayers:
    """When each player at a terminal was last present; at a start, everyone counts as present."""

    def __init__(self, ticks: Callable[[], int], absent_ms: int) -> None:
        """``ticks`` never steps back."""
        self._ticks, self._absent_ms = ticks, absent_ms
        self._seen: dict[str, int] = {}

    def seen(self, player: str) -> None:
        """Note a request of a player, with a link or without."""
        self._seen[player] = self._ticks()

    def gone(
        self, tables: Iterable[TableState], terminals: Collection[str], linked: Collection[str]
    ) -> list[Absent]:
        """The seats of players absent for longer than the house allows."""
        seats = [(table.id, name) for table in tables for name in table.seats if name in terminals]
        now_ms, players = self._ticks(), {player for _, player in seats}
        self._seen = {
            player: now_ms if player in linked else self._seen.get(player, now_ms)
            for player in players
        }
        return [seat for seat in seats if now_ms - self._seen[seat[1]] >= self._absent_ms]


class ClockWatch:
    """A clock, and its offset from the ticks at the last check."""

    def __init__(self, clock: Callable[[], int], ticks: Callable[[], int]) -> None:
        self._clock = clock
        self._ticks = ticks
        self._ahead_ms = clock() - ticks()
        self.last: dict[str, int] | None = None
        """The last step: its time, by the new clock, and its size."""

    def stepped(self) -> Message | None:
        """The alert about a step since the last check, or None."""
        now_ms = self._clock()
        ahead_ms = now_ms - self._ticks()
        by_ms, self._ahead_ms = ahead_ms - self._ahead_ms, ahead_ms
        if abs(by_ms) < STEP_MS:
            return None
        self.last = {"at_ms": now_ms, "by_ms": by_ms}
        way = "clock.forward" if by_ms > 0 else "clock.back"
        was, now = _shown(now_ms - by_ms), _shown(now_ms)
        return alert(way, by=_lasting(by_ms), was=was, now=now)

    def behind(self, last_ms: int) -> Message | None:
        """The alert about a clock that is behind the last entry of the record, or None."""
        now_ms = self._clock()
        if now_ms > last_ms - STEP_MS:
            return None
        self.last = {"at_ms": now_ms, "by_ms": now_ms - last_ms}
        late, now, last = _lasting(now_ms - last_ms), _shown(now_ms), _shown(last_ms)
        return alert("clock.behind", by=late, now=now, last=last)


def last_entry_ms(floor: Floor, entries: Iterable[Entry]) -> int:
    """The times of the tables' last entries, before those of a start."""
    stepped = (CODEC.event(one) for one in entries if one.name == ClockStepped.name)
    before = [event.before_ms for event in stepped if isinstance(event, ClockStepped)]
    return max([0, *before, *(core.last_ms for core in floor.tables.values())])


def _shown(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms // 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _lasting(ms: int) -> str:
    minutes, seconds = divmod(round(abs(ms) / 1000), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
