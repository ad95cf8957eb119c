"""What the book does not cover: referred in any phase, and after settlement too (reading 22).

The Gaming Shift Manager decides: the round goes on, is void, or named wagers are ruled on. What
changes a settled round takes a second person and is booked as a correction is.
"""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, ClassVar, Literal, Self

from croupier.round.base import (
    Actor,
    Decision,
    Event,
    Line,
    OnRecord,
    Permission,
    Positions,
    RoundCommand,
    RoundEvent,
)
from croupier.round.correction import RoundResettled, SettledRoundVoided
from croupier.round.permissions import IN_PLAY, not_approved
from croupier.round.phases import Phase
from croupier.round.ruling import Ruling, WagerRuled, on_trial, ruling_on
from croupier.round.settling import paid
from croupier.round.state import RoundState
from croupier.round.void import voided
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.typed_reason import bad_reason

RULINGS_MAX = 100
"""The most wagers that one decision may rule on."""
REFERABLE = IN_PLAY | {Phase.SETTLED}

Decided = Literal["resume", "void", "rule"]
"""The decision on a referred round (6.2 or 6.1, reading 22)."""


class RoundReferred(RoundEvent, frozen=True, kw_only=True):
    """The round waits for the Gaming Shift Manager."""

    name: ClassVar[str] = "round.referred"
    cites: ClassVar[str] = "referral"
    seen_by = "everybody"
    reason: str
    by: Actor
    clause: str | None
    round: int | None = None
    """A settled round; None for the one in play."""

    def change(self, state: RoundState) -> None:
        state.waiting, state.referred = "referral", True


class ReferralDecided(RoundEvent, frozen=True, kw_only=True):
    """The Gaming Shift Manager decided."""

    name: ClassVar[str] = "referral.decided"
    cites: ClassVar[str] = "referral"
    seen_by = "everybody"
    decision: Decided
    by: Actor
    clause: str | None
    reason: str | None = None
    round: int | None = None
    """A settled round; None for the one in play."""
    approver: Actor | None = None

    def change(self, state: RoundState) -> None:
        state.waiting, state.referred = None, False


def _clause(book: Book) -> str | None:
    return book.says.referral.clause if book.says.referral else None


def _referrers(book: Book) -> Positions | None:
    return tuple(Position) if book.says.referral else None


def _decider(book: Book) -> Positions | None:
    return (book.says.referral.to,) if book.says.referral else None


class Refer(RoundCommand, frozen=True, kw_only=True, tag="refer"):
    """An irregularity that the book does not cover is referred for decision; the round waits."""

    allowed = Permission(_referrers, REFERABLE, _clause)
    lines = (
        Line(
            "{by}: refers[ round {round}], {reason}",
            "dealer: refers, a drink was spilt over the felt",
        ),
    )
    leads_to = RoundReferred
    reason: str
    round: int | None = None
    """A settled round; None for the one in play."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """6.2 or 6.1: the round waits for the decision."""
        clause, round_ = _clause(state.book), _settled(state)
        return [RoundReferred(reason=self.reason, by=actor, clause=clause, round=round_)]


class DecideReferral(RoundCommand, frozen=True, kw_only=True, tag="decide-referral"):
    """The decision on a referral: the round goes on, is void, or named wagers are ruled on."""

    allowed = Permission(_decider, REFERABLE, _clause, held=True)
    lines = (
        Line(
            "{by}: decides[ on round {round}] to rule {rulings}[, approved by {approver}]"
            "[, {reason}]",
            "gaming-shift-manager: decides to rule seat-1 red stands; seat-2 500 of odd "
            "moved to even, the film shows it",
            {"decision": "rule"},
        ),
        Line(
            "{by}: decides[ on round {round}] {decision}[, approved by {approver}][, {reason}]",
            "gaming-shift-manager: decides resume, the felt is dry",
        ),
    )
    leads_to = ReferralDecided
    one_request_for = "round"
    decides_money = True
    tried_with: ClassVar[Mapping[str, Any]] = {"decision": "resume", "reason": "seen to"}
    decision: Decided
    reason: str | None = None
    rulings: tuple[Ruling, ...] = ()
    round: int | None = None
    """A settled round that was referred; None for the one in play."""
    approver: Actor | None = None
    """A second person, if the decision changes a settled round or the house requires one."""
    in_round: int | None = None
    """The round in play that was approved. Filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """6.2 or 6.1: the Gaming Shift Manager has decided, for a reason."""
        clause = _clause(state.book)
        if state.waiting != "referral":
            return refusal("referral/nothing-referred", clause)
        if (no := bad_reason(self.reason) or self._unapproved(state, actor)) is not None:
            return no
        decided = ReferralDecided(
            decision=self.decision,
            by=actor,
            clause=clause,
            reason=self.reason,
            round=_settled(state),
            approver=self.approver,
        )
        if self.decision == "resume":
            return [decided]
        follows = (self._void if self.decision == "void" else self._rule)(state, actor)
        return follows if isinstance(follows, Refusal) else [decided, *follows]

    def _unapproved(self, state: RoundState, actor: Actor) -> Refusal | None:
        """Why an approval is missing or bad; changes of a settled round's money need one."""
        if bool(self.rulings) != (self.decision == "rule"):
            return refusal("referral/rulings", _clause(state.book), max=RULINGS_MAX)
        if state.phase is not Phase.SETTLED or self.decision == "resume":
            wanted = self.approver is None or self.in_round is not None
            return None if wanted else refusal("approval/not-needed", action="decide-referral")
        if self.approver is None:
            return refusal("approval/needed", action="decide-referral")
        return not_approved(actor, self.approver)

    def _void(self, state: RoundState, actor: Actor) -> Decision:
        if state.phase is not Phase.SETTLED:
            return voided(state, actor, Irregularity.UNCOVERED, self.reason)
        assert self.approver is not None
        return [
            SettledRoundVoided(
                round=state.number,
                clause=_clause(state.book) or "",
                by=actor,
                approver=self.approver,
                reading=22,
                reversed=state.returned,
                returned=state.staked,
                reason=self.reason,
            )
        ]

    def _rule(self, state: RoundState, actor: Actor) -> Decision:
        """The rulings in order, each on the felt as left by the previous ones."""
        count = len(self.rulings)
        if count > RULINGS_MAX:
            return refusal("referral/rulings", _clause(state.book), max=RULINGS_MAX)
        trial, clause = on_trial(state), _clause(state.book)
        events: list[Event] = []
        for nth, each in enumerate(self.rulings, 1):
            ruled = ruling_on(each, trial, actor, clause, self.reason)
            if isinstance(ruled, Refusal):
                known = each.wager if each.wager in state.book.wagers else ""
                return ruled.of_several(nth, count, known)
            ruled.change(trial)
            events.append(ruled)
        if state.phase is not Phase.SETTLED:
            return events
        assert self.approver is not None
        resettled = RoundResettled(
            round=state.number,
            clause=clause,
            by=actor,
            approver=self.approver,
            reading=22,
            reversed=state.returned,
            returned=paid(trial, state.outcome or "").returned,
            reason=self.reason,
            uncollected={},
        )
        return [*events, resettled]

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """The rulings that follow with the decision's clause belong to it."""
        rulings: tuple[Ruling, ...] = ()
        if seen.event.decision == "rule":
            rulings = tuple(
                Ruling(one.player, one.wager, one.ruling, one.to, one.amount)
                for one in takewhile(lambda one: isinstance(one, WagerRuled), seen.following)
                if isinstance(one, WagerRuled) and one.clause == seen.event.clause
            )
        return cls(**cls.held_by(seen.event), rulings=rulings)


def _settled(state: RoundState) -> int | None:
    """The round's number, or None for the one in play."""
    return state.number if state.phase is Phase.SETTLED else None
