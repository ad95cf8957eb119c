"""WebSocket messages: JSON texts, distinguished by ``type``.

The server begins with ``hello``. ``watch`` is answered with the complete state of a table, ``now``;
after that ``table``, ``seat`` and ``staff`` carry changes, each as a complete state. Every ``act``
gets exactly one ``verdict`` with its id, once it is durable; sent again, it gets the same.
"""

import msgspec

from croupier.house import AnyCommand
from croupier.protocol.views import FloorView, SeatView, StaffView, TableView
from croupier.rules.positions import Position
from croupier.words import Values


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", gc=False):
    """A message of the server."""


class Asked(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """A message of a client."""


# What a client sends


class Watch(Asked, frozen=True, kw_only=True, tag="watch"):
    """Start watching a table."""

    table: str


class Unwatch(Asked, frozen=True, kw_only=True, tag="unwatch"):
    """Stop watching a table."""

    table: str


class WatchFloor(Asked, frozen=True, kw_only=True, tag="watch-floor"):
    """Start watching the overview of all tables; for staff."""


class Act(Asked, frozen=True, kw_only=True, tag="act"):
    """Give a command to a table. The id counts up per terminal and table."""

    table: str
    id: int
    command: AnyCommand


class ToOffice(Asked, frozen=True, kw_only=True):
    """A request to the office; its verdict has the same id, which the client chooses."""

    id: int = 0


class Ask(ToOffice, frozen=True, kw_only=True, tag="ask"):
    """Ask for a second person's approval of a command, which names no approver."""

    table: str
    command: msgspec.Raw
    reason: str
    """Why, for the second person and the record."""


class Approve(ToOffice, frozen=True, kw_only=True, tag="approve"):
    """Approve another person's request; it takes effect at once."""

    approval: int
    code: str = ""
    """A code of one's second factor, if enrolled."""
    seen: str = ""
    """The fingerprint of the effect shown; if the effect has changed, the approval is refused."""


class Decline(ToOffice, frozen=True, kw_only=True, tag="decline"):
    """Decline another person's request."""

    approval: int
    reason: str


class Acknowledge(ToOffice, frozen=True, kw_only=True, tag="acknowledge"):
    """Acknowledge an alert."""

    alert: int


class Named(msgspec.Struct, frozen=True, gc=False):
    """What is read of a rejected message: which action it was, if any."""

    table: str | None = None
    id: int | None = None


FromClient = Watch | Unwatch | WatchFloor | Act | Ask | Approve | Decline | Acknowledge


# What the server sends


class You(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The client's identity."""

    name: str | None = None
    position: Position | None = None
    terminal: str | None = None
    """The name under which actions are counted."""


class Hello(Frame, frozen=True, kw_only=True, tag="hello"):
    """The first message on a connection."""

    protocol: int
    program: str
    house: str
    currency: str
    demonstration: bool
    tables: tuple[str, ...]
    you: You
    now_ms: int
    reality_check_minutes: int = 60
    """How often a terminal interrupts its player with the time and their net."""


class Now(Frame, frozen=True, kw_only=True, tag="now"):
    """The complete state of a table, as far as this client may see it."""

    table: TableView
    seq: int = 0
    """The last entry included in seat or staff; 0 for the public."""
    seat: SeatView | None = None
    staff: StaffView | None = None


class TableFrame(Frame, frozen=True, kw_only=True, tag="table"):
    """The new public state of a table."""

    table: TableView


class SeatFrame(Frame, frozen=True, kw_only=True, tag="seat"):
    """The new state of the player's own seat."""

    table: str
    seq: int
    seat: SeatView


class StaffFrame(Frame, frozen=True, kw_only=True, tag="staff"):
    """The new state of a table for staff."""

    table: str
    seq: int
    staff: StaffView


class FloorFrame(Frame, frozen=True, kw_only=True, tag="floor"):
    """The overview of all tables."""

    floor: FloorView


class Verdict(Frame, frozen=True, kw_only=True, tag="verdict", omit_defaults=True):
    """The one durable answer to an action or to a request to the office."""

    table: str | None = None
    id: int | None = None
    accepted: bool
    seq: int = 0
    """Its entry; 0 if it is not on record."""
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    approval: int | None = None
    """The pending request, if it waits for a second person."""
    figures: Values | None = None
    """The figures of a refusal, by name: data, from which a page words it in its own language.
    Verdicts that earlier programs put on record have the message alone."""


class Problem(Frame, frozen=True, kw_only=True, tag="problem", omit_defaults=True):
    """A message was rejected: nothing changed and nothing is on record."""

    code: str
    message: str
    table: str | None = None
    id: int | None = None
    figures: Values | None = None
    """The figures of the refusal, by name."""


class Bye(Frame, frozen=True, kw_only=True, tag="bye"):
    """The server closes the connection, and the reason."""

    code: str
    message: str
    figures: Values | None = None
    """Of a session that ended, `why`: `idle` where it is only locked."""


FromServer = (
    Hello | Now | TableFrame | SeatFrame | StaffFrame | FloorFrame | Verdict | Problem | Bye
)
