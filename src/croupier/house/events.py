"""What has happened at a table and in the house, in the past tense, beside the round's events.

Most belong to the stream of their table. Vouchers and excluded players are the whole house's:
those events go to its own stream, in the same append as the table's part of the story.
"""

from typing import ClassVar, Literal

import msgspec

from croupier.house.commands import Payment
from croupier.round import events as r
from croupier.round.commands import Actor
from croupier.round.events import Event, LimitsTaken
from croupier.rules.terms import Chips

Stream = Literal["table", "house"]
PaidWith = Literal["cash", "voucher", "bill", "desk"]
"""How chips were paid for: cash or a voucher at the table, a bill in a cash device, cash at the
cash desk."""


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """The cash and the papers of a table's gaming day, by where they came from and went."""

    cash: int = 0
    """Taken for chips at the table."""
    bills: int = 0
    """Taken by cash devices."""
    vouchers: int = 0
    """Redeemed here."""
    desk: int = 0
    """Taken for chips at the cash desk."""
    paid: int = 0
    """Cash paid out for chips and for what was held."""


class HouseEvent(Event, frozen=True, kw_only=True):
    """Something that concerns every table."""

    stream: ClassVar[Stream] = "house"


class DayStarted(Event, frozen=True, kw_only=True):
    """A gaming day began."""

    name: ClassVar[str] = "day.started"
    day: str
    by: Actor


class DayEnded(Event, frozen=True, kw_only=True):
    """The gaming day ended; the box went to the count with so much in it."""

    name: ClassVar[str] = "day.ended"
    day: str
    box: int
    by: Actor
    to_count: Box | None = None
    """What the count is to find; days of earlier programs were not counted."""


class DayCounted(Event, frozen=True, kw_only=True):
    """Two people counted what a gaming day left; one alone could in earlier programs."""

    name: ClassVar[str] = "day.counted"
    day: str
    counted: Box
    expected: Box
    by: Actor
    approver: Actor | None = None


class ShiftStarted(Event, frozen=True, kw_only=True):
    """A shift began."""

    name: ClassVar[str] = "shift.started"
    shift: str
    by: Actor


class ShiftEnded(Event, frozen=True, kw_only=True):
    """The shift ended."""

    name: ClassVar[str] = "shift.ended"
    shift: str
    by: Actor


class TableOpened(Event, frozen=True, kw_only=True):
    """The table opened with so much in its tray."""

    name: ClassVar[str] = "table.opened"
    opener: int
    by: Actor


class FloatFilled(Event, frozen=True, kw_only=True):
    """Chips came from the cage to the tray."""

    name: ClassVar[str] = "float.filled"
    amount: int
    by: Actor
    short: bool = False
    """Whether the tray had too little for what is paid in the same append: the cage made it good,
    and someone is to bring the chips."""


class FloatCredited(Event, frozen=True, kw_only=True):
    """Chips went from the tray to the cage."""

    name: ClassVar[str] = "float.credited"
    amount: int
    by: Actor


class TableClosed(Event, frozen=True, kw_only=True):
    """The table closed; what was counted and what was on record went to the cage."""

    name: ClassVar[str] = "table.closed"
    closer: int
    expected: int
    by: Actor
    approver: Actor | None = None


class LimitsSet(Event, frozen=True, kw_only=True):
    """The limits from the next round on."""

    name: ClassVar[str] = "limits.set"
    version: ClassVar[int] = 2
    limits: LimitsTaken
    before: LimitsTaken | None
    """Those that they take the place of; what version 1 left out."""
    reason: str | None
    by: Actor


class MaximumPayoutSet(Event, frozen=True, kw_only=True):
    """The most that a round may pay, from the next one on; nothing where there is no such limit."""

    name: ClassVar[str] = "maximum-payout.set"
    version: ClassVar[int] = 2
    amount: int | None
    before: int | None
    """What it takes the place of; version 1 left it out."""
    reason: str | None
    by: Actor


class SeatTaken(Event, frozen=True, kw_only=True):
    """A player sat down; who comes back to chips in play has their colour and its value still."""

    name: ClassVar[str] = "seat.taken"
    player: str
    by: Actor
    colour: str | None = None
    value: int | None = None


class SeatLeft(Event, frozen=True, kw_only=True):
    """A player left; their colour chips became cash chips, and all in front of them is held."""

    name: ClassVar[str] = "seat.left"
    player: str
    purse: dict[Chips, int]
    by: Actor
    reason: str | None = None


class ChipsBought(Event, frozen=True, kw_only=True):
    """A player bought chips or credits; of colour chips, at what value and with which marker."""

    name: ClassVar[str] = "chips.bought"
    player: str
    chips: Chips
    amount: int
    by: Actor
    paid_with: PaidWith = "cash"
    voucher: str | None = None
    colour: str | None = None
    value: int | None = None
    marker: bool = False
    approver: Actor | None = None


class ChipsChanged(Event, frozen=True, kw_only=True):
    """A player changed chips of one kind into the other."""

    name: ClassVar[str] = "chips.changed"
    player: str
    out_of: Chips
    into: Chips
    amount: int
    by: Actor
    colour: str | None = None
    value: int | None = None
    marker: bool = False


class ChipsCashedOut(Event, frozen=True, kw_only=True):
    """A player gave up chips or credits for cash or a voucher."""

    name: ClassVar[str] = "chips.cashed-out"
    player: str
    purse: dict[Chips, int]
    paid: Payment
    by: Actor
    voucher: str | None = None
    approver: Actor | None = None


class HeldCollected(Event, frozen=True, kw_only=True):
    """A player took what was held for them."""

    name: ClassVar[str] = "held.collected"
    player: str
    amount: int
    paid: Payment | Literal["chips"]
    by: Actor
    voucher: str | None = None
    approver: Actor | None = None


class BalanceAdjusted(Event, frozen=True, kw_only=True):
    """House procedure: two people put right what a player has."""

    name: ClassVar[str] = "balance.adjusted"
    version: ClassVar[int] = 2
    player: str
    chips: Chips
    amount: int
    before: int | None
    """What there was, in front of the player or held for them; version 1 left it out."""
    reason: str
    by: Actor
    approver: Actor


class CorrectionUncollected(Event, frozen=True, kw_only=True):
    """What a correction asks back of a player and is not there: the house's loss (reading 19)."""

    name: ClassVar[str] = "correction.uncollected"
    round: int
    player: str
    amount: int
    by: Actor


class VoucherIssued(HouseEvent, frozen=True, kw_only=True):
    """A voucher left a table."""

    name: ClassVar[str] = "voucher.issued"
    voucher: str
    amount: int
    expires_ms: int
    table: str
    player: str


class VoucherRedeemed(HouseEvent, frozen=True, kw_only=True):
    """A voucher entered a table, or was paid in cash at the cage: once, and never again."""

    name: ClassVar[str] = "voucher.redeemed"
    voucher: str
    amount: int
    by: Actor
    table: str | None = None
    approver: Actor | None = None


class VouchersLapsed(HouseEvent, frozen=True, kw_only=True):
    """Vouchers past their time were taken off the list; what nobody redeemed stays the house's."""

    name: ClassVar[str] = "vouchers.lapsed"
    vouchers: tuple[str, ...]
    amount: int
    by: Actor


class PlayerExcluded(HouseEvent, frozen=True, kw_only=True):
    """A player may no longer play."""

    name: ClassVar[str] = "player.excluded"
    player: str
    reason: str
    by: Actor
    identity: str | None = None


class PlayerReadmitted(HouseEvent, frozen=True, kw_only=True):
    """An excluded player may play again."""

    name: ClassVar[str] = "player.readmitted"
    player: str
    by: Actor


OWN: tuple[type[Event], ...] = tuple(
    value
    for value in list(globals().values())
    if isinstance(value, type) and issubclass(value, Event) and value not in (Event, HouseEvent)
)
"""The events of this module."""

ALL: tuple[type[Event], ...] = (*r.ALL, *OWN)
"""Every event of a table and of the house, for the journal's codec."""


def stream_of(event: Event) -> Stream:
    """The stream into which an event is written."""
    return event.stream if isinstance(event, HouseEvent) else "table"
