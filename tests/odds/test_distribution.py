"""Whole distributions: of one wager and of spreads, against settlement itself."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.books import ids, load
from croupier.odds import distribution, odds_of_all, sample_space, spread_odds, unit_distribution
from croupier.rules.bonus import Standing
from croupier.rules.book import Book
from croupier.rules.refusal import WagerError
from croupier.rules.settlement import settle


def mean_and_variance(results: dict[int, Fraction]) -> tuple[Fraction, Fraction]:
    mean = sum((net * often for net, often in results.items()), Fraction())
    square = sum((net**2 * often for net, often in results.items()), Fraction())
    return mean, square - mean**2


@pytest.mark.parametrize("book_id", ids())
def test_every_distribution_sums_to_one_and_agrees_with_the_odds(book_id: str) -> None:
    book = load(book_id)
    for one in odds_of_all(book):
        results = unit_distribution(book, one.wager)
        assert sum(results.values()) == 1
        assert list(results) == sorted(results)
        assert mean_and_variance(results) == (-one.edge * one.pieces, one.variance)
        assert results == distribution(book, [(one.wager, one.pieces)])


def a_draw(book: Book, number: str, standing: Standing) -> tuple[str, ...] | None:
    """A draw under which this number stands so."""
    bonus = book.bonus
    if bonus is None:
        return None
    own = bonus.links[bonus.link_of(number)]
    others = [n for n in book.pockets if n not in own]
    one_each = [min(link - {number}) for link in bonus.links.values() if link != own]
    candidates = (
        [*others],
        [number, *others],
        [*own, *others],
        [number, *one_each],
        [min(own - {number}), *one_each],
    )
    made = (tuple(numbers[: bonus.count]) for numbers in candidates)
    return next(drawn for drawn in made if bonus.standing(drawn, number) == standing)


@st.composite
def spreads(draw: st.DrawFn) -> tuple[Book, list[tuple[str, int]]]:
    book = load(draw(st.sampled_from(ids())))
    wagers = draw(st.lists(st.sampled_from(list(book.wagers)), min_size=1, max_size=6))
    units = [draw(st.integers(1, 1000)) for _ in wagers]
    laid = zip(wagers, units, strict=True)
    return book, [(wager, unit * book.wagers[wager].piece_count) for wager, unit in laid]


@settings(deadline=None)
@given(spreads())
def test_a_spread_brings_what_settling_every_outcome_brings(
    given_spread: tuple[Book, list[tuple[str, int]]],
) -> None:
    book, spread = given_spread
    settled: dict[int, Fraction] = defaultdict(Fraction)
    hit = Fraction()
    every = sample_space(book)
    for number, standing, ways in every.outcomes:
        bets = [("player", wager, amount) for wager, amount in spread]
        drawn = a_draw(book, number, standing)
        round_ = settle(book, bets, number, bonus_numbers=drawn)
        settled[-round_.house_net] += Fraction(ways, every.ways)
        if any(bet.settled.result == "won" for bet in round_.bets):
            hit += Fraction(ways, every.ways)
    found = spread_odds(book, spread)
    assert found.distribution == settled == distribution(book, spread)
    assert found.hit == hit
    mean, variance = mean_and_variance(settled)
    assert (found.mean, found.variance) == (mean, variance)
    assert found.staked == sum(amount for _, amount in spread)
    assert found.return_ == 1 - found.edge == 1 + mean / found.staked


def test_wagers_laid_twice_add_up() -> None:
    book = load("racetrack-2012")
    twice = distribution(book, [("red", 100), ("Red", 100)])
    assert twice == distribution(book, [("red", 200)])


def test_a_call_bet_and_its_pieces_bring_the_same() -> None:
    book = load("racetrack-2012")
    pieces = [(piece.wager, piece.count * 100) for piece in book.wager("voisins").pieces]
    assert distribution(book, [("voisins", 900)]) == distribution(book, pieces)


def test_a_hit_is_a_win_of_anything_even_where_the_whole_loses() -> None:
    found = spread_odds(load("racetrack-2012"), [("red", 100), ("black", 100)])
    assert found.hit == Fraction(36, 37)
    assert found.distribution == {-200: Fraction(1, 37), 0: Fraction(36, 37)}


@pytest.mark.parametrize(
    ("spread", "code"),
    [
        ([], "wager/empty"),
        ([("tiers", 7)], "wager/not-divisible"),
        ([("red", 0)], "amount/not-positive"),
        ([("green", 100)], "wager/not-offered"),
    ],
)
def test_a_spread_that_cannot_be_laid_is_refused(spread: list[tuple[str, int]], code: str) -> None:
    with pytest.raises(WagerError) as caught:
        spread_odds(load("racetrack-2012"), spread)
    assert caught.value.code == code
