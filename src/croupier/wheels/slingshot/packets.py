"""Bytes of the serial line to packets, piece by piece, however they are cut.

A packet starts with ``*`` and ends with CR LF, in the wild also LF CR; a winning number comes also
as a bare line of two characters. Either character ends a line, and ``*`` begins a new packet
wherever it stands: after a corrupt burst the next whole packet is read again. What fits no form
exactly is garbled and means nothing. There is no checksum: a digit that noise turned into another
is for the watch to find, by holding lines against each other.
"""

import re
from dataclasses import dataclass
from enum import IntEnum, IntFlag

LONGEST = 64
"""Bytes kept of one line; the longest packet known has 20."""

_STATUS = re.compile(
    rb"\*X;([1-6]);(\d{3}| \d\d|  \d);([ \d]{2});([\dA-Fa-f]);(\d{3}| \d\d|  \d);([01])"
)
_NUMBER = re.compile(rb"\d\d| \d|\d ")
_ANSWER = re.compile(rb"\*(?:X|[A-WYZa-z][\x20-\x7e]*)")


class State(IntEnum):
    """The state that the wheel says it is in."""

    BEFORE_GAME = 1
    PLACE_YOUR_BETS = 2
    BALL_IN_RIM = 3
    NO_MORE_BETS = 4
    WINNING_NUMBER = 5
    CLOSED = 6


class Warnings(IntFlag):
    """The warning bits of a status packet."""

    NONE = 0
    BALL_REMOVED = 1
    BALL_WITH_WHEEL = 2
    SENSOR_OR_MOTOR = 4
    LAUNCH_FAILED = 8


@dataclass(frozen=True, slots=True)
class Status:
    """``*X;state;spin;win;warn;rpm;dir``: what the wheel says of itself."""

    state: State
    spin: int
    win: str
    """Two characters as sent: the last winning number, which is this game's in state 5 only."""
    warnings: Warnings
    rpm_tenths: int
    counter_clockwise: bool


@dataclass(frozen=True, slots=True)
class BareNumber:
    """A winning number on a line of its own, two characters as sent."""

    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """An echo of a command or an answer to one; nothing follows from it."""

    text: str


@dataclass(frozen=True, slots=True)
class Garbled:
    """A line that is none of these."""

    content: bytes


Packet = Status | BareNumber | Answer | Garbled


class PacketParser:
    r"""Takes bytes as they come and gives the packets that are complete.

    >>> PacketParser().feed(b"20\r\n*X;5;011;25;0;165;1\r\n")[0]
    BareNumber(text='20')
    """

    def __init__(self) -> None:
        self._line = bytearray()

    def feed(self, data: bytes) -> list[Packet]:
        """The packets that these bytes complete."""
        packets = []
        for byte in data:
            if byte in b"\r\n*":
                if self._line:
                    packets.append(_packet(bytes(self._line)))
                self._line.clear()
            if byte not in b"\r\n" and len(self._line) <= LONGEST:
                self._line.append(byte)
        return packets

    def reset(self) -> None:
        """Forget an unfinished line."""
        self._line.clear()


def _packet(line: bytes) -> Packet:
    if status := _STATUS.fullmatch(line):
        state, spin, win, warnings, rpm, direction = status.groups()
        return Status(
            State(int(state)),
            int(spin),
            win.decode(),
            Warnings(int(warnings, 16)),
            int(rpm),
            direction == b"1",
        )
    if _NUMBER.fullmatch(line):
        return BareNumber(line.decode())
    if _ANSWER.fullmatch(line):
        return Answer(line.decode())
    return Garbled(line)
