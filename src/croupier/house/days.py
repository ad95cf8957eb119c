"""Gaming days and shifts. All money of a table belongs to a gaming day."""

from datetime import date

import msgspec

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.checks import bad_name
from croupier.house.ledger import DROP
from croupier.house.permissions import approved
from croupier.house.state import TableState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.money import checked_amount
from croupier.rules.refusal import refusal


def start_day(state: TableState, actor: Actor, command: c.StartDay, now_ms: int) -> Decision:
    """A day that comes after the last one."""
    if state.day is not None:
        return refusal("day/running", day=state.day)
    try:
        day = date.fromisoformat(command.day).isoformat()
    except ValueError:
        return refusal("day/bad", day=ascii(command.day[:16]))
    if state.last_day is not None and day <= state.last_day:
        return refusal("day/not-after", day=day, last=state.last_day)
    return [e.DayStarted(day=day, by=actor)]


def end_day(state: TableState, actor: Actor, command: c.EndDay, now_ms: int) -> Decision:
    """Between rounds and after the shift; an open table waits for the next day to begin."""
    if state.day is None:
        return refusal("day/not-started", table=state.id)
    if state.round is not None:
        return refusal("table/round-in-play", action="end-day", round=state.round_number)
    if state.shift is not None:
        return refusal("shift/running", shift=state.shift)
    box = state.ledger.balance(DROP)
    return [e.DayEnded(day=state.day, box=box, by=actor, to_count=state.meters.to_count)]


def count_day(state: TableState, actor: Actor, command: c.CountDay, now_ms: int) -> Decision:
    """House procedure, once for each day, by two people; nobody is told before what to find."""
    expected = state.to_count.get(command.day)
    if expected is None:
        return refusal("count/none", day=ascii(command.day[:16]), table=state.id)
    counted = e.Box(
        cash=command.cash,
        bills=command.bills,
        vouchers=command.vouchers,
        desk=command.desk,
        paid=command.paid,
    )
    for amount in msgspec.structs.astuple(counted):
        if amount != 0:
            checked_amount(amount, "the count")
    if command.approver is None:
        return refusal("approval/needed", action="count-day")
    if (no := approved(actor, command.approver)) is not None:
        return no
    return [
        e.DayCounted(
            day=command.day,
            counted=counted,
            expected=expected,
            by=actor,
            approver=command.approver,
        )
    ]


def start_shift(state: TableState, actor: Actor, command: c.StartShift, now_ms: int) -> Decision:
    """Within a gaming day, one after the other."""
    if state.day is None:
        return refusal("day/not-started", table=state.id)
    if state.shift is not None:
        return refusal("shift/running", shift=state.shift)
    if (no := bad_name(command.shift)) is not None:
        return no
    return [e.ShiftStarted(shift=command.shift, by=actor)]


def end_shift(state: TableState, actor: Actor, command: c.EndShift, now_ms: int) -> Decision:
    """At any moment: a round in play is counted where it ends."""
    if state.shift is None:
        return refusal("shift/not-started", table=state.id)
    return [e.ShiftEnded(shift=state.shift, by=actor)]
