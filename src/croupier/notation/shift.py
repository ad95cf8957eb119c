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

SOME_DAY = "2000-01-01"
"""The gaming day of a file that does not care which it is."""


@dataclass(frozen=True, slots=True)
class Player:
    """What a player has when the file begins, in cents, and the make of their terminal."""

    cash_chips: int | None = None
    colour_chips: int | None = None
    colour: str | None = None
    value: int | None = None
    """What one colour chip is worth."""
    credits: int | None = None
    held: int | None = None
    """What is held for them; who has nothing else is not at the table."""
    terminal: str | None = None


@dataclass(frozen=True, slots=True)
class House:
    """The table and the house around it when the file begins; most files need none of it."""

    table: str = "table"
    open: bool = True
    day: str | None = SOME_DAY
    shift: str | None = None
    tray: int = 0
    box: int = 0
    maximum_payout: int | None = None
    vouchers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Vouchers not yet redeemed, by number: cents, and when they expire, in ms since 1970."""
    excluded: tuple[str, ...] = ()


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
    proves: tuple[str, ...] = ()
    """The clauses of the book that the file shows at work."""
    number: int = 1
    """The number of the first round."""
    limits: Limits = OPEN
    players: Mapping[str, Player] | None = None
    """Who is at the table at the start; nothing where everybody is who acts."""
    warned: tuple[str, ...] = ()
    """Players whose under-minimum wagers were honoured before the file begins."""
    own_wheel: bool = False
    """Whether the wheel is the system's own, so that nobody need say where the ball is."""
    house: House = House()
