"""How the cost of a wager grows, as four lines in wager-growth.svg: processor time of the server.

Over the wire with more terminals at a table and with more tables; in process, decided, encoded and
appended, with more wagers in the round; and the append alone with more entries on record.

python benchmarks/wager_growth.py
"""

import asyncio
import sys
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import thread_time

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that this file can be run as it is

from benchmarks import server_load  # noqa: E402
from benchmarks.figures import progress  # noqa: E402
from benchmarks.lab_growth import Line, drawn  # noqa: E402
from benchmarks.server_load import WAGERS, in_thread, process  # noqa: E402
from benchmarks.swarm import connected  # noqa: E402
from benchmarks.wager_cost import BATCH, BODY, growing, opened  # noqa: E402
from croupier.journal.entry import Entry  # noqa: E402

PICTURE = FOLDER / "wager-growth.svg"
TERMINALS, AT_LEAST, WAVES_MOST = (1, 10, 100, 1_000, 5_000), 2_000, 40
TABLES, AT_EACH = (1, 10, 50, 200), 10
IN_THE_ROUND = (1_000, 10_000, 100_000, 1_000_000)
ON_RECORD = (1_000, 10_000, 100_000, 1_000_000, 3_000_000)


def main() -> None:
    """Measure and draw."""
    server_load.allow_files()
    lines: dict[str, Line] = {}

    def measured(name: str, line: Line) -> None:
        lines[name] = line
        progress(f"{name}: " + ", ".join(f"{at:,.0f} {us:.3g}" for at, us in line))

    wire: Line = [(size, asyncio.run(over_the_wire(1, size))) for size in TERMINALS]
    measured("over the wire, by terminals (µs)", wire)
    floor: Line = [(tables, asyncio.run(over_the_wire(tables, AT_EACH))) for tables in TABLES]
    measured(f"over the wire, by tables of {AT_EACH} (µs)", floor)
    filled: Line = [(at, sum(cost)) for at, cost in growing(BATCH, IN_THE_ROUND)]
    measured("in process, by wagers in the round (µs)", filled)
    measured("appended, by entries on record (µs)", appended())
    PICTURE.write_text(drawn(lines), encoding="utf-8")


async def over_the_wire(tables: int, each: int) -> float:
    """Microseconds of the server for a wager: everybody places one at once, some times."""
    with process(tables, each) as house:
        first = house.said()
        terminals = await connected(first["address"], first["tokens"])
        await in_thread(house, "open")
        costs, waves = list[float](), max(3, min(WAVES_MOST, AT_LEAST // len(terminals)))
        used = (await in_thread(house, "used"))["cpu_ns"]
        for wave in range(waves):
            placed = [terminal.act(WAGERS[wave % len(WAGERS)], 500) for terminal in terminals]
            await asyncio.gather(*placed)
            before, used = used, (await in_thread(house, "used"))["cpu_ns"]
            costs.append((used - before) / len(terminals) / 1000)
        for terminal in terminals:
            terminal.transport.close()
    return median(costs)


def appended() -> Line:
    """Microseconds of an append of one entry, between each two numbers of entries on record."""
    line: Line = []
    with opened() as store:
        for begin, end in pairwise((0, *ON_RECORD)):
            costs = []
            for at in range(begin, end, BATCH):
                seqs = range(at + 1, min(at + BATCH, end) + 1)
                batch = [Entry("table-1", seq, seq, "wager.placed", 1, BODY) for seq in seqs]
                begun = thread_time()
                store.append(batch)
                costs.append((thread_time() - begun) / len(batch) * 1e6)
            line.append((end, median(costs)))
    return line


if __name__ == "__main__":
    main()
