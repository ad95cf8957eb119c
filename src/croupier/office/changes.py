"""Changes of the staff as values, so that one person can ask for one and another approve it.

Whoever can approve, or could after the change, is made, moved, let in again and reset by two people
(house procedure): one asks, another approves. So is a cash device, which makes money by what it
reports. Everybody else takes one, and so does putting someone out, which must be quick.
"""

from typing import get_args

import msgspec

from croupier.house.devices import Kind
from croupier.house.permissions import APPROVER
from croupier.office import appointments, devices, staff
from croupier.office.names import HOUSE
from croupier.office.state import OfficeState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal


class Change(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something that changes one member of the staff, or makes a cash device; a password or token
    is never in it."""

    name: str


class AddStaff(Change, frozen=True, kw_only=True, tag="add-staff"):
    """Someone joins, with a first password."""

    position: Position


class MoveStaff(Change, frozen=True, kw_only=True, tag="move-staff"):
    """Someone has another position."""

    position: Position


class EnableStaff(Change, frozen=True, kw_only=True, tag="enable-staff"):
    """Someone may sign in again."""


class ResetPassword(Change, frozen=True, kw_only=True, tag="reset-password"):
    """Someone else chooses a new password for them."""


class ResetSecondFactor(Change, frozen=True, kw_only=True, tag="reset-second-factor"):
    """Someone's second factor counts no longer."""


class AppointStaff(Change, frozen=True, kw_only=True, tag="appoint-staff"):
    """Someone acts in a higher position for a shift."""

    position: Position
    hours: int


class EnrolDevice(Change, frozen=True, kw_only=True, tag="enrol-device"):
    """A bill validator or ticket printer becomes a cash device of a terminal."""

    terminal: str
    kind: Kind = "both"


Any = (
    AddStaff
    | MoveStaff
    | EnableStaff
    | ResetPassword
    | ResetSecondFactor
    | AppointStaff
    | EnrolDevice
)
NAMES = frozenset(str(kind.__struct_config__.tag) for kind in get_args(Any))

_reader: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Any)


def read(text: str) -> Any:
    """A change as an approval keeps it."""
    return _reader.decode(text)


def decide(
    state: OfficeState,
    change: Any,
    by: Actor,
    reason: str,
    now_ms: int,
    approver: Actor | None = None,
) -> Decision:
    """What a change comes to, asked by one person and approved by another where it takes two."""
    match change:
        case AddStaff(name=name, position=position):
            decided = staff.add(state, name, position, by, now_ms)
        case MoveStaff(name=name, position=position):
            decided = staff.move(state, name, position, by, reason)
        case EnableStaff(name=name):
            decided = staff.enable(state, name, by, reason)
        case ResetPassword(name=name):
            decided = staff.change_password(state, name, by, now_ms)
        case ResetSecondFactor(name=name):
            decided = staff.reset_second_factor(state, name, by, reason, now_ms)
        case AppointStaff(name=name, position=position, hours=hours):
            decided = appointments.appoint(state, name, position, hours, by, reason, now_ms)
        case EnrolDevice(name=name, terminal=terminal, kind=kind):
            decided = devices.enrol(state, name, terminal, by, kind)
    if isinstance(decided, Refusal):
        return decided
    more: dict[str, object] = {} if approver is None else {"approver": approver}
    if isinstance(change, AddStaff) and by == HOUSE:
        more["bootstrap"] = not is_founded(state)
    return [msgspec.structs.replace(event, **more) for event in decided]


def takes_two(state: OfficeState, change: Any) -> bool:
    """Whether it concerns someone who can approve, or could after it, or what reports money."""
    if isinstance(change, EnrolDevice):
        return True
    known = state.staff.get(change.name)
    positions = [getattr(change, "position", None)]
    if known is not None:
        positions += [known.position, known.acting]
    return any(each is not None and each.at_least(APPROVER) for each in positions)


def is_founded(state: OfficeState) -> bool:
    """Whether the house has people who can change its staff by two: a Gaming Shift Manager, and
    another who can approve. Until then the command line makes them; that is the bootstrap."""
    held = [one.position for one in state.staff.values()]
    managers = sum(each.at_least(staff.MANAGES_STAFF) for each in held)
    return managers >= 1 and sum(each.at_least(APPROVER) for each in held) > 1


def loud(state: OfficeState, what: str, name: str) -> str | None:
    """What an alert says when the command line changes someone who can approve: nobody approves
    that, so everybody is to see it. Nothing while the house is being founded."""
    if not is_founded(state):
        return None
    return f"{what} {name}: by the command line, without a second person"
