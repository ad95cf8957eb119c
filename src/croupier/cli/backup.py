"""``croupier backup``: a copy of a house's record, taken while the house runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from croupier.cli.commands import JsonOption
from croupier.cli.data import DataArgument, opened
from croupier.cli.printing import print_json
from croupier.cli.progress import Watched, progress
from croupier.cli.screen import screen
from croupier.journal.backup import archives_of, copy_data, copy_secrets, require_free
from croupier.journal.check import Report, promised
from croupier.journal.errors import JournalError, StoreRefused
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
    """Copy a house's record to a new folder, and check the copy's chain.

    The house may be running.
    """
    with opened(data):
        require_new(to, *([secrets_beside(to)] if secrets is not None else []))
    if to.resolve().is_relative_to(data.resolve()):
        raise unwritable(to, f"a copy must lie outside the data folder {data}")
    if secrets is not None:
        require_folder(secrets)
    with progress("copying") as report, writing(to):
        copy_data(data, to, report)
    if secrets is not None:
        with writing(secrets_beside(to)):
            copy_secrets(secrets, secrets_beside(to), to)
    file = promised((to,))
    with opened(to) as copy, progress("checking") as report:
        checked = check_promised(Watched(copy, report), file).report
    if json:
        print_json(_as_json(to, secrets, checked))
    else:
        _show(to, secrets, checked)
    if checked.findings:
        raise typer.Exit(BROKEN)


def secrets_beside(folder: Path) -> Path:
    """The folder for the secrets of a copy: beside it, never inside."""
    return folder.with_name(f"{folder.name}-secrets")


def require_new(*folders: Path) -> None:
    """Raise if the path is taken."""
    for folder in folders:
        try:
            require_free(folder)
        except StoreRefused:
            no = refusal("file/exists", file=str(folder), or_else="empty-folder")
            raise BookError(no) from None


def require_folder(folder: Path) -> None:
    """Raise, before anything is written, if the folder does not exist."""
    if not folder.is_dir():
        reason = "it is no folder" if folder.exists() else "there is no such folder"
        raise BookError(refusal("file/unreadable", file=str(folder), reason=reason))


def unwritable(path: Path, reason: object) -> BookError:
    """The error for a folder that cannot be written."""
    return BookError(refusal("file/unwritable", file=str(path), reason=str(reason)))


@contextmanager
def writing(to: Path) -> Iterator[None]:
    """Report errors while a folder is written as refusals."""
    try:
        yield
    except JournalError as error:
        raise unwritable(to, error) from None
    except OSError as error:
        # Not with the name of the file: it may be one of ours, that nobody knows.
        raise unwritable(to, error.strerror or error) from None


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
