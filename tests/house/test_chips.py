"""Chips and credits: buying in, colour chips and their value, changing, cashing out."""

import pytest

from croupier import books
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn, ChangeChips, ChipsBought
from croupier.house.seats import TakeSeat
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.rules.limits import Limits, Range
from tests.clauses import proves
from tests.house.at_table import ADA, LIVE, OPENER, AtTable

MARKED = ("sands-2019", "fast-action-2020")


def colour_table(book_id: str = "racetrack-2012", value: int = 500) -> AtTable:
    """A table at which Ada has ten blue chips."""
    table = AtTable(book_id)
    table.do(TakeSeat(player="ada", colour="blue"), ADA)
    buy = BuyIn(player="ada", chips="colour-chips", amount=10 * value, value=value)
    table.do(buy)
    return table


@pytest.mark.parametrize("book_id", books.ids())
def test_a_buy_in_puts_cash_into_the_box_and_takes_chips_from_the_tray(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 5000)
    assert table.has() == 5000
    assert table.balance("patrons") == -5000
    assert table.balance("drop") == 5000
    assert table.balance("float") == OPENER - 5000


@pytest.mark.parametrize(
    ("amount", "code"),
    [(0, "amount/not-positive"), (-1, "amount/not-positive"), (10**12 + 1, "amount/too-large")],
)
def test_bad_amounts_are_refused(amount: int, code: str) -> None:
    table = AtTable()
    table.do(TakeSeat(player="ada"))
    assert table.no(BuyIn(player="ada", amount=amount)) == code
    assert table.no(CashOut(player="ada", amount=amount)) == code
    assert table.no(ChangeChips(player="ada", into="cash-chips", amount=amount)) == code


def test_colour_chips_need_a_colour_and_a_value() -> None:
    table = AtTable()
    table.sit("ada", 0)
    assert table.no(BuyIn(player="ada", chips="colour-chips", amount=500)) == "colour/none"
    buy = BuyIn(player="ada", chips="colour-chips", amount=500, colour="blue")
    assert table.no(buy) == "colour/value-needed"
    buy = BuyIn(player="ada", chips="colour-chips", amount=500, colour="blue", value=0)
    assert table.no(buy) == "amount/not-positive"
    buy = BuyIn(player="ada", chips="colour-chips", amount=500, colour="blue", value=300)
    assert table.no(buy) == "colour/not-whole"


def test_the_value_stays_while_any_of_the_colour_is_in_front_of_the_player_or_in_play() -> None:
    table = colour_table(value=500)
    dearer = BuyIn(player="ada", chips="colour-chips", amount=2000, value=1000)
    assert table.no(dearer) == "colour/value-fixed"
    table.open_bets()
    table.bet("straight:17", 5000, chips="colour-chips")
    assert table.has() == 0
    assert table.no(dearer) == "colour/value-fixed"
    other = BuyIn(player="ada", chips="colour-chips", amount=500, colour="red")
    assert table.no(other) == "colour/out"
    table.settle("3")
    table.do(dearer)
    assert table.state.seats["ada"].value == 1000


def test_more_chips_of_the_same_value_need_not_name_it() -> None:
    table = colour_table(value=500)
    table.do(BuyIn(player="ada", chips="colour-chips", amount=1500))
    assert table.state.purse("ada") == {"colour-chips": 6500}


def test_a_wager_of_colour_chips_is_a_whole_number_of_them() -> None:
    table = colour_table(value=500)
    table.open_bets()
    place = PlaceWager(wager="red", amount=750, chips="colour-chips")
    assert table.no(place, ADA) == "colour/not-whole"
    table.bet("red", 1500, chips="colour-chips")
    back = WithdrawWager(wager="red", amount=250)
    assert table.no(back, ADA) == "colour/not-whole"
    table.do(WithdrawWager(wager="red", amount=500), ADA)
    assert table.state.purse("ada") == {"colour-chips": 4000}


def test_each_piece_of_a_call_bet_is_whole_colour_chips() -> None:
    table = AtTable(limits=Limits(Range(100, 100_000)))
    table.do(TakeSeat(player="ada", colour="blue"), ADA)
    table.do(BuyIn(player="ada", chips="colour-chips", amount=12_000, value=1000))
    table.open_bets()
    tiers = PlaceWager(wager="tiers", amount=3000, chips="colour-chips")
    assert table.no(tiers, ADA) == "colour/not-whole"
    table.bet("tiers", 6000, chips="colour-chips")


def test_both_kinds_may_be_mixed_and_each_goes_back_as_it_came() -> None:
    table = colour_table(value=500)
    table.do(BuyIn(player="ada", amount=3000))
    table.open_bets()
    table.bet("red", 1000)
    table.bet("red", 500, chips="colour-chips")
    table.settle("3")
    assert table.state.purse("ada") == {"cash-chips": 4000, "colour-chips": 5500}


def test_winnings_that_make_no_whole_colour_chips_are_paid_in_cash_chips() -> None:
    """sands-2019 5.16: of 1,000 only the maximum of 750 wins, at even money."""
    table = AtTable("sands-2019", limits=Limits(Range(500, 750)))
    table.do(TakeSeat(player="ada", colour="blue"), ADA)
    table.do(BuyIn(player="ada", chips="colour-chips", amount=1000, value=500))
    table.open_bets()
    table.bet("red", 1000, chips="colour-chips")
    table.settle("3")
    assert table.state.purse("ada") == {"colour-chips": 1500, "cash-chips": 250}


@proves("sands-2019", "1.1.1")
@proves("fast-action-2020", "1.1.3")
@pytest.mark.parametrize("book_id", LIVE)
def test_a_marker_shows_a_value_above_the_minimum_where_the_book_has_it(book_id: str) -> None:
    """sands-2019 1.1.1, fast-action-2020 1.1.3; the two old books have no marker."""
    for value, above in ((500, False), (1000, True)):
        table = colour_table(book_id, value)
        bought = table.record[-1]
        assert isinstance(bought, ChipsBought)
        assert bought.marker == (above and book_id in MARKED)
        assert table.state.marker(value) == bought.marker


def test_chips_are_changed_into_the_other_kind_and_back() -> None:
    table = AtTable()
    table.sit("ada", 5000)
    into = ChangeChips(player="ada", into="colour-chips", amount=2000, value=500, colour="blue")
    table.do(into)
    assert table.state.purse("ada") == {"cash-chips": 3000, "colour-chips": 2000}
    back = ChangeChips(player="ada", into="cash-chips", amount=700)
    assert table.no(back) == "colour/not-whole"
    table.do(ChangeChips(player="ada", into="cash-chips", amount=2000))
    assert table.state.purse("ada") == {"cash-chips": 5000}
    assert table.no(ChangeChips(player="ada", into="credits", amount=1)) == "stakes/not-accepted"
    more = ChangeChips(player="ada", into="colour-chips", amount=6000, value=500)
    assert table.no(more) == "funds/too-low"
    assert table.balance("drop") == 5000


def test_terminals_have_nothing_to_change() -> None:
    table = AtTable("edz-2020")
    table.sit("ada")
    change = ChangeChips(player="ada", into="credits", amount=500)
    assert table.no(change) == "stakes/not-accepted"


@pytest.mark.parametrize("book_id", books.ids())
def test_a_wager_is_funded_from_the_purse_of_its_chips(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 1000)
    table.open_bets()
    assert table.no(PlaceWager(wager="straight:17", amount=1500), ADA) == "funds/too-low"
    table.bet("straight:17", 700)
    assert table.no(PlaceWager(wager="straight:16", amount=500), ADA) == "funds/too-low"
    assert table.has() == 300
    assert table.balance("escrow") == 700


def test_cash_chips_do_not_pay_for_a_wager_of_colour_chips() -> None:
    table = colour_table(value=500)
    table.do(BuyIn(player="ada", amount=50_000))
    table.open_bets()
    place = PlaceWager(wager="red", amount=5500, chips="colour-chips")
    assert table.no(place, ADA) == "funds/too-low"


def test_stakes_in_play_cannot_be_cashed_out() -> None:
    table = AtTable()
    table.sit("ada", 1000)
    table.open_bets()
    table.bet("red", 1000)
    assert table.no(CashOut(player="ada")) == "funds/too-low"
    assert table.no(CashOut(player="ada", amount=1)) == "funds/too-low"
    table.settle("3")
    table.do(CashOut(player="ada"))
    assert table.balance("patrons") == 1000


def test_a_player_cashes_out_all_one_kind_or_an_amount() -> None:
    table = colour_table(value=500)
    table.do(BuyIn(player="ada", amount=3000))
    table.do(CashOut(player="ada", amount=1000))
    assert table.no(CashOut(player="ada", chips="credits")) == "stakes/not-accepted"
    part = CashOut(player="ada", chips="colour-chips", amount=750)
    assert table.no(part) == "colour/not-whole"
    table.do(CashOut(player="ada", chips="colour-chips"))
    assert table.state.purse("ada") == {"cash-chips": 2000}
    assert table.no(CashOut(player="ada", chips="colour-chips")) == "funds/too-low"
    table.do(CashOut(player="ada"))
    assert table.has() == 0
    assert table.balance("patrons") == 0
    assert table.balance("float") == OPENER - 8000, "cashed chips go to the cage"
