"""``croupier move``: a house's record, from SQLite to PostgreSQL and back."""

from typing import Annotated

import typer

from croupier.cli.backup import writing
from croupier.cli.commands import JsonOption
from croupier.cli.data import DataArgument, opened
from croupier.cli.house import now_ms
from croupier.cli.printing import print_json, print_line
from croupier.cli.progress import progress
from croupier.journal.check import promised
from croupier.journal.store import Record
from croupier.rules.refusal import BookError, refusal
from croupier.table.promises import check_promised


def move(
    data: DataArgument,
    to: Annotated[
        str,
        typer.Argument(metavar="STORE", help="sqlite, or the address of a PostgreSQL database."),
    ],
    json: JsonOption = False,
) -> None:
    """Move a house's record between SQLite and PostgreSQL; stop the house first.

    Every row of the copy is compared with the original, and its chain is checked, before the data
    folder points to it. The original is kept under another name, which no house opens. Then change
    store in the house file.
    """
    from croupier.journal.moving import move as moved

    file = promised((data,))

    def prove(copy: Record) -> None:
        chain = check_promised(copy, file)
        found, _ = chain.accepted.split(chain.report.findings)
        if found:
            no = refusal("file/unreadable", file=str(data), reason=f"it does not hold: {found[0]}")
            raise BookError(no)

    with opened(data):
        pass  # what cannot be read is reported as by the other commands
    with progress("moving") as report, writing(data):
        count = moved(data, to, now_ms(), prove, report)
    if json:
        print_json({"data": str(data), "store": to, "entries": count})
        return
    print_line(f"{count} entries are moved, and equal to the original")
    print_line(f'now set store = "{to}" in the house file')
