"""The table of decisions: one function a command, registered by the modules that hold them."""

from collections.abc import Callable
from typing import Any

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.state import RoundState
from croupier.rules.refusal import Refusal

Decision = list[e.Event] | Refusal


Decider = Callable[[Any, RoundState, Actor], Decision]

DECIDERS: dict[type[c.Command], Decider] = {}
"""The events that each command leads to, once it is known that it may be given now."""


def decides(kind: type[c.Command]) -> Callable[[Decider], Decider]:
    """Put a function into the table of decisions."""

    def put(decider: Decider) -> Decider:
        DECIDERS[kind] = decider
        return decider

    return put
