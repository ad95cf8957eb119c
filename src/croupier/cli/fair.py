"""``croupier fair``: checks that a revealed round was drawn as committed."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from croupier import books
from croupier.cli.commands import Commands, JsonOption
from croupier.cli.data import DataArgument, opened
from croupier.cli.listing import table
from croupier.cli.printing import print_json
from croupier.cli.screen import screen
from croupier.fair.check import Record, Verification, read_record
from croupier.fair.check import check as check_record
from croupier.history.proof import fair_record
from croupier.history.table import table_history
from croupier.rules.refusal import RoundError, refusal

BROKEN = 1

fair = Commands(name="fair", help="Check that draws were fair.")


@fair.command()
def check(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A JSON record, or - for standard input.")
    ],
    json: JsonOption = False,
) -> None:
    """Check a revealed round from its record: exit 0 if it holds, 1 if not, 2 if unreadable."""
    record = read_record(_read(file), "standard input" if file == "-" else file)
    book = books.load(record.book) if record.book in books.ids() else None
    result = check_record(record, book)
    if json:
        print_json(as_json(record, result))
    else:
        show(record, result)
    if not result.holds:
        raise typer.Exit(BROKEN)


@fair.command()
def record(
    data: DataArgument,
    table_id: Annotated[str, typer.Option("--table", metavar="TABLE", help="The table.")],
    number: Annotated[int, typer.Option("--round", metavar="N", help="The round.")],
) -> None:
    """Write the record of a revealed round, for anyone to check."""
    with opened(data) as journal:
        print_json(fair_record(table_history(journal, table_id), number))


def as_json(record: Record, result: Verification) -> dict[str, object]:
    """The result as JSON."""
    return {
        "book": record.book,
        "table": record.table,
        "round": record.round,
        "holds": result.holds,
        "checked": result.checked,
        "findings": [
            {"code": finding.code, "message": finding.message} for finding in result.findings
        ],
    }


def show(record: Record, result: Verification) -> None:
    """Print the result."""
    shown = screen()
    title = f"Table {record.table}, round {record.round}: "
    checked = ", ".join(name.replace("_", " ") for name in result.checked)
    if result.holds:
        shown.print(Text.assemble(title, ("holds", "bold green"), f" ({checked})"))
        shown.print(f"Hold this against what was shown before the bets: {record.commitment}")
        return
    shown.print(Text.assemble(title, ("does not hold", "bold red"), f" ({checked})"))
    found = table("What does not hold", "code", "finding", prose=("finding",))
    for finding in result.findings:
        found.add_row(finding.code, finding.message)
    found.show()


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise RoundError(
            refusal("file/unreadable", file=file, reason=error.strerror or str(error))
        ) from None
