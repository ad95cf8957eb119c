"""The phases of a round and all transitions between them, in one table.

A book's close of bets selects the row: while the ball spins, or before the spin (3.7 in every
book, 3.6 in sands-2017; early close 6.1). Nothing else decides what comes next: dealers and
sensors look at the same close only to know what to ask for.

    while-ball-spins   betting ─spin→ spinning ─close→ running
                       betting ─close early→ closed ─spin→ running
                       spinning ─rest→ stranded
    before-spin        betting ─close→ closed ─spin→ running
    then in both       running ─rest→ rested ─call→ called ─confirm→ settled

From every phase before settled a round may be voided or, by house procedure, abandoned.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal


class Phase(StrEnum):
    """The phase of a round."""

    # Members are looked up with every command; an enum's own hash is a call of Python.
    __hash__ = str.__hash__

    BETTING = "betting"
    """Bets are open and the ball is not spun."""
    SPINNING = "spinning"
    """Bets are open and the ball is running."""
    STRANDED = "stranded"
    """The ball rests but bets were never closed: there can be no outcome (reading 21)."""
    CLOSED = "closed"
    """Bets are closed and the ball is not spun."""
    RUNNING = "running"
    """Bets are closed and the ball is running."""
    RESTED = "rested"
    """The ball rests in a compartment."""
    CALLED = "called"
    """The outcome was entered and waits to be read back."""
    SETTLED = "settled"
    VOID = "void"
    ABANDONED = "abandoned"


class Step(StrEnum):
    """A transition from one phase to the next."""

    # Members are looked up with every command; an enum's own hash is a call of Python.
    __hash__ = str.__hash__

    SPIN = "spin"
    CLOSE = "close"
    CLOSE_EARLY = "close-early"
    REST = "rest"
    CALL = "call"
    CONFIRM = "confirm"


# Tuples, since every wager asks: looking into a set would hash an enum's member each time.
ENDED = (Phase.SETTLED, Phase.VOID, Phase.ABANDONED)
BETS_OPEN = (Phase.BETTING, Phase.SPINNING)
BALL_RESTS = (Phase.RESTED, Phase.CALLED, Phase.STRANDED)
"""The ball has dropped into a compartment, and no outcome is confirmed."""

_ENDING: Mapping[tuple[Phase, Step], Phase] = {
    (Phase.CLOSED, Step.SPIN): Phase.RUNNING,
    (Phase.RUNNING, Step.REST): Phase.RESTED,
    (Phase.RUNNING, Step.CALL): Phase.CALLED,
    (Phase.RESTED, Step.CALL): Phase.CALLED,
    (Phase.CALLED, Step.CALL): Phase.CALLED,
    (Phase.CALLED, Step.CONFIRM): Phase.SETTLED,
}

TRANSITIONS: Mapping[
    Literal["while-ball-spins", "before-spin"], Mapping[tuple[Phase, Step], Phase]
] = {
    "while-ball-spins": {
        (Phase.BETTING, Step.SPIN): Phase.SPINNING,
        (Phase.BETTING, Step.CLOSE_EARLY): Phase.CLOSED,
        (Phase.SPINNING, Step.CLOSE): Phase.RUNNING,
        (Phase.SPINNING, Step.REST): Phase.STRANDED,
        **_ENDING,
    },
    "before-spin": {
        (Phase.BETTING, Step.CLOSE): Phase.CLOSED,
        **_ENDING,
    },
}
