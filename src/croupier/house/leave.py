"""Standing leave to close early (6.1): the Pit Manager's, for every round until withdrawn."""

from croupier.house.state import TableState
from croupier.round import commands as r
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.permissions import not_given
from croupier.rules.refusal import refusal


def grant(state: TableState, actor: Actor, command: r.GrantStandingLeave, now_ms: int) -> Decision:
    """Leave for this round and all that follow, whether or not one is in play."""
    if (no := not_given(state.book, type(command), actor)) is not None:
        return no
    if state.standing_leave is not None:
        return refusal("close/leave-stands", _clause(state))
    return [e.StandingLeaveGranted(by=actor, clause=_clause(state))]


def withdraw(
    state: TableState, actor: Actor, command: r.WithdrawStandingLeave, now_ms: int
) -> Decision:
    """No longer: a round needs leave of its own again."""
    if (no := not_given(state.book, type(command), actor)) is not None:
        return no
    if state.standing_leave is None:
        return refusal("close/no-standing-leave", _clause(state))
    return [e.StandingLeaveWithdrawn(by=actor, clause=_clause(state))]


def _clause(state: TableState) -> str | None:
    early = state.book.says.early_close
    return early.clause if early else None
