"""Wagers placed and withdrawn."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

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


@decides(c.RecordWager)
def record_wager(command: c.RecordWager, state: RoundState, actor: Actor) -> Decision:
    """3.3: the player has laid it on the felt; who recorded it is on record."""
    player = command.player
    held = state.held.get(player, {})
    placed = placed_on(state, player, command, held, recorded_by=actor)
    return placed if isinstance(placed, Refusal) else [placed]


def placed_on(
    state: RoundState,
    player: str,
    command: c.PlaceWager | c.PlaceForPlayer | c.RecordWager | c.Bet,
    held: Areas,
    placed_by: Actor | None = None,
    recorded_by: Actor | None = None,
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
        player=player,
        wager=notation,
        amount=amount,
        chips=chips,
        placed_by=placed_by,
        recorded_by=recorded_by,
    )


def closed_to_wagers(state: RoundState, wager: str, action: str) -> Refusal | None:
    """5.11-5.15: after the close nothing is placed, increased or withdrawn (reading 15).

    The close is one moment: what comes after it is late, also while the round is held.
    """
    if state.phase in BETS_OPEN:
        if state.waiting is None:
            return None
        return refusal("round/held", action=action, waiting=state.waiting)
    late = state.book.says.late
    if state.phase is Phase.STRANDED or state.phase in ENDED:
        return refusal("round/not-now", action=action, phase=state.phase)
    if action == "place-wager":
        return refusal("late/placed", late.placed.clause, wager=wager)
    return refusal("late/withdrawn", late.withdrawn.clause, wager=wager)


@decides(c.WithdrawWager)
def withdraw_wager(command: c.WithdrawWager, state: RoundState, actor: Actor) -> Decision:
    taken = taken_off(state, actor.name, command)
    return taken if isinstance(taken, Refusal) else [e.WagerWithdrawn(**taken)]


@decides(c.RecordWithdrawal)
def record_withdrawal(command: c.RecordWithdrawal, state: RoundState, actor: Actor) -> Decision:
    """3.3: the player has taken it off the felt; who recorded it is on record."""
    taken = taken_off(state, command.player, command)
    if isinstance(taken, Refusal):
        return taken
    return [e.WagerWithdrawn(**taken, recorded_by=actor)]


@decides(c.TakeBackForPlayer)
def take_back_for_player(command: c.TakeBackForPlayer, state: RoundState, actor: Actor) -> Decision:
    """3.5, reading 20: only what staff placed; what the player laid is the player's to take."""
    placing = state.book.says.staff_placing
    taken = taken_off(state, command.player, command, by_staff=True)
    if isinstance(taken, Refusal):
        return taken
    return [e.WagerTakenBack(**taken, by=actor, clause=placing.clause if placing else None)]


class TakenOff(TypedDict):
    """What comes off the felt, and the chips that it was placed with."""

    player: str
    wager: str
    amount: int
    chips: dict[Chips, int]


def taken_off(
    state: RoundState,
    player: str,
    command: c.WithdrawWager | c.RecordWithdrawal | c.TakeBackForPlayer,
    *,
    by_staff: bool = False,
) -> TakenOff | Refusal:
    """What a player, or staff for them, may take off the felt before the close, or why not."""
    wager = state.book.wager(command.wager)
    notation = wager.notation
    if (no := closed_to_wagers(state, notation, "withdraw-wager")) is not None:
        return no
    on = state.by_staff_on if by_staff else state.amount_on
    there = on(player, notation)
    amount = there if command.amount is None else command.amount
    if not there:
        code = "wager/none-by-staff" if by_staff else "wager/nothing-there"
        return refusal(code, player=player, wager=notation)
    checked_amount(amount, notation)
    if amount > there:
        return refusal(
            "wager/less-there", player=player, wager=notation, there=there, amount=amount
        )
    stakes = stakes_of(player, wager, amount)
    if (no := left_too_little(state, state.held[player], stakes)) is not None:
        return no
    chips: dict[Chips, int] = {}
    for placed, taken in state.latest(player, notation, amount, by_staff=by_staff):
        chips[placed.chips] = chips.get(placed.chips, 0) + taken
    return TakenOff(player=player, wager=notation, amount=amount, chips=chips)


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
