"""Progress of long commands: a bar on standard error if that is a terminal, and nothing in a pipe.

The bar of a quick command never shows, and none of it stays when the command has ended.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from croupier.journal.entry import Head, Stored
from croupier.journal.store import Record

OnProgress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""
EACH_S = 0.1
T = TypeVar("T")


@contextmanager
def progress(what: str) -> Iterator[OnProgress]:
    """A progress bar for as long as the context lasts."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from croupier.cli.screen import screen

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Refreshed by hand: a thread of its own would keep the lab's workers from being forked.
    bars = Progress(*columns, console=screen(stderr=True), transient=True, auto_refresh=False)
    with bars:
        task = bars.add_task(what, total=None)
        shown = monotonic()

        def update(done: int, total: int) -> None:
            nonlocal shown
            bars.update(task, completed=done, total=total)
            if monotonic() - shown >= EACH_S:
                shown = monotonic()
                bars.refresh()

        yield update


def counted(items: Iterable[T], total: int, report: OnProgress) -> Iterator[T]:
    """The same items, each reported as it is taken."""
    for done, item in enumerate(items):
        report(done, total)
        yield item


class Watched(Record):
    """A record that reports how many of its entries have been read, in one pass or several."""

    def __init__(self, record: Record, report: OnProgress, passes: int = 1) -> None:
        self._record, self._report, self._read = record, report, 0
        ends = [(record.base(name).seq, record.head(name).seq) for name in record.streams()]
        self._total = passes * sum(end - base for base, end in ends)

    def streams(self) -> list[str]:
        return self._record.streams()

    def head(self, stream: str) -> Head:
        return self._record.head(stream)

    def end(self, stream: str) -> Head:
        return self._record.end(stream)

    def base(self, stream: str) -> Head:
        return self._record.base(stream)

    def last(self, stream: str, name: str) -> Stored | None:
        return self._record.last(stream, name)

    def faults(self) -> Iterator[str]:
        return self._record.faults()

    def close(self) -> None:
        self._record.close()

    def _named(self, *given: object) -> Iterator[Stored]:
        return self._record._named(*given)  # type: ignore[arg-type]

    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        for stored in self._record.read(stream, after_seq, limit):
            self._read += 1
            self._report(min(self._read, self._total), self._total)
            yield stored
