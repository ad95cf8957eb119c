"""A wheel at the other end of a pseudo-terminal, played by a test; its clock is the driver's.

The clock moves only when the wheel moves it, so that no pause of the machine looks like silence.
"""

import fcntl
import os
import select
import struct
import termios
import time
import tty

PATIENCE_S = 90.0


class PseudoWheel:
    """Answers the driver's questions and hears its commands."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.device = os.ttyname(self._slave)
        self.now_ms = 1_000
        self.commands: list[bytes] = []
        """All that the driver sent but its questions for the status."""
        self.asked_ms: list[int] = []
        """When the driver asked for the status."""
        self._unread = b""

    def clock_ms(self) -> int:
        return self.now_ms

    def answer(self, *lines: bytes, every_ms: int = 250) -> None:
        """Answer as many questions, one after the other."""
        for line in lines:
            self._asked()
            self.say(line)
            self.now_ms += every_ms

    def answer_until(self, command: bytes, line: bytes) -> None:
        """Answer the same until a command comes."""
        while command not in self.commands:
            self.answer(line)

    def say(self, line: bytes) -> None:
        """Say something by itself, and wait until the driver has read it."""
        os.write(self._master, line)
        deadline = time.monotonic() + PATIENCE_S
        while struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, b"\0" * 4))[0]:
            if time.monotonic() > deadline:
                raise TimeoutError("the driver does not read")
            time.sleep(0.0005)

    def unplug(self) -> None:
        """The line breaks."""
        os.close(self._slave)
        os.close(self._master)

    def _asked(self) -> None:
        while (command := self._command()) != b"*X":
            self.commands.append(command)
        self.asked_ms.append(self.now_ms)

    def _command(self) -> bytes:
        while b"\r\n" not in self._unread:
            if not select.select([self._master], [], [], PATIENCE_S)[0]:
                raise TimeoutError("the driver says nothing")
            self._unread += os.read(self._master, 1024)
        command, _, self._unread = self._unread.partition(b"\r\n")
        return command
