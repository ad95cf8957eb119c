"""What the commands for a house share: its file, and requests to its office."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time_ns
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.journal.disk import why_unwritten
from croupier.journal.errors import JournalError, RecordBroken, StoreDamaged
from croupier.rules.refusal import CroupierError, Refusal, refusal

if TYPE_CHECKING:
    from croupier.server.config.house import HouseConfig
    from croupier.server.people.control import Order, Outcome

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
    from croupier.server.config.reading import read_house
    from croupier.server.keyring import has_record

    if file is not None:
        return read_house(file)
    found = demonstration()
    if not has_record(found):
        example = f" {USUAL}" if USUAL.exists() else ""
        no = refusal("house/no-demonstration", folder=str(found.data), example=example)
        raise CroupierError(no)
    return found


@contextmanager
def opening(config: "HouseConfig") -> Iterator[None]:
    """Report errors while a house is opened as refusals."""
    from croupier.table.running import FloorStopped

    try:
        yield
    except (RecordBroken, StoreDamaged) as error:
        no = refusal("house/record-damaged", data=str(config.data), reason=str(error))
        raise CroupierError(no) from None
    except JournalError as error:
        where, reason = config.data, str(error)
    except FloorStopped as stopped:  # while it was opening
        where, reason = config.data, why_unwritten(stopped, config.data)
    except OSError as error:
        where, reason = error.filename or config.data, error.strerror or str(error)
    else:
        return
    raise CroupierError(refusal("house/cannot-open", where=str(where), reason=reason)) from None


def ask_office(config: "HouseConfig", order: "Order") -> Any:
    """Ask the running house, or the record of one that is not running."""
    from croupier.server.people.control import ask

    with opening(config):
        answer = ask(config.secrets, order) or _asked_of_record(config, order)
    if answer.code is not None:
        raise CroupierError(Refusal(answer.code, figures=answer.figures))
    return answer.done


def _asked_of_record(config: "HouseConfig", order: "Order") -> "Outcome":
    from croupier.bootstrap import office_of, office_on_record
    from croupier.server.people.control import Listing, Outcome, carried_out

    if isinstance(order, Listing):
        return Outcome(done=order.listed(office_on_record(config)))

    async def alone() -> "Outcome":
        async with office_of(config) as office:
            return await carried_out(office, order)

    return asyncio.run(alone())


def now_ms() -> int:
    """Now, in milliseconds UTC."""
    return time_ns() // 1_000_000
