"""Wagers as people name them: ``17/20``, ``1st dozen``, ``rouge``, ``17 and the neighbours``.

What people call a wager is data (`croupier.words`); which wagers there are, the book says. A text
is a name, numbers, or both, and may mean several wagers, of which a person then has to choose.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from croupier import words
from croupier.rules.wager import Kind, Wager

if TYPE_CHECKING:
    from croupier.rules.book import Book

Words = tuple[str, ...]

BY_FIRST = (Kind.STREET, Kind.SIX_LINE)
"""Kinds that may be named by their first number: street 1."""
BY_SOME = (*BY_FIRST, Kind.CORNER)
"""Kinds for which some of the numbers are enough, if only one wager has them all."""

_WORD = re.compile(r"\s+|[0-9]+(?:st|nd|rd|th|ere|er|eme|e)?(?![^\W_])|[0-9]+|[^\W\d_]+|[-:/,&+]|.")
_JOINED = re.compile(r"(?<=[^\W_])\s*-\s*(?=[^\W\d_])|(?<=[^\W\d_])\s*-\s*(?=[^\W_])|[_'’]")
"""A hyphen beside a letter, as in six-line and 0-spiel, is a space; between numbers it is not."""


class Names(NamedTuple):
    """The table of names, indexed."""

    wagers: Mapping[Words, tuple[str, ...]]
    """The kinds and the wagers that each name means."""
    longest: int
    numbers: Mapping[Words, str]
    range: frozenset[str]
    list: frozenset[str]
    nothing: frozenset[str]


class Numbers(NamedTuple):
    """The numbers listed in a text, and the sets of numbers that they may mean."""

    listed: Words = ()
    sets: tuple[frozenset[str], ...] = ()


def meanings(text: str, book: "Book") -> tuple[Wager, ...]:
    """The wagers of a book that a text may mean; empty if there are none.

    >>> from croupier.books import load
    >>> [str(wager) for wager in meanings("17 et les voisins", load("racetrack-2012"))]
    ['neighbours:17']
    >>> [str(wager) for wager in meanings("0-3", load("racetrack-2012"))]
    ['split:0/3', 'corner:0/1/2/3']
    """
    said = spelled(text)
    for length in range(min(len(said), names().longest), 0, -1):
        named = [
            (key, numbers)
            for at in range(len(said) - length + 1)
            for key in names().wagers.get(said[at : at + length], ())
            if (numbers := _beside(said[:at], said[at + length :], book)) is not None
        ]
        for reading in (_just, _with_some):
            found = dict.fromkeys(wager for one in named for wager in reading(*one, book))
            if found:
                return tuple(found)
    bare = _numbers(said, book)
    return _covering(bare, book.wagers.values()) if bare is not None else ()


def spelled(text: str) -> Words:
    """The words of a text in lower case without accents.

    >>> spelled("Première douzaine"), spelled("Six-Line 1-6"), spelled("0-Spiel")
    (('premiere', 'douzaine'), ('six', 'line', '1', '-', '6'), ('0', 'spiel'))
    """
    plain = unicodedata.normalize("NFD", text.strip().casefold())
    plain = "".join(each for each in plain if not unicodedata.combining(each))
    return tuple(word for word in _WORD.findall(_JOINED.sub(" ", plain)) if not word.isspace())


def named_first(said: Words) -> tuple[str | None, Words]:
    """The first meaning of the longest name in a text, or None, and the other words."""
    for length in range(min(len(said), names().longest), 0, -1):
        for at in range(len(said) - length + 1):
            if keys := names().wagers.get(said[at : at + length]):
                return keys[0], said[:at] + said[at + length :]
    return None, said


def listed(said: Words) -> Words:
    """The words of a text without those that only join others."""
    known = names()
    joining = {":", *known.list, *known.range, *known.nothing}
    between = [word for word in said if word not in joining]
    return tuple(
        word for at, word in enumerate(between) if word != "-" or at in (0, len(between) - 1)
    )


@cache
def names() -> Names:
    """The table of names."""
    table = words.wager_names()
    wagers: dict[Words, list[str]] = {}
    for group in ("kinds", "wagers"):
        for key, texts in table[group].items():
            for text in (key, *texts) if group == "kinds" else texts:
                wagers.setdefault(spelled(text), []).append(key)
    numbers = {spelled(text): key for key, texts in table["numbers"].items() for text in texts}
    between = {name: frozenset(map(_plain, each)) for name, each in table["between"].items()}
    known = {name: tuple(dict.fromkeys(keys)) for name, keys in wagers.items()}
    return Names(known, max(map(len, known)), numbers, **between)


def _plain(word: str) -> str:
    return " ".join(spelled(word))


def _beside(before: Words, after: Words, book: "Book") -> Numbers | None:
    """The numbers before or after a name, or None if there is anything else."""
    if after[:1] == (":",):
        after = after[1:]
        if not after:
            return None
    first, second = _numbers(before, book), _numbers(after, book)
    if first is None or second is None or (first.listed and second.listed):
        return None
    return first if first.listed else second


def _numbers(said: Words, book: "Book") -> Numbers | None:
    """Words as numbers, or None if any is not a number or is repeated."""
    labels = {pocket.casefold(): pocket for pocket in book.pockets}
    listed: list[str] = []
    joins: list[str] = []
    join = ""
    while said:
        number, length = _number(said, labels)
        if number is not None:
            joins += [join] if listed else []
            listed.append(number)
            join = ""
        elif listed and not join and _joins(said[0]):
            join = said[0]
        elif said[0] not in names().nothing:
            return None
        said = said[length:]
    if len({*listed}) != len(listed) or join not in {"", *names().nothing}:
        return None
    return _in_sets(tuple(listed), joins)


def _number(said: Words, labels: Mapping[str, str]) -> tuple[str | None, int]:
    """The number at the beginning of words, or None, and how many words it takes."""
    for length in (2, 1):
        spoken = names().numbers.get(said[:length])
        if spoken in labels:
            return spoken, length
    return labels.get(said[0]), 1


def _joins(word: str) -> bool:
    return word == "-" or word in names().list or word in names().range


def _in_sets(listed: Words, joins: Sequence[str]) -> Numbers | None:
    """Numbers as a list and, if that is possible, as a range."""
    to = [join for join in joins if join == "-" or join in names().range]
    through: frozenset[str] = frozenset()
    if len(listed) == 2 and to:
        first, last = (int(number) if number.isdigit() else -1 for number in listed)
        if 0 <= first < last and "00" not in listed:
            through = frozenset(map(str, range(first, last + 1)))
    if any(join != "-" for join in to):
        return Numbers(listed, (through,)) if through else None
    sets = (frozenset(listed), through)
    return Numbers(listed, tuple(each for each in sets if each))


def _just(key: str, numbers: Numbers, book: "Book") -> tuple[Wager, ...]:
    """The wagers of a name with exactly these numbers, or none."""
    whole = book.wagers.get(key)
    if whole is not None:
        just = not numbers.listed or (not whole.parts and frozenset(whole.numbers) in numbers.sets)
        return (whole,) if just else ()
    chosen = book.wagers.get(f"{key}:{numbers.listed[0]}") if len(numbers.listed) == 1 else None
    if chosen is not None:
        return (chosen,)
    return _covering(numbers, [wager for wager in book.wagers.values() if wager.kind == key])


def _with_some(key: str, numbers: Numbers, book: "Book") -> tuple[Wager, ...]:
    """The wagers of a kind that contain some numbers, or begin with a number."""
    listed = numbers.listed
    if key not in BY_SOME or not listed:
        return ()
    of_kind = (wager for wager in book.wagers.values() if wager.kind == key)
    found = tuple(wager for wager in of_kind if {*listed} <= {*wager.numbers})
    first = tuple(wager for wager in found if wager.numbers[0] == listed[0])
    return first if first and key in BY_FIRST and len(listed) == 1 else found


def _covering(numbers: Numbers, wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    """The wagers on one spot of the felt that cover exactly these numbers."""
    return tuple(
        wager
        for wager in wagers
        if not wager.parts and wager.numbers and frozenset(wager.numbers) in numbers.sets
    )
