"""What a session brings, exact or simulated alike: the distribution of its result, and figures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from croupier.lab.compiled import Chances, Whole, np
from croupier.lab.session import End, Session
from croupier.words import in_units

COLUMNS = ("net_cents", "chance", "at_most")
ROUNDING = 1e-12
"""Chances add up to one within this; a quantile must not miss a step by such a trifle."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Distribution:
    """Results in ascending order with their chances, which add up to one."""

    results: Whole
    chances: Chances

    def __repr__(self) -> str:
        low, high = int(self.results[0]), int(self.results[-1])
        return f"<Distribution of {len(self.results)} results from {low} to {high}>"

    def _repr_html_(self) -> str:
        from croupier.lab.output import bars_alone

        return bars_alone(self)

    @property
    def mean(self) -> float:
        """The mean."""
        return float(self.chances @ self.results)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return float(np.sqrt(self.chances @ (self.results - self.mean) ** 2))

    def quantile(self, share: float) -> int:
        """The least result that this share of all sessions does not exceed.

        >>> coin = Distribution(np.array([-1, 1]), np.array([0.5, 0.5]))
        >>> coin.quantile(0.5), coin.quantile(0.51), coin.mean, coin.deviation
        (-1, 1, 0.0, 1.0)
        """
        place = int(np.searchsorted(np.cumsum(self.chances), share - ROUNDING))
        return int(self.results[min(place, len(self.results) - 1)])

    def rows(self) -> Iterator[dict[str, int | float]]:
        """Each result with its chance, and the chance of at most that: rows for pandas, polars.

        >>> coin = Distribution(np.array([-1, 1]), np.array([0.5, 0.5]))
        >>> [*coin.rows()][0]
        {'net_cents': -1, 'chance': 0.5, 'at_most': 0.5}
        """
        at_most = self.chances.cumsum()
        for row in zip(self.results.tolist(), self.chances.tolist(), at_most.tolist(), strict=True):
            yield dict(zip(COLUMNS, row, strict=True))

    def at_least(self, result: int) -> float:
        """The chance of this result or more."""
        return float(self.chances[np.searchsorted(self.results, result) :].sum())

    def below(self, result: int) -> float:
        """The chance of less than this result."""
        return float(self.chances[: np.searchsorted(self.results, result)].sum())

    def bars(self, count: int, tail: float = 0.0005) -> Iterator[tuple[int, int, float]]:
        """The distribution in ``count`` equal ranges: begin, end (exclusive), and chance.

        The first and the last also hold what lies beyond them, at most a tail each.
        """
        low, high = self.quantile(tail), self.quantile(1 - tail)
        apart = max(1, int(np.gcd.reduce(self.results - self.results[0])))
        width = -(-(high - low + 1) // (count * apart)) * apart
        edges = [low + width * at for at in range(count + 1)]
        for at, (begin, end) in enumerate(pairwise(edges)):
            beyond = self.below(begin) if at == 0 else 0.0
            above = self.at_least(end) if at == count - 1 else 0.0
            yield begin, end, self.below(end) - self.below(begin) + beyond + above


def distribution_of_steps(chances: Chances, lowest: int, step: int) -> Distribution:
    """The distribution of results counted in steps from the lowest; impossible ones are left out.

    >>> made = distribution_of_steps(np.array([0.25, 0.0, 0.75]), -1, 100)
    >>> made.results.tolist(), made.chances.tolist()
    ([-100, 100], [0.25, 0.75])
    """
    possible = np.flatnonzero(chances)
    return Distribution((possible + lowest) * step, chances[possible])


SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are shown of a distribution on the way."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """How things stand after some spins; a session that has ended keeps its result."""

    spin: int
    distribution: Distribution
    """Of what is won or lost by then, in cents."""
    ruined: float
    """The chance to be ruined by then."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SessionResult:
    """The result of a session."""

    session: Session
    method: Literal["exact", "simulated"]
    why: str
    """How it was found, in words."""
    distribution: Distribution
    """Of what is won or lost at the end, in cents."""
    ends: Mapping[End, float]
    """The chance of each end."""
    spins: float
    """How many spins are played, on average."""
    staked: float
    """How much is staked in all, on average, in cents."""
    ahead: Mapping[int, float]
    """The chance to be so many cents ahead, or more, at any time."""
    moments: tuple[Moment, ...] = ()
    errors: Mapping[str, float] = field(default_factory=dict)
    """The standard errors of a simulation's figures, by name; none where it is exact."""
    sessions: int = 0
    """How many sessions were simulated."""
    seed: int | None = None

    @property
    def ruin(self) -> float:
        """The chance that the bank cannot cover the next stake at some time."""
        return self.ends["ruin"]

    @property
    def target(self) -> float:
        """The chance to reach the stop-win."""
        return self.ends["stop-win"]

    @property
    def loss(self) -> float:
        """The mean loss, in cents."""
        return -self.distribution.mean

    def __repr__(self) -> str:
        name = self.session.name or self.session.ticket.book.id
        mean = in_units(round(self.distribution.mean))
        return f"<SessionResult of {name}: {self.method}, mean {mean}, ruin {self.ruin:.4f}>"

    def _repr_html_(self) -> str:
        from croupier.lab.output import framed

        return framed(self)

    def interval(self, figure: str, deviations: float = 1.96) -> tuple[float, float]:
        """The confidence interval of a figure: 95 % unless given, a single point if exact."""
        value = self.figures()[figure]
        margin = deviations * self.errors.get(figure, 0.0)
        return value - margin, value + margin

    def figures(self) -> dict[str, float]:
        """The figures by name: money in cents, chances from 0 to 1."""
        distribution = self.distribution
        return {
            "mean": distribution.mean,
            "deviation": distribution.deviation,
            "ruin": self.ends["ruin"],
            "stop-win": self.ends["stop-win"],
            "stop-loss": self.ends["stop-loss"],
            "all spins": self.ends["spins"],
            "ahead at the end": distribution.at_least(1),
            "spins": self.spins,
            "staked": self.staked,
            **{f"ever ahead by {cents}": chance for cents, chance in self.ahead.items()},
        }
