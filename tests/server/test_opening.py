"""What a house does by itself when it opens: its file counts for what is new."""

import asyncio
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.bootstrap import opened
from croupier.house.day import StartDay
from croupier.house.limits import SetMaximumPayout
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Excluded, Table
from croupier.table.core import Request

MANAGER = Actor("max", Position.PIT_MANAGER)
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)


def house(folder: Path, most: int) -> HouseConfig:
    return HouseConfig(
        name="A house",
        data=folder / "data",
        secrets=folder / "secrets",
        tables=(Table(id="one", book="edz-2020", maximum_payout=most),),
        excluded=(Excluded(player="eve", reason="asked for it"),),
    )


def test_the_file_sets_what_a_new_table_pays_and_after_that_the_pit_does(tmp_path: Path) -> None:
    async def first() -> None:
        async with opened(house(tmp_path, 1_000_000)) as one:
            state = one.floor.tables["one"].state
            assert state.maximum_payout == 1_000_000
            assert one.floor.house.excluded == {"eve": "asked for it"}
            for actor, command in (
                (SHIFT, StartDay(day="2026-11-16")),
                (MANAGER, SetMaximumPayout(amount=2_000_000)),
            ):
                assert (await one.running.ask("one", Request(actor, command))).accepted

    async def second() -> None:
        async with opened(house(tmp_path, 3_000_000)) as one:
            assert one.floor.tables["one"].state.maximum_payout == 2_000_000

    asyncio.run(first())
    asyncio.run(second())


@pytest.fixture
def open_umask() -> Iterator[None]:
    """The mask under which everything is for everybody, unless the program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_umask")
def test_what_a_start_makes_is_for_its_owner_alone(tmp_path: Path) -> None:
    made = tmp_path / "made"

    async def scenario() -> dict[str, int]:
        async with opened(house(made / "here", 1_000_000)):
            return {
                str(path.relative_to(tmp_path)): _rights(path)
                for path in _within(made)
                if not path.name.endswith(".new")
            }

    rights = asyncio.run(scenario())
    data = [f"made/here/data/journal.sqlite3{end}" for end in ("", "-wal", "-shm")]
    assert rights.keys() >= {"made", "made/here", "made/here/data", "made/here/secrets", *data}
    assert {name: f"{mode:o}" for name, mode in rights.items() if mode & 0o077} == {}


def test_a_record_that_others_can_read_is_left_so_and_a_start_says_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = house(tmp_path, 1_000_000)

    async def start() -> list[str]:
        caplog.clear()
        async with opened(config):
            return [one.message for one in caplog.records if one.levelno == logging.WARNING]

    assert asyncio.run(start()) == []
    config.data.chmod(0o755)
    assert asyncio.run(start()) == ["record readable by others"]
    assert _rights(config.data) == 0o755


def _rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _within(folder: Path) -> list[Path]:
    return [folder, *folder.rglob("*")]
