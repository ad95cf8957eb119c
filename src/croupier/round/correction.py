"""House procedure after the round: outcomes corrected and rounds voided, by two people."""

from typing import ClassVar, Self

import msgspec

from croupier.round.base import (
    Actor,
    Decision,
    Line,
    OnRecord,
    Permission,
    Purses,
    RoundCommand,
    RoundEvent,
)
from croupier.round.permissions import not_approved, not_theirs, supervisor
from croupier.round.phases import Phase
from croupier.round.settling import paid
from croupier.round.state import RoundState, Settled
from croupier.round.void import does_not_void, without_ball
from croupier.rules.irregularities import Irregularity
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.typed_reason import bad_reason


class OutcomeCorrected(RoundEvent, frozen=True, kw_only=True):
    """House procedure: the outcome of a settled round was corrected and the round settled again."""

    name: ClassVar[str] = "outcome.corrected"
    cites: ClassVar[str] = "outcome"
    seen_by = "everybody"
    round: int
    was: str
    now: str
    by: Actor
    approver: Actor
    reading: int
    reversed: Purses
    """What the old settlement gave back to each player."""
    returned: Purses
    """What the new settlement gives back to each player."""
    reason: str | None = None
    recovered: dict[str, int] = msgspec.field(default_factory=dict)
    """What of the house's loss in earlier corrections of the round this one makes good."""
    uncollected: dict[str, int] | None = None
    """What the player no longer had of what is taken back; earlier programs did not say it."""

    def change(self, state: RoundState) -> None:
        _was_settled(state)
        state.outcome, state.returned = self.now, self.returned


class SettledRoundVoided(RoundEvent, frozen=True, kw_only=True):
    """House procedure: a settled round was voided, and every stake returned."""

    name: ClassVar[str] = "round.voided-after-outcome"
    seen_by = "everybody"
    calls_off = True
    round: int
    clause: str
    by: Actor
    approver: Actor
    reading: int
    reversed: Purses
    returned: Purses
    reason: str | None = None
    recovered: dict[str, int] = msgspec.field(default_factory=dict)
    """What of the house's loss in earlier corrections of the round this one makes good."""
    uncollected: dict[str, int] | None = None
    """What the player no longer had of what is taken back; earlier programs did not say it."""

    def change(self, state: RoundState) -> None:
        _was_settled(state)
        state.phase, state.returned, state.ended_by = Phase.VOID, self.returned, self.clause


class RoundResettled(RoundEvent, frozen=True, kw_only=True):
    """A referral of a settled round was decided by rulings, and the round settled again by them."""

    name: ClassVar[str] = "round.resettled"
    seen_by = "everybody"
    round: int
    clause: str | None
    by: Actor
    approver: Actor
    reading: int
    reversed: Purses
    """What the old settlement gave back to each player."""
    returned: Purses
    """What the new settlement gives back to each player."""
    recovered: dict[str, int] = msgspec.field(default_factory=dict)
    """What of the house's loss in earlier corrections of the round this one makes good."""
    uncollected: dict[str, int] | None = None
    """What the player no longer had of what is taken back; earlier programs did not say it."""
    reason: str | None = None

    def change(self, state: RoundState) -> None:
        _was_settled(state)
        state.returned = self.returned


Correction = OutcomeCorrected | SettledRoundVoided | RoundResettled
"""What changes the money of a settled round."""

_ALLOWED = Permission(supervisor, (Phase.SETTLED,), held=True, house=True)


def _was_settled(state: RoundState) -> None:
    if state.settled_first is None:
        state.settled_first = Settled(state.outcome or "", state.returned)


class CorrectOutcome(RoundCommand, frozen=True, kw_only=True, tag="correct-outcome"):
    """House procedure: a wrongly entered outcome is corrected, approved by a second person."""

    allowed = _ALLOWED
    lines = (
        Line(
            "{by}: corrects round {round} to {number}, approved by {approver}[, {reason}]",
            "pit-supervisor Ana: corrects round 1 to 00, approved by pit-manager Ben",
        ),
    )
    leads_to = OutcomeCorrected
    decides_money = True
    round: int
    number: str
    approver: Actor
    reason: str | None = None
    """A server puts in the one that was given when the second person was asked for."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Reading 19: the compartment is the truth; reversed and settled again, both on record."""
        if (no := not_approved(actor, self.approver)) is not None:
            return no
        if state.is_drawn:
            return refusal("correct/from-the-draw", round=state.number)
        number = state.book.number(self.number)
        if number == state.outcome:
            return refusal("correct/same-outcome", number=number)
        return [
            OutcomeCorrected(
                round=state.number,
                was=state.outcome or "",
                now=number,
                by=actor,
                approver=self.approver,
                reading=19,
                reversed=state.returned,
                returned=paid(state, number).returned,
                reason=self.reason,
                uncollected={},
            )
        ]

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """The event holds both numbers; the one that was asked for holds now."""
        return cls(number=seen.event.now, **cls.held_by(seen.event))


class VoidAfterOutcome(RoundCommand, frozen=True, kw_only=True, tag="void-after-outcome"):
    """House procedure: a settled round turns out to have been void."""

    allowed = _ALLOWED
    lines = (
        Line(
            "{by}: voids settled round {round} by {clause}, approved by {approver}[, {reason}]",
            "pit-supervisor Ana: voids settled round 1 by 5.4, approved by pit-manager Ben, "
            "the film shows a coin in the wheel",
        ),
    )
    leads_to = SettledRoundVoided
    decides_money = True
    round: int
    clause: str
    approver: Actor
    reason: str | None = None
    """Needed; a server puts in the one that was given when the second person was asked for."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Reading 18: after the confirmation a void needs two people."""
        if (no := not_approved(actor, self.approver)) is not None:
            return no
        if (no := never_at_work(state, self.clause, actor)) is not None:
            return no
        if (no := bad_reason(self.reason)) is not None:
            return no
        return [
            SettledRoundVoided(
                round=state.number,
                clause=self.clause,
                by=actor,
                approver=self.approver,
                reading=18,
                reversed=state.returned,
                returned=state.staked,
                reason=self.reason,
                uncollected={},
            )
        ]


def never_at_work(state: RoundState, clause: str, actor: Actor) -> Refusal | None:
    """Why a clause cannot have voided a round that is settled, or was not this person's to decide.

    Reading 19: 5.1 to 5.10 and dark lights may be found out later; an interruption that leaves no
    outcome must be on record; what is not covered is decided by whom the book names.
    """
    says, irregularity = state.book.says, state.book.voids.get(clause)
    if irregularity is None:
        return does_not_void(state, clause, list(state.book.voids))
    if irregularity is Irregularity.UNCOVERED:
        assert says.referral is not None
        return not_theirs(state.book, actor, says.referral.to, "void-after-outcome", clause)
    no_outcome = says.recovery.strategy == "void-unless-outcome"
    if irregularity is Irregularity.POWER_FAILURE and no_outcome:
        if state.interrupted:
            return None
        return refusal("void/interruption-needed", clause, given=clause, round=state.number)
    if irregularity.span == "declared":
        return refusal("void/never-settled", clause, given=clause)
    return without_ball(state, clause, irregularity)
