"""Wagers placed, withdrawn and ruled on."""

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.phases import BETS_OPEN, ENDED, Phase
from croupier.round.state import RoundState
from croupier.rules.limits import refused
from croupier.rules.money import checked_amount
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.terms import Chips
from croupier.rules.wager import Wager


@decides(c.PlaceWager)
def place_wager(command: c.PlaceWager, state: RoundState, actor: Actor) -> Decision:
    return _place(state, actor.name, command, None)


@decides(c.PlaceForPlayer)
def place_for_player(command: c.PlaceForPlayer, state: RoundState, actor: Actor) -> Decision:
    """3.5: the request and who placed it are on record; the risk is the player's."""
    return _place(state, command.player, command, actor)


def _place(
    state: RoundState,
    player: str,
    command: c.PlaceWager | c.PlaceForPlayer,
    placed_by: Actor | None,
) -> Decision:
    wager = state.book.wager(command.wager)
    amount = checked_amount(command.amount, wager.notation)
    taken = state.book.says.stakes
    chips = command.chips or taken.kinds[0]
    if chips not in taken.kinds:
        return refusal(
            "stakes/not-accepted",
            taken.clause,
            book=state.book.id,
            chips=chips,
            known=", ".join(taken.kinds),
        )
    if (no := _closed_to_wagers(state, wager, "place-wager")) is not None:
        return no
    stakes = stakes_of(player, wager, amount)
    no = refused(state.limits, state.book.says.limits, state.held.get(player, {}), stakes)
    if no is not None:
        return no
    return [
        e.WagerPlaced(
            player=player, wager=wager.notation, amount=amount, chips=chips, placed_by=placed_by
        )
    ]


def _closed_to_wagers(state: RoundState, wager: Wager, action: str) -> Refusal | None:
    """5.11-5.15: after the close nothing is placed, increased or withdrawn (reading 15)."""
    if state.waiting is not None:
        return refusal("round/held", action=action, waiting=state.waiting)
    if state.phase in BETS_OPEN:
        return None
    late = state.book.says.late
    if state.phase is Phase.STRANDED or state.phase in ENDED:
        return refusal("round/not-now", action=action, phase=state.phase)
    if action == "place-wager":
        return refusal("late/placed", late.placed.clause, wager=wager.notation)
    return refusal("late/withdrawn", late.withdrawn.clause, wager=wager.notation)


@decides(c.WithdrawWager)
def withdraw_wager(command: c.WithdrawWager, state: RoundState, actor: Actor) -> Decision:
    wager = state.book.wager(command.wager)
    if (no := _closed_to_wagers(state, wager, "withdraw-wager")) is not None:
        return no
    there = state.amount_on(actor.name, wager.notation)
    amount = there if command.amount is None else command.amount
    if not there:
        return refusal("wager/nothing-there", player=actor.name, wager=wager.notation)
    checked_amount(amount, wager.notation)
    if amount > there:
        return refusal(
            "wager/less-there",
            player=actor.name,
            wager=wager.notation,
            there=there,
            amount=amount,
        )
    for stake in stakes_of(actor.name, wager, amount):
        left = state.held[actor.name][stake.area.notation] - stake.amount
        least = state.limits.of(stake.area).min
        if left and left < least and state.book.says.limits.policy == "refuse":
            return refusal(
                "limits/under-minimum",
                player=actor.name,
                area=stake.area.notation,
                total=left,
                min=least,
            )
    chips: dict[Chips, int] = {}
    for placed, taken in state.latest(actor.name, wager.notation, amount):
        chips[placed.chips] = chips.get(placed.chips, 0) + taken
    return [e.WagerWithdrawn(player=actor.name, wager=wager.notation, amount=amount, chips=chips)]


@decides(c.RuleOnWager)
def rule_on_wager(command: c.RuleOnWager, state: RoundState, actor: Actor) -> Decision:
    """3.9: stands, moved to another area, or returned."""
    wager = state.book.wager(command.wager)
    there = state.amount_on(command.player, wager.notation)
    if not there:
        return refusal("wager/nothing-there", player=command.player, wager=wager.notation)
    to = None
    if command.ruling == "moved":
        if command.to is None:
            return refusal("ruling/needs-place", wager=wager.notation)
        target = state.book.wager(command.to)
        stakes_of(command.player, target, there)
        to = target.notation
    rulings = state.book.says.rulings
    return [
        e.WagerRuled(
            player=command.player,
            wager=wager.notation,
            ruling=command.ruling,
            to=to,
            by=actor,
            clause=rulings.clause if rulings else None,
        )
    ]
