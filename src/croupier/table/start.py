"""A start: the floor from its record, new tables made, and what ran when put on record.

Every start says which program and which books it goes by, each as a hash, and how they differ from
the start before. A table goes on only with the very book that it was run by, unless whoever starts
it adopts another edition of it; another program may take it over, and then an alert is raised.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import croupier
from croupier.journal.entry import Entry
from croupier.journal.events import Difference, Started, differences, hash_of_sources
from croupier.journal.keys import SigningKey
from croupier.journal.store import Record
from croupier.rules.book import Book
from croupier.table.core import HOUSE_STREAM
from croupier.table.events import BookAdopted
from croupier.table.floor import Floor, TableSetting
from croupier.table.recovery import load, recover_rounds


class Start(NamedTuple):
    """A floor that may serve as soon as the entries of its start are durable."""

    floor: Floor
    entries: list[Entry]
    changed: list[Difference]
    """What is not what it was at the start before."""


def _adopted(floor: Floor, now_ms: int) -> Iterator[Entry]:
    """The editions of books that tables go by from now on."""
    for core in floor.tables.values():
        book = core.state.book
        if core.book_sha256 != book.sha256:
            before, core.book_sha256 = core.book_sha256, book.sha256
            adopted = BookAdopted(book=book.id, before=before, after=book.sha256)
            yield core.entry(adopted, now_ms)


def this_program(books: Iterable[Book]) -> Started:
    """What is running: this package's version and sources, and the books by their names."""
    sources = hash_of_sources(Path(croupier.__file__).parent)
    return Started(croupier.__version__, sources, {book.id: book.sha256 for book in books})


def start(
    record: Record,
    settings: Mapping[str, TableSetting],
    key: SigningKey,
    program: Started,
    now_ms: int,
    *,
    adopt_books: bool = False,
) -> Start:
    """Read and prove the record, finish what was in play by the book, and make what is new."""
    floor = load(record, settings, key, adopt_books=adopt_books)
    entries: list[Entry] = []
    if HOUSE_STREAM not in record.streams():
        entries.append(floor.begin(HOUSE_STREAM, now_ms))
    before, floor.started = floor.started, program
    entries.append(floor.note(HOUSE_STREAM, program, now_ms))
    entries += _adopted(floor, now_ms)
    entries += recover_rounds(floor, now_ms)
    for table, setting in settings.items():
        if table not in floor.tables:
            entries += floor.make(setting, now_ms)
    entries += floor.within_day(now_ms, *floor.tables.values())
    return Start(floor, entries, differences(before, program) if before is not None else [])
