"""Wagers placed, withdrawn and ruled on."""

from collections.abc import Mapping, Sequence

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.phases import BETS_OPEN, ENDED, Phase
from croupier.round.state import RoundState
from croupier.rules.limits import Stake, refused
from croupier.rules.money import checked_amount
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.terms import Chips

Areas = Mapping[str, int]
"""What a player has on each area, by notation."""


@decides(c.PlaceWager)
def place_wager(command: c.PlaceWager, state: RoundState, actor: Actor) -> Decision:
    player = actor.name
    placed = placed_on(state, player, command, state.held.get(player, {}))
    return placed if isinstance(placed, Refusal) else [placed]


@decides(c.PlaceForPlayer)
def place_for_player(command: c.PlaceForPlayer, state: RoundState, actor: Actor) -> Decision:
    """3.5: the request and who placed it are on record; the risk is the player's."""
    player = command.player
    placed = placed_on(state, player, command, state.held.get(player, {}), actor)
    return placed if isinstance(placed, Refusal) else [placed]


def placed_on(
    state: RoundState,
    player: str,
    command: c.PlaceWager | c.PlaceForPlayer | c.Bet,
    held: Areas,
    placed_by: Actor | None = None,
) -> e.WagerPlaced | Refusal:
    """A wager on top of what the player has, or why it is refused."""
    book = state.book
    wager, says = book.wager(command.wager), book.says
    notation, chips, kinds = wager.notation, command.chips, says.stakes.kinds
    amount = checked_amount(command.amount, notation)
    if chips is None:
        chips = kinds[0]
    elif chips not in kinds:
        return refusal(
            "stakes/not-accepted",
            says.stakes.clause,
            book=book.id,
            chips=chips,
            known=", ".join(kinds),
        )
    if (no := closed_to_wagers(state, notation, "place-wager")) is not None:
        return no
    stakes = stakes_of(player, wager, amount)
    if (no := refused(state.limits, says.limits, held, stakes)) is not None:
        return no
    return e.WagerPlaced(
        player=player, wager=notation, amount=amount, chips=chips, placed_by=placed_by
    )


def closed_to_wagers(state: RoundState, wager: str, action: str) -> Refusal | None:
    """5.11-5.15: after the close nothing is placed, increased or withdrawn (reading 15)."""
    if state.waiting is not None:
        return refusal("round/held", action=action, waiting=state.waiting)
    if state.phase in BETS_OPEN:
        return None
    late = state.book.says.late
    if state.phase is Phase.STRANDED or state.phase in ENDED:
        return refusal("round/not-now", action=action, phase=state.phase)
    if action == "place-wager":
        return refusal("late/placed", late.placed.clause, wager=wager)
    return refusal("late/withdrawn", late.withdrawn.clause, wager=wager)


@decides(c.WithdrawWager)
def withdraw_wager(command: c.WithdrawWager, state: RoundState, actor: Actor) -> Decision:
    wager = state.book.wager(command.wager)
    if (no := closed_to_wagers(state, wager.notation, "withdraw-wager")) is not None:
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
    stakes = stakes_of(actor.name, wager, amount)
    if (no := left_too_little(state, state.held[actor.name], stakes)) is not None:
        return no
    chips: dict[Chips, int] = {}
    for placed, taken in state.latest(actor.name, wager.notation, amount):
        chips[placed.chips] = chips.get(placed.chips, 0) + taken
    return [e.WagerWithdrawn(player=actor.name, wager=wager.notation, amount=amount, chips=chips)]


def left_too_little(state: RoundState, held: Areas, stakes: Sequence[Stake]) -> Refusal | None:
    """Stakes that are taken back leave the minimum on each area, or nothing (reading 14)."""
    if state.book.says.limits.policy != "refuse":
        return None
    for stake in stakes:
        area = stake.area.notation
        left, least = held[area] - stake.amount, state.limits.of(stake.area).min
        if left and left < least:
            return refusal(
                "limits/under-minimum", player=stake.player, area=area, total=left, min=least
            )
    return None


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
