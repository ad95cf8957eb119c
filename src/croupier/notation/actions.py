"""The actions of a round of play, one small class for each kind of line in round notation.

An action is what someone did or tried to do, or what happened to the ball, the wheel or the
power. Whether the book allows it is not known here, and neither is how it is written.
"""

from dataclasses import dataclass, field
from typing import Literal

from croupier.notation.staff import Caller, Staff
from croupier.notation.verdict import Verdict
from croupier.rules.irregularities import Irregularity
from croupier.rules.terms import Chips
from croupier.rules.wager import Kind

Part = Literal["power", "wheel", "table", "system"]


@dataclass(frozen=True, slots=True)
class Action:
    """One line of a round, and what it must have done where the file says so."""

    verdict: Verdict | None = field(default=None, kw_only=True)


# The table: bets, spin, outcome


@dataclass(frozen=True, slots=True)
class Opening(Action):
    """The call that opens the bets."""

    caller: Caller


@dataclass(frozen=True, slots=True)
class Closing(Action):
    """The call that closes the bets."""

    caller: Caller


@dataclass(frozen=True, slots=True)
class EarlyLeave(Action):
    """Leave to close the bets before the spin."""

    by: Staff


@dataclass(frozen=True, slots=True)
class Spin(Action):
    """The ball is sent round the wheel."""

    by: Staff


@dataclass(frozen=True, slots=True)
class DirectionReport(Action):
    """Which way the ball ran, from a sensor or from staff."""

    direction: Literal["against", "with"]
    by: Staff | None = None


@dataclass(frozen=True, slots=True)
class RevolutionsReport(Action):
    """How often the ball went round the whole track."""

    revolutions: int
    by: Staff | None = None


@dataclass(frozen=True, slots=True)
class SpinFault(Action):
    """Something went wrong with the ball or the wheel."""

    irregularity: Irregularity
    by: Staff | None = None


@dataclass(frozen=True, slots=True)
class BallAtRest(Action):
    """The ball came to rest in a compartment, in this one where it is known."""

    number: str | None = None
    by: Staff | None = None


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """The Bonus Numbers of the round, in the order in which they were drawn."""

    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lights(Action):
    """The Bonus Numbers were shown: those that stayed dark, if any did."""

    dark: tuple[str, ...]
    by: Staff | None = None


@dataclass(frozen=True, slots=True)
class Commitment(Action):
    """The public hash of the round's secret, shown before the bets open."""

    digest: str


@dataclass(frozen=True, slots=True)
class Disclosure(Action):
    """The round's secret, shown when the round is over."""

    digest: str


@dataclass(frozen=True, slots=True)
class OutcomeEntry(Action):
    """The outcome as announced and entered: the first of two steps."""

    by: Staff
    number: str


@dataclass(frozen=True, slots=True)
class OutcomeConfirmation(Action):
    """The outcome read back and confirmed: the second step."""

    by: Staff
    number: str


# Wagers


@dataclass(frozen=True, slots=True)
class Placing(Action):
    """A wager is placed, by the player or by staff at the player's request.

    The amount is the whole stake in cents.
    """

    player: str
    wager: str
    amount: int
    chips: Chips | None = None
    by: Staff | None = None


@dataclass(frozen=True, slots=True)
class Increase(Action):
    """An amount is added to a wager that lies on the felt."""

    player: str
    wager: str
    amount: int
    chips: Chips | None = None
    by: Staff | None = None


@dataclass(frozen=True, slots=True)
class Withdrawal(Action):
    """A player takes a wager back, all of it or an amount."""

    player: str
    wager: str
    amount: int | None = None


# Irregularities, rulings and referrals


@dataclass(frozen=True, slots=True)
class Void(Action):
    """The round is void by a clause of the book."""

    by: Staff
    clause: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class NoSpin(Action):
    """ "No spin", naming the irregularity or the suspicion of one."""

    by: Staff
    reason: str


@dataclass(frozen=True, slots=True)
class Ruling(Action):
    """A ruling that an unclear or moved wager stands, or that it is returned."""

    by: Staff
    player: str
    wager: str
    ruling: Literal["stands", "returned"]


@dataclass(frozen=True, slots=True)
class MoveRuling(Action):
    """A ruling that a wager belongs on another area."""

    by: Staff
    player: str
    wager: str
    to: str


@dataclass(frozen=True, slots=True)
class Referral(Action):
    """An irregularity that the book does not cover goes up for decision."""

    by: Staff
    reason: str


@dataclass(frozen=True, slots=True)
class Decision(Action):
    """The decision on a referral; rulings on named wagers are lines of their own before it."""

    by: Staff
    decision: Literal["void", "resume"]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Correction(Action):
    """A wrongly entered outcome is put right, with a second person's approval."""

    by: Staff
    number: str
    approved_by: Staff
    of_round: int | None = None
    """The round of the shift, counted from 1, where it is not this one."""


@dataclass(frozen=True, slots=True)
class LateVoid(Action):
    """A round is voided after its outcome was confirmed, with a second person's approval."""

    by: Staff
    clause: str
    approved_by: Staff
    of_round: int | None = None
    reason: str | None = None


# Interruptions


@dataclass(frozen=True, slots=True)
class Failure(Action):
    """The power, the wheel, the table or the system fails."""

    part: Part


@dataclass(frozen=True, slots=True)
class Restoration(Action):
    """What failed is back."""

    part: Part


@dataclass(frozen=True, slots=True)
class TerminalFailure(Action):
    """A player's terminal fails."""

    player: str


@dataclass(frozen=True, slots=True)
class TerminalRestoration(Action):
    """A player's terminal is back."""

    player: str


@dataclass(frozen=True, slots=True)
class BallStatement(Action):
    """After an interruption: whether the ball rests in a compartment after a valid spin."""

    by: Staff
    rests: bool


@dataclass(frozen=True, slots=True)
class Suspension(Action):
    """The round is held as it stands."""

    by: Staff
    reason: str


@dataclass(frozen=True, slots=True)
class Resumption(Action):
    """The round goes on where it was."""

    by: Staff


@dataclass(frozen=True, slots=True)
class Abandonment(Action):
    """A round that cannot go on is given up."""

    by: Staff
    reason: str


# The house


@dataclass(frozen=True, slots=True)
class LimitsChange(Action):
    """New limits, of the table or of one kind of wager, from the next opening on."""

    by: Staff
    least: int
    most: int
    of_kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Arrival(Action):
    """A player takes a seat, perhaps at a terminal of a certain make."""

    player: str
    terminal: str | None = None


@dataclass(frozen=True, slots=True)
class BuyIn(Action):
    """A player buys chips or credits, perhaps with a voucher; colour chips have a value each."""

    player: str
    amount: int
    chips: Chips
    colour: str | None = None
    value: int | None = None
    voucher: str | None = None


@dataclass(frozen=True, slots=True)
class CashOut(Action):
    """A player cashes out, all or an amount, perhaps to a voucher."""

    player: str
    amount: int | None = None
    voucher: str | None = None


@dataclass(frozen=True, slots=True)
class Departure(Action):
    """A player leaves the table."""

    player: str


@dataclass(frozen=True, slots=True)
class Note(Action):
    """A remark for the reader; it changes nothing."""

    text: str
