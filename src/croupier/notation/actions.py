"""The lines of a round: what someone asks of the table, and what is only told.

Most lines ask: they are one command of the round or of the house, and who gives it. Whether the
table does what is asked is not known here, and neither is how a line is written.
"""

from dataclasses import dataclass, field
from typing import Literal

from croupier.house.permissions import PERMISSIONS
from croupier.notation.verdict import Verdict
from croupier.round.commands import Actor, Command
from croupier.round.voiding import SYSTEM
from croupier.rules.book import Book

Part = Literal["power", "wheel", "table", "system"]


@dataclass(frozen=True, slots=True)
class Action:
    """One line of a round, and what it must have done where the file says so."""

    verdict: Verdict | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Asked(Action):
    """Someone asks the table for something."""

    command: Command
    by: Actor | None = None
    """Who asks; nobody is named where it is whoever usually does."""
    remark: str | None = None
    """What a reader may want to know and the record does not keep."""
    now_ms: int | None = None
    """The moment, where it matters."""

    @property
    def wager(self) -> str | None:
        """The wager that it is about, if it is about one."""
        return getattr(self.command, "wager", None)

    @property
    def player(self) -> str | None:
        """The player whom it concerns, if it concerns one."""
        if self.by is not None and self.by.position is None:
            return self.by.name
        return getattr(self.command, "player", None)

    def actor(self, book: Book) -> Actor:
        """Who asks, or whoever usually does."""
        return self.by or usual(self.command, book)


def usual(command: Command, book: Book) -> Actor:
    """Who does a thing when nobody is named.

    Sensors and draws are the system's. Money passes through the hands of the lowest position that
    may handle it: a file about a rule need not say which cash device took it.
    """
    permission = PERMISSIONS.get(type(command))
    if permission is None:
        return SYSTEM
    if permission.player:
        return Actor(getattr(command, "player", ""))
    return Actor(permission.least.value, permission.least)


@dataclass(frozen=True, slots=True)
class Failure(Action):
    """The power, the wheel, the table or the system fails."""

    part: Part


@dataclass(frozen=True, slots=True)
class Restoration(Action):
    """What failed is back."""

    part: Part


@dataclass(frozen=True, slots=True)
class TerminalFailure(Action):
    """A player's terminal fails."""

    player: str


@dataclass(frozen=True, slots=True)
class TerminalRestoration(Action):
    """A player's terminal is back."""

    player: str


@dataclass(frozen=True, slots=True)
class HonouredElsewhere(Action):
    """A player is honoured under the minimum at another table of the book (reading 14)."""

    player: str


@dataclass(frozen=True, slots=True)
class RefusalOnRecord(Action):
    """Something was refused, and the record does not say enough to ask for it again."""

    by: Actor
    asked: str
    code: str
    message: str
    clause: str | None = None
    wager: str | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Note(Action):
    """A remark for the reader; it changes nothing."""

    text: str
