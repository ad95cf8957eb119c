"""What has happened in a round, in the past tense: the entries of a table's record.

Each has a name of its own for the journal. An event holds what the fold needs and what a person
who reads the record wants to know: who did it, and under which clause.
"""

from typing import ClassVar, Literal

import msgspec

from croupier.round.commands import Actor, Decided, Ruled
from croupier.rules.irregularities import Irregularity
from croupier.rules.terms import Chips


class Action(msgspec.Struct, frozen=True, gc=False):
    """Which action of which terminal led to an event: sent twice, it counts once."""

    terminal: str
    id: int
    digest: str
    """Of what was asked, so that the same id with another body is told from a repeat."""


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that happened. The last event of an action names it, and so do all wagers that it
    placed, which belong together.

    No event can refer to itself, so that the garbage collector need not look at any of them.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    action: Action | None = None


Purses = dict[str, dict[Chips, int]]
"""Cents by player and by what they wager with."""


class RangeTaken(msgspec.Struct, frozen=True):
    """A range of limits as the record holds it."""

    min: int
    max: int


class LimitsTaken(msgspec.Struct, frozen=True):
    """The limits in force for a round, as the record holds them."""

    table: RangeTaken
    kinds: dict[str, RangeTaken] = {}


class RoundOpened(Event, frozen=True, kw_only=True):
    """Bets are open."""

    name: ClassVar[str] = "round.opened"
    round: int
    by: Actor
    clause: str | None
    limits: LimitsTaken
    commitment: str | None = None
    sealed: str | None = None
    scheme: int = 1
    """How the round is drawn: by its secret alone, or by its secret and its seed."""


class WagerPlaced(Event, frozen=True, kw_only=True):
    """A wager was accepted; ``placed_by`` is the member of staff who placed it for the player, and
    ``recorded_by`` the one who recorded what the player had laid on the felt."""

    name: ClassVar[str] = "wager.placed"
    player: str
    wager: str
    amount: int
    chips: Chips
    placed_by: Actor | None = None
    recorded_by: Actor | None = None


class WagerWithdrawn(Event, frozen=True, kw_only=True):
    """A wager, or a part of it, was taken back before the close."""

    name: ClassVar[str] = "wager.withdrawn"
    player: str
    wager: str
    amount: int
    chips: dict[Chips, int]
    """What goes back, by what it was placed with, the latest placement first."""
    recorded_by: Actor | None = None


class WagerTakenBack(WagerWithdrawn, frozen=True, kw_only=True):
    """Staff took back what staff had placed for a player by mistake (3.5, reading 20)."""

    name: ClassVar[str] = "wager.taken-back"
    by: Actor
    clause: str | None


class EarlyCloseGranted(Event, frozen=True, kw_only=True):
    """Leave was given to close the bets before the spin."""

    name: ClassVar[str] = "early-close.granted"
    by: Actor
    clause: str | None


class StandingLeaveGranted(Event, frozen=True, kw_only=True):
    """Leave was given to close the bets before the spin in every round, until withdrawn."""

    name: ClassVar[str] = "standing-leave.granted"
    by: Actor
    clause: str | None


class StandingLeaveWithdrawn(Event, frozen=True, kw_only=True):
    """The standing leave ended."""

    name: ClassVar[str] = "standing-leave.withdrawn"
    by: Actor
    clause: str | None


class BallSpun(Event, frozen=True, kw_only=True):
    """The ball was spun."""

    name: ClassVar[str] = "ball.spun"
    by: Actor
    clause: str | None


class BetsClosed(Event, frozen=True, kw_only=True):
    """Bets are closed."""

    name: ClassVar[str] = "bets.closed"
    by: Actor
    clause: str | None
    early: bool = False
    salt: str | None = None
    """Random digits: nobody could foresee the hash of this entry, which is the seed of the draw."""


class BonusNumbersDrawn(Event, frozen=True, kw_only=True):
    """The Bonus Numbers of the round, recorded before they are shown."""

    name: ClassVar[str] = "bonus-numbers.drawn"
    numbers: tuple[str, ...]
    seed: str | None = None
    """The hash of the entry that closed the bets, by which they were drawn in scheme 2."""


class BonusNumbersLit(Event, frozen=True, kw_only=True):
    """All Bonus Numbers were shown."""

    name: ClassVar[str] = "bonus-numbers.lit"
    by: Actor


class SpinReported(Event, frozen=True, kw_only=True):
    """What the ball and the wheel did."""

    name: ClassVar[str] = "spin.reported"
    by: Actor
    direction: Literal["opposite", "with-wheel"] | None = None
    revolutions: int | None = None
    happened: tuple[Irregularity, ...] = ()
    reason: str | None = None


class BallRested(Event, frozen=True, kw_only=True):
    """The ball came to rest in a compartment."""

    name: ClassVar[str] = "ball.rested"
    by: Actor


class OutcomeCalled(Event, frozen=True, kw_only=True):
    """An outcome was entered, to be read back."""

    name: ClassVar[str] = "outcome.called"
    by: Actor
    number: str
    clause: str | None
    seed: str | None = None
    """Of a number that was drawn by scheme 2: the hash of the entry that closed the bets."""


class OutcomeConfirmed(Event, frozen=True, kw_only=True):
    """The outcome was read back and confirmed."""

    name: ClassVar[str] = "outcome.confirmed"
    by: Actor
    number: str
    clause: str | None


class RoundSettled(Event, frozen=True, kw_only=True):
    """The round is settled: what goes back to each player, stake included."""

    name: ClassVar[str] = "round.settled"
    round: int
    outcome: str
    staked: Purses
    returned: Purses
    honoured: tuple[str, ...] = ()
    """Players whose under-minimum wagers were honoured for the one time."""
    warned: tuple[str, ...] | None = None
    """Players of the round whose under-minimum wagers are returned, since the house had honoured
    them before (reading 14); nothing in records of earlier programs."""


class NoSpinCalled(Event, frozen=True, kw_only=True):
    """ "No spin" was announced."""

    name: ClassVar[str] = "no-spin.called"
    by: Actor
    reason: str
    clause: str | None


class RoundVoided(Event, frozen=True, kw_only=True):
    """The round is void: every wager goes back in full."""

    name: ClassVar[str] = "round.voided"
    round: int
    clause: str
    irregularity: Irregularity
    by: Actor
    returned: Purses
    reason: str | None = None


class RoundAbandoned(Event, frozen=True, kw_only=True):
    """House procedure: the round was given up and every wager goes back, under no clause."""

    name: ClassVar[str] = "round.abandoned"
    round: int
    reading: int
    reason: str
    by: Actor
    returned: Purses


class WagerRuled(Event, frozen=True, kw_only=True):
    """A ruling on an unclear or moved wager."""

    name: ClassVar[str] = "wager.ruled"
    player: str
    wager: str
    ruling: Ruled
    to: str | None
    by: Actor
    clause: str | None
    amount: int | None = None
    """Of the stack; all of it where none is named."""
    reason: str | None = None
    number: int = 0
    """Counts the rulings of a round; 0 in records that did not count them."""
    round: int | None = None
    """A settled round, where the ruling is the decision on its referral."""


class RulingRevoked(Event, frozen=True, kw_only=True):
    """A ruling no longer holds: the wager lies as it did without it."""

    name: ClassVar[str] = "ruling.revoked"
    number: int
    player: str
    wager: str
    reason: str | None
    by: Actor
    clause: str | None


class RoundReferred(Event, frozen=True, kw_only=True):
    """The round waits for the Gaming Shift Manager."""

    name: ClassVar[str] = "round.referred"
    reason: str
    by: Actor
    clause: str | None
    round: int | None = None
    """A settled round; the one in play where none is named."""


class ReferralDecided(Event, frozen=True, kw_only=True):
    """The Gaming Shift Manager has decided."""

    name: ClassVar[str] = "referral.decided"
    decision: Decided
    by: Actor
    clause: str | None
    reason: str | None = None
    round: int | None = None
    """A settled round; the one in play where none is named."""
    approver: Actor | None = None


class RoundSuspended(Event, frozen=True, kw_only=True):
    """The round is held as it stands."""

    name: ClassVar[str] = "round.suspended"
    reason: str
    by: Actor


class RoundResumed(Event, frozen=True, kw_only=True):
    """A suspended round goes on where it was."""

    name: ClassVar[str] = "round.resumed"
    by: Actor


class RoundInterrupted(Event, frozen=True, kw_only=True):
    """Power, wheel, table or system failed during the round."""

    name: ClassVar[str] = "round.interrupted"
    clause: str | None
    waits: bool
    """Whether the round waits for someone before it goes on."""
    by: Actor | None = None
    """Who declared it; nobody did where a start of the program found it."""
    reason: str | None = None


class BallStated(Event, frozen=True, kw_only=True):
    """After an interruption: whether the ball rests in a compartment after a valid spin."""

    name: ClassVar[str] = "ball.stated"
    rests: bool
    by: Actor
    clause: str | None


class OutcomeCorrected(Event, frozen=True, kw_only=True):
    """House procedure: the outcome of a settled round was corrected, and the round settled anew."""

    name: ClassVar[str] = "outcome.corrected"
    round: int
    was: str
    now: str
    by: Actor
    approver: Actor
    reading: int
    reversed: Purses
    """What the old settlement gave back to each player."""
    returned: Purses
    """What the new settlement gives back to each player."""
    reason: str | None = None
    recovered: dict[str, int] = {}
    """What of the house's loss in earlier corrections of the round this one makes good."""
    uncollected: dict[str, int] | None = None
    """What the player no longer had of what is taken back; earlier programs did not say it."""


class SettledRoundVoided(Event, frozen=True, kw_only=True):
    """House procedure: a settled round was voided, and every stake goes back."""

    name: ClassVar[str] = "round.voided-after-outcome"
    round: int
    clause: str
    by: Actor
    approver: Actor
    reading: int
    reversed: Purses
    returned: Purses
    reason: str | None = None
    recovered: dict[str, int] = {}
    """What of the house's loss in earlier corrections of the round this one makes good."""
    uncollected: dict[str, int] | None = None
    """What the player no longer had of what is taken back; earlier programs did not say it."""


class RoundResettled(Event, frozen=True, kw_only=True):
    """A referral of a settled round was decided by rulings, and the round settled anew by them."""

    name: ClassVar[str] = "round.resettled"
    round: int
    clause: str | None
    by: Actor
    approver: Actor
    reading: int
    reversed: Purses
    """What the old settlement gave back to each player."""
    returned: Purses
    """What the new settlement gives back to each player."""
    recovered: dict[str, int] = {}
    """What of the house's loss in earlier corrections of the round this one makes good."""
    uncollected: dict[str, int] | None = None
    """What the player no longer had of what is taken back; earlier programs did not say it."""
    reason: str | None = None


class SecretRevealed(Event, frozen=True, kw_only=True):
    """The secret of a round that has ended is public."""

    name: ClassVar[str] = "secret.revealed"
    round: int
    secret: str


class SecretLost(Event, frozen=True, kw_only=True):
    """The secret of a round cannot be opened any more, as whoever runs the house declared: nobody
    can check what was drawn from it."""

    name: ClassVar[str] = "secret.lost"
    round: int
    by: Actor
    reason: str


class ActionRefused(Event, frozen=True, kw_only=True):
    """The rules refused something: the books ask that late attempts are on record (5.11-5.15)."""

    name: ClassVar[str] = "action.refused"
    asked: str
    by: Actor
    code: str
    clause: str | None
    message: str
    wager: str | None = None
    amount: int | None = None


ALL: tuple[type[Event], ...] = tuple(
    value
    for value in list(globals().values())
    if isinstance(value, type) and issubclass(value, Event) and value is not Event
)
"""Every event, for the journal's codec."""
