""" "No spin" is called: the round is void, even if the ball rests already (reading 18)."""

from typing import ClassVar

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
from croupier.round.phases import BALL_RESTS
from croupier.round.state import RoundState
from croupier.round.void import voided
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position


class NoSpinCalled(RoundEvent, frozen=True, kw_only=True):
    """ "No spin" was announced."""

    name: ClassVar[str] = "no-spin.called"
    seen_by = "everybody"
    by: Actor
    reason: str
    clause: str | None


def _callers(book: Book) -> Positions | None:
    return book.says.no_spin.by if book.says.no_spin else None


def _clause(book: Book) -> str | None:
    return book.says.no_spin.clause if book.says.no_spin else None


class CallNoSpin(RoundCommand, frozen=True, kw_only=True, tag="call-no-spin"):
    """ "No spin", naming the irregularity or the suspicion of one."""

    allowed = Permission(_callers, IN_PLAY, _clause, held=True)
    lines = (Line("{by}: no spin, {reason}", "pit-supervisor: no spin, foreign object suspected"),)
    leads_to = NoSpinCalled
    least_to_ask = Position.DEALER
    decides_money = True
    reason: str
    approver: Actor | None = None
    """A second person, if the house requires one for this amount (house procedure)."""
    in_round: int | None = None
    """The round that was approved: the approval is void in another. Filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """5.12, 5.13 or 5.15: void, even if the ball rests already (reading 18)."""
        recovery = state.book.says.recovery
        called = NoSpinCalled(by=actor, reason=self.reason, clause=_clause(state.book))
        by_power = recovery.strategy == "continue-unless-no-spin" and state.interrupted
        power = by_power and state.phase not in BALL_RESTS
        which = Irregularity.POWER_FAILURE if power else Irregularity.NO_SPIN
        return [called, *voided(state, actor, which)]
