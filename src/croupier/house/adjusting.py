"""House procedure: what a player has is put right by two people, with the reason on record."""

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.checks import bad_name, broken, closed, not_taken, short
from croupier.house.permissions import APPROVER, approved
from croupier.house.state import TableState
from croupier.house.tray import sold_out
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips


def adjust(state: TableState, actor: Actor, command: c.AdjustBalance, now_ms: int) -> Decision:
    """Never below zero; for a player without a seat, what is held for them."""
    most = state.house.thresholds.adjustment
    high = most is not None and abs(command.amount) > most
    least = Position.PIT_MANAGER if high else APPROVER
    if (no := closed(state) or approved(actor, command.approver, least)) is not None:
        return no
    if not command.reason.strip():
        return refusal("adjust/no-reason", player=command.player)
    chips = command.chips or state.plain_chips
    if (no := not_taken(state, chips) or bad_name(command.player)) is not None:
        return no
    checked_amount(abs(command.amount), "the adjustment")
    if (no := _unfit(state, command) or sold_out(state, command.amount)) is not None:
        return no
    return [
        e.BalanceAdjusted(
            player=command.player,
            chips=chips,
            amount=command.amount,
            before=_there(state, command.player, chips),
            reason=command.reason,
            by=actor,
            approver=command.approver,
        )
    ]


def _there(state: TableState, player: str, chips: Chips) -> int:
    """What the adjustment is made to."""
    seat = state.seats.get(player)
    return state.held(player) if seat is None else state.ledger.balance(seat.accounts[chips])


def _unfit(state: TableState, command: c.AdjustBalance) -> Refusal | None:
    """Why the amount cannot be taken, or given in these chips."""
    seat = state.seats.get(command.player)
    if seat is None:
        there = state.held(command.player)
        if there + command.amount >= 0:
            return None
        return refusal("held/less", player=command.player, there=there, amount=-command.amount)
    if command.chips == "colour-chips" and (no := broken(abs(command.amount), seat.value)):
        return no
    return short(state, seat, command.chips or state.plain_chips, -command.amount)
