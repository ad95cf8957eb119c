"""A journal moved between a SQLite file and a PostgreSQL database, or between two databases.

A copy has every entry, hash, head and base as it is. A move goes on only with a copy that equals
the original in all of them; then the data folder points to the copy, and the original is given
another name, so that no house goes on with it. Run again after a crash, it goes on.
"""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path

from croupier.journal.disk import sync
from croupier.journal.errors import StoreDamaged, StoreRefused
from croupier.journal.places import SQLITE, address_of, is_same, open_store, point_here, point_to
from croupier.journal.postgres import PostgresStore
from croupier.journal.rows import OnProgress, RowRecord, RowStore
from croupier.journal.sqlite import SqliteStore
from croupier.journal.sqlite_file import FILE, LOCK
from croupier.journal.store import Record

Prove = Callable[[Record], object]
"""Raises if a record does not hold."""
WORKSHOP = ".moving"
"""The folder in a data folder where a file is made that is not its journal yet."""


def move(folder: Path, to: str, now_ms: int, prove: Prove, progress: OnProgress) -> int:
    """Move the journal of a folder to an address, or to a file in the folder (``sqlite``).

    The house must be stopped. How many entries were moved.
    """
    _require_elsewhere(folder, to)
    name = f"moved_{datetime.fromtimestamp(now_ms / 1000, UTC):%Y%m%d%H%M%S}"
    with ExitStack() as stack:
        source = stack.enter_context(open_store(folder))
        if isinstance(source, PostgresStore):
            source.retire(name, tried=True)
        target = stack.enter_context(_target(folder, to))
        count = _copied(source, target, progress)
        prove(target)
        target.close()
        if to == SQLITE:
            (folder / WORKSHOP / FILE).replace(folder / FILE)
            point_here(folder)
            (folder / WORKSHOP / LOCK).unlink()
            (folder / WORKSHOP).rmdir()
        else:
            point_to(folder, to)
        if isinstance(source, PostgresStore):
            source.retire(name)
    if not isinstance(source, PostgresStore):
        _put_away(folder, name)
    sync(folder)
    return count


def _require_elsewhere(folder: Path, to: str) -> None:
    here = address_of(folder)
    if (to == SQLITE) if here is None else (to != SQLITE and is_same(here, to)):
        raise StoreRefused(f"the journal of {folder} is there already")
    if to != SQLITE and here is None and not (folder / FILE).exists():
        raise StoreRefused(f"there is no {FILE} in {folder}")
    if to == SQLITE and (folder / FILE).exists():
        raise StoreRefused(f"there is a {FILE} in {folder} already: put it away first")


def _target(folder: Path, to: str) -> RowStore:
    if to != SQLITE:
        return PostgresStore(to, "croupier move")
    for left in (folder / WORKSHOP).glob("*"):
        left.unlink()
    return SqliteStore(folder / WORKSHOP)


def _copied(source: RowStore, target: RowStore, progress: OnProgress) -> int:
    """Copy all rows, and compare the copy with the original. A run that was cut short may have
    copied them already."""
    with source.whole() as whole:
        if not target.streams():
            target.fill(whole, progress)
    return require_equal(source, target)


def require_equal(source: RowRecord, target: RowRecord) -> int:
    """Raise unless two journals have the same rows; how many entries."""
    with source.whole() as original, target.whole() as copy:
        if original.streams != copy.streams:
            raise StoreRefused("there is another journal already: name an empty place")
        for row, other in zip_longest(original.entries, copy.entries):
            if row != other:
                raise StoreDamaged("the copy is not equal to the original")
        return original.size


def _put_away(folder: Path, name: str) -> None:
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            (folder / f"{FILE}{suffix}").rename(folder / f"{FILE}.{name}{suffix}")
