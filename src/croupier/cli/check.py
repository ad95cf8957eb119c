"""``croupier check``: the errors of a house file, and their corrections."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.commands import JsonOption
from croupier.cli.listing import table
from croupier.cli.printing import print_json
from croupier.cli.screen import screen
from croupier.journal.places import SQLITE
from croupier.server.config.house import HouseConfig
from croupier.server.config.reading import HouseFile, examine
from croupier.server.config.settings import Approvals, Table
from croupier.words import in_units

WRONG = 1
DEALS = {"automatic": "the server", "dealer": "a Dealer"}
WHEELS = {"own": "the server's own", "dealer": "entered by the Dealer", "serial": "sensor"}


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A house file.")],
    json: JsonOption = False,
) -> None:
    """Check a house file: exit 0 if it is in order, 1 if not, 2 if it is unreadable."""
    examined = examine(file)
    if json:
        print_json(_as_json(file, examined))
    elif examined.config is not None:
        _show_house(file, examined.config)
    else:
        _show_findings(file, examined)
    if examined.config is None:
        raise typer.Exit(WRONG)


def _as_json(file: Path, examined: HouseFile) -> dict[str, object]:
    config = examined.config
    return {
        "file": str(file),
        "holds": config is not None,
        "findings": [
            {
                "line": finding.line,
                "setting": finding.setting,
                "code": finding.refusal.code,
                "message": finding.refusal.message,
            }
            for finding in examined.findings
        ],
        "remarks": [] if config is None else _remarks(config),
        "tables": [] if config is None else [one.id for one in config.tables],
    }


def _remarks(config: HouseConfig) -> list[str]:
    """Remarks: not errors, but worth knowing."""
    amounts = [name for name in Approvals.__struct_fields__ if name.endswith("_above")]
    if config.demonstration or any(getattr(config.approvals, each) is not None for each in amounts):
        return []
    names = ", ".join(f"approvals.{each}" for each in amounts)
    return [f"one person alone sells, pays and decides any amount: none of {names} is set"]


def _show_findings(file: Path, examined: HouseFile) -> None:
    shown = screen()
    for finding in examined.findings:
        line = Text.assemble(
            (f"{file}:{finding.line}: ", "bold"),
            finding.refusal.message,
            (f"  {finding.refusal.code}", "dim"),
        )
        shown.print(line)
    count = len(examined.findings)
    shown.print(f"{'one thing' if count == 1 else f'{count} things'} to be put right")


def _show_house(file: Path, config: HouseConfig) -> None:
    columns = ("table", "title", "book", "dealt by", "wheel", "limits")
    listing = table(f"{config.name}, {config.currency}", *columns, right=("limits",))
    for one in config.tables:
        wheel = WHEELS[one.wheel] + (f" at {one.serial_port}" if one.serial_port else "")
        listing.add_row(one.id, one.shown(), one.book, DEALS[one.deals], wheel, _limits(one))
    scheme = "https" if config.tls is not None else "http"
    shown = screen()
    listing.show()
    where = f"{scheme}://{config.listen.host}:{config.listen.port}"
    kind = "a demonstration" if config.demonstration else "a house"
    record = config.data if config.store == SQLITE else config.store
    shown.print(f"{kind} at {where}, its record in {record}")
    for remark in _remarks(config):
        shown.print(f"remark: {remark}")
    shown.print(Text.assemble((f"{file} is in order", "bold green")))


def _limits(one: Table) -> str:
    return f"{in_units(one.limits.min)} to {in_units(one.limits.max)}"
