"""What each kind of flood costs somebody else: a bettor's waits, quiet and under it, in turns.

make floods: ``croupier serve`` in a process of its own with the limits that it has by default,
bettors who each place up to sixteen wagers a second and wait for each verdict, and a flooder in a
third process from another address. Quiet and flooded spells take turns in one run, so that whatever
else the machine does is in both. A flooder would be on a machine of its own: here the house has a
core to itself, and the flooder runs on the other whenever no bettor wants to.
"""

import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that this file can be run as it is

from benchmarks.figures import progress  # noqa: E402
from benchmarks.flooders import LINES, OPEN, Flood, kinds  # noqa: E402
from croupier.client import Client, Table  # noqa: E402

TURNS, SPELL_S, PACE_S, BETTORS = 5, 2.5, 0.06, 4
CORES = sorted(os.sched_getaffinity(0))
READY = "Ctrl-C stops the house."
AIM = 3.0
BEGIN, END = "<!-- floods: written by floods.py -->", "<!-- end of floods -->"
COLUMNS = (
    *("kind", "strength", "p50 quiet", "p50 under it", "p99 quiet", "p99 under it"),
    *("ratio of p99", "within 3 ×", "memory before", "after", "cut off or refused"),
    *("processor of the house quiet", "under it"),
)
STRENGTH = {
    "unfinished requests": f"{OPEN:,} requests, a byte each half second",
    "idle sockets": f"{OPEN:,} sockets",
    "batches of wagers": "18 actions a second, 400 wagers in every other",
}
HOUSE = """
name = "flooded"
demonstration = true
[listen]
port = {port}
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


class Flooded(NamedTuple):
    """What one kind of flood did."""

    kind: str
    quiet: list[float]
    under: list[float]
    before_mb: float
    after_mb: float
    counts: dict[str, int]
    cpu_quiet: float
    cpu_under: float
    """Parts of one processor."""

    @property
    def ratio(self) -> float:
        """How many times as long the slowest hundredth waits."""
        return at(self.under, 99) / at(self.quiet, 99)

    def row(self) -> tuple[str, ...]:
        """The figures as the page shows them."""
        waits = [at(each, q) for q in (50, 99) for each in (self.quiet, self.under)]
        ends = self.counts.get("cut", 0) + self.counts.get("refused", 0)
        strength = STRENGTH.get(self.kind, f"{LINES} connections, as fast as they can")
        return (
            *(self.kind, strength, *(f"{one:.1f} ms" for one in waits), f"{self.ratio:.2f}"),
            *("yes" if self.ratio <= AIM else "NO", f"{self.before_mb:.0f} MB"),
            *(f"{self.after_mb:.0f} MB", f"{ends:,}"),
            *(f"{self.cpu_quiet:.0%}", f"{self.cpu_under:.0%}"),
        )


def at(waits: list[float], percent: int) -> float:
    """A quantile of some waits, in milliseconds."""
    return sorted(waits)[len(waits) * percent // 100] * 1000


async def spells(tables: Sequence[Table]) -> list[float]:
    """All bettors' waits for a while; they do not bet in step."""

    async def later(n: int, table: Table) -> list[float]:
        await asyncio.sleep(n * PACE_S / len(tables))
        return await spell(table)

    found = await asyncio.gather(*(later(n, table) for n, table in enumerate(tables)))
    return [wait for each in found for wait in each]


async def spell(table: Table) -> list[float]:
    """A bettor's waits for a while."""
    waits, ends = [], perf_counter() + SPELL_S
    while perf_counter() < ends:
        begun = perf_counter()
        verdict = await table.place("red", 100)
        waits.append(perf_counter() - begun)
        assert verdict.accepted, verdict
        await asyncio.sleep(max(0.0, PACE_S - waits[-1]))
    return waits


def cpu_s(pid: int) -> float:
    """The processor time that a process has used, in seconds."""
    said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """What a process holds now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


@asynccontextmanager
async def flooding(kind: str, port: int, cookie: str) -> AsyncIterator[dict[str, int]]:
    """A flooder at work."""
    counts: dict[str, int] = {}
    flooder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.flooders", kind, str(port), cookie),
        cwd=FOLDER.parent,
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)),
    )
    assert flooder.stdout is not None
    await flooder.stdout.readline()
    try:
        yield counts
    finally:
        flooder.terminate()
        said = await flooder.stdout.read()
        counts |= json.loads(said.splitlines()[-1])
        await flooder.wait()


@asynccontextmanager
async def house(folder: Path, port: int) -> AsyncIterator[int]:
    """A house as it is served; its process."""
    file = folder / "house.toml"
    file.write_text(HOUSE.format(port=port), encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "croupier", "serve", str(file), "--log", "error"),
        stdout=asyncio.subprocess.PIPE,
        cwd=folder,
        preexec_fn=lambda: os.sched_setaffinity(0, CORES[:1]),
    )
    assert process.stdout is not None
    while READY not in (line := (await process.stdout.readline()).decode()):
        assert line, "the house did not open"
    draining = asyncio.ensure_future(process.stdout.read())
    try:
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()
        await draining


async def seated(client: Client) -> Table:
    """A visitor with money, at a table whose bets are open."""
    await client.visit()
    table = await client.table("edz-2020")
    await table.sit()
    await table.buy_in(50_000_000)
    await table.until_open()
    return table


async def flooded(kind: str, pid: int, port: int, tables: Sequence[Table], cookie: str) -> Flooded:
    """One kind, in turns with quiet."""
    quiet, under, ends = list[float](), list[float](), dict[str, int]()
    before, used = memory_mb(pid), [0.0, 0.0]
    await spells(tables)
    for _ in range(TURNS):
        begun = cpu_s(pid)
        quiet += await spells(tables)
        used[0] += cpu_s(pid) - begun
        async with flooding(kind, port, cookie) as counts:
            begun = cpu_s(pid)
            under += await spells(tables)
            used[1] += cpu_s(pid) - begun
        for name, count in counts.items():
            ends[name] = ends.get(name, 0) + count
        await asyncio.sleep(1)
    parts = (each / TURNS / SPELL_S for each in used)
    return Flooded(kind, quiet, under, before, memory_mb(pid), ends, *parts)


async def measure(only: list[str]) -> list[Flooded]:
    """Every kind of flood."""
    from tests.ports import free_port

    found = []
    for kind in only or list(kinds(Flood(0, ""))):
        progress(f"a flood of {kind}")
        port = free_port()
        with tempfile.TemporaryDirectory() as folder:
            async with house(Path(folder), port) as pid:
                address = f"http://localhost:{port}"
                async with AsyncExitStack() as stack:
                    came = [
                        await stack.enter_async_context(Client(address)) for _ in range(BETTORS)
                    ]
                    other = await stack.enter_async_context(Client(address))
                    tables = [await seated(one) for one in came]
                    await seated(other)
                    cookie = other.web.headers()["Cookie"]
                    found.append(await flooded(kind, pid, port, tables, cookie))
        progress(" | ".join(found[-1].row()))
    return found


def main() -> None:
    """Measure, show and keep; with kinds as arguments, only show those."""
    only = sys.argv[1:]
    if unknown := [kind for kind in only if kind not in kinds(Flood(0, ""))]:
        sys.exit(f"no such kind: {', '.join(unknown)}; there are {', '.join(kinds(Flood(0, '')))}")
    os.sched_setaffinity(0, CORES[1:] or CORES)
    found = asyncio.run(measure(only))
    rows = [COLUMNS, ("---",) * len(COLUMNS), *(one.row() for one in found)]
    within = sum(one.ratio <= AIM for one in found)
    text = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    text += f"\n\nWithin {AIM:g} times the quiet wait: {within} of {len(found)} kinds.\n"
    print(text)
    if not only:
        readme = FOLDER / "README.md"
        before, rest = readme.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        readme.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
