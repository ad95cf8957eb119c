"""Chips into money: cashing out, and collecting what is held.

Always possible, for excluded players too; only what is in play cannot be taken (reading 12).
"""

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.checks import broken, closed, excluded, not_taken, seatless, short, too_low
from croupier.house.state import Seat, TableState
from croupier.house.thresholds import too_much
from croupier.house.vouchers import issued
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.rules.money import checked_amount
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips


def cash_out(state: TableState, actor: Actor, command: c.CashOut, now_ms: int) -> Decision:
    """All that is in front of a player, all of one kind, or an amount of one kind."""
    if (no := seatless(state, command.player)) is not None:
        return no
    seat = state.seats[command.player]
    purse = _given_up(state, seat, command)
    if isinstance(purse, Refusal):
        return purse
    paid = _paid(state, actor, command, sum(purse.values()), now_ms)
    if isinstance(paid, Refusal):
        return paid
    cashed = e.ChipsCashedOut(
        player=seat.player,
        purse=purse,
        paid=command.paid,
        by=actor,
        voucher=command.voucher if paid else None,
        approver=command.approver,
    )
    return [*paid, cashed]


def collect(state: TableState, actor: Actor, command: c.CollectHeld, now_ms: int) -> Decision:
    """All that is held for a player; as chips only at a seat of theirs, to play on with."""
    player, amount = command.player, state.held(command.player)
    if command.paid == "chips":
        no = closed(state) or excluded(state, player) or seatless(state, player)
        if no is not None:
            return no
    if not amount:
        return refusal("held/nothing", player=player)
    paid = _paid(state, actor, command, amount, now_ms)
    if isinstance(paid, Refusal):
        return paid
    collected = e.HeldCollected(
        player=player,
        amount=amount,
        paid=command.paid,
        by=actor,
        voucher=command.voucher if paid else None,
        approver=command.approver,
    )
    return [*paid, collected]


def _given_up(state: TableState, seat: Seat, command: c.CashOut) -> dict[Chips, int] | Refusal:
    purse = state.purse(seat.player)
    chips = command.chips
    if chips is not None and (no := not_taken(state, chips)) is not None:
        return no
    if command.amount is not None:
        chips = chips or state.plain_chips
        amount = checked_amount(command.amount, "the cash-out")
        if (no := short(state, seat, chips, amount)) is not None:
            return no
        if chips == "colour-chips" and (no := broken(amount, seat.value)) is not None:
            return no
        return {chips: amount}
    given = purse if chips is None else {chips: purse[chips]} if chips in purse else {}
    return given or too_low(state, seat, chips or state.plain_chips, 1)


def _paid(
    state: TableState, actor: Actor, command: c.CashOut | c.CollectHeld, amount: int, now_ms: int
) -> list[Event] | Refusal:
    """The voucher that pays an amount, where it is not paid by hand."""
    most = state.house.thresholds.cash_paid if command.paid == "cash" else None
    before = state.paid_before(command.player)
    if (no := too_much(actor, command, amount, most, "cash", before)) is not None:
        return no
    if command.paid != "voucher":
        return []
    return issued(state, command.player, amount, command.voucher, command.expires_ms, now_ms)
