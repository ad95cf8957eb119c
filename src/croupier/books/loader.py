"""Finds and loads the rule books, the register of readings and the house procedures."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from weakref import WeakValueDictionary

import msgspec

from croupier.books.building import Building
from croupier.books.datafile import parse
from croupier.books.schema import Figures, FiguresFile, HouseFile, ReadingsFile, RegisteredReading
from croupier.rules.book import Book
from croupier.rules.house_procedure import Procedure
from croupier.rules.refusal import BookError, refusal
from croupier.words import of_a_book

FOLDER = Path(__file__).parent
NOT_BOOKS = frozenset({"readings", "house-procedures", "figures"})


@cache
def ids() -> tuple[str, ...]:
    """The ids of the books that come with croupier, oldest first.

    >>> ids()
    ('racetrack-2012', 'sands-2017', 'sands-2019', 'edz-2020', 'fast-action-2020')
    """
    books = {path.stem for path in FOLDER.glob("*.toml")}
    return tuple(sorted(books - NOT_BOOKS, key=lambda book: load(book).effective))


_FROM_FILES: WeakValueDictionary[str, Book] = WeakValueDictionary()
"""The books loaded last from other data files, by id."""


@cache
def load(book_id: str | Path) -> Book:
    """The book of this id, or the one in the data file of this path (ending in ``.toml``).

    >>> load("edz-2020").title
    'Electronic Double Zero Roulette'
    >>> load(FOLDER / "edz-2020.toml").id
    'edz-2020'
    """
    if isinstance(book_id, Path) or "/" in book_id or book_id.endswith(".toml"):
        return load_file(book_id)
    path = FOLDER / f"{book_id}.toml"
    if book_id in NOT_BOOKS or not re.fullmatch(r"[a-z0-9-]+", book_id) or not path.is_file():
        raise BookError(refusal("book/unknown", book=repr(book_id), known=tuple(ids())))
    return _built(path)


def of_id(book_id: str) -> Book:
    """The book of this id: loaded last from another file, or shipped with croupier."""
    return _FROM_FILES.get(book_id) or load(book_id)


def load_file(path: str | Path) -> Book:
    """The book in a data file, read anew; what does not fit is refused with file, key and reason.

    >>> load_file(FOLDER / "sands-2017.toml")
    <Book sands-2017: Sands Roulette, 39 numbers, 166 wagers>
    """
    book = _built(Path(path))
    _FROM_FILES[book.id] = book
    return book


def _built(path: Path) -> Book:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BookError(
            refusal("file/unreadable", file=str(path), reason=error.strerror or "not a file")
        ) from None
    return Building(path.name, content, readings()).book()


@cache
def readings() -> tuple[RegisteredReading, ...]:
    """The register of readings."""
    content = (FOLDER / "readings.toml").read_bytes()
    return parse("readings.toml", content, ReadingsFile).reading


@cache
def figures() -> Mapping[str, Figures]:
    """The stated house edges, by the id of the book."""
    content = (FOLDER / "figures.toml").read_bytes()
    return {each.id: each for each in parse("figures.toml", content, FiguresFile).book}


@cache
def procedures() -> tuple[Procedure, ...]:
    """The house procedures, which apply at every table besides its book."""
    return parse(
        "house-procedures.toml", (FOLDER / "house-procedures.toml").read_bytes(), HouseFile
    ).procedure


def in_language(book: Book, language: str) -> Book:
    """The book with its title, its clauses, its readings and its terminals' names in a language.

    Wagers and announcements keep their names: by their kinds, pages have words for them.
    """
    clauses = {
        number: replace(each, summary=of_a_book(each.summary, language))
        for number, each in book.clauses.items()
    }
    readings = {
        number: replace(
            each, title=of_a_book(each.title, language), says=of_a_book(each.says, language)
        )
        for number, each in book.readings.items()
    }
    terminals = {
        id_: msgspec.structs.replace(each, name=of_a_book(each.name, language))
        for id_, each in book.terminals.items()
    }
    title = of_a_book(book.title, language)
    return replace(book, title=title, clauses=clauses, readings=readings, terminals=terminals)
