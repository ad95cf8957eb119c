"""``croupier terminal``: the devices that may bet in a house."""

from typing import Annotated

import typer

from croupier.cli.commands import Commands, JsonOption
from croupier.cli.house import HouseOption, ask_office, house_of
from croupier.cli.listing import table
from croupier.cli.printing import print_json, print_line, shown_once

terminal = Commands(name="terminal", help="Manage the devices that may bet in a house.")


@terminal.command()
def enrol(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="The terminals' names.")],
    profile: Annotated[
        str | None, typer.Option("--profile", help="The make, of those that a table's book names.")
    ] = None,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Enrol devices; each gets a token, shown once, that makes it this terminal."""
    from croupier.server.people.control import EnrolTerminals

    order = EnrolTerminals(terminals=tuple(names), profile=profile)
    tokens = ask_office(house_of(house), order)
    named = ", ".join(tokens)
    lost = f"{named}: enrolled, and the tokens are lost; use croupier terminal withdraw, then enrol"
    with shown_once(lost):
        if json:
            print_json([{"terminal": name, "token": token} for name, token in tokens.items()])
            return
        listing = table("Enrolled; the tokens are shown once", "terminal", "token")
        for name, token in tokens.items():
            listing.add_row(name, token)
        listing.show()


@terminal.command()
def withdraw(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The terminal's name.")],
    reason: Annotated[str, typer.Option("--reason", help="Why, for the record.")],
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Withdraw a terminal."""
    from croupier.server.people.control import WithdrawTerminal

    ask_office(house_of(house), WithdrawTerminal(terminal=name, reason=reason))
    if json:
        print_json({"terminal": name})
    else:
        print_line(f"{name} is a terminal no longer")


@terminal.command(name="list")
def list_(house: HouseOption = None, json: JsonOption = False) -> None:
    """List every terminal."""
    from croupier.server.people.control import Listing

    found = ask_office(house_of(house), Listing(of="terminals"))
    if json:
        print_json([{"terminal": name} | one for name, one in sorted(found.items())])
        return
    listing = table("Terminals", "terminal", "profile", "enrolled")
    for name, one in sorted(found.items()):
        listing.add_row(name, one["profile"] or "", "yes" if one["enrolled"] else "no")
    listing.show()
