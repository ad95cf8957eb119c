"""The sensor put together: what comes over the line to reports, and orders to what is sent.

Whoever has the line calls ``line_opened``, then ``feed`` with what arrives, ``tick`` when nothing
does, and writes what ``to_send`` gives; every call carries the time of a clock that never steps.
"""

from collections.abc import Collection
from dataclasses import dataclass

from croupier.wheels.slingshot.labels import DOUBLE_ZERO_SENT, Labels
from croupier.wheels.slingshot.packets import BareNumber, Garbled, PacketParser, State, Status
from croupier.wheels.slingshot.pulse import Beat, Pulse
from croupier.wheels.slingshot.watch import Round, Watch
from croupier.wheels.source import (
    Fault,
    FaultKind,
    Order,
    Report,
    SourceReady,
    SpinStarted,
    WheelError,
)

POLL_MS_MIN = 100
"""The wheel must not be asked more often than this."""

STATUS = b"*X\r\n"
START_GAME = b"*u 1\r\n"
RESTART = b"*R\r\n"
SELF_TEST = b"*F\r\n"
POLLED = b"*P 0\r\n"
AUTOMATIC = b"*P 1\r\n"

_BALL_RUNS = (State.BALL_IN_RIM, State.NO_MORE_BETS, State.WINNING_NUMBER)


@dataclass(frozen=True, slots=True)
class Settings:
    """How a sensor is used at its table."""

    close_before_spin: bool
    """The book closes bets before the spin (EDZ 3.7): state 4 is then never taken as the close."""
    polled: bool = True
    """Whether the wheel is asked for its status, or sends it by itself every 500 ms."""
    poll_ms: int = 250
    double_zero: str = DOUBLE_ZERO_SENT
    """The two digits by which this wheel sends 00."""


class Slingshot:
    """A wheel's sensor, without its line."""

    def __init__(self, pockets: Collection[str], settings: Settings) -> None:
        if settings.poll_ms < POLL_MS_MIN:
            raise WheelError(
                f"poll_ms is {settings.poll_ms}: the wheel takes {POLL_MS_MIN} or more"
            )
        labels = Labels(pockets, settings.double_zero)
        self._settings = settings
        self._watch = Watch(labels, close_before_spin=settings.close_before_spin)
        self._parser = PacketParser()
        self._pulse = Pulse()
        mode = POLLED if settings.polled else AUTOMATIC
        self._greeting = [b"*T z %d\r\n" % labels.count, mode]
        self._outbox: list[bytes] = []
        self._polled_ms: int | None = None
        self._noisy = False

    @property
    def live(self) -> bool:
        """Whether the wheel is heard as it is now."""
        return self._pulse.live

    def line_opened(self, now_ms: int) -> None:
        """The line is open, for the first time or again."""
        self._parser.reset()
        self._pulse.opened(now_ms)
        self._outbox = list(self._greeting)

    def line_lost(self, reason: str, now_ms: int) -> tuple[Report, ...]:
        """The line cannot be opened, or broke."""
        self._pulse.lost()
        # What was not sent must not be sent later: a launch, in some other round.
        self._outbox = []
        text = f"the line to the wheel is lost: {reason}"
        return tuple(self._watch.lose(now_ms, FaultKind.LINE_LOST, text))

    def feed(self, data: bytes, now_ms: int) -> tuple[Report, ...]:
        """Take what came over the line and give what there is to report."""
        # Before the bytes: they may be the first after a silence.
        reports = list(self.tick(now_ms))
        for packet in self._parser.feed(data):
            if isinstance(packet, Status):
                self._noisy = False
                reports += self._status(packet, now_ms)
            elif isinstance(packet, BareNumber) and self._pulse.live:
                reports += self._watch.bare(packet, now_ms)
            elif isinstance(packet, Garbled) and not self._noisy:
                self._noisy = True
                text = f"the line is noisy: {packet.content!r} is no packet"
                reports.append(Fault(now_ms, FaultKind.GARBLED, text, blocks=False))
        return tuple(reports)

    def tick(self, now_ms: int) -> tuple[Report, ...]:
        """Notice what did not come."""
        if self._pulse.fell_silent(now_ms):
            text = "the wheel has fallen silent"
            return tuple(self._watch.lose(now_ms, FaultKind.SILENCE, text))
        return tuple(self._watch.tick(now_ms))

    def order(self, order: Order, at_ms: int) -> tuple[Report, ...]:
        """Take an order of the table."""
        if order is Order.ROUND_OPENED:
            return tuple(self._watch.open_round(at_ms))
        if order is Order.BETS_CLOSED:
            if self._watch.round is not None:
                self._watch.round.closed = True
            return ()
        if order is Order.START_GAME:
            return self._start(self._watch.round, at_ms)
        if order is Order.SELF_TEST and self._watch.state in _BALL_RUNS:
            return (_refused(at_ms, "the wheel cannot test itself while the ball runs"),)
        self._outbox.append(RESTART if order is Order.RESTART else SELF_TEST)
        return ()

    def to_send(self, now_ms: int) -> bytes:
        """What to write to the line now: orders, and the question for the status when it is due."""
        sent, self._outbox = self._outbox, []
        due = self._polled_ms is None or now_ms - self._polled_ms >= self._settings.poll_ms
        if self._settings.polled and due:
            self._polled_ms = now_ms
            sent.append(STATUS)
        return b"".join(sent)

    def _status(self, status: Status, now_ms: int) -> list[Report]:
        match self._pulse.beat(now_ms):
            case Beat.LIVE:
                return self._watch.status(status, now_ms)
            case Beat.WOKE:
                # A wheel that is in a game when its line comes back is not set up again.
                self._greeting = []
                self._watch.resume(status, now_ms)
                return [SourceReady(now_ms)]
            case Beat.STALE:
                text = "old packets came in a burst after a silence: listening anew"
                return self._watch.lose(now_ms, FaultKind.STALE, text)
            case Beat.DOUBTED:
                return []

    def _start(self, game: Round | None, now_ms: int) -> tuple[Report, ...]:
        if why := self._no_start(game):
            return (_refused(now_ms, f"the ball is not launched: {why}"),)
        assert game is not None
        game.started = True
        self._outbox.append(START_GAME)
        return (SpinStarted(now_ms),)

    def _no_start(self, game: Round | None) -> str | None:
        """Why the ball must not be launched now, in the order of checking."""
        if game is None or game.number is not None:
            return "no round is open"
        if game.started or game.ball_seen:
            return "it is never spun again within a round (5.3)"
        if self._settings.close_before_spin and not game.closed:
            return "bets close before the spin, and they are not closed"
        if game.blocked or not self._pulse.live:
            return "the wheel has a fault or is not heard"
        if self._watch.state in _BALL_RUNS:
            return "the wheel is still in its last game"
        return None


def _refused(at_ms: int, text: str) -> Fault:
    return Fault(at_ms, FaultKind.ORDER_REFUSED, text, blocks=False)
