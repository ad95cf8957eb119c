"""What the commands that look into a house's data share: opening it, and the books it names."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from croupier import books
from croupier.journal.errors import JournalError
from croupier.journal.sqlite import SqliteRecord
from croupier.journal.store import Record
from croupier.rules.book import Book
from croupier.rules.refusal import BookError, refusal
from croupier.table.core import table_stream

DataArgument = Annotated[
    Path, typer.Argument(metavar="DATA", help="The folder that holds a house's journal.")
]


def opened(data: Path) -> SqliteRecord:
    """The record in a data folder, for reading; the house may be running."""
    try:
        return SqliteRecord(data)
    except (JournalError, OSError) as error:
        raise BookError(refusal("file/unreadable", file=data, reason=str(error))) from None


def known_books() -> dict[str, Book]:
    """The books that come with croupier, by id."""
    return {book_id: books.load(book_id) for book_id in books.ids()}


def unknown(reason: str) -> BookError:
    """The error for something that is not on the record."""
    return BookError(refusal("usage/bad-arguments", reason=reason))


def stream_on(record: Record, table_id: str) -> str:
    """The stream of a table that must be on the record."""
    stream = table_stream(table_id)
    if stream not in record.streams():
        raise unknown(f"there is no table {table_id!r} on this record")
    return stream


def fair_record(record: Record, table_id: str, number: int) -> dict[str, object]:
    """A revealed round as ``croupier.fair.check`` reads it."""
    found: dict[str, Any] = {}
    current = 0
    for stored in record.read(stream_on(record, table_id)):
        body = msgspec.json.decode(stored.body)
        if stored.name == "round.opened":
            current = body["round"]
        if stored.name == "table.made" or body.get("round", current) == number:
            found[stored.name] = body
    if "secret.revealed" not in found:
        raise unknown(f"round {number} of {table_id} is not revealed, or not on this record")
    made, settled = found["table.made"], found.get("round.settled")
    outcome = settled["outcome"] if settled is not None else None
    return {
        "book": made["book"],
        "table": made["table"],
        "round": number,
        "status": "settled" if settled is not None else "void",
        "commitment": found["round.opened"]["commitment"],
        "secret": found["secret.revealed"]["secret"],
        "pockets": books.load(made["book"]).pockets,
        "bonus_numbers": found.get("bonus-numbers.drawn", {}).get("numbers"),
        "pocket": outcome if made["own_wheel"] else None,
    }
