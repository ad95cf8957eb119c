"""The store in PostgreSQL: the contract, and what is the database's own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from croupier.journal import postgres as module
from croupier.journal import postgres_database, postgres_lease, postgres_schema
from croupier.journal.entry import START, Head
from croupier.journal.errors import (
    FormatRefused,
    NotDurable,
    StoreBusy,
    StoreDamaged,
    StoreFailed,
    StoreRefused,
    StoreUnreachable,
)
from croupier.journal.postgres import PostgresRecord, PostgresStore, prepare
from croupier.journal.postgres_database import Address, is_address, shown
from croupier.journal.store import Store
from tests.journal.samples import entries, entry
from tests.journal.store_contract import StoreContract
from tests.postgres import Cluster


def schema_of(address: str) -> str:
    return Address.parse(address).schema


def end_session(postgres: Cluster, store: Store, *, reading: bool = False) -> None:
    assert isinstance(store, PostgresStore)
    session = store._reader if reading else store._writer
    postgres.sql(f"SELECT pg_terminate_backend({session.info.backend_pid}, 5000)")


class TestPostgresStore(StoreContract):
    @pytest.fixture(autouse=True)
    def places(self, postgres: Cluster) -> Iterator[None]:
        self.postgres = postgres
        self.addresses: dict[Path, str] = {}
        self.stores: list[Store] = []
        yield
        for store in self.stores:
            store.close()

    def open(self, folder: Path) -> Store:
        address = self.addresses.setdefault(folder, self.postgres.new())
        self.stores.append(PostgresStore(address))
        return self.stores[-1]

    def reopen(self, store: Store, folder: Path) -> Store:
        return self.open(folder)

    def break_writes(self, store: Store) -> None:
        end_session(self.postgres, store)


@pytest.fixture
def address(postgres: Cluster) -> str:
    """With its password in it."""
    return postgres.new()


def test_commits_outlive_a_power_cut_by_the_settings_read_back(
    postgres: Cluster, address: str
) -> None:
    postgres.sql("ALTER ROLE owner SET synchronous_commit = off")
    try:
        with PostgresStore(address) as store:
            assert store._writer.execute("SHOW synchronous_commit").fetchone() == ("on",)
    finally:
        postgres.sql("ALTER ROLE owner RESET synchronous_commit")


def test_a_session_whose_commits_may_be_lost_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {**postgres_database.SETTINGS, "synchronous_commit": "off"}
    monkeypatch.setattr(postgres_database, "SETTINGS", kept)
    with pytest.raises(NotDurable, match="synchronous_commit is 'off' here, and must be 'on'"):
        PostgresStore(address)


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_whose_commits_may_be_lost_is_refused(
    postgres: Cluster, address: str, setting: str
) -> None:
    def switch(to: str) -> None:
        postgres.sql(f"ALTER SYSTEM SET {setting} = {to}")
        postgres.sql("SELECT pg_reload_conf()")
        while postgres.sql(f"SHOW {setting}") != [(to,)]:
            pass

    switch("off")
    try:
        with pytest.raises(NotDurable, match=f"{setting} is 'off' here"):
            PostgresStore(address)
    finally:
        switch("on")


def test_a_second_writer_is_refused_and_a_dead_one_is_not_in_the_way(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import sys\n"
        "from croupier.journal.postgres import PostgresStore\n"
        "store = PostgresStore(sys.argv[1], 'server-1')\n"
        "print('open', flush=True)\n"
        "sys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with monkeypatch.context() as patch:
            patch.setattr(module, "LOCK_WAIT", "20ms")
            with pytest.raises(StoreBusy, match=r"is written by server-1 since 2.* UTC: stop that"):
                PostgresStore(address)
        other.kill()
    with PostgresStore(address) as store:
        assert store.epoch == 2


def test_whoever_ends_the_session_of_a_writer_has_ended_the_writer(
    postgres: Cluster, address: str
) -> None:
    old = PostgresStore(address)
    old.append(entries("a", 1, 2))
    end_session(postgres, old)
    with PostgresStore(address) as new:
        new.append([entry("a", 3)])
        with pytest.raises(StoreFailed):
            old.append([entry("a", 3)])
        old.close()
        new.append([entry("a", 4)])
        assert [stored.seq for stored in new.read("a")] == [1, 2, 3, 4]


def test_a_writer_without_the_lock_writes_nothing_after_another(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ends of the streams are the fence, whatever became of the lock."""
    monkeypatch.setattr(postgres_lease, "RENEWED_S", 3600)
    with PostgresStore(address) as old:
        old.append([*entries("a", 1, 2), *entries("b", 1, 2)])
        old._writer.execute(module.LET_GO)
        with PostgresStore(address) as new:
            new.append([entry("a", 3)])
            with pytest.raises(StoreFailed, match="somebody else has written"):
                old.append([entry("b", 3), entry("a", 3), entry("new", 1)])
            assert (new.head("a").seq, new.head("b").seq) == (3, 2)
            assert new.streams() == ["a", "b"]


def test_a_restart_of_the_database_stops_the_store_and_loses_nothing(
    postgres: Cluster, address: str
) -> None:
    store = PostgresStore(address)
    store.append(entries("a", 1, 5))
    before = list(store.read("a"))
    postgres.restart(signal.SIGQUIT)  # as if its machine had crashed
    with pytest.raises(StoreFailed):
        store.append([entry("a", 6)])
    store.close()
    with PostgresStore(address) as again:
        assert list(again.read("a")) == before


def test_reading_goes_on_after_the_database_was_away(postgres: Cluster, address: str) -> None:
    with PostgresStore(address) as store, PostgresRecord(address) as record:
        store.append(entries("a", 1, 3))
        assert record.head("a").seq == 3
        postgres.stop()
        with pytest.raises(StoreUnreachable, match="does not answer"):
            record.head("a")
        with pytest.raises(StoreUnreachable, match="does not answer"):
            PostgresRecord(address)
        postgres.start()
        assert record.head("a").seq == 3


def test_a_reader_sees_what_is_committed_and_writes_nothing(address: str) -> None:
    with PostgresStore(address) as store, PostgresRecord(address) as record:
        store.append(entries("a", 1, 2))
        with store._writer.transaction(force_rollback=True):
            store._writer.execute("DELETE FROM entries")
            assert [stored.seq for stored in record.read("a")] == [1, 2]
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            record._reader.execute("DELETE FROM entries")
        assert not hasattr(record, "append")


def test_there_is_nothing_to_read_where_no_journal_is(postgres: Cluster, address: str) -> None:
    with pytest.raises(StoreRefused, match="there is no journal in the schema"):
        PostgresRecord(address)
    found = f"SELECT count(*) FROM pg_namespace WHERE nspname = '{schema_of(address)}'"
    assert postgres.sql(found) == [(0,)]


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE journal_format SET format = 2", "has format 2, and this program reads 1"),
        ("DROP TABLE journal_format", "is not a journal of croupier"),
        ("CREATE TABLE notes (x int)", "tables are not those"),
        ("DROP TABLE entries", "tables are not those .* restore a backup"),
        ("ALTER TABLE entries RENAME COLUMN body TO text", "tables are not those"),
        ("ALTER TABLE entries ALTER COLUMN body DROP NOT NULL", "tables are not those"),
        ("ALTER TABLE entries DROP CONSTRAINT entries_pkey", "tables are not those"),
        ("ALTER TABLE entries SET UNLOGGED", "tables are not those"),
        ("CREATE RULE r AS ON INSERT TO entries DO INSTEAD NOTHING", "tables are not those"),
        (
            "CREATE OR REPLACE FUNCTION drop_through(of_stream integer, through bigint, "
            "through_hash bytea) RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$",
            "tables are not those",
        ),
    ],
)
def test_another_format_is_refused(
    postgres: Cluster, address: str, statement: str, reason: str
) -> None:
    PostgresStore(address).close()
    postgres.sql(f"SET search_path = {schema_of(address)}; {statement}")
    with pytest.raises(FormatRefused, match=reason):
        PostgresStore(address)
    with pytest.raises(FormatRefused, match=reason):
        PostgresRecord(address)


def test_a_step_brings_an_older_journal_to_the_format_of_today(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresStore(address) as store:
        store.append(entries("a", 1, 3))
    step = "ALTER TABLE lease ADD COLUMN note text NOT NULL DEFAULT '';"
    step += "UPDATE journal_format SET format = 2"
    for each in (postgres_database, postgres_schema):
        monkeypatch.setattr(each, "STEPS", (postgres_schema.STEP_1, step))
    monkeypatch.setattr(postgres_schema, "TABLES", f"{postgres_schema.TABLES}lease.note text\n")
    with pytest.raises(FormatRefused, match="has format 1, and this program reads 2"):
        PostgresRecord(address)
    with PostgresStore(address) as store:
        store.append([entry("a", 4)])
        assert postgres_database.format_of(store._writer, schema_of(address)) == 2
    monkeypatch.undo()
    with pytest.raises(FormatRefused, match="has format 2, and this program reads 1"):
        PostgresStore(address)


def test_a_step_that_fails_leaves_the_journal_as_it_was(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    PostgresStore(address).close()
    with monkeypatch.context() as patch:
        broken = "CREATE TABLE more (x int); SELECT 1 / 0"
        patch.setattr(postgres_database, "STEPS", (postgres_schema.STEP_1, broken))
        with pytest.raises(StoreDamaged, match="division by zero"):
            PostgresStore(address)
    with PostgresStore(address) as store:
        store.append([entry("a", 1)])


# Rights


@pytest.fixture
def roles(postgres: Cluster, address: str) -> Iterator[dict[str, str]]:
    """Addresses of the same journal for roles that own nothing."""
    given = {}
    for role, writes in (("house_role", True), ("auditor_role", False)):
        postgres.sql(f"CREATE ROLE {role} LOGIN PASSWORD '{postgres.password}'")
        prepare(address, {role: writes})
        given[role] = postgres.address("postgres", schema_of(address), user=role)
    yield given
    for role in given:
        postgres.sql(f"DROP OWNED BY {role}; DROP ROLE {role}")


def test_the_role_of_a_house_writes_by_the_function_alone(roles: dict[str, str]) -> None:
    with PostgresStore(roles["house_role"]) as store:
        store.append([*entries("a", 1, 9), *entries("b", 1, 2)])
        store.drop("a", next(store.read("a", 3, 1)).head)
        store.append([entry("a", 10)])
        assert [stored.seq for stored in store.read("a")] == [5, 6, 7, 8, 9, 10]
        for statement in (
            "INSERT INTO entries VALUES (1, 11, 0, '', 1, '', '')",
            "UPDATE entries SET body = ''",
            "DELETE FROM entries",
            "TRUNCATE entries",
            "INSERT INTO streams VALUES (9, 'c', 0, '', 0, '')",
            "UPDATE streams SET head_seq = 1",
            "DELETE FROM streams",
            "CREATE TABLE notes (x int)",
            "DROP TABLE entries",
            "ALTER TABLE entries DISABLE TRIGGER ALL",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                store._writer.execute(statement.encode())


def test_entries_are_dropped_from_the_beginning_alone(roles: dict[str, str]) -> None:
    with PostgresStore(roles["house_role"]) as store:
        store.append(entries("a", 1, 9))
        head = next(store.read("a", 3, 1)).head
        for wrong in (Head(4, START.hash), Head(10, head.hash), START):
            with pytest.raises(psycopg.errors.RaiseException, match="no such entry"):
                store._drop(1, wrong)
        store._drop(1, head)
        with pytest.raises(psycopg.errors.RaiseException, match="no such entry"):
            store._drop(1, head)
        assert [stored.seq for stored in store.read("a")] == [5, 6, 7, 8, 9]


def test_the_role_of_an_auditor_reads_alone(roles: dict[str, str]) -> None:
    with PostgresStore(roles["house_role"]) as store:
        store.append(entries("a", 1, 3))
    with PostgresRecord(roles["auditor_role"]) as record:
        assert len(list(record.read("a"))) == 3
    with pytest.raises(StoreRefused, match=r"permission denied .* croupier prepare"):
        PostgresStore(roles["auditor_role"])


def test_a_role_that_may_make_nothing_is_told_who_can(
    postgres: Cluster, roles: dict[str, str]
) -> None:
    other = postgres.address("postgres", "elsewhere", user="house_role")
    with pytest.raises(StoreRefused, match=r"permission denied .* croupier prepare"):
        PostgresStore(other)


def test_a_role_that_is_not_there_gets_nothing(address: str) -> None:
    with pytest.raises(StoreRefused, match='role "nobody_at_all" does not exist'):
        prepare(address, {"nobody_at_all": True})


# Addresses


@pytest.mark.parametrize(
    ("text", "schema", "database"),
    [
        ("postgresql://db/house", "croupier", "postgresql://db/house"),
        ("postgres://u@db:5433/h?schema=main", "main", "postgres://u@db:5433/h"),
        (
            "postgresql://db/h?sslmode=verify-full&schema=a_1",
            "a_1",
            "postgresql://db/h?sslmode=verify-full",
        ),
    ],
)
def test_an_address_names_a_database_and_a_schema(text: str, schema: str, database: str) -> None:
    assert Address.parse(text) == Address(database, schema)
    assert is_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "sqlite://x",
        "croupier-data",
        "postgresql://db/h?schema=A",
        "postgresql://db/h?schema=a;drop",
        "postgresql://db/h?schema=a&schema=b",
        "postgresql://db/h?sslmod=require",
        "postgresql://db:port/h",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(StoreRefused, match="is no address"):
        Address.parse(text)


def test_passwords_are_not_shown(postgres: Cluster, address: str) -> None:
    assert shown("postgresql://u:se%3Acret@db/h") == "postgresql://u@db/h"
    assert shown("postgresql://db/h?user=u&password=secret&x=1") == (
        "postgresql://db/h?user=u&password=…&x=1"
    )
    wrong = address.replace(postgres.password, "guessed-secret")
    with pytest.raises(StoreUnreachable, match=r"does not answer.*authentication") as caught:
        PostgresStore(wrong)
    assert "guessed-secret" not in str(caught.value)
    with PostgresStore(address), pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LOCK_WAIT", "10ms")
        with pytest.raises(StoreBusy) as busy:
            PostgresStore(address)
    assert postgres.password not in str(busy.value)


def test_the_server_of_the_tests_does_not_run_as_root(postgres: Cluster) -> None:
    status = Path(f"/proc/{postgres.postmaster}/status").read_text("ascii")
    (uid,) = re.findall(r"^Uid:\s+(\d+)", status, re.MULTILINE)
    assert int(uid) != 0
    assert os.geteuid() in (0, int(uid))
