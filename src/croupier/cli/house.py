"""What the commands for a house share: its file, and how its office is asked."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.journal.disk import why_unwritten
from croupier.journal.errors import JournalError
from croupier.rules.refusal import CroupierError, Refusal, refusal

if TYPE_CHECKING:
    from croupier.server.config import HouseConfig
    from croupier.server.control import AnyOrder, Said

USUAL = Path("house.toml")
HouseOption = Annotated[
    Path | None,
    typer.Option(
        "--house",
        metavar="FILE",
        help="The house file; without one, the demonstration in this folder.",
    ),
]


def house_of(file: Path | None) -> "HouseConfig":
    """The house that a command is about: that of the file, or a demonstration that is there."""
    from croupier.bootstrap import demonstration
    from croupier.server.config_file import read_house
    from croupier.server.keyring import has_record

    if file is not None:
        return read_house(file)
    found = demonstration()
    if not has_record(found):
        example = f" {USUAL}" if USUAL.exists() else ""
        no = refusal("house/no-demonstration", folder=found.data, example=example)
        raise CroupierError(no)
    return found


@contextmanager
def opening(config: "HouseConfig") -> Iterator[None]:
    """What keeps a house from being opened, told as such."""
    from croupier.table.running import FloorStopped

    try:
        yield
    except JournalError as error:
        where, reason = config.data, str(error)
    except FloorStopped as stopped:  # while it was opening
        where, reason = config.data, why_unwritten(stopped, config.data)
    except OSError as error:
        where, reason = error.filename or config.data, error.strerror or str(error)
    else:
        return
    raise CroupierError(refusal("house/cannot-open", where=where, reason=reason)) from None


def ask_office(config: "HouseConfig", order: "AnyOrder") -> Any:
    """Ask the running house, or the record of one that is not running."""
    from croupier.server.control import asked

    with opening(config):
        said = asked(config.secrets, order) or _asked_of_record(config, order)
    if said.code is not None:
        raise CroupierError(Refusal(said.code, figures=said.figures))
    return said.done


def _asked_of_record(config: "HouseConfig", order: "AnyOrder") -> "Said":
    from croupier.bootstrap import office_of, office_on_record
    from croupier.server.control import LOOKS, looked, obeyed

    if isinstance(order, LOOKS):
        return looked(office_on_record(config), order)

    async def alone() -> "Said":
        async with office_of(config) as office:
            return await obeyed(office, order)

    return asyncio.run(alone())


def now_ms() -> int:
    """UTC, in milliseconds."""
    return time_ns() // 1_000_000
