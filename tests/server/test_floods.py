"""One client floods a house that is really served, and another plays on.

No time is measured here: every wager of the bettor is answered, whoever floods is cut off or
refused, the house's memory has a bound, and the log stays short. How long the bettor waits is
measured by ``make floods``.
"""

import asyncio
import json
import os
import resource
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.flooders import Flood, kinds
from croupier.client import Client, Table
from tests.ports import free_port
from tests.server.processes import PATIENCE_S, READY, run

ROOT = Path(__file__).parent.parent.parent
KINDS = tuple(kinds(Flood(0, "")))
WAGERS = 20
GROWTH_MB = 150
LOG_MAX = 100_000
HOUSE = """
name = "flooded"
demonstration = true
[listen]
port = {port}
[connections]
requests_per_address = 20
per_address = 500
[visitors]
credit = 100000000
[[table]]
id = "edz-2020"
book = "edz-2020"
deals = "automatic"
wheel = "own"
self_service = true
[table.limits]
min = 100
max = 100000000
[table.timetable]
countdown = 3600
"""


class Served:
    """A house in a process of its own, with its log in a file."""

    def __init__(self, folder: Path, port: int, pid: int) -> None:
        self.port = port
        self.pid = pid
        self.address = f"http://localhost:{port}"
        self.log = folder / "log"

    @property
    def memory_mb(self) -> float:
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 1e6

    @property
    def descriptors(self) -> int:
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


@asynccontextmanager
async def served(folder: Path, before: Callable[[], object] = int) -> AsyncIterator[Served]:
    """A house that is open; ``before`` is done in its process first."""
    port = free_port()
    (folder / "house.toml").write_text(HOUSE.format(port=port), encoding="utf-8")
    with (folder / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "croupier", "serve", "house.toml", "--log", "info"),
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            cwd=folder,
            preexec_fn=before,
        )
    assert process.stdout is not None
    try:
        while READY not in (line := (await process.stdout.readline()).decode()):
            assert line, "the house did not open"
        draining = asyncio.ensure_future(process.stdout.read())
        yield Served(folder, port, process.pid)
        process.terminate()
        await draining
        assert await process.wait() == 0, "it ended in good order"
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def seated(client: Client) -> Table:
    await client.visit()
    table = await client.table("edz-2020")
    await table.sit()
    await table.buy_in(50_000_000)
    await table.until_open()
    return table


async def plays(table: Table, wagers: int = WAGERS) -> None:
    for _ in range(wagers):
        assert (await table.place("red", 100)).accepted


async def flooded(kind: str, port: int, cookie: str, table: Table) -> dict[str, Any]:
    """The bettor plays until enough was played and the flooder has met its limit."""
    flooder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.flooders", kind, str(port), cookie),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert flooder.stdout is not None
    counts: dict[str, Any] = {}
    try:
        await plays(table)
        while not (counts.get("cut") or counts.get("refused") or counts.get("actions", 0) > 20):
            counts = json.loads(await flooder.stdout.readline())
            await plays(table, 1)
    finally:
        flooder.kill()
        await flooder.wait()
    return counts


@pytest.mark.parametrize("kind", KINDS)
async def test_a_bettor_is_answered_whoever_floods(tmp_path: Path, kind: str) -> None:
    async with (
        served(tmp_path) as house,
        Client(house.address) as bettor,
        Client(house.address) as other,
    ):
        table = await seated(bettor)
        await seated(other)
        before = house.memory_mb
        await flooded(kind, house.port, other.web.headers()["Cookie"], table)
        await plays(table)
        assert bettor.link.breaks == 0, "the bettor was never cut off"
        assert house.memory_mb < before + GROWTH_MB
        assert house.log.stat().st_size < LOG_MAX


def test_300_idle_sockets_do_not_shut_a_house_of_256_descriptors(tmp_path: Path) -> None:
    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 256))

    async def scenario() -> None:
        async with served(tmp_path, few) as house, Client(house.address) as bettor:
            assert resource.prlimit(house.pid, resource.RLIMIT_NOFILE) == (256, 256)
            table = await seated(bettor)
            with ExitStack() as idle:
                for _ in range(300):
                    line = socket.create_connection(("127.0.0.1", house.port))
                    idle.enter_context(line)
                await plays(table)
                await comes_in(house)
                await plays(table)
                assert house.descriptors < 250, "some are left for the house itself"
            assert bettor.link.breaks == 0
            log = house.log.read_text(encoding="utf-8")
            assert len(log) < LOG_MAX
            assert "fewer connections than the house file asks for" in log

    run(scenario)


async def test_a_house_whose_descriptors_are_taken_away_goes_on(tmp_path: Path) -> None:
    async with served(tmp_path) as house, Client(house.address) as bettor:
        table = await seated(bettor)
        usual = resource.prlimit(house.pid, resource.RLIMIT_NOFILE)
        few = (house.descriptors + 4, usual[1])
        resource.prlimit(house.pid, resource.RLIMIT_NOFILE, few)
        with ExitStack() as idle:
            for _ in range(100):
                line = socket.create_connection(("127.0.0.1", house.port))
                idle.enter_context(line)
            await plays(table)
            while "cannot be accepted" not in house.log.read_text(encoding="utf-8"):
                await plays(table, 1)
            await plays(table)
        resource.prlimit(house.pid, resource.RLIMIT_NOFILE, usual)
        await comes_in(house)
        assert bettor.link.breaks == 0
        assert house.log.stat().st_size < LOG_MAX


async def comes_in(house: Served) -> None:
    """Somebody new comes in and plays, at the latest once the idle have given way."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                async with Client(house.address) as client:
                    await plays(await seated(client), 1)
                return
            except (OSError, EOFError):
                await asyncio.sleep(0.2)
