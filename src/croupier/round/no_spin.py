""" "No spin" is called: the round is void, even if the ball rests already (reading 18).

While the ball runs one word ends the round, and the reason follows: no round opens before it is on
record. Once the ball rests the reason comes first.
"""

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
from croupier.round.permissions import IN_PLAY
from croupier.round.phases import BALL_RESTS, ENDED
from croupier.round.state import RoundState
from croupier.round.void import unreasoned, voided
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal


class NoSpinCalled(RoundEvent, frozen=True, kw_only=True):
    """ "No spin" was announced."""

    name: ClassVar[str] = "no-spin.called"
    seen_by = "everybody"
    by: Actor
    reason: str | None = None
    """None where it is given afterwards."""
    clause: str | None

    def change(self, state: RoundState) -> None:
        state.unexplained = self.reason is None


class NoSpinExplained(RoundEvent, frozen=True, kw_only=True):
    """The reason for "no spin", given after the call."""

    name: ClassVar[str] = "no-spin.explained"
    seen_by = "everybody"
    round: int
    reason: str
    by: Actor
    clause: str | None

    def change(self, state: RoundState) -> None:
        state.unexplained = False


def _callers(book: Book) -> Positions | None:
    return book.says.no_spin.by if book.says.no_spin else None


def _clause(book: Book) -> str | None:
    return book.says.no_spin.clause if book.says.no_spin else None


class CallNoSpin(RoundCommand, frozen=True, kw_only=True, tag="call-no-spin"):
    """ "No spin", naming the irregularity or the suspicion of one."""

    allowed = Permission(_callers, IN_PLAY, _clause, held=True)
    lines = (
        Line("{by}: no spin[, {reason}]", "pit-supervisor: no spin, foreign object suspected"),
    )
    leads_to = NoSpinCalled
    least_to_ask = Position.DEALER
    decides_money = True
    reason: str | None = None
    """Needed once the ball rests; before that it may follow."""
    approver: Actor | None = None
    """A second person, if the house requires one for this amount (house procedure)."""
    in_round: int | None = None
    """The round that was approved: the approval is void in another. Filled in by the server."""

    @classmethod
    def leaves_no_outcome(cls, state: RoundState) -> bool:
        """The round is void by it."""
        return True

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """5.12, 5.13 or 5.15: void, even if the ball rests already (reading 18)."""
        if (no := unreasoned(state, self.reason)) is not None:
            return no
        recovery = state.book.says.recovery
        called = NoSpinCalled(by=actor, reason=self.reason, clause=_clause(state.book))
        by_power = recovery.strategy == "continue-unless-no-spin" and state.interrupted
        power = by_power and state.phase not in BALL_RESTS
        which = Irregularity.POWER_FAILURE if power else Irregularity.NO_SPIN
        return [called, *voided(state, actor, which)]


class ExplainNoSpin(RoundCommand, frozen=True, kw_only=True, tag="explain-no-spin"):
    """The irregularity, or the suspicion of one, for which "no spin" was called."""

    allowed = Permission(_callers, ENDED, _clause)
    lines = (
        Line(
            "{by}: no spin because {reason}",
            "dealer: no spin because a coin fell into the wheel",
        ),
    )
    leads_to = NoSpinExplained
    between_rounds = True
    tried_with: ClassVar[Mapping[str, Any]] = {"reason": "asked"}
    reason: str

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Reading 18: the reason is never left out."""
        if not state.unexplained:
            return refusal("no-spin/explained")
        clause = _clause(state.book)
        return [NoSpinExplained(round=state.number, reason=self.reason, by=actor, clause=clause)]
