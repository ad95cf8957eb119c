"""``croupier backup``: a copy of a house's record, taken while the house runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from croupier.cli.data import DataArgument, opened
from croupier.cli.screen import JsonOption, print_json, screen
from croupier.journal.backup import Told, archives_of, copy_data, copy_secrets, require_free
from croupier.journal.check import Report
from croupier.journal.errors import JournalError, StoreRefused
from croupier.journal.promised import promised
from croupier.rules.refusal import BookError, refusal
from croupier.table.promises import check_promised

BROKEN = 1


def backup(
    data: DataArgument,
    to: Annotated[Path, typer.Argument(metavar="DEST", help="The new folder for the copy.")],
    secrets: Annotated[
        Path | None,
        typer.Option(
            "--with-secrets",
            metavar="SECRETS",
            help="Copy this folder of keys and credentials too, to DEST-secrets.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Copy a house's record, running or not, to a new folder, and check the copy's chain."""
    with opened(data):
        require_new(to, *([secrets_beside(to)] if secrets is not None else []))
    if to.resolve().is_relative_to(data.resolve()):
        raise unwritable(to, f"a copy must lie outside the data folder {data}")
    if secrets is not None:
        require_folder(secrets)
    with bar("copying", hidden=json) as told, writing(to):
        copy_data(data, to, told)
    if secrets is not None:
        with writing(secrets_beside(to)):
            copy_secrets(secrets, secrets_beside(to), to)
    file = promised((to,))
    with opened(to) as copy:
        report = check_promised(copy, file).report
    if json:
        print_json(_as_json(to, secrets, report))
    else:
        _show(to, secrets, report)
    if report.findings:
        raise typer.Exit(BROKEN)


def secrets_beside(folder: Path) -> Path:
    """Where the secrets lie that go with a copy: never in it."""
    return folder.with_name(f"{folder.name}-secrets")


def require_new(*folders: Path) -> None:
    """Refuse to write where something lies already."""
    for folder in folders:
        try:
            require_free(folder)
        except StoreRefused:
            no = refusal("file/exists", file=folder, or_else=", or an empty folder")
            raise BookError(no) from None


def require_folder(folder: Path) -> None:
    """Refuse to read a folder that is not there, before anything is written."""
    if not folder.is_dir():
        reason = "it is no folder" if folder.exists() else "there is no such folder"
        raise BookError(refusal("file/unreadable", file=folder, reason=reason))


def unwritable(path: Path, reason: object) -> BookError:
    """The error for a folder that cannot be written."""
    return BookError(refusal("file/unwritable", file=path, reason=reason))


@contextmanager
def writing(to: Path) -> Iterator[None]:
    """What goes wrong while a folder is written, told as such."""
    try:
        yield
    except JournalError as error:
        raise unwritable(to, error) from None
    except OSError as error:
        # Not with the name of the file: it may be one of ours, that nobody knows.
        raise unwritable(to, error.strerror or error) from None


@contextmanager
def bar(what: str, *, hidden: bool) -> Iterator[Told]:
    """A bar that shows how far a copy is, where there is someone to see it."""
    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    seen = screen(stderr=True)
    hidden = hidden or not seen.is_terminal
    with Progress(*columns, console=seen, transient=True, disable=hidden) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def _as_json(to: Path, secrets: Path | None, report: Report) -> dict[str, object]:
    return {
        "backup": str(to),
        "secrets": None if secrets is None else str(secrets_beside(to)),
        "archives": [path.name for path in archives_of(to)],
        "holds": not report.findings,
        "streams": msgspec.to_builtins(report.streams),
        "findings": msgspec.to_builtins(report.findings),
    }


def _show(to: Path, secrets: Path | None, report: Report) -> None:
    shown = screen()
    entries = sum(one.seq - one.base_seq for one in report.streams)
    archives = len(archives_of(to))
    kept = f" and {archives} archives" if archives else ""
    shown.print(f"{to}: {entries} entries of {len(report.streams)} streams{kept}")
    if secrets is not None:
        shown.print(f"{secrets_beside(to)}: the secrets; keep them apart")
    for finding in report.findings:
        shown.print(f"broken {finding}")
    broken = Text("the record it copies does not hold", "bold")
    shown.print(broken if report.findings else "its chain holds")
