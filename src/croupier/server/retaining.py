"""Closed gaming days moved into archives while the house runs, and old archives deleted: at its
start, and once a day.

Beside the tables, in a thread: a day is read and archived while wagers are accepted, and only
letting go of its entries takes a turn of the store's one writer. What cannot be archived stays,
and someone is told.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event as Flag

from croupier.journal.errors import JournalError
from croupier.journal.events import Pruned
from croupier.journal.retention import archive_older, delete, prunable
from croupier.journal.store import Store
from croupier.server.config import Retention
from croupier.table.running import RunningFloor

DAY_MS = 86_400_000
EVERY_S = 86_400.0
Alert = Callable[[str, str], Awaitable[object]]
"""Told a kind and a text."""


async def retain(
    store: Store,
    archives: Path,
    retention: Retention,
    clock: Callable[[], int],
    alert: Alert,
    prune: Callable[[int], Awaitable[object]],
    every_s: float = EVERY_S,
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
            await alert("record/not-archived", f"closed days could not be archived: {error}")
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
        await asyncio.to_thread(delete, old.path)
