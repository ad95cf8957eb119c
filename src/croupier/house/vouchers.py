"""Vouchers of the house: bearer papers issued at one table and redeemed at another, exactly once.

A voucher is known here by its id, which is no secret: 32 random hexadecimal digits and, for people,
the last four characters of its number. The number itself is worth the money and is never here: the
server derives it from the id with a key that lies outside the data. In records of earlier programs,
and in round notation written by hand, the id is the number.
"""

import re
from typing import ClassVar

from croupier.house.base import HouseCommand, HouseEvent
from croupier.house.ledger import CAGE, LAPSED, TABLES, VOUCHERS, Postings, moved
from croupier.house.permissions import Permission, too_much
from croupier.house.state import HouseState, TableState, Voucher
from croupier.round.base import Actor, Decision, Event, Line, OnRecord
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet, without I, L, O and U, which people misread."""
NUMBER_BYTES = 16
NUMBER = re.compile(f"[{LETTERS}]{{26}}")
"""128 bits: nobody guesses one."""
LAST = 4
"""The number of characters shown to people who look a voucher up in a list."""
ID = re.compile(f"[0-9a-f]{{{2 * NUMBER_BYTES}}}-[{LETTERS}]{{{LAST}}}")


def is_number(voucher: str) -> bool:
    """Whether the id of a voucher is its number, as in earlier programs."""
    return NUMBER.fullmatch(voucher) is not None


def last_of(voucher: str) -> str:
    """The last characters of the number, by which people recognise a voucher.

    >>> last_of("000102030405060708090a0b0c0d0e0f-T3GF"), last_of("00041061050R3GG28A1C60T3GF")
    ('T3GF', 'T3GF')
    """
    return voucher[-LAST:]


def number_of(entropy: bytes) -> str:
    """A voucher's number from 16 bytes.

    >>> number_of(bytes(range(16)))
    '00041061050R3GG28A1C60T3GF'
    """
    if len(entropy) != NUMBER_BYTES:
        raise ValueError(f"a voucher's number is made of {NUMBER_BYTES} bytes")
    whole, letters = int.from_bytes(entropy), []
    for _ in range(26):
        whole, at = divmod(whole, 32)
        letters.append(LETTERS[at])
    return "".join(reversed(letters))


UNTIL_MS = 253402300799999
"""The end of the year 9999, for vouchers without a recorded expiry."""


class VoucherIssued(HouseEvent, frozen=True, kw_only=True):
    """A voucher was issued at a table."""

    name: ClassVar[str] = "voucher.issued"
    in_trail = "asked"
    booked_ahead = True
    voucher: str
    amount: int
    expires_ms: int
    table: str
    player: str

    def change(self, house: HouseState) -> None:
        made = Voucher(self.amount, self.expires_ms, self.table, self.player)
        house.vouchers[self.voucher] = made

    def postings(self, before: HouseState) -> Postings:
        return moved(TABLES, VOUCHERS, self.amount)


class VoucherRedeemed(HouseEvent, frozen=True, kw_only=True):
    """A voucher was redeemed at a table or cashed at the cage, exactly once."""

    name: ClassVar[str] = "voucher.redeemed"
    in_trail = "asked"
    voucher: str
    amount: int
    by: Actor
    table: str | None = None
    approver: Actor | None = None

    def change(self, house: HouseState) -> None:
        voucher = house.vouchers[self.voucher]
        voucher.redeemed = True
        voucher.alone = self.table is None and self.approver is None
        if self.approver is not None:
            for other in house.vouchers.values():
                other.alone = other.alone and other.player != voucher.player

    def postings(self, before: HouseState) -> Postings:
        return moved(VOUCHERS, CAGE if self.table is None else TABLES, self.amount)

    @property
    def booked_ahead(self) -> bool:
        """At a table, before the chips that it buys."""
        return self.table is not None


class VouchersLapsed(HouseEvent, frozen=True, kw_only=True):
    """Expired vouchers were removed from the list; unredeemed amounts stay with the house."""

    name: ClassVar[str] = "vouchers.lapsed"
    vouchers: tuple[str, ...]
    amount: int
    by: Actor

    def change(self, house: HouseState) -> None:
        for voucher in self.vouchers:
            del house.vouchers[voucher]

    def postings(self, before: HouseState) -> Postings:
        return moved(VOUCHERS, LAPSED, self.amount)


class CashVoucher(HouseCommand, frozen=True, kw_only=True, tag="cash-voucher"):
    """Pay a voucher in cash at the cage."""

    allowed = Permission(Position.PIT_SUPERVISOR)
    lines = (
        Line(
            "{by}: pays voucher {voucher}[, approved by {approver}]",
            "pit-supervisor: pays voucher 00041061050R3GG28A1C60T3GF",
        ),
    )
    leads_to = VoucherRedeemed
    voucher: str
    approver: Actor | None = None

    def decide(self, house: HouseState, actor: Actor, now_ms: int) -> Decision:
        """Paid once, at the cage."""
        voucher = redeemable(house, self.voucher, now_ms)
        if isinstance(voucher, Refusal):
            return voucher
        most = house.thresholds.cash_paid
        before = house.cashed_before(voucher)
        if (no := too_much(actor, self, voucher.amount, most, "cash", before)) is not None:
            return no
        return [
            VoucherRedeemed(
                voucher=self.voucher, amount=voucher.amount, by=actor, approver=self.approver
            )
        ]


class LapseVouchers(HouseCommand, frozen=True, kw_only=True, tag="lapse-vouchers"):
    """Remove expired vouchers from the list, paid or not."""

    allowed = Permission(Position.GAMING_SHIFT_MANAGER)
    lines = (
        Line(
            "{by}: lets vouchers lapse at {moment}",
            "gaming-shift-manager: lets vouchers lapse at 2020-04-18T00:00:00.000+00:00",
        ),
    )
    leads_to = VouchersLapsed

    def decide(self, house: HouseState, actor: Actor, now_ms: int) -> Decision:
        """The expired ones, to keep the list short; redeemed ones stay until their expiry."""
        past = {n: voucher for n, voucher in house.vouchers.items() if now_ms >= voucher.expires_ms}
        if not past:
            return refusal("voucher/none-past")
        amount = sum(voucher.amount for voucher in past.values() if not voucher.redeemed)
        return [VouchersLapsed(vouchers=tuple(past), amount=amount, by=actor)]

    @classmethod
    def moment(cls, seen: OnRecord) -> int:
        """When the last of them expired."""
        return max(seen.expiries.get(number, 0) for number in seen.event.vouchers)


def issued(
    table: TableState,
    player: str,
    amount: int,
    voucher: str | None,
    expires_ms: int | None,
    now_ms: int,
) -> list[Event] | Refusal:
    """Add a new voucher to the house's list."""
    if voucher is None or expires_ms is None:
        return refusal("voucher/number-needed")
    if ID.fullmatch(voucher) is None and not is_number(voucher):
        return refusal("voucher/bad-number")
    if voucher in table.house.vouchers:
        return refusal("voucher/number-used")
    if expires_ms <= now_ms:
        return refusal("voucher/expires-too-soon", expires_ms=expires_ms, now_ms=now_ms)
    return [
        VoucherIssued(
            voucher=voucher, amount=amount, expires_ms=expires_ms, table=table.id, player=player
        )
    ]


def redeemable(house: HouseState, id_: str, now_ms: int) -> Voucher | Refusal:
    """The voucher of an id, or a refusal if it cannot be redeemed."""
    voucher = house.vouchers.get(id_)
    if voucher is None:
        return refusal("voucher/unknown")
    if voucher.redeemed:
        return refusal("voucher/redeemed")
    if now_ms >= voucher.expires_ms:
        return refusal("voucher/expired", expires_ms=voucher.expires_ms)
    return voucher
