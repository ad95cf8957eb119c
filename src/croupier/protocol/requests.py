"""Bodies of the HTTP API, and answers that are not views."""

from typing import Literal

import msgspec

from croupier.house import AnyCommand
from croupier.house.chips import DeviceKind
from croupier.protocol.views import PlayerChange, TableView, View
from croupier.rules.positions import Position
from croupier.rules.terms import BonusPays
from croupier.words import Values


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request body."""


class SignIn(Body, frozen=True, kw_only=True):
    """A member of staff signs in."""

    name: str
    password: str
    code: str = ""
    """A code of their second factor, if enrolled; without it the answer is
    `sign-in/code-needed`."""


class OwnPassword(Body, frozen=True, kw_only=True):
    """Someone changes their own password."""

    old: str
    password: str


class PasswordAgain(Body, frozen=True, kw_only=True):
    """One's own password: to unlock a session or to enrol a second factor."""

    password: str


class Code(Body, frozen=True, kw_only=True):
    """A current code of one's second factor."""

    code: str


class Approved(Body, frozen=True, kw_only=True):
    """A second person approves, with a code of their second factor if enrolled."""

    code: str = ""
    seen: str = ""
    """The fingerprint of the effect shown; if the effect has changed, the approval is refused."""


class Nothing(Body, frozen=True, kw_only=True):
    """An empty body."""


class Enrol(Body, frozen=True, kw_only=True):
    """A device becomes the terminal of its token."""

    token: str


class PostedAction(Body, frozen=True, kw_only=True):
    """A command for a table; the id counts up per terminal and table."""

    id: int
    command: AnyCommand


class PostedRequest(Body, frozen=True, kw_only=True):
    """A command that needs a second person."""

    table: str
    command: msgspec.Raw
    reason: str


class NewStaff(Body, frozen=True, kw_only=True):
    """Someone joins the staff."""

    name: str
    position: Position
    password: str
    reason: str = ""
    """Required if it takes a second person."""


class NewPosition(Body, frozen=True, kw_only=True):
    """A new position for someone, and why."""

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
    """Required if it takes two people."""
    kind: DeviceKind = "both"


class BillTaken(Body, frozen=True, kw_only=True):
    """A bill in a device's escrow; the id counts up per device."""

    id: int
    amount: int
    table: str | None = None
    """Required only if the terminal's player sits at several tables."""


class TicketTaken(Body, frozen=True, kw_only=True):
    """A voucher of the house in a device's escrow, by its number."""

    id: int
    voucher: str
    table: str | None = None


class VoucherAsked(Body, frozen=True, kw_only=True):
    """A voucher by its number, which must not be in an address."""

    voucher: str


class Reason(Body, frozen=True, kw_only=True):
    """A reason."""

    reason: str


class Appointment(Body, frozen=True, kw_only=True):
    """Someone acts in a higher position for some hours."""

    position: Position
    hours: int
    reason: str


class NewAssignment(Body, frozen=True, kw_only=True):
    """Someone works at some tables for some hours, from now or a given time."""

    tables: tuple[str, ...]
    hours: int
    reason: str
    from_ms: int | None = None


class WheelOrder(Body, frozen=True, kw_only=True):
    """An order to a wheel's electronics, and why."""

    order: Literal["start-game", "restart", "self-test"]
    reason: str | None = None


class NewPassword(Body, frozen=True, kw_only=True):
    """A new password for someone."""

    password: str
    reason: str = ""
    """Required if it takes a second person."""


First = Literal["password", "second-factor"]
FIRST: dict[str, First] = {
    "first/password": "password",
    "first/second-factor": "second-factor",
}
"""What must be done first, by the code of the refusals until then."""


class Me(View, frozen=True, kw_only=True):
    """One's identity."""

    name: str | None = None
    position: Position | None = None
    terminal: str | None = None
    locked: bool = False
    first: First | None = None
    """What they must do first."""
    second_factor: bool = False
    """Whether they have enrolled a second factor, whose codes approvals need."""


class FactorShown(View, frozen=True, kw_only=True):
    """The secret of a second factor, shown to its owner once."""

    secret: str
    uri: str
    picture: tuple[str, ...]
    """The address as a QR code: one string per row, 1 for dark."""


class Token(View, frozen=True, kw_only=True):
    """The token of a new terminal, shown once."""

    terminal: str
    token: str


class HouseShown(View, frozen=True, kw_only=True):
    """The public data of the house."""

    name: str
    currency: str
    demonstration: bool
    credit: int | None
    """The credit of a visitor to a demonstration."""
    program: str
    protocol: int
    now_ms: int
    tables: tuple[TableView, ...]


class HeadShown(View, frozen=True, kw_only=True):
    """A signed head of a stream; kept, it shows later whether the record was rewritten."""

    stream: str
    seq: int
    hash: str
    key_id: str
    signature: str


class BookShown(View, frozen=True, kw_only=True):
    """A rule book in brief."""

    id: str
    title: str
    version: str | None
    effective: str
    pockets: tuple[str, ...]
    wheel: tuple[str, ...]
    colours: dict[str, str]


class PieceShown(View, frozen=True, kw_only=True):
    """A part of a wager."""

    wager: str
    count: int


class WagerShown(View, frozen=True, kw_only=True):
    """A wager of a book."""

    wager: str
    name: str
    kind: str
    numbers: tuple[str, ...]
    pays: int | BonusPays | None
    pieces: tuple[PieceShown, ...]
    piece_count: int
    clause: str


class ClauseShown(View, frozen=True, kw_only=True):
    """A clause of a book, in our own words."""

    number: str
    says: str


class StaffShown(View, frozen=True, kw_only=True):
    """Someone on the staff."""

    name: str
    position: Position
    enabled: bool
    acting: Position | None = None
    """The position they act in for a shift."""
    acting_until_ms: int | None = None
    second_factor: bool = False
    """Whether they have enrolled one."""


class AssignmentShown(View, frozen=True, kw_only=True):
    """Tables at which someone works, and when."""

    id: int
    staff: str
    tables: tuple[str, ...]
    from_ms: int
    until_ms: int
    reason: str
    by: str


class ExcludedShown(View, frozen=True, kw_only=True):
    """Someone who may not play in this house."""

    player: str
    reason: str | None
    """Only for a Pit Supervisor or above."""


class EffectShown(View, frozen=True, kw_only=True):
    """What an approval would do now, or why it would be refused."""

    allowed: bool
    says: tuple[str, ...] = ()
    players: tuple[PlayerChange, ...] = ()
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    figures: Values | None = None
    """The figures of the refusal, by name."""
    seen: str = ""
    """The fingerprint of this effect; sent with the approval, it approves only this effect."""


class TerminalShown(View, frozen=True, kw_only=True):
    """A device."""

    terminal: str
    profile: str | None
    enrolled: bool


class DeviceShown(View, frozen=True, kw_only=True):
    """A cash device, and the terminal that it is bound to."""

    device: str
    terminal: str
    enrolled: bool
    kind: DeviceKind


class DeviceToken(View, frozen=True, kw_only=True):
    """The token of a new cash device, shown once."""

    device: str
    token: str
    approval: int | None = None
    """The pending request; the token is not valid until it is approved."""


class DeviceSeen(View, frozen=True, kw_only=True):
    """The state of a cash device."""

    device: str
    terminal: str
    tables: tuple[str, ...]
    """Where the terminal's player is seated."""
    last_id: int
    """The last recorded report; the next one needs a higher id."""


class CashVerdict(View, frozen=True, kw_only=True):
    """Whether to stack or return a bill or ticket; on record before it is sent."""

    stack: bool
    table: str
    seq: int
    """Its entry; 0 if not on record, such as for a reused id."""
    code: str | None = None
    message: str | None = None
    figures: Values | None = None
    """The figures of the refusal, by name."""


class DayUncounted(View, frozen=True, kw_only=True):
    """An ended gaming day of a table that is not counted yet."""

    table: str
    day: str


class VoucherShown(View, frozen=True, kw_only=True):
    """The amount, owner and expiry of a valid voucher."""

    amount: int
    player: str
    expires_ms: int


class Uncounted(View, frozen=True, kw_only=True):
    """The days to count, without expected amounts, and the vouchers of the house: issued ones are
    redeemed at tables, cashed, lapsed or outstanding."""

    days: tuple[DayUncounted, ...]
    issued: int
    redeemed: int
    cashed: int
    lapsed: int
    outstanding: int


class RoundShown(View, frozen=True, kw_only=True):
    """A round in a list. The totals are for staff; of a player's own rounds they are their own."""

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
