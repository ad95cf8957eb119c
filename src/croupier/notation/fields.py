"""The words of round notation: how each is recognised, read and written.

A word is read by the book, so that wagers come out in canonical notation and a number that is
not on the wheel is refused. A name or a text that would not read back as it is stands in quotes.
Nothing here knows which words make which line.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from croupier.round.base import SYSTEM, Actor
from croupier.round.opening import LimitsTaken, RangeTaken
from croupier.round.ruling import Ruled, Ruling
from croupier.round.void import NOT_OF_THE_SPIN
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import BookError, refusal
from croupier.rules.wager import MULTI_PIECE, Kind

TERMINALS = Actor("terminals", Position.DEALER)
"""The caller if the Player Terminals open and close the bets by themselves."""

RESERVED = (
    *(*Position, TERMINALS.name, SYSTEM.name),
    *("acting", "ball", "draw", "note", "house", "lights"),
)
"""Words that begin other lines: a player of that name is written in quotes."""

FLAGS = re.IGNORECASE | re.DOTALL | re.ASCII
"""The flags of the patterns of words and lines."""

QUOTED = r'"(?:[^"\\]|\\.)*"'
PLAYER = rf"(?!(?:{'|'.join(RESERVED)})(?![\w-]))[A-Za-z][A-Za-z0-9_-]*"
NAME = r'(?!for(?:[ :]|$))[^\s:,"]+'
_POSITION = "|".join(Position)
STAFF = rf"(?:acting )?(?:{_POSITION})(?: (?:{NAME}|{QUOTED}))?|{SYSTEM.name}"
TEXT = r'[^\s"](?:.*\S)?'
TOKEN = r'[^\s,"]+'
NUMBERS = r"[A-Za-z0-9]+(?: +[A-Za-z0-9]+)*"
RANGE = r"[0-9]+ to [0-9]+"


def _ruling_like(group: str) -> str:
    """One of several rulings: player, part of the stack, wager, and the ruling."""
    name = r"[A-Za-z0-9][^;,]*?"
    how = rf"{group}stands|returned|moved to {group}{name}))"
    return rf"{group}{PLAYER}|{QUOTED}) (?:{group}[0-9]+) of )?{group}{name}) {how}"


RULING, RULING_FOUND = _ruling_like("(?:"), _ruling_like("(") + "(?=;|$)"

OF_THE_SPIN = tuple(which for which in Irregularity if which not in NOT_OF_THE_SPIN)
"""The faults that a spin report can name."""

ALL_LIT = "all lit"
ALL_WELL = "nothing unusual"
SECOND = "second "
"""Comes before the position of an approver without a name."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Word:
    """One part of a line: its pattern, its meaning in a book, and its written form."""

    pattern: str
    read: Callable[[str, Book], Any] = lambda text, book: text
    write: Callable[[Any], str] = str
    fills: tuple[str, ...] = ()
    """The fields that it fills, if not the one of its own name."""


def _free(pattern: str, *, fills: tuple[str, ...] = ()) -> Word:
    """A word that may be anything, in quotes if it does not match the pattern."""
    bare = re.compile(pattern, FLAGS)
    return Word(
        f"{pattern}|{QUOTED}",
        lambda text, book: unquoted(text),
        lambda value: quoted(value, bare),
        fills,
    )


def quoted(text: str, bare: re.Pattern[str]) -> str:
    """A text, in quotes unless it matches the pattern and cannot be misread."""
    if bare.fullmatch(text) and text == text.strip() and "=>" not in text:
        return text
    return json.dumps(text, ensure_ascii=False).replace("=>", "=\\u003e")


def unquoted(text: str) -> str:
    """The text without its quotes, if it has any."""
    return str(json.loads(text, strict=False)) if text.startswith('"') else text


def _staff(text: str, book: Book) -> Actor:
    acts = text.casefold().startswith("acting ")
    position, _, name = text[len("acting ") if acts else 0 :].partition(" ")
    if position.casefold() == SYSTEM.name:
        return SYSTEM
    known = Position(position.casefold())
    return Actor(unquoted(name.strip()) or known.value, known, acts)


def _written_staff(actor: Actor) -> str:
    if actor == SYSTEM:
        return SYSTEM.name
    assert actor.position is not None, f"{actor.name} is no member of staff"
    title = f"acting {actor.position}" if actor.acting else actor.position.value
    if actor.name == actor.position:
        return title
    return f"{title} {quoted(actor.name, re.compile(NAME, FLAGS))}"


def _caller(text: str, book: Book) -> Actor:
    if text.casefold() != TERMINALS.name:
        return _staff(text, book)
    if book.says.open.by != "terminal":
        raise BookError(
            refusal("book/unknown-terminal", book=book.id, given=repr(TERMINALS.name), known=())
        )
    return TERMINALS


def _written_caller(actor: Actor) -> str:
    return TERMINALS.name if actor == TERMINALS else _written_staff(actor)


def _approver(text: str, book: Book) -> Actor:
    """A second person, who without a name is somebody other than the first."""
    actor = _staff(text, book)
    named = actor.name != actor.position or " " in text.removeprefix("acting ")
    return actor if named else Actor(SECOND + actor.name, actor.position, actor.acting)


def _written_approver(actor: Actor) -> str:
    title = f"acting {actor.position}" if actor.acting else f"{actor.position}"
    if actor.position is not None and actor.name == SECOND + actor.position:
        return title
    return f"{title} {quoted(actor.name, re.compile(NAME, FLAGS))}"


def _who(text: str, book: Book) -> Actor:
    return _staff(text, book) if re.fullmatch(STAFF, text, FLAGS) else Actor(unquoted(text))


def _written_who(actor: Actor) -> str:
    return _PLAYER.write(actor.name) if actor.position is None else _written_staff(actor)


def _numbers(text: str, book: Book) -> tuple[str, ...]:
    return tuple(book.number(number.upper()) for number in text.split())


def _dark(text: str, book: Book) -> tuple[str, ...]:
    return () if text.casefold() == ALL_LIT else _numbers(text.rpartition(" ")[0], book)


def _report(text: str, book: Book) -> tuple[object, ...]:
    """Direction, revolutions and faults, in this order."""
    direction, revolutions, happened = None, None, []
    for part in (part.strip().casefold() for part in text.split(",")):
        if part.endswith("the wheel"):
            direction = "with-wheel" if part.startswith("with") else "opposite"
        elif part[0].isdigit():
            revolutions = int(part.split()[0])
        elif part != ALL_WELL:
            happened.append(Irregularity(part.replace(" ", "-")))
    return direction, revolutions, tuple(happened)


def _written_report(report: tuple[Any, ...]) -> str:
    direction, revolutions, happened = report
    parts = []
    if direction is not None:
        parts.append(f"{'against' if direction == 'opposite' else 'with'} the wheel")
    if revolutions is not None:
        parts.append(f"{revolutions} revolution{'' if revolutions == 1 else 's'}")
    parts += [irregularity.replace("-", " ") for irregularity in happened]
    return ", ".join(parts) or ALL_WELL


def _kind(text: str, book: Book) -> Kind:
    offered = {wager.kind for wager in book.wagers.values()} - {*MULTI_PIECE}
    if text.casefold() not in offered:
        known = tuple(kind for kind in Kind if kind in offered)
        raise BookError(refusal("wager/not-offered", book=book.id, kind=text, known=known))
    return Kind(text.casefold())


def _limits(text: str, book: Book) -> LimitsTaken:
    table, *kinds = (part.split() for part in text.split(","))
    return LimitsTaken(
        RangeTaken(int(table[0]), int(table[2])),
        {_kind(k, book).value: RangeTaken(int(least), int(most)) for k, least, _, most in kinds},
    )


def _written_limits(limits: LimitsTaken) -> str:
    kinds = [f"{kind} {r.min} to {r.max}" for kind, r in limits.kinds.items()]
    return ", ".join((f"{limits.table.min} to {limits.table.max}", *kinds))


def _moment(text: str, book: Book) -> int:
    return (datetime.fromisoformat(text) - EPOCH) // timedelta(milliseconds=1)


def _written_moment(ms: int) -> str:
    return (EPOCH + timedelta(milliseconds=ms)).isoformat(timespec="milliseconds")


def _source(text: str, book: Book) -> str:
    """A clause of the book, or a reading if no clause applies."""
    match = re.fullmatch(r"reading ([0-9]+)", text, re.IGNORECASE)
    if match is None:
        return book.clause(text).number
    if int(match[1]) not in book.readings:
        known = tuple(map(str, book.readings))
        raise BookError(
            refusal(
                "book/unknown-clause", book=book.id, given=repr(text), hint="readings", near=known
            )
        )
    return f"reading {int(match[1])}"


def _rulings(text: str, book: Book) -> tuple[Ruling, ...]:
    """Several rulings, each on one wager."""
    return tuple(_ruling(found, book) for found in re.finditer(RULING_FOUND, text, FLAGS))


def _ruling(found: re.Match[str], book: Book) -> Ruling:
    player, amount, wager, how, to = found.groups()
    stays: Ruled = "stands" if how.casefold() == "stands" else "returned"
    return Ruling(
        player=unquoted(player),
        wager=book.wager(wager).notation,
        ruling="moved" if to is not None else stays,
        to=None if to is None else book.wager(to).notation,
        amount=None if amount is None else checked_amount(int(amount), wager),
    )


def _written_rulings(rulings: tuple[Ruling, ...]) -> str:
    return "; ".join(map(_written_ruling, rulings))


def _written_ruling(ruling: Ruling) -> str:
    part = "" if ruling.amount is None else f"{ruling.amount} of "
    how = f"moved to {ruling.to}" if ruling.ruling == "moved" else ruling.ruling
    return f"{_PLAYER.write(ruling.player)} {part}{ruling.wager} {how}"


def word_of(of_type: Any, elsewhere: Collection[object] = ()) -> Word:
    """The word of a field that has none of its own name: a choice, a count, a person or a token.

    Choices that another line of the same class has fixed are not open in this one.
    """
    optional = get_origin(of_type) in (Union, UnionType)
    (known,) = {*(get_args(of_type) if optional else (of_type,))} - {NoneType}
    if get_origin(known) is Literal:
        open_ = [choice for choice in get_args(known) if choice not in elsewhere]
        return Word("|".join(open_), lambda text, book: text.casefold())
    return {int: _COUNT, str: _TOKEN, Actor: _STAFF}[known]


_AMOUNT = Word(r"\+?[0-9]+", lambda text, book: checked_amount(int(text), "line"))
_CHIPS = Word(
    "cash chips|colour chips|credits",
    lambda text, book: text.casefold().replace(" ", "-"),
    lambda chips: str(chips).replace("-", " "),
)
_CLAUSE = Word(r"[^,:]+", lambda text, book: book.clause(text).number)
_COUNT = Word("[0-9]+", lambda text, book: int(text))
_MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?(?:Z|\+00:00)"
_PLAYER = _free(PLAYER)
_STAFF = Word(STAFF, _staff, _written_staff)
_TEXT = _free(TEXT)
_TOKEN = _free(TOKEN)
_WAGER = Word(r"[A-Za-z0-9].*?", lambda text, book: book.wager(text).notation)
_FAULT = "|".join(irregularity.replace("-", " ") for irregularity in OF_THE_SPIN)
_SAID = rf"(?:against|with) the wheel|[0-9]+ revolutions?|{_FAULT}"
_KINDS = rf"(?: *, *[a-z-]+ {RANGE})*"

WORDS: Mapping[str, Word] = {
    "amount": _AMOUNT,
    "approver": Word(STAFF, _approver, _written_approver),
    "area": _free(TOKEN, fills=("wager",)),
    "instant": Word(_MOMENT, _moment, _written_moment, ("at_ms",)),
    "by": _STAFF,
    "caller": Word(f"{TERMINALS.name}|{STAFF}", _caller, _written_caller, ("by",)),
    "change": Word(r"[+-]?[0-9]+", lambda text, book: int(text), "{:+d}".format, ("amount",)),
    "chips": _CHIPS,
    "clause": _CLAUSE,
    "dark": Word(
        rf"{ALL_LIT}|{NUMBERS} dark",
        _dark,
        lambda dark: f"{' '.join(dark)} dark" if dark else ALL_LIT,
    ),
    "expiry": Word(_MOMENT, _moment, _written_moment, ("expires_ms",)),
    "into": _CHIPS,
    "limits": Word(RANGE + _KINDS, _limits, _written_limits),
    "message": _TEXT,
    "moment": Word(_MOMENT, _moment, _written_moment, ("now_ms",)),
    "net": Word(r"[+-]?[0-9]+", lambda text, book: int(text), "{:+d}".format),
    "nth": Word("[0-9]+", lambda text, book: int(text), fills=("number",)),
    "number": Word("[A-Za-z0-9]+", lambda text, book: book.number(text.upper())),
    "numbers": Word(NUMBERS, _numbers, " ".join),
    "player": _PLAYER,
    "reason": _TEXT,
    "remark": _TEXT,
    "report": Word(
        rf"{ALL_WELL}|(?:{_SAID})(?: *, *(?:{_SAID}))*",
        _report,
        _written_report,
        ("direction", "revolutions", "happened"),
    ),
    "rests": Word(
        "rests|does not rest",
        lambda text, book: text.casefold() == "rests",
        lambda rests: "rests" if rests else "does not rest",
    ),
    "rulings": Word(f"{RULING}(?:; {RULING})*", _rulings, _written_rulings),
    "scheme": Word("[12]", lambda text, book: int(text)),
    "shift": _TEXT,
    "source": Word(r"[^,:]+", _source),
    "sum": Word("-?[0-9]+", lambda text, book: int(text), fills=("amount",)),
    "text": _TEXT,
    "to": _WAGER,
    "until": Word(_MOMENT, _moment, _written_moment, ("until_ms",)),
    "value": _AMOUNT,
    "wager": _WAGER,
    "who": Word(f"{STAFF}|{PLAYER}|{QUOTED}", _who, _written_who, ("by",)),
}
"""The words with their own form, by name; others are read and written by type."""
