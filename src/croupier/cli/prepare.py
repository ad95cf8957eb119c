"""``croupier prepare``: a journal in PostgreSQL for a role with few rights."""

from typing import Annotated

import typer

from croupier.cli.printing import print_line
from croupier.journal.errors import JournalError
from croupier.rules.refusal import BookError, refusal


def prepare(
    address: Annotated[
        str,
        typer.Argument(
            metavar="ADDRESS", help="The address of the database, for the role that owns it."
        ),
    ],
    writer: Annotated[
        str | None,
        typer.Option("--writer", metavar="ROLE", help="The role of the house."),
    ] = None,
    reader: Annotated[
        str | None,
        typer.Option("--reader", metavar="ROLE", help="The role of an auditor, who only reads."),
    ] = None,
) -> None:
    """Make a PostgreSQL journal, and give a role what it needs of it.

    The house's role can add entries and archive old ones; it can neither change an entry nor take
    one out. Run it again after an upgrade of croupier.
    """
    from croupier.journal.postgres import prepare as prepared

    try:
        prepared(address, {writer: True, reader: False})
    except JournalError as error:
        no = refusal("usage/bad-arguments", reason=str(error))
        raise BookError(no) from None
    print_line("the journal is ready")
    for role, can in ((writer, "write"), (reader, "read")):
        if role is not None:
            print_line(f"{role} can {can} it")
