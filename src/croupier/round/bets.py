"""Wagers: placed and withdrawn by players, placed and taken back by staff, recorded at the felt."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, Self, TypedDict

from croupier.round.base import (
    Action,
    Actor,
    Decision,
    InTrail,
    Line,
    OnRecord,
    Permission,
    Positions,
    RoundCommand,
    RoundEvent,
)
from croupier.round.permissions import ANY_PHASE
from croupier.round.phases import BETS_OPEN, ENDED, Phase
from croupier.round.state import Placement, RoundState
from croupier.rules.book import Book
from croupier.rules.limits import Stake, refused
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.terms import Chips

Areas = Mapping[str, int]
"""What a player has on each area, by notation."""


class WagerPlaced(RoundEvent, frozen=True, kw_only=True):
    """A wager was accepted; ``placed_by`` is the member of staff who placed it for the player, and
    ``recorded_by`` the one who recorded what the player had laid on the felt."""

    name: ClassVar[str] = "wager.placed"
    seen_by = "its player"
    in_trail = "never"
    player: str
    wager: str
    amount: int
    chips: Chips
    placed_by: Actor | None = None
    recorded_by: Actor | None = None

    def change(self, state: RoundState) -> None:
        group = _group(self.action, state) if self.action is not None else 0
        wager = state.book.wagers[self.wager]
        by_staff = self.placed_by is not None
        state.lay(Placement(self.player, wager, self.amount, self.chips, group, by_staff))


def _group(action: Action, state: RoundState) -> int:
    """What one action places comes one after the other; terminals count alike, so ids may meet."""
    if action == state.placing:
        return state.placed[-1].group
    state.placing = action
    return len(state.placed) + 1


class WagerWithdrawn(RoundEvent, frozen=True, kw_only=True):
    """A wager, or a part of it, was taken back before the close."""

    name: ClassVar[str] = "wager.withdrawn"
    seen_by = "its player"
    in_trail: ClassVar[InTrail] = "never"
    by_staff: ClassVar[bool] = False
    player: str
    wager: str
    amount: int
    chips: dict[Chips, int]
    """What is returned, by what it was placed with, the latest placement first."""
    recorded_by: Actor | None = None

    def change(self, state: RoundState) -> None:
        state.add(self.player, state.book.wagers[self.wager], -self.amount)
        latest = state.latest(self.player, self.wager, self.amount, by_staff=self.by_staff)
        for placed, taken in latest:
            placed.amount -= taken
        state.withdrawn = True


class WagerTakenBack(WagerWithdrawn, frozen=True, kw_only=True):
    """Staff took back what staff had placed for a player by mistake (3.5, reading 20)."""

    name: ClassVar[str] = "wager.taken-back"
    rests_on: ClassVar[tuple[int, ...]] = (20,)
    in_trail = "always"
    by_staff: ClassVar[bool] = True
    by: Actor
    clause: str | None


def _staff_placing(book: Book) -> Positions | None:
    placing = book.says.staff_placing
    return placing.by if placing else None


def _staff_placing_clause(book: Book) -> str | None:
    placing = book.says.staff_placing
    return placing.clause if placing else None


def _at_the_felt(book: Book) -> Positions | None:
    """Chips lie on a felt; credits are wagered at a terminal alone (3.3, reading 23)."""
    return None if "credits" in book.says.stakes.kinds else (Position.DEALER,)


# Whether it is late is for the wager itself to say, by its own clause.
_RECORDED = Permission(_at_the_felt, ANY_PHASE, held=True, house=True)


class PlacingCommand(RoundCommand, frozen=True, kw_only=True):
    """A command that leads to a wager."""

    leads_to = WagerPlaced
    at_seat = "plays"

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """The book's first kind of chips is the one of a command that names none."""
        held = cls.held_by(seen.event)
        usual = seen.book.says.stakes.kinds[0]
        return cls(**{**held, "chips": None if held["chips"] == usual else held["chips"]})


class PlaceWager(PlacingCommand, frozen=True, kw_only=True, tag="place-wager"):
    """A player puts an amount on a wager, or adds to it; the chips are the book's first kind
    unless said otherwise (3.3)."""

    lines = (Line("{player}: {wager} {amount}[ in {chips}]", "seat-1: split:0/00 1000"),)
    whole_when_refused = True

    wager: str
    amount: int
    chips: Chips | None = None

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        player = actor.name
        placed = placed_on(state, player, self, state.held.get(player, {}))
        return placed if isinstance(placed, Refusal) else [placed]

    @classmethod
    def asker(cls, event: WagerPlaced) -> Actor | None:
        by_staff = event.placed_by or event.recorded_by
        return Actor(event.player) if by_staff is None else None


class PlaceForPlayer(PlacingCommand, frozen=True, kw_only=True, tag="place-for-player"):
    """Staff place a wager for a player who asked for it."""

    allowed = Permission(_staff_placing, BETS_OPEN, _staff_placing_clause)
    lines = (
        Line("{by} for {player}: {wager} {amount}[ in {chips}]", "dealer for seat-3: red 500"),
    )
    player: str
    wager: str
    amount: int
    chips: Chips | None = None

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """3.5: the request and who placed it are on record; the risk is the player's."""
        held = state.held.get(self.player, {})
        placed = placed_on(state, self.player, self, held, placed_by=actor)
        return placed if isinstance(placed, Refusal) else [placed]

    @classmethod
    def asker(cls, event: WagerPlaced) -> Actor | None:
        return event.placed_by


class RecordWager(PlacingCommand, frozen=True, kw_only=True, tag="record-wager"):
    """Staff record what a player has laid on the felt: the player's own wager."""

    allowed = _RECORDED
    lines = (
        Line(
            "{by} records {player}: {wager} {amount}[ in {chips}]",
            "dealer records seat-2: red 500 in colour chips",
        ),
    )
    player: str
    wager: str
    amount: int
    chips: Chips | None = None

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """3.3: the player has laid it on the felt; who recorded it is on record."""
        held = state.held.get(self.player, {})
        placed = placed_on(state, self.player, self, held, recorded_by=actor)
        return placed if isinstance(placed, Refusal) else [placed]

    @classmethod
    def asker(cls, event: WagerPlaced) -> Actor | None:
        return event.recorded_by


class WithdrawWager(RoundCommand, frozen=True, kw_only=True, tag="withdraw-wager"):
    """A player takes a wager back, wholly or by an amount."""

    lines = (Line("{player}: withdraws [{amount} of ]{wager}", "seat-2: withdraws red"),)
    leads_to = WagerWithdrawn
    whole_when_refused = True
    at_seat = "plays"

    wager: str
    amount: int | None = None

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        taken = taken_off(state, actor.name, self)
        return taken if isinstance(taken, Refusal) else [WagerWithdrawn(**taken)]

    @classmethod
    def asker(cls, event: WagerWithdrawn) -> Actor | None:
        return Actor(event.player) if event.recorded_by is None else None


class RecordWithdrawal(RoundCommand, frozen=True, kw_only=True, tag="record-withdrawal"):
    """Staff record what a player has taken off the felt."""

    allowed = _RECORDED
    lines = (
        Line(
            "{by} records {player}: withdraws [{amount} of ]{wager}",
            "dealer records seat-2: withdraws 500 of red",
        ),
    )
    leads_to = WagerWithdrawn
    at_seat = "plays"
    player: str
    wager: str
    amount: int | None = None

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """3.3: the player has taken it off the felt; who recorded it is on record."""
        taken = taken_off(state, self.player, self)
        if isinstance(taken, Refusal):
            return taken
        return [WagerWithdrawn(**taken, recorded_by=actor)]

    @classmethod
    def asker(cls, event: WagerWithdrawn) -> Actor | None:
        return event.recorded_by


class TakeBackForPlayer(RoundCommand, frozen=True, kw_only=True, tag="take-back-for-player"):
    """Staff take back what staff placed for a player by mistake, wholly or by an amount."""

    allowed = Permission(_staff_placing, ANY_PHASE, _staff_placing_clause, held=True)
    lines = (
        Line(
            "{by} for {player}: takes back [{amount} of ]{wager}",
            "dealer for seat-3: takes back red",
        ),
    )
    leads_to = WagerTakenBack
    at_seat = "plays"
    player: str
    wager: str
    amount: int | None = None

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """3.5, reading 20: only what staff placed; what the player laid is the player's to take."""
        taken = taken_off(state, self.player, self, by_staff=True)
        if isinstance(taken, Refusal):
            return taken
        return [WagerTakenBack(**taken, by=actor, clause=_staff_placing_clause(state.book))]


class Placing(Protocol):
    """A wager that is asked for."""

    @property
    def wager(self) -> str: ...
    @property
    def amount(self) -> int: ...
    @property
    def chips(self) -> Chips | None: ...


def placed_on(
    state: RoundState,
    player: str,
    asked: Placing,
    held: Areas,
    placed_by: Actor | None = None,
    recorded_by: Actor | None = None,
) -> WagerPlaced | Refusal:
    """A wager on top of what the player has, or why it is refused."""
    book = state.book
    wager, says = book.wager(asked.wager), book.says
    notation, chips, kinds = wager.notation, asked.chips, says.stakes.kinds
    amount = checked_amount(asked.amount, notation)
    if chips is None:
        chips = kinds[0]
    elif chips not in kinds:
        return refusal(
            "stakes/not-accepted",
            says.stakes.clause,
            book=book.id,
            chips=chips,
            known=tuple(kinds),
        )
    if (no := closed_to_wagers(state, notation, "place-wager")) is not None:
        return no
    stakes = stakes_of(player, wager, amount)
    if (no := refused(state.limits, says.limits, held, stakes)) is not None:
        return no
    return WagerPlaced(
        player=player,
        wager=notation,
        amount=amount,
        chips=chips,
        placed_by=placed_by,
        recorded_by=recorded_by,
    )


def closed_to_wagers(state: RoundState, wager: str, action: str) -> Refusal | None:
    """5.11-5.15: after the close nothing is placed, increased or withdrawn (reading 15).

    The close is one moment: what comes after it is late, also while the round is held.
    """
    if state.phase in BETS_OPEN:
        if state.waiting is None:
            return None
        return refusal("round/held", action=action, waiting=state.waiting)
    late = state.book.says.late
    if state.phase is Phase.STRANDED or state.phase in ENDED:
        return refusal("round/not-now", action=action, phase=state.phase)
    if action == "place-wager":
        return refusal("late/placed", late.placed.clause, wager=wager)
    return refusal("late/withdrawn", late.withdrawn.clause, wager=wager)


class TakenOff(TypedDict):
    """What comes off the felt, and the chips that it was placed with."""

    player: str
    wager: str
    amount: int
    chips: dict[Chips, int]


def taken_off(
    state: RoundState,
    player: str,
    asked: WithdrawWager | RecordWithdrawal | TakeBackForPlayer,
    *,
    by_staff: bool = False,
) -> TakenOff | Refusal:
    """What a player, or staff for them, may take off the felt before the close, or why not."""
    wager = state.book.wager(asked.wager)
    notation = wager.notation
    if (no := closed_to_wagers(state, notation, "withdraw-wager")) is not None:
        return no
    there = (state.by_staff_on if by_staff else state.amount_on)(player, notation)
    amount = there if asked.amount is None else asked.amount
    if not there:
        return refusal(
            "wager/none-by-staff" if by_staff else "wager/nothing-there",
            player=player,
            wager=notation,
        )
    checked_amount(amount, notation)
    if amount > there:
        return refusal("wager/less-there", wager=notation, there=there, amount=amount)
    stakes = stakes_of(player, wager, amount)
    if (no := left_too_little(state, state.held[player], stakes)) is not None:
        return no
    chips: dict[Chips, int] = {}
    for placed, taken in state.latest(player, notation, amount, by_staff=by_staff):
        chips[placed.chips] = chips.get(placed.chips, 0) + taken
    return TakenOff(player=player, wager=notation, amount=amount, chips=chips)


def left_too_little(state: RoundState, held: Areas, stakes: Sequence[Stake]) -> Refusal | None:
    """Stakes that are taken back leave the minimum on each area, or nothing (reading 14)."""
    if state.book.says.limits.policy != "refuse":
        return None
    for stake in stakes:
        area = stake.area.notation
        left, least = held[area] - stake.amount, state.limits.of(stake.area).min
        if left and left < least:
            return refusal("limits/under-minimum", area=area, total=left, min=least)
    return None
