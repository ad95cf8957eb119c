"""What a player is shown of the last round is the settlement's: each wager, its result, its clause.

Winnings are what was won. What was not in play, what a ruling gave back and what a void round
returned came back of the stake, whatever the page would make of the number.
"""

import pytest

import croupier
from croupier import books
from croupier.house.cashing import CashOut
from croupier.house.seats import LeaveSeat
from croupier.protocol import views as v
from croupier.round.correction import CorrectOutcome
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.results import UnderMinimum
from croupier.round.ruling import RuleOnWager
from croupier.round.spin import ReportRest
from croupier.round.void import VoidRound
from croupier.rules.limits import Limits, Range
from croupier.rules.wager import Kind
from croupier.server.live.views import DENOMINATIONS, chips_for, seat_view, staff_view
from tests.clauses import proves
from tests.house.at_table import ADA, DRAWN, SECOND, SUPERVISOR, AtTable

LIMITS = Limits(Range(500, 1000))
HONOURING = ("sands-2019", "fast-action-2020")
"""The books that honour, cap and return, where others refuse."""
OVER = {"sands-2019": "5.16", "fast-action-2020": "5.17"}
UNDER = {"sands-2019": "5.15", "fast-action-2020": "5.16"}


def last(table: AtTable, player: str = "ada") -> v.LastRound:
    found = seat_view(table.state, player, 0).last
    assert found is not None
    return found


def told(shown: v.LastRound) -> list[tuple[str, int, str, int, int, str]]:
    """Wager, stake, result, winnings, what came back, clause."""
    assert {each.player for each in shown.results} <= {"ada"}
    return [
        (each.wager, each.amount, each.result, each.winnings, each.returned, each.clause)
        for each in shown.results
    ]


@pytest.mark.parametrize("book_id", HONOURING)
@proves("sands-2019", "5.16")
@proves("fast-action-2020", "5.17")
def test_excess_over_the_maximum_comes_back_and_is_no_winnings(book_id: str) -> None:
    table = AtTable(book_id, limits=LIMITS)
    table.sit()
    table.play("8", ("straight:7", 1500))
    shown = last(table)
    assert (shown.winnings, shown.stake_back, shown.returned) == (0, 500, 500)
    assert told(shown) == [("straight:7", 1500, "lost", 0, 500, OVER[book_id])]
    assert [(each.area, each.amount, each.result) for each in shown.areas] == [
        ("straight:7", 1500, "lost")
    ]


@pytest.mark.parametrize("book_id", HONOURING)
@proves("sands-2019", "5.15")
@proves("fast-action-2020", "5.16")
def test_what_is_under_the_minimum_again_comes_back_though_its_number_came(book_id: str) -> None:
    table = AtTable(book_id, limits=LIMITS)
    table.sit()
    table.play("9", ("straight:7", 400))
    assert told(last(table)) == [("straight:7", 400, "lost", 0, 0, UNDER[book_id])]
    assert last(table).under_minimum == UnderMinimum("ada", "honoured", UNDER[book_id])
    table.play("7", ("straight:7", 400))
    shown = last(table)
    assert (shown.winnings, shown.stake_back) == (0, 400)
    assert told(shown) == [("straight:7", 400, "returned", 0, 400, UNDER[book_id])]
    assert shown.under_minimum == UnderMinimum("ada", "returned", UNDER[book_id])


@pytest.mark.parametrize("book_id", books.ids())
def test_a_correction_is_told_to_staff_and_to_those_whose_money_it_changed(book_id: str) -> None:
    """Reading 19: the number was 8 and not 7; what ada had cashed out is not taken back."""
    table = AtTable(book_id)
    for player in ("ada", "bob"):
        table.sit(player, 10_000)
    table.play("7", ("straight:7", 1000))
    assert not staff_view(table.state, SUPERVISOR, 0).corrections
    paid = table.has() - 9_000
    table.do(CashOut(player="ada", amount=20_000))
    table.do(CorrectOutcome(round=1, number="8", approver=SECOND), SUPERVISOR)
    (correction,) = staff_view(table.state, SUPERVISOR, 0).corrections
    assert (correction.round, correction.was, correction.outcome) == (1, "7", "8")
    (change,) = correction.changes
    assert change.player == "ada"
    assert change.before == paid
    assert change.before - change.after == paid - change.uncollected == 9_000 + paid - 20_000
    assert table.has() == 0
    assert seat_view(table.state, "ada", 0).corrections == (correction,)
    assert seat_view(table.state, "bob", 0).corrections == ()
    for _ in range(2):
        assert staff_view(table.state, SUPERVISOR, 0).corrections
        table.play("9")
    assert not staff_view(table.state, SUPERVISOR, 0).corrections, "two rounds later"


@proves("sands-2019", "3.9")
def test_a_wager_ruled_returned_is_told_by_its_clause_and_lies_on_no_area() -> None:
    table = AtTable("sands-2019")
    table.sit()
    table.open_bets()
    table.bet("red", 500)
    table.bet("straight:7", 500)
    table.close_bets()
    table.do(ReportRest())
    why = "it lay on the line"
    ruled = RuleOnWager(player="ada", wager="straight:7", ruling="returned", reason=why)
    table.do(ruled, SUPERVISOR)
    table.do(CallOutcome(number="7"))
    table.do(ConfirmOutcome(number="7"))
    shown = last(table)
    assert (shown.winnings, shown.stake_back) == (500, 1000)
    assert told(shown) == [
        ("red", 500, "won", 500, 1000, "4.1"),
        ("straight:7", 500, "returned", 0, 500, "3.9"),
    ]
    assert [(each.area, each.result) for each in shown.areas] == [("red", "won")]


@pytest.mark.parametrize("book_id", books.ids())
def test_a_void_round_wins_nothing_and_cites_its_clause(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit()
    table.open_bets()
    table.bet("straight:7", 500)
    table.close_bets()
    table.do(VoidRound(clause="5.4"))
    shown = last(table)
    assert (shown.status, shown.ended_by) == ("void", "5.4")
    assert (shown.winnings, shown.stake_back) == (0, 500)
    assert told(shown) == [("straight:7", 500, "void", 0, 500, "5.4")]
    assert [(each.area, each.result) for each in shown.areas] == [("straight:7", "void")]


@pytest.mark.parametrize("book_id", books.ids())
def test_every_wager_of_the_book_is_told_as_the_rules_settle_it(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000_000)
    table.sit("ben")
    table.open_bets()
    bets = [(one.notation, 500 * one.piece_count) for one in table.book.wagers.values()]
    for wager, amount in bets:
        table.bet(wager, amount)
    table.bet("straight:36", 700, "ben")
    table.settle("17")
    drawn = DRAWN if table.book.bonus is not None else None
    mine = [("ada", wager, amount) for wager, amount in bets]
    due = croupier.settle(table.book, mine, "17", bonus_numbers=drawn, accepted=True)
    shown = last(table)
    assert told(shown) == [
        (bet.wager.notation, bet.amount, done.result, done.winnings, done.returned, done.clause)
        for bet, done, _ in due.bets
    ]
    assert shown.winnings == sum(done.winnings for _, done, _ in due.bets) > 0
    assert shown.stake_back + shown.winnings == shown.returned == due.players["ada"].returned
    won = {area.notation for _, _, pieces in due.bets for area, done in pieces if done.winnings}
    assert {each.area for each in shown.areas if each.result == "won"} == won
    assert sum(each.amount for each in shown.areas) == shown.staked
    assert told_of_ben(table) == [("straight:36", 700, "lost")]


def told_of_ben(table: AtTable) -> list[tuple[str, int, str]]:
    return [(each.wager, each.amount, each.result) for each in last(table, "ben").results]


def test_it_is_told_in_full_until_the_next_round_opens_and_then_what_it_came_to() -> None:
    table = AtTable("sands-2019")
    table.sit()
    table.play("7", ("red", 500))
    assert last(table).results
    table.open_bets()
    shown = last(table)
    assert (shown.winnings, shown.stake_back) == (500, 500)
    assert (shown.results, shown.areas) == ((), ())


def test_a_correction_changes_what_is_told() -> None:
    table = AtTable("sands-2019")
    table.sit()
    number = table.play("7", ("red", 500))
    correct = CorrectOutcome(round=number, number="8", approver=SECOND)
    table.do(correct, SUPERVISOR)
    shown = last(table)
    assert (shown.outcome, shown.winnings, shown.stake_back) == ("8", 0, 0)
    assert told(shown) == [("red", 500, "lost", 0, 0, "4.1")]


def test_who_left_is_told_too() -> None:
    table = AtTable("sands-2019")
    table.sit()
    table.open_bets()
    table.bet("red", 500)
    table.do(LeaveSeat(player="ada"), ADA)
    table.settle("7")
    assert last(table).winnings == 500


def test_chips_that_can_be_put_down_are_within_the_limits() -> None:
    state = AtTable("sands-2019", limits=LIMITS).state
    assert chips_for(DENOMINATIONS, state) == (500, 1000), "none that cannot be bet"
    assert chips_for((7000, 14000), state) == (7000,), "one is always there"
    low = {Kind.STRAIGHT: Range(100, 1000)}
    state.limits = Limits(LIMITS.table, low)
    assert chips_for(DENOMINATIONS, state)[0] == 100, "the least of any area"
    wide = AtTable("sands-2019", limits=Limits(Range(100, 10**6))).state
    assert chips_for(DENOMINATIONS, wide) == DENOMINATIONS[:6]
