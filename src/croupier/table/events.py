"""What a running table itself puts on record."""

from typing import ClassVar

from croupier.round.events import Event


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
