"""The sample space of a round: every outcome with its number of equally likely ways.

The ball rests in every compartment equally often; where the book has Bonus Numbers, every draw is
equally likely too (reading 10) and independent of the ball. Draws are counted by polynomials in x,
one factor a link, in which the coefficient of x^k is the number of ways to draw k numbers of that
link: (1 + x)^s for any draw from its s numbers, (1 + x)^s - 1 if at least one must be drawn. The
coefficient of x^count in the product is the number of draws.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

from croupier.rules.bonus import UNLIT, Bonus, Grade, Standing
from croupier.rules.book import Book


class Outcome(NamedTuple):
    """A number, its standing under the draw, and the number of ways."""

    number: str
    standing: Standing
    ways: int


@dataclass(frozen=True, slots=True)
class SampleSpace:
    """Every outcome of a round; a probability is its ways over all ways."""

    outcomes: tuple[Outcome, ...]
    ways: int


@lru_cache(maxsize=16)
def sample_space(book: Book) -> SampleSpace:
    """The sample space of a round by this book.

    >>> from croupier.books import load
    >>> sample_space(load("edz-2020")).ways
    38
    >>> sample_space(load("fast-action-2020")).ways == 40 * 847_660_528
    True
    """
    bonus = book.bonus
    if bonus is None:
        outcomes = tuple(Outcome(number, UNLIT, 1) for number in book.pockets)
        return SampleSpace(outcomes, len(outcomes))
    lit = tuple(
        Outcome(number, standing, ways)
        for number in book.pockets
        for standing, ways in standing_draws(bonus, number).items()
    )
    return SampleSpace(lit, len(book.pockets) * draws(bonus))


Polynomial = tuple[int, ...]
"""The coefficients of 1, x, x^2 and so on."""


def draws(bonus: Bonus) -> int:
    """The number of different draws.

    >>> draws(Bonus(2, {"a": frozenset({"1", "2"}), "b": frozenset({"3", "4"})}))
    6
    """
    return comb(sum(len(numbers) for numbers in bonus.links.values()), bonus.count)


def scatter_draws(bonus: Bonus) -> int:
    """The number of draws with a number in every link.

    >>> scatter_draws(Bonus(2, {"a": frozenset({"1", "2"}), "b": frozenset({"3", "4"})}))
    4
    """
    links = (_at_least_one(len(numbers)) for numbers in bonus.links.values())
    return _coefficient(_product(links, bonus.count), bonus.count)


def standing_draws(bonus: Bonus, number: str) -> dict[Standing, int]:
    """The number of draws for each possible standing of this number as the outcome.

    >>> bonus = Bonus(2, {"a": frozenset({"1", "2"}), "b": frozenset({"3", "4"})})
    >>> for standing, ways in standing_draws(bonus, "1").items():
    ...     print(standing.grade, standing.scatter, ways)
    plain False 1
    plain True 2
    bonus True 2
    super False 1
    """
    own = bonus.link_of(number)
    size = len(bonus.links[own])
    others = [len(numbers) for name, numbers in bonus.links.items() if name != own]
    any_draw = _product(map(_any, others), bonus.count)
    scattered = _product(map(_at_least_one, others), bonus.count)
    ways = {}
    for grade, of_link in _by_grade(size).items():
        all_ways = _coefficient(_times(of_link, any_draw, bonus.count), bonus.count)
        # Only a link without any number drawn can spoil the scatter: the constant term.
        lit = (0, *of_link[1:])
        scatter_ways = _coefficient(_times(lit, scattered, bonus.count), bonus.count)
        ways[Standing(grade, False)] = all_ways - scatter_ways
        ways[Standing(grade, True)] = scatter_ways
    return {standing: count for standing, count in ways.items() if count}


def _by_grade(size: int) -> dict[Grade, Polynomial]:
    """The draws from a link of this size, by the standing of one of its numbers."""
    rest = _any(size - 1)
    return {
        "plain": rest,
        "bonus": (0, *rest[:-1], 0),
        "super": (0,) * size + (1,),
    }


def _any(size: int) -> Polynomial:
    """(1 + x)^size."""
    return tuple(comb(size, drawn) for drawn in range(size + 1))


def _at_least_one(size: int) -> Polynomial:
    """(1 + x)^size - 1."""
    return (0, *_any(size)[1:])


def _product(factors: Iterable[Polynomial], degree: int) -> Polynomial:
    """The product of polynomials up to a degree."""
    product: Polynomial = (1,)
    for factor in factors:
        product = _times(product, factor, degree)
    return product


def _times(a: Polynomial, b: Polynomial, degree: int) -> Polynomial:
    product = [0] * min(len(a) + len(b) - 1, degree + 1)
    for i, of_a in enumerate(a[: degree + 1]):
        for j, of_b in enumerate(b[: degree + 1 - i]):
            product[i + j] += of_a * of_b
    return tuple(product)


def _coefficient(polynomial: Polynomial, degree: int) -> int:
    return polynomial[degree] if degree < len(polynomial) else 0
