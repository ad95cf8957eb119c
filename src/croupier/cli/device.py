"""``croupier device``: the bill validators and ticket printers of a house."""

from enum import Enum
from typing import Annotated

import typer

from croupier.cli.commands import Commands, JsonOption
from croupier.cli.house import HouseOption, ask_office, house_of
from croupier.cli.listing import table
from croupier.cli.printing import print_json, print_line, shown_once

device = Commands(name="device", help="Manage the bill validators and ticket printers of a house.")


class Kind(Enum):
    """What a cash device does."""

    VALIDATOR = "validator"
    PRINTER = "printer"
    BOTH = "both"


@device.command()
def enrol(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The cash device's name.")],
    terminal: Annotated[str, typer.Option("--terminal", help="The terminal that it belongs to.")],
    kind: Annotated[Kind, typer.Option("--kind", help="What it does.")] = Kind.BOTH,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Enrol a cash device; it gets a token, shown once, with which it reports money."""
    from croupier.server.people.control import EnrolDevice

    [(known, token)] = ask_office(
        house_of(house), EnrolDevice(device=name, terminal=terminal, kind=kind.value)
    ).items()
    lost = f"{known}: enrolled, and the token is lost; use croupier device withdraw, then enrol"
    with shown_once(lost):
        if json:
            print_json({"device": known, "terminal": terminal, "token": token})
            return
        listing = table("Enrolled; the token is shown once", "device", "terminal", "token")
        listing.add_row(known, terminal, token)
        listing.show()


@device.command()
def withdraw(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The cash device's name.")],
    reason: Annotated[str, typer.Option("--reason", help="Why, for the record.")],
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Withdraw a cash device."""
    from croupier.server.people.control import WithdrawDevice

    ask_office(house_of(house), WithdrawDevice(device=name, reason=reason))
    if json:
        print_json({"device": name})
    else:
        print_line(f"{name} is a cash device no longer")


@device.command(name="list")
def list_(house: HouseOption = None, json: JsonOption = False) -> None:
    """List every cash device."""
    from croupier.server.people.control import Listing

    found = ask_office(house_of(house), Listing(of="cash_devices"))
    if json:
        print_json([{"device": name} | one for name, one in sorted(found.items())])
        return
    listing = table("Cash devices", "device", "terminal", "kind", "enrolled")
    for name, one in sorted(found.items()):
        listing.add_row(name, one["terminal"], one["kind"], "yes" if one["enrolled"] else "no")
    listing.show()
