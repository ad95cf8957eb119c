"""House procedure after the round: corrections and voids under two people, and its secret."""

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.settling import paid
from croupier.round.state import RoundState
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal


@decides(c.CorrectOutcome)
def correct_outcome(command: c.CorrectOutcome, state: RoundState, actor: Actor) -> Decision:
    """Reading 19: the compartment is the truth; reversed and settled anew, both on record."""
    if (no := _approval(actor, command.approver, Position.PIT_SUPERVISOR)) is not None:
        return no
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
        )
    ]


@decides(c.VoidAfterOutcome)
def void_after_outcome(command: c.VoidAfterOutcome, state: RoundState, actor: Actor) -> Decision:
    """Reading 18: after the confirmation a void needs two people."""
    if (no := _approval(actor, command.approver, Position.PIT_SUPERVISOR)) is not None:
        return no
    if command.clause not in state.book.voids:
        return refusal(
            "round/does-not-void",
            given=command.clause,
            book=state.book.id,
            known=", ".join(state.book.voids),
        )
    return [
        e.SettledRoundVoided(
            round=state.number,
            clause=command.clause,
            by=actor,
            approver=command.approver,
            reading=18,
            reversed=state.returned,
            returned=state.staked,
        )
    ]


@decides(c.RevealSecret)
def reveal_secret(command: c.RevealSecret, state: RoundState, actor: Actor) -> Decision:
    """Void rounds' secrets are shown too; never before the round has ended."""
    return [e.SecretRevealed(round=state.number, secret=command.secret)]


def _approval(actor: Actor, approver: Actor, least: Position) -> Refusal | None:
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
