"""The serial line of a sensor: opens it, reads, writes, and opens it again when it breaks.

9600 baud, 8N1, no flow control. One thread owns line and sensor: call ``run`` in it, from asyncio
with ``asyncio.to_thread``. Orders may be given from any thread; reports are handed to ``tell`` in
the thread of the line. Nothing is decided here.
"""

import logging
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Event

import serial

from croupier.wheels.slingshot import Slingshot
from croupier.wheels.source import Order, Report

log = logging.getLogger(__name__)

LINE_ERRORS: tuple[type[Exception], ...] = (OSError,)
"""What a broken line raises: pyserial's errors are of this kind, and some escape it on POSIX."""
try:
    import termios
except ImportError:  # not POSIX
    pass
else:
    LINE_ERRORS += (termios.error,)

BAUD = 9600
READ_WAIT_S = 0.02
"""How long one reading waits: a status is never late by more, and stopping takes no longer."""
WRITE_WAIT_S = 2.0
REOPEN_WAIT_S, REOPEN_WAIT_MOST_S = 0.25, 10.0
"""How long until a lost line is tried again: twice as long each time, until the wheel answers."""


def open_port(device: str) -> serial.Serial:
    """Open the device as the wheel wants it, for this process alone."""
    return serial.Serial(
        port=device,
        baudrate=BAUD,
        bytesize=serial.EIGHTBITS,
        parity=serial.PARITY_NONE,
        stopbits=serial.STOPBITS_ONE,
        xonxoff=False,
        rtscts=False,
        dsrdtr=False,
        timeout=READ_WAIT_S,
        write_timeout=WRITE_WAIT_S,
        exclusive=True,
    )


class SerialWheel:
    """A sensor on a serial line.

    Name the device by something that stays, such as /dev/serial/by-id/…: a number may be another
    device's when the line is opened again.
    """

    def __init__(
        self,
        device: str,
        sensor: Slingshot,
        tell: Callable[[Report], None],
        clock_ms: Callable[[], int],
        *,
        reopen_wait_s: float = REOPEN_WAIT_S,
    ) -> None:
        self._device = device
        self._sensor = sensor
        self._tell = tell
        self._clock_ms = clock_ms
        self._reopen_wait_s = reopen_wait_s
        self._orders: SimpleQueue[Order] = SimpleQueue()

    def order(self, order: Order) -> None:
        """Queue an order, taken at the next turn of the line and answered by reports."""
        self._orders.put(order)

    def run(self, stop: Event) -> None:
        """Read and write the line until ``stop`` is set."""
        # A generator, so that an error of ``tell`` is not taken for one of the line.
        for report in self._reports(stop):
            self._tell(report)

    def _reports(self, stop: Event) -> Iterator[Report]:
        lost, wait_s = False, self._reopen_wait_s
        while not stop.is_set():
            try:
                with open_port(self._device) as port:
                    lost = False
                    self._sensor.line_opened(self._clock_ms())
                    while not stop.is_set():
                        yield from self._turn(port)
                        if self._sensor.live:
                            wait_s = self._reopen_wait_s
            except LINE_ERRORS as error:
                if not lost:
                    log.warning("the line to a wheel is lost", exc_info=error)
                    yield from self._sensor.line_lost(self._clock_ms())
                lost = True
                yield from self._take_orders()
                stop.wait(wait_s)
                wait_s = min(wait_s * 2, REOPEN_WAIT_MOST_S)

    def _turn(self, port: serial.Serial) -> Iterator[Report]:
        """Take orders, write what is due, read what is there."""
        yield from self._take_orders()
        if content := self._sensor.to_send(self._clock_ms()):
            port.write(content)
        data = port.read(port.in_waiting or 1)
        now_ms = self._clock_ms()
        yield from self._sensor.feed(data, now_ms) if data else self._sensor.tick(now_ms)

    def _take_orders(self) -> Iterator[Report]:
        while True:
            try:
                order = self._orders.get_nowait()
            except Empty:
                return
            yield from self._sensor.order(order, self._clock_ms())
