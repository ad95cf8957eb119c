"""What is posted to the HTTP API, and what comes back where it is not a view."""

from typing import Literal

import msgspec

from croupier.house import commands as h
from croupier.house.devices import Kind
from croupier.house.meters import Figures
from croupier.protocol.views import PlayerChange, TableView
from croupier.rules.positions import Position
from croupier.rules.terms import BonusPays


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something posted."""


class SignIn(Body, frozen=True, kw_only=True):
    """A member of staff signs in, or unlocks."""

    name: str
    password: str
    code: str = ""
    """Of their second factor, where they have one: without it the answer is
    `sign-in/code-needed`."""


class Unlock(Body, frozen=True, kw_only=True):
    """Someone comes back to a session that locked."""

    password: str


class OwnPassword(Body, frozen=True, kw_only=True):
    """Someone chooses another password for themselves."""

    old: str
    password: str


class OwnFactor(Body, frozen=True, kw_only=True):
    """Someone begins to enrol a second factor: their password, again."""

    password: str


class Code(Body, frozen=True, kw_only=True):
    """A code that one's second factor shows now."""

    code: str


class Approved(Body, frozen=True, kw_only=True):
    """A second person approves, with a code of their second factor where they have one."""

    code: str = ""
    seen: str = ""
    """Of the effect that they were shown: what has another by now is refused."""


class Nothing(Body, frozen=True, kw_only=True):
    """Posted where there is nothing to say."""


class Enrol(Body, frozen=True, kw_only=True):
    """A device becomes the terminal that its token was made for."""

    token: str


class PostedAction(Body, frozen=True, kw_only=True):
    """Something to do at a table; the id counts up by terminal and table."""

    id: int
    command: h.Any


class PostedRequest(Body, frozen=True, kw_only=True):
    """Something for which a second person is asked."""

    table: str
    command: msgspec.Raw
    reason: str


class Declined(Body, frozen=True, kw_only=True):
    """Why it was declined."""

    reason: str


class NewStaff(Body, frozen=True, kw_only=True):
    """Someone joins the staff."""

    name: str
    position: Position
    password: str
    reason: str = ""
    """Needed where it takes a second person: for them, and for the record."""


class NewPosition(Body, frozen=True, kw_only=True):
    """Another position for someone, and why."""

    position: Position
    reason: str


class NewTerminal(Body, frozen=True, kw_only=True):
    """A device to be enrolled."""

    terminal: str
    profile: str | None = None


class NewDevice(Body, frozen=True, kw_only=True):
    """A bill validator or ticket printer to be enrolled, for one terminal."""

    device: str
    terminal: str
    reason: str = ""
    """Why, where it takes two people."""
    kind: Kind = "both"


class BillTaken(Body, frozen=True, kw_only=True):
    """A bill in a device's escrow; the id counts up by device."""

    id: int
    amount: int
    table: str | None = None
    """Needed only where the terminal's player sits at several tables."""


class TicketTaken(Body, frozen=True, kw_only=True):
    """A voucher of the house in a device's escrow, by its number."""

    id: int
    voucher: str
    table: str | None = None


class VoucherAsked(Body, frozen=True, kw_only=True):
    """A voucher by its number, which stands in no address."""

    voucher: str


class Reason(Body, frozen=True, kw_only=True):
    """Why something is done."""

    reason: str


class Appointment(Body, frozen=True, kw_only=True):
    """Someone acts in a higher position for so many hours."""

    position: Position
    hours: int
    reason: str


class NewAssignment(Body, frozen=True, kw_only=True):
    """Someone acts at some tables for so many hours, from now or from a moment on."""

    tables: tuple[str, ...]
    hours: int
    reason: str
    from_ms: int | None = None


class WheelOrder(Body, frozen=True, kw_only=True):
    """Something for a wheel's electronics to do, and why."""

    order: Literal["start-game", "restart", "self-test"]
    reason: str | None = None


class NewPassword(Body, frozen=True, kw_only=True):
    """A new password for someone."""

    password: str
    reason: str = ""
    """Needed where it takes a second person: for them, and for the record."""


First = Literal["password", "second-factor"]
FIRST: dict[str, First] = {
    "first/password": "password",
    "first/second-factor": "second-factor",
}
"""What is to be done before anything else, by the code with which all else is refused."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who the house takes one for."""

    name: str | None = None
    position: Position | None = None
    terminal: str | None = None
    locked: bool = False
    first: First | None = None
    """What they have to do before anything else."""
    second_factor: bool = False
    """Whether they have enrolled a second factor: an approval takes a code of it."""


class FactorShown(msgspec.Struct, frozen=True, kw_only=True):
    """The secret of a second factor, shown once to its owner."""

    secret: str
    uri: str
    picture: tuple[str, ...]
    """The address as a QR code: a row each, 1 where it is dark."""


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A secret that is shown once."""

    terminal: str
    token: str


class HouseShown(msgspec.Struct, frozen=True, kw_only=True):
    """The house as everybody may see it."""

    name: str
    currency: str
    demonstration: bool
    credit: int | None
    """What a visitor of a demonstration may play with."""
    program: str
    protocol: int
    now_ms: int
    tables: tuple[TableView, ...]


class HeadShown(msgspec.Struct, frozen=True, kw_only=True):
    """A signed head of a stream: who keeps it can tell later whether the record was rewritten."""

    stream: str
    seq: int
    hash: str
    key_id: str
    signature: str


class BookShown(msgspec.Struct, frozen=True, kw_only=True):
    """A rule book in brief."""

    id: str
    title: str
    version: str | None
    effective: str
    pockets: tuple[str, ...]
    wheel: tuple[str, ...]
    colours: dict[str, str]


class PieceShown(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a wager."""

    wager: str
    count: int


class WagerShown(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of a book."""

    wager: str
    name: str
    kind: str
    numbers: tuple[str, ...]
    pays: int | BonusPays | None
    pieces: tuple[PieceShown, ...]
    clause: str


class ClauseShown(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of a book, in our own words."""

    number: str
    says: str


class StaffShown(msgspec.Struct, frozen=True, kw_only=True):
    """Someone on the staff."""

    name: str
    position: Position
    enabled: bool
    acting: Position | None = None
    """The position that they are appointed to act in for a shift."""
    acting_until_ms: int | None = None
    second_factor: bool = False
    """Whether they have enrolled one."""


class AssignmentShown(msgspec.Struct, frozen=True, kw_only=True):
    """Tables at which someone acts, and when."""

    id: int
    staff: str
    tables: tuple[str, ...]
    from_ms: int
    until_ms: int
    reason: str
    by: str


class ExcludedShown(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who may not play in this house."""

    player: str
    reason: str | None
    """Why, for a Pit Supervisor or above."""


class EffectShown(msgspec.Struct, frozen=True, kw_only=True):
    """What an approval would do if it were given now, or why it would be refused."""

    allowed: bool
    says: tuple[str, ...] = ()
    players: tuple[PlayerChange, ...] = ()
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    seen: str = ""
    """To be sent with the approval, which then is of this effect and no other."""


class TerminalShown(msgspec.Struct, frozen=True, kw_only=True):
    """A device."""

    terminal: str
    profile: str | None
    enrolled: bool


class DeviceShown(msgspec.Struct, frozen=True, kw_only=True):
    """A cash device, and the terminal that it is bound to."""

    device: str
    terminal: str
    enrolled: bool
    kind: Kind


class DeviceToken(msgspec.Struct, frozen=True, kw_only=True):
    """The token of a new cash device, shown once."""

    device: str
    token: str
    approval: int | None = None
    """What waits for a second person: until then the token opens nothing."""


class DeviceSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A cash device as the house knows it."""

    device: str
    terminal: str
    tables: tuple[str, ...]
    """Where the terminal's player is seated now."""
    last_id: int
    """The last report that was answered on record: the next one has a higher id."""


class CashVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a bill or ticket: stacked, or returned; on record before it is said."""

    stack: bool
    table: str
    seq: int
    """The entry that says so; 0 for a report that is not one, such as an id used for another."""
    code: str | None = None
    message: str | None = None


class DayUncounted(msgspec.Struct, frozen=True, kw_only=True):
    """An ended gaming day of a table that nobody has counted yet."""

    table: str
    day: str


class VoucherShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a voucher is worth that can still be paid, to whom it was given, and until when."""

    amount: int
    player: str
    expires_ms: int


class Uncounted(msgspec.Struct, frozen=True, kw_only=True):
    """What waits to be counted, without what is to be found, and the vouchers of the house: those
    issued are redeemed at tables, cashed, lapsed or outstanding."""

    days: tuple[DayUncounted, ...]
    issued: int
    redeemed: int
    cashed: int
    lapsed: int
    outstanding: int


class RoundShown(msgspec.Struct, frozen=True, kw_only=True):
    """A round in a list; what was staked in all is for staff."""

    round: int
    day: str | None
    opened_ms: int
    ended_ms: int | None
    status: str
    outcome: str | None
    bonus_numbers: tuple[str, ...] | None
    ended_by: str | None
    corrected: bool
    staked: int | None = None
    returned: int | None = None


class DayShown(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of a gaming day; fractions are exact, as text."""

    table: str
    day: str
    figures: Figures
    hold: str | None
    void_rate: str | None
    rounds_an_hour: str | None
    theoretical_win: str | None


class DealerShown(msgspec.Struct, frozen=True, kw_only=True):
    """How the rounds that a dealer opened ended."""

    dealer: str
    rounds: int
    voids: int
    void_rate: str


class MetersShown(msgspec.Struct, frozen=True, kw_only=True):
    """The meters of a table."""

    days: tuple[DayShown, ...]
    dealers: tuple[DealerShown, ...]
