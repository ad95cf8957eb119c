"""The turn of a gaming day at its closing hour: a function of a table's state and the time.

The house asks for what staff would ask for, one command after the other, and is decided like them:
the shift ends, the day ends, and at an open table the next day begins. Chips, credits and what is
held stay where they are. A round in play ends first.
"""

from croupier.house.day import ClosingHour, EndDay, EndShift, StartDay
from croupier.round.base import Actor, Command
from croupier.rules.positions import Position
from croupier.table.core import Core
from croupier.words.message import Message, alert

BY_THE_HOUSE = Actor("house", Position.GAMING_SHIFT_MANAGER)
"""The house where it acts at a table by itself."""
OVERDUE_MS = 10 * 60_000
"""How long a round may go on after the closing hour before an alert is raised."""


def due(core: Core, closing: ClosingHour, now_ms: int) -> list[Command]:
    """What the house asks of a table now to turn its gaming day: mostly nothing."""
    state = core.state
    if state.round is not None:
        return []
    if state.day is None:
        today = closing.day_at(now_ms).isoformat()
        begins = state.is_open and state.last_day is not None and state.last_day < today
        return [StartDay(day=today)] if begins else []
    if not is_over(core, closing, now_ms):
        return []
    asked: list[Command] = [EndDay()] if state.shift is None else [EndShift(), EndDay()]
    if state.is_open:
        asked.append(StartDay(day=closing.next_day(state.last_day, now_ms)))
    return asked


def is_over(core: Core, closing: ClosingHour, now_ms: int) -> bool:
    """Whether a table is in a gaming day whose closing hour has passed."""
    day = core.state.day
    return day is not None and closing.is_over(day, core.day_since_ms, now_ms)


def overdue(core: Core, closing: ClosingHour, now_ms: int) -> Message | None:
    """Why a gaming day that is over cannot end: at once where its round is held, and of a round
    that is played on after a while; nothing where no alert is needed."""
    round_ = core.state.round
    if round_ is None or not is_over(core, closing, now_ms):
        return None
    if round_.waiting is not None:
        return alert("day.held", round=round_.number, waiting=round_.waiting)
    if core.awaited is not None and (id_ := core.awaited(round_.number, now_ms)) is not None:
        return alert("day.awaited", round=round_.number, id=id_)
    since_ms = closing.begins_ms(closing.day_at(now_ms))
    in_play = alert("day.in-play", round=round_.number)
    return in_play if now_ms >= since_ms + OVERDUE_MS else None
