"""What can be asked of a round, in the imperative. Each is a plain value with a stable name."""

from typing import Literal

import msgspec

from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position
from croupier.rules.terms import Chips

Ruled = Literal["stands", "moved", "returned"]
"""What becomes of a wager by a ruling (3.9, reading 20)."""


Decided = Literal["resume", "void", "rule"]
"""What becomes of a round that was referred (6.2 or 6.1, reading 22)."""


def _no_position() -> None:
    """A player's: made, so that it is written too and records stay as they were."""


class Actor(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who asks: a player at a seat (no position), or staff in a position."""

    name: str
    position: Position | None = msgspec.field(default_factory=_no_position)
    acting: bool = False
    """Whether the position is one that they are appointed to act in, and not their own (6.3)."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Something asked of a round."""


class OpenBets(Command, frozen=True, kw_only=True, tag="open-bets"):
    """Call for bets; the commitment to the round's secret, where there is one, is public first,
    and the secret itself comes along only sealed."""

    commitment: str | None = None
    sealed: str | None = None
    scheme: int | None = None
    """How the round is drawn (docs/fairness.md); the first scheme unless said otherwise."""


class PlaceWager(Command, frozen=True, kw_only=True, tag="place-wager"):
    """A player puts an amount on a wager, or adds to it; the chips are the book's first kind
    unless said otherwise (3.3)."""

    wager: str
    amount: int
    chips: Chips | None = None


class WithdrawWager(Command, frozen=True, kw_only=True, tag="withdraw-wager"):
    """A player takes a wager back, wholly or by an amount."""

    wager: str
    amount: int | None = None


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One of several wagers that are placed at once; its fields are those of ``PlaceWager``."""

    wager: str
    amount: int
    chips: Chips | None = None


class PlaceWagers(Command, frozen=True, kw_only=True, tag="place-wagers"):
    """A player places several wagers at once: all of them, or none."""

    wagers: tuple[Bet, ...]


class ClearWagers(Command, frozen=True, kw_only=True, tag="clear-wagers"):
    """A player takes back all that they have lying."""


class UndoWager(Command, frozen=True, kw_only=True, tag="undo-wager"):
    """A player takes back what still lies of all that their latest action placed."""


class DoubleWagers(Command, frozen=True, kw_only=True, tag="double-wagers"):
    """A player places the same again on all that they have lying, in the same chips."""


class Rebet(Command, frozen=True, kw_only=True, tag="rebet"):
    """A player places again what they had staked in the last round in which they wagered."""


class PlaceForPlayer(Command, frozen=True, kw_only=True, tag="place-for-player"):
    """Staff place a wager for a player who asked for it."""

    player: str
    wager: str
    amount: int
    chips: Chips | None = None


class TakeBackForPlayer(Command, frozen=True, kw_only=True, tag="take-back-for-player"):
    """Staff take back what staff placed for a player by mistake, wholly or by an amount."""

    player: str
    wager: str
    amount: int | None = None


class RecordWager(Command, frozen=True, kw_only=True, tag="record-wager"):
    """Staff record what a player has laid on the felt: the player's own wager."""

    player: str
    wager: str
    amount: int
    chips: Chips | None = None


class RecordWithdrawal(Command, frozen=True, kw_only=True, tag="record-withdrawal"):
    """Staff record what a player has taken off the felt."""

    player: str
    wager: str
    amount: int | None = None


class GrantEarlyClose(Command, frozen=True, kw_only=True, tag="grant-early-close"):
    """Leave to close the bets before the spin."""


class GrantStandingLeave(Command, frozen=True, kw_only=True, tag="grant-standing-leave"):
    """Leave to close the bets before the spin in every round of the table, until withdrawn."""


class WithdrawStandingLeave(Command, frozen=True, kw_only=True, tag="withdraw-standing-leave"):
    """The standing leave ends."""


class SpinBall(Command, frozen=True, kw_only=True, tag="spin-ball"):
    """The ball is spun."""


class CloseBets(Command, frozen=True, kw_only=True, tag="close-bets"):
    """No more bets."""

    salt: str | None = None
    """Random digits that a server adds, so that nobody can foresee the hash of the close."""


class DrawBonusNumbers(Command, frozen=True, kw_only=True, tag="draw-bonus-numbers"):
    """The Bonus Numbers of the round, from its draw; a server draws where none are given."""

    numbers: tuple[str, ...] = ()
    seed: str | None = None
    """What they were drawn with beside the round's secret; a server says it."""


class ReportLights(Command, frozen=True, kw_only=True, tag="report-lights"):
    """The Bonus Numbers were shown; those that stayed dark are named."""

    dark: tuple[str, ...] = ()


class ReportSpin(Command, frozen=True, kw_only=True, tag="report-spin"):
    """What the ball and the wheel did: from this 5.1 to 5.10 follow."""

    direction: Literal["opposite", "with-wheel"] | None = None
    revolutions: int | None = None
    happened: tuple[Irregularity, ...] = ()
    reason: str | None = None
    """Needed where the report voids a round whose ball rests."""


class ReportRest(Command, frozen=True, kw_only=True, tag="report-rest"):
    """The ball has come to rest in a compartment."""


class CallOutcome(Command, frozen=True, kw_only=True, tag="call-outcome"):
    """The outcome is entered, to be read back; where the wheel is the system's own nobody enters
    it: a server puts in the number that the draw gives, and the round is settled at once."""

    number: str = ""
    drawn: bool = False
    """Whether it is that number; a server says so."""
    seed: str | None = None
    """What it was drawn with beside the round's secret; a server says it."""


class ConfirmOutcome(Command, frozen=True, kw_only=True, tag="confirm-outcome"):
    """The outcome is read back and confirmed: the round is settled."""

    number: str


class CallNoSpin(Command, frozen=True, kw_only=True, tag="call-no-spin"):
    """ "No spin", naming the irregularity or the suspicion of one."""

    reason: str
    approver: Actor | None = None
    """A second person, where the house wants one for so much money (house procedure)."""
    in_round: int | None = None
    """The round that was approved: in another it counts for nothing. A server puts it in."""


class VoidRound(Command, frozen=True, kw_only=True, tag="void-round"):
    """An irregularity that the book covers has happened."""

    clause: str
    reason: str | None = None
    """Needed once the ball rests."""
    approver: Actor | None = None
    """A second person, where the house wants one for so much money (house procedure)."""
    in_round: int | None = None
    """The round that was approved: in another it counts for nothing. A server puts it in."""


class RuleOnWager(Command, frozen=True, kw_only=True, tag="rule-on-wager"):
    """A ruling on a wager that was placed unclearly or moved, or on a part of its stack."""

    player: str
    wager: str
    ruling: Ruled
    to: str | None = None
    amount: int | None = None
    """All that lies there unless said otherwise; the latest chips first."""
    reason: str | None = None
    approver: Actor | None = None
    """A second person, where the house wants one for so much money (house procedure)."""
    in_round: int | None = None
    """The round that was approved: in another it counts for nothing. A server puts it in."""


class RevokeRuling(Command, frozen=True, kw_only=True, tag="revoke-ruling"):
    """A ruling of this round, by its number, no longer holds."""

    number: int
    reason: str | None = None
    approver: Actor | None = None
    """A second person, where the house wants one for so much money (house procedure)."""
    in_round: int | None = None
    """The round that was approved: in another it counts for nothing. A server puts it in."""


class Refer(Command, frozen=True, kw_only=True, tag="refer"):
    """An irregularity that the book does not cover goes up for decision; the round waits."""

    reason: str
    round: int | None = None
    """A settled round; the one in play where none is named."""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One of the rulings of a decision; its fields are those of ``RuleOnWager``."""

    player: str
    wager: str
    ruling: Ruled
    to: str | None = None
    amount: int | None = None


class DecideReferral(Command, frozen=True, kw_only=True, tag="decide-referral"):
    """The decision on a referral: the round goes on, is void, or named wagers are ruled on."""

    decision: Decided
    reason: str | None = None
    rulings: tuple[Ruling, ...] = ()
    round: int | None = None
    """A settled round that was referred; the one in play where none is named."""
    approver: Actor | None = None
    """A second person, where the decision changes a settled round, or the house wants one."""
    in_round: int | None = None
    """The round in play that was approved. A server puts it in."""


class SuspendRound(Command, frozen=True, kw_only=True, tag="suspend-round"):
    """House procedure: the round is held as it stands."""

    reason: str


class ResumeRound(Command, frozen=True, kw_only=True, tag="resume-round"):
    """House procedure: a suspended round goes on where it was."""


class DeclareInterruption(Command, frozen=True, kw_only=True, tag="declare-interruption"):
    """The power, the wheel, the table or the system fails while the program runs."""

    reason: str


class StateBall(Command, frozen=True, kw_only=True, tag="state-ball"):
    """After an interruption: whether the ball rests in a compartment after a valid spin."""

    rests: bool


class AbandonRound(Command, frozen=True, kw_only=True, tag="abandon-round"):
    """House procedure: a round that no clause ends is given up and its wagers returned."""

    reason: str
    approver: Actor | None = None
    """A second person, where the house wants one for so much money (house procedure)."""
    in_round: int | None = None
    """The round that was approved: in another it counts for nothing. A server puts it in."""


class RevealSecret(Command, frozen=True, kw_only=True, tag="reveal-secret"):
    """The secret of a round that has ended, for anyone to check against its commitment."""

    round: int
    secret: str = ""
    """A server puts it in."""


class CorrectOutcome(Command, frozen=True, kw_only=True, tag="correct-outcome"):
    """House procedure: a wrongly entered outcome is corrected, approved by a second person."""

    round: int
    number: str
    approver: Actor
    reason: str | None = None
    """A server puts in the one that was given when the second person was asked for."""


class VoidAfterOutcome(Command, frozen=True, kw_only=True, tag="void-after-outcome"):
    """House procedure: a settled round turns out to have been void."""

    round: int
    clause: str
    approver: Actor
    reason: str | None = None
    """Needed; a server puts in the one that was given when the second person was asked for."""


Any = (
    OpenBets
    | PlaceWager
    | WithdrawWager
    | PlaceWagers
    | ClearWagers
    | UndoWager
    | DoubleWagers
    | Rebet
    | PlaceForPlayer
    | TakeBackForPlayer
    | RecordWager
    | RecordWithdrawal
    | GrantEarlyClose
    | GrantStandingLeave
    | WithdrawStandingLeave
    | SpinBall
    | CloseBets
    | DrawBonusNumbers
    | ReportLights
    | ReportSpin
    | ReportRest
    | CallOutcome
    | ConfirmOutcome
    | CallNoSpin
    | VoidRound
    | RuleOnWager
    | RevokeRuling
    | Refer
    | DecideReferral
    | SuspendRound
    | ResumeRound
    | DeclareInterruption
    | StateBall
    | AbandonRound
    | RevealSecret
    | CorrectOutcome
    | VoidAfterOutcome
)
"""Every command, for reading one from JSON by its name."""
