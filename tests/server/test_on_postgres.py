"""A house whose record is in PostgreSQL: one writer, a database that goes away, a folder that says
where its record is."""

import asyncio
from pathlib import Path

import pytest

from croupier.bootstrap import opened, place
from croupier.journal import postgres as module
from croupier.journal.errors import StoreBusy
from croupier.journal.places import ADDRESS, SQLITE, address_of
from croupier.rules.refusal import CroupierError
from croupier.server.config.reading import examine
from tests.ports import free_port
from tests.postgres import Cluster
from tests.server.houses import configured
from tests.server.processes import (
    STAYS_OPEN,
    croupier,
    dealt_by_itself,
    house_process,
    until_worth,
)

TABLE = "sands-2019"


async def test_a_database_that_crashes_stops_the_house_and_loses_nothing(
    tmp_path: Path, address: str, postgres: Cluster
) -> None:
    tables = [dealt_by_itself(TABLE, STAYS_OPEN)]
    async with house_process(tmp_path, tables, demonstration=True, store=address) as (
        house,
        people,
    ):
        guest = await people.visitor()
        table = await guest.table(TABLE)
        await table.sit()
        await table.buy_in(50_000)
        await table.until_open()
        for _ in range(5):
            await table.place("red", 500)
        staked = 5 * 500
        await until_worth(table, 50_000 - staked)
        postgres.restart()
        assert house._process is not None
        with pytest.raises((ConnectionError, TimeoutError)):
            await asyncio.wait_for(table.place("black", 500), 5)
        assert await house._process.wait() == 1
        house._process = None
        await house.start()
        await table.until(lambda: sum(one.amount for one in table.seat.wagers) >= staked)
        assert [(one.wager, one.amount) for one in table.seat.wagers][:1] == [("red", staked)]
        await house.stop()
        await house.verified()


async def test_a_second_server_is_refused_and_told_who_runs_the_house(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LOCK_WAIT", "20ms")
    config = configured(tmp_path, store=address)

    async with opened(config):
        with pytest.raises(StoreBusy, match=r"is written by .+, process \d+, since"):
            async with opened(config):
                pass


def test_the_folder_and_the_house_file_name_one_store(tmp_path: Path, address: str) -> None:
    config = configured(tmp_path, store=address)
    place(config)
    assert address_of(config.data) == address
    other = configured(tmp_path, store=address.replace("owner@", "house@"))
    place(other)  # another role of the same journal
    assert address_of(config.data) == other.store
    for store in (SQLITE, f"{address}_else"):
        with pytest.raises(CroupierError) as no:
            place(configured(tmp_path, store=store))
        assert no.value.refusal.code == "house/store-elsewhere"
        assert f'set store = "{other.store}"' in no.value.refusal.message
    (config.data / ADDRESS).unlink()
    (config.data / "journal.sqlite3").write_bytes(b"something")
    with pytest.raises(CroupierError, match="croupier move"):
        place(config)
    place(configured(tmp_path))


@pytest.mark.parametrize(
    ("store", "code"),
    [
        ("postgresql://u:secret@db/h", "config/store-password"),
        ("postgresql://db/h?password=secret", "config/store-password"),
        ("postgresql://db/h?schema=A", "config/bad-store"),
        ("mysql://u:secret@db/h", "config/bad-store"),
        ("sqlite", None),
        ("postgresql://u@db/h?sslmode=verify-full", None),
    ],
)
def test_what_the_house_file_may_name(tmp_path: Path, store: str, code: str | None) -> None:
    file = tmp_path / "house.toml"
    text = f'name = "x"\nstore = "{store}"\n[[table]]\nid = "a"\nbook = "{TABLE}"\n'
    file.write_text(text, encoding="utf-8")
    found = [one.refusal for one in examine(file).findings]
    assert [one.code for one in found] == ([code] if code else [])
    assert not any("secret" in one.message for one in found)


async def test_a_database_that_is_not_there_is_an_error_that_names_it(tmp_path: Path) -> None:
    store = f"postgresql://house@127.0.0.1:{free_port()}/nowhere"
    file = tmp_path / "house.toml"
    text = f'name = "x"\nstore = "{store}"\n[[table]]\nid = "a"\nbook = "{TABLE}"\n'
    file.write_text(text, encoding="utf-8")

    code, said = await croupier("serve", str(file))
    assert code == 2
    assert "house/cannot-open" in said
    assert f"{store} does not answer" in said.replace("\n", " ")
