"""What a house does by itself when it opens: its file counts for what is new."""

import asyncio
from pathlib import Path

from croupier.bootstrap import opened
from croupier.house import commands as h
from croupier.round.commands import Actor
from croupier.rules.positions import Position
from croupier.server.config import HouseConfig, Table
from croupier.server.sections import Excluded
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
                (SHIFT, h.StartDay(day="2026-11-16")),
                (MANAGER, h.SetMaximumPayout(amount=2_000_000)),
            ):
                assert (await one.running.ask("one", Request(actor, command))).accepted

    async def second() -> None:
        async with opened(house(tmp_path, 3_000_000)) as one:
            assert one.floor.tables["one"].state.maximum_payout == 2_000_000

    asyncio.run(first())
    asyncio.run(second())
