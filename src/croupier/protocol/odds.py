"""Exact odds as a page shows them: every figure as a fraction in text, and in decimals to read.

Fractions are text because no number of JSON holds them; decimals have a few significant digits and
are for showing only. Sums are whole cents, net: what comes back less what was staked.
"""

from typing import Annotated

import msgspec

from croupier.protocol.requests import Body
from croupier.protocol.views import View
from croupier.rules.bonus import Grade
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.notation import TEXT_MAX

WAGERS_MAX = 200
"""In one spread: more than anybody lays, and quickly worked out."""


class Laid(Body, frozen=True, kw_only=True):
    """A wager of a spread, with its whole stake in cents."""

    wager: Annotated[str, msgspec.Meta(max_length=TEXT_MAX)]
    amount: Annotated[int, msgspec.Meta(ge=1, le=AMOUNT_MAX)]


class SpreadAsked(Body, frozen=True, kw_only=True):
    """Wagers laid together in one round."""

    wagers: Annotated[tuple[Laid, ...], msgspec.Meta(min_length=1, max_length=WAGERS_MAX)]


class Figure(View, frozen=True, kw_only=True):
    """An exact figure, such as 1/37, and the same in decimals."""

    exact: str
    decimal: str


class WagerOdds(View, frozen=True, kw_only=True):
    """The odds of a wager with one unit on each of its pieces."""

    wager: str
    pieces: int
    hit: Figure
    """How often at least one piece wins."""
    returns: Figure
    """What comes back for each unit staked, stake included."""
    edge: Figure
    """What the house keeps of each unit staked."""
    variance: Figure
    deviation: str
    """The root of the variance, in decimals."""


class BookOdds(View, frozen=True, kw_only=True):
    """The odds of every wager of a book, in the book's order."""

    book: str
    ways: str
    """In how many equally likely ways a round can end."""
    wagers: tuple[WagerOdds, ...]


class PocketResult(View, frozen=True, kw_only=True):
    """What a spread brings on a number that stands in one way under the draw."""

    grade: Grade
    scatter: bool
    chance: Figure
    """How often the number stands so, once it has come."""
    net: int


class PocketOdds(View, frozen=True, kw_only=True):
    """What a spread brings on one number; without Bonus Numbers there is one result."""

    number: str
    mean: Figure
    results: tuple[PocketResult, ...]


class StandingOdds(View, frozen=True, kw_only=True):
    """What a spread brings when the winning number, whichever it is, stands in one way."""

    grade: Grade
    scatter: bool
    chance: Figure
    mean: Figure
    worst: int
    best: int


class NetChance(View, frozen=True, kw_only=True):
    """How often a net result comes."""

    net: int
    chance: Figure


class SpreadShown(View, frozen=True, kw_only=True):
    """The joint odds of wagers laid together in one round."""

    book: str
    staked: int
    hit: Figure
    """How often anything of it wins."""
    ahead: Figure
    even: Figure
    behind: Figure
    returns: Figure
    edge: Figure
    mean: Figure
    variance: Figure
    deviation: str
    pockets: tuple[PocketOdds, ...]
    """In the order round the wheel."""
    standings: tuple[StandingOdds, ...]
    """Where the book has Bonus Numbers."""
    distribution: tuple[NetChance, ...]
    """The lowest result first."""
