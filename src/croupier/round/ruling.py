"""Rulings on wagers that were placed unclearly or moved (3.9), and rulings revoked (reading 20).

A ruling may be revoked until the round is settled: then the felt is laid again as it was before
the first ruling after the close, and those that still hold are applied in their order. Nothing is
placed or withdrawn after the close, so that nothing else can be lost by it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar, Literal

import msgspec

from croupier.round.base import (
    Actor,
    Decision,
    Line,
    Permission,
    Positions,
    RoundCommand,
    RoundEvent,
)
from croupier.round.phases import BETS_OPEN, Phase
from croupier.round.state import Placement, RoundState, Unruled
from croupier.rules.book import Book
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.typed_reason import bad_reason

Ruled = Literal["stands", "moved", "returned"]
"""The effect of a ruling on a wager (3.9, reading 20)."""


class WagerRuled(RoundEvent, frozen=True, kw_only=True):
    """A ruling on an unclear or moved wager."""

    name: ClassVar[str] = "wager.ruled"
    cites: ClassVar[str] = "rulings"
    rests_on: ClassVar[tuple[int, ...]] = (20,)
    seen_by = "its player"
    player: str
    wager: str
    ruling: Ruled
    to: str | None
    by: Actor
    clause: str | None
    amount: int | None = None
    """The part of the stack; None for all of it."""
    reason: str | None = None
    number: int = 0
    """The ruling's number in its round; 0 in records without numbers."""
    round: int | None = None
    """A settled round, if the ruling decides its referral."""

    def change(self, state: RoundState) -> None:
        if state.unruled is None and state.phase not in BETS_OPEN:
            state.unruled = Unruled(
                _copied(state.placements), _copied(state.set_aside), tuple(state.rulings)
            )
        state.rulings_made += 1
        state.rulings.append(self)
        _apply(self, state)


class RulingRevoked(RoundEvent, frozen=True, kw_only=True):
    """A ruling was revoked: the wager is as it would be without it."""

    name: ClassVar[str] = "ruling.revoked"
    cites: ClassVar[str] = "rulings"
    rests_on: ClassVar[tuple[int, ...]] = (20,)
    seen_by = "its player"
    number: int
    player: str
    wager: str
    reason: str | None
    by: Actor
    clause: str | None

    def change(self, state: RoundState) -> None:
        for ruling in _lay_unruled(self.number, state):
            _apply(ruling, state)


def _who(book: Book) -> Positions | None:
    """3.9: the position that the book names, or above."""
    rulings = book.says.rulings
    return tuple(each for each in Position if each.at_least(rulings.by)) if rulings else None


def _clause(book: Book) -> str | None:
    return book.says.rulings.clause if book.says.rulings else None


_ALLOWED = Permission(_who, (Phase.RESTED, Phase.CALLED), _clause)


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One of the rulings of a decision; its fields are those of ``RuleOnWager``."""

    player: str
    wager: str
    ruling: Ruled
    to: str | None = None
    amount: int | None = None


class RuleOnWager(RoundCommand, frozen=True, kw_only=True, tag="rule-on-wager"):
    """A ruling on a wager that was placed unclearly or moved, or on a part of its stack."""

    allowed = _ALLOWED
    lines = (
        Line(
            "{by}: rules {player} [{amount} of ]{wager} moved to {to}[, {reason}]",
            "pit-supervisor: rules seat-2 500 of red moved to black, an elbow pushed them",
            {"ruling": "moved"},
        ),
        Line(
            "{by}: rules {player} [{amount} of ]{wager} {ruling}[, {reason}]",
            "pit-supervisor: rules seat-2 red stands, it never left the box",
        ),
    )
    leads_to = WagerRuled
    decides_money = True
    player: str
    wager: str
    ruling: Ruled
    to: str | None = None
    amount: int | None = None
    """By default the whole stack; the latest chips first."""
    reason: str | None = None
    approver: Actor | None = None
    """A second person, if the house requires one for this amount (house procedure)."""
    in_round: int | None = None
    """The round that was approved: the approval is void in another. Filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """3.9: stands, moved to another area, or returned; the whole stack or a part of it."""
        if (no := bad_reason(self.reason)) is not None:
            return no
        ruled = ruling_on(self, state, actor, _clause(state.book), self.reason)
        return ruled if isinstance(ruled, Refusal) else [ruled]


class RevokeRuling(RoundCommand, frozen=True, kw_only=True, tag="revoke-ruling"):
    """A ruling of this round, by its number, is revoked."""

    allowed = _ALLOWED
    lines = (
        Line(
            "{by}: revokes ruling {nth}[, {reason}]",
            "pit-supervisor: revokes ruling 1, the camera shows it on black",
        ),
    )
    leads_to = RulingRevoked
    decides_money = True
    number: int
    reason: str | None = None
    approver: Actor | None = None
    """A second person, if the house requires one for this amount (house procedure)."""
    in_round: int | None = None
    """The round that was approved: the approval is void in another. Filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Reading 20: possible until settlement, unless a later ruling rests on it."""
        clause = _clause(state.book)
        if (no := bad_reason(self.reason)) is not None:
            return no
        found = next((each for each in state.rulings if each.number == self.number), None)
        if found is None or not found.number:
            return refusal("ruling/none", clause, number=self.number)
        if found.clause != clause:
            return refusal("ruling/by-referral", found.clause, number=self.number)
        trial = replace(state)
        for later in _lay_unruled(found.number, trial):
            if trial.amount_on(later.player, later.wager) < (later.amount or 1):
                number = found.number
                return refusal("ruling/rests-on-it", clause, number=number, later=later.number)
            _apply(later, trial)
        return [
            RulingRevoked(
                number=found.number,
                player=found.player,
                wager=found.wager,
                reason=self.reason,
                by=actor,
                clause=clause,
            )
        ]


def ruling_on(
    asked: RuleOnWager | Ruling,
    state: RoundState,
    actor: Actor,
    clause: str | None,
    reason: str | None,
) -> WagerRuled | Refusal:
    """The ruling on a wager as it lies, or why it is impossible."""
    player, wager = asked.player, state.book.wager(asked.wager)
    there = state.amount_on(player, wager.notation)
    if not there:
        return refusal("wager/nothing-there", player=player, wager=wager.notation)
    amount = there if asked.amount is None else checked_amount(asked.amount, wager.notation)
    if amount > there:
        return refusal("wager/less-there", wager=wager.notation, there=there, amount=amount)
    stakes_of(player, wager, amount)
    to = None
    if asked.ruling == "moved":
        if asked.to is None:
            return refusal("ruling/needs-place", wager=wager.notation)
        target = state.book.wager(asked.to)
        for _, taken in state.latest(player, wager.notation, amount):
            stakes_of(player, target, taken)
        to = target.notation
    return WagerRuled(
        player=player,
        wager=wager.notation,
        ruling=asked.ruling,
        to=to,
        by=actor,
        clause=clause,
        amount=asked.amount,
        reason=reason,
        number=state.rulings_made + 1,
        round=state.number if state.phase is Phase.SETTLED else None,
    )


def _lay_unruled(number: int, state: RoundState) -> list[WagerRuled]:
    """Restore the felt before the rulings; returns those to apply again, without one of them."""
    assert state.unruled is not None, "nothing was ruled after the close"
    placed, set_aside, earlier = state.unruled
    later = [each for each in state.rulings[len(earlier) :] if each.number != number]
    state.placed, state.placed_by, state.held = [], {}, {}
    state.set_aside, state.withdrawn = _copied(set_aside), False
    for each in placed:
        state.lay(msgspec.structs.replace(each))
    state.rulings = [*earlier, *later]
    return later


def _apply(ruling: WagerRuled, state: RoundState) -> None:
    """Apply a ruling to the felt: a moved or returned wager changes it."""
    if ruling.ruling == "stands":
        return
    rulings = state.book.says.rulings
    player, notation = ruling.player, ruling.wager
    amount = ruling.amount or state.amount_on(player, notation)
    state.add(player, state.book.wagers[notation], -amount)
    lots = [_lot(placed, taken, state) for placed, taken in state.latest(player, notation, amount)]
    if ruling.to is None:
        if rulings is None or ruling.clause != rulings.clause:
            for placed in lots:
                placed.returned_by = ruling.clause
        state.set_aside += lots
        aside = set(map(id, lots))
        for among in (state.placed, state.placed_by[player]):
            among[:] = [placed for placed in among if id(placed) not in aside]
        return
    target = state.book.wagers[ruling.to]
    for placed in lots:
        placed.wager = target
    state.add(player, target, amount)


def _lot(placed: Placement, taken: int, state: RoundState) -> Placement:
    """A placement, or the part taken from it, which then follows it."""
    if taken == placed.amount:
        return placed
    placed.amount -= taken
    lot = msgspec.structs.replace(placed, amount=taken)
    for among in (state.placed, state.placed_by[placed.player]):
        among.insert(next(at for at, each in enumerate(among, 1) if each is placed), lot)
    return lot


def on_trial(state: RoundState) -> RoundState:
    """A copy of the round with its own felt, to try rulings on."""
    trial = replace(
        state,
        placed=[],
        placed_by={},
        held={},
        set_aside=_copied(state.set_aside),
        rulings=list(state.rulings),
        withdrawn=False,
    )
    for placed in state.placements:
        trial.lay(msgspec.structs.replace(placed))
    return trial


def _copied(placements: Iterable[Placement]) -> list[Placement]:
    return [msgspec.structs.replace(placed) for placed in placements]
