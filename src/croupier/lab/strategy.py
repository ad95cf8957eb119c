"""What a strategy is: where it begins, what it stakes, and what it makes of a spin.

A strategy counts in units; what a unit is (500 cents on red, a whole Voisins) is the session's
matter. Its state is any value that can be a key of a dictionary; the lab calls the strategy once
for each state and result, keeps the answers in a table, and plays from the table.

A strategy of one's own is a class with these three methods:

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

or, where the state is simply the stake, a function from a stake and a spin to the next stake:

>>> @progression
... def up_by_three(units, spin):
...     return 1 if spin.won else min(units + 3, spin.most)
>>> up_by_three.after(4, Spin(stake=4, pays=-1, most=100))
7
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple, Protocol


class Spin(NamedTuple):
    """What a spin brought to a strategy."""

    stake: int
    """In units: what the strategy wanted, or the table's maximum where that is less."""
    pays: int | Fraction
    """What each unit won (or lost, below zero)."""
    most: int
    """The most units that the table's limits allow."""

    @property
    def won(self) -> bool:
        """Whether more came back than was staked."""
        return self.pays > 0

    @property
    def lost(self) -> bool:
        """Whether less came back than was staked."""
        return self.pays < 0

    @property
    def net(self) -> int | Fraction:
        """What the spin won or lost, in units."""
        return self.stake * self.pays


class Strategy(Protocol):
    """How a player stakes."""

    def start(self) -> Hashable:
        """The state in which an evening begins."""

    def stake(self, state: Any, /) -> int:
        """The units to stake, at least one; above the table's maximum, the maximum is staked."""

    def after(self, state: Any, spin: Spin, /) -> Hashable:
        """The state after a spin."""


@dataclass(frozen=True)
class Progression:
    """A strategy whose state is its stake."""

    step: Callable[[int, Spin], int]

    def __reduce__(self) -> tuple[Callable[..., "Progression"], tuple[object, ...]]:
        """Go to another process by name: there, too, the name means the strategy."""
        return _found, (self.step.__module__, self.step.__qualname__)

    def start(self) -> int:
        """One unit."""
        return 1

    def stake(self, units: int) -> int:
        """The state itself."""
        return units

    def after(self, units: int, spin: Spin) -> int:
        """What the function says."""
        return self.step(units, spin)


def _found(module: str, name: str) -> Progression:
    found = getattr(import_module(module), name)
    return found if isinstance(found, Progression) else Progression(found)


def progression(step: Callable[[int, Spin], int]) -> Progression:
    """A strategy from a function of the last stake and its spin to the next stake."""
    return Progression(step)
