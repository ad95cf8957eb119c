"""The strategies that everybody asks about, each stated once.

All climb no further than the table's maximum, and stand still on a spin that neither wins nor
loses. Wins and losses are of the whole spread that is laid.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.strategy import Spin, Strategy, progression

Line = tuple[int, ...]


@progression
def flat(units: int, spin: Spin) -> int:
    """The same stake on every spin."""
    return units


@progression
def martingale(units: int, spin: Spin) -> int:
    """Double after a loss, start again after a win."""
    return 1 if spin.won else min(2 * units, spin.most) if spin.lost else units


@progression
def grand_martingale(units: int, spin: Spin) -> int:
    """Double and add a unit after a loss, start again after a win."""
    return 1 if spin.won else min(2 * units + 1, spin.most) if spin.lost else units


@progression
def dalembert(units: int, spin: Spin) -> int:
    """A unit more after a loss, a unit less after a win."""
    return max(units - 1, 1) if spin.won else min(units + 1, spin.most) if spin.lost else units


@progression
def reverse_dalembert(units: int, spin: Spin) -> int:
    """A unit more after a win, a unit less after a loss."""
    return min(units + 1, spin.most) if spin.won else max(units - 1, 1) if spin.lost else units


@dataclass(frozen=True)
class Paroli:
    """The reverse Martingale: double after a win, start again after a loss or some wins."""

    wins: int = 3

    def start(self) -> int:
        """No win in a row yet."""
        return 0

    def stake(self, in_a_row: int) -> int:
        """Doubled for each win in a row."""
        return 1 << in_a_row

    def after(self, in_a_row: int, spin: Spin) -> int:
        """One win more, until there are enough."""
        return (in_a_row + 1) % self.wins if spin.won else 0 if spin.lost else in_a_row


@dataclass(frozen=True)
class Fibonacci:
    """Along the row 1, 1, 2, 3, 5 …: a step on after a loss, two back after a win."""

    def start(self) -> tuple[int, int]:
        """The number to stake, and the one that comes after it."""
        return 1, 1

    def stake(self, pair: tuple[int, int]) -> int:
        """The first of the two."""
        return pair[0]

    def after(self, pair: tuple[int, int], spin: Spin) -> tuple[int, int]:
        """On or back, but not on beyond the table's maximum."""
        if spin.lost:
            return (pair[1], sum(pair)) if pair[0] < spin.most else pair
        return _back(_back(pair)) if spin.won else pair


def _back(pair: tuple[int, int]) -> tuple[int, int]:
    """One place towards the beginning of the row.

    >>> _back((5, 8)), _back((1, 2)), _back((1, 1))
    ((3, 5), (1, 1), (1, 1))
    """
    low, high = pair
    return (high - low, low) if high > low else pair


@dataclass(frozen=True)
class Labouchere:
    """Stake the first and the last of a line: a win crosses them out, a loss is written behind.

    When all is crossed out the line begins again. In reverse, wins are written behind and losses
    cross out.
    """

    line: Line = (1, 2, 3, 4)
    reverse: bool = False

    def start(self) -> Line:
        """The line as it is written at first."""
        return self.line

    def stake(self, line: Line) -> int:
        """First and last, or the only one."""
        return line[0] + line[-1] if len(line) > 1 else line[0]

    def after(self, line: Line, spin: Spin) -> Line:
        """Crossed out or written behind."""
        if not spin.pays:
            return line
        crosses_out = spin.lost if self.reverse else spin.won
        return line[1:-1] or self.line if crosses_out else (*line, spin.stake)


@dataclass(frozen=True)
class OscarsGrind:
    """Win one unit a series: after a loss the same stake, after a win one more, never too much."""

    def start(self) -> tuple[int, int | Fraction]:
        """One unit, and nothing won in this series."""
        return 1, 0

    def stake(self, series: tuple[int, int | Fraction]) -> int:
        """The units of this spin."""
        return series[0]

    def after(self, series: tuple[int, int | Fraction], spin: Spin) -> tuple[int, int | Fraction]:
        """A new series once a unit is won; until then never more than is needed for it."""
        units, won = series[0], series[1] + spin.net
        if won >= 1:
            return self.start()
        if not spin.won:
            return units, won
        needed = -(-(1 - won) // 1)  # rounded up, should a spin pay parts of a unit
        return min(units + 1, int(needed), spin.most), won


@dataclass(frozen=True)
class OneThreeTwoSix:
    """One, three, two and six units while it wins; after a loss or the six from the start."""

    units: Line = (1, 3, 2, 6)

    def start(self) -> int:
        """The first place."""
        return 0

    def stake(self, place: int) -> int:
        """What stands there."""
        return self.units[place]

    def after(self, place: int, spin: Spin) -> int:
        """On, or back to the first place."""
        return (place + 1) % len(self.units) if spin.won else 0 if spin.lost else place


NAMED: Mapping[str, Callable[[], Strategy]] = {
    "flat": lambda: flat,
    "martingale": lambda: martingale,
    "grand-martingale": lambda: grand_martingale,
    "paroli": Paroli,
    "fibonacci": Fibonacci,
    "dalembert": lambda: dalembert,
    "reverse-dalembert": lambda: reverse_dalembert,
    "labouchere": Labouchere,
    "reverse-labouchere": lambda: Labouchere(reverse=True),
    "oscars-grind": OscarsGrind,
    "1-3-2-6": OneThreeTwoSix,
    "james-bond": lambda: flat,
}
"""The strategies by the name that a command knows them by."""

SPREADS: Mapping[str, tuple[tuple[str, int], ...]] = {
    "james-bond": (("high", 14), ("six-line:13/14/15/16/17/18", 5), ("straight:0", 1)),
}
"""Strategies that are a spread of their own, in parts of a unit."""
