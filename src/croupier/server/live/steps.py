"""May this be done now, by this position? The answer for every command, as pages ask it."""

from collections.abc import Iterator
from typing import get_args

from croupier.house import AnyCommand, decide
from croupier.house.base import HouseCommand, Procedure, TableCommand
from croupier.house.state import TableState
from croupier.protocol import views
from croupier.round.base import Actor, RoundCommand, tag_of
from croupier.round.permissions import refusal_for
from croupier.rules.refusal import Refusal, refusal

COMMANDS = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyCommand)}
"""Every command by its name."""


def steps(state: TableState, actor: Actor, away: Refusal | None = None) -> Iterator[views.StepView]:
    """Whether each of the round's commands, and each of the table's, may be given now; none of
    the table's by someone who is not assigned to it."""
    for name, kind in COMMANDS.items():
        elsewhere = None if issubclass(kind, HouseCommand) else away
        if issubclass(kind, RoundCommand):
            in_time = kind.between_rounds or state.round is not None
            if kind.allowed is not None and in_time:
                no = elsewhere or _not_now(state, actor, kind)
                ends = state.round is not None and kind.leaves_no_outcome(state.round)
                yield _step(name, no, no_outcome=ends)
        elif issubclass(kind, Procedure):
            yield _step(name, elsewhere or _not_now_in_the_house(state, actor, kind))


def _not_now_in_the_house(state: TableState, actor: Actor, kind: type[Procedure]) -> Refusal | None:
    """Why a command of the house may not be given now; of most only whether the position may."""
    trial = kind.trial(state) if issubclass(kind, TableCommand) else None
    if trial is not None:
        decided = decide(state, actor, trial, 0)
        return decided if isinstance(decided, Refusal) else None
    least = kind.allowed.least
    if actor.position is not None and actor.position.at_least(least):
        return None
    return refusal("position/not-allowed", action=tag_of(kind), who=(least,))


def _not_now(state: TableState, actor: Actor, kind: type[RoundCommand]) -> Refusal | None:
    """Why a command may not be given now: by deciding it, where it says little or nothing."""
    if (trial := kind.trial(state.book, state.round)) is None:
        assert state.round is not None
        return refusal_for(state.round, kind, actor)
    decided = decide(state, actor, trial, 0)
    return decided if isinstance(decided, Refusal) else None


def _step(name: str, no: Refusal | None, *, no_outcome: bool = False) -> views.StepView:
    if no is None:
        return views.StepView(command=name, allowed=True, no_outcome=no_outcome)
    return views.StepView(
        command=name,
        allowed=False,
        code=no.code,
        clause=no.clause,
        message=no.message,
        figures=no.figures or None,
    )
