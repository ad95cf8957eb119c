"""What can be asked of the house at a table, in the imperative, beside the round's own commands.

Amounts are whole cents. A player is a person, not a chair: what is held for a name is that
person's, whoever sits there next.
"""

from typing import Literal

from croupier.round import commands as r
from croupier.round.commands import Actor, Command
from croupier.round.events import LimitsTaken
from croupier.rules.terms import Chips

Payment = Literal["cash", "voucher"]
"""What a player is given for chips."""
Counter = Literal["table", "desk"]
"""Where a person takes a player's cash: at the table, into its box, or at the cash desk."""


# The gaming day, and the table's own hours


class StartDay(Command, frozen=True, kw_only=True, tag="start-day"):
    """A gaming day begins, named by its date (2020-03-18)."""

    day: str


class EndDay(Command, frozen=True, kw_only=True, tag="end-day"):
    """The gaming day ends and the drop box goes to the count."""


class CountDay(Command, frozen=True, kw_only=True, tag="count-day"):
    """Two people have counted what an ended gaming day left."""

    day: str
    cash: int
    bills: int
    vouchers: int
    desk: int
    paid: int
    approver: Actor | None = None


class StartShift(Command, frozen=True, kw_only=True, tag="start-shift"):
    """A shift begins within the gaming day."""

    shift: str


class EndShift(Command, frozen=True, kw_only=True, tag="end-shift"):
    """The shift ends."""


class OpenTable(Command, frozen=True, kw_only=True, tag="open-table"):
    """The table opens with chips from the cage in its tray."""

    opener: int


class FillFloat(Command, frozen=True, kw_only=True, tag="fill-float"):
    """Chips come from the cage to the tray."""

    amount: int


class CreditFloat(Command, frozen=True, kw_only=True, tag="credit-float"):
    """Chips go from the tray back to the cage."""

    amount: int


class CloseTable(Command, frozen=True, kw_only=True, tag="close-table"):
    """The table closes and the tray, as counted, goes to the cage.

    A count that differs from the record needs a second person.
    """

    closer: int
    approver: Actor | None = None


class SetLimits(Command, frozen=True, kw_only=True, tag="set-limits"):
    """The limits from the next round on."""

    limits: LimitsTaken
    reason: str | None = None


class SetMaximumPayout(Command, frozen=True, kw_only=True, tag="set-maximum-payout"):
    """The most that one round may pay to all players together, from the next round on."""

    amount: int | None
    reason: str | None = None


# Players, seats and chips


class TakeSeat(Command, frozen=True, kw_only=True, tag="take-seat"):
    """A player sits down, with a colour of their own if they want colour chips (reading 23)."""

    player: str
    colour: str | None = None
    identity: str | None = None
    """The number of a document, where the house asks for one: compared with those excluded."""


class LeaveSeat(Command, frozen=True, kw_only=True, tag="leave-seat"):
    """A player leaves; what is in front of them is held for them, and wagers stay in play."""

    player: str
    reason: str | None = None
    """Why somebody else ends their seat."""


class BuyIn(Command, frozen=True, kw_only=True, tag="buy-in"):
    """A player gives cash for chips or credits; of colour chips they name the value of one.

    A Dealer takes it at the table, a Pit Supervisor or above at the cash desk; a cash device asks
    for this with each bill that it takes.
    """

    player: str
    amount: int
    at: Counter = "table"
    chips: Chips | None = None
    value: int | None = None
    colour: str | None = None
    approver: Actor | None = None


class ChangeChips(Command, frozen=True, kw_only=True, tag="change-chips"):
    """A player changes cash chips into colour chips, or back."""

    player: str
    into: Chips
    amount: int
    value: int | None = None
    colour: str | None = None


class CashOut(Command, frozen=True, kw_only=True, tag="cash-out"):
    """A player gives up chips or credits, all or some, for cash or a voucher.

    The voucher's number comes with the command: making one is not for a core without randomness.
    """

    player: str
    chips: Chips | None = None
    amount: int | None = None
    paid: Payment = "cash"
    voucher: str | None = None
    expires_ms: int | None = None
    approver: Actor | None = None


class CollectHeld(Command, frozen=True, kw_only=True, tag="collect-held"):
    """A player takes what is held for them: as cash, a voucher, or chips at their seat."""

    player: str
    paid: Payment | Literal["chips"] = "cash"
    voucher: str | None = None
    expires_ms: int | None = None
    approver: Actor | None = None


class RedeemVoucher(Command, frozen=True, kw_only=True, tag="redeem-voucher"):
    """A player buys in with a voucher of the house, of any table."""

    player: str
    voucher: str
    chips: Chips | None = None
    value: int | None = None
    colour: str | None = None


class AdjustBalance(Command, frozen=True, kw_only=True, tag="adjust-balance"):
    """Two people put right what a player has: more where the amount is above zero, or less."""

    player: str
    amount: int
    reason: str
    approver: Actor
    chips: Chips | None = None


# The whole house


class CashVoucher(Command, frozen=True, kw_only=True, tag="cash-voucher"):
    """A voucher is paid in cash at the cage."""

    voucher: str
    approver: Actor | None = None


class LapseVouchers(Command, frozen=True, kw_only=True, tag="lapse-vouchers"):
    """Vouchers past their time are taken off the list, paid or not."""


class ExcludePlayer(Command, frozen=True, kw_only=True, tag="exclude-player"):
    """A player may no longer sit, buy in or wager anywhere in the house."""

    player: str
    reason: str
    identity: str | None = None
    """The number of a document of theirs, of which the record has no more than a keyed hash."""


class ReadmitPlayer(Command, frozen=True, kw_only=True, tag="readmit-player"):
    """An excluded player may play again."""

    player: str


Buying = BuyIn | RedeemVoucher | ChangeChips
"""The commands by which a player gets chips of a kind."""

Any = (
    r.Any
    | StartDay
    | EndDay
    | CountDay
    | StartShift
    | EndShift
    | OpenTable
    | FillFloat
    | CreditFloat
    | CloseTable
    | SetLimits
    | SetMaximumPayout
    | TakeSeat
    | LeaveSeat
    | BuyIn
    | ChangeChips
    | CashOut
    | CollectHeld
    | RedeemVoucher
    | AdjustBalance
    | CashVoucher
    | LapseVouchers
    | ExcludePlayer
    | ReadmitPlayer
)
"""Every command of a table, the round's included, for reading one from JSON by its name."""
