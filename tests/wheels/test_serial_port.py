"""The real driver over a pseudo-terminal, with a simulated wheel at the other end."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TypeVar

import pytest

from croupier import books
from croupier.rules.irregularities import Irregularity
from croupier.wheels.serial_port import SerialWheel, open_port
from croupier.wheels.slingshot import Settings, Slingshot
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    NoMoreBetsSuggested,
    Order,
    Report,
    SourceReady,
    SpinStarted,
    WinningNumber,
)
from tests.wheels.game import game, status
from tests.wheels.pseudo_wheel import PATIENCE_S, PseudoWheel

EDZ = books.load("edz-2020")
RACETRACK = books.load("racetrack-2012")
R = TypeVar("R")


class Table:
    """A table with a driver that runs in its own thread."""

    def __init__(self, device: Path, sensor: Slingshot, clock_ms: Callable[[], int]) -> None:
        self.reports: list[Report] = []
        self._queue: SimpleQueue[Report] = SimpleQueue()
        self._stop = Event()
        self.driver = SerialWheel(
            str(device), sensor, self._queue.put, clock_ms, reopen_wait_s=0.01
        )
        self._thread = Thread(target=self.driver.run, args=(self._stop,))
        self._thread.start()

    def order(self, *orders: Order) -> None:
        for order in orders:
            self.driver.order(order)

    def expect(self, kind: type[R]) -> R:
        """Wait for a report of this kind; whatever comes before it is kept."""
        while True:
            try:
                report = self._queue.get(timeout=PATIENCE_S)
            except Empty:
                raise AssertionError(f"no {kind.__name__} after {self.reports}") from None
            self.reports.append(report)
            if isinstance(report, kind):
                return report

    def kinds(self, *, since_last_expected: bool = False) -> Sequence[type[Report] | FaultKind]:
        expected = len(self.reports) if since_last_expected else 0
        self._drain()
        kinds = [each.kind if isinstance(each, Fault) else type(each) for each in self.reports]
        return kinds[expected:]

    def leave(self) -> None:
        self._stop.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        self._drain()

    def _drain(self) -> None:
        while not self._queue.empty():
            self.reports.append(self._queue.get())


class Floor:
    """A wheel, a driver, and the place where the line is plugged in."""

    def __init__(self, folder: Path) -> None:
        self.plug = folder / "wheel"
        self.wheel = PseudoWheel()
        self.plug.symlink_to(self.wheel.device)
        self.tables: list[Table] = []

    def table(self, pockets: tuple[str, ...], *, close_before_spin: bool) -> Table:
        sensor = Slingshot(pockets, Settings(close_before_spin))
        self.tables.append(Table(self.plug, sensor, lambda: self.wheel.now_ms))
        return self.tables[-1]

    def unplug(self) -> None:
        # The name first: another test may be given the same terminal next.
        self.plug.unlink()
        self.wheel.unplug()

    def plug_in_another(self) -> None:
        another = PseudoWheel()
        another.now_ms = self.wheel.now_ms + 1_000
        self.wheel = another
        self.plug.symlink_to(another.device)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    made = Floor(tmp_path)
    yield made
    for table in made.tables:
        table.leave()
    made.wheel.unplug()


def opened(floor: Floor, table: Table, *orders: Order) -> None:
    """The wheel is heard and the table opens a round; the orders have reached the driver."""
    woken(floor, table)
    table.order(Order.ROUND_OPENED, *orders)
    floor.wheel.answer(status(2), status(2))


def woken(floor: Floor, table: Table) -> None:
    """The wheel answers until it is believed, which the threads' timing may put off."""
    while SourceReady not in table.kinds(since_last_expected=True):
        floor.wheel.answer(status(2))


def test_a_whole_game_with_the_close_before_the_spin(floor: Floor) -> None:
    table = floor.table(EDZ.wheel.order, close_before_spin=True)
    opened(floor, table, Order.START_GAME)
    assert table.expect(Fault).kind is FaultKind.ORDER_REFUSED
    assert floor.wheel.commands == [b"*T z 38", b"*P 0"]
    table.order(Order.BETS_CLOSED, Order.START_GAME)
    floor.wheel.answer_until(b"*u 1", status(2))
    table.expect(SpinStarted)
    floor.wheel.answer(*[status(3)] * 16, *[status(4)] * 24)
    floor.wheel.say(b"00\r\n")
    floor.wheel.answer(*[status(5, "00")] * 3, *[status(1, "00")] * 2)
    number = table.expect(WinningNumber)
    assert (number.pocket, number.revolutions_seen) == ("00", False)
    assert table.kinds() == [
        SourceReady,
        FaultKind.ORDER_REFUSED,
        SpinStarted,
        BallInRim,
        WinningNumber,
    ]
    asked = floor.wheel.asked_ms
    assert min(b - a for a, b in pairwise(asked)) >= 100


def test_a_whole_game_with_the_close_while_the_ball_turns(floor: Floor) -> None:
    table = floor.table(RACETRACK.wheel.order, close_before_spin=False)
    opened(floor, table)
    floor.wheel.answer(b"*X;3;011; 9;0;165;1\n\r", *[status(3)] * 15, *[status(4)] * 4)
    table.expect(NoMoreBetsSuggested)
    table.order(Order.BETS_CLOSED)
    floor.wheel.answer(*[status(4)] * 4, b"*X;4;14*X;*X;4;146; 9;0;158;0\r\n", *[status(4)] * 4)
    assert table.expect(Fault).kind is FaultKind.GARBLED
    floor.wheel.say(b" 7\n\r")
    floor.wheel.answer(status(5, " 7"))
    assert table.expect(WinningNumber).pocket == "7"


def test_numbers_that_differ(floor: Floor) -> None:
    table = floor.table(RACETRACK.wheel.order, close_before_spin=False)
    opened(floor, table, Order.BETS_CLOSED)
    floor.wheel.answer(*[status(3)] * 8, *[status(4)] * 8)
    floor.wheel.say(b"20\r\n")
    floor.wheel.answer(b"*X;5;008;23;0;165;1\r\n", *[status(5, "23")] * 4, status(1, "23"))
    assert table.expect(Fault).kind is FaultKind.NUMBERS_DIFFER
    table.leave()
    assert WinningNumber not in table.kinds()


def test_a_failed_launch(floor: Floor) -> None:
    table = floor.table(EDZ.wheel.order, close_before_spin=True)
    opened(floor, table, Order.BETS_CLOSED, Order.START_GAME)
    floor.wheel.answer_until(b"*u 1", status(2))
    floor.wheel.answer(*[status(3, warnings=8)] * 16)
    fault = table.expect(Fault)
    assert fault.kind is FaultKind.LAUNCH_FAILED
    assert fault.irregularities == (Irregularity.TOO_FEW_REVOLUTIONS,)
    table.order(Order.START_GAME)
    floor.wheel.answer(status(1), status(1), *game(), every_ms=500)
    table.leave()
    assert WinningNumber not in table.kinds()
    assert floor.wheel.commands.count(b"*u 1") == 1


def test_silence_and_a_burst_of_stale_packets(floor: Floor) -> None:
    table = floor.table(RACETRACK.wheel.order, close_before_spin=False)
    opened(floor, table, Order.BETS_CLOSED)
    floor.wheel.answer(*[status(3)] * 8, *[status(4)] * 8)
    floor.wheel.now_ms += 120_000
    assert table.expect(Fault).kind is FaultKind.SILENCE
    floor.wheel.say(b"".join(game()))
    assert table.expect(Fault).kind is FaultKind.STALE
    woken(floor, table)
    assert WinningNumber not in table.kinds()
    table.order(Order.ROUND_OPENED, Order.BETS_CLOSED)
    floor.wheel.answer(*[status(2)] * 3, *[status(3)] * 8, *[status(4)] * 8)
    floor.wheel.say(b"17\r\n")
    floor.wheel.answer(status(5, "17"))
    assert table.expect(WinningNumber).pocket == "17"


def test_a_line_that_is_unplugged_and_plugged_in_again(floor: Floor) -> None:
    table = floor.table(RACETRACK.wheel.order, close_before_spin=False)
    opened(floor, table, Order.BETS_CLOSED)
    floor.wheel.answer(*[status(3)] * 4)
    table.expect(BallInRim)
    floor.unplug()
    fault = table.expect(Fault)
    assert (fault.kind, fault.blocks) == (FaultKind.LINE_LOST, True)
    table.order(Order.ROUND_OPENED)
    assert table.expect(Fault).kind is FaultKind.SILENCE
    floor.plug_in_another()
    woken(floor, table)
    assert floor.wheel.commands == [], "a wheel that was heard before is not set up again"
    assert table.kinds().count(FaultKind.LINE_LOST) == 1, "told once, however often it is tried"


def test_a_device_that_is_not_there(floor: Floor) -> None:
    floor.unplug()
    table = floor.table(RACETRACK.wheel.order, close_before_spin=False)
    assert table.expect(Fault).kind is FaultKind.LINE_LOST
    floor.plug_in_another()
    woken(floor, table)
    assert floor.wheel.commands == [b"*T z 37", b"*P 0"]


def test_the_line_is_opened_as_the_wheel_wants_it(floor: Floor) -> None:
    with open_port(str(floor.plug)) as port:
        assert (port.baudrate, port.bytesize, port.parity, port.stopbits) == (9600, 8, "N", 1)
        assert (port.xonxoff, port.rtscts, port.dsrdtr) == (False, False, False)


def test_an_error_of_whoever_is_told_is_not_taken_for_one_of_the_line(floor: Floor) -> None:
    def tell(report: Report) -> None:
        raise OSError("the journal's disk is full")

    sensor = Slingshot(RACETRACK.wheel.order, Settings(close_before_spin=False))
    driver = SerialWheel(str(floor.plug), sensor, tell, floor.wheel.clock_ms)
    driver.order(Order.START_GAME)
    with pytest.raises(OSError, match="disk is full"):
        driver.run(Event())


class Waits(Event):
    """Counts how long a driver waits, and stops it after some time."""

    def __init__(self) -> None:
        super().__init__()
        self.waited: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.append(timeout)
        if len(self.waited) == 8:
            self.set()
        return self.is_set()


def test_a_line_that_stays_lost_is_tried_less_and_less_often(tmp_path: Path) -> None:
    sensor = Slingshot(RACETRACK.wheel.order, Settings(close_before_spin=False))
    stop, reports = Waits(), list[Report]()
    SerialWheel(str(tmp_path / "nothing"), sensor, reports.append, lambda: 0).run(stop)
    assert len(reports) == 1, "told once, however often it is tried"
    assert stop.waited == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 10.0, 10.0]
