"""What the rules say no to, as values: a stable code, the clause, and the figures.

The words for people are in the area ``refusals`` of `croupier.words`, by code. The errors that the
library raises each carry one refusal:

    CroupierError
    ├── NotationError    the text is not a wager, or not a round, at all
    ├── WagerError       it is a wager, but not one of this book or layout
    ├── LimitsError      the book refuses it for the table's limits
    ├── RoundError       what was given does not make a round that can be settled
    └── BookError        there is no such book or clause, or a book's data file is wrong
"""

from dataclasses import dataclass, field, replace

from croupier.words import Value, Values, text


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: its stable code, its clause (if any) and the figures."""

    code: str
    clause: str | None = None
    figures: Values = field(default_factory=dict)

    @property
    def message(self) -> str:
        """What was wrong and what would be right, in an English sentence."""
        return worded(self.code, self.figures)

    def of_several(self, nth: int, nths: int, bet: str) -> "Refusal":
        """The same about one of several wagers that were asked for at once."""
        return replace(self, figures={**self.figures, "nth": nth, "nths": nths, "bet": bet})


def refusal(code: str, clause: str | None = None, /, **figures: Value) -> Refusal:
    """Make a refusal from its code, its clause and its figures by name."""
    return Refusal(code, clause, figures)


def worded(code: str, figures: Values, language: str = "en") -> str:
    """A refusal in a language's words.

    >>> worded("float/too-low", {"there": 2500, "amount": 10000})
    'the tray holds 25.00, less than 100.00'
    """
    message = text("refusals", code, figures, language)
    if "nth" not in figures:
        return message
    of_several = "of-several" if figures["bet"] else "of-several-unnamed"
    return text("refusals", of_several, {**figures, "said": message}, language)


class CroupierError(ValueError):
    """An error that carries a refusal.

    >>> from croupier.books import load
    >>> try:
    ...     load("sands-2019").wager("split 1/36")
    ... except CroupierError as error:
    ...     error.code, error.clause
    ('wager/not-on-layout', '3.4.2')
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return self.refusal.message

    @property
    def code(self) -> str:
        """The stable code, ``area/what-is-wrong``."""
        return self.refusal.code

    @property
    def clause(self) -> str | None:
        """The clause that refuses, where there is one."""
        return self.refusal.clause


class NotationError(CroupierError):
    """The text is not a wager, or not a round, at all."""


class WagerError(CroupierError):
    """It is a wager, but not one of this book or layout."""


class LimitsError(CroupierError):
    """The book refuses it for the table's limits."""


class RoundError(CroupierError):
    """What was given does not make a round that can be settled."""


def require_label(number: object) -> None:
    """Refuse a number of the wheel that is not given by its label: 0 is not "0", nor "00"."""
    if not isinstance(number, str):
        example = str(number) if type(number) is int else "17"
        raise RoundError(refusal("round/number-not-text", number=repr(number), example=example))


class BookError(CroupierError):
    """There is no such book or clause, or a book's data file is wrong."""
