"""Chips and credits: bought with cash or a voucher, and changed from one kind into the other.

Reading 23: colour chips carry no value of their own. The player names it when buying, and it
stays while any chip of the colour is out.
"""

from dataclasses import dataclass

import msgspec

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.checks import broken, closed, excluded, not_taken, seatless, short
from croupier.house.permissions import DESK, not_allowed
from croupier.house.seats import colour_free
from croupier.house.state import Seat, TableState
from croupier.house.thresholds import too_much
from croupier.house.tray import sold_out
from croupier.house.vouchers import redeemable
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.money import checked_amount
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips


@dataclass(frozen=True, slots=True)
class Terms:
    """What a player gets: the kind, and of colour chips the colour and the value of one."""

    chips: Chips
    colour: str | None = None
    value: int | None = None
    marker: bool = False


def buy(state: TableState, actor: Actor, command: c.BuyIn, now_ms: int) -> Decision:
    """Cash into the box, chips out of the tray; at the cash desk neither is touched."""
    if (no := _barred(state, command.player)) is not None:
        return no
    amount = checked_amount(command.amount, "the buy-in")
    terms = _terms(state, command, command.chips, amount)
    if isinstance(terms, Refusal):
        return terms
    paid = _paid_with(state, actor, command)
    if isinstance(paid, Refusal):
        return paid
    if paid != "desk" and (no := sold_out(state, amount)) is not None:
        return no
    most = state.house.thresholds.buy_in if paid != "bill" else None
    before = state.sold_before(command.player)
    if (no := too_much(actor, command, amount, most, "a buy-in", before)) is not None:
        return no
    bought = _bought(actor, command.player, amount, terms, approver=command.approver)
    return [msgspec.structs.replace(bought, paid_with=paid)]


def _paid_with(state: TableState, actor: Actor, command: c.BuyIn) -> e.PaidWith | Refusal:
    """Where the cash goes: a device's own box, the cash desk, or the box of the table."""
    if actor.position is None:
        most = state.house.thresholds.bill
        if command.amount > most:
            return refusal("device/bill-too-large", amount=command.amount, most=most)
        return "bill"
    if command.at == "table":
        return "cash"
    if not actor.position.at_least(DESK):
        return not_allowed(actor, command, DESK)
    return "desk"


def redeem(state: TableState, actor: Actor, command: c.RedeemVoucher, now_ms: int) -> Decision:
    """A voucher into the box; the house's list and the table change in one append, or neither."""
    if (no := _barred(state, command.player)) is not None:
        return no
    voucher = redeemable(state.house, command.voucher, now_ms)
    if isinstance(voucher, Refusal):
        return voucher
    terms = _terms(state, command, command.chips, voucher.amount)
    if isinstance(terms, Refusal):
        return terms
    if (no := sold_out(state, voucher.amount)) is not None:
        return no
    redeemed = e.VoucherRedeemed(
        voucher=command.voucher, amount=voucher.amount, by=actor, table=state.id
    )
    return [redeemed, _bought(actor, command.player, voucher.amount, terms, command.voucher)]


def change(state: TableState, actor: Actor, command: c.ChangeChips, now_ms: int) -> Decision:
    """Cash chips into colour chips, or back, worth the same."""
    if (no := _barred(state, command.player) or not_taken(state, command.into)) is not None:
        return no
    amount = checked_amount(command.amount, "the change")
    out_of: Chips = state.plain_chips if command.into == "colour-chips" else "colour-chips"
    if (no := not_taken(state, out_of)) is not None:
        return no
    terms = _terms(state, command, command.into, amount)
    if isinstance(terms, Refusal):
        return terms
    seat = state.seats[command.player]
    if (no := short(state, seat, out_of, amount)) is not None:
        return no
    if out_of == "colour-chips" and (no := broken(amount, seat.value)) is not None:
        return no
    return [
        e.ChipsChanged(
            player=command.player,
            out_of=out_of,
            into=command.into,
            amount=amount,
            by=actor,
            colour=terms.colour,
            value=terms.value,
            marker=terms.marker,
        )
    ]


def _barred(state: TableState, player: str) -> Refusal | None:
    return closed(state) or excluded(state, player) or seatless(state, player)


def _bought(
    actor: Actor,
    player: str,
    amount: int,
    terms: Terms,
    voucher: str | None = None,
    approver: Actor | None = None,
) -> e.ChipsBought:
    return e.ChipsBought(
        player=player,
        chips=terms.chips,
        amount=amount,
        by=actor,
        paid_with="cash" if voucher is None else "voucher",
        voucher=voucher,
        colour=terms.colour,
        value=terms.value,
        marker=terms.marker,
        approver=approver,
    )


def _terms(
    state: TableState, command: c.Buying, wanted: Chips | None, amount: int
) -> Terms | Refusal:
    """The chips that a player gets for an amount, if they can have them on these terms."""
    chips = wanted or state.plain_chips
    if (no := not_taken(state, chips)) is not None:
        return no
    if chips != "colour-chips":
        return Terms(chips)
    seat = state.seats[command.player]
    colour = seat.colour if command.colour is None else command.colour
    value = seat.value if command.value is None else command.value
    if (no := _colour_refused(state, seat, colour)) is not None:
        return no
    if value is None:
        return refusal("colour/value-needed", player=seat.player)
    checked_amount(value, "one colour chip")
    if value != seat.value and seat.value is not None and state.colour_out(seat.player):
        return refusal("colour/value-fixed", player=seat.player, value=seat.value)
    if (no := broken(amount, value)) is not None:
        return no
    return Terms(chips, colour, value, state.marker(value))


def _colour_refused(state: TableState, seat: Seat, colour: str | None) -> Refusal | None:
    """Why a player cannot have chips of this colour, or nothing if they can."""
    if colour is None:
        return refusal("colour/none", player=seat.player)
    if colour == seat.colour:
        return None
    if state.colour_out(seat.player):
        return refusal("colour/out", player=seat.player, colour=seat.colour)
    return colour_free(state, seat.player, colour)
