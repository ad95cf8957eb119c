"""Closed gaming days moved into archives while the house runs: at its start, and once a day.

Beside the tables, in a thread: a day is read and archived while wagers are accepted, and only
letting go of its entries takes a turn of the store's one writer. What cannot be archived stays,
and someone is told.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event as Flag

from croupier.journal.errors import JournalError
from croupier.journal.retention import archive_older
from croupier.journal.store import Store

DAY_MS = 86_400_000
EVERY_S = 86_400.0
Alert = Callable[[str, str], Awaitable[object]]
"""Told a kind and a text."""


async def retain(
    store: Store,
    archives: Path,
    days: int,
    clock: Callable[[], int],
    alert: Alert,
    every_s: float = EVERY_S,
) -> None:
    """Archive what closed more than so many days ago, now and every day, until cancelled."""
    while True:
        stop = Flag()
        before_ms = clock() - days * DAY_MS
        work = asyncio.ensure_future(asyncio.to_thread(_archive, store, archives, before_ms, stop))
        try:
            await asyncio.shield(work)
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
