"""A store in one SQLite file: the default, for one server.

One connection writes and checkpoints; another only reads, and so sees only what is durable. It
must not know what its entries mean.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from croupier.journal.entry import START, Entry, Head
from croupier.journal.errors import StoreClosed, StoreDamaged
from croupier.journal.rows import (
    ALL_ENTRIES,
    ALL_STREAMS,
    COUNT,
    OnProgress,
    RowRecord,
    RowStore,
    Whole,
    reported,
)
from croupier.journal.sqlite_file import UNREADABLE, lock, open_reader, open_writer
from croupier.journal.store import Placed

INSERT_STREAM = "INSERT INTO streams VALUES (?, ?, ?, ?, ?, ?)"
PUT_HEAD = """INSERT INTO streams VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash"""
PUT_BASE = "UPDATE streams SET base_seq = ?, base_hash = ? WHERE id = ?"
END_AT = "UPDATE streams SET head_seq = ?, head_hash = ? WHERE id = ?"
FORGET = "DELETE FROM streams WHERE id = ?"
DROP = "DELETE FROM entries WHERE stream_id = ? AND seq <= ?"

# One statement for many rows: SQLite lets other threads run after each statement, and getting the
# interpreter back from a busy event loop costs more than the rows do.
ROWS_MAX = 512
WIDTH = 7
ROW = f"({', '.join('?' * WIDTH)})"
INSERTS = {
    1 << power: f"INSERT INTO entries VALUES {', '.join([ROW] * (1 << power))}"
    for power in range(ROWS_MAX.bit_length())
}
CHECKPOINT_ENTRIES = 8192
COMMIT_ENTRIES = 8
"""What the smallest commit adds to the write-ahead file, counted in entries."""


class SqliteRecord(RowRecord):
    """A journal file opened for reading, beside its writer or in a copy of its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reader = open_reader(folder)
        self._reading = Lock()

    def close(self) -> None:
        with self._reading:
            self._closed = True
            self._reader.close()

    @contextmanager
    def whole(self) -> Iterator[Whole]:
        with closing(open_reader(self._folder)) as connection:
            try:
                connection.execute("BEGIN")
                streams = connection.execute(ALL_STREAMS).fetchall()
                ((count,),) = connection.execute(COUNT)
                yield Whole(streams, count, iter(connection.execute(ALL_ENTRIES)))
            except UNREADABLE as error:
                raise StoreDamaged(str(error)) from error

    def _of_the_medium(self) -> Iterator[str]:
        for (fault,) in self._rows("PRAGMA integrity_check", (), (str,)):
            if fault != "ok":
                yield fault

    def _rows(
        self, sql: str, parameters: Sequence[object], types: tuple[type, ...]
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, up to a damaged one, which raises."""
        rows, damage = self._fetch(sql, parameters)
        whole = damage is None and _are_of(types, rows)
        return iter(rows) if whole else _before_damage(rows, types, damage)

    def _fetch(
        self, sql: str, parameters: Sequence[object]
    ) -> tuple[list[tuple[Any, ...]], Exception | None]:
        rows: list[tuple[Any, ...]] = []  # with those before an error
        with self._reading:
            if self._closed:
                raise StoreClosed("the store is closed")
            try:
                rows.extend(self._reader.execute(sql, parameters))
            except UNREADABLE as error:
                return rows, error
        return rows, None


def _are_of(types: tuple[type, ...], rows: Sequence[tuple[Any, ...]]) -> bool:
    """Whether values have these types: a damaged row may hold any."""
    columns = zip(types, zip(*rows, strict=True), strict=True)
    return not rows or all({*map(type, values)} == {known} for known, values in columns)


def _before_damage(
    rows: Sequence[tuple[Any, ...]], types: tuple[type, ...], damage: Exception | None
) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        if tuple(map(type, row)) != types:
            raise StoreDamaged("a value has the wrong type")
        yield row
    if damage is not None:
        raise StoreDamaged(str(damage)) from damage


class SqliteStore(SqliteRecord, RowStore):
    """The journal file in its data folder, which only this process writes."""

    def __init__(self, folder: Path, *, page_size: int = 4096) -> None:
        with ExitStack() as undo:
            self._lock = lock(folder)
            undo.callback(os.close, self._lock)
            self._writer = open_writer(folder, page_size)
            undo.callback(self._writer.close)
            super().__init__(folder)
            undo.callback(self._reader.close)
            self._remember()
            undo.pop_all()
        self._unchecked = 0

    def close(self) -> None:
        with self._writing:
            if self._closed:
                return
            try:
                if self._keeper is not None:
                    self._keeper.close()
                if self.failure is None:
                    self._checkpoint(CHECKPOINT_ENTRIES)
            except sqlite3.Error as error:
                raise self._stop(error) from error
            finally:
                self._close_both()

    def _close_both(self) -> None:
        """The last connection to close checkpoints, unless it only reads.

        After a failure that must not happen: a second fsync can say that all is well when the
        first one lost pages, and the write-ahead file, the only good copy, would be thrown away.
        """
        if self.failure is None:
            super().close()
            self._writer.close()
        else:
            self._writer.close()
            super().close()
        os.close(self._lock)

    def _write(self, entries: Sequence[Entry], placed: Placed, ids: Mapping[str, int]) -> None:
        rows = _by_stream(entries, placed.hashes, ids)
        at, left = 0, len(rows) // WIDTH
        execute = self._writer.execute
        execute("BEGIN IMMEDIATE")
        while left:
            count = min(1 << (left.bit_length() - 1), ROWS_MAX)
            end = at + count * WIDTH
            execute(INSERTS[count], rows[at:end])
            at, left = end, left - count
        for stream, head in placed.heads.items():
            execute(PUT_HEAD, (ids[stream], stream, head.seq, head.hash, 0, START.hash))
        execute("COMMIT")
        self._checkpoint(max(len(entries), COMMIT_ENTRIES))

    def _fill(self, whole: Whole, progress: OnProgress) -> None:
        self._writer.execute("BEGIN IMMEDIATE")
        self._writer.executemany(INSERT_STREAM, whole.streams)
        self._writer.executemany(INSERTS[1], reported(whole, progress))
        self._writer.execute("COMMIT")
        self._checkpoint(CHECKPOINT_ENTRIES)

    def _drop(self, stream_id: int, through: Head) -> None:
        self._writer.execute("BEGIN IMMEDIATE")
        self._writer.execute(DROP, (stream_id, through.seq))
        self._writer.execute(PUT_BASE, (through.seq, through.hash, stream_id))
        self._writer.execute("COMMIT")
        self._checkpoint(CHECKPOINT_ENTRIES)

    def _end_at(self, stream_id: int, end: Head) -> None:
        if end == START:
            self._writer.execute(FORGET, (stream_id,))
        else:
            self._writer.execute(END_AT, (end.seq, end.hash, stream_id))

    def _checkpoint(self, entries: int) -> None:
        """Checkpoint every so many entries; an error is a failed write."""
        self._unchecked += entries
        if self._unchecked >= CHECKPOINT_ENTRIES:
            self._unchecked = 0
            self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


def _by_stream(
    entries: Sequence[Entry], hashes: Sequence[bytes], ids: Mapping[str, int]
) -> list[object]:
    """The values of all rows, grouped by stream so that they share pages."""
    rows: dict[str, list[object]] = {}
    for entry, digest in zip(entries, hashes, strict=True):
        stream, body = entry.stream, entry.body
        row = (ids[stream], entry.seq, entry.at_ms, entry.name, entry.version, body, digest)
        rows.setdefault(stream, []).extend(row)
    return [value for values in rows.values() for value in values]
