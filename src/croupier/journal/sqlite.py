"""A store in one SQLite file: the default, for one server.

One connection writes and checkpoints; another only reads, and so sees only what is durable. It
must not know what its entries mean.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from typing import Any

from croupier.journal.entry import START, Entry, Head, Stored
from croupier.journal.errors import RetentionRefused, StoreClosed, StoreDamaged
from croupier.journal.heads import HeadKeeper
from croupier.journal.keys import SigningKey
from croupier.journal.sqlite_file import UNREADABLE, lock, open_reader, open_writer
from croupier.journal.store import Placed, Record, Store, place

COLUMNS = "seq, at_ms, name, version, body, hash"
TYPES = (int, int, str, int, bytes, bytes)
READ = f"SELECT {COLUMNS} FROM entries WHERE stream_id = ? AND seq > ? ORDER BY seq LIMIT ?"
LAST = f"SELECT {COLUMNS} FROM entries WHERE stream_id = ? AND name = ? ORDER BY seq DESC LIMIT 1"
NAMED = f"""SELECT {COLUMNS} FROM entries
WHERE stream_id = ? AND seq > ? AND seq < ? {{}} ORDER BY seq"""
END = """SELECT seq, hash FROM entries
WHERE stream_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"""
STREAM = "SELECT id, head_seq, head_hash, base_seq, base_hash FROM streams WHERE name = ?"
ORPHANS = """SELECT stream_id, count(*) FROM entries
WHERE stream_id NOT IN (SELECT id FROM streams) GROUP BY stream_id"""
PUT_HEAD = """INSERT INTO streams VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash"""
PUT_BASE = "UPDATE streams SET base_seq = ?, base_hash = ? WHERE id = ?"
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
CHUNK_ROWS = 1000
SEARCHED_ROWS = 20_000
SEARCHED_FIRST = 100
"""How many entries one query looks through for a name, at most and at first."""
CHECKPOINT_ENTRIES = 8192
COMMIT_ENTRIES = 8
"""What the smallest commit adds to the write-ahead file, counted in entries."""


class SqliteRecord(Record):
    """A journal file opened for reading, beside its writer or in a copy of its folder."""

    def __init__(self, folder: Path) -> None:
        self._reader = open_reader(folder)
        self._reading = Lock()
        self._closed = False

    def streams(self) -> list[str]:
        return sorted(name for (name,) in self._rows("SELECT name FROM streams", (), (str,)))

    def head(self, stream: str) -> Head:
        return self._stream(stream)[1]

    def end(self, stream: str) -> Head:
        stream_id, head, base = self._stream(stream)
        rows = self._rows(END, (stream_id, head.seq), (int, bytes))
        return next((Head(*row) for row in rows), base)

    def base(self, stream: str) -> Head:
        return self._stream(stream)[2]

    def last(self, stream: str, name: str) -> Stored | None:
        rows = self._rows(LAST, (self._stream(stream)[0], name), TYPES)
        return next((Stored(stream, *row) for row in rows), None)

    def faults(self) -> Iterator[str]:
        try:
            for (fault,) in self._rows("PRAGMA integrity_check", (), (str,)):
                if fault != "ok":
                    yield fault
            for stream_id, count in self._rows(ORPHANS, (), (int, int)):
                yield f"{count} entries are of stream {stream_id}, which is not there"
        except StoreDamaged as error:
            yield error.reason

    def close(self) -> None:
        with self._reading:
            self._closed = True
            self._reader.close()

    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        """In chunks, one query each, so that a slow reader does not delay checkpoints."""
        stream_id = self._stream(stream)[0]
        left = limit
        while left is None or left > 0:
            wanted = CHUNK_ROWS if left is None else min(left, CHUNK_ROWS)
            count = 0
            try:
                for row in self._rows(READ, (stream_id, after_seq, wanted), TYPES):
                    if row[0] != after_seq + 1:
                        self._require_kept(stream, after_seq)
                    after_seq, count = row[0], count + 1
                    yield Stored(stream, *row)
            except StoreDamaged as error:
                raise StoreDamaged(error.reason, stream, after_seq + 1) from error
            if count < wanted:
                self._require_kept(stream, after_seq)
                return
            left = None if left is None else left - count

    def _named(
        self,
        stream: str,
        names: frozenset[str] | None,
        after_seq: int,
        before_seq: int,
        latest: bool,
    ) -> Iterator[Stored]:
        """Part by part, one query each, for the same reason."""
        stream_id, wanted = self._stream(stream)[0], sorted(names or ())
        of_names = f"AND name IN ({', '.join('?' * len(wanted))})" if names is not None else ""
        sql = NAMED.format(of_names)
        for begin, end in _parts(after_seq, before_seq, latest=latest):
            try:
                found = list(self._rows(sql, (stream_id, begin, end, *wanted), TYPES))
            except StoreDamaged as error:
                raise StoreDamaged(error.reason, stream, begin + 1) from error
            self._require_kept(stream, begin)
            for row in reversed(found) if latest else found:
                yield Stored(stream, *row)

    def _stream(self, name: str) -> tuple[int, Head, Head]:
        """A stream's id, head and base."""
        for row in self._rows(STREAM, (name,), (int, int, bytes, int, bytes)):
            return row[0], Head(row[1], row[2]), Head(row[3], row[4])
        return 0, START, START

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


def _parts(after_seq: int, before_seq: int, *, latest: bool) -> Iterator[tuple[int, int]]:
    """What lies between two sequences in parts, from either end: small ones first, for those who
    look for the next of a name."""
    searched = SEARCHED_FIRST
    while before_seq - after_seq > 1:
        if latest:
            begin = max(before_seq - 1 - searched, after_seq)
            yield begin, before_seq
            before_seq = begin + 1
        else:
            end = min(after_seq + 1 + searched, before_seq)
            yield after_seq, end
            after_seq = end - 1
        searched = min(4 * searched, SEARCHED_ROWS)


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


class SqliteStore(SqliteRecord, Store):
    """The journal file in its data folder, which only this process writes."""

    def __init__(self, folder: Path, *, page_size: int = 4096) -> None:
        with ExitStack() as undo:
            self._lock = lock(folder)
            undo.callback(os.close, self._lock)
            self._writer = open_writer(folder, page_size)
            undo.callback(self._writer.close)
            super().__init__(folder)
            undo.callback(self._reader.close)
            self._ids = {name: self._stream(name)[0] for name in self.streams()}
            self._heads = {name: self._stream(name)[1] for name in self._ids}
            undo.pop_all()
        self._writing = Lock()
        self._unchecked = 0
        self._keeper: HeadKeeper | None = None

    def keep_heads(self, key: SigningKey, folders: Sequence[Path]) -> None:
        """Keep signed heads of all streams in these folders from now on.

        A heads file that cannot be written is a failed write, and stops the store.
        """
        with self._writing:
            try:
                self._keeper = HeadKeeper(key, folders, self._heads, self._stop)
            except Exception as error:
                raise self._stop(error) from error

    def append(self, entries: Sequence[Entry]) -> list[bytes]:
        with self._writing:
            self._require_open()
            placed = place(entries, lambda stream: self._heads.get(stream, START))
            try:
                self._write(entries, placed)
                self._heads.update(placed.heads)
                self._checkpoint(max(len(entries), COMMIT_ENTRIES))
            except Exception as error:
                raise self._stop(error) from error
            if self._keeper is not None:
                self._keeper.note(placed.heads)
            return placed.hashes

    def drop(self, stream: str, through: Head) -> None:
        with self._writing:
            self._require_open()
            is_here = through.seq > self.base(stream).seq
            last = next(self.read(stream, through.seq - 1, 1), None) if is_here else None
            if last is None or last.head != through:
                raise RetentionRefused(f"{stream} has no such head at {through.seq}")
            stream_id = self._ids[stream]
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                self._writer.execute(DROP, (stream_id, through.seq))
                self._writer.execute(PUT_BASE, (through.seq, through.hash, stream_id))
                self._writer.execute("COMMIT")
                self._checkpoint(CHECKPOINT_ENTRIES)
            except Exception as error:
                raise self._stop(error) from error

    def end_here(self, stream: str) -> None:
        with self._writing:
            self._require_open()
            end, stream_id = self.end(stream), self._ids[stream]
            try:
                if end == START:
                    self._writer.execute(FORGET, (stream_id,))
                    del self._ids[stream], self._heads[stream]
                else:
                    row = (stream_id, stream, end.seq, end.hash, 0, START.hash)
                    self._writer.execute(PUT_HEAD, row)
                    self._heads[stream] = end
            except Exception as error:
                raise self._stop(error) from error

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

    def _write(self, entries: Sequence[Entry], placed: Placed) -> None:
        for stream in placed.heads:
            if stream not in self._ids:
                self._ids[stream] = max(self._ids.values(), default=0) + 1
        rows = self._by_stream(entries, placed.hashes)
        at, left = 0, len(rows) // WIDTH
        execute = self._writer.execute
        execute("BEGIN IMMEDIATE")
        while left:
            count = min(1 << (left.bit_length() - 1), ROWS_MAX)
            end = at + count * WIDTH
            execute(INSERTS[count], rows[at:end])
            at, left = end, left - count
        for stream, head in placed.heads.items():
            execute(PUT_HEAD, (self._ids[stream], stream, head.seq, head.hash, 0, START.hash))
        execute("COMMIT")

    def _by_stream(self, entries: Sequence[Entry], hashes: Sequence[bytes]) -> list[object]:
        """The values of all rows, grouped by stream so that they share pages."""
        rows: dict[str, list[object]] = {}
        for entry, digest in zip(entries, hashes, strict=True):
            stream = entry.stream
            row = (
                self._ids[stream],
                entry.seq,
                entry.at_ms,
                entry.name,
                entry.version,
                entry.body,
                digest,
            )
            rows.setdefault(stream, []).extend(row)
        return [value for values in rows.values() for value in values]

    def _checkpoint(self, entries: int) -> None:
        """Checkpoint every so many entries; an error is a failed write."""
        self._unchecked += entries
        if self._unchecked >= CHECKPOINT_ENTRIES:
            self._unchecked = 0
            self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def _require_open(self) -> None:
        if self._closed:
            raise StoreClosed("the store is closed")
        self._require_running()
