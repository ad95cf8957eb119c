"""The maximum payout: no outcome of an accepted round can cost the house more."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import books, settle
from croupier.house.limits import SetMaximumPayout
from croupier.house.tray import FillFloat
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.rules.limits import Limits, Range
from croupier.rules.wager import Kind
from tests.house.at_table import ADA, MANAGER, SUPERVISOR, AtTable

MAXIMUM = 200_000
SCATTERED = ("0", "1", "5", "9", "13", "17", "21", "25", "29", "33")
LINKED = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "13")
"""Draws of fast-action-2020 that pay Scatter, and two Super Bonus links."""


def table_of(book_id: str, maximum: int | None = MAXIMUM) -> AtTable:
    """A table where anything may be wagered but for the maximum payout."""
    table = AtTable(book_id, limits=Limits(Range(1, 10**9)))
    table.do(SetMaximumPayout(amount=maximum), MANAGER)
    table.do(FillFloat(amount=2 * 10**9), SUPERVISOR)
    table.sit("ada", 10**9)
    table.sit("ben", 10**9)
    table.open_bets()
    return table


def winnings(table: AtTable, number: str, drawn: tuple[str, ...] | None) -> int:
    """What the round as it lies would win on a number."""
    assert table.state.round is not None
    bets = [(p.player, p.wager, p.amount) for p in table.state.round.placements]
    settled = settle(table.book, bets, number, bonus_numbers=drawn)
    return sum(bet.settled.winnings for bet in settled.bets)


@st.composite
def attempts(draw: st.DrawFn, book_id: str) -> list[tuple[str, str, int, bool]]:
    """Players, wagers and amounts that divide over their pieces; some are taken back."""
    wagers = books.load(book_id).wagers
    one = st.tuples(
        st.sampled_from(("ada", "ben")),
        st.sampled_from(sorted(wagers)),
        st.integers(1, 8000),
        st.booleans(),
    )
    return [
        (player, wager, amount * wagers[wager].piece_count, back)
        for player, wager, amount, back in draw(st.lists(one, max_size=25))
    ]


@pytest.mark.parametrize("book_id", books.ids())
def test_no_outcome_pays_more_than_the_maximum(book_id: str) -> None:
    draws = (SCATTERED, LINKED) if books.load(book_id).bonus else (None,)

    @settings(max_examples=30, deadline=None)
    @given(attempts(book_id))
    def check(tried: list[tuple[str, str, int, bool]]) -> None:
        table = table_of(book_id)
        for player, wager, amount, back in tried:
            by = ADA if player == "ada" else Actor("ben")
            before = table.state.exposure
            assert before is not None
            could = max(
                winnings(table, number, draw) for number in table.book.pockets for draw in draws
            )
            decided = table.ask(PlaceWager(wager=wager, amount=amount), by)
            assert could <= max(before.by_number) <= MAXIMUM
            if back and isinstance(decided, list):
                table.do(WithdrawWager(wager=wager, amount=amount), by)
        for draw in draws:
            for at, number in enumerate(table.book.pockets):
                assert table.state.exposure is not None
                counted = table.state.exposure.by_number[at]
                paid = winnings(table, number, draw)
                assert paid <= counted <= MAXIMUM
                if table.book.bonus is None:
                    assert paid == counted, "without Bonus Numbers it is exact"

    check()


@pytest.mark.parametrize("book_id", books.ids())
def test_a_wager_is_refused_only_if_the_round_could_pay_too_much(book_id: str) -> None:
    table = table_of(book_id)
    straight = table.book.wagers["straight:17"]
    odds = 80 if table.book.bonus else 35
    assert straight.kind is Kind.STRAIGHT
    most = MAXIMUM // odds
    over = PlaceWager(wager="straight:17", amount=most + 1)
    assert table.no(over, ADA) == "payout/over-maximum"
    table.bet("straight:17", most)
    table.bet("straight:18", most, "ben")
    last = PlaceWager(wager="straight:17", amount=MAXIMUM - most * odds + 1)
    assert table.no(last, ADA) == "payout/over-maximum"
    table.do(WithdrawWager(wager="straight:17"), ADA)
    table.bet("straight:17", most)


def test_without_a_maximum_nothing_is_counted() -> None:
    table = table_of("racetrack-2012", None)
    table.bet("straight:17", 10**8)
    assert table.state.exposure is None


def test_funds_come_before_the_maximum_payout() -> None:
    table = table_of("racetrack-2012")
    place = PlaceWager(wager="straight:17", amount=10**9)
    table.bet("red", 1)
    assert table.no(place, ADA) == "funds/too-low"
