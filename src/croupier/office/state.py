"""The state of the office, how each event changes it, and the state as plain values.

``evolve`` never refuses: what it is given has happened. Each record in the state is replaced, not
changed, so that a copy of the state stays what it was.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.house.devices import Kind
from croupier.office import events as e
from croupier.office.names import HOUSE
from croupier.round.commands import Actor
from croupier.round.events import Event
from croupier.rules.positions import Position

APPROVALS_KEPT = 100
"""How many decided approvals are kept to be shown."""


Makers = dict[str, tuple[str, ...]]
"""Who ever made an account or chose its password: neither its owner nor the house itself."""


class Staff(msgspec.Struct, frozen=True):
    """A member of staff."""

    position: Position
    password_by: str
    """Who chose the password: until it is their own, that person knows it too."""
    enabled: bool = True
    acting: Position | None = None
    """The position that they are appointed to act in for a shift."""
    acting_until_ms: int = 0
    new_since_ms: int = 0
    """When somebody made the account or chose its password last; not counted of the house."""


class Assignment(msgspec.Struct, frozen=True):
    """Tables at which someone acts, and when."""

    staff: str
    tables: tuple[str, ...]
    from_ms: int
    until_ms: int
    reason: str
    by: Actor


class Terminal(msgspec.Struct, frozen=True):
    """A device that is, or was, a terminal of the house."""

    profile: str | None = None
    enrolled: bool = True
    enrolment: int = 1
    ended: tuple[str, ...] = ()
    """Vouchers given under its name before it was enrolled, which it is not shown."""

    def counted_as(self, name: str) -> str:
        """The name under which tables count this enrolment's actions: no name has a slash.

        >>> Terminal().counted_as("kiosk"), Terminal(enrolment=2).counted_as("kiosk")
        ('kiosk', 'kiosk/2')
        """
        return name if self.enrolment == 1 else f"{name}/{self.enrolment}"


class CashDevice(msgspec.Struct, frozen=True):
    """A bill validator or ticket printer at one terminal."""

    terminal: str
    enrolled: bool = True
    enrolment: int = 1
    kind: Kind = "both"

    def counted_as(self, name: str) -> str:
        """The name under which tables count this enrolment's reports: no other has its slashes.

        >>> CashDevice("kiosk").counted_as("acceptor")
        'acceptor/cash/1'
        """
        return f"{name}/cash/{self.enrolment}"


Verdict = Literal["pending", "given", "declined", "lapsed", "carried-out", "refused"]


class Approval(msgspec.Struct, frozen=True):
    """Something that takes two people."""

    id: int
    table: str
    by: Actor
    asked: str
    command: str
    reason: str
    at_ms: int
    lapses_ms: int
    verdict: Verdict = "pending"
    second: Actor | None = None
    """Who approved or declined."""
    number: int = 0
    """Counts up with each that is approved: its table carries it out once."""
    why_not: str | None = None
    round: int = 0
    """The round in play that waits for it, if one does."""

    @property
    def is_open(self) -> bool:
        """Whether it waits for a second person, or for its table."""
        return self.verdict in ("pending", "given")


class Alert(msgspec.Struct, frozen=True):
    """Something that nobody has acknowledged yet."""

    id: int
    table: str | None
    kind: str
    text: str
    at_ms: int
    about: tuple[str, ...] = ()
    decision: int = 0
    results: tuple[e.Result, ...] = ()


class OfficeState(msgspec.Struct):
    """Staff and terminals by name, approvals and alerts by number."""

    staff: dict[str, Staff] = {}
    terminals: dict[str, Terminal] = {}
    cash_devices: dict[str, CashDevice] = {}
    approvals: dict[int, Approval] = {}
    alerts: dict[int, Alert] = {}
    approvals_asked: int = 0
    approvals_given: int = 0
    alerts_raised: int = 0
    names: set[str] = set()
    """Every name of a person or a device, in small letters: no two read the same."""
    makers: Makers = {}
    assignments: dict[int, Assignment] = {}
    assignments_made: int = 0
    overseen: dict[str, int] = {}
    """The last decision of each table that an alert was raised of."""
    rates_told: dict[str, dict[str, str]] = {}
    """The latest gaming day of which an alert told that somebody did too much of something."""

    def copy(self) -> "OfficeState":
        """The same state, which changes on its own from here."""
        return replace(
            self,
            staff=dict(self.staff),
            terminals=dict(self.terminals),
            cash_devices=dict(self.cash_devices),
            approvals=dict(self.approvals),
            alerts=dict(self.alerts),
            names=set(self.names),
            makers=dict(self.makers),
            assignments=dict(self.assignments),
            overseen=dict(self.overseen),
            rates_told=dict(self.rates_told),
        )

    def actor(self, name: str) -> Actor | None:
        """Someone who may work now, in their present position."""
        known = self.staff.get(name)
        return Actor(name, known.position) if known is not None and known.enabled else None

    def serves(self, device: str) -> str | None:
        """The terminal that a cash device is bound to, while both are enrolled."""
        known = self.cash_devices.get(device)
        if known is None or not known.enrolled:
            return None
        terminal = self.terminals.get(known.terminal)
        return known.terminal if terminal is not None and terminal.enrolled else None

    def devices_of(self, terminal: str) -> list[str]:
        """The cash devices that are enrolled for a terminal."""
        known = self.cash_devices.items()
        return [name for name, one in known if one.enrolled and one.terminal == terminal]

    def acting(self, actor: Actor) -> Actor:
        """The same person in the position that they are appointed to act in, if they are."""
        known = self.staff.get(actor.name)
        if known is None or known.acting is None or actor != self.actor(actor.name):
            return actor
        return Actor(actor.name, known.acting, acting=True)

    def hands(self, name: str) -> frozenset[str]:
        """Who may stand behind an account: its owner, its makers, and the makers of those."""
        found = {name}
        to_follow = [name]
        while to_follow:
            new = set(self.makers.get(to_follow.pop(), ())) - found
            found |= new
            to_follow += new
        return frozenset(found)


Change = Callable[[Any, OfficeState], None]


def evolve(event: Event, state: OfficeState) -> None:
    """Change the office by what happened."""
    CHANGES[type(event)](event, state)


def _added(event: e.StaffAdded, state: OfficeState) -> None:
    state.names.add(event.staff.casefold())
    since = 0 if event.by == HOUSE else event.at_ms
    state.staff[event.staff] = Staff(event.position, event.by.name, new_since_ms=since)
    note_maker(event, state.makers)


def _moved(event: e.StaffMoved, state: OfficeState) -> None:
    """Another position of their own ends an appointment."""
    before = state.staff[event.staff]
    state.staff[event.staff] = replace(before, position=event.after, acting=None, acting_until_ms=0)


def _appointed(event: e.StaffAppointed, state: OfficeState) -> None:
    before = state.staff[event.staff]
    state.staff[event.staff] = replace(before, acting=event.after, acting_until_ms=event.until_ms)


def _appointment_ended(event: e.AppointmentEnded, state: OfficeState) -> None:
    before = state.staff[event.staff]
    state.staff[event.staff] = replace(before, acting=None, acting_until_ms=0)


def _assigned(event: e.StaffAssigned, state: OfficeState) -> None:
    state.assignments_made = event.id
    times = event.from_ms, event.until_ms
    state.assignments[event.id] = Assignment(
        event.staff, event.tables, *times, event.reason, event.by
    )


def _assignment_ended(event: e.AssignmentEnded, state: OfficeState) -> None:
    del state.assignments[event.id]


def _disabled(event: e.StaffDisabled, state: OfficeState) -> None:
    before = state.staff[event.staff]
    state.staff[event.staff] = replace(before, enabled=False, acting=None, acting_until_ms=0)


def _enabled(event: e.StaffEnabled, state: OfficeState) -> None:
    state.staff[event.staff] = replace(state.staff[event.staff], enabled=True)


def _password_changed(event: e.PasswordChanged, state: OfficeState) -> None:
    before, by = state.staff[event.staff], event.by.name
    since = before.new_since_ms if by in (event.staff, HOUSE.name) else event.at_ms
    state.staff[event.staff] = replace(before, password_by=by, new_since_ms=since)
    note_maker(event, state.makers)


def _factor_reset(event: e.SecondFactorReset, state: OfficeState) -> None:
    before = state.staff[event.staff]
    since = before.new_since_ms if event.by == HOUSE else event.at_ms
    state.staff[event.staff] = replace(before, new_since_ms=since)
    note_maker(event, state.makers)


Makes = e.StaffAdded | e.PasswordChanged | e.SecondFactorReset


def note_maker(event: Makes, makers: Makers) -> None:
    """Somebody made an account or reset it; the house's own are the bootstrap."""
    if event.by.name not in (event.staff, HOUSE.name):
        makers[event.staff] = tuple(sorted({*makers.get(event.staff, ()), event.by.name}))


def _enrolled(event: e.TerminalEnrolled, state: OfficeState) -> None:
    state.names.add(event.terminal.casefold())
    terminal = Terminal(event.profile, enrolment=event.enrolment, ended=event.ended)
    state.terminals[event.terminal] = terminal


def _withdrawn(event: e.TerminalWithdrawn, state: OfficeState) -> None:
    before = state.terminals[event.terminal]
    state.terminals[event.terminal] = replace(before, enrolled=False)
    _put_out_devices(event.terminal, state)


def _put_out_devices(terminal: str, state: OfficeState) -> None:
    """A terminal's cash devices go with it, and do not come back with its name."""
    for name in state.devices_of(terminal):
        state.cash_devices[name] = replace(state.cash_devices[name], enrolled=False)


def _device_enrolled(event: e.DeviceEnrolled, state: OfficeState) -> None:
    state.names.add(event.device.casefold())
    device = CashDevice(event.terminal, enrolment=event.enrolment, kind=event.kind)
    state.cash_devices[event.device] = device


def _device_withdrawn(event: e.DeviceWithdrawn, state: OfficeState) -> None:
    before = state.cash_devices[event.device]
    state.cash_devices[event.device] = replace(before, enrolled=False)


def _asked(event: e.ApprovalAsked, state: OfficeState) -> None:
    state.approvals_asked = event.id
    state.approvals[event.id] = Approval(
        event.id,
        event.table,
        event.by,
        event.asked,
        event.command,
        event.reason,
        event.at_ms,
        event.lapses_ms,
        round=event.round,
    )
    decided = [one.id for one in state.approvals.values() if not one.is_open]
    for old in decided[: max(0, len(decided) - APPROVALS_KEPT)]:
        del state.approvals[old]


def _given(event: e.ApprovalGiven, state: OfficeState) -> None:
    state.approvals_given = event.number
    _decided(event.id, state, verdict="given", second=event.by, number=event.number)


def _declined(event: e.ApprovalDeclined, state: OfficeState) -> None:
    _decided(event.id, state, verdict="declined", second=event.by, why_not=event.reason)


def _lapsed(event: e.ApprovalLapsed, state: OfficeState) -> None:
    _decided(event.id, state, verdict="lapsed")


def _carried_out(event: e.ApprovalCarriedOut, state: OfficeState) -> None:
    verdict = "carried-out" if event.accepted else "refused"
    _decided(event.id, state, verdict=verdict, why_not=event.message)


def _decided(id_: int, state: OfficeState, **changes: object) -> None:
    state.approvals[id_] = replace(state.approvals[id_], **changes)


def _raised(event: e.AlertRaised, state: OfficeState) -> None:
    state.alerts_raised = event.id
    what = (event.table, event.kind, event.text, event.at_ms)
    state.alerts[event.id] = Alert(event.id, *what, event.about, event.decision, event.results)
    if event.decision and event.table is not None:
        state.overseen[event.table] = event.decision
    if event.measure is not None and event.day is not None:
        (name,) = event.about
        told = state.rates_told.get(name, {})
        state.rates_told[name] = {**told, event.measure: event.day}


def _acknowledged(event: e.AlertAcknowledged, state: OfficeState) -> None:
    del state.alerts[event.id]


def _nothing(event: Event, state: OfficeState) -> None:
    """For the audit trail alone: it changes nothing that outlives the process."""


CHANGES: Mapping[type[Event], Change] = {
    e.StaffAdded: _added,
    e.StaffMoved: _moved,
    e.StaffAppointed: _appointed,
    e.AppointmentEnded: _appointment_ended,
    e.StaffAssigned: _assigned,
    e.AssignmentEnded: _assignment_ended,
    e.StaffDisabled: _disabled,
    e.StaffEnabled: _enabled,
    e.PasswordChanged: _password_changed,
    e.SecondFactorEnrolled: _nothing,
    e.SecondFactorReset: _factor_reset,
    e.StaffSignedIn: _nothing,
    e.StaffSignedOut: _nothing,
    e.StaffLocked: _nothing,
    e.SignInFailed: _nothing,
    e.SignInThrottled: _nothing,
    e.TerminalEnrolled: _enrolled,
    e.TerminalWithdrawn: _withdrawn,
    e.DeviceEnrolled: _device_enrolled,
    e.DeviceWithdrawn: _device_withdrawn,
    e.ApprovalAsked: _asked,
    e.ApprovalGiven: _given,
    e.ApprovalDeclined: _declined,
    e.ApprovalRefused: _nothing,
    e.ApprovalLapsed: _lapsed,
    e.ApprovalCarriedOut: _carried_out,
    e.AlertRaised: _raised,
    e.AlertAcknowledged: _acknowledged,
    e.WheelOrdered: _nothing,
}


def to_plain(state: OfficeState) -> Any:
    """The office as plain values, for the snapshot that ends a gaming day."""
    return msgspec.to_builtins(state, str_keys=True, order="deterministic")


def from_plain(plain: Any) -> OfficeState:
    """The office as it was written; an earlier program did not put out devices with terminals."""
    state = msgspec.convert(plain, OfficeState, str_keys=True)
    for name, one in state.terminals.items():
        if not one.enrolled:
            _put_out_devices(name, state)
    return state
