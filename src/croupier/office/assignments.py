"""Assignments: which staff work at which tables, and when. A house procedure, on record.

A person with assignments acts only at those tables and in those times. So does a person appointed
to act in a higher position (6.3 or 6.2): that counts only at the tables assigned. A person with no
assignments acts everywhere, unless the house wants everybody assigned. A Gaming Shift Manager has
the whole floor and is never assigned; others go by their own position, also while they
act in another.

An assignment is made by a Pit Manager or above who stands above the person assigned, and nobody
makes or withdraws their own: nobody kept to some tables can free themselves.
"""

from collections.abc import Collection
from typing import ClassVar

from croupier.office.appointments import HOUR_MS, HOURS_MAX, above
from croupier.office.base import OfficeEvent
from croupier.office.checks import not_allowed, unknown
from croupier.office.names import HOUSE, quoted
from croupier.office.state import Assignment, OfficeState
from croupier.round.base import Actor, Decision, Event
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal

ASSIGNS = Position.PIT_MANAGER
WHOLE_FLOOR = Position.GAMING_SHIFT_MANAGER
AHEAD_MAX_DAYS = 31
EACH_MAX = 50
"""The most assignments of one person, current and future."""


class StaffAssigned(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff was assigned to tables for a shift, and works nowhere else then."""

    name: ClassVar[str] = "staff.assigned"
    id: int
    staff: str
    tables: tuple[str, ...]
    from_ms: int
    until_ms: int
    reason: str
    by: Actor

    def change_office(self, office: OfficeState) -> None:
        office.assignments_made = self.id
        times = self.from_ms, self.until_ms
        office.assignments[self.id] = Assignment(
            self.staff, self.tables, *times, self.reason, self.by
        )


class AssignmentEnded(OfficeEvent, frozen=True, kw_only=True):
    """An assignment ended with its shift, or was withdrawn."""

    name: ClassVar[str] = "staff.assignment-ended"
    id: int
    staff: str
    reason: str
    by: Actor

    def change_office(self, office: OfficeState) -> None:
        del office.assignments[self.id]


def assign(
    state: OfficeState, asked: Assignment, hours: int, known: Collection[str], now_ms: int
) -> Decision:
    """Assign someone to tables for a shift, from a given time."""
    own = state.staff.get(asked.staff)
    if own is None or not own.enabled:
        return unknown(asked.staff)
    least = _least(own.position)
    if (no := not_allowed(state, asked.by, "assign-staff", least, asked.reason)) is not None:
        return no
    if asked.staff == asked.by.name:
        return refusal("staff/own-self", name=asked.staff)
    if own.position is WHOLE_FLOOR:
        return refusal("assignment/whole-floor", name=asked.staff)
    no = _bad_tables(asked.tables, known) or _bad_times(asked.from_ms, hours, now_ms)
    if no is not None:
        return no
    if len(of(state, asked.staff, now_ms)) >= EACH_MAX:
        return refusal("assignment/too-many", name=asked.staff, max=EACH_MAX)
    return [
        StaffAssigned(
            id=state.assignments_made + 1,
            staff=asked.staff,
            tables=tuple(dict.fromkeys(asked.tables)),
            from_ms=max(asked.from_ms, now_ms),
            until_ms=max(asked.from_ms, now_ms) + hours * HOUR_MS,
            reason=asked.reason,
            by=asked.by,
        )
    ]


def withdraw(state: OfficeState, id_: int, by: Actor, reason: str) -> Decision:
    """End an assignment early, or before it begins."""
    found = state.assignments.get(id_)
    if found is None:
        return refusal("assignment/unknown", id=id_)
    own = state.staff[found.staff]
    least = _least(own.position)
    if (no := not_allowed(state, by, "withdraw-assignment", least, reason)) is not None:
        return no
    if found.staff == by.name:
        return refusal("staff/own-self", name=by.name)
    return [AssignmentEnded(id=id_, staff=found.staff, reason=reason, by=by)]


def over(state: OfficeState, now_ms: int) -> list[Event]:
    """The ends of assignments whose time is over."""
    return [
        AssignmentEnded(id=id_, staff=one.staff, reason="the shift has ended", by=HOUSE)
        for id_, one in state.assignments.items()
        if now_ms >= one.until_ms
    ]


def of(state: OfficeState, name: str, now_ms: int) -> list[Assignment]:
    """Someone's assignments, current and future."""
    return [a for a in state.assignments.values() if a.staff == name and now_ms < a.until_ms]


def away(
    state: OfficeState, table: str, actor: Actor, now_ms: int, *, assigned_only: bool = False
) -> Refusal | None:
    """Why someone may not act at a table now, or None; only staff have assignments."""
    known = state.staff.get(actor.name)
    if actor.position is None or known is None or known.position is WHOLE_FLOOR:
        return None
    theirs = of(state, actor.name, now_ms)
    if any(table in one.tables and one.from_ms <= now_ms for one in theirs):
        return None
    if theirs:
        tables = tuple(dict.fromkeys(t for one in theirs for t in one.tables))
        return refusal("assignment/elsewhere", name=actor.name, table=table, tables=tables)
    return refusal("assignment/none", name=actor.name, table=table) if assigned_only else None


def _least(own: Position) -> Position:
    """The lowest position that may assign someone: one above theirs."""
    return max(ASSIGNS, above(own), key=list(Position).index)


def _bad_tables(tables: Collection[str], known: Collection[str]) -> Refusal | None:
    wrong = [table for table in tables if table not in known]
    if tables and not wrong:
        return None
    given = quoted(wrong[0]) if wrong else ()
    return refusal("assignment/bad-tables", given=given, known=tuple(known))


def _bad_times(from_ms: int, hours: int, now_ms: int) -> Refusal | None:
    if not 1 <= hours <= HOURS_MAX or from_ms > now_ms + AHEAD_MAX_DAYS * 24 * HOUR_MS:
        return refusal("assignment/bad-times", max=HOURS_MAX, days=AHEAD_MAX_DAYS)
    return None
