"""What the commands for a house share: its file, and how its office is asked."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.journal.errors import JournalError
from croupier.rules.refusal import CroupierError, Refusal, refusal

if TYPE_CHECKING:
    from croupier.server.config import HouseConfig
    from croupier.server.control import AnyOrder

HouseOption = Annotated[
    Path | None,
    typer.Option(
        "--house",
        metavar="FILE",
        help="The house file; without one, the demonstration in this folder.",
    ),
]


def house_of(file: Path | None) -> "HouseConfig":
    """The configuration that a command is about."""
    from croupier.bootstrap import default_folders
    from croupier.server.config import demo_config
    from croupier.server.config_file import read_house

    return read_house(file) if file is not None else demo_config(*default_folders(Path.cwd()))


def ask_office(config: "HouseConfig", order: "AnyOrder") -> Any:
    """Ask the running house, or the record of one that is not running."""
    from croupier.bootstrap import office_of
    from croupier.server.control import asked, obeyed

    said = asked(config.secrets, order)
    if said is None:

        async def alone() -> Any:
            async with office_of(config) as office:
                return await obeyed(office, order)

        try:
            said = asyncio.run(alone())
        except JournalError as error:
            at = config.data
            raise CroupierError(refusal("house/cannot-open", where=at, reason=error)) from None
    if said.code is not None:
        raise CroupierError(Refusal(said.code, figures=said.figures))
    return said.done
