"""Vouchers of the house: bearer papers that leave one table and enter another, exactly once.

A voucher is known here by its id, which is no secret: 32 random hexadecimal digits and, for people,
the last four characters of its number. The number itself is worth the money and is never here: the
server derives it from the id with a key that lies outside the data. In records of earlier programs,
and in round notation written by hand, the id is the number.
"""

import re

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.state import HouseState, TableState, Voucher
from croupier.house.thresholds import too_much
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.rules.refusal import Refusal, refusal

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O or U, which people misread."""
NUMBER_BYTES = 16
NUMBER = re.compile(f"[{LETTERS}]{{26}}")
"""128 bits: nobody guesses one."""
LAST = 4
"""So many characters of a number are shown to people who must find it on a list."""
ID = re.compile(f"[0-9a-f]{{{2 * NUMBER_BYTES}}}-[{LETTERS}]{{{LAST}}}")


def is_number(voucher: str) -> bool:
    """Whether the id of a voucher is the number itself, as earlier programs had it."""
    return NUMBER.fullmatch(voucher) is not None


def last_of(voucher: str) -> str:
    """The last characters of the number, by which people know a voucher.

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


def issued(
    state: TableState,
    player: str,
    amount: int,
    voucher: str | None,
    expires_ms: int | None,
    now_ms: int,
) -> list[Event] | Refusal:
    """A new voucher on the house's list."""
    if voucher is None or expires_ms is None:
        return refusal("voucher/number-needed")
    if ID.fullmatch(voucher) is None and not is_number(voucher):
        return refusal("voucher/bad-number")
    if voucher in state.house.vouchers:
        return refusal("voucher/number-used")
    if expires_ms <= now_ms:
        return refusal("voucher/expires-too-soon", expires_ms=expires_ms, now_ms=now_ms)
    return [
        e.VoucherIssued(
            voucher=voucher, amount=amount, expires_ms=expires_ms, table=state.id, player=player
        )
    ]


def redeemable(house: HouseState, id_: str, now_ms: int) -> Voucher | Refusal:
    """The voucher of an id, if it can still be redeemed."""
    voucher = house.vouchers.get(id_)
    if voucher is None:
        return refusal("voucher/unknown")
    if voucher.redeemed:
        return refusal("voucher/redeemed")
    if now_ms >= voucher.expires_ms:
        return refusal("voucher/expired", expires_ms=voucher.expires_ms)
    return voucher


def cash(house: HouseState, actor: Actor, command: c.CashVoucher, now_ms: int) -> Decision:
    """Paid at the cage, once."""
    voucher = redeemable(house, command.voucher, now_ms)
    if isinstance(voucher, Refusal):
        return voucher
    most = house.thresholds.cash_paid
    before = house.cashed_before(voucher)
    if (no := too_much(actor, command, voucher.amount, most, "cash", before)) is not None:
        return no
    return [
        e.VoucherRedeemed(
            voucher=command.voucher, amount=voucher.amount, by=actor, approver=command.approver
        )
    ]


def lapse(house: HouseState, actor: Actor, command: c.LapseVouchers, now_ms: int) -> Decision:
    """Those past their time, so that the list stays short; redeemed ones wait for theirs too."""
    past = {n: voucher for n, voucher in house.vouchers.items() if now_ms >= voucher.expires_ms}
    if not past:
        return refusal("voucher/none-past")
    amount = sum(voucher.amount for voucher in past.values() if not voucher.redeemed)
    return [e.VouchersLapsed(vouchers=tuple(past), amount=amount, by=actor)]
