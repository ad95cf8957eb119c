"""The wheel's states and what a change from one to another means, in one table.

idle (1, 2, 6) ─launched→ 3 ─slowing→ 4 ─rested→ 5 ─over→ idle
3, 4 ─ended→ idle    the wheel gave the game up
any other            out of step: something was missed
"""

from collections.abc import Mapping
from enum import StrEnum

from croupier.wheels.slingshot.packets import State


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
    """What it means that the wheel went from one state to another."""
    return _MOVES.get((before, after), Move.OUT_OF_STEP)
