"""Runs every benchmark, prints the figures, and keeps them in results.json and README.md.

make bench
make bench ONLY="server_load wager_cost"      (the other figures stay as they were)
"""

import json
import os
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that this file can be run as it is

from benchmarks import (  # noqa: E402
    durable_wagers,
    import_time,
    lab_sessions,
    lab_spins,
    million_wagers,
    replay_speed,
    round_of_a_million,
    server_load,
    ten_wagers,
    wager_cost,
)
from benchmarks.figures import COLUMNS, Figure, progress  # noqa: E402

BENCHMARKS = (
    import_time,
    ten_wagers,
    million_wagers,
    round_of_a_million,
    wager_cost,
    durable_wagers,
    replay_speed,
    server_load,
    lab_spins,
    lab_sessions,
)
BEGIN, END = "<!-- figures: written by run.py -->", "<!-- end of figures -->"


def main() -> None:
    """Measure, show and keep."""
    begun, only = perf_counter(), sys.argv[1:]
    named = {benchmark.__name__.rpartition(".")[2]: benchmark for benchmark in BENCHMARKS}
    chosen = [named[name] for name in only] if only else BENCHMARKS
    figures = [figure for benchmark in chosen for figure in benchmark.measure()]
    show(figures)
    keep(among_the_others(figures) if only else figures)
    progress(f"all measured in {perf_counter() - begun:.0f} s")


def among_the_others(figures: Sequence[Figure]) -> list[Figure]:
    """The figures as they were kept, with new ones in the places of the old."""
    kept = json.loads((FOLDER / "results.json").read_text(encoding="utf-8"))["figures"]
    works, merged = {figure.work for figure in figures}, list[Figure]()
    at: int | None = None
    for record in kept:
        if record["work"] in works:
            at = len(merged) if at is None else at
        else:
            merged.append(
                Figure(**{name: value for name, value in record.items() if name != "ratio"})
            )
    at = len(merged) if at is None else at
    return [*merged[:at], *figures, *merged[at:]]


def machine() -> dict[str, str | int]:
    """The machine in general terms, and the versions that matter."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "penny-ante": version("penny-ante"),
    }


def show(figures: Sequence[Figure]) -> None:
    """Print a table for people; in a log it is as wide as it needs to be."""
    table = Table(*COLUMNS)
    for figure in figures:
        table.add_row(*figure.row())
    Console(width=None if sys.stdout.isatty() else 180).print(table)


def keep(figures: Sequence[Figure]) -> None:
    """Write the figures where programs and readers find them."""
    results = {"machine": machine(), "figures": [figure.record() for figure in figures]}
    text = json.dumps(results, indent=2, ensure_ascii=False) + "\n"
    (FOLDER / "results.json").write_text(text, encoding="utf-8")
    readme = FOLDER / "README.md"
    before, rest = readme.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    readme.write_text(f"{before}{BEGIN}\n{markdown(figures)}\n{END}{after}", encoding="utf-8")


def markdown(figures: Sequence[Figure]) -> str:
    """The machine and the figures as a page shows them."""
    on = ", ".join(f"{name} {value}" for name, value in machine().items())
    rows = [COLUMNS, ("---",) * len(COLUMNS), *(figure.row() for figure in figures)]
    return "\n".join([f"Last run: {on}.", "", *(f"| {' | '.join(row)} |" for row in rows)])


if __name__ == "__main__":
    main()
