"""House procedure: what a gaming day left is counted by two people."""

import msgspec
import pytest

from croupier import books
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn, RedeemVoucher
from croupier.house.day import CountDay, DayCounted, DayEnded, EndDay, StartDay
from croupier.house.meters import Box
from croupier.house.seats import LeaveSeat
from croupier.round.base import Actor
from tests.house.at_table import (
    DEALER,
    LATER_MS,
    SECOND,
    SHIFT,
    SUPERVISOR,
    AtTable,
    voucher_number,
)

VALIDATOR = Actor("acceptor")


def a_day(book_id: str) -> AtTable:
    """Chips for cash, for a bill, for a voucher and at the desk; some is paid out in cash."""
    table = AtTable(book_id)
    table.state.serves = {"acceptor": "ada"}.get
    table.sit("ada", 10_000)
    table.do(BuyIn(player="ada", amount=5_000), VALIDATOR)
    table.do(BuyIn(player="ada", amount=2_000, at="desk"), SUPERVISOR)
    slip = {"paid": "voucher", "voucher": voucher_number(1), "expires_ms": LATER_MS}
    out = msgspec.convert({"player": "ada", "amount": 4_000, **slip}, CashOut)
    table.do(out)
    table.do(RedeemVoucher(player="ada", voucher=voucher_number(1)), VALIDATOR)
    table.do(CashOut(player="ada", amount=3_000))
    return table


LEFT = Box(cash=10_000, bills=5_000, vouchers=4_000, desk=2_000, paid=3_000)


def count(day: str = "2020-03-18", approver: Actor | None = None, **apart: int) -> CountDay:
    fields = msgspec.structs.asdict(LEFT) | apart
    return CountDay(day=day, approver=approver, **fields)


@pytest.mark.parametrize("book_id", books.ids())
def test_every_way_in_has_its_meter_and_the_count_finds_it(book_id: str) -> None:
    table = a_day(book_id)
    figures = table.state.meters.day
    assert figures.box == LEFT
    assert figures.drop == 19_000
    assert figures.chips_sold == 10_000
    [ended] = table.do(EndDay(), SHIFT)
    assert isinstance(ended, DayEnded)
    assert (ended.box, ended.to_count) == (19_000, LEFT)
    [counted] = table.do(count(approver=SECOND), SUPERVISOR)
    assert isinstance(counted, DayCounted)
    assert (counted.by, counted.approver) == (SUPERVISOR, SECOND)
    assert table.balance("variance") == 0
    assert table.no(count(approver=SECOND), SUPERVISOR) == "count/none"


def test_nobody_counts_alone_and_the_refusal_is_the_same_for_right_and_wrong() -> None:
    table = a_day("sands-2019")
    table.do(EndDay(), SHIFT)
    assert table.no(count(), SUPERVISOR) == "approval/needed"
    assert table.no(count(cash=9_000), SUPERVISOR) == "approval/needed"
    assert table.state.to_count


def test_a_count_that_differs_is_the_variance() -> None:
    table = a_day("sands-2019")
    table.do(EndDay(), SHIFT)
    assert table.no(count(cash=9_000, approver=SUPERVISOR), SUPERVISOR) == "approval/same-person"
    assert table.no(count(cash=-1, approver=SECOND), SUPERVISOR) == "amount/not-positive"
    table.do(count(cash=9_000, approver=SECOND), SUPERVISOR)
    assert table.balance("variance") == 1_000
    assert table.state.meters.ever.count_variance == 1_000
    assert not table.state.to_count


def test_what_is_paid_between_two_days_is_in_the_next_count() -> None:
    table = a_day("sands-2019")
    table.do(LeaveSeat(player="ada"))
    table.do(EndDay(), SHIFT)
    table.do(CollectHeld(player="ada"))
    table.do(StartDay(day="2020-03-19"), SHIFT)
    table.do(EndDay(), SHIFT)
    assert table.state.to_count == {"2020-03-18": LEFT, "2020-03-19": Box(paid=14_000)}
    later = count("2020-03-19", SECOND, cash=0, bills=0, vouchers=0, desk=0, paid=14_000)
    table.do(later, SUPERVISOR)
    table.do(count(approver=SECOND), SUPERVISOR)


def test_the_desk_is_for_a_supervisor_and_touches_neither_box_nor_tray() -> None:
    table = AtTable()
    table.sit("ada", 0)
    at_desk = BuyIn(player="ada", amount=2_000, at="desk")
    assert table.no(at_desk, DEALER) == "position/not-allowed"
    tray = table.balance("float")
    table.do(at_desk, SUPERVISOR)
    assert (table.has(), table.balance("float"), table.balance("drop")) == (2_000, tray, 0)
