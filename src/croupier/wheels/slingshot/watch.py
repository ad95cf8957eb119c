"""One round as the sensor sees it: which of its packets count, and what blocks a number.

A number is given only if all of this was seen within the round and without a gap: the ball in the
rim, no more bets, the ball at rest, the table's own close, and the same number both in the status
and on a bare line. Anything else is a fault, after which the round gets no number from here. It is
for the dealer to say then what the ball did.
"""

from dataclasses import dataclass, field

from croupier.rules.irregularities import Irregularity
from croupier.wheels.slingshot.labels import Labels
from croupier.wheels.slingshot.packets import BareNumber, State, Status, Warnings
from croupier.wheels.slingshot.states import Move, move
from croupier.wheels.slingshot.warnings import RUNNING, raised
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    NoMoreBetsSuggested,
    Report,
    WinningNumber,
)

CONFIRMED_WITHIN_MS = 3_000
"""How long a number on one kind of line may wait for the other kind to confirm it."""

STAFF_DECIDE = (Irregularity.NO_SPIN, Irregularity.UNCOVERED)
"""A ball spun or at rest out of turn is "no spin" or a referral (reading 21)."""


@dataclass(slots=True)
class Round:
    """What is known of the round that is open."""

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
        """A new round: all that an earlier one left behind counts no more."""
        self.round = Round(carried=self._warnings)
        if self.state is None:
            text = "the round opened while the wheel was not heard"
            return self.fault(now_ms, FaultKind.SILENCE, text)
        return []

    def fault(
        self,
        now_ms: int,
        kind: FaultKind,
        text: str,
        irregularities: tuple[Irregularity, ...] = (),
        *,
        blocks: bool = True,
    ) -> list[Report]:
        """Raise a fault, once a round for each kind."""
        if self.round is None:
            return [Fault(now_ms, kind, text, irregularities, blocks=False)]
        self.round.blocked |= blocks
        if kind in self.round.raised:
            return []
        self.round.raised.add(kind)
        return [Fault(now_ms, kind, text, irregularities, blocks)]

    def lose(self, now_ms: int, kind: FaultKind, text: str) -> list[Report]:
        """The wheel is not heard: an open round may have lost its ball, and gets no number."""
        self.state = None
        game = self._open()
        if game is not None:
            game.blocked = True
        return [Fault(now_ms, kind, text, blocks=game is not None)]

    def resume(self, status: Status, now_ms: int) -> None:
        """The wheel is heard again: start from the state it is in."""
        self.state, self._entered_ms, self._warnings = status.state, now_ms, status.warnings

    def tick(self, now_ms: int) -> list[Report]:
        """A number that nothing has confirmed in time is raised."""
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
            text = f"the wheel sent the number {packet.text.strip()} while no ball was at rest"
            return self.fault(now_ms, FaultKind.NUMBER_STRAY, text, blocks=game.ball_seen)
        if not game.ball_seen:
            return []
        if pocket is None:
            return self._unknown(packet.text, now_ms)
        if game.bare is not None and game.bare != pocket:
            return self._differ(game.bare, pocket, now_ms)
        game.bare = pocket
        return self._claimed(game, now_ms)

    def _open(self) -> Round | None:
        """The round, if it still waits for its number."""
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
            text = f"the wheel went from state {before} to {state:d}: something was not seen"
            return self.fault(now_ms, FaultKind.OUT_OF_STEP, text)
        if change is Move.SLOWING and not game.closed and not self._close_before_spin:
            return [NoMoreBetsSuggested(now_ms)]
        if change is Move.RESTED and not game.closed:
            text = "the ball rests and bets were never closed"
            return self.fault(now_ms, FaultKind.RESTED_BEFORE_CLOSE, text, STAFF_DECIDE)
        if change is Move.ENDED and game.ball_seen and not game.blocked:
            return self.fault(now_ms, FaultKind.NO_NUMBER, "the wheel ended its game, no number")
        if change is Move.OVER and game.ball_seen and not game.blocked:
            return self._unconfirmed(game, now_ms)
        return []

    def _launched(self, game: Round | None, now_ms: int) -> list[Report]:
        if game is None:
            text = "the ball runs and no round is open"
            return self.fault(now_ms, FaultKind.OUTSIDE_ROUND, text, blocks=False)
        if game.ball_seen:
            text = "the ball runs a second time in one round"
            return self.fault(now_ms, FaultKind.SPUN_AGAIN, text, STAFF_DECIDE)
        game.ball_seen = True
        if self._close_before_spin and not game.closed:
            text = "the ball runs and bets are not closed"
            return self.fault(now_ms, FaultKind.SPIN_BEFORE_CLOSE, text, STAFF_DECIDE)
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
            reports += self.fault(now_ms, found.kind, found.text, found.irregularities)
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
        """A number came on one kind of line: it counts when the other kind says the same."""
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
        text = f"the wheel says both {one} and {other} for one game"
        return self.fault(now_ms, FaultKind.NUMBERS_DIFFER, text)

    def _unknown(self, sent: str, now_ms: int) -> list[Report]:
        text = f"the wheel sent {sent!r}, which is no number of this wheel"
        return self.fault(now_ms, FaultKind.NUMBER_UNKNOWN, text)

    def _unconfirmed(self, game: Round, now_ms: int) -> list[Report]:
        said = game.bare or game.shown
        text = f"only one line gave the number {said}" if said else "the number was not sent"
        return self.fault(now_ms, FaultKind.NUMBER_UNCONFIRMED, text)


_NEEDS_BALL = frozenset({Move.SLOWING, Move.RESTED})
