"""One round as the sensor sees it: which of its packets count, and what blocks a number.

A number is given only if all of this was seen within the round and without a gap: the ball in the
rim, no more bets, the ball at rest, the table's own close, and the same number both in the status
and on a bare line. Anything else is a fault, after which the round gets no number from here. It is
for the dealer to say then what the ball did.

Each rule of the warning bits names the states in which its bit counts and how long after entering
one it is ignored. Books void by clause; here are only the irregularities that all books share
(5.1, 5.3, 5.6, 5.10).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from croupier.rules.irregularities import Irregularity
from croupier.wheels.slingshot.packets import (
    BareNumber,
    Labels,
    Move,
    State,
    Status,
    Warnings,
    move,
)
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    NoMoreBetsSuggested,
    Report,
    WinningNumber,
)
from croupier.words.message import Message, alert

RUNNING = frozenset({State.BALL_IN_RIM, State.NO_MORE_BETS, State.WINNING_NUMBER})


@dataclass(frozen=True, slots=True)
class Rule:
    """What one warning bit means."""

    bit: Warnings
    kind: FaultKind
    message: str
    """The id of its words."""
    states: frozenset[State]
    irregularities: tuple[Irregularity, ...] = ()
    certain_in: frozenset[State] = frozenset(State)
    """The states in which the irregularities follow; elsewhere it is a fault and no more."""
    ignored_ms: Mapping[State, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Raised:
    """A warning that counts, with what it points to."""

    kind: FaultKind
    message: Message
    irregularities: tuple[Irregularity, ...]


RULES = (
    Rule(
        Warnings.BALL_WITH_WHEEL,
        FaultKind.BALL_WITH_WHEEL,
        "wheel.ball-with-wheel",
        RUNNING,
        (Irregularity.BALL_WITH_WHEEL,),
        certain_in=frozenset({State.BALL_IN_RIM}),
    ),
    Rule(
        Warnings.LAUNCH_FAILED,
        FaultKind.LAUNCH_FAILED,
        "wheel.launch-failed",
        frozenset(State),
        (Irregularity.TOO_FEW_REVOLUTIONS,),
        # At first the sensor cannot distinguish a ball that gathers speed from one that failed to.
        ignored_ms={State.BALL_IN_RIM: 3_000},
    ),
    Rule(
        Warnings.BALL_REMOVED,
        FaultKind.BALL_REMOVED,
        "wheel.ball-removed",
        RUNNING,
        (Irregularity.BALL_LEFT_WHEEL, Irregularity.INTERFERENCE),
        # A ball that leaves the rim to drop is missing there, too.
        ignored_ms={State.NO_MORE_BETS: 5_000},
    ),
    Rule(
        Warnings.SENSOR_OR_MOTOR,
        FaultKind.SENSOR_OR_MOTOR,
        "wheel.sensor-or-motor",
        frozenset(State),
    ),
)


def raised(bits: Warnings, state: State, in_state_ms: int) -> Iterator[Raised]:
    """The warnings that count in a state, this long after it was entered."""
    for rule in RULES:
        if not bits & rule.bit or state not in rule.states:
            continue
        if in_state_ms < rule.ignored_ms.get(state, 0):
            continue
        meant = rule.irregularities if state in rule.certain_in else ()
        yield Raised(rule.kind, alert(rule.message), meant)


CONFIRMED_WITHIN_MS = 3_000
"""How long a number on one kind of line may wait for the other kind to confirm it."""

STAFF_DECIDE = (Irregularity.NO_SPIN, Irregularity.UNCOVERED)
"""A ball spun or at rest out of turn is "no spin" or a referral (reading 21)."""


@dataclass(slots=True)
class Round:
    """The open round as the sensor sees it."""

    carried: Warnings
    """Warnings that were on when it opened and have been ever since."""
    closed: bool = False
    started: bool = False
    ball_seen: bool = False
    blocked: bool = False
    number: str | None = None
    """The number that was reported."""
    bare: str | None = None
    shown: str | None = None
    """The number in the status."""
    claimed_ms: int | None = None
    raised: set[FaultKind] = field(default_factory=set)


class Watch:
    """Follows the wheel's states and the round's orders."""

    def __init__(self, labels: Labels, *, close_before_spin: bool) -> None:
        self.round: Round | None = None
        self.state: State | None = None
        self._labels = labels
        self._close_before_spin = close_before_spin
        self._entered_ms = 0
        self._warnings = Warnings.NONE
        self._last_number: str | None = None

    def open_round(self, now_ms: int) -> list[Report]:
        """Start a new round, and forget the earlier one."""
        self.round = Round(carried=self._warnings)
        if self.state is None:
            message = alert("wheel.unheard")
            return self.fault(now_ms, FaultKind.SILENCE, message)
        return []

    def fault(
        self,
        now_ms: int,
        kind: FaultKind,
        message: Message,
        irregularities: tuple[Irregularity, ...] = (),
        *,
        blocks: bool = True,
    ) -> list[Report]:
        """Raise a fault, once a round for each kind."""
        if self.round is None:
            return [Fault(now_ms, kind, (message,), irregularities, blocks=False)]
        self.round.blocked |= blocks
        if kind in self.round.raised:
            return []
        self.round.raised.add(kind)
        return [Fault(now_ms, kind, (message,), irregularities, blocks)]

    def lose(self, now_ms: int, kind: FaultKind, message: Message) -> list[Report]:
        """The wheel is silent: an open round may have missed its ball, and gets no number."""
        self.state = None
        game = self._open()
        if game is not None:
            game.blocked = True
        return [Fault(now_ms, kind, (message,), blocks=game is not None)]

    def resume(self, status: Status, now_ms: int) -> None:
        """The wheel is live again: start from its state."""
        self.state, self._entered_ms, self._warnings = status.state, now_ms, status.warnings

    def tick(self, now_ms: int) -> list[Report]:
        """Report a number that was not confirmed in time."""
        game = self._open()
        if game is None or game.claimed_ms is None or game.blocked:
            return []
        if now_ms - game.claimed_ms < CONFIRMED_WITHIN_MS:
            return []
        return self._unconfirmed(game, now_ms)

    def status(self, status: Status, now_ms: int) -> list[Report]:
        """A status packet of a live wheel."""
        reports: list[Report] = []
        if self.state is not None and status.state is not self.state:
            reports += self._moved(move(self.state, status.state), status.state, now_ms)
        reports += self._warned(status, now_ms)
        if status.state is State.WINNING_NUMBER:
            reports += self._shown(status.win, now_ms)
        return reports

    def bare(self, packet: BareNumber, now_ms: int) -> list[Report]:
        """A winning number on a line of its own."""
        game = self.round
        if game is None:
            return []
        pocket = self._labels.pocket(packet.text)
        if self.state not in (State.NO_MORE_BETS, State.WINNING_NUMBER):
            if pocket is not None and pocket == self._last_number and not game.ball_seen:
                return []  # The wheel repeats the number of the game that is over.
            message = alert("wheel.stray", sent=packet.text.strip())
            return self.fault(now_ms, FaultKind.NUMBER_STRAY, message, blocks=game.ball_seen)
        if not game.ball_seen:
            return []
        if pocket is None:
            return self._unknown(packet.text, now_ms)
        if game.bare is not None and game.bare != pocket:
            return self._differ(game.bare, pocket, now_ms)
        game.bare = pocket
        return self._claimed(game, now_ms)

    def _open(self) -> Round | None:
        """The round, if it has no number yet."""
        return self.round if self.round is not None and self.round.number is None else None

    def _moved(self, change: Move, state: State, now_ms: int) -> list[Report]:
        before, self.state, self._entered_ms = self.state, state, now_ms
        game = self._open()
        if change is Move.LAUNCHED:
            return self._launched(game, now_ms)
        if game is None:
            if self.round is not None and change is Move.OVER:
                self._last_number = self.round.number
                self.round = None
            return []
        if change is Move.WAITING:
            return []
        if change is Move.OUT_OF_STEP or (change in _NEEDS_BALL and not game.ball_seen):
            message = alert("wheel.out-of-step", before=f"{before or 0:d}", after=f"{state:d}")
            return self.fault(now_ms, FaultKind.OUT_OF_STEP, message)
        if change is Move.SLOWING and not game.closed and not self._close_before_spin:
            return [NoMoreBetsSuggested(now_ms)]
        if change is Move.RESTED and not game.closed:
            message = alert("wheel.rested-open")
            return self.fault(now_ms, FaultKind.RESTED_BEFORE_CLOSE, message, STAFF_DECIDE)
        if change is Move.ENDED and game.ball_seen and not game.blocked:
            return self.fault(now_ms, FaultKind.NO_NUMBER, alert("wheel.no-number"))
        if change is Move.OVER and game.ball_seen and not game.blocked:
            return self._unconfirmed(game, now_ms)
        return []

    def _launched(self, game: Round | None, now_ms: int) -> list[Report]:
        if game is None:
            message = alert("wheel.no-round")
            return self.fault(now_ms, FaultKind.OUTSIDE_ROUND, message, blocks=False)
        if game.ball_seen:
            message = alert("wheel.spun-again")
            return self.fault(now_ms, FaultKind.SPUN_AGAIN, message, STAFF_DECIDE)
        game.ball_seen = True
        if self._close_before_spin and not game.closed:
            message = alert("wheel.spun-open")
            return self.fault(now_ms, FaultKind.SPIN_BEFORE_CLOSE, message, STAFF_DECIDE)
        return [BallInRim(now_ms)]

    def _warned(self, status: Status, now_ms: int) -> list[Report]:
        before, self._warnings = self._warnings, status.warnings
        bits = status.warnings
        if self.round is None:
            bits &= ~before & Warnings.SENSOR_OR_MOTOR
        elif not self.round.ball_seen:
            # What was on when the round opened is about an earlier ball; a broken sensor is not.
            self.round.carried &= bits
            bits &= ~self.round.carried | Warnings.SENSOR_OR_MOTOR
            if status.state in RUNNING:
                bits &= Warnings.SENSOR_OR_MOTOR
        reports: list[Report] = []
        for found in raised(bits, status.state, now_ms - self._entered_ms):
            # Once the number is given, the ball is taken out for the next game.
            if found.kind is FaultKind.BALL_REMOVED and self._open() is None:
                continue
            reports += self.fault(now_ms, found.kind, found.message, found.irregularities)
        return reports

    def _shown(self, win: str, now_ms: int) -> list[Report]:
        game = self.round
        if game is None or not game.ball_seen:
            return []
        pocket = self._labels.pocket(win)
        if pocket is None:
            return self._unknown(win, now_ms)
        if game.shown is not None and game.shown != pocket:
            return self._differ(game.shown, pocket, now_ms)
        game.shown = pocket
        return self._claimed(game, now_ms)

    def _claimed(self, game: Round, now_ms: int) -> list[Report]:
        """A number came on one kind of line; it counts when the other kind agrees."""
        if game.claimed_ms is None:
            game.claimed_ms = now_ms
        if game.bare is None or game.shown is None:
            return []
        if game.bare != game.shown:
            return self._differ(game.bare, game.shown, now_ms)
        if game.blocked or game.number is not None or not game.closed:
            return []
        game.number = game.bare
        # The sensor counts no revolutions: the dealer confirms them (5.3).
        return [WinningNumber(now_ms, game.number, revolutions_seen=False)]

    def _differ(self, one: str, other: str, now_ms: int) -> list[Report]:
        message = alert("wheel.two-numbers", one=one, other=other)
        return self.fault(now_ms, FaultKind.NUMBERS_DIFFER, message)

    def _unknown(self, sent: str, now_ms: int) -> list[Report]:
        message = alert("wheel.unknown", sent=repr(sent))
        return self.fault(now_ms, FaultKind.NUMBER_UNKNOWN, message)

    def _unconfirmed(self, game: Round, now_ms: int) -> list[Report]:
        number = game.bare or game.shown
        message = alert("wheel.one-line", number=number) if number else alert("wheel.not-sent")
        return self.fault(now_ms, FaultKind.NUMBER_UNCONFIRMED, message)


_NEEDS_BALL = frozenset({Move.SLOWING, Move.RESTED})
