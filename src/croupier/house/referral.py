"""Referrals at a table: of the round in play, or of one of the last that were settled."""

from croupier.house.checks import closed
from croupier.house.corrections import booked
from croupier.house.play import chip_cut, kept_round, run
from croupier.house.state import TableState
from croupier.round import commands as r
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.decide import decide as decide_round
from croupier.round.deciding import Decision
from croupier.rules.refusal import Refusal


def refer(state: TableState, actor: Actor, command: r.Refer, now_ms: int) -> Decision:
    """What the book does not cover waits for its decision."""
    return _asked(state, actor, command, now_ms)


def decide_referral(
    state: TableState, actor: Actor, command: r.DecideReferral, now_ms: int
) -> Decision:
    """The decision; what it changes in a settled round is booked as a correction (reading 19)."""
    decided = _asked(state, actor, command, now_ms)
    if isinstance(decided, Refusal):
        return decided
    for ruled in decided:
        if isinstance(ruled, e.WagerRuled) and (no := chip_cut(state, ruled)) is not None:
            return no
    last = decided[-1]
    if isinstance(last, e.SettledRoundVoided | e.RoundResettled):
        return [*decided[:-1], *booked(last, state, actor)]
    return decided


def _asked(
    state: TableState, actor: Actor, command: r.Refer | r.DecideReferral, now_ms: int
) -> Decision:
    if command.round is None:
        return run(state, actor, command, now_ms)
    if (no := closed(state)) is not None:
        return no
    ended = kept_round(state, command.round)
    return ended if isinstance(ended, Refusal) else decide_round(ended, actor, command)
