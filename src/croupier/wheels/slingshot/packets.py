"""Bytes of the serial line to packets, piece by piece, however they are cut.

A packet starts with ``*`` and ends with CR LF, in the wild also LF CR; a winning number comes also
as a bare line of two characters. Either character ends a line, and ``*`` begins a new packet
wherever it stands: after a corrupt burst the next whole packet is read again. What fits no form
exactly is garbled and means nothing. There is no checksum: a digit that noise turned into another
is for the watch to find, by comparing lines.

The wheel's states, and what a change means:

idle (1, 2, 6) ─launched→ 3 ─slowing→ 4 ─rested→ 5 ─over→ idle
3, 4 ─ended→ idle    the wheel gave the game up
any other            out of step: something was missed
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag, StrEnum

from croupier.wheels.source import WheelError

LONGEST = 64
"""Bytes kept of one line; the longest packet known has 20."""

_STATUS = re.compile(
    rb"\*X;([1-6]);(\d{3}| \d\d|  \d);([ \d]{2});([\dA-Fa-f]);(\d{3}| \d\d|  \d);([01])"
)
_NUMBER = re.compile(rb"\d\d| \d|\d ")
_ANSWER = re.compile(rb"\*(?:X|[A-WYZa-z][\x20-\x7e]*)")


class State(IntEnum):
    """The state that the wheel reports."""

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
    """``*X;state;spin;win;warn;rpm;dir``: the wheel's report of itself."""

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
    """An echo of a command or an answer to one; ignored."""

    text: str


@dataclass(frozen=True, slots=True)
class Garbled:
    """A line that is none of these."""

    content: bytes


Packet = Status | BareNumber | Answer | Garbled


class PacketParser:
    r"""Splits bytes, as they arrive, into packets.

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


SINGLE_ZERO = tuple(str(number) for number in range(37))
DOUBLE_ZERO = (*SINGLE_ZERO, "00")
DOUBLE_ZERO_SENT = "00"
"""How 00 is sent is not documented. Numbers are padded with a space, zero as `` 0``, so that two
zeros can mean nothing else; a wheel that sends another code, such as 37, needs the setting. Until
then its 37 is an unknown number and raised to the dealer, which is safe; guessing would not be."""


class Labels:
    """The pockets of a wheel by how the sensor sends them.

    >>> labels = Labels(DOUBLE_ZERO)
    >>> labels.pocket(" 9"), labels.pocket("00"), labels.pocket(" 0"), labels.pocket("37")
    ('9', '00', '0', None)
    """

    def __init__(self, pockets: Collection[str], double_zero: str = DOUBLE_ZERO_SENT) -> None:
        if set(pockets) not in (set(SINGLE_ZERO), set(DOUBLE_ZERO)):
            raise WheelError(
                "the Slingshot knows wheels of 37 pockets (0 to 36) and of 38 (with 00) only, and "
                f"this wheel has {len(pockets)} ({', '.join(pockets)}): "
                "use the dealer's entry or another sensor"
            )
        self.count = len(pockets)
        self._sent = {sent: label for label in SINGLE_ZERO for sent in _paddings(label)}
        if self.count == len(DOUBLE_ZERO):
            if not re.fullmatch("[0-9]{2}", double_zero) or double_zero in self._sent:
                raise WheelError(
                    f"double_zero is the two digits by which the sensor sends 00, and "
                    f"{double_zero!r} is not or means another number"
                )
            self._sent[double_zero] = "00"

    def pocket(self, sent: str) -> str | None:
        """The pocket that two characters mean, or None if they mean none of this wheel."""
        return self._sent.get(sent)


def _paddings(label: str) -> set[str]:
    return {label.rjust(2), label.ljust(2)}


class Move(StrEnum):
    """What a change of state means."""

    LAUNCHED = "launched"
    SLOWING = "slowing"
    RESTED = "rested"
    OVER = "over"
    ENDED = "ended"
    WAITING = "waiting"
    OUT_OF_STEP = "out-of-step"


IDLE = frozenset({State.BEFORE_GAME, State.PLACE_YOUR_BETS, State.CLOSED})

_MOVES: Mapping[tuple[State, State], Move] = {
    **{(idle, State.BALL_IN_RIM): Move.LAUNCHED for idle in IDLE},
    (State.BALL_IN_RIM, State.NO_MORE_BETS): Move.SLOWING,
    (State.NO_MORE_BETS, State.WINNING_NUMBER): Move.RESTED,
    **{(State.WINNING_NUMBER, idle): Move.OVER for idle in IDLE},
    **{(State.BALL_IN_RIM, idle): Move.ENDED for idle in IDLE},
    **{(State.NO_MORE_BETS, idle): Move.ENDED for idle in IDLE},
    **{(idle, other): Move.WAITING for idle in IDLE for other in IDLE},
}


def move(before: State, after: State) -> Move:
    """The meaning of a change from one state to another."""
    return _MOVES.get((before, after), Move.OUT_OF_STEP)
