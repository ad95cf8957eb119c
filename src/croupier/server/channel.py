"""Who watches a table, and what they are told of it, and when.

What everybody may see is one frame, built once and written to all: at most every tenth of a second,
but the close of bets and the end of a round at once. Seats and staff are told after that. Views are
built only while what the table has in memory is what is on record.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from croupier.house.events import HouseEvent
from croupier.house.state import TableState
from croupier.journal.entry import Entry
from croupier.protocol.frames import Now, SeatFrame, StaffFrame, TableFrame
from croupier.protocol.views import SeatView, StaffView, TableRow, TableView, WheelView
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.phases import BETS_OPEN
from croupier.rules.refusal import Refusal
from croupier.server.link import frame
from croupier.server.views import (
    Number,
    Setting,
    by_id,
    is_idle,
    seat_view,
    staff_view,
    table_row,
    table_view,
)
from croupier.table.core import Core

EVERY_S = 0.1
SEATS_AT_ONCE = 250
"""Seats told in one go, so that nobody's wager waits behind five thousand others' results."""

AT_ONCE = (
    e.RoundOpened,
    e.BallSpun,
    e.BetsClosed,
    e.BonusNumbersDrawn,
    e.OutcomeConfirmed,
    e.RoundSettled,
    e.RoundVoided,
    e.RoundAbandoned,
    e.RoundInterrupted,
    e.RoundSuspended,
    e.RoundResumed,
)
"""What everybody is told without waiting for the next tenth of a second."""

COUNTED = (e.RoundOpened, e.RoundInterrupted, e.RoundSuspended, e.RoundResumed)
"""What brings the number of the last entry up to date for everybody, bets open or not."""

CHANGES_MANY = (
    e.RoundSettled,
    e.RoundVoided,
    e.RoundAbandoned,
    e.OutcomeCorrected,
    e.SettledRoundVoided,
    e.RoundResettled,
)

NOT_PUBLIC = (e.WagerPlaced, e.WagerWithdrawn, e.ActionRefused)
"""What changes nothing that everybody may see."""

encode = msgspec.json.Encoder().encode


class Viewer(Protocol):
    """A connection, as a table sees it."""

    actor: Actor | None
    terminal: str | None

    def put(self, ready: bytes) -> None:
        """Send a frame that is ready."""
        ...


class Channel:
    """The watchers of one table."""

    def __init__(self, core: Core, setting: Setting, seq: int, settled: Callable[[], bool]) -> None:
        self.core = core
        self.seq = seq
        """The last entry of the table's stream that is durable."""
        self.shown_seq = seq
        """The same for everybody's eyes: it stands while bets are open, so that nobody counts the
        wagers of others."""
        self._own: dict[str, int] = {}
        """The last entry of each player since then: all that their own view needs to be of."""
        self.setting = setting
        self.acting: Callable[[Actor], Actor] = lambda actor: actor
        """Staff in the position that they act in here."""
        self.away: Callable[[Actor], Refusal | None] = lambda actor: None
        """Why someone of the staff does not act here now."""
        self.number: Number = by_id
        """A voucher's number by its id, as a player sees it."""
        self.wheel: WheelView | None = None
        self.watchers: set[Viewer] = set()
        self._settled = settled
        self._seats: dict[str, set[Viewer]] = {}
        self._staff: set[Viewer] = set()
        self._asking: list[Viewer] = []
        """Those who wait for the whole truth."""
        self._changed: dict[str, None] = {}
        """Players of whom something changed that they have not been told."""
        self._public = False
        """Whether something changed that everybody may see and nobody was told yet."""
        self._going_on = False
        self._due = False
        self._row: TableRow | None = None
        self._row_wanted = False
        self._timer: asyncio.TimerHandle | None = None

    # Who watches

    def watch(self, viewer: Viewer) -> None:
        """Tell someone everything now, and every change from then on."""
        self._asking.append(viewer)
        if self._settled():
            self._answer_askers()

    def leave(self, viewer: Viewer) -> None:
        """Someone watches no longer."""
        self.watchers.discard(viewer)
        self._staff.discard(viewer)
        if viewer in self._asking:
            self._asking.remove(viewer)
        if viewer.actor is not None:
            seat = self._seats.get(viewer.actor.name, set())
            seat.discard(viewer)
            if not seat:
                self._seats.pop(viewer.actor.name, None)

    def _answer_askers(self) -> None:
        asking, self._asking = self._asking, []
        for viewer in asking:
            self.watchers.add(viewer)
            actor = viewer.actor
            seat = staff = None
            if actor is not None and actor.position is None:
                self._seats.setdefault(actor.name, set()).add(viewer)
                seat = self._seat_view(viewer, actor.name)
            elif actor is not None:
                self._staff.add(viewer)
                staff = self._staff_view(viewer, actor)
            seq = self._seq_for(actor) if actor is not None else 0
            viewer.put(frame(encode(Now(table=self.view(), seq=seq, seat=seat, staff=staff))))

    # What happened

    def told(self, events: Sequence[e.Event], entries: Sequence[Entry]) -> None:
        """Something became durable, and nothing else is on its way: the moment to tell."""
        own = [entry.seq for entry in entries if entry.stream == self.core.stream]
        self.seq, at_once = max(own, default=self.seq), False
        if _may_count(self.core.state) or any(isinstance(event, COUNTED) for event in events):
            self.shown_seq = self.seq
            self._own.clear()
        else:
            self._count_own(events, entries)
        for event in events:
            at_once = at_once or isinstance(event, AT_ONCE)
            self._public = self._public or not isinstance(event, NOT_PUBLIC)
            if isinstance(event, CHANGES_MANY):
                self._changed.update(dict.fromkeys(self._seats))
            elif (player := getattr(event, "player", None)) is not None:
                self._changed[player] = None
        if at_once or self._due:
            self._tell()
            self._tell_seats()
        else:
            self._soon()
        self._answer_askers()
        if self._row_wanted:
            self.row()

    def _count_own(self, events: Sequence[e.Event], entries: Sequence[Entry]) -> None:
        for event, entry in zip(events, entries, strict=True):
            player = getattr(event, "player", None)
            if player is not None and entry.stream == self.core.stream:
                self._own[player] = entry.seq

    def _seq_for(self, actor: Actor) -> int:
        """The entry up to which someone's view is true: a player's tells nothing of others."""
        if actor.position is not None:
            return self.seq
        return self._own.get(actor.name, self.shown_seq)

    def refresh(self) -> None:
        """Something that is not of this table's stream changed what is shown."""
        self._changed.update(dict.fromkeys(self._seats))
        self._public = True
        self._soon()

    def refresh_seats(self, players: Iterable[str]) -> None:
        """Something changed for these players that no entry of the table's stream says."""
        if changed := dict.fromkeys(players):
            self._changed.update(changed)
            self._soon()

    def refresh_staff(self) -> None:
        """What staff may do here has changed, which no entry of the table's stream says."""
        self._soon()

    def show_wheel(self, wheel: WheelView) -> None:
        """Staff are told what the wheel does, which no entry of the record says."""
        if wheel != self.wheel:
            self.wheel = wheel
            self._soon()

    def _soon(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(EVERY_S, self._on_time)

    def _on_time(self) -> None:
        self._timer = None
        if self._settled():
            self._tell()
            self._tell_seats()
        else:
            self._due = True

    def _tell(self) -> None:
        """What everybody may see, built once, if that changed; and to staff what staff may see."""
        self._due = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._public:
            self._public = False
            ready = frame(encode(TableFrame(table=self.view())))
            for viewer in list(self.watchers):
                viewer.put(ready)
        for viewer in list(self._staff):
            assert viewer.actor is not None
            staff = self._staff_view(viewer, viewer.actor)
            told = StaffFrame(table=self.core.state.id, seq=self.seq, staff=staff)
            viewer.put(frame(encode(told)))

    def _tell_seats(self) -> None:
        """Some of those whose seat changed, each what is theirs; the rest in a moment."""
        for _ in range(min(SEATS_AT_ONCE, len(self._changed))):
            player = next(iter(self._changed))
            del self._changed[player]
            for viewer in self._seats.get(player, ()):
                seat = self._seat_view(viewer, player)
                seq = self._own.get(player, self.shown_seq)
                told = SeatFrame(table=self.core.state.id, seq=seq, seat=seat)
                viewer.put(frame(encode(told)))
        if self._changed and not self._going_on:
            self._going_on = True
            asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        self._going_on = False
        if self._settled():
            self._tell_seats()
        else:
            self._due = True

    def view(self) -> TableView:
        """What everybody may see now."""
        core = self.core
        return table_view(core, self.setting, self.shown_seq, watched=self.is_watched)

    @property
    def is_watched(self) -> bool:
        """Whether somebody looks at the table."""
        return bool(self.watchers or self._asking)

    @property
    def is_idle(self) -> bool:
        """Whether no round opens before somebody comes."""
        return is_idle(self.core.state, self.setting, watched=self.is_watched)

    def row(self) -> TableRow:
        """What the pit sees, as of now or, while something is being written, of just before."""
        self._row_wanted = not self._settled()
        if self._row is None or not self._row_wanted:
            self._row = table_row(self.core.state, self.view())
        return self._row

    def _seat_view(self, viewer: Viewer, player: str) -> SeatView:
        return seat_view(self.core.state, player, self._last_id(viewer), self.number)

    def _staff_view(self, viewer: Viewer, actor: Actor) -> StaffView:
        last_id, away = self._last_id(viewer), self.away(actor)
        return staff_view(self.core.state, self.acting(actor), last_id, self.wheel, away)

    def _last_id(self, viewer: Viewer) -> int:
        return self.core.answers.newest.get(viewer.terminal or "", 0)

    def close(self) -> None:
        """Nothing more is told."""
        if self._timer is not None:
            self._timer.cancel()


def _may_count(state: TableState) -> bool:
    """Whether the number of entries tells nobody how many wagers were placed so far."""
    return state.round is None or state.round.phase not in BETS_OPEN


def concerns_the_house(events: Sequence[e.Event]) -> bool:
    """Whether other tables may show something else now."""
    return any(isinstance(event, HouseEvent) for event in events)
