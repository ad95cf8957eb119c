"""The table's hours, its float, gaming days and shifts, limits, adjustments."""

from fractions import Fraction

import pytest

from croupier import books
from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn
from croupier.house.day import DayEnded, EndDay, EndShift, StartDay, StartShift
from croupier.house.limits import SetLimits, SetMaximumPayout
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, CreditFloat, FillFloat, FloatFilled, OpenTable
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.round.correction import CorrectOutcome
from croupier.round.opening import LimitsTaken, OpenBets, RangeTaken
from croupier.round.spin import SpinBall
from croupier.round.void import VoidRound
from tests.house.at_table import (
    ADA,
    DEALER,
    LIVE,
    MANAGER,
    OPENER,
    SECOND,
    SHIFT,
    SUPERVISOR,
    AtTable,
)


def test_a_table_opens_within_a_gaming_day_only() -> None:
    table = AtTable(opened=False)
    assert table.no(OpenTable(opener=1000), SUPERVISOR) == "day/not-started"
    table.do(StartDay(day="2020-03-18"), SHIFT)
    assert table.no(OpenTable(opener=-1), SUPERVISOR) == "amount/not-positive"
    table.do(OpenTable(opener=0), SUPERVISOR)
    assert table.no(OpenTable(opener=1000), SUPERVISOR) == "table/open"


def test_a_closed_table_takes_no_seats_money_or_wagers() -> None:
    table = AtTable(opened=False)
    for command, by in (
        (TakeSeat(player="ada"), ADA),
        (BuyIn(player="ada", amount=500), DEALER),
        (FillFloat(amount=500), SUPERVISOR),
        (CreditFloat(amount=500), SUPERVISOR),
        (CloseTable(closer=0), SUPERVISOR),
        (AdjustBalance(player="ada", amount=1, reason="x", approver=SECOND), SUPERVISOR),
        (OpenBets(), DEALER),
        (PlaceWager(wager="red", amount=500), ADA),
        (WithdrawWager(wager="red"), ADA),
        (SpinBall(), DEALER),
        (CorrectOutcome(round=1, number="3", approver=SECOND), SUPERVISOR),
    ):
        assert table.no(command, by) == "table/closed"


def test_between_two_gaming_days_an_open_table_waits() -> None:
    table = AtTable()
    table.sit("ada", 5000)
    table.do(EndDay(), SHIFT)
    assert table.no(OpenBets()) == "day/not-started"
    assert table.no(BuyIn(player="ada", amount=500)) == "day/not-started"
    assert table.no(StartDay(day="2020-03-18"), SHIFT) == "day/not-after"
    assert table.no(StartDay(day="today"), SHIFT) == "day/bad"
    table.do(CashOut(player="ada"))
    table.do(StartDay(day="2020-03-19"), SHIFT)
    assert table.no(StartDay(day="2020-03-20"), SHIFT) == "day/running"
    table.open_bets()


def test_the_box_goes_to_the_count_when_the_day_ends() -> None:
    table = AtTable()
    table.sit("ada", 5000)
    table.do(EndDay(), SHIFT)
    ended = table.record[-1]
    assert isinstance(ended, DayEnded)
    assert ended.box == 5000
    assert table.balance("drop") == 0
    assert table.no(EndDay(), SHIFT) == "day/not-started"


def test_shifts_follow_one_another_within_a_day() -> None:
    table = AtTable()
    assert table.no(EndShift(), MANAGER) == "shift/not-started"
    table.do(StartShift(shift="early"), MANAGER)
    assert table.no(StartShift(shift="late"), MANAGER) == "shift/running"
    assert table.no(EndDay(), SHIFT) == "shift/running"
    table.do(EndShift(), MANAGER)
    table.do(StartShift(shift="late"), MANAGER)
    table.do(EndShift(), MANAGER)
    table.do(EndDay(), SHIFT)
    assert table.no(StartShift(shift="night"), MANAGER) == "day/not-started"


def test_day_and_shift_end_between_rounds_or_not() -> None:
    table = AtTable()
    table.do(StartShift(shift="early"), MANAGER)
    table.open_bets()
    table.do(EndShift(), MANAGER)
    assert table.no(EndDay(), SHIFT) == "table/round-in-play"
    assert table.no(CloseTable(closer=OPENER), SUPERVISOR) == "table/round-in-play"


def test_meters_of_the_day_and_the_shift_count_from_their_beginning() -> None:
    table = AtTable()
    table.do(StartShift(shift="early"), MANAGER)
    table.sit("ada", 10_000)
    table.play("3", ("black", 1000))
    table.do(EndShift(), MANAGER)
    assert (table.state.meters.shift.win, table.state.meters.shift.drop) == (1000, 10_000)
    table.do(StartShift(shift="late"), MANAGER)
    table.play("3", ("black", 500))
    meters = table.state.meters
    assert (meters.shift.win, meters.shift.rounds, meters.shift.drop) == (500, 1, 0)
    assert (meters.day.win, meters.day.turnover, meters.day.hold) == (1500, 1500, Fraction(3, 20))
    assert meters.shift.hold is None
    assert meters.handle == {"ada": 1500}
    table.do(EndShift(), MANAGER)
    table.do(EndDay(), SHIFT)
    table.do(StartDay(day="2020-03-19"), SHIFT)
    assert (meters.day.win, meters.ever.win, meters.handle) == (0, 1500, {})


@pytest.mark.parametrize("book_id", books.ids())
def test_the_tray_adds_up_from_opener_to_closer(book_id: str) -> None:
    """Win = closer + credits + drop − opener − fills, as a count of tray and box would give."""
    table = AtTable(book_id)
    table.sit("ada", 50_000)
    table.do(FillFloat(amount=20_000), SUPERVISOR)
    table.play("17", ("straight:17", 1000))
    table.play("3", ("straight:17", 2000), ("straight:18", 500))
    table.do(CreditFloat(amount=7000), SUPERVISOR)
    table.do(CashOut(player="ada", amount=600))
    table.do(LeaveSeat(player="ada"), ADA)
    figures, closer = table.state.meters.ever, table.balance("float")
    assert figures.win == closer + 7000 + 50_000 - OPENER - 20_000
    table.do(CloseTable(closer=closer), SUPERVISOR)
    assert table.balance("float") == 0
    assert table.balance("variance") == 0
    table.do(CollectHeld(player="ada"))
    assert table.balance("patrons") == -table.balance("cage") - table.balance("drop")


def test_nothing_is_credited_that_is_not_in_the_tray() -> None:
    table = AtTable()
    assert table.no(CreditFloat(amount=OPENER + 1), SUPERVISOR) == "float/too-low"
    assert table.no(FillFloat(amount=0), SUPERVISOR) == "amount/not-positive"
    table.do(CreditFloat(amount=OPENER), SUPERVISOR)


@pytest.mark.parametrize("book_id", books.ids())
def test_winners_are_paid_though_the_tray_is_short_and_the_cage_makes_it_good(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 100_000)
    table.do(CreditFloat(amount=table.balance("float")), SUPERVISOR)
    number = table.play("17", ("straight:17", 1000))
    won = table.has() - 100_000
    assert won >= 35_000
    assert table.balance("float") == 0
    [filled] = [one for one in table.record if isinstance(one, FloatFilled)]
    assert (filled.amount, filled.short) == (won, True)
    assert table.state.meters.ever.fills == won
    correct = CorrectOutcome(round=number, number="3", approver=SECOND, reason="misread")
    table.do(correct, SUPERVISOR)
    back = CorrectOutcome(round=number, number="17", approver=SECOND, reason="not misread")
    table.do(CreditFloat(amount=table.balance("float")), SUPERVISOR)
    table.do(back, SUPERVISOR)
    assert table.balance("float") == 0


@pytest.mark.parametrize("book_id", LIVE)
def test_chips_that_do_not_lie_in_the_tray_are_not_sold(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 0)
    table.do(CreditFloat(amount=OPENER - 1_000), SUPERVISOR)
    assert table.no(BuyIn(player="ada", amount=1_001)) == "float/too-low"
    adjust = AdjustBalance(player="ada", amount=1_001, reason="miscounted", approver=SECOND)
    assert table.no(adjust, SUPERVISOR) == "float/too-low"
    table.do(BuyIn(player="ada", amount=1_000))
    assert table.balance("float") == 0
    table.do(FillFloat(amount=5_000), SUPERVISOR)
    table.do(BuyIn(player="ada", amount=5_000))


def test_credits_are_no_chips_that_run_out() -> None:
    table = AtTable("edz-2020", opened=False)
    table.do(StartDay(day="2020-03-18"), SHIFT)
    table.do(OpenTable(opener=0), SUPERVISOR)
    table.do(TakeSeat(player="ada"))
    filled, _ = table.do(BuyIn(player="ada", amount=7_000))
    assert isinstance(filled, FloatFilled)
    assert (filled.short, table.balance("float"), table.has()) == (True, 0, 7_000)


def test_a_table_without_people_is_filled_by_the_cage_as_it_sells() -> None:
    table = AtTable()
    table.state.unattended = True
    table.sit("ada", OPENER + 500)
    assert (table.balance("float"), table.has()) == (0, OPENER + 500)


def test_a_table_closes_when_nobody_is_seated() -> None:
    table = AtTable()
    table.sit("ada", 0)
    assert table.no(CloseTable(closer=OPENER), SUPERVISOR) == "table/still-seated"
    table.do(LeaveSeat(player="ada"), DEALER)
    table.do(CloseTable(closer=OPENER), SUPERVISOR)
    assert table.no(OpenBets()) == "table/closed"


def test_a_count_that_differs_from_the_record_needs_a_second_person() -> None:
    table = AtTable()
    short = OPENER - 500
    assert table.no(CloseTable(closer=short), SUPERVISOR) == "float/count-differs"
    alone = CloseTable(closer=short, approver=SUPERVISOR)
    assert table.no(alone, SUPERVISOR) == "approval/same-person"
    low = CloseTable(closer=short, approver=DEALER)
    assert table.no(low, SUPERVISOR) == "approval/position"
    table.do(CloseTable(closer=short, approver=SECOND), SUPERVISOR)
    assert table.balance("variance") == table.state.meters.ever.variance == 500


def test_limits_and_maximum_payout_hold_from_the_next_round_on() -> None:
    table = AtTable()
    table.sit("ada")
    table.open_bets()
    table.do(SetLimits(limits=LimitsTaken(RangeTaken(2000, 3000))), MANAGER)
    table.do(SetMaximumPayout(amount=5000), MANAGER)
    table.bet("red", 6000)
    table.settle("3")
    table.open_bets()
    assert table.no(PlaceWager(wager="red", amount=500), ADA) == "limits/under-minimum"
    assert table.no(PlaceWager(wager="straight:1", amount=2000), ADA) == "payout/over-maximum"
    table.do(SetMaximumPayout(amount=None), MANAGER)
    table.do(VoidRound(clause="5.10"))
    table.open_bets()
    table.bet("straight:1", 2000)


@pytest.mark.parametrize(
    "limits",
    [
        LimitsTaken(RangeTaken(0, 100)),
        LimitsTaken(RangeTaken(500, 100)),
        LimitsTaken(RangeTaken(1, 100), {"roulette": RangeTaken(1, 2)}),
        LimitsTaken(RangeTaken(1, 100), {"tiers": RangeTaken(1, 2)}),
        LimitsTaken(RangeTaken(1, 100), {"bonus-win": RangeTaken(1, 2)}),
    ],
)
def test_limits_that_make_no_sense_are_refused(limits: LimitsTaken) -> None:
    assert AtTable().no(SetLimits(limits=limits), MANAGER) == "limits/bad"


def test_a_maximum_payout_is_an_amount() -> None:
    table = AtTable()
    assert table.no(SetMaximumPayout(amount=0), MANAGER) == "amount/not-positive"


def test_a_balance_is_adjusted_by_two_different_people_with_a_reason() -> None:
    table = AtTable()
    table.sit("ada", 5000)
    more = AdjustBalance(player="ada", amount=700, reason="miscounted", approver=SECOND)
    table.do(more, SUPERVISOR)
    assert table.has() == 5700
    alone = AdjustBalance(player="ada", amount=700, reason="miscounted", approver=SUPERVISOR)
    assert table.no(alone, SUPERVISOR) == "approval/same-person"
    low = AdjustBalance(player="ada", amount=700, reason="miscounted", approver=DEALER)
    assert table.no(low, SUPERVISOR) == "approval/position"
    silent = AdjustBalance(player="ada", amount=700, reason=" ", approver=SECOND)
    assert table.no(silent, SUPERVISOR) == "adjust/no-reason"
    none = AdjustBalance(player="ada", amount=0, reason="miscounted", approver=SECOND)
    assert table.no(none, SUPERVISOR) == "amount/not-positive"
    less = AdjustBalance(player="ada", amount=-5701, reason="miscounted", approver=SECOND)
    assert table.no(less, SUPERVISOR) == "funds/too-low"
    table.do(
        AdjustBalance(player="ada", amount=-5700, reason="miscounted", approver=SECOND),
        SUPERVISOR,
    )
    assert table.has() == 0
    assert table.state.meters.ever.adjustments == -5000


def test_what_is_held_for_a_leaver_can_be_adjusted() -> None:
    table = AtTable()
    more = AdjustBalance(player="ada", amount=700, reason="found", approver=SECOND)
    table.do(more, SUPERVISOR)
    assert table.state.held("ada") == 700
    less = AdjustBalance(player="ada", amount=-701, reason="lost", approver=SECOND)
    assert table.no(less, SUPERVISOR) == "held/less"


def test_colour_chips_are_adjusted_whole() -> None:
    table = AtTable()
    table.sit("ada", 1000, chips="colour-chips", colour="blue", value=500)
    for amount, code in ((250, "colour/not-whole"), (-1500, "funds/too-low")):
        adjust = AdjustBalance(
            player="ada", chips="colour-chips", amount=amount, reason="x", approver=SECOND
        )
        assert table.no(adjust, SUPERVISOR) == code
    credits_ = AdjustBalance(player="ada", chips="credits", amount=1, reason="x", approver=SECOND)
    assert table.no(credits_, SUPERVISOR) == "stakes/not-accepted"
