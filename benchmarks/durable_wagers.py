"""Wagers accepted by a running floor, each on the disk before it is answered.

Everything that a wager passes: the table's queue, repeats told from new actions, seat, funds, the
book's rules and limits, the round and the ledger in memory, the entry encoded, chained by SHA-256
and written by SQLite with a sync, many at a time. Submitters in one event loop each wait for their
answer before they ask again. The loop and the garbage collector are set as the server sets them.
What the disk can do by itself is measured in the same run.
"""

import asyncio
import gc
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, time_ns
from typing import NamedTuple

import uvloop

from benchmarks.figures import Figure, progress
from croupier import books
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.committer import ThreadCommitter
from croupier.journal.keys import SigningKey
from croupier.journal.sqlite import SqliteStore
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.rules.limits import Limits, Range
from croupier.rules.positions import Position
from croupier.server.api.serving import settle_down
from croupier.table.answers import Answer
from croupier.table.core import HOUSE_STREAM, Request
from croupier.table.floor import Floor, TableSetting
from croupier.table.running import RunningFloor

FOLDER = Path(__file__).parent
"""On the disk that is measured."""
TABLE = "edz-2020"
WAGERS = ("red", "straight:17", "split:17/20", "dozen:1", "corner:1/2/4/5")
AIMS = {64: None, 512: 60_000, 4096: 80_000}
"""Wagers a second, by the number of submitters."""
PACE, MOST_MS = 20_000, 10
TURNS, EACH = 5, 60_000
SHIFT_MANAGER = Actor("gia", Position.GAMING_SHIFT_MANAGER)
DEALER = Actor("dora", Position.DEALER)


class Run(NamedTuple):
    """One run: how fast, and how long a wager waited for its answer."""

    rate: float
    median_ms: float
    p99_ms: float
    per_cpu_second: float
    """Wagers for each second of processor time, of all threads, the submitters' own included."""


def measure() -> list[Figure]:
    """The disk alone, then submitters by number, then a steady pace; medians of some turns."""
    progress(f"durable wagers, {TURNS} turns of {EACH:,} each")
    syncs: list[float] = []
    runs: dict[int, list[Run]] = {count: [] for count in AIMS}
    paced: list[Run] = []
    for _ in range(TURNS):
        syncs.append(fdatasyncs_per_second())
        for count, results in runs.items():
            results.append(on_disk(partial(closed_loop, total=EACH), count))
        paced.append(on_disk(partial(at_a_pace, rate=PACE, seconds=2.0), 512))
    sync = median(syncs)
    figures = [figure for count in AIMS for figure in _figures(count, runs[count], sync)]
    p99 = median(run.p99_ms for run in paced)
    aim, reached = f"≤ {MOST_MS} ms", p99 <= MOST_MS
    work = f"wait for a durable answer at {PACE:,} wagers/s"
    figures.append(Figure(f"{work}, p99", "ms", p99, "one fdatasync", 1000 / sync, aim, reached))
    half = median(run.median_ms for run in paced)
    figures.append(Figure(f"{work}, p50", "ms", half, "one fdatasync", 1000 / sync))
    return figures


def _figures(count: int, runs: list[Run], sync: float) -> Iterator[Figure]:
    rate, aim = median(run.rate for run in runs), AIMS[count]
    said, reached = (None, None) if aim is None else (f"≥ {aim:,}", rate >= aim)
    work = f"durable wagers, {count:,} submitters"
    yield Figure(work, "wagers/s", rate, "fdatasync of the disk", sync, said, reached)
    per_cpu = median(run.per_cpu_second for run in runs)
    yield Figure(f"{work}, by processor time", "wagers/s", per_cpu)
    for name, value in (
        ("p50", median(run.median_ms for run in runs)),
        ("p99", median(run.p99_ms for run in runs)),
    ):
        yield Figure(f"{work}, {name}", "ms", value, "one fdatasync", 1000 / sync)


def fdatasyncs_per_second(seconds: float = 0.5) -> float:
    """How often the disk alone can be made to keep a page at the end of a log."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        descriptor = os.open(Path(folder) / "log", os.O_RDWR | os.O_CREAT)
        os.pwrite(descriptor, bytes(1 << 22), 0)
        os.fsync(descriptor)
        page, count, begun = os.urandom(4096), 0, perf_counter()
        while perf_counter() - begun < seconds:
            os.pwrite(descriptor, page, count % 1024 * 4096)
            os.fdatasync(descriptor)
            count += 1
        os.close(descriptor)
    return count / seconds


# A house on the disk


@dataclass
class Terminals:
    """A running floor with players at one table, and what their terminals have counted."""

    running: RunningFloor
    players: list[Actor]
    asked: int = 0

    def ask(self, at: int) -> "asyncio.Future[Answer]":
        """The next wager of a player."""
        player = self.players[at]
        self.asked += 1
        wager = PlaceWager(wager=WAGERS[self.asked % len(WAGERS)], amount=500)
        return self.running.ask(TABLE, Request(player, wager, player.name, self.asked))


Play = Callable[[Terminals], Awaitable[Run]]


def on_disk(play: Play, count: int) -> Run:
    """Play on a new store with so many players."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder, opened(Path(folder)) as committer:
        return uvloop.run(_played(play, committer, count))


@contextmanager
def opened(folder: Path) -> Iterator[ThreadCommitter]:
    """A new store in a folder, with its committer."""
    with SqliteStore(folder / "data") as store:
        committer = ThreadCommitter(store)
        try:
            yield committer
        finally:
            committer.close()


async def _played(play: Play, committer: ThreadCommitter, count: int) -> Run:
    running = RunningFloor(Floor(KEY), committer, lambda: time_ns() // 1_000_000)
    players = [Actor(f"p-{at:04}") for at in range(count)]
    await sit_down(running, players)
    with settled_down():
        run = await play(Terminals(running, players))
        await running.idle()
    return run


@contextmanager
def settled_down() -> Iterator[None]:
    """The garbage collector as it is in a server that has started, and then as it was."""
    thresholds = gc.get_threshold()
    settle_down()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


KEY = SigningKey.from_seed(bytes(32))


async def sit_down(running: RunningFloor, players: list[Actor], table: str = TABLE) -> None:
    """A table with everyone seated, rich, and bets open."""
    floor, now_ms = running.floor, time_ns() // 1_000_000
    limits = Limits(Range(100, 10**10))
    entries = [floor.begin(HOUSE_STREAM, now_ms)]
    entries += floor.make(TableSetting(table, books.load(table), limits, own_wheel=True), now_ms)
    asked = [StartDay(day="2026-11-15"), OpenTable(opener=0)]
    for player in players:
        asked.append(TakeSeat(player=player.name))
        asked.append(BuyIn(player=player.name, amount=10**11))
    requests = [Request(SHIFT_MANAGER, each) for each in (*asked, OpenBets())]
    stepped = floor.step(table, requests, now_ms)
    assert all(answer.accepted for answer in stepped.answers)
    await running.write([*entries, *stepped.entries])


# How wagers come


async def closed_loop(terminals: Terminals, total: int) -> Run:
    """Every submitter waits for its answer before it asks again."""
    waits: list[float] = []

    async def submitter(at: int) -> None:
        while terminals.asked < total:
            asked = perf_counter()
            answer = await terminals.ask(at)
            waits.append(perf_counter() - asked)
            assert answer.accepted, answer

    begun, worked = perf_counter(), process_time()
    await asyncio.gather(*(submitter(at) for at in range(len(terminals.players))))
    return _run(waits, perf_counter() - begun, process_time() - worked)


async def at_a_pace(terminals: Terminals, rate: int, seconds: float) -> Run:
    """Wagers come at a steady rate, whether or not the earlier ones are answered."""
    waits: list[float] = []
    begun, worked = perf_counter(), process_time()

    def ask(due: float) -> None:
        future = terminals.ask(terminals.asked % len(terminals.players))
        future.add_done_callback(lambda _: waits.append(perf_counter() - due))

    while (passed := perf_counter() - begun) < seconds:
        while terminals.asked < passed * rate:
            ask(begun + terminals.asked / rate)
        await asyncio.sleep(0.0002)
    while len(waits) < terminals.asked:
        await asyncio.sleep(0.001)
    return _run(waits, perf_counter() - begun, process_time() - worked)


def _run(waits: list[float], seconds: float, cpu_seconds: float) -> Run:
    waits.sort()
    count = len(waits)
    half, late = waits[count // 2] * 1000, waits[count * 99 // 100] * 1000
    return Run(count / seconds, half, late, count / cpu_seconds)
