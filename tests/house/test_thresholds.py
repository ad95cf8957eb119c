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
    table.do(c.BuyIn(player="ada", amount=MOST))
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
    for _ in range(6):
        table.do(c.BuyIn(player="ada", amount=MOST))
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


def test_a_large_adjustment_takes_a_manager_as_its_second_person() -> None:
    table = at_table()
    for amount in (MOST + 1, MOST):
        adjust = c.AdjustBalance(player="ada", amount=amount, reason="a miscount", approver=SECOND)
        expected = "approval/position" if amount > MOST else None
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
