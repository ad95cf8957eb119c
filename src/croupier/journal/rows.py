"""What the stores in a database share: two tables, one of streams and one of their entries.

Reading is in parts, one query each. Writing keeps the heads in memory, chains a batch to them, and
leaves the transaction itself to the database's own module.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from croupier.journal.entry import START, Entry, Head, Stored
from croupier.journal.errors import RetentionRefused, StoreClosed, StoreDamaged, StoreRefused
from croupier.journal.heads import HeadKeeper
from croupier.journal.keys import SigningKey
from croupier.journal.store import Placed, Record, Store, place

COLUMNS = "seq, at_ms, name, version, body, hash"
TYPES = (int, int, str, int, bytes, bytes)
STREAMS = "SELECT name FROM streams"
READ = f"SELECT {COLUMNS} FROM entries WHERE stream_id = ? AND seq > ? ORDER BY seq LIMIT ?"
LAST = f"SELECT {COLUMNS} FROM entries WHERE stream_id = ? AND name = ? ORDER BY seq DESC LIMIT 1"
NAMED = f"""SELECT {COLUMNS} FROM entries
WHERE stream_id = ? AND seq > ? AND seq < ? {{}} ORDER BY seq"""
END = """SELECT seq, hash FROM entries
WHERE stream_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"""
STREAM = "SELECT id, head_seq, head_hash, base_seq, base_hash FROM streams WHERE name = ?"
ALL_STREAMS = """SELECT id, name, head_seq, head_hash, base_seq, base_hash FROM streams
ORDER BY id"""
ALL_ENTRIES = """SELECT stream_id, seq, at_ms, name, version, body, hash FROM entries
ORDER BY stream_id, seq"""
COUNT = "SELECT count(*) FROM entries"
ORPHANS = """SELECT stream_id, count(*) FROM entries
WHERE stream_id NOT IN (SELECT id FROM streams) GROUP BY stream_id"""

CHUNK_ROWS = 1000
SEARCHED_ROWS = 20_000
SEARCHED_FIRST = 100
"""How many entries one query looks through for a name, at most and at first."""


class Whole(NamedTuple):
    """All rows of a journal at one moment: its streams, how many entries, and those in order."""

    streams: list[tuple[Any, ...]]
    size: int
    entries: Iterator[tuple[Any, ...]]


OnProgress = Callable[[int, int], None]
"""Called with how much is copied, and of how much."""


REPORT_ENTRIES = 1000


def reported(whole: Whole, progress: OnProgress) -> Iterator[tuple[Any, ...]]:
    """The entries of a journal, with a report every so many."""
    for done, row in enumerate(whole.entries):
        if done % REPORT_ENTRIES == 0:
            progress(done, whole.size)
        yield row
    progress(whole.size, whole.size)


class RowRecord(Record):
    """A record whose streams and entries are rows."""

    _closed = False

    @abstractmethod
    def _rows(
        self, sql: str, parameters: Sequence[object], types: tuple[type, ...]
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of a query with ``?`` for each parameter, up to a damaged one, which raises."""

    @abstractmethod
    def whole(self) -> AbstractContextManager[Whole]:
        """All rows as they are, whatever is written meanwhile."""

    def streams(self) -> list[str]:
        return sorted(name for (name,) in self._rows(STREAMS, (), (str,)))

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
            yield from self._of_the_medium()
            for stream_id, count in self._rows(ORPHANS, (), (int, int)):
                yield f"{count} entries are of stream {stream_id}, which is not there"
        except StoreDamaged as error:
            yield error.reason

    def _of_the_medium(self) -> Iterator[str]:
        """What the database itself finds wrong."""
        return iter(())

    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        """In chunks, one query each, so that a slow reader delays no writer."""
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
        if names is not None and not wanted:
            return
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


class RowStore(RowRecord, Store):
    """A record in rows that only this process writes."""

    def _remember(self) -> None:
        """Read where all streams end; before anything else is asked of the store."""
        known = {name: self._stream(name) for name in self.streams()}
        self._ids = {name: stream_id for name, (stream_id, _, _) in known.items()}
        self._heads = {name: head for name, (_, head, _) in known.items()}
        self._writing = Lock()
        self._keeper: HeadKeeper | None = None

    @abstractmethod
    def _write(self, entries: Sequence[Entry], placed: Placed, ids: Mapping[str, int]) -> None:
        """Write a batch and the new heads of its streams in one transaction, durably."""

    @abstractmethod
    def _drop(self, stream_id: int, through: Head) -> None:
        """Delete the entries up to this head, and make it the base, in one transaction."""

    @abstractmethod
    def _end_at(self, stream_id: int, end: Head) -> None:
        """Make this entry the head of its stream; the start of a stream forgets the stream."""

    @abstractmethod
    def _fill(self, whole: Whole, progress: OnProgress) -> None:
        """Write these rows as they are, in one transaction."""

    def fill(self, whole: Whole, progress: OnProgress = lambda done, of: None) -> None:
        """Take in all rows of another journal; this one must be empty."""
        if self.streams():
            raise StoreRefused("there is a journal already")
        self._fill(whole, progress)
        self._remember()

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
            if not entries:
                return []
            try:
                for stream in placed.heads:
                    if stream not in self._ids:
                        self._ids[stream] = max(self._ids.values(), default=0) + 1
                self._write(entries, placed, self._ids)
                self._heads.update(placed.heads)
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
            try:
                self._drop(self._ids[stream], through)
            except Exception as error:
                raise self._stop(error) from error

    def end_here(self, stream: str) -> None:
        with self._writing:
            self._require_open()
            end = self.end(stream)
            try:
                self._end_at(self._ids[stream], end)
                self._heads[stream] = end
                if end == START:
                    del self._ids[stream], self._heads[stream]
            except Exception as error:
                raise self._stop(error) from error

    def _require_open(self) -> None:
        if self._closed:
            raise StoreClosed("the store is closed")
        self._require_running()
