"""The lines of a round: commands to the table, and what is only noted; each with its verdict.

Most lines are one command of the round or of the house, and who gives it. Whether the table does
it is not known here. The verdict, which a file may state after ``=>``, is the expected effect of a
line: with verdicts a file checks its refusals and voids as well as its settlement.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from croupier.house.base import Procedure
from croupier.notation.line_templates import Form
from croupier.round.base import SYSTEM, Actor, Command, Line
from croupier.rules.book import Book

StepKind = Literal["ok", "refused", "void", "noted"]
ARROW = " => "


@dataclass(frozen=True, slots=True)
class Verdict:
    """The effect of a line, and the clause or the reading (``reading 14``) behind it."""

    lines: ClassVar = (Line("{kind}[ by {source}]", "refused by 5.11"),)
    kind: StepKind
    source: str | None = None

    def __str__(self) -> str:
        return VERDICT.write(self)


VERDICT: Form[Verdict] = Form(Verdict, Verdict.lines[0])


def split_verdict(text: str, book: Book) -> tuple[str, Verdict | None]:
    """A line and its verdict, if it has one."""
    line, arrow, after = text.rpartition(ARROW)
    verdict = VERDICT.read(after.strip(), book) if arrow else None
    return (text, None) if verdict is None else (line, verdict)


Part = Literal["power", "wheel", "table", "system"]


@dataclass(frozen=True)
class Action:
    """One line of a round, with its expected verdict if the file has one."""

    lines: ClassVar[tuple[Line, ...]]
    """How it is written; an asked command has its own lines."""
    verdict: Verdict | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Asked(Action):
    """Someone gives the table a command."""

    lines = ()
    command: Command
    by: Actor | None = None
    """Who gives it; None stands for the usual person."""
    remark: str | None = None
    """A remark for readers; the record does not keep it."""
    now_ms: int | None = None
    """The time, if it matters."""

    @property
    def wager(self) -> str | None:
        """The wager that it concerns, if any."""
        return getattr(self.command, "wager", None)

    @property
    def player(self) -> str | None:
        """The player whom it concerns, if any."""
        if self.by is not None and self.by.position is None:
            return self.by.name
        return getattr(self.command, "player", None)

    def actor(self, book: Book) -> Actor:
        """Who gives it: the person named, or the usual one."""
        return self.by or usual(self.command, book)


def usual(command: Command, book: Book) -> Actor:
    """Who does a thing when nobody is named.

    Sensors and draws are the system's. Money passes through the hands of the lowest position that
    may handle it: a file about a rule need not say which cash device took it.
    """
    if not isinstance(command, Procedure):
        return SYSTEM
    permission = command.allowed
    if permission.player:
        return Actor(getattr(command, "player", ""))
    return Actor(permission.least.value, permission.least)


@dataclass(frozen=True)
class Failure(Action):
    """The power, the wheel, the table or the system fails."""

    lines = (Line("{part} fails", "power fails"),)
    part: Part


@dataclass(frozen=True)
class Restoration(Action):
    """What failed is back."""

    lines = (Line("{part} returns", "power returns"),)
    part: Part


@dataclass(frozen=True)
class TerminalFailure(Action):
    """A player's terminal fails."""

    lines = (Line("{player}: terminal fails", "seat-3: terminal fails"),)
    player: str


@dataclass(frozen=True)
class TerminalRestoration(Action):
    """A player's terminal is back."""

    lines = (Line("{player}: terminal returns", "seat-3: terminal returns"),)
    player: str


@dataclass(frozen=True)
class HonouredElsewhere(Action):
    """A player is honoured under the minimum at another table of the book (reading 14)."""

    lines = (
        Line(
            "{player}: honoured under the minimum elsewhere",
            "seat-3: honoured under the minimum elsewhere",
        ),
    )
    player: str


@dataclass(frozen=True)
class RefusalOnRecord(Action):
    """A refusal of which the record does not hold enough to repeat the command."""

    lines = (
        Line(
            "refused {who}: {asked}[ {sum}][ on {area}], {code}[ by {clause}], {message}",
            "refused dealer: call-outcome, round/held, cannot enter the number while the round is "
            "held: waiting for a decision on a referral",
        ),
    )
    by: Actor
    asked: str
    code: str
    message: str
    clause: str | None = None
    wager: str | None = None
    amount: int | None = None


@dataclass(frozen=True)
class Note(Action):
    """A remark for the reader; it changes nothing."""

    lines = (Line("note: {text}", "note: the first round of the evening"),)
    text: str
