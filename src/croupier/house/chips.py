"""Chips and credits: bought with cash, a bill or a voucher, and changed from kind to kind.

Reading 23: colour chips carry no value of their own. The player names it when buying, and it
stays while any chip of the colour is out.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from croupier.house.base import TableCommand, TableEvent
from croupier.house.checks import barred, broken, not_taken, short, sold_out
from croupier.house.ledger import DROP, FLOAT, PATRONS, VOUCHERS, Postings, moved
from croupier.house.meters import Meters
from croupier.house.permissions import DESK, Permission, not_allowed, too_much
from croupier.house.seats import colour_taken
from croupier.house.state import Seat, TableState, by_hand
from croupier.house.vouchers import VoucherRedeemed, redeemable
from croupier.round.base import Actor, Decision, Line, OnRecord
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips

Counter = Literal["table", "desk"]
"""Where staff take a player's cash: at the table, into its box, or at the cash desk."""
PaidWith = Literal["cash", "voucher", "bill", "desk"]
"""How chips were paid for: cash or a voucher at the table, a bill in a cash device, cash at the
cash desk."""
DeviceKind = Literal["validator", "printer", "both"]
"""What a cash device does: take bills and tickets, print vouchers, or both (house procedure)."""


class ChipsBought(TableEvent, frozen=True, kw_only=True):
    """A player bought chips or credits; for colour chips, with their value and marker."""

    name: ClassVar[str] = "chips.bought"
    cites: ClassVar[str] = "stakes"
    in_trail = "asked"
    from_tray: ClassVar[bool] = True
    player: str
    chips: Chips
    amount: int
    by: Actor
    paid_with: PaidWith = "cash"
    voucher: str | None = None
    colour: str | None = None
    value: int | None = None
    marker: bool = False
    approver: Actor | None = None

    def change(self, table: TableState) -> None:
        _agree(self, table)
        if self.paid_with in ("cash", "desk"):
            by_hand(table.sold_alone, self.player, self.amount, self.approver)

    def postings(self, before: TableState) -> Postings:
        """Cash into the box, chips out of the tray; at the desk both are the cage's."""
        account = before.seats[self.player].accounts[self.chips]
        if self.paid_with == "desk":
            return moved(PATRONS, account, self.amount)
        source = VOUCHERS if self.paid_with == "voucher" else PATRONS
        return *moved(source, DROP, self.amount), *moved(FLOAT, account, self.amount)

    def count(self, meters: Meters) -> None:
        figures = meters.ever
        if self.paid_with == "desk":
            figures.desk += self.amount
            return
        figures.drop += self.amount
        if self.paid_with == "bill":
            figures.bills += self.amount
        if self.paid_with == "voucher":
            figures.vouchers_in += self.amount


class ChipsChanged(TableEvent, frozen=True, kw_only=True):
    """A player exchanged one kind of chips for the other."""

    name: ClassVar[str] = "chips.changed"
    cites: ClassVar[str] = "colour_chips"
    in_trail = "asked"
    player: str
    out_of: Chips
    into: Chips
    amount: int
    by: Actor
    colour: str | None = None
    value: int | None = None
    marker: bool = False

    def change(self, table: TableState) -> None:
        _agree(self, table)

    def postings(self, before: TableState) -> Postings:
        accounts = before.seats[self.player].accounts
        return moved(accounts[self.out_of], accounts[self.into], self.amount)


def _agree(event: ChipsBought | ChipsChanged, table: TableState) -> None:
    """From now on the seat has this colour and value."""
    if event.value is not None:
        seat = table.seats[event.player]
        seat.colour, seat.value = event.colour, event.value


@dataclass(frozen=True, slots=True)
class Terms:
    """What a player gets: the kind, and for colour chips their colour and value."""

    chips: Chips
    colour: str | None = None
    value: int | None = None
    marker: bool = False


class BuyIn(TableCommand, frozen=True, kw_only=True, tag="buy-in"):
    """A player gives cash for chips or credits; of colour chips they name the value of one.

    A Dealer takes it at the table, a Pit Supervisor or above at the cash desk; a cash device asks
    for this with each bill that it takes.
    """

    over_the_counter = True
    allowed = Permission(Position.DEALER)
    lines = (
        Line(
            "[{by} for ]{player}: buys in {amount} {chips}[, {colour}]"
            "[ at {value}] at the desk[, approved by {approver}]",
            "pit-supervisor for seat-1: buys in 100000 cash chips at the desk",
            {"at": "desk"},
        ),
        Line(
            "[{by} for ]{player}: buys in {amount} {chips}[, {colour}][ at {value}]"
            "[, approved by {approver}]",
            "seat-1: buys in 100000 colour chips, blue at 500",
            {"at": "table"},
        ),
    )
    leads_to = ChipsBought
    at_seat = "buys"
    player: str
    amount: int
    at: Counter = "table"
    chips: Chips | None = None
    value: int | None = None
    colour: str | None = None
    approver: Actor | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Cash into the box, chips out of the tray; a purchase at the cash desk touches neither."""
        if (no := barred(table, self.player)) is not None:
            return no
        amount = checked_amount(self.amount, "buy-in")
        terms = _terms(table, self, self.chips, amount)
        if isinstance(terms, Refusal):
            return terms
        paid = self._paid_with(table, actor)
        if isinstance(paid, Refusal):
            return paid
        if paid != "desk" and (no := sold_out(table, amount)) is not None:
            return no
        most = table.house.thresholds.buy_in if paid != "bill" else None
        before = table.sold_before(self.player)
        if (no := too_much(actor, self, amount, most, "buy-in", before)) is not None:
            return no
        return [_bought(actor, self.player, amount, terms, paid, approver=self.approver)]

    def _paid_with(self, table: TableState, actor: Actor) -> PaidWith | Refusal:
        """Where the cash goes: the device's own box, the cash desk, or the table's box."""
        if actor.position is None:
            most = table.house.thresholds.bill
            if self.amount > most:
                return refusal("device/bill-too-large", amount=self.amount, most=most)
            return "bill"
        if self.at == "table":
            return "cash"
        if not actor.position.at_least(DESK):
            return not_allowed(self, DESK)
        return "desk"

    @classmethod
    def behind(cls, seen: OnRecord) -> Self | None:
        """Bills and cash at the table lead to the same event."""
        bought: ChipsBought = seen.event
        if bought.voucher is not None:
            return None
        at: Counter = "desk" if bought.paid_with == "desk" else "table"
        return cls(**cls.held_by(bought), at=at)


class RedeemVoucher(TableCommand, frozen=True, kw_only=True, tag="redeem-voucher"):
    """A player buys in with a voucher issued at any table of the house."""

    over_the_counter = True
    allowed = Permission(Position.DEALER)
    lines = (
        Line(
            "[{by} for ]{player}: buys in with voucher {voucher}[ for {chips}][, {colour}]"
            "[ at {value}]",
            "seat-1: buys in with voucher 00041061050R3GG28A1C60T3GF for cash chips",
        ),
    )
    leads_to = ChipsBought
    at_seat = "buys"
    player: str
    voucher: str
    chips: Chips | None = None
    value: int | None = None
    colour: str | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """The voucher goes into the box; the house's list and the table change together."""
        if (no := barred(table, self.player)) is not None:
            return no
        voucher = redeemable(table.house, self.voucher, now_ms)
        if isinstance(voucher, Refusal):
            return voucher
        amount = voucher.amount
        terms = _terms(table, self, self.chips, amount)
        if isinstance(terms, Refusal):
            return terms
        if (no := sold_out(table, amount)) is not None:
            return no
        redeemed = VoucherRedeemed(voucher=self.voucher, amount=amount, by=actor, table=table.id)
        return [redeemed, _bought(actor, self.player, amount, terms, "voucher", self.voucher)]

    @classmethod
    def behind(cls, seen: OnRecord) -> Self | None:
        """Chips bought with a voucher."""
        return None if seen.event.voucher is None else super().behind(seen)


class ChangeChips(TableCommand, frozen=True, kw_only=True, tag="change-chips"):
    """A player exchanges cash chips for colour chips, or back."""

    over_the_counter = True
    allowed = Permission(Position.DEALER)
    lines = (
        Line(
            "[{by} for ]{player}: changes {amount} into {into}[, {colour}][ at {value}]",
            "seat-1: changes 5000 into cash chips",
        ),
    )
    leads_to = ChipsChanged
    player: str
    into: Chips
    amount: int
    value: int | None = None
    colour: str | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Cash chips for colour chips of the same total value, or back."""
        if (no := barred(table, self.player) or not_taken(table, self.into)) is not None:
            return no
        amount = checked_amount(self.amount, "change")
        out_of: Chips = table.plain_chips if self.into == "colour-chips" else "colour-chips"
        if (no := not_taken(table, out_of)) is not None:
            return no
        terms = _terms(table, self, self.into, amount)
        if isinstance(terms, Refusal):
            return terms
        seat = table.seats[self.player]
        if (no := short(table, seat, out_of, amount)) is not None:
            return no
        if out_of == "colour-chips" and (no := broken(amount, seat.value)) is not None:
            return no
        return [
            ChipsChanged(
                player=self.player,
                out_of=out_of,
                into=self.into,
                amount=amount,
                by=actor,
                colour=terms.colour,
                value=terms.value,
                marker=terms.marker,
            )
        ]


def _bought(
    actor: Actor,
    player: str,
    amount: int,
    terms: Terms,
    paid_with: PaidWith,
    voucher: str | None = None,
    approver: Actor | None = None,
) -> ChipsBought:
    return ChipsBought(
        player=player,
        chips=terms.chips,
        amount=amount,
        by=actor,
        paid_with=paid_with,
        voucher=voucher,
        colour=terms.colour,
        value=terms.value,
        marker=terms.marker,
        approver=approver,
    )


def _terms(
    table: TableState,
    asked: BuyIn | RedeemVoucher | ChangeChips,
    wanted: Chips | None,
    amount: int,
) -> Terms | Refusal:
    """The chips that a player gets for an amount on these terms, or a refusal."""
    chips = wanted or table.plain_chips
    if (no := not_taken(table, chips)) is not None:
        return no
    if chips != "colour-chips":
        return Terms(chips)
    seat = table.seats[asked.player]
    colour = seat.colour if asked.colour is None else asked.colour
    value = seat.value if asked.value is None else asked.value
    if (no := _colour_refused(table, seat, colour)) is not None:
        return no
    if value is None:
        return refusal("colour/value-needed", player=seat.player)
    checked_amount(value, "colour-chip")
    if value != seat.value and seat.value is not None and table.colour_out(seat.player):
        return refusal("colour/value-fixed", player=seat.player, value=seat.value)
    if (no := broken(amount, value)) is not None:
        return no
    return Terms(chips, colour, value, table.marker(value))


def _colour_refused(table: TableState, seat: Seat, colour: str | None) -> Refusal | None:
    """Why a player cannot have chips of this colour, or None."""
    if colour is None:
        return refusal("colour/none", player=seat.player)
    if colour == seat.colour:
        return None
    if table.colour_out(seat.player):
        return refusal("colour/out", player=seat.player, colour=seat.colour or "")
    return colour_taken(table, seat.player, colour)
