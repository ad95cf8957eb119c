"""What goes over the WebSocket: JSON texts, one message each, told apart by ``type``.

A client greets nobody: the server begins with ``hello``. To ``watch`` a table gives the whole truth
of it in one ``now``; after that ``table``, ``seat`` and ``staff`` carry what changed, each whole.
Every ``act`` gets exactly one ``verdict`` with its id, once it is durable; sent again, the same.
"""

import msgspec

from croupier.house import commands as h
from croupier.protocol.views import FloorView, SeatView, StaffView, TableView
from croupier.rules.positions import Position


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", gc=False):
    """A message of the server."""


class Asked(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """A message of a client."""


# What a client sends


class Watch(Asked, frozen=True, kw_only=True, tag="watch"):
    """Show this table, from now on."""

    table: str


class Unwatch(Asked, frozen=True, kw_only=True, tag="unwatch"):
    """Show this table no longer."""

    table: str


class WatchFloor(Asked, frozen=True, kw_only=True, tag="watch-floor"):
    """Show the overview of all tables; for staff."""


class Act(Asked, frozen=True, kw_only=True, tag="act"):
    """Do something at a table. The id counts up by terminal and table."""

    table: str
    id: int
    command: h.Any


class ToOffice(Asked, frozen=True, kw_only=True):
    """Something for the office; its verdict has the same id, which is the client's own affair."""

    id: int = 0


class Ask(ToOffice, frozen=True, kw_only=True, tag="ask"):
    """Ask for a second person's approval of something; the command names no approver."""

    table: str
    command: msgspec.Raw
    reason: str
    """Why, for whoever approves and for the record."""


class Approve(ToOffice, frozen=True, kw_only=True, tag="approve"):
    """Approve what another has asked for; it is done at once."""

    approval: int
    code: str = ""
    """Of one's second factor, where one has enrolled it."""
    seen: str = ""
    """Of the effect that one was shown: what has another by now is refused."""


class Decline(ToOffice, frozen=True, kw_only=True, tag="decline"):
    """Decline what another has asked for."""

    approval: int
    reason: str


class Acknowledge(ToOffice, frozen=True, kw_only=True, tag="acknowledge"):
    """An alert was seen by someone."""

    alert: int


class Named(msgspec.Struct, frozen=True, gc=False):
    """What must be known of a message that is not taken: which action it was, if any."""

    table: str | None = None
    id: int | None = None


FromClient = Watch | Unwatch | WatchFloor | Act | Ask | Approve | Decline | Acknowledge


# What the server sends


class You(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Who the server takes the client for."""

    name: str | None = None
    position: Position | None = None
    terminal: str | None = None
    """Under which actions are counted."""


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


class Now(Frame, frozen=True, kw_only=True, tag="now"):
    """The whole truth about a table, as far as this client may see it."""

    table: TableView
    seq: int = 0
    """The last entry that seat or staff tell of; 0 for the public."""
    seat: SeatView | None = None
    staff: StaffView | None = None


class TableFrame(Frame, frozen=True, kw_only=True, tag="table"):
    """A table changed."""

    table: TableView


class SeatFrame(Frame, frozen=True, kw_only=True, tag="seat"):
    """Something that is the player's own changed at a table."""

    table: str
    seq: int
    seat: SeatView


class StaffFrame(Frame, frozen=True, kw_only=True, tag="staff"):
    """Something that staff see of a table changed."""

    table: str
    seq: int
    staff: StaffView


class FloorFrame(Frame, frozen=True, kw_only=True, tag="floor"):
    """The overview of all tables."""

    floor: FloorView


class Verdict(Frame, frozen=True, kw_only=True, tag="verdict", omit_defaults=True):
    """The one durable answer to an action, or to what was asked of the office."""

    table: str | None = None
    id: int | None = None
    accepted: bool
    seq: int = 0
    """The entry that holds it; 0 where nothing is on record."""
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    approval: int | None = None
    """What now waits for a second person."""


class Problem(Frame, frozen=True, kw_only=True, tag="problem", omit_defaults=True):
    """A message could not be taken: nothing was changed, and nothing is on record."""

    code: str
    message: str
    table: str | None = None
    id: int | None = None


class Bye(Frame, frozen=True, kw_only=True, tag="bye"):
    """The server closes the connection, and why."""

    code: str
    message: str


FromServer = (
    Hello | Now | TableFrame | SeatFrame | StaffFrame | FloorFrame | Verdict | Problem | Bye
)
