"""Chips into money: cashing out, and collecting what is held.

Always possible, for excluded players too; only what is in play cannot be taken (reading 12).
"""

from typing import Any, ClassVar, Literal, Self

from croupier.house.base import TableCommand, TableEvent
from croupier.house.checks import broken, closed, excluded, not_taken, seatless, short, too_low
from croupier.house.ledger import PATRONS, VOUCHERS, Postings, held_account, moved
from croupier.house.meters import Meters
from croupier.house.permissions import Permission, too_much
from croupier.house.state import Seat, TableState, by_hand
from croupier.house.vouchers import UNTIL_MS, VoucherIssued, issued
from croupier.round.base import Actor, Decision, Event, Line, OnRecord
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips

Payment = Literal["cash", "voucher"]
"""How a player is paid for chips."""


class ChipsCashedOut(TableEvent, frozen=True, kw_only=True):
    """A player gave up chips or credits for cash or a voucher."""

    name: ClassVar[str] = "chips.cashed-out"
    in_trail = "asked"
    player: str
    purse: dict[Chips, int]
    paid: Payment
    by: Actor
    voucher: str | None = None
    approver: Actor | None = None

    def change(self, table: TableState) -> None:
        _given(self, table, sum(self.purse.values()))

    def postings(self, before: TableState) -> Postings:
        accounts, amounts = before.seats[self.player].accounts, self.purse
        given = tuple((accounts[chips], -amount) for chips, amount in amounts.items())
        target = PATRONS if self.paid == "cash" else VOUCHERS
        return *given, (target, sum(amounts.values()))

    def count(self, meters: Meters) -> None:
        _counted(self.paid, sum(self.purse.values()), meters)


class HeldCollected(TableEvent, frozen=True, kw_only=True):
    """A player collected what was held for them."""

    name: ClassVar[str] = "held.collected"
    in_trail = "asked"
    player: str
    amount: int
    paid: Payment | Literal["chips"]
    by: Actor
    voucher: str | None = None
    approver: Actor | None = None

    def change(self, table: TableState) -> None:
        _given(self, table, self.amount)

    def postings(self, before: TableState) -> Postings:
        if self.paid == "chips":
            target = before.seats[self.player].accounts[before.plain_chips]
        else:
            target = PATRONS if self.paid == "cash" else VOUCHERS
        return moved(held_account(self.player), target, self.amount)

    def count(self, meters: Meters) -> None:
        _counted(self.paid, self.amount, meters)


def _given(event: ChipsCashedOut | HeldCollected, table: TableState, amount: int) -> None:
    if event.paid == "cash":
        by_hand(table.paid_alone, event.player, amount, event.approver)
    if event.voucher is not None:
        table.slips.setdefault(event.player, {})[event.voucher] = table.round_number


def _counted(paid: str, amount: int, meters: Meters) -> None:
    if paid == "cash":
        meters.ever.cash_out += amount
    elif paid == "voucher":
        meters.ever.vouchers_out += amount


class CashOut(TableCommand, frozen=True, kw_only=True, tag="cash-out"):
    """A player gives up chips or credits, all or some, for cash or a voucher.

    The voucher's number comes with the command: making one is not for a core without randomness.
    """

    over_the_counter = True
    allowed = Permission(Position.DEALER)
    lines = (
        Line(
            "[{by} for ]{player}: cashes out[ {amount}]"
            "[ in {chips}] to voucher {voucher} until {expiry}",
            "seat-1: cashes out to voucher 00041061050R3GG28A1C60T3GF until "
            "2020-04-18T00:00:00.000+00:00",
            {"paid": "voucher"},
        ),
        Line(
            "[{by} for ]{player}: cashes out[ {amount}][ in {chips}][, approved by {approver}]",
            "seat-1: cashes out 5000 in cash chips",
            {"paid": "cash"},
        ),
    )
    leads_to = ChipsCashedOut
    house_fields = ("voucher", "expires_ms")
    at_seat = "plays"
    player: str
    chips: Chips | None = None
    amount: int | None = None
    paid: Payment = "cash"
    voucher: str | None = None
    expires_ms: int | None = None
    approver: Actor | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Everything in front of the player, all of one kind, or an amount of one kind."""
        if (no := seatless(table, self.player)) is not None:
            return no
        purse = self._given_up(table, table.seats[self.player])
        if isinstance(purse, Refusal):
            return purse
        paid = _paid(table, actor, self, sum(purse.values()), now_ms)
        if isinstance(paid, Refusal):
            return paid
        cashed = ChipsCashedOut(
            player=self.player,
            purse=purse,
            paid=self.paid,
            by=actor,
            voucher=self.voucher if paid else None,
            approver=self.approver,
        )
        return [*paid, cashed]

    def _given_up(self, table: TableState, seat: Seat) -> dict[Chips, int] | Refusal:
        purse, chips = table.purse(seat.player), self.chips
        if chips is not None and (no := not_taken(table, chips)) is not None:
            return no
        if self.amount is not None:
            chips = chips or table.plain_chips
            amount = checked_amount(self.amount, "cash-out")
            if (no := short(table, seat, chips, amount)) is not None:
                return no
            if chips == "colour-chips" and (no := broken(amount, seat.value)) is not None:
                return no
            return {chips: amount}
        given = purse if chips is None else {chips: purse[chips]} if chips in purse else {}
        return given or too_low(table, seat, chips or table.plain_chips, 1)

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """Everything, or an amount of one kind."""
        cashed: ChipsCashedOut = seen.event
        named: dict[str, Any] = {}
        if len(cashed.purse) == 1:
            ((chips, amount),) = cashed.purse.items()
            named = {"chips": chips, "amount": amount}
        return cls(player=cashed.player, **named, **_payment(seen))


class CollectHeld(TableCommand, frozen=True, kw_only=True, tag="collect-held"):
    """A player collects what is held for them: as cash, a voucher, or chips at their seat."""

    over_the_counter = True
    allowed = Permission(Position.DEALER)
    lines = (
        Line(
            "[{by} for ]{player}: collects what is held to voucher {voucher} until {expiry}",
            "seat-1: collects what is held to voucher 00041061050R3GG28A1C60T3GF until "
            "2020-04-18T00:00:00.000+00:00",
            {"paid": "voucher"},
        ),
        Line(
            "[{by} for ]{player}: collects what is held in chips",
            "seat-1: collects what is held in chips",
            {"paid": "chips"},
        ),
        Line(
            "[{by} for ]{player}: collects what is held[, approved by {approver}]",
            "seat-1: collects what is held",
            {"paid": "cash"},
        ),
    )
    leads_to = HeldCollected
    house_fields = ("voucher", "expires_ms")
    player: str
    paid: Payment | Literal["chips"] = "cash"
    voucher: str | None = None
    expires_ms: int | None = None
    approver: Actor | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Everything held for the player; as chips only at their own seat."""
        player, amount = self.player, table.held(self.player)
        if self.paid == "chips":
            no = closed(table) or excluded(table, player) or seatless(table, player)
            if no is not None:
                return no
        if not amount:
            return refusal("held/nothing", player=player)
        paid = _paid(table, actor, self, amount, now_ms)
        if isinstance(paid, Refusal):
            return paid
        collected = HeldCollected(
            player=player,
            amount=amount,
            paid=self.paid,
            by=actor,
            voucher=self.voucher if paid else None,
            approver=self.approver,
        )
        return [*paid, collected]

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """Everything is collected, whatever the amount."""
        return cls(player=seen.event.player, **_payment(seen))


def _paid(
    table: TableState, actor: Actor, asked: CashOut | CollectHeld, amount: int, now_ms: int
) -> list[Event] | Refusal:
    """The voucher that pays an amount, unless it is paid in cash."""
    most = table.house.thresholds.cash_paid if asked.paid == "cash" else None
    before = table.paid_before(asked.player)
    if (no := too_much(actor, asked, amount, most, "cash", before)) is not None:
        return no
    if asked.paid != "voucher":
        return []
    return issued(table, asked.player, amount, asked.voucher, asked.expires_ms, now_ms)


def _payment(seen: OnRecord) -> dict[str, Any]:
    """How it was paid: a voucher until it expires, which was booked ahead; or cash, by two people
    where it took two."""
    paid: ChipsCashedOut | HeldCollected = seen.event
    if paid.voucher is None:
        return {"paid": paid.paid, "approver": paid.approver if paid.paid == "cash" else None}
    issued = [one.expires_ms for one in seen.ahead if isinstance(one, VoucherIssued)]
    expires_ms = issued[0] if issued else UNTIL_MS
    return {"paid": paid.paid, "voucher": paid.voucher, "expires_ms": expires_ms}
