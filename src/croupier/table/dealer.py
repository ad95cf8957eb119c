"""The automatic dealer: a function of a table's state and the time to what comes next.

It runs a table with a wheel of the system's own on a timer. It does by itself only what a Dealer
may do by the book, and asks the table for each step as anyone else must.
"""

from typing import NamedTuple

from croupier.round import commands as c
from croupier.round.commands import Actor, Command
from croupier.round.phases import Phase
from croupier.round.state import RoundState
from croupier.rules.positions import Position
from croupier.table.core import Core
from croupier.table.draws import Draws

AUTOMATIC = Actor("automatic", Position.DEALER)


class Timetable(NamedTuple):
    """How long each part of a round lasts, in milliseconds."""

    pause_ms: int = 4_000
    betting_ms: int = 20_000
    spinning_ms: int = 4_000
    """How long the ball runs with bets open, where the book closes while it runs."""
    running_ms: int = 6_000
    reading_ms: int = 1_000


class WakeUp(NamedTuple):
    """Nothing is due before this time."""

    at_ms: int


WAITS_FOR_STAFF = WakeUp(2**62)
LOOK_AGAIN_MS = 500
"""Whether a second person has decided by now."""


def due(core: Core, draws: Draws, times: Timetable, now_ms: int) -> Command | WakeUp:
    """What the automatic dealer does now, or when to ask again."""
    state, since = core.state, core.since_ms
    if not state.is_open or state.day is None:
        return WAITS_FOR_STAFF
    if state.round is None:
        last = state.past.get(state.round_number)
        if last is not None and last.sealed is not None and last.revealed is None:
            return draws.reveal(last)
        if now_ms < since + times.pause_ms:
            return WakeUp(since + times.pause_ms)
        return draws.open_bets(state.round_number + 1)
    if state.round.waiting is not None:
        return WAITS_FOR_STAFF
    step = _in_play(state.round, draws, times, since, now_ms)
    if isinstance(step, Command) and core.waits_for(step, now_ms) is not None:
        return WakeUp(now_ms + LOOK_AGAIN_MS)
    return step


def _in_play(
    state: RoundState, draws: Draws, times: Timetable, since: int, now_ms: int
) -> Command | WakeUp:
    def after(wait_ms: int, command: Command) -> Command | WakeUp:
        return command if now_ms >= since + wait_ms else WakeUp(since + wait_ms)

    before_spin = state.book.says.close.when == "before-spin"
    match state.phase:
        case Phase.BETTING:
            step = draws.close_bets() if before_spin else c.SpinBall()
            return after(times.betting_ms, step)
        case Phase.SPINNING:
            return after(times.spinning_ms, draws.close_bets())
        case Phase.CLOSED:
            return after(times.reading_ms, c.SpinBall())
        case Phase.RUNNING | Phase.RESTED:
            if not state.may_draw:
                return WAITS_FOR_STAFF  # the close is not durable: the seed is not known
            if state.book.bonus is not None and state.drawn is None:
                return draws.bonus_numbers(state)
            if state.book.bonus is not None and not state.lit:
                return c.ReportLights()
            if now_ms < since + times.running_ms:
                return WakeUp(since + times.running_ms)
            return draws.outcome(state)
        case Phase.CALLED:
            assert state.outcome is not None
            return after(times.reading_ms, c.ConfirmOutcome(number=state.outcome))
    return WAITS_FOR_STAFF
