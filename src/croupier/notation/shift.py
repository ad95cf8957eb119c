"""What a file of round notation holds: a table, its players, and one round or several.

Plain values: reading, writing and playing them are the work of other modules.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from croupier.notation.actions import Action
from croupier.notation.settlement_lines import ResultLine
from croupier.rules.limits import OPEN, Limits

FORMAT = 1
"""The version of the format that is read and written."""

SOME_DAY = "2000-01-01"
"""The gaming day of a file that does not care which it is."""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
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


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The table and the house around it when the file begins; most files need none of it."""

    table: str = "table"
    open: bool = True
    day: str = SOME_DAY
    """The gaming day; empty where none is running."""
    shift: str | None = None
    tray: int | None = None
    """What lies in it; more than enough at an open table for which the file gives none."""
    box: int = 0
    maximum_payout: int | None = None
    standing_leave: bool = False
    """Whether the bets may be closed before the spin in every round (6.1)."""
    vouchers: dict[str, tuple[int, int]] = {}
    """Vouchers by number: cents, 0 once redeemed, and when they expire, in ms since 1970."""
    excluded: tuple[str, ...] = ()


AS_USUAL = House()


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
    house: House = AS_USUAL
