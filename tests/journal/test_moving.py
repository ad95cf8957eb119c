"""A journal moved to PostgreSQL and back: equal in every row, or not moved."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.journal import moving, places, postgres
from croupier.journal.archive import archive_closed_days
from croupier.journal.backup import copy_data
from croupier.journal.check import check
from croupier.journal.errors import StoreBusy, StoreDamaged, StoreRefused
from croupier.journal.places import ADDRESS, address_of, open_record, open_store, point_to
from croupier.journal.postgres import PostgresRecord, PostgresStore
from croupier.journal.postgres_database import Address
from croupier.journal.rows import OnProgress, RowRecord, Whole
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.journal.store import Record
from tests.journal.samples import NOW_MS, entries, place_wagers, play_day
from tests.postgres import Cluster

SQLITE_FILES = {"journal.sqlite3", "journal.lock"}


def played(folder: Path) -> dict[str, list[object]]:
    """A journal of two streams, one with a day archived; what it holds."""
    with SqliteStore(folder) as store:
        for day in ("2026-11-01", "2026-11-02"):
            play_day(store, "table-1", day)
        play_day(store, "house", "2026-11-01")
        archive_closed_days(store, "table-1", folder / "archives")
        place_wagers(store, "table-1", 1500)
        return held(store)


def held(record: RowRecord) -> dict[str, list[object]]:
    """All that a journal holds."""
    return {
        stream: [record.base(stream), record.head(stream), *record.read(stream)]
        for stream in record.streams()
    }


def move(folder: Path, to: str, prove: moving.Prove = lambda record: None) -> int:
    return moving.move(folder, to, NOW_MS, prove, lambda done, of: None)


def found(folder: Path) -> dict[str, list[object]]:
    with open_record(folder) as record:
        assert check(record).findings == []
        return held(record)


def test_a_journal_goes_to_postgresql_and_back_unchanged(tmp_path: Path, address: str) -> None:
    before = played(tmp_path)
    count = sum(len(each) - 2 for each in before.values())
    assert count > 1200
    assert move(tmp_path, address) == count
    assert address_of(tmp_path) == address
    assert found(tmp_path) == before
    with open_record(tmp_path) as record:
        assert isinstance(record, PostgresRecord)
    with open_store(tmp_path) as store:
        play_day(store, "table-1", "2026-11-03")
        later = held(store)
    assert move(tmp_path, "sqlite") > count
    assert address_of(tmp_path) is None
    assert found(tmp_path) == later
    with open_record(tmp_path) as record:
        assert isinstance(record, SqliteRecord)


def test_the_original_is_kept_where_no_house_opens_it(
    tmp_path: Path, address: str, postgres: Cluster
) -> None:
    played(tmp_path)
    move(tmp_path, address)
    (kept,) = {path.name for path in tmp_path.glob("journal.sqlite3*")}
    assert kept == "journal.sqlite3.moved_20231114221320"
    move(tmp_path, "sqlite")
    with pytest.raises(StoreRefused, match="there is no journal in the schema"):
        PostgresRecord(address)
    schema = Address.parse(address).schema
    moved = f"SELECT count(*) FROM {schema}_moved_20231114221320.entries"
    assert postgres.sql(moved)[0][0] > 1000
    assert {path.name for path in tmp_path.iterdir()} == {*SQLITE_FILES, kept, "archives"}


def test_a_journal_moves_from_one_database_to_another(
    tmp_path: Path, address: str, postgres: Cluster
) -> None:
    before = played(tmp_path)
    move(tmp_path, address)
    other = postgres.new()
    move(tmp_path, other)
    assert found(tmp_path) == before
    assert address_of(tmp_path) == other


def test_a_house_that_runs_is_not_moved(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path)
    with SqliteStore(tmp_path), pytest.raises(StoreBusy, match="stop that house first"):
        move(tmp_path, address)
    move(tmp_path, address)
    monkeypatch.setattr(postgres, "LOCK_WAIT", "10ms")
    with open_store(tmp_path), pytest.raises(StoreBusy, match="stop that house first"):
        move(tmp_path, "sqlite")


@pytest.mark.parametrize("to", ["postgresql", "sqlite"])
def test_a_move_that_was_cut_short_goes_on(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    """At whichever step it stops, the folder has one whole journal, and a second run ends it."""
    before = played(tmp_path)
    if to == "sqlite":
        move(tmp_path, address)
    goal = "sqlite" if to == "sqlite" else address
    steps = ("_copied", "require_equal", "point_here" if to == "sqlite" else "point_to")
    for step in steps:
        with monkeypatch.context() as patch:
            patch.setattr(moving, step, lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                move(tmp_path, goal)
        assert (address_of(tmp_path) is None) == (to != "sqlite")
        assert found(tmp_path) == before
        if step == "point_here":  # the file is in its place, and not yet pointed to
            (tmp_path / "journal.sqlite3").unlink()
    move(tmp_path, goal)
    assert (address_of(tmp_path) is None) == (to == "sqlite")
    assert found(tmp_path) == before


def test_a_copy_that_is_not_equal_is_no_move(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = played(tmp_path)
    fill = PostgresStore._fill

    def wrong(self: PostgresStore, whole: Whole, progress: OnProgress) -> None:
        fill(self, whole, progress)
        self._writer.execute("UPDATE entries SET body = body || 'x' WHERE seq = 1000")

    monkeypatch.setattr(PostgresStore, "_fill", wrong)
    with pytest.raises(StoreDamaged, match="not equal to the original"):
        move(tmp_path, address)
    assert found(tmp_path) == before
    assert address_of(tmp_path) is None


def test_a_record_that_does_not_hold_is_no_move(tmp_path: Path, address: str) -> None:
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3")) as connection:
        connection.execute("UPDATE entries SET body = x'00' WHERE seq = 1000")
        connection.commit()

    def prove(record: Record) -> None:
        assert check(record).findings == []

    with pytest.raises(AssertionError):
        move(tmp_path, address, prove)
    assert address_of(tmp_path) is None


def test_where_a_journal_is_already_nothing_is_moved(tmp_path: Path, postgres: Cluster) -> None:
    address = postgres.new()
    played(tmp_path / "a")
    with PostgresStore(address) as store:
        store.append(entries("other", 1, 1))
    with pytest.raises(StoreRefused, match="another journal already"):
        move(tmp_path / "a", address)
    with pytest.raises(StoreRefused, match="is there already"):
        move(tmp_path / "a", "sqlite")
    (tmp_path / "b").mkdir()
    with pytest.raises(StoreRefused, match=r"there is no journal\.sqlite3 in"):
        move(tmp_path / "b", address)
    point_to(tmp_path / "b", address)
    with pytest.raises(StoreRefused, match="is there already"):
        move(tmp_path / "b", address)
    (tmp_path / "b" / "journal.sqlite3").write_bytes(b"")
    with pytest.raises(StoreRefused, match="put it away first"):
        move(tmp_path / "b", "sqlite")


@pytest.mark.parametrize("writing", [True, False])
def test_a_backup_is_a_folder_with_a_file_whatever_is_copied(
    tmp_path: Path, address: str, writing: bool
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    played(data)
    move(data, address)
    with open_store(data) as store:
        before = held(store)

        def progress(done: int, of: int) -> None:
            if writing:  # one moment is copied, whatever is written meanwhile
                store.append(
                    entries("more", store.head("more").seq + 1, store.head("more").seq + 1)
                )

        copy_data(data, copy, progress)
    assert {path.name for path in copy.iterdir()} == {"journal.sqlite3", "archives"}
    assert found(copy) == before
    assert (copy / "journal.sqlite3").stat().st_mode & 0o777 == 0o600


def test_a_folder_says_where_its_journal_is(tmp_path: Path, address: str) -> None:
    assert address_of(tmp_path) is None
    assert places.is_new(tmp_path)
    assert not places.is_there(tmp_path)
    point_to(tmp_path, address)
    assert (tmp_path / ADDRESS).read_text("utf-8") == f"{address}\n"
    assert places.is_new(tmp_path)
    assert places.is_there(tmp_path)
    with open_store(tmp_path, "server-1") as store:
        store.append(entries("a", 1, 3))
    assert not places.is_new(tmp_path)
    assert places.name_of(tmp_path) == address
    (tmp_path / ADDRESS).write_text("nonsense", encoding="utf-8")
    with pytest.raises(StoreRefused, match="is no address"):
        places.is_new(tmp_path)
    with pytest.raises(StoreRefused, match="is no address"):
        point_to(tmp_path, "somewhere")


def test_one_journal_has_many_addresses() -> None:
    one = "postgresql://db/h"
    assert places.is_same(one, "postgres://house@db/h?schema=croupier&sslmode=require")
    assert not places.is_same(one, "postgresql://db/h?schema=other")
    assert not places.is_same(one, "postgresql://db2/h")
    assert not places.is_same(one, "postgresql://db:5433/h")
