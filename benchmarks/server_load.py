"""A house under load: real WebSockets on loopback, the server in one process, terminals in another.

A last-second burst of one wager from every terminal, all answered durably; then the round ends and
every terminal hears it. One table with 100, 1,000 and 5,000 terminals, and 200 tables at once.
"""

import asyncio
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic_ns
from typing import Any, NamedTuple

from benchmarks.figures import Figure, progress
from benchmarks.swarm import Terminal, connected

SIZES = (100, 1_000, 5_000)
BURSTS = 3
BURST_MOST_MS, OUTCOME_MOST_MS = 1_000, 150
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


def measure() -> list[Figure]:
    """Every size at one table, then many tables."""
    allow_files()
    figures: list[Figure] = []
    for size in SIZES:
        progress(f"{size:,} terminals at one table, {BURSTS} rounds")
        load = asyncio.run(loaded(1, size))
        figures += _figures(f"{size:,} terminals at one table", load, aimed=size == max(SIZES))
    progress(f"{TABLES} tables with {AT_EACH} terminals each")
    load = asyncio.run(loaded(TABLES, AT_EACH))
    figures += _figures(f"{TABLES} tables of {AT_EACH} terminals", load, aimed=False)
    return figures


def _figures(where: str, load: Load, *, aimed: bool) -> Iterator[Figure]:
    def figure(work: str, unit: str, value: float, most: float | None = None) -> Figure:
        said = f"≤ {most:,} ms" if most is not None and aimed else None
        reached = value <= most if most is not None and aimed else None
        return Figure(f"{where}: {work}", unit, value, aim=said, reached=reached)

    yield figure("a wager from each, all answered durably", "ms", load.burst_ms, BURST_MOST_MS)
    yield figure("wait for the verdict in the burst, p50", "ms", load.p50_ms)
    yield figure("wait for the verdict in the burst, p99", "ms", load.p99_ms)
    yield figure(
        "the outcome at the last terminal, once on record", "ms", load.outcome_ms, OUTCOME_MOST_MS
    )
    yield figure("processor time of the server a wager", "µs", load.cpu_us)
    yield figure("memory of the server a terminal", "kB", load.memory_kb)


async def loaded(tables: int, each: int) -> Load:
    """Rounds with a burst from everybody, at so many tables."""
    with process(tables, each) as house:
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
def process(tables: int, each: int) -> Iterator[Process]:
    """A house in a process of its own."""
    command = [sys.executable, str(Path(__file__).with_name("load_house.py"))]
    with subprocess.Popen(
        [*command, str(tables), str(each)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
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
