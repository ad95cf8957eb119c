"""``croupier archive``: closed gaming days moved out of a journal into files beside it."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.backup import writing
from croupier.cli.commands import JsonOption
from croupier.cli.data import DataArgument, opened
from croupier.cli.house import now_ms
from croupier.cli.listing import table
from croupier.cli.printing import print_json
from croupier.cli.progress import progress
from croupier.journal.archive import Retired, archive_older
from croupier.journal.backup import ARCHIVES
from croupier.journal.places import open_store
from croupier.server.config.reading import read_house
from croupier.server.config.settings import Retention

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
    """Move closed gaming days into archive files; stop the house first.

    Archives stay verifiable: croupier verify reads them with the journal. Without --days and
    --house, the last 90 days are kept.
    """
    if days is None:
        days = (Retention() if house is None else read_house(house).retention).days
    with opened(data):
        before_ms = now_ms() - days * DAY_MS
    with (
        progress("archiving") as report,
        writing(data),
        open_store(data, "croupier archive") as store,
    ):
        retired = list(archive_older(store, data / ARCHIVES, before_ms, report))
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
    listing.show()
