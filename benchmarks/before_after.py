"""What a wager costs with two source trees, in turns: the processor's time, so that a busy moment
falls on both, and on the bare server and the bare loop as well.

python benchmarks/before_after.py TREE_BEFORE        (a checkout; this one is the other)
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that this file can be run as it is

from benchmarks import server_load  # noqa: E402
from benchmarks.figures import progress, shown  # noqa: E402
from benchmarks.server_load import AT_EACH, BARE, HOUSE, TABLES, Load, loaded  # noqa: E402
from benchmarks.wager_cost import bare_append_us  # noqa: E402

TURNS, TERMINALS = 3, 1_000


def main(before: Path, after: Path) -> None:
    """Measure in turns and print a table."""
    server_load.allow_files()
    values: dict[str, list[list[float]]] = {}
    nothing = partial(float, "nan")

    def noted(work: str, *sides: Callable[[], float]) -> None:
        for results, side in zip(values.setdefault(work, [[], [], []]), sides, strict=True):
            results.append(side())

    for turn in range(TURNS):
        progress(f"turn {turn + 1} of {TURNS}")
        many = [partial(at_many_tables, before), partial(at_many_tables, after), nothing]
        noted(f"{TABLES} tables of {AT_EACH} terminals: a wager over the wire, CPU, µs", *many)
        loads = [over_the_wire(HOUSE, before), over_the_wire(HOUSE, after), over_the_wire(BARE)]
        at_once = f"{TERMINALS:,} terminals: a wager over the wire, CPU"
        noted(f"{at_once}, µs", *(partial(float, load.cpu_us) for load in loads))
        burst = f"{TERMINALS:,} terminals: a wager from each, all answered"
        noted(f"{burst}, ms", *(partial(float, load.burst_ms) for load in loads))
        outcome = f"{TERMINALS:,} terminals: the outcome at the last"
        noted(f"{outcome}, ms", *(partial(float, load.outcome_ms) for load in loads))
        costs = [in_process(before), in_process(after)]
        noted(
            "decided and encoded, CPU, µs",
            *(partial(float, c["decide_us"]) for c in costs),
            nothing,
        )
        appended = (partial(float, cost["append_us"]) for cost in costs)
        noted("appended, CPU, µs", *appended, bare_append_us)
    print(
        "| work | before | after | after ÷ before | the limit |", "|---|---|---|---|---|", sep="\n"
    )
    for work, sides in values.items():
        was, now, limit = map(median, sides)
        ratio = median(b / a for a, b in zip(sides[0], sides[1], strict=True))
        least = "" if limit != limit else shown(limit, "")
        print(f"| {work} | {shown(was, '')} | {shown(now, '')} | {ratio:.2f} | {least} |")


def over_the_wire(script: Path, tree: Path | None = None) -> Load:
    """The load benchmark on the sources of a tree."""
    return asyncio.run(loaded(1, TERMINALS, script, env=environment(tree)))


def at_many_tables(tree: Path) -> float:
    """The same with many tables: microseconds of the server for a wager."""
    return asyncio.run(loaded(TABLES, AT_EACH, env=environment(tree))).cpu_us


def in_process(tree: Path) -> dict[str, float]:
    """The cost of a wager without a network on the sources of a tree."""
    command = [sys.executable, str(FOLDER / "wager_cost.py")]
    run = subprocess.run(command, env=environment(tree), capture_output=True, check=True)
    costs: dict[str, float] = json.loads(run.stdout)
    return costs


def environment(tree: Path | None) -> dict[str, str]:
    return {**os.environ, **({} if tree is None else {"PYTHONPATH": str(tree / "src")})}


if __name__ == "__main__":
    main(Path(sys.argv[1]), FOLDER.parent)
