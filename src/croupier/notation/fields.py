"""The words that lines of round notation are made of: how each is recognised, read and written.

A word is read by the book, so that wagers come out in canonical notation and a number that is
not on the wheel is refused. Nothing here knows which words make which line.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.notation.staff import TERMINALS, Caller, Staff
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import BookError, refusal
from croupier.rules.wager import MULTI_PIECE, Kind

RESERVED = (*Position, TERMINALS, "ball", "draw", "note", "house", "lights", "commitment", "secret")
"""Names that begin lines of their own and so cannot be a player's."""

PLAYER = rf"(?!(?:{'|'.join(RESERVED)})(?![\w-]))[A-Za-z][A-Za-z0-9_-]*"
WAGER = r"[A-Za-z0-9].*?"
TEXT = r"\S(?:.*\S)?"
WHOLE = r"[0-9]+"
NUMBERS = r"[A-Za-z0-9]+(?: +[A-Za-z0-9]+)*"
_POSITION = "|".join(Position)
STAFF = rf"(?:{_POSITION})(?: (?!(?:as|for)[ :])[^\s:,]+)?(?: as (?:{_POSITION}))?"

NOT_OF_THE_SPIN = (
    Irregularity.BONUS_NUMBER_DARK,
    Irregularity.POWER_FAILURE,
    Irregularity.NO_SPIN,
    Irregularity.UNCOVERED,
)
FAULTS = [i.replace("-", " ") for i in Irregularity if i not in NOT_OF_THE_SPIN]
"""What a spin report can say went wrong, in words."""


ALL_LIT = "all lit"


@dataclass(frozen=True, slots=True)
class Word:
    """One named part of a line: what it looks like, what it means in a book, how it is written."""

    pattern: str
    read: Callable[[str, Book], object] = lambda text, book: text
    write: Callable[[Any], str] = str


def _staff(text: str, book: Book) -> Staff:
    before, _, acting = text.partition(" as ")
    position, _, name = before.partition(" ")
    return Staff(
        Position(position.casefold()),
        name or None,
        Position(acting.casefold()) if acting else None,
    )


def _written_staff(staff: Staff) -> str:
    acting = f"as {staff.acting_as}" if staff.acting_as is not None else None
    return " ".join(filter(None, (staff.position, staff.name, acting)))


def _caller(text: str, book: Book) -> Caller:
    return TERMINALS if text.casefold() == TERMINALS else _staff(text, book)


def _written_caller(caller: Caller) -> str:
    return _written_staff(caller) if isinstance(caller, Staff) else caller


def _number(text: str, book: Book) -> str:
    return book.number(text.upper())


def _numbers(text: str, book: Book) -> tuple[str, ...]:
    return tuple(_number(number, book) for number in text.split())


def _dark(text: str, book: Book) -> tuple[str, ...]:
    return () if text.casefold() == ALL_LIT else _numbers(text.rpartition(" ")[0], book)


def _amount(text: str, book: Book) -> int:
    return checked_amount(int(text), "this line")


def _kind(text: str, book: Book) -> Kind:
    offered = {wager.kind for wager in book.wagers.values()} - {*MULTI_PIECE}
    if text.casefold() not in offered:
        known = ", ".join(kind for kind in Kind if kind in offered)
        raise BookError(refusal("wager/not-offered", book=book.id, kind=text, known=known))
    return Kind(text.casefold())


def _source(text: str, book: Book) -> str:
    """A clause of the book, or one of its readings where no clause says it."""
    match = re.fullmatch(r"reading ([0-9]+)", text, re.IGNORECASE)
    if match is None:
        return book.clause(text).number
    if int(match[1]) not in book.readings:
        hint = f"its readings are {', '.join(map(str, book.readings))}"
        raise BookError(refusal("book/unknown-clause", book=book.id, given=text, hint=hint))
    return f"reading {int(match[1])}"


def _terminal(text: str, book: Book) -> str:
    if text not in book.terminals:
        known = ", ".join(book.terminals) or "none"
        raise BookError(refusal("book/unknown-terminal", book=book.id, given=text, known=known))
    return text


def _choice(*choices: str) -> Word:
    return Word("|".join(choices), lambda text, book: text.casefold())


def _revolutions(text: str, book: Book) -> int:
    return int(text.split()[0])


_STAFF = Word(STAFF, _staff, _written_staff)
_WAGER = Word(WAGER, lambda text, book: book.wager(text).notation)
_AMOUNT = Word(WHOLE, _amount)
_COUNT = Word(WHOLE, lambda text, book: int(text))
_TEXT = Word(TEXT)
_TOKEN = Word(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_DIGEST = Word(r"[0-9a-f]{64}", lambda text, book: text.casefold())

WORDS: Mapping[str, Word] = {
    "amount": _AMOUNT,
    "approved_by": _STAFF,
    "by": _STAFF,
    "caller": Word(f"{TERMINALS}|{STAFF}", _caller, _written_caller),
    "chips": Word(
        "cash chips|colour chips|credits",
        lambda text, book: text.casefold().replace(" ", "-"),
        lambda chips: str(chips).replace("-", " "),
    ),
    "clause": Word(r"[^,:]+", lambda text, book: book.clause(text).number),
    "colour": Word(r"[a-z]+", lambda text, book: text.casefold()),
    "dark": Word(
        rf"{ALL_LIT}|{NUMBERS} dark",
        _dark,
        lambda dark: f"{' '.join(dark)} dark" if dark else ALL_LIT,
    ),
    "decision": _choice("void", "resume"),
    "digest": _DIGEST,
    "direction": _choice("against", "with"),
    "in_play": _COUNT,
    "irregularity": Word(
        "|".join(FAULTS),
        lambda text, book: Irregularity(text.casefold().replace(" ", "-")),
        lambda irregularity: str(irregularity).replace("-", " "),
    ),
    "kind": _choice("ok", "refused", "void", "noted"),
    "least": _AMOUNT,
    "most": _AMOUNT,
    "net": Word(r"[+-]?[0-9]+", lambda text, book: int(text), lambda net: f"{net:+d}"),
    "number": Word(r"[A-Za-z0-9]+", _number),
    "numbers": Word(NUMBERS, _numbers, " ".join),
    "of_kind": Word(r"[a-z-]+", _kind),
    "of_round": Word("[1-9][0-9]*", lambda text, book: int(text)),
    "part": _choice("power", "wheel", "table", "system"),
    "player": Word(PLAYER),
    "reason": _TEXT,
    "rests": Word(
        "rests|does not rest",
        lambda text, book: text.casefold() == "rests",
        lambda rests: "rests" if rests else "does not rest",
    ),
    "result": _choice("won", "lost", "void", "returned"),
    "returned": _COUNT,
    "revolutions": Word(
        r"[0-9]+ revolutions?",
        _revolutions,
        lambda count: f"{count} revolution{'' if count == 1 else 's'}",
    ),
    "ruling": _choice("stands", "returned"),
    "source": Word(r"[^,:]+", _source),
    "terminal": Word(r"[a-z0-9-]+", _terminal),
    "text": _TEXT,
    "to": _WAGER,
    "value": _AMOUNT,
    "voucher": _TOKEN,
    "wager": _WAGER,
    "winnings": _COUNT,
}
"""Every word by the name of the field that it fills."""


def is_player(label: str) -> bool:
    """Whether a text can be a player's name in round notation."""
    return re.fullmatch(PLAYER, label, re.IGNORECASE | re.ASCII) is not None
