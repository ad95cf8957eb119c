"""Gaming days of a running house: tables that begin theirs by themselves, days that end by the
house's clock, and closed days that are moved into archives.

What is due at a table is decided in ``table.turning``; here it is asked for while the house runs.
Archiving runs in a thread while wagers are accepted; only removing a day's entries takes a turn of
the store's one writer. What cannot be archived stays, and an alert is raised.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from threading import Event as Flag

from croupier.house.day import DAY, ClosingHour, StartDay, day_after
from croupier.house.exclusion import ExcludePlayer
from croupier.house.limits import SetMaximumPayout
from croupier.house.tray import OpenTable
from croupier.journal.archive import archive_older, delete, prunable
from croupier.journal.errors import JournalError
from croupier.journal.events import Pruned
from croupier.journal.store import Store
from croupier.round.base import Actor, Command
from croupier.round.interruption import ResumeRound
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Retention, Table
from croupier.server.people.office import Office
from croupier.table import turning
from croupier.table.core import Request
from croupier.table.dealer import AUTOMATIC
from croupier.table.running import FloorStopped, RunningFloor
from croupier.words.message import Message, alert

TURN_EVERY_S = 1.0
OVERDUE = "day/overdue"
BY_FILE = Actor("house.toml", Position.GAMING_SHIFT_MANAGER)
"""The author of the house's file."""
DAY_MS = 86_400_000
RETAIN_EVERY_S = 86_400.0
log = logging.getLogger(__name__)
Alert = Callable[[str, Message], Awaitable[object]]
"""Called with a kind and a text."""


class GamingDays:
    """The gaming days of a running house."""

    def __init__(
        self, running: RunningFloor, office: Office, closing: ClosingHour, clock: Callable[[], int]
    ) -> None:
        running.floor.closing = closing
        self._running, self._office = running, office
        self._closing, self._clock = closing, clock
        self._alerted: set[tuple[str, str]] = set()
        """The tables and days with an alert."""

    async def keep(self) -> None:
        """Keep days turning, until cancelled."""
        while True:
            await self.turn()
            await asyncio.sleep(TURN_EVERY_S)

    async def turn(self) -> None:
        """End the gaming days that are over, and report those that cannot end."""
        for table, core in self._running.floor.tables.items():
            if turning.due(core, self._closing, self._clock()):
                self._running.wake(table)
            why = turning.overdue(core, self._closing, self._clock())
            if why is not None and (late := (table, core.state.day or "")) not in self._alerted:
                self._alerted.add(late)
                over = alert("day.overdue", day=core.state.day or "")
                await self._office.raise_alert(table, OVERDUE, over, why)

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


async def follow_the_file(
    config: HouseConfig, running: RunningFloor, hidden: Callable[[str], str]
) -> None:
    """What the house's file says and the record does not.

    What it says of a table counts when the table is new: after that the pit sets it at the table.
    ``hidden`` makes the number of a document unreadable.
    """
    first, house = config.tables[0].id, running.floor.house
    for one in config.excluded:
        if house.exclusion_of(one.player) is None:
            known = hidden(one.identity) if one.identity is not None else None
            exclude = ExcludePlayer(player=one.player, reason=one.reason, identity=known)
            await _do(running, first, BY_FILE, exclude)
    for table in config.tables:
        is_new = running.floor.tables[table.id].state.last_day is None
        if is_new and table.maximum_payout is not None:
            most = SetMaximumPayout(amount=table.maximum_payout)
            await _do(running, table.id, BY_FILE, most)


async def open_by_itself(
    table: Table, running: RunningFloor, closing: ClosingHour, now_ms: int
) -> None:
    """A table without people: its day begins, it opens, and it resumes where it was."""
    state = running.floor.tables[table.id].state
    if state.day is None:
        day = closing.next_day(state.last_day, now_ms)
        await _do(running, table.id, BY_FILE, StartDay(day=day))
    if not state.is_open:
        await _do(running, table.id, BY_FILE, OpenTable(opener=table.opener))
    if state.round is not None and state.round.waiting == "suspended":
        await _do(running, table.id, AUTOMATIC, ResumeRound())


async def _do(running: RunningFloor, table: str, actor: Actor, command: Command) -> None:
    answer = await running.ask(table, Request(actor, command))
    if not answer.accepted:
        raise RuntimeError(f"{table} refused {command}: {answer.message}")


async def retain(
    store: Store,
    archives: Path,
    retention: Retention,
    clock: Callable[[], int],
    tell: Alert,
    prune: Callable[[int], Awaitable[object]],
    every_s: float = RETAIN_EVERY_S,
) -> None:
    """Archive what closed more than so many days ago, now and every day, until cancelled; and
    prune what was archived before a moment."""
    while True:
        stop = Flag()
        before_ms = clock() - retention.days * DAY_MS
        work = asyncio.ensure_future(asyncio.to_thread(_archive, store, archives, before_ms, stop))
        try:
            await asyncio.shield(work)
            if retention.archive_days is not None:
                await prune(clock() - retention.archive_days * DAY_MS)
        except asyncio.CancelledError:
            # The stream that is being archived is finished: the store closes after that.
            stop.set()
            await asyncio.gather(work, return_exceptions=True)
            raise
        except (OSError, JournalError) as error:
            if store.failure is not None:
                raise
            log.warning("closed days could not be archived", exc_info=error)
            await tell("record/not-archived", alert("record.not-archived"))
        await asyncio.sleep(every_s)


def _archive(store: Store, archives: Path, before_ms: int, stop: Flag) -> None:
    for _ in archive_older(store, archives, before_ms):
        if stop.is_set():
            return


async def prune(
    running: RunningFloor, archives: Path, clock: Callable[[], int], before_ms: int
) -> None:
    """Delete the archives of what was played before a moment, each once that is on record."""
    for old in await asyncio.to_thread(lambda: list(prunable(archives, before_ms))):
        deleted = Pruned(old.through.seq, old.through.hash)
        await running.write([running.floor.note(old.stream, deleted, clock())])
        if running.stopped is not None:
            raise FloorStopped(str(running.stopped))
        await asyncio.to_thread(delete, old.path)
