"""What a running table itself puts on record."""

from typing import ClassVar

import msgspec

from croupier.journal.walk import Finding
from croupier.round.base import Actor, Event


class DamageAccepted(Event, frozen=True, kw_only=True):
    """The house goes on although parts of its record do not hold or are gone, as someone chose:
    which, and why. It mends nothing."""

    name: ClassVar[str] = "damage.accepted"
    by: Actor
    reason: str
    findings: tuple[Finding, ...]
    heads: tuple[str, ...] = ()
    """The signed heads, as lines, of entries that are gone."""


class ClockStepped(Event, frozen=True, kw_only=True):
    """The clock went backwards: the sequence is the order, and the step is on record."""

    name: ClassVar[str] = "clock.stepped"
    before_ms: int
    now_ms: int


class TableMade(Event, frozen=True, kw_only=True):
    """A table was set up: which book it is run by, and whether its wheel is the system's own."""

    name: ClassVar[str] = "table.made"
    table: str
    book: str
    book_sha256: str
    own_wheel: bool


class BookAdopted(Event, frozen=True, kw_only=True):
    """A table goes on, between rounds, by another edition of its book's data, as someone chose."""

    name: ClassVar[str] = "book.adopted"
    book: str
    before: str
    """The SHA-256 of the data before, and after."""
    after: str


class Change(msgspec.Struct, frozen=True, gc=False):
    """A result of a round in cents, won or lost: without a decision, and with it."""

    without: int
    now: int


class DecisionWeighed(Event, frozen=True, kw_only=True):
    """Somebody decided about money when the number was known or could be seen; the entries that
    follow say what. House procedure: it gives a second look to what one person may do alone."""

    name: ClassVar[str] = "decision.weighed"
    decision: int
    """Counts the decisions of the table."""
    round: int
    asked: str
    by: Actor
    approver: Actor | None = None
    reason: str | None = None
    number: str | None
    """What it is weighed by: the number that was entered, or the one that it moves most on;
    nothing where there are no Bonus Numbers to settle by."""
    entered: bool
    moved: int
    """The sum of what changes for each player, in cents, whichever way."""
    house: Change
    players: dict[str, Change]
    """Those for whom most changes."""
    concerned: int = 0
    """How many players it changes something for."""
    most: int = 0
    """What it moves by the number on which it moves most: another may be entered until one is
    confirmed."""
    most_on: str | None = None

    @property
    def at_most(self) -> int:
        """What it may come to move."""
        return max(self.moved, self.most)
