"""What an evening of many rounds brings: asked of the house, and shown as figures and pictures.

Sums are whole cents, net. Chances and means are statistics and so plain numbers; where they are
simulated, a margin says how far off they may be.
"""

from typing import Annotated, Literal

import msgspec

from croupier.protocol.odds import WAGERS_MAX, Laid
from croupier.protocol.requests import Body
from croupier.protocol.views import View
from croupier.rules.money import AMOUNT_MAX

SPINS_MAX = 10_000
"""More than anybody plays in an evening; `croupier simulate` knows no such limit."""

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
"""How the stake follows from what came before."""
Sum = Annotated[int, msgspec.Meta(ge=1, le=AMOUNT_MAX)]


class EveningAsked(Body, frozen=True, kw_only=True):
    """A spread laid again and again by a strategy; the whole spread is its unit."""

    wagers: Annotated[tuple[Laid, ...], msgspec.Meta(min_length=1, max_length=WAGERS_MAX)]
    strategy: Strategy = "flat"
    bank: Sum
    spins: Annotated[int, msgspec.Meta(ge=1, le=SPINS_MAX)]
    table: str | None = None
    """The table of the house whose limits hold; no limits without it."""
    stop_win: Sum | None = None
    """Leave once so much is won, or more."""
    stop_loss: Sum | None = None
    """Leave once so much is lost, or more."""
    ahead: Sum | None = None
    """Ask how likely it is to be so far ahead at any time."""


class Estimate(View, frozen=True, kw_only=True):
    """A chance or a mean."""

    value: float
    margin: float
    """Half of the 95 % interval of a simulation; nothing where the value is exact."""


class EveningMoment(View, frozen=True, kw_only=True):
    """How things stand after so many spins; who has left keeps what was left."""

    spin: int
    results: tuple[int, ...]
    """What 5, 25, 50, 75 and 95 in 100 evenings do not exceed."""
    ruined: float


class EveningBar(View, frozen=True, kw_only=True):
    """How likely a result in a range is."""

    begin: int
    end: int
    """The first sum that is not in it any more."""
    chance: float


class EveningShown(View, frozen=True, kw_only=True):
    """What the evening brings."""

    exact: bool
    """Worked out; otherwise simulated, as it would be too much work."""
    sessions: int
    """How many evenings were simulated."""
    mean: Estimate
    """What is won or lost on average, in cents."""
    deviation: Estimate
    ahead: Estimate
    """The chance to be ahead at the end."""
    ever_ahead: Estimate | None
    """The chance to be as far ahead as was asked, at any time."""
    ruin: Estimate
    """The chance that the bank cannot cover the next stake at some time."""
    stop_win: Estimate
    stop_loss: Estimate
    spins: Estimate
    """How many spins are played, on average."""
    staked: float
    """How much is staked in all, on average, in cents."""
    results: tuple[int, ...]
    """What 1, 5, 25, 50, 75, 95 and 99 in 100 evenings do not exceed at the end."""
    bars: tuple[EveningBar, ...]
    """Equally wide; the first and the last take in the rarest results beyond them."""
    moments: tuple[EveningMoment, ...]
    """Evenly apart, the last at the end."""
