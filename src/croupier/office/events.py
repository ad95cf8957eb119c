"""What has happened in the office, in the past tense: entries of the house's own stream.

Who did it and why is with each, and what was before and after where something changed. Nothing
secret is ever in one: of passwords and tokens only that they changed, and by whom.
"""

from typing import ClassVar, Literal

import msgspec

from croupier.house.devices import Kind
from croupier.house.events import HouseEvent
from croupier.round.commands import Actor
from croupier.rules.positions import Position

SignInFault = Literal["unknown", "disabled", "password", "code"]
SessionEnd = Literal[
    "asked",
    "expired",
    "replaced",
    "disabled",
    "moved",
    "password-changed",
    "second-factor-reset",
]


class OfficeEvent(HouseEvent, frozen=True, kw_only=True):
    """Something that changes the office, or that the audit trail must know."""


class StaffAdded(OfficeEvent, frozen=True, kw_only=True):
    """Someone joined the staff, with a first password that ``by`` knows."""

    name: ClassVar[str] = "staff.added"
    staff: str
    position: Position
    by: Actor
    at_ms: int = 0
    """Nothing in older records."""
    bootstrap: bool = False
    """One of the house's first people, made by the command line before two could make others."""
    approver: Actor | None = None
    """The second person, where it took two."""


class StaffMoved(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff has another position."""

    name: ClassVar[str] = "staff.moved"
    staff: str
    before: Position
    after: Position
    reason: str
    by: Actor
    approver: Actor | None = None
    """The second person, where it took two."""


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
    """The second person, where it took two."""


class AppointmentEnded(OfficeEvent, frozen=True, kw_only=True):
    """The appointment ended with its shift, or was withdrawn."""

    name: ClassVar[str] = "staff.appointment-ended"
    staff: str
    before: Position
    after: Position
    reason: str
    by: Actor


class StaffAssigned(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff acts at some tables for a shift, and nowhere else then."""

    name: ClassVar[str] = "staff.assigned"
    id: int
    staff: str
    tables: tuple[str, ...]
    from_ms: int
    until_ms: int
    reason: str
    by: Actor


class AssignmentEnded(OfficeEvent, frozen=True, kw_only=True):
    """An assignment ended with its shift, or was withdrawn."""

    name: ClassVar[str] = "staff.assignment-ended"
    id: int
    staff: str
    reason: str
    by: Actor


class StaffDisabled(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff may no longer sign in, and whatever they had open is closed."""

    name: ClassVar[str] = "staff.disabled"
    staff: str
    reason: str
    by: Actor


class StaffEnabled(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff may sign in again."""

    name: ClassVar[str] = "staff.enabled"
    staff: str
    reason: str
    by: Actor
    approver: Actor | None = None
    """The second person, where it took two."""


class PasswordChanged(OfficeEvent, frozen=True, kw_only=True):
    """Someone's password is another one; nothing of either is on record."""

    name: ClassVar[str] = "staff.password-changed"
    staff: str
    by: Actor
    at_ms: int = 0
    """Nothing in older records."""
    approver: Actor | None = None
    """The second person, where it took two."""


class SecondFactorEnrolled(OfficeEvent, frozen=True, kw_only=True):
    """Someone enrolled a device of theirs that makes codes; nothing of its secret is on record."""

    name: ClassVar[str] = "staff.second-factor-enrolled"
    staff: str
    by: Actor


class SecondFactorReset(OfficeEvent, frozen=True, kw_only=True):
    """Someone's second factor counts no longer: they enrol another one."""

    name: ClassVar[str] = "staff.second-factor-reset"
    staff: str
    reason: str
    by: Actor
    at_ms: int
    approver: Actor | None = None
    """The second person, where it took two."""


class StaffSignedIn(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff signed in, or came back to a locked session with their password."""

    name: ClassVar[str] = "staff.signed-in"
    by: Actor
    address: str
    unlocked: bool = False


class StaffSignedOut(OfficeEvent, frozen=True, kw_only=True):
    """A session of a member of staff ended."""

    name: ClassVar[str] = "staff.signed-out"
    by: Actor
    why: SessionEnd


class StaffLocked(OfficeEvent, frozen=True, kw_only=True):
    """A session was idle for too long and needs its password again."""

    name: ClassVar[str] = "staff.locked"
    by: Actor
    idle_ms: int


class SignInFailed(OfficeEvent, frozen=True, kw_only=True):
    """Someone did not get in.

    A name that is nobody's is left out: people type passwords where the name belongs.
    """

    name: ClassVar[str] = "staff.sign-in-failed"
    staff: str | None
    why: SignInFault
    address: str


class SignInThrottled(OfficeEvent, frozen=True, kw_only=True):
    """So many attempts came that the next ones must wait; told once, not for each of them."""

    name: ClassVar[str] = "staff.sign-in-throttled"
    staff: str | None
    address: str
    wait_ms: int


class TerminalEnrolled(OfficeEvent, frozen=True, kw_only=True):
    """A device became a terminal of the house, and plays as the player of its name."""

    name: ClassVar[str] = "terminal.enrolled"
    terminal: str
    by: Actor
    profile: str | None = None
    enrolment: int = 1
    """Counts up each time that the same terminal is enrolled: its action ids begin anew."""
    ended: tuple[str, ...] = ()
    """The vouchers that were given under its name before: not for this one to see."""


class TerminalWithdrawn(OfficeEvent, frozen=True, kw_only=True):
    """A terminal is one no longer; its token opens nothing."""

    name: ClassVar[str] = "terminal.withdrawn"
    terminal: str
    reason: str
    by: Actor


class DeviceEnrolled(OfficeEvent, frozen=True, kw_only=True):
    """A bill validator or ticket printer became a cash device of one terminal."""

    name: ClassVar[str] = "device.enrolled"
    device: str
    terminal: str
    by: Actor
    enrolment: int = 1
    """Counts up each time that the same device is enrolled: its reports begin anew."""
    approver: Actor | None = None
    kind: Kind = "both"


class DeviceWithdrawn(OfficeEvent, frozen=True, kw_only=True):
    """A cash device is one no longer; its token opens nothing."""

    name: ClassVar[str] = "device.withdrawn"
    device: str
    reason: str
    by: Actor


class ApprovalAsked(OfficeEvent, frozen=True, kw_only=True):
    """Someone asks for what takes two people; the command is kept as it was asked."""

    name: ClassVar[str] = "approval.asked"
    id: int
    table: str
    """Empty where it is about the staff and no table."""
    by: Actor
    asked: str
    command: str
    """As JSON, without an approver."""
    reason: str
    at_ms: int
    lapses_ms: int
    round: int = 0
    """The round in play that waits for it, if one does."""


class ApprovalGiven(OfficeEvent, frozen=True, kw_only=True):
    """A second person approved: the command is carried out, numbered so that it counts once."""

    name: ClassVar[str] = "approval.given"
    id: int
    by: Actor
    number: int


class ApprovalDeclined(OfficeEvent, frozen=True, kw_only=True):
    """A second person declined, or the first took it back."""

    name: ClassVar[str] = "approval.declined"
    id: int
    reason: str
    by: Actor


class ApprovalRefused(OfficeEvent, frozen=True, kw_only=True):
    """Someone tried to ask, approve or decline who may not: nothing changed."""

    name: ClassVar[str] = "approval.refused"
    id: int | None = None
    """What was to be approved or declined; nothing where it was not even asked."""
    table: str
    asked: str
    by: Actor
    code: str
    message: str


class ApprovalLapsed(OfficeEvent, frozen=True, kw_only=True):
    """Nobody decided in time."""

    name: ClassVar[str] = "approval.lapsed"
    id: int


class ApprovalCarriedOut(OfficeEvent, frozen=True, kw_only=True):
    """What became of an approved command at its table, or of an approved change of the staff."""

    name: ClassVar[str] = "approval.carried-out"
    id: int
    accepted: bool
    seq: int
    """The table's entry; 0 where it is none, or where the change is right before this."""
    code: str | None = None
    message: str | None = None


class Result(msgspec.Struct, frozen=True, gc=False):
    """A result of a round in cents, won or lost: without a decision, and with it."""

    player: str | None
    """The house where it is nobody's."""
    without: int
    now: int


class AlertRaised(OfficeEvent, frozen=True, kw_only=True):
    """Something that someone must see; it stays until acknowledged."""

    name: ClassVar[str] = "alert.raised"
    id: int
    table: str | None
    kind: str
    text: str
    at_ms: int
    about: tuple[str, ...] = ()
    """The people whom it is about: none of them acknowledges it."""
    decision: int = 0
    """The decision at the table that it tells of, by its count there."""
    results: tuple[Result, ...] = ()
    """What the decision changed in money."""
    measure: str | None = None
    """What somebody did more of in a gaming day than the house lets pass."""
    day: str | None = None


class AlertAcknowledged(OfficeEvent, frozen=True, kw_only=True):
    """Someone saw an alert."""

    name: ClassVar[str] = "alert.acknowledged"
    id: int
    by: Actor


class WheelOrdered(OfficeEvent, frozen=True, kw_only=True):
    """Someone gave a wheel's electronics an order, on record before it is sent."""

    name: ClassVar[str] = "wheel.ordered"
    table: str
    order: str
    reason: str | None
    by: Actor


ALL: tuple[type[OfficeEvent], ...] = tuple(
    value
    for value in list(globals().values())
    if isinstance(value, type) and issubclass(value, OfficeEvent) and value is not OfficeEvent
)
"""Every event of the office, for the journal's codec."""
