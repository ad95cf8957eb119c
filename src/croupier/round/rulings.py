"""Rulings on wagers that were placed unclearly or moved, and rulings revoked (3.9, reading 20)."""

from dataclasses import replace

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.felt import apply, lay_unruled
from croupier.round.phases import Phase
from croupier.round.state import RoundState
from croupier.rules.money import checked_amount
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.settlement import stakes_of


@decides(c.RuleOnWager)
def rule_on_wager(command: c.RuleOnWager, state: RoundState, actor: Actor) -> Decision:
    """3.9: stands, moved to another area, or returned; all of a stack or a part of it."""
    rulings = state.book.says.rulings
    clause = rulings.clause if rulings else None
    if (no := bad_reason(command.reason)) is not None:
        return no
    ruled = ruling_on(command, state, actor, clause, command.reason)
    return ruled if isinstance(ruled, Refusal) else [ruled]


def ruling_on(
    command: c.RuleOnWager | c.Ruling,
    state: RoundState,
    actor: Actor,
    clause: str | None,
    reason: str | None,
) -> e.WagerRuled | Refusal:
    """The ruling on a wager as it lies, or why it cannot be made."""
    player, wager = command.player, state.book.wager(command.wager)
    there = state.amount_on(player, wager.notation)
    if not there:
        return refusal("wager/nothing-there", player=player, wager=wager.notation)
    amount = there if command.amount is None else checked_amount(command.amount, wager.notation)
    if amount > there:
        return refusal(
            "wager/less-there", player=player, wager=wager.notation, there=there, amount=amount
        )
    stakes_of(player, wager, amount)
    to = None
    if command.ruling == "moved":
        if command.to is None:
            return refusal("ruling/needs-place", wager=wager.notation)
        target = state.book.wager(command.to)
        for _, taken in state.latest(player, wager.notation, amount):
            stakes_of(player, target, taken)
        to = target.notation
    return e.WagerRuled(
        player=player,
        wager=wager.notation,
        ruling=command.ruling,
        to=to,
        by=actor,
        clause=clause,
        amount=command.amount,
        reason=reason,
        number=state.rulings_made + 1,
        round=state.number if state.phase is Phase.SETTLED else None,
    )


@decides(c.RevokeRuling)
def revoke_ruling(command: c.RevokeRuling, state: RoundState, actor: Actor) -> Decision:
    """Reading 20: revised until settlement, unless a later ruling rests on it."""
    rulings = state.book.says.rulings
    clause = rulings.clause if rulings else None
    if (no := bad_reason(command.reason)) is not None:
        return no
    found = next((each for each in state.rulings if each.number == command.number), None)
    if found is None or not found.number:
        return refusal("ruling/none", clause, number=command.number)
    if found.clause != clause:
        return refusal("ruling/by-referral", found.clause, number=command.number)
    trial = replace(state)
    for later in lay_unruled(found.number, trial):
        if trial.amount_on(later.player, later.wager) < (later.amount or 1):
            return refusal("ruling/rests-on-it", clause, number=found.number, later=later.number)
        apply(later, trial)
    return [
        e.RulingRevoked(
            number=found.number,
            player=found.player,
            wager=found.wager,
            reason=command.reason,
            by=actor,
            clause=clause,
        )
    ]
