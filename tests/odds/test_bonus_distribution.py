"""The law of the Bonus Numbers against every draw there is, made one by one."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.books import load
from croupier.odds import covariance, odds, sample_space
from croupier.odds.outcomes import draws, scatter_draws, standing_draws
from croupier.rules.bonus import Bonus
from croupier.rules.book import Book
from croupier.rules.settlement import settle

FAST_ACTION = load("fast-action-2020")
NUMBERS_MAX = 9


def small_book(sizes: list[int], count: int) -> Book:
    """Fast Action with fewer numbers, in links of these sizes."""
    numbers = [str(n) for n in range(1, sum(sizes) + 1)]
    links, at = {}, 0
    for name, size in zip("abcdefghi", sizes, strict=False):
        links[name] = frozenset(numbers[at : at + size])
        at += size
    wagers = {
        notation: wager
        for notation, wager in FAST_ACTION.wagers.items()
        if not wager.numbers or wager.numbers[0] in numbers
    }
    return replace(FAST_ACTION, pockets=tuple(numbers), bonus=Bonus(count, links), wagers=wagers)


@st.composite
def small_books(draw: st.DrawFn) -> Book:
    sizes = draw(
        st.lists(st.integers(1, 5), min_size=1, max_size=5).filter(
            lambda sizes: sum(sizes) <= NUMBERS_MAX
        )
    )
    return small_book(sizes, draw(st.integers(1, sum(sizes))))


def every_draw(book: Book) -> list[tuple[str, ...]]:
    assert book.bonus is not None
    return list(combinations(book.pockets, book.bonus.count))


UNEQUAL = small_book([1, 2, 5], 4)


@pytest.mark.parametrize("book", [UNEQUAL, small_book([2, 2, 4], 4), small_book([3, 3], 5)])
def test_the_law_is_that_of_all_draws_and_all_numbers(book: Book) -> None:
    _check_law(book)


@settings(deadline=None)
@given(small_books())
def test_the_law_holds_for_links_of_any_sizes(book: Book) -> None:
    _check_law(book)


def _check_law(book: Book) -> None:
    assert book.bonus is not None
    counted = Counter(
        (number, book.bonus.standing(draw, number))
        for draw in every_draw(book)
        for number in book.pockets
    )
    found = sample_space(book)
    assert {(number, standing): ways for number, standing, ways in found.outcomes} == counted
    assert found.ways == counted.total()


@settings(deadline=None)
@given(small_books())
def test_scatter_is_counted_over_all_draws(book: Book) -> None:
    assert book.bonus is not None
    made = every_draw(book)
    assert draws(book.bonus) == len(made)
    assert scatter_draws(book.bonus) == sum(book.bonus.is_scatter(draw) for draw in made)


@pytest.mark.parametrize("book", [UNEQUAL, small_book([2, 2, 3], 3)])
def test_odds_and_covariances_are_those_of_settling_every_round_there_is(book: Book) -> None:
    wagers = list(book.wagers)
    nets = []
    for drawn in every_draw(book):
        for number in book.pockets:
            bets = [(wager, wager, 1) for wager in wagers]
            players = settle(book, bets, number, bonus_numbers=drawn).players
            nets.append([players[wager].net for wager in wagers])
    mean = [Fraction(sum(column), len(nets)) for column in zip(*nets, strict=True)]
    for i, one in enumerate(wagers):
        assert odds(book, one).edge == -mean[i]
        assert odds(book, one).hit == Fraction(sum(net[i] > 0 for net in nets), len(nets))
        for j, other in enumerate(wagers):
            product = Fraction(sum(net[i] * net[j] for net in nets), len(nets))
            assert covariance(book, one, other) == product - mean[i] * mean[j]
            assert odds(book, one).variance == covariance(book, one, one)


def test_fast_action_draws_ten_of_forty() -> None:
    """fast-action-2020 1.1.1, 1.1.8, 1.1.11 as the figures of the rules page have them."""
    bonus = FAST_ACTION.bonus
    assert bonus is not None
    assert draws(bonus) == comb(40, 10) == 847_660_528
    assert scatter_draws(bonus) == 4**10
    for number in FAST_ACTION.pockets:
        ways = standing_draws(bonus, number)
        graded = {
            grade: sum(n for standing, n in ways.items() if standing.grade == grade)
            for grade in ("plain", "bonus", "super")
        }
        assert Fraction(graded["bonus"] + graded["super"], draws(bonus)) == Fraction(1, 4)
        assert graded["super"] == comb(36, 6)
        assert not any(s.scatter for s in ways if s.grade == "super"), "ten numbers, ten links"
        assert sum(ways.values()) == draws(bonus)


def test_fast_action_wagers_go_together_as_the_draw_makes_them() -> None:
    def together(one: str, other: str) -> Fraction:
        return covariance(FAST_ACTION, one, other)

    super_ = Fraction(21, 9139)
    # Bonus Win wins whenever Super Bonus Win does: E[XY] - E[X]E[Y] by hand.
    assert together("bonus-win", "super-bonus-win") == 3 * 351 * (super_ - super_ / 4)
    # As many numbers are lit in every draw, so that a scatter tells Bonus Win nothing.
    assert together("bonus-win", "scatter-bonus") == 0
    assert together("super-bonus-win", "scatter-bonus") < 0
    assert together("straight:17", "super-bonus-win") == together("super-bonus-win", "straight:17")
    # Two numbers never win together, whether or not they share a link.
    returns = odds(FAST_ACTION, "straight:17").return_
    assert together("straight:17", "straight:18") == -(returns**2)
    assert together("straight:17", "straight:MBS") == -(returns**2)
