"""How many entries a second the journal keeps, durably, beside what the disk alone can do.

An entry here is a wager of about a hundred bytes: encoded, chained by SHA-256, inserted, and on the
disk when its turn is over. Run it with ``python benchmarks/journal_commit.py [FOLDER]``; the folder
decides which disk is measured. Everything is measured in the same run, best of three, because
absolute figures swing from run to run.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from croupier.journal.check import check
from croupier.journal.codec import Codec, Registry
from croupier.journal.committer import ThreadCommitter
from croupier.journal.events import EVENTS, begun
from croupier.journal.keys import SigningKey
from croupier.journal.replay import since_snapshot
from croupier.journal.sqlite import SqliteStore

GROUPS = (64, 512, 4096)
STREAM = "table-1"
NOW_MS = 1_700_000_000_000


class WagerPlaced(msgspec.Struct, frozen=True):
    """About what a wager on record says."""

    round: int
    seat: str
    terminal: str
    action: int
    wager: str
    amount: int


REGISTRY = Registry()
REGISTRY.register("wager.placed", 1, WagerPlaced)
CODEC = Codec(EVENTS, REGISTRY)


def wager(number: int) -> WagerPlaced:
    return WagerPlaced(18_213, f"p-{number % 512:04}", f"t-{number % 512:04}", number, "red", 2500)


@contextmanager
def journal(parent: Path) -> Iterator[SqliteStore]:
    """A new journal in a folder of its own, begun."""
    with (
        tempfile.TemporaryDirectory(dir=parent) as folder,
        SqliteStore(Path(folder) / "data") as store,
    ):
        event = begun(SigningKey.from_seed(bytes(32)))
        store.append([CODEC.entry(STREAM, 1, NOW_MS, event)])
        yield store


def fdatasyncs_per_second(parent: Path, seconds: float = 1.0) -> float:
    """How often the disk alone can be made to keep a page at the end of a log."""
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        descriptor = os.open(Path(folder) / "log", os.O_RDWR | os.O_CREAT)
        os.pwrite(descriptor, bytes(1 << 22), 0)
        os.fsync(descriptor)
        page, count, begun_at = os.urandom(4096), 0, time.perf_counter()
        while time.perf_counter() - begun_at < seconds:
            os.pwrite(descriptor, page, count % 1024 * 4096)
            os.fdatasync(descriptor)
            count += 1
        os.close(descriptor)
    return count / seconds


def appended_per_second(parent: Path, group: int, total: int) -> tuple[float, float]:
    """Encode, chain, insert and sync in one thread, one group after another; and CPU in µs each."""
    with journal(parent) as store:
        seq, cpu, begun_at = 2, time.process_time(), time.perf_counter()
        for first in range(0, total, group):
            wagers = [wager(number) for number in range(first, first + group)]
            store.append([CODEC.entry(STREAM, seq + i, NOW_MS, w) for i, w in enumerate(wagers)])
            seq += group
        elapsed, cpu = time.perf_counter() - begun_at, time.process_time() - cpu
    return (seq - 2) / elapsed, cpu / (seq - 2) * 1e6


async def submitted(committer: ThreadCommitter, submitters: int, total: int) -> float:
    """Submitters in one event loop, each waiting for its entry before it gives the next."""
    seq = 1

    async def submitter() -> None:
        nonlocal seq
        while seq < total:
            seq += 1
            await committer.append([CODEC.entry(STREAM, seq, NOW_MS, wager(seq))])

    begun_at = time.perf_counter()
    await asyncio.gather(*(submitter() for _ in range(submitters)))
    return (seq - 1) / (time.perf_counter() - begun_at)


def submitted_per_second(parent: Path, submitters: int, total: int) -> float:
    with journal(parent) as store:
        committer = ThreadCommitter(store)
        rate = asyncio.run(submitted(committer, submitters, total))
        committer.close()
    return rate


async def paced(committer: ThreadCommitter, rate: int, seconds: float) -> list[float]:
    """The waiting times, in ms, of single entries that come at a steady rate."""
    waits: list[float] = []
    tasks: set[asyncio.Future[list[bytes]]] = set()
    seq, begun_at = 1, time.perf_counter()

    def submit(due: float) -> None:
        future = committer.submit_soon([CODEC.entry(STREAM, seq, NOW_MS, wager(seq))])
        tasks.add(future)
        future.add_done_callback(lambda _: waits.append((time.perf_counter() - due) * 1e3))
        future.add_done_callback(tasks.discard)

    while (elapsed := time.perf_counter() - begun_at) < seconds:
        while seq - 1 < elapsed * rate:
            seq += 1
            submit(begun_at + (seq - 2) / rate)
        await asyncio.sleep(0.0002)
    while tasks:
        await asyncio.sleep(0.001)
    return sorted(waits)


def waits_ms(parent: Path, rate: int, seconds: float) -> tuple[float, float]:
    """The median and the 99th percentile of the wait for a durable entry."""
    with journal(parent) as store:
        committer = ThreadCommitter(store)
        waits = asyncio.run(paced(committer, rate, seconds))
        committer.close()
    return waits[len(waits) // 2], waits[len(waits) * 99 // 100]


def read_per_second(parent: Path, total: int) -> tuple[float, float]:
    """Entries proven and decoded for a start, and entries checked."""
    with journal(parent) as store:
        for first in range(2, total, 4096):
            seqs = range(first, min(first + 4096, total))
            store.append([CODEC.entry(STREAM, seq, NOW_MS, wager(seq)) for seq in seqs])
        begun_at = time.perf_counter()
        for stored in since_snapshot(store, STREAM):
            CODEC.event(stored)
        replayed = total / (time.perf_counter() - begun_at)
        begun_at = time.perf_counter()
        assert not check(store).findings
        return replayed, total / (time.perf_counter() - begun_at)


def main() -> None:
    parent = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    syncs = max(fdatasyncs_per_second(parent) for _ in range(3))
    print(f"the disk alone: {syncs:,.0f} fdatasync/s, {1e3 / syncs:.2f} ms each")
    for group in GROUPS:
        runs = [appended_per_second(parent, group, 20 * max(group, 2048)) for _ in range(3)]
        rate, cpu_us = max(run[0] for run in runs), min(run[1] for run in runs)
        print(
            f"groups of {group:>5,}: {rate:>9,.0f} entries/s, {rate / group / syncs:.0%} of the "
            f"disk's syncs; {cpu_us:.1f} µs of CPU each, for {1e6 / cpu_us:,.0f}/s on a free core"
        )
    for submitters in GROUPS[1:]:
        rate = max(submitted_per_second(parent, submitters, 60_000) for _ in range(3))
        print(f"{submitters:>5,} submitters in an event loop: {rate:>9,.0f} entries/s")
    median, most = min((waits_ms(parent, 20_000, 2.0) for _ in range(3)), key=lambda run: run[1])
    print(f"at 20,000 entries/s: wait {median:.1f} ms, 99th percentile {most:.1f} ms")
    replayed, checked = read_per_second(parent, 200_000)
    print(f"replayed for a start: {replayed:,.0f} entries/s; checked: {checked:,.0f} entries/s")


if __name__ == "__main__":
    main()
