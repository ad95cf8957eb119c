"""Runs every benchmark, prints the figures, and keeps them in results.json and README.md.

make bench
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
)
from benchmarks.figures import COLUMNS, Figure, progress  # noqa: E402

BENCHMARKS = (
    import_time,
    ten_wagers,
    million_wagers,
    round_of_a_million,
    durable_wagers,
    replay_speed,
    server_load,
    lab_spins,
    lab_sessions,
)
BEGIN, END = "<!-- figures: written by run.py -->", "<!-- end of figures -->"


def main() -> None:
    """Measure, show and keep."""
    begun = perf_counter()
    figures = [figure for benchmark in BENCHMARKS for figure in benchmark.measure()]
    show(figures)
    keep(figures)
    progress(f"all measured in {perf_counter() - begun:.0f} s")


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
