"""A house's record in PostgreSQL: every command that reads one says the same as of SQLite."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.cli import main
from croupier.journal.places import address_of, open_store
from croupier.journal.postgres_database import Address
from tests.cli.test_record import change, data, record_played  # noqa: F401 - fixtures
from tests.journal.samples import entries
from tests.postgres import Cluster


class Ran(NamedTuple):
    code: object
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ran(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        printed = capsys.readouterr()
        return Ran(caught.value.code, printed.out, printed.err)

    return ran


OF_TABLE = "stream_id = (SELECT id FROM streams WHERE name = 'table-edz-2020')"
COMMANDS = (
    ("verify", "DATA", "--json"),
    ("verify", "DATA"),
    ("journal", "DATA"),
    ("journal", "DATA", "--table", "edz-2020", "--json"),
    ("export", "DATA", "--table", "edz-2020"),
    ("export", "DATA", "--table", "edz-2020", "--what", "wagers", "--format", "jsonl"),
    ("export", "DATA", "--table", "edz-2020", "--round", "1", "--format", "notation"),
    ("fair", "record", "DATA", "--table", "edz-2020", "--round", "1"),
    ("archive", "DATA", "--days", "3000", "--json"),
)


def said(run: Run, data: Path) -> list[tuple[object, str]]:  # noqa: F811
    """What the commands say of a record."""
    done = [run(*(str(data) if each == "DATA" else each for each in one)) for one in COMMANDS]
    return [(one.code, one.out) for one in done]


def test_commands_say_the_same_of_a_record_that_was_moved(
    data: Path,  # noqa: F811
    run: Run,
    address: str,
    tmp_path: Path,
) -> None:
    before = said(run, data)
    assert {code for code, _ in before} == {0}
    moved = run("move", str(data), address, "--json")
    assert moved.code == 0, moved.err
    assert json.loads(moved.out)["entries"] > 50
    assert address_of(data) == address
    assert said(run, data) == before
    copy = tmp_path / "backup"
    assert run("backup", str(data), str(copy)).code == 0
    assert said(run, copy) == before
    restored = tmp_path / "restored"
    assert run("restore", str(copy), str(restored)).code == 0
    back = run("move", str(data), "sqlite")
    assert back.out.endswith('now set store = "sqlite" in the house file\n')
    assert said(run, data) == before


def test_a_record_that_does_not_hold_is_not_moved(
    data: Path,  # noqa: F811
    run: Run,
    address: str,
) -> None:
    change(data, f"UPDATE entries SET body = x'7b7d' WHERE {OF_TABLE} AND seq = 20")
    done = run("move", str(data), address)
    assert done.code == 2
    assert "it does not hold" in done.err
    assert address_of(data) is None


def test_what_verify_finds_in_a_changed_database(
    data: Path,  # noqa: F811
    run: Run,
    address: str,
    postgres: Cluster,
) -> None:
    run("move", str(data), address)
    schema = Address.parse(address).schema
    within = f"SET search_path = {schema};"
    postgres.sql(f"{within} UPDATE entries SET body = '{{}}' WHERE {OF_TABLE} AND seq = 20")
    done = run("verify", str(data), "--json")
    assert done.code == 1
    assert "damaged" in {one["what"] for one in json.loads(done.out)["findings"]}
    postgres.sql(f"{within} DELETE FROM entries WHERE {OF_TABLE} AND seq > 22")
    done = run("verify", str(data), "--json")
    assert "tail-missing" in {one["what"] for one in json.loads(done.out)["findings"]}


def test_a_database_that_does_not_answer_is_an_error_that_names_it(
    data: Path,  # noqa: F811
    run: Run,
    address: str,
    postgres: Cluster,
) -> None:
    run("move", str(data), address)
    postgres.stop()
    try:
        for command in (("verify", str(data)), ("move", str(data), "sqlite")):
            done = run(*command)
            assert (done.code, done.out) == (2, "")
            assert f"{address} does not answer: " in " ".join(done.err.split())
    finally:
        postgres.start()


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ("postgresql://db/h?schema=A", "is no address"),
        ("mysql://db/h", "is no address"),
        ("sqlite", "is there already"),
    ],
)
def test_where_a_record_cannot_go(
    data: Path,  # noqa: F811
    run: Run,
    to: str,
    reason: str,
) -> None:
    done = run("move", str(data), to)
    assert (done.code, done.out) == (2, "")
    assert reason in " ".join(done.err.split())


def test_a_house_writes_as_a_role_that_was_prepared(
    run: Run,
    address: str,
    tmp_path: Path,
    postgres: Cluster,
) -> None:
    postgres.sql(f"CREATE ROLE floor_role LOGIN PASSWORD '{postgres.password}'")
    try:
        done = run("prepare", address, "--writer", "floor_role")
        assert (done.code, done.err) == (0, "")
        assert done.out == "the journal is ready\nfloor_role can write it\n"
        (tmp_path / "journal.address").write_text(
            address.replace("owner@", "floor_role@"), encoding="utf-8"
        )
        with open_store(tmp_path) as store:
            store.append(entries("a", 1, 3))
        nobody = run("prepare", address, "--reader", "nobody_at_all")
        assert nobody.code == 2
        assert 'role "nobody_at_all" does not exist' in " ".join(nobody.err.split())
    finally:
        postgres.sql("DROP OWNED BY floor_role; DROP ROLE floor_role")
