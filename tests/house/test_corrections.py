"""Corrections after the outcome: reversing entries and the new settlement (reading 19)."""

import pytest

from croupier import books
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn
from croupier.house.corrections import CorrectionUncollected
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.state import ROUNDS_KEPT
from croupier.round.base import Actor, Command
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from tests.house.at_table import (
    ADA,
    LATER_MS,
    LIVE,
    SECOND,
    SUPERVISOR,
    AtTable,
    voucher_number,
)

WHY = "the film shows a hand on the wheel"


def corrected(table: AtTable, number: int, outcome: str) -> None:
    """A correction by two people."""
    table.do(CorrectOutcome(round=number, number=outcome, approver=SECOND), SUPERVISOR)


def wrongly_won(book_id: str = "racetrack-2012") -> tuple[AtTable, int]:
    """Ada bought 10,000 and was wrongly paid on 17, for 1,000; the ball lay on 3."""
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    return table, table.play("17", ("straight:17", 1000))


@pytest.mark.parametrize("book_id", books.ids())
def test_a_correction_takes_back_what_was_won_and_pays_what_should_have_been(
    book_id: str,
) -> None:
    table, number = wrongly_won(book_id)
    won = table.has()
    corrected(table, number, "3")
    assert table.has() == 9000
    assert table.state.meters.ever.win == 1000
    corrected(table, number, "17")
    assert table.has() == won
    assert table.state.meters.ever.corrections == 2
    assert table.state.meters.ever.turnover == 1000


def test_what_was_cashed_out_is_not_clawed_back_but_the_houses_loss() -> None:
    table, number = wrongly_won()
    table.do(CashOut(player="ada", amount=40_000))
    assert table.has() == 5000
    corrected(table, number, "3")
    assert table.has() == 0
    loss = table.record[-2]
    assert isinstance(loss, CorrectionUncollected)
    assert (loss.player, loss.round, loss.amount) == ("ada", number, 31_000)
    assert table.balance("uncollected") == 31_000
    assert table.state.meters.ever.win == 1000


@pytest.mark.parametrize(("left", "loss"), [(36_000, 0), (35_999, 1)])
def test_a_loss_is_booked_to_the_cent(left: int, loss: int) -> None:
    table, number = wrongly_won()
    table.do(CashOut(player="ada", amount=45_000 - left))
    corrected(table, number, "3")
    assert (table.has(), table.balance("uncollected")) == (0, loss)


def test_what_is_held_for_a_player_who_came_back_is_taken_before_their_colour_chips() -> None:
    table, number = wrongly_won()
    table.do(LeaveSeat(player="ada"), ADA)
    table.do(TakeSeat(player="ada"), ADA)
    buy = BuyIn(player="ada", chips="colour-chips", amount=7000, value=700, colour="blue")
    table.do(buy)
    corrected(table, number, "3")
    assert table.state.held("ada") == 9000
    assert table.state.purse("ada") == {"colour-chips": 7000}


def test_only_the_difference_is_asked_for() -> None:
    """Paid 36,000 and due 2,000 on red: 34,000 are asked back, and 2,000 of them are there."""
    table = AtTable()
    table.sit("ada", 2000)
    number = table.play("17", ("straight:17", 1000), ("red", 1000))
    table.do(CashOut(player="ada", amount=34_000))
    corrected(table, number, "3")
    assert table.has() == 0
    assert table.balance("uncollected") == 32_000


def test_a_win_that_was_cashed_out_is_not_paid_again_when_the_correction_is_taken_back() -> None:
    table, number = wrongly_won()
    table.do(CashOut(player="ada"))
    corrected(table, number, "3")
    assert table.balance("uncollected") == 36_000
    corrected(table, number, "17")
    assert (table.has(), table.balance("uncollected")) == (0, 0)
    figures = table.state.meters.ever
    assert (figures.win, figures.uncollected) == (-35_000, 0)


def test_of_a_second_win_only_what_the_first_did_not_give_is_paid() -> None:
    """36,000 on 17 were cashed out and lost to the house; 4 gives 54,000: 18,000 more."""
    table = AtTable()
    table.sit("ada", 2500)
    number = table.play("17", ("straight:17", 1000), ("straight:4", 1500))
    table.do(CashOut(player="ada"))
    for outcome, has, loss in (("3", 0, 36_000), ("4", 18_000, 0), ("17", 0, 0), ("3", 0, 36_000)):
        corrected(table, number, outcome)
        assert (table.has(), table.balance("uncollected")) == (has, loss)


def test_what_a_player_brings_later_covers_an_old_loss_of_the_same_round() -> None:
    """Each correction looks at what the player has had of the round, and at what is there now."""
    table, number = wrongly_won()
    table.do(CashOut(player="ada"))
    corrected(table, number, "3")
    table.do(BuyIn(player="ada", amount=5000))
    corrected(table, number, "4")
    assert (table.has(), table.balance("uncollected")) == (0, 31_000)
    table.do(VoidAfterOutcome(round=number, clause="5.4", approver=SECOND, reason=WHY), SUPERVISOR)
    assert (table.has(), table.balance("uncollected")) == (0, 30_000)


def test_a_loss_of_one_round_is_no_other_rounds_business() -> None:
    table, number = wrongly_won()
    table.do(CashOut(player="ada"))
    corrected(table, number, "3")
    table.do(BuyIn(player="ada", amount=1000))
    other = table.play("3", ("straight:17", 1000))
    corrected(table, other, "17")
    assert (table.has(), table.balance("uncollected")) == (36_000, 36_000)


def test_a_voucher_is_cashed_out_too() -> None:
    table, number = wrongly_won("edz-2020")
    out = CashOut(player="ada", paid="voucher", voucher=voucher_number(1), expires_ms=LATER_MS)
    table.do(out)
    corrected(table, number, "3")
    assert table.balance("uncollected") == 36_000
    assert table.house.vouchers[voucher_number(1)].amount == 45_000


def test_what_is_held_for_a_leaver_is_still_there_to_collect() -> None:
    table, number = wrongly_won()
    table.do(LeaveSeat(player="ada"), ADA)
    corrected(table, number, "3")
    assert table.state.held("ada") == 9000
    assert table.balance("uncollected") == 0


def test_what_a_player_is_owed_is_held_for_them_if_they_left() -> None:
    table = AtTable()
    table.sit("ada", 1000)
    number = table.play("3", ("straight:17", 1000))
    table.do(LeaveSeat(player="ada"), ADA)
    corrected(table, number, "17")
    assert table.state.held("ada") == 36_000
    assert table.state.meters.ever.win == -35_000


def test_held_money_and_colour_chips_cover_what_cash_chips_do_not() -> None:
    table = AtTable()
    table.sit("ada", 10_000, chips="colour-chips", colour="blue", value=500)
    number = table.open_bets()
    table.bet("straight:17", 1000, chips="colour-chips")
    table.settle("17")
    assert table.state.purse("ada") == {"colour-chips": 45_000}
    table.do(LeaveSeat(player="ada"), ADA)
    table.do(TakeSeat(player="ada"), ADA)
    table.do(BuyIn(player="ada", amount=100))
    buy = BuyIn(player="ada", chips="colour-chips", amount=7000, value=700, colour="blue")
    table.do(buy)
    table.do(CollectHeld(player="ada", paid="chips"))
    table.do(CashOut(player="ada", chips="cash-chips", amount=14_000))
    assert table.state.purse("ada") == {"cash-chips": 31_100, "colour-chips": 7000}
    corrected(table, number, "3")
    assert table.state.purse("ada") == {"colour-chips": 2100}
    assert table.balance("uncollected") == 0


def test_colour_chips_are_taken_whole_and_the_change_is_given_in_cash_chips() -> None:
    table, number = wrongly_won()
    table.do(CashOut(player="ada", amount=44_900))
    buy = BuyIn(player="ada", chips="colour-chips", amount=70_000, value=7000, colour="blue")
    table.do(buy)
    corrected(table, number, "3")
    assert table.state.purse("ada") == {"cash-chips": 6100, "colour-chips": 28_000}


def test_stakes_in_play_are_not_touched() -> None:
    table, number = wrongly_won()
    table.open_bets()
    table.bet("red", 45_000)
    corrected(table, number, "3")
    assert table.balance("escrow") == 45_000
    assert table.balance("uncollected") == 36_000
    table.settle("3")
    assert table.has() == 90_000


@pytest.mark.parametrize("book_id", LIVE)
def test_a_round_voided_after_its_outcome_returns_every_stake(book_id: str) -> None:
    table, number = wrongly_won(book_id)
    table.do(VoidAfterOutcome(round=number, clause="5.4", approver=SECOND, reason=WHY), SUPERVISOR)
    assert table.has() == 10_000
    figures = table.state.meters.ever
    assert (figures.win, figures.turnover, figures.voids, figures.voided) == (0, 0, 1, 1000)
    assert table.state.meters.handle == {"ada": 0}


def test_corrections_need_two_different_people() -> None:
    table, number = wrongly_won()
    for approver, code in (
        (SUPERVISOR, "approval/same-person"),
        (Actor("dan"), "approval/position"),
    ):
        correct = CorrectOutcome(round=number, number="3", approver=approver)
        void = VoidAfterOutcome(round=number, clause="5.4", approver=approver, reason=WHY)
        assert table.no(correct, SUPERVISOR) == table.no(void, SUPERVISOR) == code


def test_the_last_32_rounds_can_be_corrected() -> None:
    table = AtTable()
    table.sit("ada", 100_000)
    for _ in range(ROUNDS_KEPT + 1):
        table.play("3", ("straight:17", 500))
    corrected(table, 2, "17")
    assert table.has() == 100_000 - 33 * 500 + 18_000
    old = CorrectOutcome(round=1, number="17", approver=SECOND)
    assert table.no(old, SUPERVISOR) == "correct/too-old"
    for number in (0, 34):
        unknown = CorrectOutcome(round=number, number="17", approver=SECOND)
        assert table.no(unknown, SUPERVISOR) == "correct/no-such-round"


def test_a_round_in_play_is_not_corrected() -> None:
    table = AtTable()
    number = table.open_bets()
    commands: tuple[Command, ...] = (
        CorrectOutcome(round=number, number="17", approver=SECOND),
        VoidAfterOutcome(round=number, clause="5.4", approver=SECOND, reason=WHY),
    )
    for command in commands:
        assert table.no(command, SUPERVISOR) == "round/not-now"


def test_several_players_are_corrected_at_once_each_in_their_own_way() -> None:
    table = AtTable()
    for player in ("ada", "ben", "cem"):
        table.sit(player, 1000)
    number = table.open_bets()
    table.bet("straight:17", 1000, "ada")
    table.bet("straight:3", 1000, "ben")
    table.bet("red", 1000, "cem")
    table.settle("17")
    table.do(CashOut(player="ada"))
    table.do(LeaveSeat(player="ben"))
    corrected(table, number, "3")
    assert (table.has("ada"), table.state.held("ben"), table.has("cem")) == (0, 36_000, 2000)
    assert table.balance("uncollected") == 36_000
