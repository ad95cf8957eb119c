"""A gaming day at two tables, played by a process that may be killed at any moment.

    python -m tests.crash.scenario LINES FOLDER BOOK [PLANTED]

Everyone who asks has a terminal and a count of their own. What is asked, what is durable and what
is told goes to a file of lines beside the data, appended one by one: after a kill it shows what the
world outside had heard. Played a second time on the same folder, everyone sends everything again.

What is planted, and that the store checkpoints often, is for the tests alone: no program reads it.
"""

import asyncio
import os
import sys
from pathlib import Path

from croupier import books
from croupier.journal.errors import StoreFailed, StoreRefused
from croupier.journal.sqlite import SqliteStore
from croupier.table.running import FloorStopped
from tests.crash import lines
from tests.crash.day import Terminals, gaming_day, one_more
from tests.crash.stores import Gate, opened
from tests.table.floors import Clock, Serving


async def played(store: SqliteStore, note: lines.Note, book: str) -> None:
    """The day, as far as it goes; after a failed write nobody may be told anything."""
    other = books.ids()[(books.ids().index(book) + 1) % len(books.ids())]
    serving = await Serving(store, clock=_clock(store)).start()
    terminals = Terminals(serving, note)
    try:
        await gaming_day(terminals, book, other)
    except FloorStopped as stopped:
        note(lines.stopped(str(stopped)))
        await serving.running.idle()
        try:
            await one_more(terminals, book)
        except FloorStopped:
            note(lines.stopped("for good"))
    await serving.stop()


def _clock(store: SqliteStore) -> Clock:
    """Time goes on from start to start. A step back would be put on record with the first answers,
    and would sync them along: a start that shows what is not durable must be seen without it."""
    seqs = sum(store.head(stream).seq for stream in store.streams())
    return Clock(Clock.now_ms + 10_000 * seqs)


def run(
    path: Path,
    folder: Path,
    book: str,
    planted: str = "",
    gate: Gate | None = None,
    keeping: Gate | None = None,
) -> None:
    """Open the house, play the day, close."""
    note = lines.writer(path)
    try:
        with opened(folder, note, gate or (lambda: None), planted, keeping) as store:
            asyncio.run(played(store, note, book))
    except (StoreRefused, StoreFailed) as refused:
        note(lines.stopped(str(refused)))
    note(lines.DONE)


if __name__ == "__main__":
    run(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], "".join(sys.argv[4:]))
    os._exit(0)
