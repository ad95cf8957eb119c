"""Gaming days and shifts, and the count after a day. All money of a table belongs to a day.

The closing hour is house procedure, and a function of time alone: nothing here waits or looks at a
clock. A gaming day is named by the date on which it begins. Where the clocks change, an hour that
comes twice counts the first time, and one that is left out counts as much later as the clocks were
put forward.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any, ClassVar, NamedTuple, Self

import msgspec

from croupier.house.base import TableCommand, TableEvent
from croupier.house.checks import bad_name
from croupier.house.ledger import CAGE, DROP, VARIANCE, Postings, moved
from croupier.house.meters import Box, Meters
from croupier.house.permissions import Permission
from croupier.house.state import TableState
from croupier.round.base import Actor, Decision, Line, OnRecord
from croupier.round.permissions import not_approved
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal

DAY = timedelta(days=1)


class DayStarted(TableEvent, frozen=True, kw_only=True):
    """A gaming day began."""

    name: ClassVar[str] = "day.started"
    day: str
    by: Actor

    def change(self, table: TableState) -> None:
        table.day = table.last_day = self.day
        table.honoured, table.sold_alone, table.paid_alone = {}, {}, {}
        table.played = {}

    def count(self, meters: Meters) -> None:
        meters.day_begun = msgspec.structs.replace(meters.ever)
        meters.handle = {}


class DayEnded(TableEvent, frozen=True, kw_only=True):
    """The gaming day ended; the box, with its recorded content, went to the count."""

    name: ClassVar[str] = "day.ended"
    day: str
    box: int
    by: Actor
    to_count: Box | None = None
    """The amounts that the count should find; days of earlier programs were not counted."""

    def change(self, table: TableState) -> None:
        table.day = None
        if self.to_count is not None:
            table.to_count[self.day] = self.to_count

    def postings(self, before: TableState) -> Postings:
        return moved(DROP, CAGE, self.box)

    def count(self, meters: Meters) -> None:
        if self.to_count is not None:
            meters.uncounted_from = msgspec.structs.replace(meters.ever)


class DayCounted(TableEvent, frozen=True, kw_only=True):
    """Two people counted the box of a gaming day; earlier programs allowed one."""

    name: ClassVar[str] = "day.counted"
    day: str
    counted: Box
    expected: Box
    by: Actor
    approver: Actor | None = None

    def change(self, table: TableState) -> None:
        del table.to_count[self.day]

    def postings(self, before: TableState) -> Postings:
        """The counted amount goes to the cage; the difference is the variance."""
        return moved(CAGE, VARIANCE, self._missing)

    def count(self, meters: Meters) -> None:
        meters.ever.count_variance += self._missing

    @property
    def _missing(self) -> int:
        return self.expected.in_hand - self.counted.in_hand


class ShiftStarted(TableEvent, frozen=True, kw_only=True):
    """A shift began."""

    name: ClassVar[str] = "shift.started"
    shift: str
    by: Actor

    def change(self, table: TableState) -> None:
        table.shift = self.shift

    def count(self, meters: Meters) -> None:
        meters.shift_begun = msgspec.structs.replace(meters.ever)


class ShiftEnded(TableEvent, frozen=True, kw_only=True):
    """The shift ended."""

    name: ClassVar[str] = "shift.ended"
    shift: str
    by: Actor

    def change(self, table: TableState) -> None:
        table.shift = None


class StartDay(TableCommand, frozen=True, kw_only=True, tag="start-day"):
    """A gaming day begins, named by its date (2020-03-18)."""

    allowed = Permission(Position.GAMING_SHIFT_MANAGER)
    lines = (Line("{by}: starts the day {day}", "gaming-shift-manager: starts the day 2020-03-18"),)
    leads_to = DayStarted
    tried_with: ClassVar[Mapping[str, Any]] = {"day": date.max.isoformat()}
    day: str

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """The new day must be later than the last."""
        if table.day is not None:
            return refusal("day/running", day=table.day)
        try:
            day = date.fromisoformat(self.day).isoformat()
        except ValueError:
            return refusal("day/bad", day=ascii(self.day[:16]))
        if table.last_day is not None and day <= table.last_day:
            return refusal("day/not-after", day=day, last=table.last_day)
        return [DayStarted(day=day, by=actor)]


class EndDay(TableCommand, frozen=True, kw_only=True, tag="end-day"):
    """End the gaming day; the drop box goes to the count."""

    allowed = Permission(Position.GAMING_SHIFT_MANAGER)
    lines = (Line("{by}: ends the day", "gaming-shift-manager: ends the day"),)
    leads_to = DayEnded
    tried_with: ClassVar[Mapping[str, Any]] = {}

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Only between rounds and after the shift; an open table waits for the next day."""
        if table.day is None:
            return refusal("day/not-started", table=table.id)
        if table.round is not None:
            return refusal("table/round-in-play", action="end-day", round=table.round_number)
        if table.shift is not None:
            return refusal("shift/running", shift=table.shift)
        box = table.ledger.balance(DROP)
        return [DayEnded(day=table.day, box=box, by=actor, to_count=table.meters.to_count)]


class CountDay(TableCommand, frozen=True, kw_only=True, tag="count-day"):
    """Two people counted the box of an ended gaming day."""

    allowed = Permission(Position.PIT_SUPERVISOR)
    lines = (
        Line(
            "{by}: counts the day {day}: {cash} in cash, {bills} in bills, {vouchers} in "
            "vouchers, {desk} at the desk, {paid} paid out[, approved by {approver}]",
            "pit-supervisor: counts the day 2020-03-18: 5000 in cash, 0 in bills, 0 in "
            "vouchers, 0 at the desk, 2000 paid out, approved by pit-manager Ben",
        ),
    )
    leads_to = DayCounted
    one_request_for = "day"
    day: str
    cash: int
    bills: int
    vouchers: int
    desk: int
    paid: int
    approver: Actor | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """House procedure, once for each day, by two people; no expected amount is shown first."""
        expected = table.to_count.get(self.day)
        if expected is None:
            return refusal("count/none", day=ascii(self.day[:16]), table=table.id)
        counted = Box(
            cash=self.cash,
            bills=self.bills,
            vouchers=self.vouchers,
            desk=self.desk,
            paid=self.paid,
        )
        for amount in msgspec.structs.astuple(counted):
            if amount != 0:
                checked_amount(amount, "count")
        if self.approver is None:
            return refusal("approval/needed", action="count-day")
        if (no := not_approved(actor, self.approver)) is not None:
            return no
        return [
            DayCounted(
                day=self.day,
                counted=counted,
                expected=expected,
                by=actor,
                approver=self.approver,
            )
        ]

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """Each counted sum is a field of the command."""
        return cls(**cls.held_by(seen.event), **msgspec.structs.asdict(seen.event.counted))


class StartShift(TableCommand, frozen=True, kw_only=True, tag="start-shift"):
    """A shift begins within the gaming day."""

    allowed = Permission(Position.PIT_MANAGER)
    lines = (Line("{by}: starts the shift {shift}", "pit-manager: starts the shift night"),)
    leads_to = ShiftStarted
    tried_with: ClassVar[Mapping[str, Any]] = {"shift": "next"}
    shift: str

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Within a gaming day, one shift at a time."""
        if table.day is None:
            return refusal("day/not-started", table=table.id)
        if table.shift is not None:
            return refusal("shift/running", shift=table.shift)
        if (no := bad_name(self.shift)) is not None:
            return no
        return [ShiftStarted(shift=self.shift, by=actor)]


class EndShift(TableCommand, frozen=True, kw_only=True, tag="end-shift"):
    """The shift ends."""

    allowed = Permission(Position.PIT_MANAGER)
    lines = (Line("{by}: ends the shift", "pit-manager: ends the shift"),)
    leads_to = ShiftEnded
    tried_with: ClassVar[Mapping[str, Any]] = {}

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """At any time: a round in play counts for the shift in which it ends."""
        if table.shift is None:
            return refusal("shift/not-started", table=table.id)
        return [ShiftEnded(shift=table.shift, by=actor)]


class ClosingHour(NamedTuple):
    """The closing hour, in the house's time zone."""

    at: time
    zone: tzinfo

    def begins_ms(self, day: date) -> int:
        """When a gaming day begins and the previous one ends."""
        return round(datetime.combine(day, self.at, self.zone).timestamp()) * 1000

    def day_at(self, now_ms: int) -> date:
        """The gaming day of a moment.

        >>> from datetime import UTC
        >>> ClosingHour(time(6), UTC).day_at(0).isoformat()
        '1969-12-31'
        """
        day = self.date_at(now_ms) + DAY  # clocks that are put back may repeat a day
        while self.begins_ms(day) > now_ms:
            day -= DAY
        return day

    def date_at(self, now_ms: int) -> date:
        """The date by the house's clock."""
        return datetime.fromtimestamp(now_ms // 1000, self.zone).date()

    def is_over(self, day: str, since_ms: int, now_ms: int) -> bool:
        """Whether a gaming day that began at a moment is over.

        It has passed a closing hour, and is not the day that the clock says by now: staff may begin
        one before its hour. Nor is it the day after, if the clock says what is meant: only a clock
        that was wrong gives names beyond that, and such a day ends at the next closing hour.
        """
        today = self.day_at(now_ms)
        if self.day_at(since_ms) >= today:
            return False
        return day not in (today.isoformat(), (today + DAY).isoformat())

    def next_day(self, last: str | None, now_ms: int) -> str:
        """The gaming day that begins now: the clock's, or the day after the last if that is later.

        >>> from datetime import UTC
        >>> ClosingHour(time(0), UTC).next_day("1970-01-01", 0)
        '1970-01-02'
        """
        today = self.day_at(now_ms)
        return max(today, day_after(last) if last is not None else today).isoformat()


def day_after(day: str) -> date:
    """The date after that of a gaming day."""
    return date.fromisoformat(day) + DAY
