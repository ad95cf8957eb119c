"""``croupier restore``: a house's record from a copy, after the copy was verified."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.cli.backup import (
    bar,
    require_folder,
    require_new,
    secrets_beside,
    unwritable,
    writing,
)
from croupier.cli.data import BookOption, known_books, opened
from croupier.cli.screen import JsonOption, print_json, screen
from croupier.cli.verify import missing
from croupier.journal.backup import ARCHIVES, copy_data, copy_secrets
from croupier.journal.check import check as check_chain
from croupier.journal.walk import Finding
from croupier.rules.book import Book
from croupier.table.verifying import verify as replay

BROKEN = 1


def restore(
    backup: Annotated[Path, typer.Argument(metavar="BACKUP", help="A copy of a house's record.")],
    data: Annotated[Path, typer.Argument(metavar="DATA", help="The new data folder.")],
    secrets: Annotated[
        Path | None,
        typer.Option(
            "--secrets", metavar="SECRETS", help="Restore BACKUP-secrets too, to this new folder."
        ),
    ] = None,
    book: BookOption = None,
    json: JsonOption = False,
) -> None:
    """Verify a copy of a house's record and, if all of it holds, make a data folder of it."""
    require_new(data, *([secrets] if secrets is not None else []))
    findings = _verified(backup, known_books(book or ()))
    if not findings:
        _restore(backup, data, secrets, json=json)
    if json:
        told = {"data": str(data), "holds": not findings, "restored": not findings}
        print_json({**told, "findings": msgspec.to_builtins(findings)})
    else:
        _show(backup, data, findings)
    if findings:
        raise typer.Exit(BROKEN)


def _verified(backup: Path, books: dict[str, Book]) -> list[Finding]:
    with opened(backup) as record:
        found = [*check_chain(record).findings, *missing(record, backup / ARCHIVES)]
        return [*found, *replay(record, books).findings]


def _restore(backup: Path, data: Path, secrets: Path | None, *, json: bool) -> None:
    kept = secrets_beside(backup)
    if secrets is not None:
        require_folder(kept)
        if secrets.resolve().is_relative_to(data.resolve()):
            raise unwritable(secrets, f"secrets must lie outside the data folder {data}")
        with writing(secrets):
            copy_secrets(kept, secrets)
    with bar("restoring", hidden=json) as told, writing(data):
        copy_data(backup, data, told)


def _show(backup: Path, data: Path, findings: list[Finding]) -> None:
    shown = screen()
    for finding in findings:
        shown.print(f"broken {finding}")
    if findings:
        shown.print(f"{backup} does not hold: nothing is restored")
    else:
        shown.print(f"{backup} holds, and {data} is made of it")
