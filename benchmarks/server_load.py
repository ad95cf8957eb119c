"""A house under load: real WebSockets on loopback, the server in one process, terminals in another.

A last-second burst of one wager from every terminal, all answered durably; then the round ends and
every terminal hears it. One table with 100, 1,000 and 5,000 terminals, and 200 tables at once.
"""

import asyncio
import json
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic_ns
from typing import Any, NamedTuple

from benchmarks.figures import Figure, progress
from benchmarks.swarm import Terminal, connected

SIZES = (100, 1_000, 5_000)
BURSTS = 3
AIMS: Mapping[int, Mapping[str, float]] = {
    1_000: {"cpu_us": 60},
    5_000: {"burst_ms": 300, "outcome_ms": 70},
}
HOUSE = Path(__file__).with_name("load_house.py")
BARE = Path(__file__).with_name("bare_server.py")
TABLES, AT_EACH = 200, 10
WAGERS = ("red", "straight:17", "split:17/20", "dozen:1", "corner:1/2/4/5")


class Load(NamedTuple):
    """What was measured at one size."""

    burst_ms: float
    p50_ms: float
    p99_ms: float
    outcome_ms: float
    cpu_us: float
    memory_kb: float


SHOWN = {
    "burst_ms": ("a wager from each, all answered durably", "ms"),
    "p50_ms": ("wait for the verdict in the burst, p50", "ms"),
    "p99_ms": ("wait for the verdict in the burst, p99", "ms"),
    "outcome_ms": ("the outcome at the last terminal, once on record", "ms"),
    "cpu_us": ("processor time of the server a wager", "µs"),
    "memory_kb": ("memory of the server a terminal", "kB"),
}
BESIDE = ("burst_ms", "outcome_ms", "cpu_us")
"""What the bare server does too: it answers at once, and decides, checks and records nothing."""


def measure() -> list[Figure]:
    """Every size at one table beside the bare server, then many tables."""
    allow_files()
    figures: list[Figure] = []
    for size in SIZES:
        progress(f"{size:,} terminals at one table, {BURSTS} rounds")
        load, bare = asyncio.run(loaded(1, size)), asyncio.run(loaded(1, size, BARE))
        figures += _figures(f"{size:,} terminals at one table", load, bare, AIMS.get(size, {}))
    progress(f"{TABLES} tables with {AT_EACH} terminals each")
    load = asyncio.run(loaded(TABLES, AT_EACH))
    figures += _figures(f"{TABLES} tables of {AT_EACH} terminals", load)
    return figures


def _figures(
    where: str, load: Load, bare: Load | None = None, aims: Mapping[str, float] | None = None
) -> Iterator[Figure]:
    for name, (work, unit) in SHOWN.items():
        value, most = getattr(load, name), (aims or {}).get(name)
        said, reached = (None, None) if most is None else (f"≤ {most:,} {unit}", value <= most)
        limit = getattr(bare, name) if bare is not None and name in BESIDE else None
        peer = None if limit is None else "bare server"
        yield Figure(f"{where}: {work}", unit, value, peer, limit, said, reached)


async def loaded(
    tables: int, each: int, script: Path = HOUSE, env: Mapping[str, str] | None = None
) -> Load:
    """Rounds with a burst from everybody, at so many tables."""
    with process(tables, each, script, env) as house:
        first = house.said()
        before = house.ask("used")
        terminals = await connected(first["address"], first["tokens"])
        memory = (house.ask("used")["rss"] - before["rss"]) / len(terminals) / 1024
        runs = [await one_round(house, terminals, number) for number in range(BURSTS)]
        for terminal in terminals:
            terminal.transport.close()
    waits = sorted(wait / 1e6 for one in terminals for wait in one.waits_ns)
    bursts, outcomes, cpus = zip(*runs, strict=True)
    return Load(
        burst_ms=median(bursts),
        p50_ms=waits[len(waits) // 2],
        p99_ms=waits[len(waits) * 99 // 100],
        outcome_ms=median(outcomes),
        cpu_us=median(cpus),
        memory_kb=memory,
    )


async def one_round(
    house: "Process", terminals: list[Terminal], number: int
) -> tuple[float, float, float]:
    """A burst and its end: how long both took, and what the server worked for a wager."""
    await in_thread(house, "open")
    await asyncio.sleep(0.3)
    used = (await in_thread(house, "used"))["cpu_ns"]
    begun = monotonic_ns()
    wager = WAGERS[number % len(WAGERS)]
    answers = [terminal.act(wager, 500) for terminal in terminals]
    last = max(await asyncio.gather(*answers))
    await asyncio.sleep(0.5)
    worked = (await in_thread(house, "used"))["cpu_ns"] - used
    await in_thread(house, "close")
    await asyncio.sleep(0.3)
    settled = await in_thread(house, "settle 17")
    for _ in range(100):
        await asyncio.sleep(0.05)
        if all(terminal.ended_ns > begun for terminal in terminals):
            break
    heard = max(terminal.ended_ns for terminal in terminals)
    return (
        (last - begun) / 1e6,
        max(heard - settled["at_ns"], 0) / 1e6,
        worked / len(terminals) / 1000,
    )


async def in_thread(house: "Process", order: str) -> dict[str, Any]:
    """Ask the house without keeping the terminals from hearing."""
    return await asyncio.to_thread(house.ask, order)


class Process:
    """The house's process, asked by lines."""

    def __init__(self, running: "subprocess.Popen[str]") -> None:
        self._running = running

    def said(self) -> dict[str, Any]:
        """The next line of it."""
        assert self._running.stdout is not None
        line = self._running.stdout.readline()
        if not line:
            raise RuntimeError("the house has gone")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, order: str) -> dict[str, Any]:
        """An order and its answer."""
        assert self._running.stdin is not None
        self._running.stdin.write(order + "\n")
        self._running.stdin.flush()
        return self.said()


@contextmanager
def process(
    tables: int, each: int, script: Path = HOUSE, env: Mapping[str, str] | None = None
) -> Iterator[Process]:
    """A house in a process of its own."""
    with subprocess.Popen(
        [sys.executable, str(script), str(tables), str(each)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=env,
    ) as running:
        try:
            yield Process(running)
        finally:
            assert running.stdin is not None
            running.stdin.close()
            running.wait(60)


def allow_files() -> None:
    """Every terminal is an open file on both sides."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3 * max(SIZES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
