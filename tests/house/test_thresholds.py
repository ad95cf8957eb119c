"""House procedure: above the house's amounts money takes a second person (requirement 24)."""

from croupier.house import HouseState
from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn, ChipsBought
from croupier.house.day import EndDay, StartDay
from croupier.house.permissions import Thresholds
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, OpenTable
from croupier.house.vouchers import CashVoucher, VoucherRedeemed
from croupier.round.base import Actor
from tests.house.at_table import (
    DEALER,
    LATER_MS,
    MANAGER,
    SECOND,
    SHIFT,
    SUPERVISOR,
    AtTable,
    voucher_number,
)

MOST = 50_000
HIGH = Thresholds(buy_in=MOST, cash_paid=MOST, adjustment=MOST)


def at_table(thresholds: Thresholds = HIGH) -> AtTable:
    table = AtTable(house=HouseState(thresholds=thresholds))
    table.do(TakeSeat(player="ada"))
    return table


def test_a_dealer_alone_sells_no_more_than_the_house_allows() -> None:
    table = at_table()
    more = BuyIn(player="ada", amount=MOST + 1)
    assert table.no(more, DEALER) == "approval/above"
    assert table.no(more, MANAGER) == "approval/above", "nor does anyone else alone"
    [bought] = table.do(BuyIn(player="ada", amount=MOST + 1, approver=SUPERVISOR))
    assert isinstance(bought, ChipsBought)
    assert bought.approver == SUPERVISOR


def test_the_second_person_is_another_and_a_supervisor() -> None:
    table = at_table()
    for approver, code in ((DEALER, "approval/same-person"), (Actor("d"), "approval/position")):
        again = BuyIn(player="ada", amount=MOST + 1, approver=approver)
        assert table.no(again) == code


def test_cash_above_the_amount_takes_two_whatever_it_is_paid_for() -> None:
    table = at_table()
    table.do(BuyIn(player="ada", amount=6 * MOST, approver=SUPERVISOR))
    more = CashOut(player="ada", amount=MOST + 1)
    assert table.no(more) == "approval/above"
    table.do(CashOut(player="ada", amount=MOST + 1, approver=SUPERVISOR))
    number = voucher_number(1)
    table.do(
        CashOut(player="ada", amount=MOST + 1, paid="voucher", voucher=number, expires_ms=LATER_MS)
    )
    assert table.no(CashVoucher(voucher=number), SUPERVISOR) == "approval/above"
    [paid] = table.do(CashVoucher(voucher=number, approver=SECOND), SUPERVISOR)
    assert isinstance(paid, VoucherRedeemed)
    assert paid.approver == SECOND
    table.do(LeaveSeat(player="ada"))
    assert table.no(CollectHeld(player="ada")) == "approval/above"
    table.do(CollectHeld(player="ada", approver=SUPERVISOR))


def test_small_steps_add_up_to_the_amount_until_a_second_person_has_looked() -> None:
    table = at_table()
    table.do(BuyIn(player="ada", amount=MOST - 100))
    assert table.no(BuyIn(player="ada", amount=200)) == "approval/above-together"
    desk = BuyIn(player="ada", amount=200, at="desk")
    assert table.no(desk, SUPERVISOR) == "approval/above-together", "nor at the desk"
    table.do(BuyIn(player="ada", amount=100))
    table.do(BuyIn(player="ada", amount=200, approver=SUPERVISOR))
    table.do(BuyIn(player="ada", amount=MOST))


def test_cash_paid_in_small_steps_adds_up_too() -> None:
    table = at_table()
    table.do(BuyIn(player="ada", amount=6 * MOST, approver=SUPERVISOR))
    table.do(CashOut(player="ada", amount=MOST))
    assert table.no(CashOut(player="ada", amount=100)) == "approval/above-together"
    table.do(CashOut(player="ada", amount=100, approver=SUPERVISOR))
    table.do(CashOut(player="ada", amount=MOST))
    table.do(TakeSeat(player="ben"))
    table.do(BuyIn(player="ben", amount=MOST))
    table.do(CashOut(player="ben", amount=MOST))


def test_another_table_of_the_house_knows_of_the_steps_and_the_next_day_begins_anew() -> None:
    one = at_table()
    other = AtTable(house=one.state.house, id="other")
    other.do(TakeSeat(player="ada"))
    one.do(BuyIn(player="ada", amount=MOST))
    again = BuyIn(player="ada", amount=100)
    assert other.no(again) == "approval/above-together"
    other.do(LeaveSeat(player="ada"))
    other.do(CloseTable(closer=other.state.meters.ever.tray), SUPERVISOR)
    other.do(EndDay(), SHIFT)
    other.do(StartDay(day="2026-11-16"), SHIFT)
    other.do(OpenTable(opener=MOST), SUPERVISOR)
    other.do(TakeSeat(player="ada"))
    other.do(again)


def test_vouchers_of_one_day_are_cashed_together() -> None:
    table = at_table()
    table.do(BuyIn(player="ada", amount=6 * MOST, approver=SUPERVISOR))
    day_ms = 24 * 3600 * 1000
    for n, later_ms in enumerate((0, 1, 2, day_ms), 1):
        expires_ms = LATER_MS + later_ms
        table.do(
            CashOut(
                player="ada",
                amount=MOST,
                paid="voucher",
                voucher=voucher_number(n),
                expires_ms=expires_ms,
            )
        )
    first, second, third, next_day = map(voucher_number, range(1, 5))
    table.do(CashVoucher(voucher=first), SUPERVISOR)
    assert table.no(CashVoucher(voucher=second), SUPERVISOR) == "approval/above-together"
    table.do(CashVoucher(voucher=next_day), SUPERVISOR)
    table.do(CashVoucher(voucher=second, approver=SECOND), SUPERVISOR)
    table.do(CashVoucher(voucher=third), SUPERVISOR)


def test_a_large_adjustment_takes_a_manager_as_its_second_person() -> None:
    table = at_table()
    for amount in (MOST + 1, MOST, -MOST - 1):
        adjust = AdjustBalance(player="ada", amount=amount, reason="a miscount", approver=SECOND)
        expected = "approval/position" if abs(amount) > MOST else None
        decided = table.ask(adjust, SUPERVISOR)
        assert getattr(decided, "code", None) == expected
    table.do(
        AdjustBalance(player="ada", amount=-MOST, reason="a miscount", approver=MANAGER),
        SUPERVISOR,
    )


def test_a_house_without_amounts_asks_for_nobody() -> None:
    table = at_table(Thresholds())
    table.do(BuyIn(player="ada", amount=5_000_000))
    table.do(CashOut(player="ada"))


def test_a_bill_has_its_own_limit_and_is_no_sale_of_one_person() -> None:
    """Nobody stands at a device who could ask for a second person, and the bill is taken."""
    table = at_table(Thresholds(buy_in=1_000, bill=10_000))
    table.state.serves = {"acceptor": "ada"}.get
    device = Actor("acceptor")
    table.do(BuyIn(player="ada", amount=10_000), device)
    assert table.no(BuyIn(player="ada", amount=10_001), device) == "device/bill-too-large"
    assert table.no(BuyIn(player="ada", amount=1_001)) == "approval/above"
