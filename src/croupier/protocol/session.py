"""A session of many rounds, as the odds page asks for it and shows it.

Sums are whole cents, net. Probabilities and means are floats; a simulated figure has a margin of
error.
"""

from typing import Annotated, Literal

import msgspec

from croupier.protocol.odds import WAGERS_MAX, Laid
from croupier.protocol.requests import Body
from croupier.protocol.views import View
from croupier.rules.money import AMOUNT_MAX

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
