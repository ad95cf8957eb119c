"""The table of decisions: one function a command, registered by the modules that hold them."""

from functools import singledispatch

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.state import RoundState
from croupier.rules.refusal import Refusal

Decision = list[e.Event] | Refusal


@singledispatch
def decide_command(command: c.Command, state: RoundState, actor: Actor) -> Decision:
    """The events that a command leads to, once it is known that it may be given now."""
    raise TypeError(f"{type(command).__name__} is not asked of a round in play")
