"""Several wagers in one action at a table: the checks of each, and the money of all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import books
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.limits import SetMaximumPayout
from croupier.house.snapshot import table_from_plain, table_to_plain
from croupier.house.state import ROUNDS_KEPT
from croupier.house.tray import OpenTable
from croupier.round.base import Command
from croupier.round.batch import Bet, ClearWagers, DoubleWagers, PlaceWagers, Rebet, UndoWager
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.ruling import RuleOnWager
from croupier.round.spin import ReportRest
from croupier.round.void import VoidRound
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import Refusal
from tests.house.at_table import (
    ADA,
    BEN,
    DEALER,
    LIVE,
    MANAGER,
    SHIFT,
    SUPERVISOR,
    AtTable,
)

PLACING: tuple[Command, ...] = (
    PlaceWagers(wagers=(Bet("straight:17", 500),)),
    DoubleWagers(),
    Rebet(),
)
TAKING_BACK: tuple[Command, ...] = (ClearWagers(), UndoWager())
FEW = ("straight:17", "straight:20", "split:17/20", "neighbours:17", "voisins", "bonus-win", "red")


def several(*bets: tuple[str, int]) -> PlaceWagers:
    return PlaceWagers(wagers=tuple(Bet(wager, amount) for wager, amount in bets))


def lying(table: AtTable) -> list[tuple[str, str, int, str]]:
    assert table.state.round is not None
    return [
        (placed.player, placed.wager.notation, placed.amount, placed.chips)
        for placed in table.state.round.placements
    ]


def money(table: AtTable) -> tuple[dict[str, int], list[int]]:
    """All balances, and what the round could pay."""
    exposure = table.state.exposure
    return dict(table.state.ledger.accounts), exposure.by_number[:] if exposure else []


def crowded(book_id: str) -> AtTable:
    """A table where funds, colour chips, limits and the maximum payout are all soon reached."""
    table = AtTable(book_id, limits=Limits(Range(300, 4000)), terminal="seat-1")
    table.do(SetMaximumPayout(amount=150_000), MANAGER)
    table.sit("ada", 9000)
    if book_id in LIVE:
        colour = BuyIn(player="ada", amount=9000, chips="colour-chips", colour="blue", value=100)
        table.do(colour)
    table.open_bets()
    return table


@st.composite
def bets(draw: st.DrawFn, book_id: str) -> tuple[Bet, ...]:
    book = books.load(book_id)
    one = st.tuples(
        st.sampled_from([wager for wager in FEW if wager in book.wagers]),
        st.sampled_from((100, 250, 300, 300, 300, 500, 1000, 2500)),
        st.sampled_from((None, *book.says.stakes.kinds)),
    )
    return tuple(
        Bet(wager, unit * book.wagers[wager].piece_count, chips)
        for wager, unit, chips in draw(st.lists(one, min_size=1, max_size=5))
    )


@pytest.mark.parametrize("book_id", books.ids())
def test_several_are_accepted_if_and_only_if_each_alone_is(book_id: str) -> None:
    """And undone or cleared, every balance is what it was."""

    @settings(max_examples=60, deadline=None)
    @given(bets(book_id), bets(book_id))
    def check(first: tuple[Bet, ...], asked: tuple[Bet, ...]) -> None:
        one_by_one, together = crowded(book_id), crowded(book_id)
        empty = money(together)
        for table in (one_by_one, together):
            table.ask(PlaceWagers(wagers=first), ADA)
        before, was = money(together), lying(together)
        decided = together.ask(PlaceWagers(wagers=asked), ADA)
        for bet in asked:
            alone = PlaceWager(wager=bet.wager, amount=bet.amount, chips=bet.chips)
            single = one_by_one.ask(alone, ADA)
            if isinstance(single, Refusal):
                assert isinstance(decided, Refusal)
                assert decided.code == single.code
                assert money(together) == before
                return
        assert isinstance(decided, list)
        assert money(together) == money(one_by_one)
        assert lying(together) == lying(one_by_one)
        together.do(UndoWager(), ADA)
        assert (money(together), lying(together)) == (before, was)
        one_by_one.do(ClearWagers(), ADA)
        assert (money(one_by_one), lying(one_by_one)) == (empty, [])

    check()


@pytest.mark.parametrize("book_id", books.ids())
@pytest.mark.parametrize("command", PLACING, ids=lambda one: type(one).__name__)
def test_the_checks_come_in_the_order_of_a_single_wager(book_id: str, command: Command) -> None:
    table = AtTable(book_id, opened=False)
    assert table.no(command, DEALER) == "position/not-allowed"
    assert table.no(command, ADA) == "table/closed"
    table.do(StartDay(day="2020-03-18"), SHIFT)
    table.do(OpenTable(opener=10_000), SUPERVISOR)
    table.do(ExcludePlayer(player="ada", reason="on request"), MANAGER)
    assert table.no(command, ADA) == "player/excluded"
    table.do(ReadmitPlayer(player="ada"), SHIFT)
    assert table.no(command, ADA) == "seat/none"
    table.sit("ada", 1000)
    assert table.no(command, ADA) == "round/none"
    table.do(SetMaximumPayout(amount=500 * (80 if table.book.bonus else 35)), MANAGER)
    table.play("3", ("straight:17", 500))
    table.open_bets()
    table.bet("straight:17", 500)
    assert table.no(command, ADA) == "funds/too-low"
    table.do(BuyIn(player="ada", amount=500))
    assert table.no(command, ADA) == "payout/over-maximum"
    table.close_bets()
    assert table.no(command, ADA) == "late/placed"


@pytest.mark.parametrize("command", TAKING_BACK, ids=lambda one: type(one).__name__)
def test_taking_back_is_not_playing(command: Command) -> None:
    table = AtTable(terminal="seat-1")
    table.sit("ada")
    assert table.no(command, ADA) == "round/none"
    table.open_bets()
    assert table.no(command, ADA) == "wager/none-lying"
    table.do(several(("red", 500), ("straight:17", 500)), ADA)
    table.do(ExcludePlayer(player="ada", reason="on request"), MANAGER)
    assert table.no(DoubleWagers(), ADA) == "player/excluded"
    assert table.no(command, SUPERVISOR) == "position/not-allowed"
    assert table.no(command, BEN) == "seat/none"
    table.do(command, ADA)
    assert (table.has(), table.balance("escrow")) == (100_000, 0)


def test_the_same_money_is_not_spent_twice() -> None:
    table = AtTable()
    table.sit("ada", 1200)
    table.open_bets()
    no = table.ask(several(("red", 500), ("black", 500), ("odd", 500)), ADA)
    assert isinstance(no, Refusal)
    assert (no.code, no.figures["amount"]) == ("funds/too-low", 1500)
    assert no.message.startswith("wager 3 of 3, odd: not enough cash chips: 12.00 available")
    table.do(several(("red", 500), ("black", 700)), ADA)
    assert table.has() == 0


@pytest.mark.parametrize("book_id", LIVE)
def test_colour_chips_are_not_cut_and_come_back_as_such(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000, chips="colour-chips", colour="blue", value=250)
    table.open_bets()
    place = [Bet("straight:17", 500, "colour-chips"), Bet("straight:18", 600, "colour-chips")]
    assert table.no(PlaceWagers(wagers=tuple(place)), ADA) == "colour/not-whole"
    place[1] = Bet("straight:18", 750, "colour-chips")
    table.do(PlaceWagers(wagers=tuple(place)), ADA)
    table.do(DoubleWagers(), ADA)
    assert table.state.purse("ada") == {"colour-chips": 7500}
    table.do(ClearWagers(), ADA)
    assert table.state.purse("ada") == {"colour-chips": 10_000}


def test_the_maximum_payout_counts_the_earlier_wagers_of_the_same_action() -> None:
    table = AtTable()
    table.do(SetMaximumPayout(amount=35_000), MANAGER)
    table.sit()
    table.open_bets()
    assert table.no(several(("straight:17", 500), ("straight:17", 501)), ADA) == (
        "payout/over-maximum"
    )
    table.do(several(("straight:17", 500), ("straight:17", 500), ("straight:18", 1000)), ADA)
    assert table.no(DoubleWagers(), ADA) == "payout/over-maximum"


# The last round again


def test_rebet_places_what_was_staked_in_the_last_round_with_wagers() -> None:
    table = AtTable("sands-2019", terminal="seat-1")
    table.sit("ada", 10_000)
    table.sit("ben", 10_000)
    table.open_bets()
    assert table.no(Rebet(), ADA) == "rebet/none"
    table.do(several(("red", 500), ("straight:17", 600), ("red", 100), ("odd", 500)), ADA)
    table.do(WithdrawWager(wager="odd"), ADA)
    table.settle("4")
    table.play("4", ("black", 500), player="ben")
    table.open_bets()
    table.bet("even", 500)
    table.do(Rebet(), ADA)
    mine = [("even", 500), ("red", 600), ("straight:17", 600)]
    assert lying(table) == [("ada", wager, amount, "cash-chips") for wager, amount in mine]
    table.do(UndoWager(), ADA)
    assert lying(table) == [("ada", "even", 500, "cash-chips")]
    table.do(Rebet(), BEN)
    assert lying(table)[1:] == [("ben", "black", 500, "cash-chips")]


def test_a_void_round_can_be_wagered_again() -> None:
    table = AtTable()
    table.sit()
    table.open_bets()
    table.bet("red", 500)
    table.do(VoidRound(clause="5.10"))
    table.open_bets()
    table.do(Rebet(), ADA)
    assert lying(table) == [("ada", "red", 500, "cash-chips")]


def test_rebet_follows_the_rulings_on_the_last_round_and_survives_a_snapshot() -> None:
    table = AtTable("sands-2019")
    table.sit("ada", 10_000)
    table.open_bets()
    for wager in ("red", "straight:17", "odd"):
        table.bet(wager, 500)
    table.close_bets()
    table.do(ReportRest())
    moved = RuleOnWager(player="ada", wager="odd", ruling="moved", to="even", reason="seen to")
    table.do(moved, SUPERVISOR)
    table.do(
        RuleOnWager(player="ada", wager="red", ruling="returned", reason="seen to"), SUPERVISOR
    )
    table.do(CallOutcome(number="4"))
    table.do(ConfirmOutcome(number="4"))
    table.state = table_from_plain(table_to_plain(table.state), table.book, table.house)
    table.open_bets()
    table.do(Rebet(), ADA)
    assert [wager for _, wager, _, _ in lying(table)] == ["straight:17", "even", "red"]


def test_rounds_that_are_no_longer_kept_cannot_be_wagered_again() -> None:
    table = AtTable("edz-2020")
    table.sit()
    table.play("3", ("straight:17", 500))
    for _ in range(ROUNDS_KEPT - 1):
        table.play("3")
    table.open_bets()
    table.do(Rebet(), ADA)
    table.do(ClearWagers(), ADA)
    table.settle("3")
    table.open_bets()
    assert table.no(Rebet(), ADA) == "rebet/none"
