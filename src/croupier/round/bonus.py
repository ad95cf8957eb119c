"""The Bonus Numbers: drawn once after the close (reading 10), and shown (fast-action-2020 5.11)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from croupier.round.base import (
    Actor,
    Decision,
    Line,
    Permission,
    Positions,
    RoundCommand,
    RoundEvent,
)
from croupier.round.phases import Phase
from croupier.round.state import RoundState
from croupier.round.void import voided
from croupier.rules.bonus import checked_draw
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal


class BonusNumbersDrawn(RoundEvent, frozen=True, kw_only=True):
    """The Bonus Numbers of the round, recorded before they are shown."""

    name: ClassVar[str] = "bonus-numbers.drawn"
    seen_by = "everybody"
    in_trail = "never"
    numbers: tuple[str, ...]
    seed: str | None = None
    """The hash of the entry that closed the bets, by which they were drawn in scheme 2."""

    def change(self, state: RoundState) -> None:
        state.drawn, state.seed = self.numbers, self.seed or state.seed


class BonusNumbersLit(RoundEvent, frozen=True, kw_only=True):
    """All Bonus Numbers were shown."""

    name: ClassVar[str] = "bonus-numbers.lit"
    seen_by = "everybody"
    in_trail = "asked"
    by: Actor

    def change(self, state: RoundState) -> None:
        state.lit = True


def _dealer(book: Book) -> Positions | None:
    return (Position.DEALER,) if book.bonus else None


_BEFORE_OUTCOME = Permission(_dealer, (Phase.CLOSED, Phase.RUNNING, Phase.RESTED))
"""Bets are closed and no outcome is entered: when Bonus Numbers are drawn (reading 10)."""


class DrawBonusNumbers(RoundCommand, frozen=True, kw_only=True, tag="draw-bonus-numbers"):
    """The Bonus Numbers of the round, from its draw; the server draws them if none are given."""

    allowed = _BEFORE_OUTCOME
    lines = (Line("draw: {numbers}[, seed {seed}]", "draw: 3 17 22 S 00 8 9 30 31 36"),)
    leads_to = BonusNumbersDrawn
    house_fields = ("numbers", "seed")
    numbers: tuple[str, ...] = ()
    seed: str | None = None
    """The seed of the draw besides the round's secret; filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Reading 10: drawn once, after the close, and never again."""
        if state.drawn is not None:
            return refusal("bonus/drawn-already")
        if state.lacks_seed(self.seed):
            return refusal("bonus/from-the-draw")
        checked_draw(state.book.bonus, self.numbers, state.book.id, state.book.pockets)
        return [BonusNumbersDrawn(numbers=self.numbers, seed=self.seed)]


class ReportLights(RoundCommand, frozen=True, kw_only=True, tag="report-lights"):
    """The Bonus Numbers were shown; those that stayed dark are named."""

    allowed = _BEFORE_OUTCOME
    lines = (Line("lights[ by {by}]: {dark}", "lights: all lit"),)
    leads_to = BonusNumbersLit
    decides_money = True
    tried_with: ClassVar[Mapping[str, Any]] = {}
    dark: tuple[str, ...] = ()

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """fast-action-2020 5.11: one that stays dark voids the round."""
        if state.drawn is None:
            return refusal("bonus/not-drawn")
        if unlit := [number for number in self.dark if number not in state.drawn]:
            return refusal("bonus/not-among-them", number=unlit[0])
        if self.dark:
            reason = f"dark: {' '.join(self.dark)}"
            return voided(state, actor, Irregularity.BONUS_NUMBER_DARK, reason)
        return [BonusNumbersLit(by=actor)]
