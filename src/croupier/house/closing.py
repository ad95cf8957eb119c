"""The closing hour: when one gaming day is over and the next one begins, by the house's clock.

House procedure, and a function of time alone: nothing here waits or looks at a clock. A gaming day
is named by the date on which it begins. Where the clocks change, an hour that comes twice counts
the first time, and one that is left out counts as much later as the clocks were put forward.
"""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

DAY = timedelta(days=1)


class ClosingHour(NamedTuple):
    """An hour of the house's own clock."""

    at: time
    zone: tzinfo

    def begins_ms(self, day: date) -> int:
        """The moment at which a gaming day begins, and the one before it is over."""
        return round(datetime.combine(day, self.at, self.zone).timestamp()) * 1000

    def day_at(self, now_ms: int) -> date:
        """The gaming day that a moment belongs to.

        >>> from datetime import UTC
        >>> ClosingHour(time(6), UTC).day_at(0).isoformat()
        '1969-12-31'
        """
        day = self.date_at(now_ms) + DAY  # clocks that are put back may repeat an evening
        while self.begins_ms(day) > now_ms:
            day -= DAY
        return day

    def date_at(self, now_ms: int) -> date:
        """The date that the house's clock shows."""
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
    """The date after a gaming day's."""
    return date.fromisoformat(day) + DAY
