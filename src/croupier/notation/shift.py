"""The content of a file of round notation: a table, its players, and its rounds.

Plain values: reading, writing and playing them are the work of other modules.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from croupier.notation.actions import Action
from croupier.notation.settlement_lines import ResultLine
from croupier.rules.limits import OPEN, Limits

FORMAT = 1
"""The version of the format."""

SOME_DAY = "2000-01-01"
"""The gaming day of a file that names none."""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A player's money when the file begins, in cents, and the make of their terminal."""

    cash_chips: int | None = None
    colour_chips: int | None = None
    colour: str | None = None
    value: int | None = None
    """The value of one colour chip."""
    credits: int | None = None
    held: int | None = None
    """The amount held for them; a player with nothing else is not at the table."""
    terminal: str | None = None


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The table and its house when the file begins; most files leave it out."""

    table: str = "table"
    open: bool = True
    day: str = SOME_DAY
    """The gaming day; empty if none is running."""
    shift: str | None = None
    tray: int | None = None
    """The cents in the tray; ample at an open table for which the file gives none."""
    box: int = 0
    maximum_payout: int | None = None
    standing_leave: bool = False
    """Whether bets may be closed before the spin in every round (6.1)."""
    vouchers: dict[str, tuple[int, int]] = {}
    """Vouchers by number: cents (0 once redeemed), and expiry in ms since 1970."""
    excluded: tuple[str, ...] = ()


AS_USUAL = House()


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its lines, and the expected settlement."""

    actions: tuple[Action, ...]
    settlement: tuple[ResultLine, ...] = ()
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """A table under one book, and the rounds played at it, in order; often just one."""

    book: str
    """The book's id, or the path of its data file."""
    title: str
    rounds: tuple[Round, ...]
    proves: tuple[str, ...] = ()
    """The clauses that the file demonstrates."""
    number: int = 1
    """The number of the first round."""
    limits: Limits = OPEN
    players: Mapping[str, Player] | None = None
    """Who is at the table at the start; None for everybody who acts in the file."""
    warned: tuple[str, ...] = ()
    """Players whose under-minimum wagers were honoured before."""
    own_wheel: bool = False
    """Whether the server draws the number, so that no line needs to report the ball."""
    house: House = AS_USUAL
