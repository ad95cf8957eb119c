"""What the commands that look into a house's data share: opening it, and the books it names."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier import books
from croupier.journal.archive import SUFFIX, ArchivedRecord
from croupier.journal.backup import ARCHIVES
from croupier.journal.check import promised
from croupier.journal.errors import JournalError, StoreRefused, StoreUnreachable
from croupier.journal.heads import HEADS
from croupier.journal.places import open_record
from croupier.journal.store import Record
from croupier.rules.book import Book
from croupier.rules.refusal import BookError, refusal

DataArgument = Annotated[
    Path, typer.Argument(metavar="DATA", help="The folder that holds a house's journal.")
]
BookOption = Annotated[
    list[str] | None,
    typer.Option("--book", metavar="FILE", help="A book of the house's own: its data file."),
]


@contextmanager
def opened(data: Path, archives: Path | None = None) -> Iterator[Record]:
    """The record in a data folder with its archives, for reading; the house may be running.

    Read errors, now or later, are raised as refusals.
    """
    try:
        with open_record(data) as record:
            paths = sorted((archives or data / ARCHIVES).glob(f"*{SUFFIX}"))
            yield ArchivedRecord(record, paths) if paths else record
    except (JournalError, msgspec.DecodeError) as error:
        reason = f"{error}{_promise(data) if _is_gone(error) else ''}"
        raise BookError(refusal("file/unreadable", file=str(data), reason=reason)) from None


def _is_gone(error: Exception) -> bool:
    return isinstance(error, StoreRefused) and not isinstance(error, StoreUnreachable)


def _promise(data: Path) -> str:
    """What the heads file promises, if the journal is missing."""
    ends = [f"{head.stream} up to {head.seq}" for head in promised((data,)).heads]
    if not ends:
        return ""
    promise = f"{HEADS} promises {', '.join(ends)}: put the journal back, or restore a backup"
    return f"; {promise}"


def known_books(files: Iterable[str] = ()) -> dict[str, Book]:
    """The shipped books and a house's own, by id."""
    own = [books.load_file(Path(file)) for file in files]
    known = {book_id: books.load(book_id) for book_id in books.ids()}
    return {**known, **{book.id: book for book in own}}


def unknown(reason: str) -> BookError:
    """The error for arguments that do not go together."""
    return BookError(refusal("usage/bad-arguments", reason=reason))
