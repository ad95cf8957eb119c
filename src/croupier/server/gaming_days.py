"""Gaming days by the house's clock: they end by themselves, and none begins that is not now.

What is due at a table is decided in ``table.turning``; here it is asked for while the house runs.
"""

import asyncio
from collections.abc import Callable
from datetime import date

from croupier.house.closing import DAY, ClosingHour, day_after
from croupier.rules.refusal import Refusal, refusal
from croupier.server.people import Office
from croupier.table import turning
from croupier.table.running import RunningFloor

EVERY_S = 1.0
OVERDUE = "day/overdue"


class GamingDays:
    """The gaming days of a running house."""

    def __init__(
        self, running: RunningFloor, office: Office, closing: ClosingHour, clock: Callable[[], int]
    ) -> None:
        running.floor.closing = closing
        self._running, self._office = running, office
        self._closing, self._clock = closing, clock
        self._told: set[tuple[str, str]] = set()
        """The tables and days that an alert was raised of."""

    async def keep(self) -> None:
        """Do so every moment, until cancelled."""
        while True:
            await self.turn()
            await asyncio.sleep(EVERY_S)

    async def turn(self) -> None:
        """Have the gaming days ended that are over, and tell which cannot end."""
        for table, core in self._running.floor.tables.items():
            if turning.due(core, self._closing, self._clock()):
                self._running.wake(table)
            why = turning.overdue(core, self._closing, self._clock())
            if why is not None and (told := (table, core.state.day or "")) not in self._told:
                self._told.add(told)
                text = f"the gaming day {core.state.day} is over and cannot end: {why}"
                await self._office.raise_alert(table, OVERDUE, text)

    def not_now(self, table: str, day: str) -> Refusal | None:
        """Why a gaming day cannot begin by the house's clock: one that is a day away may. Where a
        wrong clock has named a later one, the day after that may. What is no day is for the table
        to refuse."""
        try:
            asked = date.fromisoformat(day)
        except ValueError:
            return None
        today, last = self.today(), self._running.floor.tables[table].state.last_day
        following = today if last is None else day_after(last)
        if abs(asked - today) <= DAY or asked == following > today + 2 * DAY:
            return None
        return refusal("day/not-now", day=day, today=today.isoformat())

    def hours(self) -> tuple[str, str]:
        """The gaming day by the house's clock, and the hour at which such days end."""
        day = self._closing.day_at(self._clock()).isoformat()
        return day, f"{self._closing.at:%H:%M} {self._closing.zone}"

    def today(self) -> date:
        """The date by the house's clock."""
        return self._closing.date_at(self._clock())
