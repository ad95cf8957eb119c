"""Is a wheel biased? Tests of recorded numbers, their power, and the spins that they need.

Three questions: are all pockets equally frequent (chi-square), is any one pocket too frequent, and
is one side of the wheel favoured (a tilt: the first wave around the wheel). Each is asked at a
third of the level, so that the false-positive rate is at most the level.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from croupier.fair.p_values import chi_square_above, chi_square_bar, chi_square_power, normal_p

LEVEL = 0.01
"""A fair wheel is accused at most so often."""
POWER = 0.9
"""Enough spins are those that notice a loaded wheel so often."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One question and its answer."""

    test: str
    statistic: float
    p: float
    says: str


@dataclass(frozen=True, slots=True)
class Bias:
    """The findings about a wheel from its recorded numbers."""

    spins: int
    counts: dict[str, int]
    findings: tuple[Finding, ...]
    level: float

    @property
    def is_fair(self) -> bool:
        """Whether no finding is significant."""
        return all(finding.p >= self.level / len(self.findings) for finding in self.findings)


def bias_test(numbers: Sequence[str], wheel: Sequence[str], level: float = LEVEL) -> Bias:
    """Test numbers recorded on a wheel, whose pockets are given in wheel order.

    >>> bias_test(["1", "2", "3", "4"] * 50, ["1", "2", "3", "4"]).is_fair
    True
    >>> bias_test(["1", "2", "3", "4", "4"] * 50, ["1", "2", "3", "4"]).is_fair
    False
    """
    counts = Counter(numbers)
    ordered = {pocket: counts[pocket] for pocket in wheel}
    findings = (_evenness(ordered), _most_frequent(ordered), _tilt(ordered))
    return Bias(len(numbers), ordered, findings, level)


def power(pockets: int, spins: int, favour: float, level: float = LEVEL) -> float:
    """The power of the chi-square test against one favoured pocket.

    ``favour`` is a share: 0.25 is a pocket that comes a quarter more often.

    >>> f"{power(37, 20000, 0.3):.2f}"
    '0.93'
    """
    bar = chi_square_bar(level / 3, pockets - 1)
    return chi_square_power(bar, pockets - 1, spins * _excess(pockets, favour))


def spins_needed(pockets: int, favour: float, level: float = LEVEL, wanted: float = POWER) -> int:
    """The spins that the chi-square test needs to detect such a pocket with this power.

    >>> spins_needed(37, 0.3)
    18922
    """
    low, high = 1, 1
    while power(pockets, high, favour, level) < wanted:
        low, high = high, 2 * high
    while high - low > max(1, high // 10_000):
        middle = (low + high) // 2
        if power(pockets, middle, favour, level) < wanted:
            low = middle
        else:
            high = middle
    return high


def _excess(pockets: int, favour: float) -> float:
    """The noncentrality per spin when one pocket is favoured at the cost of all."""
    return favour**2 / pockets + (favour / (pockets - 1)) ** 2 * (pockets - 1) / pockets


def _evenness(counts: dict[str, int]) -> Finding:
    spins, pockets = sum(counts.values()), len(counts)
    expected = spins / pockets
    statistic = sum((count - expected) ** 2 for count in counts.values()) / expected
    text = f"{pockets} pockets, each expected {expected:.1f} times"
    return Finding("pockets", statistic, chi_square_above(statistic, pockets - 1), text)


def _most_frequent(counts: dict[str, int]) -> Finding:
    """The most extreme pocket, tested against the most extreme of so many."""
    spins, pockets = sum(counts.values()), len(counts)
    expected = spins / pockets
    pocket = max(counts, key=lambda each: abs(counts[each] - expected))
    z = (counts[pocket] - expected) / sqrt(expected * (1 - 1 / pockets))
    text = f"{pocket} came {counts[pocket]} times, {expected:.1f} expected"
    return Finding("one pocket", z, min(1.0, pockets * normal_p(z)), text)


def _tilt(counts: dict[str, int]) -> Finding:
    """The first harmonic around the wheel; its two parts are independent normals if it is fair."""
    spins, pockets = sum(counts.values()), len(counts)
    angles = [2 * pi * at / pockets for at in range(pockets)]
    along = sum(count * cos(angle) for count, angle in zip(counts.values(), angles, strict=True))
    across = sum(count * sin(angle) for count, angle in zip(counts.values(), angles, strict=True))
    statistic = 2 * (along**2 + across**2) / spins
    share = 2 * sqrt(along**2 + across**2) / spins
    text = f"the favoured side comes {share:.1%} more often"
    return Finding("tilt", statistic, chi_square_above(statistic, 2), text)
