"""Decisions about staff: who joins, moves, is disabled, and whose password changes.

Managing staff is for the Gaming Shift Manager and for the house itself. Nobody manages themselves,
but everyone may change their own password.
"""

from typing import ClassVar

from msgspec.structs import replace

from croupier.office.approvals import ApprovalDeclined
from croupier.office.base import Change, OfficeEvent
from croupier.office.checks import MANAGES_STAFF, not_allowed, taken, unknown
from croupier.office.names import HOUSE, NAME_LENGTH_MAX, bad_name, quoted
from croupier.office.state import Makers, OfficeState, Staff
from croupier.round.base import Actor, Decision
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal


class StaffAdded(OfficeEvent, frozen=True, kw_only=True):
    """Someone joined the staff, with a first password that ``by`` knows."""

    name: ClassVar[str] = "staff.added"
    staff: str
    position: Position
    by: Actor
    at_ms: int = 0
    """None in older records."""
    bootstrap: bool = False
    """Whether this is one of the house's first people, created by the command line."""
    approver: Actor | None = None
    """The second person, if it took two."""

    def change_office(self, office: OfficeState) -> None:
        office.names.add(self.staff.casefold())
        since = 0 if self.by == HOUSE else self.at_ms
        office.staff[self.staff] = Staff(self.position, self.by.name, new_since_ms=since)
        note_maker(self, office.makers)


class StaffMoved(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff was moved to another position."""

    name: ClassVar[str] = "staff.moved"
    staff: str
    before: Position
    after: Position
    reason: str
    by: Actor
    approver: Actor | None = None
    """The second person, if it took two."""

    def change_office(self, office: OfficeState) -> None:
        """A new position ends an appointment."""
        before = office.staff[self.staff]
        office.staff[self.staff] = replace(
            before, position=self.after, acting=None, acting_until_ms=0
        )


class StaffDisabled(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff may no longer sign in; their sessions and sockets are closed."""

    name: ClassVar[str] = "staff.disabled"
    became = ("enabled", "disabled")
    staff: str
    reason: str
    by: Actor

    def change_office(self, office: OfficeState) -> None:
        before = office.staff[self.staff]
        office.staff[self.staff] = replace(before, enabled=False, acting=None, acting_until_ms=0)


class StaffEnabled(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff may sign in again."""

    name: ClassVar[str] = "staff.enabled"
    became = ("disabled", "enabled")
    staff: str
    reason: str
    by: Actor
    approver: Actor | None = None
    """The second person, if it took two."""

    def change_office(self, office: OfficeState) -> None:
        office.staff[self.staff] = replace(office.staff[self.staff], enabled=True)


class PasswordChanged(OfficeEvent, frozen=True, kw_only=True):
    """Someone's password was changed; neither is on record."""

    name: ClassVar[str] = "staff.password-changed"
    staff: str
    by: Actor
    at_ms: int = 0
    """None in older records."""
    approver: Actor | None = None
    """The second person, if it took two."""

    def change_office(self, office: OfficeState) -> None:
        before, by = office.staff[self.staff], self.by.name
        since = before.new_since_ms if by in (self.staff, HOUSE.name) else self.at_ms
        office.staff[self.staff] = replace(before, password_by=by, new_since_ms=since)
        note_maker(self, office.makers)


class SecondFactorEnrolled(OfficeEvent, frozen=True, kw_only=True):
    """Someone enrolled a second factor; its secret is not on record."""

    name: ClassVar[str] = "staff.second-factor-enrolled"
    staff: str
    by: Actor


class SecondFactorReset(OfficeEvent, frozen=True, kw_only=True):
    """Someone's second factor was reset: they must enrol another one."""

    name: ClassVar[str] = "staff.second-factor-reset"
    staff: str
    reason: str
    by: Actor
    at_ms: int
    approver: Actor | None = None
    """The second person, if it took two."""

    def change_office(self, office: OfficeState) -> None:
        before = office.staff[self.staff]
        since = before.new_since_ms if self.by == HOUSE else self.at_ms
        office.staff[self.staff] = replace(before, new_since_ms=since)
        note_maker(self, office.makers)


def add(state: OfficeState, name: str, position: Position, by: Actor, now_ms: int) -> Decision:
    """Add a member of staff."""
    if (no := not_allowed(state, by, "add-staff", MANAGES_STAFF)) is not None:
        return no
    if (wrong := bad_name(name)) is not None:
        return refusal("staff/bad-name", name=quoted(name), reason=wrong, max=NAME_LENGTH_MAX)
    if taken(state, name):
        return refusal("staff/name-taken", name=name)
    return [StaffAdded(staff=name, position=position, by=by, at_ms=now_ms)]


def move(state: OfficeState, name: str, position: Position, by: Actor, reason: str) -> Decision:
    """Move a member of staff to another position."""
    found = _managed(state, name, by, reason)
    if isinstance(found, Refusal):
        return found
    if found.position == position:
        return refusal("staff/same-position", name=name, position=position)
    moved = StaffMoved(staff=name, before=found.position, after=position, reason=reason, by=by)
    return [moved]


def disable(state: OfficeState, name: str, by: Actor, reason: str) -> Decision:
    """Disable someone at once, until enabled again; their pending requests are declined."""
    found = _managed(state, name, by, reason)
    if isinstance(found, Refusal):
        return found
    if not found.enabled:
        return refusal("staff/disabled", name=name)
    asked = [one for one in state.approvals.values() if one.verdict == "pending"]
    why = f"{name} is disabled"
    return [
        StaffDisabled(staff=name, reason=reason, by=by),
        *(ApprovalDeclined(id=o.id, reason=why, by=by) for o in asked if o.by.name == name),
    ]


def enable(state: OfficeState, name: str, by: Actor, reason: str) -> Decision:
    """Enable someone again."""
    found = _managed(state, name, by, reason)
    if isinstance(found, Refusal):
        return found
    if found.enabled:
        return refusal("staff/enabled", name=name)
    return [StaffEnabled(staff=name, reason=reason, by=by)]


def change_password(state: OfficeState, name: str, by: Actor, now_ms: int) -> Decision:
    """Change one's own password, or another's if one manages staff."""
    own = by.name == name and state.actor(name) == by
    if not own and (no := not_allowed(state, by, "set-password", MANAGES_STAFF)) is not None:
        return no
    if name not in state.staff:
        return unknown(name)
    return [PasswordChanged(staff=name, by=by, at_ms=now_ms)]


def reset_second_factor(
    state: OfficeState, name: str, by: Actor, reason: str, now_ms: int
) -> Decision:
    """Reset a second factor whose device was lost or replaced."""
    found = _managed(state, name, by, reason)
    if isinstance(found, Refusal):
        return found
    return [SecondFactorReset(staff=name, reason=reason, by=by, at_ms=now_ms)]


def _managed(state: OfficeState, name: str, by: Actor, reason: str) -> Staff | Refusal:
    """The member of staff to be managed, or a refusal."""
    if (no := not_allowed(state, by, "manage-staff", MANAGES_STAFF, reason)) is not None:
        return no
    if name == by.name:
        return refusal("staff/own-self", name=name)
    return state.staff.get(name) or unknown(name)


def note_maker(event: StaffAdded | PasswordChanged | SecondFactorReset, makers: Makers) -> None:
    """Remember who created or reset an account; those of the house itself are the bootstrap."""
    if event.by.name not in (event.staff, HOUSE.name):
        makers[event.staff] = tuple(sorted({*makers.get(event.staff, ()), event.by.name}))


class AddStaff(Change, frozen=True, kw_only=True, tag="add-staff"):
    """Someone joins the staff, with a first password."""

    founds = True
    position: Position

    def decide(self, office: OfficeState, by: Actor, reason: str, now_ms: int) -> Decision:
        return add(office, self.name, self.position, by, now_ms)


class MoveStaff(Change, frozen=True, kw_only=True, tag="move-staff"):
    """Someone moves to another position."""

    ends_session = "moved"
    position: Position

    def decide(self, office: OfficeState, by: Actor, reason: str, now_ms: int) -> Decision:
        return move(office, self.name, self.position, by, reason)


class EnableStaff(Change, frozen=True, kw_only=True, tag="enable-staff"):
    """Someone may sign in again."""

    def decide(self, office: OfficeState, by: Actor, reason: str, now_ms: int) -> Decision:
        return enable(office, self.name, by, reason)


class ResetPassword(Change, frozen=True, kw_only=True, tag="reset-password"):
    """Someone else chooses a new password for them."""

    ends_session = "password-changed"

    def decide(self, office: OfficeState, by: Actor, reason: str, now_ms: int) -> Decision:
        return change_password(office, self.name, by, now_ms)


class ResetSecondFactor(Change, frozen=True, kw_only=True, tag="reset-second-factor"):
    """Someone's second factor is reset."""

    ends_session = "second-factor-reset"

    def decide(self, office: OfficeState, by: Actor, reason: str, now_ms: int) -> Decision:
        return reset_second_factor(office, self.name, by, reason, now_ms)
