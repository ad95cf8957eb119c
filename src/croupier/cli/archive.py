"""``croupier archive``: closed gaming days moved out of a journal into files beside it."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.backup import writing
from croupier.cli.data import DataArgument, opened
from croupier.cli.house import now_ms
from croupier.cli.screen import JsonOption, print_json, screen, table
from croupier.journal.backup import ARCHIVES
from croupier.journal.retention import Retired, archive_older
from croupier.journal.sqlite import SqliteStore
from croupier.server.config import Retention
from croupier.server.config_file import read_house

DAY_MS = 24 * 3600 * 1000


def archive(
    data: DataArgument,
    days: Annotated[
        int | None,
        typer.Option("--days", min=0, metavar="N", help="Days that stay in the journal."),
    ] = None,
    house: Annotated[
        Path | None,
        typer.Option("--house", metavar="FILE", help="The house file that says how many days."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Move gaming days that closed more than N days ago into DATA/archives; stop the house first.

    What is archived stays proven: croupier verify reads the archives with the journal. Without
    --days and --house, 90 days stay.
    """
    if days is None:
        days = (Retention() if house is None else read_house(house).retention).days
    with opened(data):
        before_ms = now_ms() - days * DAY_MS
    with writing(data), SqliteStore(data) as store:
        retired = list(archive_older(store, data / ARCHIVES, before_ms))
    if json:
        print_json([_as_json(one) for one in retired])
    else:
        _show(retired)


def _as_json(one: Retired) -> dict[str, object]:
    path = None if one.path is None else str(one.path)
    return {"stream": one.stream, "archive": path, "reason": one.reason or None}


def _show(retired: list[Retired]) -> None:
    listing = table("Closed days", "stream", "archive")
    for one in retired:
        listing.add_row(one.stream, one.reason if one.path is None else one.path.name)
    screen().print(listing)
