"""May this be done now, by this position? The answer for every command, as pages ask it."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date

from croupier.house import commands as h
from croupier.house import decide
from croupier.house import permissions as of_the_house
from croupier.house.decide import HOUSE as FOR_THE_HOUSE
from croupier.house.state import TableState
from croupier.protocol import views as v
from croupier.round import commands as r
from croupier.round import permissions as of_the_round
from croupier.round.commands import Actor, Command
from croupier.round.voiding import founded
from croupier.rules.refusal import Refusal, refusal

COMMANDS = {str(kind.__struct_config__.tag): kind for kind in h.Any.__args__}
"""Every command by its name."""


BETWEEN_ROUNDS = (r.OpenBets, r.GrantStandingLeave, r.WithdrawStandingLeave)
"""The round's commands that need no round in play."""


def steps(state: TableState, actor: Actor, away: Refusal | None = None) -> Iterator[v.StepView]:
    """Whether each of the round's commands, and each of the table's, may be given now; none of
    the table's by someone who is not assigned to it."""
    for name, kind in COMMANDS.items():
        elsewhere = None if kind in FOR_THE_HOUSE else away
        if kind in BETWEEN_ROUNDS or (kind in of_the_round.PERMISSIONS and state.round is not None):
            yield _step(name, elsewhere or _not_now(state, actor, kind))
        elif kind in of_the_house.PERMISSIONS:
            yield _step(name, elsewhere or _not_now_in_the_house(state, actor, kind))


TRIALS: Mapping[type[Command], Callable[[TableState], Command]] = {
    h.StartDay: lambda state: h.StartDay(day=date.max.isoformat()),
    h.EndDay: lambda state: h.EndDay(),
    h.StartShift: lambda state: h.StartShift(shift="next"),
    h.EndShift: lambda state: h.EndShift(),
    h.OpenTable: lambda state: h.OpenTable(opener=1),
    h.CloseTable: lambda state: h.CloseTable(closer=state.ledger.balance("float")),
    h.FillFloat: lambda state: h.FillFloat(amount=1),
    h.CreditFloat: lambda state: h.CreditFloat(amount=1),
}
"""What is asked to see whether it could be: deciding changes nothing."""

OF_THE_ROUND: Mapping[type[Command], Callable[[TableState], Command]] = {
    r.OpenBets: lambda state: r.OpenBets(),
    r.GrantStandingLeave: lambda state: r.GrantStandingLeave(),
    r.WithdrawStandingLeave: lambda state: r.WithdrawStandingLeave(),
    r.SpinBall: lambda state: r.SpinBall(),
    r.CloseBets: lambda state: r.CloseBets(),
    r.ReportLights: lambda state: r.ReportLights(),
    r.CallOutcome: lambda state: r.CallOutcome(
        number=state.book.pockets[0],
        drawn=True,
        seed=state.round.seed if state.round is not None else None,
    ),
    r.ResumeRound: lambda state: r.ResumeRound(),
    r.StateBall: lambda state: r.StateBall(rests=True),
    r.DecideReferral: lambda state: r.DecideReferral(decision="resume", reason="seen to"),
    r.VoidRound: lambda state: _likeliest_void(state),
    r.DeclareInterruption: lambda state: r.DeclareInterruption(reason="asked"),
    r.AbandonRound: lambda state: r.AbandonRound(reason="asked"),
}
"""The same for the round's own commands that say little or nothing."""


def _likeliest_void(state: TableState) -> Command:
    """A void by a clause that is accepted now, if any is."""
    accepted = founded(state.round) if state.round is not None else []
    return r.VoidRound(clause=next(iter([*accepted, *state.book.voids])), reason="asked")


def _not_now_in_the_house(state: TableState, actor: Actor, kind: type[Command]) -> Refusal | None:
    """Why a command of the house may not be given now; of most only whether the position may."""
    if (trial := TRIALS.get(kind)) is not None:
        decided = decide(state, actor, trial(state), 0)
        return decided if isinstance(decided, Refusal) else None
    least = of_the_house.PERMISSIONS[kind].least
    if actor.position is not None and actor.position.at_least(least):
        return None
    position, action = actor.position or "player", str(kind.__struct_config__.tag)
    return refusal(
        "position/not-allowed", name=actor.name, position=position, action=action, who=least
    )


def _not_now(state: TableState, actor: Actor, kind: type[Command]) -> Refusal | None:
    """Why a command may not be given now: by deciding it, where it says little or nothing."""
    if (trial := OF_THE_ROUND.get(kind)) is None:
        assert state.round is not None
        return of_the_round.may(state.round, kind, actor)
    decided = decide(state, actor, trial(state), 0)
    return decided if isinstance(decided, Refusal) else None


def _step(name: str, no: Refusal | None) -> v.StepView:
    if no is None:
        return v.StepView(command=name, allowed=True)
    return v.StepView(
        command=name, allowed=False, code=no.code, clause=no.clause, message=no.message
    )
