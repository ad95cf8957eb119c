"""``croupier rules``: what a book requires, clause by clause, paraphrased."""

from typing import Annotated

import typer
from rich.text import Text

from croupier.books import load
from croupier.books.conformance import shown as shown_of
from croupier.cli.commands import BookArgument, JsonOption
from croupier.cli.completion import complete_clause
from croupier.cli.listing import table
from croupier.cli.printing import print_json
from croupier.cli.screen import print_prose, screen
from croupier.rules.book import Book, Clause, Reading


def rules(
    book: BookArgument,
    clause: Annotated[
        str | None,
        typer.Argument(metavar="CLAUSE", help="Such as 5.15.", autocompletion=complete_clause),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show what each clause of a book requires, its readings and its tests."""
    loaded = load(book)
    if clause is None:
        found = list(loaded.clauses.values())
        print_json([_as_json(loaded, each) for each in found]) if json else _show_all(loaded)
        return
    one = loaded.clause(clause)
    print_json(_as_json(loaded, one)) if json else _show_one(loaded, one)


def readings_of(book: Book, clause: Clause) -> list[Reading]:
    """The readings that rest on a clause."""
    return [reading for reading in book.readings.values() if clause.number in reading.clauses]


def _as_json(book: Book, clause: Clause) -> dict[str, object]:
    seen = shown_of(book.id, clause.number)
    return {
        "book": book.id,
        "clause": clause.number,
        "says": clause.summary,
        "readings": [
            {"number": reading.number, "title": reading.title, "says": reading.says}
            for reading in readings_of(book, clause)
        ],
        "data": clause.values,
        "enforced": seen.enforced_by,
        "told": seen.told_by,
        "tests": seen.proven_by,
    }


def _show_all(book: Book) -> None:
    columns = ("clause", "what it asks", "readings")
    listing = table(book.name, *columns, prose=("what it asks",))
    section = ""
    for clause in book.clauses.values():
        if (head := clause.number.split(".")[0]) != section:
            section = head
            listing.add_section()
        numbers = ", ".join(str(reading.number) for reading in readings_of(book, clause))
        listing.add_row(clause.number, clause.summary, numbers)
    shown = screen()
    listing.show()
    heading = Text.assemble("\n", ("Readings", "bold"), ", where the book is silent or unclear")
    shown.print(heading)
    for reading in book.readings.values():
        _show_reading(reading)


def _show_one(book: Book, clause: Clause) -> None:
    shown = screen()
    shown.print(Text(f"{book.name}, {clause.number}", "bold"))
    print_prose(clause.summary, 2)
    for reading in readings_of(book, clause):
        _show_reading(reading)
    seen = shown_of(book.id, clause.number)
    for name, values in (
        ("in the data", clause.values),
        ("enforced by", seen.enforced_by),
        ("shown by", seen.told_by),
        ("proven by", seen.proven_by or ("no test of croupier's own: the book came with none",)),
    ):
        if not values:
            continue
        shown.print(Text(name, "bold"))
        for value in values:
            shown.print(f"  {value}")


def _show_reading(reading: Reading) -> None:
    heading = Text.assemble((f"reading {reading.number}", "bold"), f" {reading.title}")
    print_prose(heading)
    print_prose(reading.says.strip(), 2)
