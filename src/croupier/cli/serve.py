"""``croupier serve``: a house on this machine, with its tables, terminals, staff, money, record."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from croupier.cli.house import opening
from croupier.cli.listing import Listing, table
from croupier.cli.screen import screen
from croupier.journal.places import SQLITE
from croupier.rules.refusal import CroupierError, refusal
from croupier.words import in_units

if TYPE_CHECKING:
    from croupier.server.config.house import HouseConfig
    from croupier.server.house import House

STOPPED = 1
USUAL_PORT = 8000


def serve(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[HOUSE]", help="A house file; without one, a demonstration."),
    ] = None,
    data: Annotated[
        Path, typer.Option("--data", help="The demonstration's folder for its record.")
    ] = Path("croupier-demo"),
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="The port: 8000, or that of the house file."),
    ] = None,
    standby: Annotated[
        bool,
        typer.Option(
            "--standby",
            help="Wait while another server runs the house, and take over when it ends or hangs.",
        ),
    ] = False,
    log: Annotated[
        str, typer.Option("--log", help="How much is logged: debug, info, warning or error.")
    ] = "info",
) -> None:
    """Run a house: a demo in the browser, or what a house file describes."""
    import uvloop

    from croupier.server.logs import begin

    begin(log)
    config = _config(file, data, port)
    if standby and config.store == SQLITE:
        raise CroupierError(refusal("config/standby-alone"))
    with opening(config):
        in_order = uvloop.run(_run(config, standby=standby))
    if not in_order:
        raise typer.Exit(STOPPED)


def _config(file: Path | None, data: Path, port: int | None) -> "HouseConfig":
    from croupier.bootstrap import demonstration
    from croupier.server.config.reading import read_house

    if file is None:
        return demonstration(data, USUAL_PORT if port is None else port)
    config = read_house(file)
    if port is None:
        return config
    listen = msgspec.structs.replace(config.listen, port=port)
    return msgspec.structs.replace(config, listen=listen)


async def _run(config: "HouseConfig", *, standby: bool) -> bool:
    from croupier.bootstrap import run

    return await run(config, _welcome, standby=standby)


def _welcome(house: "House", address: str, passwords: dict[str, str]) -> None:
    out, config = screen(), house.config
    out.print()
    kind = "a demonstration: no real money" if config.demonstration else "open"
    out.print(Text.assemble((config.name, "bold"), f" is {kind}"))
    out.print(Text(address, "bold underline"))
    _tables(house).show()
    if passwords:
        _show_passwords(out, passwords)
    for difference in house.started.changed:
        changed = ("changed since the last start:", "yellow")
        out.print(Text.assemble(changed, f" {difference.what}"))
    where = config.data if config.store == SQLITE else config.store
    out.print(f"The record is in {where}. Ctrl-C stops the house.", style="dim")


def _tables(house: "House") -> Listing:
    listing = table("", "table", "book", "dealt by", "limits", right=("limits",))
    for each in house.config.tables:
        limits = f"{in_units(each.limits.min)} – {in_units(each.limits.max)}"
        by = "the house" if each.deals == "automatic" else "a Dealer"
        listing.add_row(each.shown(), each.book, by, limits)
    return listing


def _show_passwords(out: Console, passwords: dict[str, str]) -> None:
    listing = table("Staff, with passwords made now and shown once", "name", "password")
    for name, password in passwords.items():
        listing.add_row(name, password)
    listing.show()
