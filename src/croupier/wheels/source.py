"""The contract between a table and the source that reports on its wheel.

The table gives orders, the source gives reports, each a plain value with the source's own time in
milliseconds of a clock that never steps. A source knows pockets and irregularities, but neither
books nor wagers; it never voids and never settles.
"""

from dataclasses import dataclass
from enum import StrEnum

from croupier.rules.irregularities import Irregularity
from croupier.words.message import Message


class WheelError(ValueError):
    """A source was set up for a wheel, or with a setting, that it does not support."""


class Order(StrEnum):
    """An order of a table to its source."""

    ROUND_OPENED = "round-opened"
    """Bets are open: what the ball does from now on is this round's."""
    BETS_CLOSED = "bets-closed"
    """The close is on record. Before it no source gives a number (reading 21)."""
    START_GAME = "start-game"
    """Launch the ball, where the source can; once a round."""
    RESTART = "restart"
    """Restart the wheel's own electronics, where it has any."""
    SELF_TEST = "self-test"
    """Have the wheel test itself, where it can."""


class FaultKind(StrEnum):
    """A fault, by a stable name."""

    BALL_WITH_WHEEL = "ball-with-wheel"
    LAUNCH_FAILED = "launch-failed"
    BALL_REMOVED = "ball-removed"
    SENSOR_OR_MOTOR = "sensor-or-motor"
    NUMBERS_DIFFER = "numbers-differ"
    NUMBER_UNCONFIRMED = "number-unconfirmed"
    NUMBER_UNKNOWN = "number-unknown"
    NUMBER_STRAY = "number-stray"
    NO_NUMBER = "no-number"
    OUT_OF_STEP = "out-of-step"
    SPIN_BEFORE_CLOSE = "spin-before-close"
    RESTED_BEFORE_CLOSE = "rested-before-close"
    SPUN_AGAIN = "spun-again"
    OUTSIDE_ROUND = "outside-round"
    GARBLED = "garbled"
    SILENCE = "silence"
    STALE = "stale"
    LINE_LOST = "line-lost"
    ORDER_REFUSED = "order-refused"


@dataclass(frozen=True, slots=True)
class SourceReady:
    """The source receives its wheel, perhaps again, and will see the next spin."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class SpinStarted:
    """The ball is being launched, by the dealer or by the wheel."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class BallInRim:
    """The ball runs in the rim; without a reported launch, this is the spin."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class NoMoreBetsSuggested:
    """The ball is about to drop: a suggestion to close. Only the table closes."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class WinningNumber:
    """The compartment in which the ball rests."""

    at_ms: int
    pocket: str
    revolutions_seen: bool
    """Whether the source knows that the ball made the revolutions that the book asks for (5.3).

    Where it does not, the dealer must confirm the spin before the number counts.
    """


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong, to be raised to the dealer."""

    at_ms: int
    kind: FaultKind
    messages: tuple[Message, ...]
    irregularities: tuple[Irregularity, ...] = ()
    """What it may mean in the books' terms: one follows, of several the staff decide which."""
    blocks: bool = True
    """Whether the source will give no number for this round."""


Report = SourceReady | SpinStarted | BallInRim | NoMoreBetsSuggested | WinningNumber | Fault
