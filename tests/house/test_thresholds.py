"""House procedure: above the house's amounts money takes a second person (requirement 24)."""

from croupier.house import HouseState
from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.thresholds import Thresholds
from croupier.round.commands import Actor
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
    table.do(c.TakeSeat(player="ada"))
    return table


def test_a_dealer_alone_sells_no_more_than_the_house_allows() -> None:
    table = at_table()
    more = c.BuyIn(player="ada", amount=MOST + 1)
    assert table.no(more, DEALER) == "approval/above"
    assert table.no(more, MANAGER) == "approval/above", "nor does anyone else alone"
    [bought] = table.do(c.BuyIn(player="ada", amount=MOST + 1, approver=SUPERVISOR))
    assert isinstance(bought, e.ChipsBought)
    assert bought.approver == SUPERVISOR


def test_the_second_person_is_another_and_a_supervisor() -> None:
    table = at_table()
    for approver, code in ((DEALER, "approval/same-person"), (Actor("d"), "approval/position")):
        again = c.BuyIn(player="ada", amount=MOST + 1, approver=approver)
        assert table.no(again) == code


def test_cash_above_the_amount_takes_two_whatever_it_is_paid_for() -> None:
    table = at_table()
    table.do(c.BuyIn(player="ada", amount=6 * MOST, approver=SUPERVISOR))
    more = c.CashOut(player="ada", amount=MOST + 1)
    assert table.no(more) == "approval/above"
    table.do(c.CashOut(player="ada", amount=MOST + 1, approver=SUPERVISOR))
    number = voucher_number(1)
    table.do(
        c.CashOut(
            player="ada", amount=MOST + 1, paid="voucher", voucher=number, expires_ms=LATER_MS
        )
    )
    assert table.no(c.CashVoucher(voucher=number), SUPERVISOR) == "approval/above"
    [paid] = table.do(c.CashVoucher(voucher=number, approver=SECOND), SUPERVISOR)
    assert isinstance(paid, e.VoucherRedeemed)
    assert paid.approver == SECOND
    table.do(c.LeaveSeat(player="ada"))
    assert table.no(c.CollectHeld(player="ada")) == "approval/above"
    table.do(c.CollectHeld(player="ada", approver=SUPERVISOR))


def test_small_steps_add_up_to_the_amount_until_a_second_person_has_looked() -> None:
    table = at_table()
    table.do(c.BuyIn(player="ada", amount=MOST - 100))
    assert table.no(c.BuyIn(player="ada", amount=200)) == "approval/above-together"
    desk = c.BuyIn(player="ada", amount=200, at="desk")
    assert table.no(desk, SUPERVISOR) == "approval/above-together", "nor at the desk"
    table.do(c.BuyIn(player="ada", amount=100))
    table.do(c.BuyIn(player="ada", amount=200, approver=SUPERVISOR))
    table.do(c.BuyIn(player="ada", amount=MOST))


def test_cash_paid_in_small_steps_adds_up_too() -> None:
    table = at_table()
    table.do(c.BuyIn(player="ada", amount=6 * MOST, approver=SUPERVISOR))
    table.do(c.CashOut(player="ada", amount=MOST))
    assert table.no(c.CashOut(player="ada", amount=100)) == "approval/above-together"
    table.do(c.CashOut(player="ada", amount=100, approver=SUPERVISOR))
    table.do(c.CashOut(player="ada", amount=MOST))
    table.do(c.TakeSeat(player="ben"))
    table.do(c.BuyIn(player="ben", amount=MOST))
    table.do(c.CashOut(player="ben", amount=MOST))


def test_another_table_of_the_house_knows_of_the_steps_and_the_next_day_begins_anew() -> None:
    one = at_table()
    other = AtTable(house=one.state.house, id="other")
    other.do(c.TakeSeat(player="ada"))
    one.do(c.BuyIn(player="ada", amount=MOST))
    again = c.BuyIn(player="ada", amount=100)
    assert other.no(again) == "approval/above-together"
    other.do(c.LeaveSeat(player="ada"))
    other.do(c.CloseTable(closer=other.state.meters.ever.tray), SUPERVISOR)
    other.do(c.EndDay(), SHIFT)
    other.do(c.StartDay(day="2026-11-16"), SHIFT)
    other.do(c.OpenTable(opener=MOST), SUPERVISOR)
    other.do(c.TakeSeat(player="ada"))
    other.do(again)


def test_vouchers_of_one_day_are_cashed_together() -> None:
    table = at_table()
    table.do(c.BuyIn(player="ada", amount=6 * MOST, approver=SUPERVISOR))
    day_ms = 24 * 3600 * 1000
    for n, later_ms in enumerate((0, 1, 2, day_ms), 1):
        expires_ms = LATER_MS + later_ms
        table.do(
            c.CashOut(
                player="ada",
                amount=MOST,
                paid="voucher",
                voucher=voucher_number(n),
                expires_ms=expires_ms,
            )
        )
    first, second, third, next_day = map(voucher_number, range(1, 5))
    table.do(c.CashVoucher(voucher=first), SUPERVISOR)
    assert table.no(c.CashVoucher(voucher=second), SUPERVISOR) == "approval/above-together"
    table.do(c.CashVoucher(voucher=next_day), SUPERVISOR)
    table.do(c.CashVoucher(voucher=second, approver=SECOND), SUPERVISOR)
    table.do(c.CashVoucher(voucher=third), SUPERVISOR)


def test_a_large_adjustment_takes_a_manager_as_its_second_person() -> None:
    table = at_table()
    for amount in (MOST + 1, MOST, -MOST - 1):
        adjust = c.AdjustBalance(player="ada", amount=amount, reason="a miscount", approver=SECOND)
        expected = "approval/position" if abs(amount) > MOST else None
        decided = table.ask(adjust, SUPERVISOR)
        assert getattr(decided, "code", None) == expected
    table.do(
        c.AdjustBalance(player="ada", amount=-MOST, reason="a miscount", approver=MANAGER),
        SUPERVISOR,
    )


def test_a_house_without_amounts_asks_for_nobody() -> None:
    table = at_table(Thresholds())
    table.do(c.BuyIn(player="ada", amount=5_000_000))
    table.do(c.CashOut(player="ada"))


def test_a_bill_has_its_own_limit_and_is_no_sale_of_one_person() -> None:
    """Nobody stands at a device who could ask for a second person, and the bill is taken."""
    table = at_table(Thresholds(buy_in=1_000, bill=10_000))
    table.state.serves = {"acceptor": "ada"}.get
    device = Actor("acceptor")
    table.do(c.BuyIn(player="ada", amount=10_000), device)
    assert table.no(c.BuyIn(player="ada", amount=10_001), device) == "device/bill-too-large"
    assert table.no(c.BuyIn(player="ada", amount=1_001)) == "approval/above"
