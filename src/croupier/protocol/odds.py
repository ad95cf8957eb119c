"""Exact odds for pages: every figure as a fraction in text, and as a decimal.

Fractions are text because JSON numbers cannot hold them. Decimals have a few significant digits and
are for display only. Sums are whole cents, net: returns minus stakes.
"""

from typing import Annotated

import msgspec

from croupier.protocol.requests import Body
from croupier.protocol.views import View
from croupier.rules.bonus import Grade
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.notation import TEXT_MAX

WAGERS_MAX = 200
"""In one spread: enough for anybody, and quick to compute."""


class Laid(Body, frozen=True, kw_only=True):
    """A wager of a spread, with its total stake in cents."""

    wager: Annotated[str, msgspec.Meta(max_length=TEXT_MAX)]
    amount: Annotated[int, msgspec.Meta(ge=1, le=AMOUNT_MAX)]


class SpreadAsked(Body, frozen=True, kw_only=True):
    """Wagers placed together in one round."""

    wagers: Annotated[tuple[Laid, ...], msgspec.Meta(min_length=1, max_length=WAGERS_MAX)]


class Figure(View, frozen=True, kw_only=True):
    """An exact figure, such as 1/37, and its decimal."""

    exact: str
    decimal: str


class WagerOdds(View, frozen=True, kw_only=True):
    """The odds of a wager with one unit on each of its pieces."""

    wager: str
    pieces: int
    hit: Figure
    """The probability that at least one piece wins."""
    returns: Figure
    """The expected return for each unit staked, including the stake."""
    edge: Figure
    """The house edge."""
    variance: Figure
    deviation: str
    """The standard deviation, as a decimal."""


class BookOdds(View, frozen=True, kw_only=True):
    """The odds of every wager of a book, in the book's order."""

    book: str
    ways: str
    """The number of equally likely outcomes of a round."""
    wagers: tuple[WagerOdds, ...]


class PocketResult(View, frozen=True, kw_only=True):
    """The result of a spread on a number in one standing under the bonus draw."""

    grade: Grade
    scatter: bool
    chance: Figure
    """The probability of this standing, given the number."""
    net: int


class PocketOdds(View, frozen=True, kw_only=True):
    """The results of a spread on one number; one result without Bonus Numbers."""

    number: str
    mean: Figure
    results: tuple[PocketResult, ...]


class StandingOdds(View, frozen=True, kw_only=True):
    """The results of a spread when the winning number has one standing."""

    grade: Grade
    scatter: bool
    chance: Figure
    mean: Figure
    worst: int
    best: int


class NetChance(View, frozen=True, kw_only=True):
    """The probability of a net result."""

    net: int
    chance: Figure


class SpreadShown(View, frozen=True, kw_only=True):
    """The joint odds of wagers placed together in one round."""

    book: str
    staked: int
    hit: Figure
    """The probability that at least one wager wins."""
    ahead: Figure
    even: Figure
    behind: Figure
    returns: Figure
    edge: Figure
    mean: Figure
    variance: Figure
    deviation: str
    pockets: tuple[PocketOdds, ...]
    """In wheel order."""
    standings: tuple[StandingOdds, ...]
    """Only if the book has Bonus Numbers."""
    distribution: tuple[NetChance, ...]
    """Lowest result first."""
