"""Acting in a position: an appointment for a shift, on record (6.3 or 6.2, reading 22).

It counts only at tables whose book lets someone act in a position. The appointer holds at least the
position above the one appointed to, or is a Gaming Shift Manager; nobody appoints themselves.
"""

from typing import ClassVar

from msgspec.structs import replace

from croupier.office.base import Change, OfficeEvent
from croupier.office.checks import not_allowed, unknown
from croupier.office.names import HOUSE
from croupier.office.state import OfficeState
from croupier.round.base import Actor, Decision, Event
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal

HOURS_MAX = 12
"""The longest shift."""
HOUR_MS = 3_600_000


class StaffAppointed(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff acts in a higher position for a shift (6.3 or 6.2, reading 22)."""

    name: ClassVar[str] = "staff.appointed"
    staff: str
    before: Position
    after: Position
    until_ms: int
    reason: str
    by: Actor
    approver: Actor | None = None
    """The second person, if it took two."""

    def change_office(self, office: OfficeState) -> None:
        before = office.staff[self.staff]
        office.staff[self.staff] = replace(before, acting=self.after, acting_until_ms=self.until_ms)


class AppointmentEnded(OfficeEvent, frozen=True, kw_only=True):
    """The appointment ended with its shift, or was withdrawn."""

    name: ClassVar[str] = "staff.appointment-ended"
    staff: str
    before: Position
    after: Position
    reason: str
    by: Actor

    def change_office(self, office: OfficeState) -> None:
        before = office.staff[self.staff]
        office.staff[self.staff] = replace(before, acting=None, acting_until_ms=0)


def appoint(
    state: OfficeState,
    name: str,
    position: Position,
    hours: int,
    by: Actor,
    reason: str,
    now_ms: int,
) -> Decision:
    """Someone acts in a higher position until the shift ends."""
    no = not_allowed(state, by, "appoint-staff", above(position), reason)
    if no is not None:
        return no
    known = state.staff.get(name)
    if known is None or not known.enabled:
        return unknown(name)
    if name == by.name:
        return refusal("staff/own-self", name=name)
    if not 1 <= hours <= HOURS_MAX:
        return refusal("staff/bad-hours", max=HOURS_MAX)
    if known.position.at_least(position):
        return refusal("staff/not-above", name=name, own=known.position)
    if known.acting is not None:
        return refusal("staff/acting", name=name, position=known.acting)
    return [
        StaffAppointed(
            staff=name,
            before=known.position,
            after=position,
            until_ms=now_ms + hours * HOUR_MS,
            reason=reason,
            by=by,
        )
    ]


def withdraw(state: OfficeState, name: str, by: Actor, reason: str) -> Decision:
    """End an appointment before its shift."""
    known = state.staff.get(name)
    if known is None:
        return unknown(name)
    least = above(known.acting or Position.DEALER)
    if (no := not_allowed(state, by, "withdraw-appointment", least, reason)) is not None:
        return no
    if known.acting is None:
        return refusal("staff/not-acting", name=name)
    return [_ended(name, known.acting, known.position, reason, by)]


def over(state: OfficeState, now_ms: int) -> list[Event]:
    """The ends of appointments whose shift is over."""
    return [
        _ended(name, one.acting, one.position, "the shift has ended", HOUSE)
        for name, one in state.staff.items()
        if one.acting is not None and now_ms >= one.acting_until_ms
    ]


def above(position: Position) -> Position:
    """The position above, or the highest.

    >>> above(Position.PIT_SUPERVISOR), above(Position.GAMING_SHIFT_MANAGER)
    (<Position.PIT_MANAGER: 'pit-manager'>, <Position.GAMING_SHIFT_MANAGER: 'gaming-shift-manager'>)
    """
    order = list(Position)
    return order[min(order.index(position) + 1, len(order) - 1)]


def _ended(name: str, acting: Position, own: Position, reason: str, by: Actor) -> Event:
    return AppointmentEnded(staff=name, before=acting, after=own, reason=reason, by=by)


class AppointStaff(Change, frozen=True, kw_only=True, tag="appoint-staff"):
    """Someone acts in a higher position for a shift."""

    position: Position
    hours: int

    def decide(self, office: OfficeState, by: Actor, reason: str, now_ms: int) -> Decision:
        return appoint(office, self.name, self.position, self.hours, by, reason, now_ms)
