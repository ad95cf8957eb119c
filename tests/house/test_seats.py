"""Seats, colours, and what becomes of a player's chips when they leave (readings 12, 14, 23)."""

import pytest

from croupier import books
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn
from croupier.house.day import StartShift
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.round.base import Actor
from croupier.round.bets import PlaceForPlayer, PlaceWager, WithdrawWager
from croupier.round.void import VoidRound
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import Refusal
from tests.clauses import proves
from tests.house.at_table import ADA, BEN, DEALER, LIVE, MANAGER, SHIFT, AtTable

WHY = "the film shows a hand on the wheel"


@pytest.mark.parametrize("book_id", books.ids())
def test_a_player_needs_a_seat_to_buy_in_and_to_wager(book_id: str) -> None:
    table = AtTable(book_id)
    table.open_bets()
    assert table.no(BuyIn(player="ada", amount=1000)) == "seat/none"
    assert table.no(PlaceWager(wager="straight:17", amount=500), ADA) == "seat/none"
    assert table.no(CashOut(player="ada")) == "seat/none"
    assert table.no(LeaveSeat(player="ada")) == "seat/none"
    table.sit("ada")
    table.bet("straight:17", 500)


def test_a_player_has_one_seat_at_a_table() -> None:
    table = AtTable()
    table.sit("ada")
    assert table.no(TakeSeat(player="ada"), ADA) == "seat/taken"


@pytest.mark.parametrize("name", ["", "a/b", "a\nb", "x" * 65])
def test_names_are_fit_for_the_record(name: str) -> None:
    table = AtTable()
    assert table.no(TakeSeat(player=name)) == "player/bad-name"
    assert table.no(TakeSeat(player="ada", colour=name)) == "player/bad-name"
    assert table.no(StartShift(shift=name), MANAGER) == "player/bad-name"
    assert table.no(ExcludePlayer(player=name, reason="x"), MANAGER) == "player/bad-name"


def test_nobody_acts_for_another_player() -> None:
    table = AtTable("edz-2020")
    table.sit("ada")
    for command in (
        TakeSeat(player="ben"),
        BuyIn(player="ada", amount=1000),
        CashOut(player="ada", paid="voucher"),
        LeaveSeat(player="ada"),
        CollectHeld(player="ada", paid="voucher"),
    ):
        by = ADA if command.player == "ben" else BEN
        own = isinstance(command, TakeSeat | LeaveSeat)
        assert table.no(command, by) == ("seat/not-yours" if own else "position/not-allowed")


def test_staff_do_not_wager_from_a_seat() -> None:
    table = AtTable("sands-2019")
    table.sit("ada")
    table.open_bets()
    staff = Actor("ada", DEALER.position)
    assert table.no(PlaceWager(wager="red", amount=500), staff) == "position/not-allowed"
    table.bet("red", 500)
    assert table.no(WithdrawWager(wager="red"), staff) == "position/not-allowed"
    table.do(PlaceForPlayer(player="ada", wager="red", amount=500), DEALER)
    assert table.has() == 99_000


COLOUR_CHIPS = {
    "racetrack-2012": "1.1.1",
    "sands-2017": "1.1.1",
    "sands-2019": "1.1.1",
    "fast-action-2020": "1.1.3",
}


@proves("racetrack-2012 sands-2017 sands-2019", "1.1.1")
@proves("fast-action-2020", "1.1.3")
@pytest.mark.parametrize("book_id", LIVE)
def test_each_player_has_a_colour_of_their_own(book_id: str) -> None:
    """Colour chips are issued to one player, and the refusal says by which clause."""
    table = AtTable(book_id)
    table.do(TakeSeat(player="ada", colour="blue"), ADA)
    no = table.ask(TakeSeat(player="ben", colour="blue"), BEN)
    assert isinstance(no, Refusal)
    assert (no.code, no.clause) == ("colour/taken", COLOUR_CHIPS[book_id])
    table.do(TakeSeat(player="ben"), BEN)
    named = BuyIn(player="ben", chips="colour-chips", amount=1000, value=100, colour="blue")
    assert table.no(named) == "colour/taken"
    table.do(LeaveSeat(player="ada"), ADA)
    table.do(named)


def test_terminals_know_no_colours() -> None:
    table = AtTable("edz-2020")
    assert table.no(TakeSeat(player="ada", colour="blue")) == "stakes/not-accepted"
    table.sit("ada")
    for chips in ("cash-chips", "colour-chips"):
        assert table.no(BuyIn(player="ada", chips=chips, amount=500)) == "stakes/not-accepted"
    assert table.state.purse("ada") == {"credits": 100_000}


@pytest.mark.parametrize("book_id", LIVE)
def test_live_tables_know_no_credits(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada")
    assert table.no(BuyIn(player="ada", chips="credits", amount=500)) == "stakes/not-accepted"


def test_leaving_turns_colour_chips_into_cash_chips_and_holds_all() -> None:
    table = AtTable()
    table.sit("ada", 3000)
    buy = BuyIn(player="ada", chips="colour-chips", amount=2000, value=100, colour="blue")
    table.do(buy)
    table.do(LeaveSeat(player="ada"), ADA)
    assert table.state.held("ada") == 5000
    assert table.balance("player/ada/colour-chips") == 0
    table.do(TakeSeat(player="ada"), ADA)
    table.do(CollectHeld(player="ada", paid="chips"))
    assert table.state.purse("ada") == {"cash-chips": 5000}


@pytest.mark.parametrize("book_id", books.ids())
def test_wagers_of_a_leaver_stay_in_play_and_what_they_win_is_held(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1003)
    table.do(LeaveSeat(player="ada"), ADA)
    assert table.state.held("ada") == 8997
    assert table.no(WithdrawWager(wager="straight:17"), ADA) == "seat/none"
    table.settle("17")
    odds = 40 if table.book.bonus else 35
    assert table.state.held("ada") == 10_000 + odds * 1003
    table.do(CollectHeld(player="ada"))
    assert table.no(CollectHeld(player="ada")) == "held/nothing"


def test_what_a_void_round_returns_to_a_leaver_is_held() -> None:
    table = AtTable()
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    table.do(LeaveSeat(player="ada"), ADA)
    table.do(VoidRound(clause="5.10"))
    assert table.state.held("ada") == 10_000


def test_the_colour_of_a_leaver_is_taken_while_it_lies_on_the_felt() -> None:
    table = AtTable()
    table.do(TakeSeat(player="ada", colour="blue"), ADA)
    table.do(BuyIn(player="ada", chips="colour-chips", amount=5000, value=500))
    table.open_bets()
    table.bet("straight:17", 500, chips="colour-chips")
    table.do(LeaveSeat(player="ada"), ADA)
    assert table.no(TakeSeat(player="ben", colour="blue"), BEN) == "colour/taken"
    table.settle("3")
    table.do(TakeSeat(player="ben", colour="blue"), BEN)


def test_who_comes_back_to_chips_in_play_has_their_colour_and_its_value() -> None:
    table = AtTable()
    table.do(TakeSeat(player="ada", colour="blue"), ADA)
    table.do(BuyIn(player="ada", chips="colour-chips", amount=5000, value=500))
    table.open_bets()
    table.bet("straight:17", 500, chips="colour-chips")
    table.do(LeaveSeat(player="ada"), ADA)
    assert table.no(TakeSeat(player="ada", colour="red"), ADA) == "colour/out"
    table.do(TakeSeat(player="ada"), ADA)
    table.settle("17")
    assert table.state.purse("ada") == {"colour-chips": 36 * 500}
    assert table.state.held("ada") == 4500


def test_excluded_players_may_not_sit_buy_in_or_wager_but_may_take_their_money() -> None:
    table = AtTable("edz-2020", limits=Limits(Range(100, 100_000)))
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    table.bet("red", 500)
    table.do(ExcludePlayer(player="ada", reason="on request"), MANAGER)
    assert table.no(ExcludePlayer(player="ada", reason="again"), MANAGER) == "player/excluded"
    assert table.no(PlaceWager(wager="red", amount=500), ADA) == "player/excluded"
    assert table.no(BuyIn(player="ada", amount=500)) == "player/excluded"
    table.do(WithdrawWager(wager="red"), ADA)
    table.do(CashOut(player="ada", amount=4000))
    table.do(LeaveSeat(player="ada"), ADA)
    assert table.no(TakeSeat(player="ada"), ADA) == "player/excluded"
    table.settle("17")
    assert table.no(CollectHeld(player="ada", paid="chips")) == "player/excluded"
    table.do(CollectHeld(player="ada"))
    assert table.balance("patrons") == 35_000
    assert table.no(ReadmitPlayer(player="ben"), SHIFT) == "player/not-excluded"
    table.do(ReadmitPlayer(player="ada"), SHIFT)
    table.do(TakeSeat(player="ada"), ADA)


def test_staff_place_nothing_for_an_excluded_player() -> None:
    table = AtTable("sands-2019")
    table.sit("ada")
    table.open_bets()
    table.do(ExcludePlayer(player="ada", reason="on request"), MANAGER)
    place = PlaceForPlayer(player="ada", wager="red", amount=500)
    assert table.no(place) == "player/excluded"


def test_an_exclusion_holds_at_every_table_of_the_house() -> None:
    first = AtTable("sands-2019")
    second = AtTable("edz-2020", id="table-2", house=first.house)
    first.do(ExcludePlayer(player="ada", reason="on request"), MANAGER)
    assert second.no(TakeSeat(player="ada"), ADA) == "player/excluded"
