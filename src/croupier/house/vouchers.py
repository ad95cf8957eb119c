"""Vouchers of the house: bearer papers that leave one table and enter another, exactly once.

A number is made by the shell from kernel randomness; here only its shape is checked, and that no
other voucher has it. Whoever knows the number has the money: no view shows it.
"""

import re

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.state import HouseState, TableState, Voucher
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.rules.refusal import Refusal, refusal

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O or U, which people misread."""
NUMBER_BYTES = 16
NUMBER = re.compile(f"[{LETTERS}]{{26}}")
"""128 bits: nobody guesses one."""


def number_of(entropy: bytes) -> str:
    """A voucher's number from 16 random bytes.

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
    number: str | None,
    expires_ms: int | None,
    now_ms: int,
) -> list[Event] | Refusal:
    """A new voucher on the house's list."""
    if number is None or expires_ms is None:
        return refusal("voucher/number-needed")
    if NUMBER.fullmatch(number) is None:
        return refusal("voucher/bad-number")
    if number in state.house.vouchers:
        return refusal("voucher/number-used")
    if expires_ms <= now_ms:
        return refusal("voucher/expires-too-soon", expires_ms=expires_ms, now_ms=now_ms)
    return [
        e.VoucherIssued(
            voucher=number, amount=amount, expires_ms=expires_ms, table=state.id, player=player
        )
    ]


def redeemable(house: HouseState, number: str, now_ms: int) -> Voucher | Refusal:
    """The voucher of a number, if it can still be redeemed."""
    voucher = house.vouchers.get(number)
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
    return [e.VoucherRedeemed(voucher=command.voucher, amount=voucher.amount, by=actor)]


def lapse(house: HouseState, actor: Actor, command: c.LapseVouchers, now_ms: int) -> Decision:
    """Those past their time, so that the list stays short; redeemed ones wait for theirs too."""
    past = {n: voucher for n, voucher in house.vouchers.items() if now_ms >= voucher.expires_ms}
    if not past:
        return refusal("voucher/none-past")
    amount = sum(voucher.amount for voucher in past.values() if not voucher.redeemed)
    return [e.VouchersLapsed(vouchers=tuple(past), amount=amount, by=actor)]
