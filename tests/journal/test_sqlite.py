"""The store in a SQLite file: the contract, and what is the file's own."""

import errno
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.journal import sqlite, sqlite_file
from croupier.journal.errors import (
    FormatRefused,
    NotDurable,
    StoreBusy,
    StoreDamaged,
    StoreFailed,
    StoreRefused,
)
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.journal.store import Store
from tests.journal.samples import entries, entry
from tests.journal.store_contract import StoreContract


@pytest.fixture(autouse=True)
def file_size_limit() -> Iterator[None]:
    """Whatever limit a test sets on the size of files ends with it."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def let_no_file_grow(bytes_max: int) -> None:
    """A full disk, as far as this process can tell."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_max, hard))


def let_files_grow() -> None:
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


class TestSqliteStore(StoreContract):
    def open(self, folder: Path) -> Store:
        return SqliteStore(folder)

    def reopen(self, store: Store, folder: Path) -> Store:
        let_files_grow()
        return SqliteStore(folder)

    def break_writes(self, store: Store) -> None:
        let_no_file_grow(40_000)


def append_until_it_fails(store: Store, step: int) -> int:
    """The last sequence that was acknowledged."""
    seq = store.head("a").seq
    try:
        while True:
            store.append(entries("a", seq + 1, seq + step))
            seq += step
    except StoreFailed:
        return seq


def sql(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "journal.sqlite3")
    connection.executescript(statement)
    connection.close()


def test_it_is_one_file_beside_its_lock(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store:
        store.append([entry("a", 1)])
    assert {path.name for path in tmp_path.iterdir()} == {"journal.sqlite3", "journal.lock"}


def test_the_folders_that_lead_there_are_made(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "a" / "b" / "c").close()
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(StoreRefused, match="cannot be used"):
        SqliteStore(tmp_path / "file" / "data")


def test_a_lock_without_room_says_that_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "pwrite", no_room)
    with pytest.raises(StoreRefused, match="is full: make room on it"):
        SqliteStore(tmp_path)
    monkeypatch.undo()
    SqliteStore(tmp_path).close()


def test_a_store_that_cannot_be_opened_lets_go_of_its_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "streams", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            SqliteStore(tmp_path)
    SqliteStore(tmp_path).close()


def test_commits_outlive_a_power_cut_by_the_settings_read_back(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store:
        assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
        assert store._writer.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)


@pytest.mark.parametrize(
    ("pragma", "named"),
    [
        ("synchronous=OFF", "synchronous"),
        ("synchronous=NORMAL", "synchronous"),
        ("journal_mode=DELETE", "journal_mode"),
        ("journal_mode=OFF", "journal_mode"),
    ],
)
def test_settings_that_lose_commits_are_refused(tmp_path: Path, pragma: str, named: str) -> None:
    connection = sqlite3.connect(tmp_path / "x")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    sqlite_file.require_durable(connection)
    connection.execute(f"PRAGMA {pragma}")
    with pytest.raises(NotDurable, match=named):
        sqlite_file.require_durable(connection)
    connection.close()


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    with SqliteStore(tmp_path), pytest.raises(StoreBusy, match=str(os.getpid())):
        SqliteStore(tmp_path)
    SqliteStore(tmp_path).close()


def test_a_second_process_is_refused_and_a_dead_one_is_not_in_the_way(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from croupier.journal.sqlite import SqliteStore\n"
        "store = SqliteStore(pathlib.Path(sys.argv[1]))\n"
        "print('open', flush=True)\n"
        "sys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(StoreBusy, match=str(other.pid)):
            SqliteStore(tmp_path)
        other.kill()
    SqliteStore(tmp_path).close()


def test_a_reader_beside_the_writer_sees_what_is_durable(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store, SqliteRecord(tmp_path) as record:
        store.append(entries("a", 1, 2))
        store._writer.execute("BEGIN IMMEDIATE")
        store._writer.execute("DELETE FROM entries")
        assert [stored.seq for stored in record.read("a")] == [1, 2]
        assert [stored.seq for stored in store.read("a")] == [1, 2]
        store._writer.execute("ROLLBACK")
        assert not hasattr(record, "append")


def test_a_copied_folder_is_read_with_what_is_not_checkpointed_yet(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "data") as store:
        store.append(entries("a", 1, 5))
        shutil.copytree(tmp_path / "data", tmp_path / "copy")
        stored = list(store.read("a"))
    (tmp_path / "copy" / "journal.sqlite3-shm").unlink()
    with SqliteRecord(tmp_path / "copy") as record:
        assert list(record.read("a")) == stored


def test_a_closed_journal_is_read_from_a_disc_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SqliteStore(tmp_path) as store:
        store.append(entries("a", 1, 5))
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(os, "access", lambda *_: False)
    with SqliteRecord(tmp_path) as record:
        assert len(list(record.read("a"))) == 5
        assert sorted(tmp_path.iterdir()) == before


def test_there_is_nothing_to_read_where_no_journal_is(tmp_path: Path) -> None:
    with pytest.raises(StoreRefused, match=r"no journal\.sqlite3"):
        SqliteRecord(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("PRAGMA application_id=7", "not a journal of croupier"),
        ("PRAGMA user_version=2", "has format 2, and this program reads 1"),
        ("CREATE TABLE notes (x)", "tables are not those"),
        ("DROP TABLE entries", "tables are not those .* restore a backup"),
        ("ALTER TABLE entries RENAME COLUMN body TO text", "tables are not those"),
        ("CREATE TRIGGER t AFTER INSERT ON entries BEGIN SELECT 1; END", "tables are not those"),
    ],
)
def test_another_format_is_refused(tmp_path: Path, statement: str, reason: str) -> None:
    SqliteStore(tmp_path).close()
    sql(tmp_path, statement)
    with pytest.raises(FormatRefused, match=reason):
        SqliteStore(tmp_path)
    with pytest.raises(FormatRefused, match=reason):
        SqliteRecord(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreDamaged, match="not a database"):
        SqliteStore(tmp_path)
    with pytest.raises(StoreDamaged):
        SqliteRecord(tmp_path)


@pytest.mark.parametrize("half_made", ["", "PRAGMA journal_mode=WAL; PRAGMA user_version=0"])
def test_a_journal_whose_making_was_cut_short_is_made(tmp_path: Path, half_made: str) -> None:
    sql(tmp_path, half_made)
    with SqliteStore(tmp_path) as store:
        store.append([entry("a", 1)])


def test_an_old_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(StoreRefused, match="too old"):
        SqliteStore(tmp_path)


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    let_no_file_grow(200_000)
    acknowledged = append_until_it_fails(store, 7)
    assert acknowledged > 0
    store.close()
    let_files_grow()
    with SqliteStore(tmp_path) as again:
        assert again.head("a").seq in (acknowledged, acknowledged + 7)
        assert list(again.faults()) == []


def store_with_a_larger_main_file(folder: Path) -> SqliteStore:
    """From here on, if no file may grow, commits succeed and checkpoints fail."""
    main, wal = folder / "journal.sqlite3", folder / "journal.sqlite3-wal"
    store, seq = SqliteStore(folder), 0
    while seq == 0 or main.stat().st_size < 2 * wal.stat().st_size:
        store.append(entries("a", seq + 1, seq + 20))
        seq += 20
    let_no_file_grow(main.stat().st_size)
    return store


def test_a_failed_checkpoint_stops_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own checkpoints say nothing when they fail; after a lost fsync that loses money."""
    monkeypatch.setattr(sqlite, "CHECKPOINT_ENTRIES", 40)
    store = store_with_a_larger_main_file(tmp_path)
    seq = append_until_it_fails(store, 20)
    store.close()
    let_files_grow()
    with SqliteStore(tmp_path) as again:
        assert again.head("a").seq == seq + 20


def test_a_checkpoint_that_fails_at_the_close_is_told_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_ENTRIES", 40)
    store = store_with_a_larger_main_file(tmp_path)
    monkeypatch.setattr(sqlite, "CHECKPOINT_ENTRIES", 1000)
    store.append(entries("a", store.head("a").seq + 1, store.head("a").seq + 60))
    seq = store.head("a").seq
    with pytest.raises(StoreFailed):
        store.close()
    store.close()
    let_files_grow()
    with SqliteStore(tmp_path) as again:
        assert again.head("a").seq == seq


def test_a_failed_drop_stops_the_store_and_drops_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.append(entries("a", 1, 500))
    let_no_file_grow((tmp_path / "journal.sqlite3-wal").stat().st_size)
    with pytest.raises(StoreFailed):
        store.drop("a", store.head("a"))
    with pytest.raises(StoreFailed):
        store.append([entry("a", 501)])
    store.close()
    let_files_grow()
    with SqliteStore(tmp_path) as again:
        assert len(list(again.read("a"))) == 500


def test_after_a_failure_the_write_ahead_file_is_left_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    store.append(entries("a", 1, 3))
    let_no_file_grow(40_000)
    with pytest.raises(StoreFailed):
        store.append(entries("a", 4, 4000))
    main = (tmp_path / "journal.sqlite3").read_bytes()
    store.close()
    assert (tmp_path / "journal.sqlite3").read_bytes() == main
    assert (tmp_path / "journal.sqlite3-wal").stat().st_size > 0


def test_checkpoints_keep_the_write_ahead_file_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_ENTRIES", 80)
    with SqliteStore(tmp_path) as store:
        for seq in range(1, 301):
            store.append([entry("a", seq)])
        assert (tmp_path / "journal.sqlite3-wal").stat().st_size < 60 * 4120
        assert (tmp_path / "journal.sqlite3").stat().st_size > 30_000
