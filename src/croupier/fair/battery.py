"""A battery of tests over final draws: would a fair wheel, or a fair draw, look like this?

Over a sequence of pockets: how often each came, pairs of neighbours, correlation, runs, coverage.
Over draws of several numbers without replacement: how often each was drawn and at which place,
which pairs were drawn together, how much a draw shares with the one before, coverage, and all of
the above for the first number drawn. Each test gives a p-value; at ALPHA a fair source fails one
battery in tens of thousands, and the remainder of a byte fails every one of enough numbers.

It knows labels and counts only; where the numbers come from is not its business.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from math import comb, sqrt

from croupier.fair.p_values import chi_square_p, normal_p

ALPHA = 1e-6
"""Below this p-value a test fails: far less likely than a fault that is looked for."""

EXPECTED_MIN = 5.0
"""The fewest that are expected in a cell for the chi-square distribution to fit."""


@dataclass(frozen=True, slots=True)
class Result:
    """One test: its name, statistic and p-value."""

    test: str
    statistic: float
    p: float

    @property
    def passes(self) -> bool:
        """Whether the p-value is above the level."""
        return self.p >= ALPHA


def needed(pockets: int) -> int:
    """The fewest numbers or draws that a battery needs on a wheel with so many pockets."""
    return 2 * int(EXPECTED_MIN) * pockets**2


def pocket_battery(numbers: Sequence[str], pockets: Sequence[str]) -> tuple[Result, ...]:
    """All tests of a sequence of winning numbers on a wheel with these pockets."""
    ranks = _ranks(numbers, pockets)
    size = len(pockets)
    return (
        _evenness("pockets", Counter(ranks), size, len(ranks)),
        _neighbours(ranks, size),
        _correlation(ranks, size),
        _runs(ranks, size),
        _coverage([(rank,) for rank in ranks], size),
    )


def bonus_battery(draws: Sequence[Sequence[str]], pockets: Sequence[str]) -> tuple[Result, ...]:
    """All tests of draws without replacement, each in drawing order, from these pockets."""
    ranked = [tuple(_ranks(draw, pockets)) for draw in draws]
    size, count = len(pockets), len(ranked[0])
    if any(len(draw) != count or len(set(draw)) != count for draw in ranked):
        raise ValueError("every draw must have the same number of different numbers")
    first = pocket_battery([draw[0] for draw in draws], pockets)
    return (
        _drawn_numbers(ranked, size),
        _places(ranked, size),
        _drawn_pairs(ranked, size),
        _overlap(ranked, size),
        _coverage(ranked, size),
        *(Result(f"first drawn: {each.test}", each.statistic, each.p) for each in first),
    )


def _ranks(numbers: Sequence[str], pockets: Sequence[str]) -> list[int]:
    rank = {label: at for at, label in enumerate(pockets)}
    return [rank[number] for number in numbers]


def _evenness(test: str, counts: Counter[int], cells: int, total: int) -> Result:
    """Chi-square against equal chances."""
    expected = total / cells
    statistic = sum((counts[cell] - expected) ** 2 for cell in range(cells)) / expected
    return Result(test, statistic, chi_square_p(statistic, cells - 1))


def _neighbours(ranks: Sequence[int], size: int) -> Result:
    """The serial test on non-overlapping pairs of consecutive numbers."""
    if len(ranks) < needed(size):
        raise ValueError(f"{len(ranks)} are too few: {size} pockets need {needed(size)}")
    pairs = Counter(a * size + b for a, b in zip(ranks[::2], ranks[1::2], strict=False))
    return _evenness("serial pairs", pairs, size * size, len(ranks) // 2)


def _correlation(ranks: Sequence[int], size: int) -> Result:
    """The serial correlation of each number with the next."""
    mean, variance = (size - 1) / 2, (size * size - 1) / 12
    products = sum((a - mean) * (b - mean) for a, b in pairwise(ranks))
    z = products / (variance * sqrt(len(ranks) - 1))
    return Result("serial correlation", z, normal_p(z))


def _runs(ranks: Sequence[int], size: int) -> Result:
    """The Wald-Wolfowitz test of runs in the lower and the upper half."""
    sides = [2 * rank < size - 1 for rank in ranks]
    total, low = len(sides), sum(sides)
    product = 2 * low * (total - low)
    if product == 0:
        return Result("runs", 1.0, 0.0)
    mean = product / total + 1
    variance = product * (product - total) / (total * total * (total - 1))
    z = (sum(1 for _ in groupby(sides)) - mean) / sqrt(variance)
    return Result("runs", z, normal_p(z))


def _coverage(draws: Sequence[Sequence[int]], size: int) -> Result:
    """How many different numbers come in as many draws as could cover all of them."""
    count = len(draws[0])
    window = size // count
    windows = [draws[at : at + window] for at in range(0, len(draws) - window + 1, window)]
    seen = Counter(len({rank for draw in each for rank in draw}) for each in windows)
    return _against("coverage", seen, coverage_distribution(size, count, window), len(windows))


def coverage_distribution(size: int, count: int, draws: int) -> list[float]:
    """The chances of how many different numbers come in ``draws`` draws of ``count`` from ``size``.

    >>> coverage_distribution(2, 1, 2)
    [0.0, 0.5, 0.5]
    """
    chances = [1.0] + [0.0] * size
    ways = comb(size, count)
    for _ in range(draws):
        after = [0.0] * (size + 1)
        for covered, chance in enumerate(chances):
            for new in range(min(count, size - covered) + 1):
                fresh = comb(size - covered, new) * comb(covered, count - new)
                after[covered + new] += chance * fresh / ways
        chances = after
    return chances


def _overlap(draws: Sequence[Sequence[int]], size: int) -> Result:
    """How many numbers a draw shares with the one before: hypergeometric if independent."""
    count = len(draws[0])
    pairs = list(zip(draws[::2], draws[1::2], strict=False))
    shared = Counter(len(set(a) & set(b)) for a, b in pairs)
    chances = [
        comb(count, same) * comb(size - count, count - same) / comb(size, count)
        for same in range(count + 1)
    ]
    return _against("serial overlap", shared, chances, len(pairs))


def _against(test: str, seen: Counter[int], chances: Sequence[float], total: int) -> Result:
    """Chi-square against chances; neighbouring cells are joined until each expects enough."""
    cells: list[list[float]] = [[0.0, 0.0]]
    for value, chance in enumerate(chances):
        if cells[-1][0] >= EXPECTED_MIN:
            cells.append([0.0, 0.0])
        cells[-1][0] += chance * total
        cells[-1][1] += seen[value]
    if cells[-1][0] < EXPECTED_MIN and len(cells) > 1:
        expected, found = cells.pop()
        cells[-1][0] += expected
        cells[-1][1] += found
    statistic = sum((found - expected) ** 2 / expected for expected, found in cells)
    return Result(test, statistic, chi_square_p(statistic, len(cells) - 1))


def _drawn_numbers(draws: Sequence[Sequence[int]], size: int) -> Result:
    """Chi-square of how often each number was drawn.

    Within a draw the numbers exclude each other, which makes the plain statistic too small by
    (size - count) / (size - 1); the quotient corrects it exactly.
    """
    count = len(draws[0])
    counts = Counter(rank for draw in draws for rank in draw)
    plain = _evenness("drawn numbers", counts, size, len(draws) * count).statistic
    statistic = plain * (size - 1) / (size - count)
    return Result("drawn numbers", statistic, chi_square_p(statistic, size - 1))


def _places(draws: Sequence[Sequence[int]], size: int) -> Result:
    """Chi-square of each place in the drawing order; the smallest p-value, times the places."""
    places = [
        _evenness("places", Counter(at_place), size, len(draws))
        for at_place in zip(*draws, strict=True)
    ]
    worst = min(places, key=lambda place: place.p)
    return Result(worst.test, worst.statistic, min(1.0, worst.p * len(places)))


def _drawn_pairs(draws: Sequence[Sequence[int]], size: int) -> Result:
    """Chi-square of which pairs are drawn together, beyond how often each number is drawn.

    The counts of pairs depend on each other: two pairs may share a number. What remains of them
    when the effects of the single numbers are taken away has the same variance in every direction,
    a - 2b + c by the Johnson scheme, where a, b and c are the chances that two, three and four
    given numbers are all drawn; so its sum of squares is chi-square with size (size - 3) / 2.
    """
    count, total = len(draws[0]), len(draws)
    pairs = Counter(pair for draw in draws for pair in combinations(sorted(draw), 2))
    a, b, c = (comb(size - k, count - k) / comb(size, count) for k in (2, 3, 4))
    deviations = {pair: pairs[pair] - total * a for pair in combinations(range(size), 2)}
    of_number = [0.0] * size
    for (i, j), deviation in deviations.items():
        of_number[i] += deviation
        of_number[j] += deviation
    squares = sum(
        (deviation - (of_number[i] + of_number[j]) / (size - 2)) ** 2
        for (i, j), deviation in deviations.items()
    )
    statistic = squares / (total * (a - 2 * b + c))
    return Result("drawn pairs", statistic, chi_square_p(statistic, size * (size - 3) // 2))
