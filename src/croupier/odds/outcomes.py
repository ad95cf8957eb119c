"""The law of a round: all that can decide it, each with the number of equally likely ways.

The ball rests in every compartment equally often; where the book has Bonus Numbers, every draw is
equally likely too and independent of the ball.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from croupier.odds.draws import draws, standing_draws
from croupier.rules.bonus import UNLIT, Standing
from croupier.rules.book import Book


class Outcome(NamedTuple):
    """A number, how it stands under the draw, and in how many ways that happens."""

    number: str
    standing: Standing
    ways: int


@dataclass(frozen=True, slots=True)
class Law:
    """Every outcome of a round; a probability is its ways over all ways."""

    outcomes: tuple[Outcome, ...]
    ways: int


@lru_cache(maxsize=16)
def law(book: Book) -> Law:
    """The law of a round by this book.

    >>> from croupier.books import load
    >>> law(load("edz-2020")).ways
    38
    >>> law(load("fast-action-2020")).ways == 40 * 847_660_528
    True
    """
    bonus = book.bonus
    if bonus is None:
        outcomes = tuple(Outcome(number, UNLIT, 1) for number in book.pockets)
        return Law(outcomes, len(outcomes))
    lit = tuple(
        Outcome(number, standing, ways)
        for number in book.pockets
        for standing, ways in standing_draws(bonus, number).items()
    )
    return Law(lit, len(book.pockets) * draws(bonus))
