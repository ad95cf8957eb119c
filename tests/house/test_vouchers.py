"""Vouchers: unguessable, with an expiry, redeemed exactly once, at any table of the house."""

import pytest

from croupier.house.base import HouseEvent
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn, RedeemVoucher
from croupier.house.ledger import CAGE, LAPSED, TABLES, VOUCHERS
from croupier.house.seats import LeaveSeat
from croupier.house.vouchers import NUMBER, CashVoucher, LapseVouchers, number_of
from tests.house.at_table import (
    ADA,
    LATER_MS,
    SHIFT,
    SUPERVISOR,
    AtTable,
    voucher_number,
)

NUMBER_1, NUMBER_2 = voucher_number(1), voucher_number(2)


def house() -> tuple[AtTable, AtTable]:
    """Two tables of one house."""
    first = AtTable("edz-2020")
    return first, AtTable("edz-2020", id="table-2", house=first.house)


def issue(table: AtTable, number: str = NUMBER_1, amount: int = 5000) -> None:
    """A voucher from what Ada buys."""
    if "ada" not in table.state.seats:
        table.sit("ada", 0)
    table.do(BuyIn(player="ada", amount=amount))
    out = CashOut(player="ada", paid="voucher", voucher=number, expires_ms=LATER_MS)
    table.do(out)


def in_balance(*tables: AtTable) -> bool:
    """The tables' side of the vouchers and the house's own agree to the cent."""
    own = tables[0].house.ledger
    return own.balance(TABLES) == -sum(table.balance(VOUCHERS) for table in tables)


def test_a_voucher_leaves_one_table_and_enters_another() -> None:
    first, second = house()
    issue(first)
    own = first.house.ledger
    assert own.balance(VOUCHERS) == 5000
    assert in_balance(first, second)
    second.sit("ben", 0)
    second.do(RedeemVoucher(player="ben", voucher=NUMBER_1))
    assert second.has("ben") == 5000
    assert own.balance(VOUCHERS) == 0
    assert in_balance(first, second)
    assert second.state.meters.ever.vouchers_in == second.state.meters.ever.drop == 5000
    assert first.state.meters.ever.vouchers_out == 5000


def test_both_streams_tell_their_part_in_one_append() -> None:
    first, second = house()
    issue(first)
    assert [isinstance(event, HouseEvent) for event in first.record[-2:]] == [True, False]
    second.sit("ben", 0)
    decided = second.do(RedeemVoucher(player="ben", voucher=NUMBER_1))
    assert [isinstance(event, HouseEvent) for event in decided] == [True, False]


def test_a_voucher_is_redeemed_exactly_once() -> None:
    first, second = house()
    issue(first)
    redeem = RedeemVoucher(player="ada", voucher=NUMBER_1)
    first.do(redeem)
    second.sit("ada", 0)
    for table in (first, second):
        assert table.no(redeem) == "voucher/redeemed"
        assert table.no(CashVoucher(voucher=NUMBER_1), SUPERVISOR) == "voucher/redeemed"
    assert first.has() == 5000


def test_a_voucher_is_paid_at_the_cage_once() -> None:
    table, _ = house()
    issue(table)
    table.do(CashVoucher(voucher=NUMBER_1), SUPERVISOR)
    assert table.house.ledger.balance(CAGE) == 5000
    assert table.no(CashVoucher(voucher=NUMBER_1), SUPERVISOR) == "voucher/redeemed"
    assert table.no(RedeemVoucher(player="ada", voucher=NUMBER_1)) == "voucher/redeemed"


@pytest.mark.parametrize(("now_ms", "good"), [(LATER_MS - 1, True), (LATER_MS, False)])
def test_a_voucher_expires(now_ms: int, good: bool) -> None:
    table, _ = house()
    issue(table)
    table.now_ms = now_ms
    redeem = RedeemVoucher(player="ada", voucher=NUMBER_1)
    if good:
        table.do(redeem)
    else:
        assert table.no(redeem) == "voucher/expired"


def test_what_is_held_can_be_collected_as_a_voucher() -> None:
    table, _ = house()
    table.sit("ada", 5000)
    table.do(LeaveSeat(player="ada"), ADA)
    collect = CollectHeld(player="ada", paid="voucher", voucher=NUMBER_1, expires_ms=LATER_MS)
    table.do(collect)
    assert table.house.vouchers[NUMBER_1].amount == 5000
    assert in_balance(table)


@pytest.mark.parametrize(
    ("number", "expires_ms", "code"),
    [
        (None, LATER_MS, "voucher/number-needed"),
        (NUMBER_2, None, "voucher/number-needed"),
        ("1234", LATER_MS, "voucher/bad-number"),
        (NUMBER_2.lower() + "a", LATER_MS, "voucher/bad-number"),
        ("U" * 26, LATER_MS, "voucher/bad-number"),
        (NUMBER_2 + "\n", LATER_MS, "voucher/bad-number"),
        (NUMBER_1, LATER_MS, "voucher/number-used"),
        (NUMBER_2, 0, "voucher/expires-too-soon"),
    ],
)
def test_a_voucher_needs_a_fresh_number_of_the_right_shape_and_time_to_redeem_it(
    number: str | None, expires_ms: int | None, code: str
) -> None:
    table, _ = house()
    issue(table)
    table.do(BuyIn(player="ada", amount=5000))
    out = CashOut(player="ada", paid="voucher", voucher=number, expires_ms=expires_ms)
    assert table.no(out) == code


def test_unknown_vouchers_are_refused() -> None:
    table, _ = house()
    table.sit("ada")
    assert table.no(RedeemVoucher(player="ada", voucher=NUMBER_1)) == "voucher/unknown"


def test_numbers_keep_all_of_their_128_bits() -> None:
    assert number_of(b"\xff" * 16) == "7" + "Z" * 25
    assert NUMBER.fullmatch(number_of(bytes(16)))
    assert len({number_of(n.to_bytes(16)) for n in range(1000)}) == 1000
    with pytest.raises(ValueError, match="16 bytes"):
        number_of(b"short")


def test_a_voucher_buys_colour_chips_on_the_same_terms_as_cash() -> None:
    live = AtTable("sands-2019")
    terminal = AtTable("edz-2020", id="table-2", house=live.house)
    issue(terminal)
    live.sit("ada", 0)
    redeem = RedeemVoucher(player="ada", voucher=NUMBER_1, chips="colour-chips", colour="blue")
    assert live.no(redeem) == "colour/value-needed"
    redeem = RedeemVoucher(
        player="ada", voucher=NUMBER_1, chips="colour-chips", colour="blue", value=300
    )
    assert live.no(redeem) == "colour/not-whole"
    live.do(RedeemVoucher(player="ada", voucher=NUMBER_1))
    assert live.state.purse("ada") == {"cash-chips": 5000}


def test_vouchers_past_their_time_lapse_and_the_list_stays_short() -> None:
    table, _ = house()
    issue(table, NUMBER_1, 5000)
    issue(table, NUMBER_2, 3000)
    table.do(RedeemVoucher(player="ada", voucher=NUMBER_2))
    assert table.no(LapseVouchers(), SHIFT) == "voucher/none-past"
    table.now_ms = LATER_MS
    table.do(LapseVouchers(), SHIFT)
    assert table.house.vouchers == {}
    assert table.house.ledger.balance(LAPSED) == 5000
    assert table.no(CashVoucher(voucher=NUMBER_1), SUPERVISOR) == "voucher/unknown"
