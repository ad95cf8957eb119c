"""A store in a PostgreSQL database: one schema of it, which one process writes.

The session that writes holds a lock of the database for as long as it lives: who holds it is the
only writer, and who ends that session has ended the writer. Another session only reads. It must
not know what its entries mean.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from threading import Lock
from typing import Any

import psycopg
from psycopg import errors

from croupier.journal import postgres_database as database
from croupier.journal.entry import START, Entry, Head
from croupier.journal.errors import StoreBusy, StoreClosed, StoreFailed, StoreRefused
from croupier.journal.postgres_database import Address, Connection, first_line, reported, shown
from croupier.journal.postgres_lease import Lease
from croupier.journal.rows import (
    ALL_ENTRIES,
    ALL_STREAMS,
    CHUNK_ROWS,
    COUNT,
    OnProgress,
    RowRecord,
    RowStore,
    Whole,
)
from croupier.journal.rows import reported as entries_of
from croupier.journal.store import Placed

LOCK_WAIT = "2s"
"""How long a start waits for a session that is ending."""
LOCK_TIMEOUT = "SELECT set_config('lock_timeout', %s, false)"
TAKE_LOCK = "SELECT pg_advisory_lock(hashtextextended(current_schema(), 0))"
LET_GO = "SELECT pg_advisory_unlock(hashtextextended(current_schema(), 0))"
HOLDER = "SELECT server, taken_at FROM lease WHERE scope = 'house'"
TAKE = """UPDATE lease SET epoch = epoch + 1, server = %s, backend = pg_backend_pid(),
taken_at = clock_timestamp(), renewed_at = clock_timestamp()
WHERE scope = 'house' RETURNING epoch"""
APPEND = """SELECT append(
    %b::int[], %b::text[], %b::bigint[], %b::bytea[], %b::bigint[], %b::bytea[],
    %b::int[], %b::bigint[], %b::bigint[], %b::text[], %b::bigint[], %b::bytea[], %b::bytea[])"""
COPY_STREAMS = "COPY streams FROM STDIN (FORMAT BINARY)"
COPY_ENTRIES = "COPY entries FROM STDIN (FORMAT BINARY)"
DROP_THROUGH = "SELECT drop_through(%s, %s, %s)"
END_AT = "UPDATE streams SET head_seq = %s, head_hash = %s WHERE id = %s"
FORGET = "DELETE FROM streams WHERE id = %s"


class PostgresRecord(RowRecord):
    """The journal in a database opened for reading, whoever writes it."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._schema = Address.parse(address).schema
        self._reading = Lock()
        self._reader = self._opened()

    def _opened(self) -> Connection:
        reader = database.connect(self._address, "croupier reader", read_only=True)
        try:
            with reported(self._address):
                database.require_format(reader, self._schema)
        except BaseException:
            reader.close()
            raise
        return reader

    @contextmanager
    def whole(self) -> Iterator[Whole]:
        reader = self._opened()
        with reported(self._address), reader, reader.cursor("entries", binary=True) as entries:
            reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
            streams = reader.execute(ALL_STREAMS, binary=True).fetchall()
            ((count,),) = reader.execute(COUNT).fetchall()
            entries.itersize = CHUNK_ROWS
            entries.execute(ALL_ENTRIES)
            yield Whole(streams, count, iter(entries))

    def close(self) -> None:
        with self._reading:
            self._closed = True
            self._reader.close()

    def _rows(
        self, sql: str, parameters: Sequence[object], types: tuple[type, ...]
    ) -> Iterator[tuple[Any, ...]]:
        """The database keeps the types of columns, so that no row has others."""
        with self._reading:
            if self._closed:
                raise StoreClosed("the store is closed")
            if self._reader.closed:  # the database was restarted since: reading goes on
                self._reader = self._opened()
            with reported(self._address):
                found = self._reader.execute(_marked(sql), parameters, binary=True)
                return iter(found.fetchall())


@cache
def _marked(sql: str) -> bytes:
    """A query with psycopg's marks for parameters."""
    return sql.replace("?", "%s").encode()


class PostgresStore(PostgresRecord, RowStore):
    """The journal in a database, which only this process writes."""

    def __init__(self, address: str, server: str = "") -> None:
        """``server`` is who writes from now on, for those who find the journal taken."""
        self._address = address
        schema = Address.parse(address).schema
        with ExitStack() as undo:
            self._writer = database.connect(address, "croupier writer")
            undo.callback(self._writer.close)
            with reported(address):
                database.require_durable(self._writer)
                database.make(self._writer, schema)
                database.require_format(self._writer, schema)
                self._take(server)
            super().__init__(address)
            undo.callback(self._reader.close)
            self._remember()
            self._lease = Lease(address, self.epoch, lambda: self.is_well(), self._stop)
            undo.pop_all()

    def _take(self, server: str) -> None:
        self._writer.execute(LOCK_TIMEOUT, (LOCK_WAIT,))
        try:
            self._writer.execute(TAKE_LOCK)
        except errors.LockNotAvailable:
            ((holder, since),) = self._writer.execute(HOLDER).fetchall()
            where, who = shown(self._address), holder or "another process"
            reason = f"{where} is written by {who} since {since:%Y-%m-%d %H:%M:%S} UTC"
            raise StoreBusy(f"{reason}: stop that house first") from None
        self._writer.execute(LOCK_TIMEOUT, ("0",))
        ((self.epoch,),) = self._writer.execute(TAKE, (server,)).fetchall()

    def close(self) -> None:
        with self._writing:
            if self._closed:
                return
            if self._keeper is not None:
                self._keeper.close()
            self._lease.close()
            with suppress(psycopg.Error):  # then the lock ends with the session
                self._writer.execute(LET_GO)
            self._writer.close()
            super().close()

    def _stop(self, reason: object) -> StoreFailed:
        return super()._stop(first_line(reason))

    def _write(self, entries: Sequence[Entry], placed: Placed, ids: Mapping[str, int]) -> None:
        """One statement, and so one transaction and one round trip, with everything."""
        moved = placed.heads
        before = [self._heads.get(stream, START) for stream in moved]
        given: tuple[Sequence[object], ...] = (
            [ids[stream] for stream in moved],
            list(moved),
            [head.seq for head in before],
            [head.hash for head in before],
            [head.seq for head in moved.values()],
            [head.hash for head in moved.values()],
            [ids[each.stream] for each in entries],
            [each.seq for each in entries],
            [each.at_ms for each in entries],
            [each.name for each in entries],
            [each.version for each in entries],
            [each.body for each in entries],
            placed.hashes,
        )
        self._writer.execute(APPEND, given)

    def _fill(self, whole: Whole, progress: OnProgress) -> None:
        with reported(self._address), self._writer.transaction():
            with self._writer.cursor().copy(COPY_STREAMS) as copy:
                copy.set_types(["int4", "text", "int8", "bytea", "int8", "bytea"])
                for row in whole.streams:
                    copy.write_row(row)
            with self._writer.cursor().copy(COPY_ENTRIES) as copy:
                copy.set_types(["int4", "int8", "int8", "text", "int8", "bytea", "bytea"])
                for row in entries_of(whole, progress):
                    copy.write_row(row)

    def retire(self, suffix: str, *, tried: bool = False) -> None:
        """Give the schema a name with this at its end; ``tried`` only finds out whether that can
        be done."""
        with reported(self._address), self._writer.transaction(force_rollback=tried):
            database.rename(self._writer, self._schema, f"{self._schema[:40]}_{suffix}")

    def _drop(self, stream_id: int, through: Head) -> None:
        self._writer.execute(DROP_THROUGH, (stream_id, through.seq, through.hash))

    def _end_at(self, stream_id: int, end: Head) -> None:
        if end == START:
            self._writer.execute(FORGET, (stream_id,))
        else:
            self._writer.execute(END_AT, (end.seq, end.hash, stream_id))


def is_new_at(address: str) -> bool:
    """Whether there is no journal at an address yet."""
    reader = database.connect(address, "croupier reader", read_only=True)
    with reader as connection, reported(address):
        return database.format_of(connection, Address.parse(address).schema) == 0


def prepare(address: str, roles: Mapping[str | None, bool]) -> None:
    """Make the journal as its owner, and give each role what it needs: to write, or to read."""
    schema = Address.parse(address).schema
    with database.connect(address, "croupier prepare") as connection, reported(address):
        database.make(connection, schema)
        try:
            for role, writes in roles.items():
                if role is not None:
                    database.grant(connection, schema, role, writes=writes)
        except errors.UndefinedObject as error:
            raise StoreRefused(f"{shown(address)}: {error}".strip()) from None
