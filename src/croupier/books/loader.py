"""Finds and loads the rule books, the register of readings and the house procedures."""

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from croupier.books.building import Building
from croupier.books.datafile import parse
from croupier.books.schema import HouseFile, ReadingsFile, RegisteredReading
from croupier.rules.book import Book
from croupier.rules.procedure import Procedure
from croupier.rules.refusal import BookError, refusal

NOT_BOOKS = frozenset({"readings", "house"})


@cache
def ids() -> tuple[str, ...]:
    """The ids of the books that come with croupier, oldest first."""
    names = (path.name for path in resources.files("croupier.books").iterdir())
    books = [name.removesuffix(".toml") for name in names if name.endswith(".toml")]
    return tuple(sorted(set(books) - NOT_BOOKS, key=lambda book: load(book).effective))


@cache
def load(book_id: str) -> Book:
    """The book of this id, or the one in the data file of this path (ending in ``.toml``).

    >>> load("edz-2020").title
    'Electronic Double Zero Roulette'
    """
    if "/" in book_id or book_id.endswith(".toml"):
        return load_file(Path(book_id))
    path = resources.files("croupier.books") / f"{book_id}.toml"
    if book_id in NOT_BOOKS or not re.fullmatch(r"[a-z0-9-]+", book_id) or not path.is_file():
        raise BookError(refusal("book/unknown", book=book_id, known=", ".join(ids())))
    return load_file(path)


def load_file(path: Path | Traversable) -> Book:
    """The book in a data file."""
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
    path = resources.files("croupier.books") / "readings.toml"
    return parse(path.name, path.read_bytes(), ReadingsFile).reading


@cache
def procedures() -> tuple[Procedure, ...]:
    """The procedures of the house, which every table has beside its book."""
    path = resources.files("croupier.books") / "house.toml"
    return parse(path.name, path.read_bytes(), HouseFile).procedure
