"""The automatic dealer: a function of a table's state and the time to what comes next.

It runs a table with a wheel of the system's own on a timer. It does by itself only what a Dealer
may do by the book, and asks the table for each step as anyone else must.
"""

from typing import Literal, NamedTuple

from croupier.round.base import Actor, Command
from croupier.round.bonus import ReportLights
from croupier.round.outcome import ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.rules.positions import Position
from croupier.table.core import Core
from croupier.table.round_secrets import Draws

AUTOMATIC = Actor("automatic", Position.DEALER)
Deals = Literal["always", "watched", "seated"]
"""When rounds open: always, while somebody is seated or looks on, or while somebody is seated."""


class Timetable(NamedTuple):
    """How long each part of a round lasts, in milliseconds."""

    pause_ms: int = 4_000
    betting_ms: int = 20_000
    spinning_ms: int = 4_000
    """How long the ball runs with bets open, where the book closes while it runs."""
    running_ms: int = 6_000
    reading_ms: int = 1_000
    resumed_ms: int = 10_000
    """How long bets stay open at least once a round goes on that was held or interrupted."""

    def closes_ms(self, core: Core, lasts_ms: int) -> int:
        """When bets end that are open for so long: time in which the round was held, or the house
        was away, is given back."""
        back_ms = core.resumed_ms + min(self.resumed_ms, lasts_ms)
        return max(core.since_ms + lasts_ms, back_ms)


class WakeUp(NamedTuple):
    """Nothing is due before this time."""

    at_ms: int


WAITS_FOR_STAFF = WakeUp(2**62)
LOOK_AGAIN_MS = 500
"""Whether a second person has decided by now, or somebody has come to the table."""


def is_wanted(deals: Deals, *, seated: bool, watched: bool) -> bool:
    """Whether the next round opens: a table without people does not play for nobody."""
    return deals == "always" or seated or (deals == "watched" and watched)


def due(
    core: Core,
    draws: Draws,
    times: Timetable,
    now_ms: int,
    wall_ms: int | None = None,
    *,
    wanted: bool = True,
) -> Command | WakeUp:
    """What the automatic dealer does now, or when to ask again; a round in play is finished, and
    another one opens only where it is wanted.

    The timetable goes by a clock that never steps; approvals lapse by the hour on the wall.
    """
    state, since = core.state, core.since_ms
    if not state.is_open or state.day is None:
        return WAITS_FOR_STAFF
    if state.round is None:
        last = state.past.get(state.round_number)
        if last is not None and last.is_hidden:
            return draws.reveal(last)
        if now_ms < since + times.pause_ms:
            return WakeUp(since + times.pause_ms)
        if not wanted:
            return WakeUp(now_ms + LOOK_AGAIN_MS)
        return draws.open_bets(state.round_number + 1)
    if state.round.waiting is not None:
        return WAITS_FOR_STAFF
    step = _in_play(state.round, draws, times, core, now_ms)
    wall_ms = now_ms if wall_ms is None else wall_ms
    if isinstance(step, Command) and core.waits_for(step, wall_ms) is not None:
        return WakeUp(now_ms + LOOK_AGAIN_MS)
    return step


def _in_play(
    state: RoundState, draws: Draws, times: Timetable, core: Core, now_ms: int
) -> Command | WakeUp:
    since = core.since_ms

    def at(at_ms: int, command: Command) -> Command | WakeUp:
        return command if now_ms >= at_ms else WakeUp(at_ms)

    def after(wait_ms: int, command: Command) -> Command | WakeUp:
        return at(since + wait_ms, command)

    before_spin = state.book.says.close.when == "before-spin"
    match state.phase:
        case Phase.BETTING:
            step = draws.close_bets() if before_spin else SpinBall()
            return at(times.closes_ms(core, times.betting_ms), step)
        case Phase.SPINNING:
            return at(times.closes_ms(core, times.spinning_ms), draws.close_bets())
        case Phase.CLOSED:
            return after(times.reading_ms, SpinBall())
        case Phase.RUNNING | Phase.RESTED:
            if not state.may_draw:
                return WAITS_FOR_STAFF  # the close is not durable: the seed is not known
            if state.book.bonus is not None and state.drawn is None:
                return draws.bonus_numbers(state)
            if state.book.bonus is not None and not state.lit:
                return ReportLights()
            if now_ms < since + times.running_ms:
                return WakeUp(since + times.running_ms)
            return draws.outcome(state)
        case Phase.CALLED:
            assert state.outcome is not None
            return after(times.reading_ms, ConfirmOutcome(number=state.outcome))
    return WAITS_FOR_STAFF
