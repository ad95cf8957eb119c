"""A law: how likely each result is, in cents. Exact laws and samples are read alike."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from croupier.lab.compiled import Chances, Whole, np

ROUNDING = 1e-12
"""Chances add up to one within this; a quantile must not miss a step by such a trifle."""


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """Results in rising order, each with its chance; the chances add up to one."""

    results: Whole
    chances: Chances

    @property
    def mean(self) -> float:
        """What to expect."""
        return float(self.chances @ self.results)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return float(np.sqrt(self.chances @ (self.results - self.mean) ** 2))

    def quantile(self, share: float) -> int:
        """The least result that so large a share of all evenings does not exceed.

        >>> coin = Law(np.array([-1, 1]), np.array([0.5, 0.5]))
        >>> coin.quantile(0.5), coin.quantile(0.51), coin.mean, coin.deviation
        (-1, 1, 0.0, 1.0)
        """
        place = int(np.searchsorted(np.cumsum(self.chances), share - ROUNDING))
        return int(self.results[min(place, len(self.results) - 1)])

    def at_least(self, result: int) -> float:
        """How likely so much, or more, is."""
        return float(self.chances[np.searchsorted(self.results, result) :].sum())

    def below(self, result: int) -> float:
        """How likely less is."""
        return float(self.chances[: np.searchsorted(self.results, result)].sum())

    def bars(self, count: int, tail: float = 0.0005) -> Iterator[tuple[int, int, float]]:
        """The law in so many equal ranges: from, up to but without, and how likely.

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


def law_of_steps(chances: Chances, lowest: int, step: int) -> Law:
    """The law of results that are counted in steps from a lowest one; what cannot be is left out.

    >>> made = law_of_steps(np.array([0.25, 0.0, 0.75]), -1, 100)
    >>> made.results.tolist(), made.chances.tolist()
    ([-100, 100], [0.25, 0.75])
    """
    possible = np.flatnonzero(chances)
    return Law((possible + lowest) * step, chances[possible])
