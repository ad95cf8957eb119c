"""What simulated evenings add up to: whole numbers only, so that order does not matter."""

from collections import Counter
from dataclasses import dataclass, field

from croupier.lab.compiled import Whole, np
from croupier.lab.law import Law

PLACES_MAX = 200_000
"""Beyond so many different results, neighbouring ones are counted together."""


@dataclass(slots=True)
class Tally:
    """How often each result came; results that share all but their last ``shift`` bits are one.

    The shift is the least at which there are not too many places. It only grows as more is
    counted, and so is the same in whatever order that happens.
    """

    counts: Counter[int] = field(default_factory=Counter)
    shift: int = 0

    def count(self, results: Whole) -> None:
        """Count a row of results."""
        low = int(results.min())
        if int(results.max()) - low < 4 * len(results):  # close together: counting needs no sorting
            counts = np.bincount(results - low)
            values = np.flatnonzero(counts)
            times, values = counts[values], values + low
        else:
            values, times = np.unique(results, return_counts=True)
        self.add(Tally(Counter(dict(zip(values.tolist(), times.tolist(), strict=True)))))

    def add(self, other: "Tally") -> None:
        """Count what another has counted."""
        self._coarsen(other.shift - self.shift)
        for value, times in other.counts.items():
            self.counts[value >> (self.shift - other.shift)] += times
        while len(self.counts) > PLACES_MAX:
            self._coarsen(1)

    def _coarsen(self, by: int) -> None:
        if by <= 0:
            return
        self.shift += by
        finer, self.counts = self.counts, Counter()
        for value, times in finer.items():
            self.counts[value >> by] += times

    def law(self, step: int) -> Law:
        """The law of what was counted, results in cents."""
        values = sorted(self.counts)
        middle = (1 << self.shift) // 2
        total = self.counts.total()
        results = [((value << self.shift) + middle) * step for value in values]
        chances = [self.counts[value] / total for value in values]
        return Law(np.array(results, np.int64), np.array(chances))


@dataclass(slots=True)
class Sample:
    """So many evenings, added up."""

    marks: int
    sessions: int = 0
    won: int = 0
    """Steps won in all, less those lost."""
    won_squares: int = 0
    spins: int = 0
    spins_squares: int = 0
    staked: int = 0
    """In units."""
    ends: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    ruined: list[int] = field(default_factory=list)
    """By mark."""
    ahead: list[int] = field(default_factory=list)
    """How many were ever so far ahead, by what was asked for."""
    tallies: list[Tally] = field(default_factory=list)
    """By mark."""

    def __post_init__(self) -> None:
        self.ruined = self.ruined or [0] * self.marks
        self.tallies = self.tallies or [Tally() for _ in range(self.marks)]

    def count(self, won: Whole, notes: Whole, staked: int, marks: Whole, lines: list[int]) -> None:
        """Count the evenings of a chunk."""
        peaks, spins, ends = notes.T
        final = won[:, -1]
        self.sessions += len(won)
        self.won += int(final.sum())
        self.won_squares += _squares(final)
        self.spins += int(spins.sum())
        self.spins_squares += _squares(spins)
        self.staked += staked
        self.ends = [a + int((ends == end).sum()) for end, a in enumerate(self.ends)]
        ruined_at = spins[ends == 1]
        self.ruined = [
            a + int((ruined_at <= mark).sum()) for a, mark in zip(self.ruined, marks, strict=True)
        ]
        before = self.ahead or [0] * len(lines)
        self.ahead = [a + int((peaks >= line).sum()) for a, line in zip(before, lines, strict=True)]
        for tally, at_mark in zip(self.tallies, won.T, strict=True):
            tally.count(at_mark)

    def add(self, other: "Sample") -> None:
        """Add what another has counted."""
        for name in ("sessions", "won", "won_squares", "spins", "spins_squares", "staked"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("ends", "ruined", "ahead"):
            mine = getattr(self, name) or [0] * len(getattr(other, name))
            both = zip(mine, getattr(other, name), strict=True)
            setattr(self, name, [a + b for a, b in both])
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)


def _squares(values: Whole) -> int:
    """The sum of squares, as large as it may be."""
    largest = int(np.abs(values).max(initial=0))
    if largest**2 * len(values) < 2**62:
        return int(values @ values)
    return sum(value * value for value in values.tolist())
