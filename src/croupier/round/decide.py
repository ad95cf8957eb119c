"""What a command does to a round, and what an event does.

Checks come in a fixed order: first ``refusal_for`` (power, position, held, time), then the reason
where one is given, then what was asked for in particular, in the order of the command's own
``decide``. Deciding changes nothing; ``evolve`` is the only thing that changes a round.
"""

from croupier.round.base import Actor, Decision, Event, RoundCommand, RoundEvent
from croupier.round.permissions import refusal_for
from croupier.round.state import RoundState
from croupier.rules.refusal import CroupierError, Refusal
from croupier.rules.typed_reason import bad_reason


def decide(state: RoundState, actor: Actor, command: RoundCommand) -> Decision:
    """The events that a command leads to, or why it is refused."""
    kind = type(command)
    if kind.allowed is not None and (
        (no := refusal_for(state, kind, actor) or _unsaid(command)) is not None
    ):
        return no
    try:
        return command.decide(state, actor)
    except CroupierError as error:
        # The rules refuse a wager, an amount or a number by raising; here a no is a value.
        return error.refusal


def evolve(event: Event, state: RoundState) -> None:
    """Change the round by what happened in it."""
    assert isinstance(event, RoundEvent), f"{event.name} does not happen in a round"
    event.change(state)


def _unsaid(command: RoundCommand) -> Refusal | None:
    """A reason that is given is one that can be on record, whatever it is the reason of."""
    reason: str | None = getattr(command, "reason", None)
    return None if reason is None else bad_reason(reason)
