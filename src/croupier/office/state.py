"""The state of the office, how each event changes it, and the state as plain values.

``evolve`` never refuses: what it is given has happened. Each record in the state is replaced, not
changed, so that a copy of the state stays what it was.
"""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.house.chips import DeviceKind
from croupier.office.base import OfficeEvent
from croupier.round.base import Actor, Event
from croupier.rules.positions import Position
from croupier.words.message import Message, as_typed

APPROVALS_KEPT = 100
"""The number of decided requests kept for display."""


Makers = dict[str, tuple[str, ...]]
"""Everyone who created an account or chose its password, except its owner and the house."""


class Staff(msgspec.Struct, frozen=True):
    """A member of staff."""

    position: Position
    password_by: str
    """Who chose the password, and therefore knows it."""
    enabled: bool = True
    acting: Position | None = None
    """The position in which they act for a shift, by appointment."""
    acting_until_ms: int = 0
    new_since_ms: int = 0
    """When somebody other than the house last created the account or chose its password."""


class Assignment(msgspec.Struct, frozen=True):
    """Tables at which someone works, and when."""

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
    """Vouchers issued under its name before it was enrolled; it does not see them."""

    def counted_as(self, name: str) -> str:
        """The name under which tables count this enrolment's actions; real names have no slash.

        >>> Terminal().counted_as("kiosk"), Terminal(enrolment=2).counted_as("kiosk")
        ('kiosk', 'kiosk/2')
        """
        return name if self.enrolment == 1 else f"{name}/{self.enrolment}"


class CashDevice(msgspec.Struct, frozen=True):
    """A bill validator or ticket printer at one terminal."""

    terminal: str
    enrolled: bool = True
    enrolment: int = 1
    kind: DeviceKind = "both"

    def counted_as(self, name: str) -> str:
        """The name under which tables count this enrolment's reports; unlike any other name.

        >>> CashDevice("kiosk").counted_as("acceptor")
        'acceptor/cash/1'
        """
        return f"{name}/cash/{self.enrolment}"


Verdict = Literal["pending", "given", "declined", "lapsed", "carried-out", "refused"]


class Approval(msgspec.Struct, frozen=True):
    """A request that takes two people."""

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
    """The number of the approval, under which its table carries it out once."""
    why_not: str | None = None
    round: int = 0
    """The round in play that waits for it, if any."""

    @property
    def is_open(self) -> bool:
        """Whether it waits for a second person, or for its table."""
        return self.verdict in ("pending", "given")


class ResultChange(msgspec.Struct, frozen=True, gc=False):
    """A result of a round in cents, won or lost: without a decision, and with it."""

    player: str | None
    """None for the house."""
    without: int
    now: int


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """An alert that nobody has acknowledged yet."""

    id: int
    table: str | None
    kind: str
    text: str = ""
    """The English text of earlier programs, which had no messages."""
    says: tuple[Message, ...] = ()
    at_ms: int
    about: tuple[str, ...] = ()
    decision: int = 0
    results: tuple[ResultChange, ...] = ()

    def __post_init__(self) -> None:
        if self.text and not self.says:
            msgspec.structs.force_setattr(self, "says", (as_typed(self.text),))


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
    """All names of people and devices, in lower case, so that they stay unique."""
    makers: Makers = {}
    assignments: dict[int, Assignment] = {}
    assignments_made: int = 0
    overseen: dict[str, int] = {}
    """The last decision of each table with an alert."""
    rates_told: dict[str, dict[str, str]] = {}
    """The latest gaming day with an alert about too frequent decisions."""

    def copy(self) -> "OfficeState":
        """An independent copy."""
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
        """An active member of staff in their present position, or None."""
        known = self.staff.get(name)
        return Actor(name, known.position) if known is not None and known.enabled else None

    def serves(self, device: str) -> str | None:
        """The terminal of a cash device, while both are enrolled."""
        known = self.cash_devices.get(device)
        if known is None or not known.enrolled:
            return None
        terminal = self.terminals.get(known.terminal)
        return known.terminal if terminal is not None and terminal.enrolled else None

    def devices_of(self, terminal: str) -> list[str]:
        """The enrolled cash devices of a terminal."""
        known = self.cash_devices.items()
        return [name for name, one in known if one.enrolled and one.terminal == terminal]

    def put_out_devices(self, terminal: str) -> None:
        """Withdraw a terminal's cash devices with it, for good."""
        for name in self.devices_of(terminal):
            self.cash_devices[name] = replace(self.cash_devices[name], enrolled=False)

    def decide_approval(self, id_: int, **changes: object) -> None:
        """Record the decision on a request."""
        self.approvals[id_] = replace(self.approvals[id_], **changes)

    def acting(self, actor: Actor) -> Actor:
        """The same person in the position in which they act by appointment, or None."""
        known = self.staff.get(actor.name)
        if known is None or known.acting is None or actor != self.actor(actor.name):
            return actor
        return Actor(actor.name, known.acting, acting=True)

    def hands(self, name: str) -> frozenset[str]:
        """The people who may control an account: its owner, its makers, and the makers of those."""
        found = {name}
        to_follow = [name]
        while to_follow:
            new = set(self.makers.get(to_follow.pop(), ())) - found
            found |= new
            to_follow += new
        return frozenset(found)


def evolve(event: Event, state: OfficeState) -> None:
    """Apply an event to the office."""
    assert isinstance(event, OfficeEvent), f"{event.name} does not happen in the office"
    event.change_office(state)


def to_plain(state: OfficeState) -> Any:
    """The office as plain values, for a snapshot."""
    return msgspec.to_builtins(state, str_keys=True, order="deterministic")


def from_plain(plain: Any) -> OfficeState:
    """The office from plain values; earlier programs kept devices of withdrawn terminals."""
    state = msgspec.convert(plain, OfficeState, str_keys=True)
    for name, one in state.terminals.items():
        if not one.enrolled:
            state.put_out_devices(name)
    return state
