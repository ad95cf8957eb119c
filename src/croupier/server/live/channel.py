"""The watchers of a table, and what each is sent and when.

Public state is one frame, built once and sent to all, at most every tenth of a second; the close of
bets and the end of a round go out at once. Seats and staff follow. Views are built only while the
state in memory is durable.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from croupier.house.base import HouseEvent
from croupier.house.state import TableState
from croupier.journal.entry import Entry
from croupier.protocol.frames import Now, SeatFrame, StaffFrame, TableFrame
from croupier.protocol.views import SeatView, StaffView, TableRow, TableView, WheelView
from croupier.round.base import ActionRefused, Actor, Event
from croupier.round.bets import WagerPlaced, WagerWithdrawn
from croupier.round.bonus import BonusNumbersDrawn
from croupier.round.close import BetsClosed
from croupier.round.correction import OutcomeCorrected, RoundResettled, SettledRoundVoided
from croupier.round.interruption import (
    RoundAbandoned,
    RoundInterrupted,
    RoundResumed,
    RoundSuspended,
)
from croupier.round.opening import RoundOpened
from croupier.round.outcome import OutcomeConfirmed, RoundSettled
from croupier.round.phases import BETS_OPEN
from croupier.round.secret import SecretRevealed
from croupier.round.spin import BallSpun
from croupier.round.void import RoundVoided
from croupier.rules.refusal import Refusal
from croupier.server.live.link import frame
from croupier.server.live.views import (
    Number,
    Setting,
    by_id,
    is_idle,
    seat_view,
    staff_view,
    table_row,
    table_view,
    wagered_view,
)
from croupier.table.core import Core

EVERY_S = 0.1
SEATS_AT_ONCE = 250
"""Seats sent in one batch, so that nobody's wager waits behind five thousand results."""

AT_ONCE = (
    RoundOpened,
    BallSpun,
    BetsClosed,
    BonusNumbersDrawn,
    OutcomeConfirmed,
    RoundSettled,
    RoundVoided,
    RoundAbandoned,
    RoundInterrupted,
    RoundSuspended,
    RoundResumed,
)
"""Events that are published at once."""

COUNTED = (RoundOpened, RoundInterrupted, RoundSuspended, RoundResumed)
"""Events after which the public entry number is updated, even while bets are open."""

CHANGES_MANY = (
    RoundSettled,
    RoundVoided,
    RoundAbandoned,
    OutcomeCorrected,
    SettledRoundVoided,
    RoundResettled,
)

NOT_PUBLIC = (WagerPlaced, WagerWithdrawn, ActionRefused)
"""Events that change no public state."""

WAGERS_AT_MOST = (*NOT_PUBLIC, RoundOpened, SecretRevealed)
"""Events that change only wagers in a player's own view."""

encode = msgspec.json.Encoder().encode


class Viewer(Protocol):
    """A connection, as a channel uses it."""

    actor: Actor | None
    terminal: str | None

    def put(self, ready: bytes) -> None:
        """Send an encoded frame."""
        ...


class Channel:
    """The watchers of one table."""

    def __init__(self, core: Core, setting: Setting, seq: int, settled: Callable[[], bool]) -> None:
        self.core = core
        self.seq = seq
        """The last entry of the table's stream that is durable."""
        self.shown_seq = seq
        """The public entry number: constant while bets are open, so that nobody can count the
        wagers of others."""
        self._own: dict[str, int] = {}
        """The last entry of each player since then, which their own view must include."""
        self.setting = setting
        self.acting: Callable[[Actor], Actor] = lambda actor: actor
        """The position in which a member of staff acts here."""
        self.away: Callable[[Actor], Refusal | None] = lambda actor: None
        """Why a member of staff may not act here now."""
        self.number: Number = by_id
        """A voucher's number by its id, as its player may see it."""
        self.wheel: WheelView | None = None
        self.watchers: set[Viewer] = set()
        self._settled = settled
        self._seats: dict[str, set[Viewer]] = {}
        self._staff: set[Viewer] = set()
        self._asking: list[Viewer] = []
        """Viewers waiting for the complete state."""
        self._changed: dict[str, None] = {}
        """Players whose changed views are not sent yet."""
        self._seat_views: dict[str, SeatView] = {}
        """Each player's last view, while only wagers change."""
        self._counted: dict[str, int] = {}
        """How many of each player's placements are counted in it, while wagers are only added."""
        self._public = False
        """Whether public state changed and is not sent yet."""
        self._going_on = False
        self._due = False
        self._row: TableRow | None = None
        self._row_wanted = False
        self._timer: asyncio.TimerHandle | None = None

    # Who watches

    def watch(self, viewer: Viewer) -> None:
        """Send a viewer the complete state now, and every change from then on."""
        self._asking.append(viewer)
        if self._settled():
            self._answer_askers()

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer."""
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
                seat = self.seat_view(actor.name, viewer.terminal)
            elif actor is not None:
                self._staff.add(viewer)
                staff = self.staff_view(actor, viewer.terminal)
            seq = self._seq_for(actor) if actor is not None else 0
            viewer.put(frame(encode(Now(table=self.view(), seq=seq, seat=seat, staff=staff))))

    # What happened

    def recorded(self, events: Sequence[Event], entries: Sequence[Entry]) -> None:
        """Events became durable and nothing is pending: the time to send views."""
        stream, kinds = self.core.stream, {type(event) for event in events}
        seqs = (entry.seq for entry in reversed(entries) if entry.stream == stream)
        self.seq = next(seqs, self.seq)
        self._note_players(events, entries)
        if _may_count(self.core.state) or _any(kinds, COUNTED):
            self.shown_seq = self.seq
            self._own.clear()
        if RoundOpened in kinds:
            self._counted.clear()
        if _any(kinds, (WagerWithdrawn,)):
            for event in events:
                if isinstance(event, WagerWithdrawn):
                    self._counted.pop(event.player, None)
        if not all(issubclass(kind, NOT_PUBLIC) for kind in kinds):
            self._public = True
        if not all(issubclass(kind, WAGERS_AT_MOST) for kind in kinds):
            self._forget_seats()
        if _any(kinds, CHANGES_MANY):
            self._changed.update(dict.fromkeys(self._seats))
        if _any(kinds, AT_ONCE) or self._due:
            self._tell()
        elif self._public or self._staff:
            self._soon()
        self._seats_soon()
        self._answer_askers()
        if self._row_wanted:
            self.row()

    def _note_players(self, events: Sequence[Event], entries: Sequence[Entry]) -> None:
        """Whose views change, and the last entry of each; snapshots follow the events' entries."""
        stream = self.core.stream
        for event, entry in zip(events, entries, strict=False):
            if (player := getattr(event, "player", None)) is not None:
                self._changed[player] = None
                if entry.stream == stream:
                    self._own[player] = entry.seq

    def with_answer(self, viewer: Viewer) -> bytes:
        """The frame of a viewer's seat, if it changed: it goes out in one write with the answer to
        what changed it. Others at the same seat are sent theirs."""
        player = viewer.actor.name if viewer.actor is not None else ""
        if player not in self._changed or not self._settled():
            return b""
        del self._changed[player]
        mine = b""
        for each in self._seats.get(player, ()):
            ready = self._seat_frame(player, each)
            if each is viewer:
                mine = ready
            else:
                each.put(ready)
        return mine

    def _seq_for(self, actor: Actor) -> int:
        """The entry number of someone's view; a player's does not reveal other players' entries."""
        if actor.position is not None:
            return self.seq
        return self._own.get(actor.name, self.shown_seq)

    def refresh(self) -> None:
        """Refresh all views after a change outside this table's stream."""
        self._forget_seats()
        self._changed.update(dict.fromkeys(self._seats))
        self._public = True
        self._soon()

    def refresh_seats(self, players: Iterable[str]) -> None:
        """Refresh these players' views after a change that is in no entry of the table's stream."""
        if changed := dict.fromkeys(players):
            self._forget_seats()
            self._changed.update(changed)
            self._soon()

    def refresh_staff(self) -> None:
        """Refresh staff after their permissions changed."""
        self._soon()

    def show_wheel(self, wheel: WheelView) -> None:
        """Show staff the state of the wheel, which is in no entry."""
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
        """Send the public view, built once, if it changed; and their view to staff."""
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
            staff = self.staff_view(viewer.actor, viewer.terminal)
            staff_frame = StaffFrame(table=self.core.state.id, seq=self.seq, staff=staff)
            viewer.put(frame(encode(staff_frame)))

    def _seats_soon(self) -> None:
        """Send changed seats once everything that is ready has gone out, such as an outcome."""
        if self._changed and not self._going_on:
            self._going_on = True
            asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        self._going_on = False
        if self._settled():
            self._tell_seats()
        else:
            self._due = True

    def _tell_seats(self) -> None:
        """Send a batch of changed seats; the rest follow shortly."""
        for _ in range(min(SEATS_AT_ONCE, len(self._changed))):
            player = next(iter(self._changed))
            del self._changed[player]
            for viewer in self._seats.get(player, ()):
                viewer.put(self._seat_frame(player, viewer))
        self._seats_soon()

    def _seat_frame(self, player: str, viewer: Viewer) -> bytes:
        seat = self._seat_view_now(player, viewer.terminal)
        seq = self._own.get(player, self.shown_seq)
        return frame(encode(SeatFrame(table=self.core.state.id, seq=seq, seat=seat)))

    def view(self) -> TableView:
        """The current public view."""
        core = self.core
        return table_view(core, self.setting, self.shown_seq, watched=self.is_watched)

    @property
    def is_watched(self) -> bool:
        """Whether anyone is watching."""
        return bool(self.watchers or self._asking)

    @property
    def is_idle(self) -> bool:
        """Whether the table waits for players."""
        return is_idle(self.core.state, self.setting, watched=self.is_watched)

    def row(self) -> TableRow:
        """The pit's row, current, or during a write the previous one."""
        self._row_wanted = not self._settled()
        if self._row is None or not self._row_wanted:
            self._row = table_row(self.core.state, self.view())
        return self._row

    def seat_view(self, player: str, terminal: str | None) -> SeatView:
        """A player's own view at their terminal."""
        return seat_view(self.core.state, player, self._last_id(terminal), self.number)

    def _forget_seats(self) -> None:
        self._seat_views.clear()
        self._counted.clear()

    def _seat_view_now(self, player: str, terminal: str | None) -> SeatView:
        """The same, updated from the last one if only wagers changed."""
        before, last_id = self._seat_views.get(player), self._last_id(terminal)
        if before is None or not before.seated:
            view = self.seat_view(player, terminal)
        else:
            counted = self._counted.get(player, 0)
            view = wagered_view(self.core.state, before, last_id, counted)
        self._seat_views[player] = view
        self._counted[player] = self._placed_by(player)
        return view

    def _placed_by(self, player: str) -> int:
        """How many wagers a player has placed in the round in play."""
        round_ = self.core.state.round
        return len(round_.placed_by.get(player, ())) if round_ is not None else 0

    def staff_view(self, actor: Actor, terminal: str | None) -> StaffView:
        """A member of staff's view."""
        last_id, away = self._last_id(terminal), self.away(actor)
        return staff_view(self.core.state, self.acting(actor), last_id, self.wheel, away)

    def _last_id(self, terminal: str | None) -> int:
        return self.core.answers.newest.get(terminal or "", 0)

    def close(self) -> None:
        """Stop sending."""
        if self._timer is not None:
            self._timer.cancel()


def _may_count(state: TableState) -> bool:
    """Whether the number of entries reveals nothing about wagers."""
    return state.round is None or state.round.phase not in BETS_OPEN


def _any(kinds: Iterable[type[Event]], wanted: tuple[type[Event], ...]) -> bool:
    """Whether any of these kinds of event is one of those wanted."""
    return any(issubclass(kind, wanted) for kind in kinds)


def beside_wagers(events: Sequence[Event]) -> list[Event]:
    """The events that may concern others than the player: few of very many."""
    return [event for event in events if not isinstance(event, NOT_PUBLIC)]


def concerns_the_house(events: Sequence[Event]) -> bool:
    """Whether other tables' views may have changed."""
    return any(isinstance(event, HouseEvent) for event in events)
