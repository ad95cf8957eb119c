"""A game as the sensor tells it: the lines of a wheel, and a sensor that hears them in time."""

from collections.abc import Sequence

from croupier.wheels.slingshot import Settings, Slingshot
from croupier.wheels.source import Fault, FaultKind, Order, Report, WinningNumber

SINGLE_ZERO = tuple(str(number) for number in range(37))
DOUBLE_ZERO = ("0", "00", *SINGLE_ZERO[1:])
EVERY_MS = 500


def status(state: int, win: str = " 9", warnings: int = 0, spin: int = 11) -> bytes:
    """A status packet."""
    return f"*X;{state};{spin:03d};{win};{warnings:X};165;1\r\n".encode()


def game(number: str = "25", before: str = " 9") -> list[bytes]:
    """The lines of a whole game, from place your bets to the next one."""
    return [
        *[status(2, before)] * 4,
        *[status(3, before)] * 8,
        *[status(4, before)] * 12,
        number.encode() + b"\r\n",
        *[status(5, number)] * 3,
        *[status(1, number)] * 2,
    ]


class Heard:
    """A sensor in its own time, and all that it reported."""

    def __init__(
        self, pockets: Sequence[str] = SINGLE_ZERO, *, close_before_spin: bool = False
    ) -> None:
        self.sensor = Slingshot(pockets, Settings(close_before_spin, polled=False))
        self.now_ms = 1_000_000
        self.reports: list[Report] = []
        self.sensor.line_opened(self.now_ms)

    def say(self, *lines: bytes, every_ms: int = EVERY_MS) -> list[Report]:
        """The wheel says lines, each so long after the one before."""
        begun = len(self.reports)
        for line in lines:
            self.now_ms += every_ms
            self.reports += self.sensor.feed(line, self.now_ms)
        return self.reports[begun:]

    def wait(self, ms: int, every_ms: int = EVERY_MS) -> list[Report]:
        """Nothing comes for so long."""
        begun = len(self.reports)
        for _ in range(ms // every_ms):
            self.now_ms += every_ms
            self.reports += self.sensor.tick(self.now_ms)
        return self.reports[begun:]

    def order(self, order: Order) -> list[Report]:
        """The table gives an order."""
        given = list(self.sensor.order(order, self.now_ms))
        self.reports += given
        return given

    def awake(self) -> "Heard":
        """The wheel has been heard for a while, and a round is opened."""
        self.say(*[status(2)] * 3)
        self.reports.clear()
        self.order(Order.ROUND_OPENED)
        return self

    def launched(self) -> "Heard":
        """A round is open and the ball runs, bets closed or not as the book has it."""
        self.awake()
        self.say(status(3))
        return self

    def closed(self) -> "Heard":
        """A round whose ball is about to drop, bets closed."""
        self.launched()
        self.say(*[status(3)] * 7, status(4))
        self.order(Order.BETS_CLOSED)
        self.say(*[status(4)] * 3)
        return self

    @property
    def faults(self) -> list[FaultKind]:
        """The kinds of fault reported so far."""
        return [report.kind for report in self.reports if isinstance(report, Fault)]

    @property
    def last_fault(self) -> Fault:
        """The fault reported last."""
        return [report for report in self.reports if isinstance(report, Fault)][-1]

    @property
    def numbers(self) -> list[str]:
        """The winning numbers reported so far."""
        return [report.pocket for report in self.reports if isinstance(report, WinningNumber)]
