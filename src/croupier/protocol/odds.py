"""What the odds page asks for and shows: exact odds, and sessions of many rounds.

A figure of the odds is a fraction in text, because JSON numbers cannot hold it, and a decimal of a
few significant digits for display only. Sums are whole cents, net: returns minus stakes. A
session's probabilities and means are floats; a simulated one has a margin of error.
"""

from typing import Annotated, Literal

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


SPINS_MAX = 10_000
"""More than anybody plays in one session; `croupier simulate` has no such limit."""

Strategy = Literal[
    "flat",
    "martingale",
    "grand-martingale",
    "paroli",
    "fibonacci",
    "dalembert",
    "reverse-dalembert",
    "labouchere",
    "reverse-labouchere",
    "oscars-grind",
    "1-3-2-6",
]
"""How the next stake follows from earlier results."""
Sum = Annotated[int, msgspec.Meta(ge=1, le=AMOUNT_MAX)]


class SessionAsked(Body, frozen=True, kw_only=True):
    """A spread bet repeatedly by a strategy, whose unit is the whole spread."""

    wagers: Annotated[tuple[Laid, ...], msgspec.Meta(min_length=1, max_length=WAGERS_MAX)]
    strategy: Strategy = "flat"
    bank: Sum
    spins: Annotated[int, msgspec.Meta(ge=1, le=SPINS_MAX)]
    table: str | None = None
    """The table whose limits apply; without it there are none."""
    stop_win: Sum | None = None
    """Stop after winning this much."""
    stop_loss: Sum | None = None
    """Stop after losing this much."""
    ahead: Sum | None = None
    """Also compute the chance of ever being this far ahead."""


class Estimate(View, frozen=True, kw_only=True):
    """A probability or a mean."""

    value: float
    margin: float
    """Half the 95 % confidence interval of a simulation; 0 if exact."""


class SessionMoment(View, frozen=True, kw_only=True):
    """The results after so many spins; a player who stopped keeps their result."""

    spin: int
    results: tuple[int, ...]
    """The 5th, 25th, 50th, 75th and 95th percentiles."""
    ruined: float


class SessionBar(View, frozen=True, kw_only=True):
    """The probability of a range of results."""

    begin: int
    end: int
    """Exclusive."""
    chance: float


class SessionShown(View, frozen=True, kw_only=True):
    """The results of a session."""

    exact: bool
    """Computed exactly; otherwise simulated, because computing would take too long."""
    sessions: int
    """How many sessions were simulated."""
    mean: Estimate
    """The mean net result, in cents."""
    deviation: Estimate
    ahead: Estimate
    """The probability of being ahead at the end."""
    ever_ahead: Estimate | None
    """The probability of being ahead by the given amount at any time."""
    ruin: Estimate
    """The probability that the bank cannot cover the next stake."""
    stop_win: Estimate
    stop_loss: Estimate
    spins: Estimate
    """The mean number of spins."""
    staked: float
    """The mean total stake, in cents."""
    results: tuple[int, ...]
    """The 1st, 5th, 25th, 50th, 75th, 95th and 99th percentiles at the end."""
    bars: tuple[SessionBar, ...]
    """Equally wide; the first and the last include the rare results beyond them."""
    moments: tuple[SessionMoment, ...]
    """At equal intervals, the last at the end."""
