"""The SQLite file of a journal: made, locked, opened, and checked before it is trusted.

It must survive a power cut, so the settings that promise that are read back, not trusted. Nothing
here reads or writes entries.
"""

import errno
import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from croupier.journal.disk import make_file, make_folder, sync, why_unwritten
from croupier.journal.errors import (
    FormatRefused,
    NotDurable,
    StoreBusy,
    StoreDamaged,
    StoreRefused,
)

FILE = "journal.sqlite3"
LOCK = "journal.lock"
APPLICATION_ID = int.from_bytes(b"crou", "big")
FORMAT = 1
SQLITE_MIN = (3, 37, 0)
"""The first SQLite with strict tables."""
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file can raise."""

# An entry is found by stream and sequence and nothing else, so that is the table's only tree. The
# heads are kept beside the entries: a missing tail is distinguished from the end of a stream.
ENTRIES = """\
CREATE TABLE entries (
    stream_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (stream_id, seq)
) STRICT, WITHOUT ROWID"""
STREAMS = """\
CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    head_seq INTEGER NOT NULL,
    head_hash BLOB NOT NULL,
    base_seq INTEGER NOT NULL,
    base_hash BLOB NOT NULL
) STRICT"""
SCHEMA = {
    ("table", "entries", "entries", ENTRIES),
    ("table", "streams", "streams", STREAMS),
    ("index", "sqlite_autoindex_streams_1", "streams", None),
}


def lock(folder: Path) -> int:
    """Lock a folder, made if necessary, for writing by this process until the lock is closed.

    The kernel releases the lock when the process ends, however that happens.
    """
    try:
        make_folder(folder)
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unusable(folder, error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.pread(descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
        os.close(descriptor)
        reason = f"{folder} is written by another process, {holder}: stop that house first"
        raise StoreBusy(reason) from error
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except OSError as error:
        os.close(descriptor)
        raise _unusable(folder, error) from error
    return descriptor


def _unusable(folder: Path, error: OSError) -> StoreRefused:
    if error.errno == errno.ENOSPC:
        return StoreRefused(why_unwritten(error, folder))
    return StoreRefused(f"the data folder {folder} cannot be used: {error}")


def open_writer(folder: Path, page_size: int) -> sqlite3.Connection:
    """Open the one connection that writes and checkpoints; the folder must be locked."""
    try:
        wal = folder / f"{FILE}-wal"
        if wal.exists():
            # What a killed process wrote and did not sync must not be shown before it is durable.
            sync(wal)
        if not (folder / FILE).exists():
            # SQLite gives the two files beside it the same rights.
            make_file(folder / FILE)
        connection = _connect(folder, "rwc")
    except OSError as error:
        raise StoreRefused(f"{folder / FILE} cannot be opened: {error}") from error
    try:
        _set_up(connection, page_size)
        # The names of the files too, the write-ahead file's among them: it is there by now, and
        # SQLite does not look whether that worked.
        sync(folder)
    except (*UNREADABLE, OSError) as error:
        connection.close()
        why = why_unwritten(error, folder)
        if type(error) is sqlite3.DatabaseError:  # and no kind beneath it, such as a full disk
            raise StoreDamaged(why) from error
        raise StoreRefused(f"{folder / FILE} cannot be opened: {why}") from error
    except BaseException:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection, page_size: int) -> None:
    connection.execute(f"PRAGMA page_size={page_size}")
    # To its end: an error of the write that this is comes only after the row with the answer.
    connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA fullfsync=ON")  # macOS alone does less when it says fsync
    # SQLite's own checkpoints swallow errors, and a failed fsync must stop us: we run them.
    connection.execute("PRAGMA wal_autocheckpoint=0")
    require_durable(connection)
    if _is_new(connection):
        _make(connection)
    require_format(connection)


def open_reader(folder: Path) -> sqlite3.Connection:
    """Open a connection for reading, beside a writer or on a copy of the folder."""
    if not (folder / FILE).is_file():
        raise StoreRefused(f"there is no {FILE} in {folder}")
    if not (folder / FILE).stat().st_size:
        # SQLite would delete the write-ahead file, which may hold all that is left.
        raise FormatRefused(f"{FILE} is empty")
    connection = _connect(folder, "ro&immutable=1" if _is_frozen(folder) else "ro")
    try:
        connection.execute("PRAGMA query_only=ON")
        require_format(connection)
    except UNREADABLE as error:
        connection.close()
        # SQLite makes an index beside the file even to read it.
        raise StoreDamaged(why_unwritten(error, folder)) from error
    except BaseException:
        connection.close()
        raise
    return connection


def is_new(folder: Path) -> bool:
    """Whether there is no journal yet: no file, or an empty one."""
    file = folder / FILE
    if not file.exists() or not file.stat().st_size:
        return True
    try:
        with closing(_connect(folder, "ro")) as connection:
            return _is_new(connection)
    except UNREADABLE:
        return False  # whatever it is, something was written


def require_durable(connection: sqlite3.Connection) -> None:
    """Raise if commits of this connection would not survive a power cut."""
    for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2)):
        (found,) = connection.execute(f"PRAGMA {pragma}").fetchone()
        if found != wanted:
            raise NotDurable(f"SQLite's {pragma} is {found!r} here, and must be {wanted!r}")


def require_format(connection: sqlite3.Connection) -> None:
    """Raise if the file is not a journal of this program's format."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise FormatRefused("the file is not a journal of croupier")
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found != FORMAT:
        raise FormatRefused(f"the journal has format {found}, and this program reads {FORMAT}")
    schema = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    if len(schema) != len(SCHEMA) or set(schema) != SCHEMA:
        raise FormatRefused(
            "the journal's tables are not those of its format: it was changed; keep it, and "
            "restore a backup"
        )


def _connect(folder: Path, mode: str) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < SQLITE_MIN:
        raise StoreRefused(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 is needed")
    address = f"{(folder / FILE).resolve().as_uri()}?mode={mode}"
    try:
        connection = sqlite3.connect(
            address, uri=True, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA cell_size_check=ON")
    except sqlite3.Error as error:
        raise StoreRefused(f"{folder / FILE} cannot be opened: {error}") from error
    return connection


def _is_frozen(folder: Path) -> bool:
    """Whether this is a closed journal on read-only media, such as an auditor's disc.

    SQLite wants to make its index of the write-ahead file, unless the file is declared immutable.
    """
    wal = folder / f"{FILE}-wal"
    return not os.access(folder, os.W_OK) and not (wal.exists() and wal.stat().st_size)


def _is_new(connection: sqlite3.Connection) -> bool:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return bool(application == 0 and tables == 0)


def _make(connection: sqlite3.Connection) -> None:
    """Make the tables, in one transaction: a half-made journal counts as new."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={FORMAT}")
    connection.execute(ENTRIES)
    connection.execute(STREAMS)
    connection.execute("COMMIT")
