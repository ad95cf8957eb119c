"""What a file of round notation holds: a table, its players, and one round or several.

Plain values: reading, writing and playing them are the work of other modules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.notation.actions import Action
from croupier.notation.settled import ResultLine
from croupier.rules.limits import OPEN, Limits

FORMAT = 1
"""The version of the format that is read and written."""


@dataclass(frozen=True, slots=True)
class Player:
    """What a player has when the file begins, in cents, and the make of their terminal."""

    cash_chips: int | None = None
    colour_chips: int | None = None
    colour: str | None = None
    value: int | None = None
    """What one colour chip is worth."""
    credits: int | None = None
    terminal: str | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One round: what happened, line by line, and the settlement that it must come to."""

    actions: tuple[Action, ...]
    settlement: tuple[ResultLine, ...] = ()
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """A table under one book with the rounds played at it, in order; often there is one."""

    book: str
    """The book's id, or the path of its data file."""
    title: str
    rounds: tuple[Round, ...]
    limits: Limits = OPEN
    players: Mapping[str, Player] = field(default_factory=dict)
    """Who sits at the table at the start; empty where the file does not say."""
    warned: tuple[str, ...] = ()
    """Players whose under-minimum wagers were honoured before the file begins."""
