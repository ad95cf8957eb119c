"""House procedure after the round: corrections and voids under two people, and its secret."""

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.permissions import not_theirs
from croupier.round.settling import paid
from croupier.round.state import RoundState
from croupier.round.voiding import does_not_void, without_ball
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import Refusal, refusal


@decides(c.CorrectOutcome)
def correct_outcome(command: c.CorrectOutcome, state: RoundState, actor: Actor) -> Decision:
    """Reading 19: the compartment is the truth; reversed and settled anew, both on record."""
    if (no := approval(actor, command.approver, Position.PIT_SUPERVISOR)) is not None:
        return no
    if state.is_drawn:
        return refusal("correct/from-the-draw", round=state.number)
    number = state.book.number(command.number)
    if number == state.outcome:
        return refusal("correct/same-outcome", number=number)
    return [
        e.OutcomeCorrected(
            round=state.number,
            was=state.outcome or "",
            now=number,
            by=actor,
            approver=command.approver,
            reading=19,
            reversed=state.returned,
            returned=paid(state, number).returned,
            reason=command.reason,
            uncollected={},
        )
    ]


@decides(c.VoidAfterOutcome)
def void_after_outcome(command: c.VoidAfterOutcome, state: RoundState, actor: Actor) -> Decision:
    """Reading 18: after the confirmation a void needs two people."""
    if (no := approval(actor, command.approver, Position.PIT_SUPERVISOR)) is not None:
        return no
    if (no := never_at_work(state, command.clause, actor)) is not None:
        return no
    if (no := bad_reason(command.reason)) is not None:
        return no
    return [
        e.SettledRoundVoided(
            round=state.number,
            clause=command.clause,
            by=actor,
            approver=command.approver,
            reading=18,
            reversed=state.returned,
            returned=state.staked,
            reason=command.reason,
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


@decides(c.RevealSecret)
def reveal_secret(command: c.RevealSecret, state: RoundState, actor: Actor) -> Decision:
    """Void rounds' secrets are shown too; never before the round has ended."""
    return [e.SecretRevealed(round=state.number, secret=command.secret)]


def approval(actor: Actor, approver: Actor, least: Position) -> Refusal | None:
    """Two different people, the second of at least the position named."""
    if approver.name == actor.name:
        return refusal("approval/same-person", name=actor.name)
    if approver.position is None or not approver.position.at_least(least):
        return refusal(
            "approval/position",
            name=approver.name,
            position=approver.position or "player",
            least=least,
        )
    return None
