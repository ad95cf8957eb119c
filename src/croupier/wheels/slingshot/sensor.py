"""The sensor as a whole: bytes from the line to reports, and orders to bytes.

The owner of the line calls ``line_opened``, then ``feed`` with what arrives, ``tick`` when nothing
does, and writes what ``to_send`` gives; every call carries the time of a clock that never steps.

A live wheel sends a status every 500 ms, or as often as it is polled. After a silence the first
packets may be old, minutes of them in one burst: none counts until packets come at a live wheel's
pace again. The same holds when the line is opened.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from croupier.wheels.slingshot.packets import (
    DOUBLE_ZERO_SENT,
    BareNumber,
    Garbled,
    Labels,
    PacketParser,
    State,
    Status,
)
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
from croupier.words.message import Message, alert

SILENCE_MS = 5_000
"""Without a status for so long, ten are missing: the wheel is silent."""


PACE_MS = 50
"""A live wheel sends no two statuses closer than this: polls are 100 ms apart at least."""


PACED_MIN = 2
"""So many statuses in a row at the pace of a live wheel make it one."""


class Beat(StrEnum):
    """How to take a status packet."""

    LIVE = "live"
    WOKE = "woke"
    """Live again with this one: take its state as the start."""
    DOUBTED = "doubted"
    STALE = "stale"
    """The first of a burst after a silence; those that follow are doubted."""


class Pulse:
    """Decides from their timing whether packets are live."""

    def __init__(self) -> None:
        self.live = False
        self._last_ms: int | None = None
        self._silent = False
        self._stale_reported = False
        self._paced = 0

    def opened(self, now_ms: int) -> None:
        """The line is open: from now on silence counts."""
        self._distrust()
        self._last_ms = now_ms
        self._silent = False

    def lost(self) -> None:
        """The line is gone: no silence to wait for."""
        self._distrust()
        self._last_ms = None

    def fell_silent(self, now_ms: int) -> bool:
        """Whether the wheel has fallen silent; true once."""
        if self._silent or self._last_ms is None or now_ms - self._last_ms < SILENCE_MS:
            return False
        self._distrust()
        self._silent = True
        return True

    def beat(self, now_ms: int) -> Beat:
        """How to take the status packet that has just come."""
        gap_ms = now_ms - (self._last_ms if self._last_ms is not None else now_ms)
        self._last_ms = now_ms
        if self.live:
            return Beat.LIVE
        if gap_ms < PACE_MS:
            self._paced = 0
            reported, self._stale_reported = self._stale_reported, True
            return Beat.STALE if self._silent and not reported else Beat.DOUBTED
        self._paced += 1
        if self._paced < PACED_MIN:
            return Beat.DOUBTED
        self.live, self._silent = True, False
        return Beat.WOKE

    def _distrust(self) -> None:
        self.live = False
        self._stale_reported = False
        self._paced = 0


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
        """Whether packets are live."""
        return self._pulse.live

    def line_opened(self, now_ms: int) -> None:
        """The line is open, for the first time or again."""
        self._parser.reset()
        self._pulse.opened(now_ms)
        self._outbox = list(self._greeting)

    def line_lost(self, now_ms: int) -> tuple[Report, ...]:
        """The line cannot be opened, or broke."""
        self._pulse.lost()
        # What was not sent must not be sent later: a launch, in some other round.
        self._outbox = []
        return tuple(self._watch.lose(now_ms, FaultKind.LINE_LOST, alert("wheel.line-lost")))

    def feed(self, data: bytes, now_ms: int) -> tuple[Report, ...]:
        """Take bytes from the line; the reports that follow."""
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
                noisy = (alert("wheel.noisy"),)
                reports.append(Fault(now_ms, FaultKind.GARBLED, noisy, blocks=False))
        return tuple(reports)

    def tick(self, now_ms: int) -> tuple[Report, ...]:
        """Report what did not arrive in time."""
        if self._pulse.fell_silent(now_ms):
            return tuple(self._watch.lose(now_ms, FaultKind.SILENCE, alert("wheel.silent")))
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
            return (_refused(at_ms, alert("wheel.no-self-test")),)
        self._outbox.append(RESTART if order is Order.RESTART else SELF_TEST)
        return ()

    def to_send(self, now_ms: int) -> bytes:
        """The bytes to write now: orders, and the status request when it is due."""
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
                return self._watch.lose(now_ms, FaultKind.STALE, alert("wheel.stale"))
            case Beat.DOUBTED:
                return []

    def _start(self, game: Round | None, now_ms: int) -> tuple[Report, ...]:
        if why := self._no_start(game):
            return (_refused(now_ms, alert("wheel.not-launched"), alert(why)),)
        assert game is not None
        game.started = True
        self._outbox.append(START_GAME)
        return (SpinStarted(now_ms),)

    def _no_start(self, game: Round | None) -> str | None:
        """Why the ball must not be launched now, as an id of words, or None."""
        if game is None or game.number is not None:
            return "wheel.no-round-open"
        if game.started or game.ball_seen:
            return "wheel.never-again"
        if self._settings.close_before_spin and not game.closed:
            return "wheel.bets-open"
        if game.blocked or not self._pulse.live:
            return "wheel.faulty"
        if self._watch.state in _BALL_RUNS:
            return "wheel.last-game"
        return None


def _refused(at_ms: int, *messages: Message) -> Fault:
    return Fault(at_ms, FaultKind.ORDER_REFUSED, messages, blocks=False)
