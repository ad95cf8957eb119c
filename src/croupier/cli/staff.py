"""``croupier staff``: who works in a house."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from croupier.cli.commands import Commands, JsonOption
from croupier.cli.house import HouseOption, ask_office, house_of, now_ms
from croupier.cli.listing import table
from croupier.cli.printing import print_json, print_line, shown_once
from croupier.cli.screen import screen
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, refusal

staff = Commands(
    name="staff",
    help="Manage the people who work in a house. Once a house has a Gaming Shift Manager and "
    "another person who can approve, changing such people from here raises an alert.",
)
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The person's name.")]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why, for the record.")]
POSITIONS = ", ".join(Position)
PositionOption = Annotated[
    Position,
    typer.Option(
        "--position", metavar="POSITION", help=f"One of {POSITIONS}.", case_sensitive=False
    ),
]
ActingOption = Annotated[
    Position,
    typer.Option(
        "--position",
        metavar="POSITION",
        help=f"They act as: {POSITIONS}.",
        case_sensitive=False,
    ),
]
PasswordOption = Annotated[
    str | None,
    typer.Option(
        "--password-file",
        metavar="FILE",
        help="Read the password from a file, or - for standard input; else it is asked for, or "
        "made and printed once where nobody can be asked.",
    ),
]


def _password(source: str | None) -> tuple[str, bool]:
    """The password, and whether it was generated and must be shown."""
    from croupier.server.people.password_rules import new_password

    if source is not None:
        return _read(source), False
    if sys.stdin.isatty():
        return typer.prompt("Password", hide_input=True, confirmation_prompt=True), False
    return new_password(), True


def _read(source: str) -> str:
    """The first line of standard input, or all of a file."""
    try:
        read = sys.stdin.buffer.readline() if source == "-" else Path(source).read_bytes()
        return read.decode().rstrip("\r\n")
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError:
        reason = "it is not text in UTF-8"
    file = "standard input" if source == "-" else source
    raise CroupierError(refusal("file/unreadable", file=file, reason=reason))


def _done(name: str, did: str, *, json: bool) -> None:
    """Print what was done to someone's account."""
    if json:
        print_json({"name": name})
    else:
        print_line(f"{name} {did}")


def _print_done(name: str, done: str, password: str, *, shown: bool, json: bool) -> None:
    lost = f"{name} {done}; if the password is lost, use croupier staff passwd {shlex.quote(name)}"
    with shown_once(lost):
        if json:
            print_json({"name": name} | ({"password": password} if shown else {}))
            return
        print_line(f"{name} {done}")
        if shown:
            screen().print(Text.assemble("password, shown once: ", (password, "bold")))


@staff.command()
def add(
    name: NameArgument,
    position: PositionOption,
    house: HouseOption = None,
    password_file: PasswordOption = None,
    json: JsonOption = False,
) -> None:
    """Add someone to the staff."""
    from croupier.server.people.control import AddStaff

    password, shown = _password(password_file)
    ask_office(house_of(house), AddStaff(name=name, position=position, password=password))
    _print_done(name, f"is on the staff as {position}", password, shown=shown, json=json)


@staff.command()
def disable(
    name: NameArgument,
    reason: ReasonOption,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Disable an account and end its sessions."""
    from croupier.server.people.control import DisableStaff

    ask_office(house_of(house), DisableStaff(name=name, reason=reason))
    _done(name, "may no longer sign in", json=json)


@staff.command()
def enable(
    name: NameArgument,
    reason: ReasonOption,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Enable a disabled account."""
    from croupier.server.people.control import EnableStaff

    ask_office(house_of(house), EnableStaff(name=name, reason=reason))
    _done(name, "may sign in again", json=json)


@staff.command()
def move(
    name: NameArgument,
    position: PositionOption,
    reason: ReasonOption,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Change someone's position; they must sign in again."""
    from croupier.server.people.control import MoveStaff

    ask_office(house_of(house), MoveStaff(name=name, position=position, reason=reason))
    _done(name, f"is {position} now", json=json)


@staff.command()
def appoint(
    name: NameArgument,
    position: ActingOption,
    reason: ReasonOption,
    hours: Annotated[int, typer.Option("--hours", help="How long the shift is.")] = 8,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Appoint someone to a higher position for a shift."""
    from croupier.server.people.control import Appoint

    order = Appoint(name=name, position=position, hours=hours, reason=reason)
    ask_office(house_of(house), order)
    _done(name, f"acts as {position} for {hours} hours", json=json)


@staff.command(name="end-appointment")
def end_appointment(
    name: NameArgument,
    reason: ReasonOption,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """End an appointment before its shift does."""
    from croupier.server.people.control import WithdrawAppointment

    ask_office(house_of(house), WithdrawAppointment(name=name, reason=reason))
    _done(name, "acts in no other position", json=json)


@staff.command()
def passwd(
    name: NameArgument,
    house: HouseOption = None,
    password_file: PasswordOption = None,
    json: JsonOption = False,
) -> None:
    """Set a new password and end all sessions."""
    from croupier.server.people.control import SetPassword

    password, shown = _password(password_file)
    ask_office(house_of(house), SetPassword(name=name, password=password))
    _print_done(name, "has a new password", password, shown=shown, json=json)


@staff.command(name="reset-second-factor")
def reset_second_factor(
    name: NameArgument,
    reason: ReasonOption,
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """Remove someone's second factor and end their sessions."""
    from croupier.server.people.control import ResetSecondFactor

    ask_office(house_of(house), ResetSecondFactor(name=name, reason=reason))
    _done(name, "has no second factor now", json=json)


@staff.command(name="list")
def list_(
    house: HouseOption = None,
    json: JsonOption = False,
) -> None:
    """List everyone on the staff."""
    from croupier.server.people.control import Listing

    found = ask_office(house_of(house), Listing(of="staff"))
    if json:
        print_json([{"name": name} | one for name, one in sorted(found.items())])
        return
    listing = table("Staff", "name", "position", "acts as", "may sign in")
    for name, one in sorted(found.items()):
        acting = one["acting"] if one["acting_until_ms"] > now_ms() else None
        listing.add_row(name, one["position"], acting or "", "yes" if one["enabled"] else "no")
    listing.show()
