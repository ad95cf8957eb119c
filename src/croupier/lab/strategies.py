"""Strategies: what one is, and the well-known ones.

A strategy counts in units; the session says what a unit is (500 cents on red, a whole Voisins). Its
state is any hashable value; the lab calls the strategy once for each state and result, keeps the
answers in a table, and plays from the table.

Your own strategy is a class with these three methods:

>>> class TwiceThenRest:
...     '''After a win two units, after two of those one again.'''
...
...     def start(self):
...         return 0
...
...     def stake(self, wins):
...         return 2 if wins else 1
...
...     def after(self, wins, spin):
...         return (wins + 1) % 3 if spin.won else 0

or, if the state is simply the stake, a function from a stake and a spin to the next stake:

>>> @progression
... def up_by_three(units, spin):
...     return 1 if spin.won else min(units + 3, spin.most)
>>> up_by_three.after(4, Spin(stake=4, pays=-1, most=100))
7

The well-known ones never go above the table's maximum, and stay where they are on a spin that
neither wins nor loses. Wins and losses are those of the whole spread.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple, Protocol


class Spin(NamedTuple):
    """The result of a spin, for a strategy."""

    stake: int
    """In units: what the strategy wanted, or the table's maximum where that is less."""
    pays: int | Fraction
    """What each unit won (or lost, below zero)."""
    most: int
    """The most units that the table's limits allow."""

    @property
    def won(self) -> bool:
        """Whether the spin won."""
        return self.pays > 0

    @property
    def lost(self) -> bool:
        """Whether the spin lost."""
        return self.pays < 0

    @property
    def net(self) -> int | Fraction:
        """What the spin won or lost, in units."""
        return self.stake * self.pays


class Strategy(Protocol):
    """How a player stakes."""

    def start(self) -> Hashable:
        """The state in which a session begins."""

    def stake(self, state: Any, /) -> int:
        """The units to stake, at least one; above the table's maximum, the maximum is staked."""

    def after(self, state: Any, spin: Spin, /) -> Hashable:
        """The state after a spin."""


@dataclass(frozen=True)
class Progression:
    """A strategy whose state is its stake."""

    step: Callable[[int, Spin], int]

    def __reduce__(self) -> tuple[Callable[..., "Progression"], tuple[object, ...]]:
        """Pickle by name."""
        return _found, (self.step.__module__, self.step.__qualname__)

    def start(self) -> int:
        """One unit."""
        return 1

    def stake(self, units: int) -> int:
        """The state itself."""
        return units

    def after(self, units: int, spin: Spin) -> int:
        """The next stake from the function."""
        return self.step(units, spin)


def progression(step: Callable[[int, Spin], int]) -> Progression:
    """A strategy from a function of the last stake and its spin to the next stake."""
    return Progression(step)


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
    """Along 1, 1, 2, 3, 5 …: one forward after a loss, two back after a win."""

    def start(self) -> tuple[int, int]:
        """The number to stake, and the one that comes after it."""
        return 1, 1

    def stake(self, pair: tuple[int, int]) -> int:
        """The first of the two."""
        return pair[0]

    def after(self, pair: tuple[int, int], spin: Spin) -> tuple[int, int]:
        """Forward or back, but not beyond the table's maximum."""
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
    """Stake the first and the last of a line: a win crosses them out, a loss is appended.

    When all is crossed out the line begins again. In reverse, wins are appended and losses
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
        """Crossed out or appended to."""
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


def _found(module: str, name: str) -> Progression:
    found = getattr(import_module(module), name)
    return found if isinstance(found, Progression) else Progression(found)
