"""The close of bets (3.7), and leave to close before the spin: for a round, or standing (6.1)."""

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
from croupier.round.permissions import ANY_PHASE, IN_PLAY, dealer
from croupier.round.phases import Phase, Step
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.rules.refusal import refusal


class EarlyCloseGranted(RoundEvent, frozen=True, kw_only=True):
    """Leave was given to close the bets before the spin."""

    name: ClassVar[str] = "early-close.granted"
    cites: ClassVar[str] = "early_close"
    seen_by = "everybody"
    by: Actor
    clause: str | None

    def change(self, state: RoundState) -> None:
        state.early_close_granted = True


class StandingLeaveGranted(RoundEvent, frozen=True, kw_only=True):
    """Leave was given to close the bets before the spin in every round, until withdrawn."""

    name: ClassVar[str] = "standing-leave.granted"
    cites: ClassVar[str] = "early_close"
    seen_by = "everybody"
    by: Actor
    clause: str | None

    def change(self, state: RoundState) -> None:
        state.standing_leave = True


class StandingLeaveWithdrawn(RoundEvent, frozen=True, kw_only=True):
    """The standing leave ended."""

    name: ClassVar[str] = "standing-leave.withdrawn"
    cites: ClassVar[str] = "early_close"
    seen_by = "everybody"
    by: Actor
    clause: str | None

    def change(self, state: RoundState) -> None:
        state.standing_leave = False


class BetsClosed(RoundEvent, frozen=True, kw_only=True):
    """Bets are closed."""

    name: ClassVar[str] = "bets.closed"
    cites: ClassVar[str] = "close"
    seen_by = "everybody"
    in_trail = "never"
    by: Actor
    clause: str | None
    early: bool = False
    salt: str | None = None
    """Random digits: nobody could foresee the hash of this entry, which is the seed of the draw."""

    def change(self, state: RoundState) -> None:
        state.take(Step.CLOSE_EARLY if self.early else Step.CLOSE)


def _leave(book: Book) -> Positions | None:
    early = book.says.early_close
    return (early.leave_of,) if early else None


def _leave_clause(book: Book) -> str | None:
    early = book.says.early_close
    return early.clause if early else None


class GrantEarlyClose(RoundCommand, frozen=True, kw_only=True, tag="grant-early-close"):
    """Leave to close the bets before the spin."""

    allowed = Permission(_leave, (Phase.BETTING,), _leave_clause)
    lines = (Line("{by}: leave to close early", "pit-manager Ben: leave to close early"),)
    leads_to = EarlyCloseGranted
    whole_when_refused = True

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        return [EarlyCloseGranted(by=actor, clause=_leave_clause(state.book))]


class GrantStandingLeave(RoundCommand, frozen=True, kw_only=True, tag="grant-standing-leave"):
    """Leave to close the bets before the spin in every round of the table, until withdrawn."""

    allowed = Permission(_leave, ANY_PHASE, _leave_clause, held=True)
    lines = (
        Line(
            "{by}: standing leave to close early", "pit-manager Ben: standing leave to close early"
        ),
    )
    leads_to = StandingLeaveGranted
    between_rounds = True
    tried_with: ClassVar[Mapping[str, Any]] = {}

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        return self.leave(state.book, actor, stands=state.standing_leave)

    def leave(self, book: Book, actor: Actor, *, stands: bool) -> Decision:
        """Leave for all rounds to come too, whether or not one is in play."""
        clause = _leave_clause(book)
        if stands:
            return refusal("close/leave-stands", clause)
        return [StandingLeaveGranted(by=actor, clause=clause)]


class WithdrawStandingLeave(RoundCommand, frozen=True, kw_only=True, tag="withdraw-standing-leave"):
    """The standing leave ends."""

    allowed = Permission(_leave, ANY_PHASE, _leave_clause, held=True)
    lines = (
        Line("{by}: withdraws the standing leave", "pit-manager Ben: withdraws the standing leave"),
    )
    leads_to = StandingLeaveWithdrawn
    between_rounds = True
    tried_with: ClassVar[Mapping[str, Any]] = {}

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        return self.leave(state.book, actor, stands=state.standing_leave)

    def leave(self, book: Book, actor: Actor, *, stands: bool) -> Decision:
        """No longer: a round needs leave of its own again."""
        clause = _leave_clause(book)
        if not stands:
            return refusal("close/no-standing-leave", clause)
        return [StandingLeaveWithdrawn(by=actor, clause=clause)]


class CloseBets(RoundCommand, frozen=True, kw_only=True, tag="close-bets"):
    """No more bets."""

    allowed = Permission(dealer, IN_PLAY, lambda book: book.says.close.clause)
    lines = (Line("{caller}: no more bets[, salt {salt}]", "dealer: no more bets"),)
    leads_to = BetsClosed
    whole_when_refused = True
    house_fields = ("salt",)
    tried_with: ClassVar[Mapping[str, Any]] = {}
    salt: str | None = None
    """Random digits that a server adds, so that nobody can foresee the hash of the close."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """3.7 and, early, 6.1."""
        says = state.book.says
        if state.follow(Step.CLOSE) is not None:
            return [BetsClosed(by=actor, clause=says.close.clause, salt=self.salt)]
        if state.follow(Step.CLOSE_EARLY) is None:
            return refusal(
                "round/not-now", says.close.clause, action="close-bets", phase=state.phase
            )
        if says.early_close is None:
            return refusal("close/before-spin", says.close.clause, book=state.book.id)
        if not state.early_close_granted and not state.standing_leave:
            return refusal(
                "close/needs-leave", says.early_close.clause, who=says.early_close.leave_of
            )
        clause = says.early_close.clause
        return [BetsClosed(by=actor, clause=clause, early=True, salt=self.salt)]
