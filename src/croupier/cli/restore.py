"""``croupier restore``: a house's record from a copy, after the copy was verified."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.cli.backup import (
    require_folder,
    require_new,
    secrets_beside,
    unwritable,
    writing,
)
from croupier.cli.commands import JsonOption
from croupier.cli.data import BookOption, known_books, opened
from croupier.cli.house import now_ms
from croupier.cli.printing import print_json
from croupier.cli.progress import Watched, progress
from croupier.cli.screen import screen
from croupier.cli.verify import missing
from croupier.journal.backup import ARCHIVES, copy_data, copy_secrets
from croupier.journal.check import Lost, promised
from croupier.journal.sqlite import SqliteStore
from croupier.journal.walk import Finding
from croupier.rules.book import Book
from croupier.rules.refusal import BookError
from croupier.rules.typed_reason import bad_reason
from croupier.table.accepting import acceptance, decision
from croupier.table.events import DamageAccepted
from croupier.table.promises import check_promised, lost_of
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
    accept_damage: Annotated[
        str | None,
        typer.Option(
            "--accept-damage",
            metavar="REASON",
            help="Restore a record that does not hold too; what is damaged and why you accept it "
            "go on record.",
        ),
    ] = None,
    book: BookOption = None,
    json: JsonOption = False,
) -> None:
    """Verify a copy of a house's record and make a data folder of it."""
    if accept_damage is not None and (no := bad_reason(accept_damage)) is not None:
        raise BookError(no)
    require_new(data, *([secrets] if secrets is not None else []))
    findings, known, lost = _verified(backup, known_books(book or ()))
    refused = bool(findings) and accept_damage is None
    if not refused:
        _restore(backup, data, secrets)
    if findings and accept_damage is not None:
        _accept(data, decision(findings, accept_damage, lost))
        findings, known = [], [*known, *findings]
    if json:
        result = {"data": str(data), "holds": not (findings or known), "restored": not refused}
        found = {"findings": findings, "accepted": known}
        print_json({**result, **msgspec.to_builtins(found)})
    else:
        _show(backup, data, findings, known)
    if refused:
        raise typer.Exit(BROKEN)


def _verified(
    backup: Path, books: dict[str, Book]
) -> tuple[list[Finding], list[Finding], list[Lost]]:
    """New findings, findings accepted before, and lost heads."""
    file = promised((backup,))
    with opened(backup) as found, progress("verifying") as report:
        record = Watched(found, report, passes=2)
        chain = check_promised(record, file)
        findings = [*chain.report.findings, *missing(record, backup / ARCHIVES)]
        verified = replay(record, books)
        findings += verified.findings
        chain.accepted.findings |= verified.accepted
        return *chain.accepted.split(findings), lost_of(record, file)


def _accept(data: Path, chosen: DamageAccepted) -> None:
    """Record that a damaged record was restored, and its damage."""
    with SqliteStore(data) as store:
        store.append([acceptance(store, chosen, now_ms())])


def _restore(backup: Path, data: Path, secrets: Path | None) -> None:
    kept = secrets_beside(backup)
    if secrets is not None:
        require_folder(kept)
        if secrets.resolve().is_relative_to(data.resolve()):
            raise unwritable(secrets, f"secrets must lie outside the data folder {data}")
        with writing(secrets):
            copy_secrets(kept, secrets, backup)
    with progress("restoring") as report, writing(data):
        copy_data(backup, data, report)


def _show(backup: Path, data: Path, findings: list[Finding], known: list[Finding]) -> None:
    shown = screen()
    for finding in findings:
        shown.print(f"broken {finding}")
    for finding in known:
        shown.print(f"accepted {finding}")
    if findings:
        shown.print(f"{backup} does not hold: nothing is restored")
        shown.print('To restore it with this damage, on record, add --accept-damage "REASON".')
    elif known:
        shown.print(f"{data} is made of {backup}, with damage that is accepted on record")
    else:
        shown.print(f"{backup} holds, and {data} is made of it")
