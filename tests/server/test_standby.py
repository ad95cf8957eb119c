"""A server that stands by takes the house over: from one that is killed, stopped, or hangs."""

import asyncio
import os
import signal
import time
from pathlib import Path

from croupier.client import Client
from tests.ports import free_port
from tests.postgres import Cluster
from tests.server.processes import (
    STAYS_OPEN,
    croupier,
    dealt_by_itself,
    house_process,
    until_worth,
)

TABLE = "sands-2019"
BOUGHT, STAKE = 50_000, 500
WAITS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'croupier standby'"
SOON_S = 60.0
"""A busy machine takes longer than the few seconds of a quiet one."""


async def test_wagers_stand_when_servers_take_turns(tmp_path: Path, address: str) -> None:
    """Killed, then stopped: the book lets the round go on, and every wager counts once."""
    tables = [dealt_by_itself(TABLE, STAYS_OPEN)]
    async with house_process(tmp_path, tables, demonstration=True, store=address) as (
        house,
        people,
    ):
        guest = await people.visitor()
        table = await guest.table(TABLE)
        await table.sit()
        await table.buy_in(BOUGHT)
        rounds = set()
        for turn, end in enumerate((house.kill, house.stop, house.stop), 1):
            await table.until_open()
            rounds.add(table.now.round)
            await table.place("red", STAKE)
            other = await house.begin("--standby") if turn < 3 else None
            begun = time.monotonic()
            await end()
            if other is not None:
                await house.take_over(other)
                assert time.monotonic() - begun < SOON_S
        balances = await house.verified()
        accounts = balances[TABLE]
        owned = sum(each for name, each in accounts.items() if name.startswith("player/"))
        assert owned + accounts.get("escrow", 0) == BOUGHT


async def test_a_server_that_hangs_is_replaced_and_ends(tmp_path: Path, address: str) -> None:
    tables = [dealt_by_itself(TABLE, STAYS_OPEN)]
    async with house_process(tmp_path, tables, demonstration=True, store=address) as (
        house,
        people,
    ):
        guest = await people.visitor()
        table = await guest.table(TABLE)
        await table.sit()
        await table.buy_in(BOUGHT)
        await table.until_open()
        await table.place("red", STAKE)
        await until_worth(table, BOUGHT - STAKE)
        hung, hung_output = house._process, house._draining
        assert hung is not None
        assert hung_output is not None
        port = free_port()
        other = await house.begin("--standby", "--port", str(port))
        os.kill(hung.pid, signal.SIGSTOP)
        try:
            await house.take_over(other)
            async with Client(f"http://localhost:{port}") as another:
                await another.visit()
                there = await another.table(TABLE)
                await there.sit()
                await there.buy_in(BOUGHT)
        finally:
            os.kill(hung.pid, signal.SIGCONT)
        assert await asyncio.wait_for(hung.wait(), SOON_S) == 1
        await hung_output
        await house.stop()
        balances = await house.verified()
        assert balances[TABLE]["drop"] == 2 * BOUGHT


async def test_a_standby_that_is_stopped_goes_and_the_house_stays(
    tmp_path: Path, address: str, postgres: Cluster
) -> None:
    tables = [dealt_by_itself(TABLE, STAYS_OPEN)]
    async with house_process(tmp_path, tables, demonstration=True, store=address) as (house, _):
        other = await house.begin("--standby")
        while not postgres.sql(WAITS):
            await asyncio.sleep(0.1)
        other.send_signal(signal.SIGTERM)
        assert await other.wait() == 0
        await house.stop()


async def test_without_a_database_no_server_stands_by(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    text = f'name = "x"\n[[table]]\nid = "a"\nbook = "{TABLE}"\n'
    file.write_text(text, encoding="utf-8")
    code, said = await croupier("serve", str(file), "--standby")
    assert code == 2
    assert "config/standby-alone" in said
