"""How long `import croupier` takes in a fresh process, beside Python alone and penny-ante."""

import subprocess
import sys
from functools import partial

from benchmarks.figures import Figure, by_turns, milliseconds, progress

TURNS = 15
MOST_MS = 200


def measure() -> list[Figure]:
    """The whole process, its start included."""
    progress(f"import in a fresh process, {TURNS} turns each")
    codes = ("import croupier", "pass", "import penny_ante")
    for code in codes:
        _run(code)  # once before the clock, so that all have their byte code
    sides = [partial(milliseconds, partial(_run, code)) for code in codes]
    ours, bare, penny = by_turns(TURNS, *sides)
    work = "import croupier, fresh process"
    return [
        Figure(work, "ms", ours, "python -c pass", bare, f"under {MOST_MS} ms", ours < MOST_MS),
        Figure(work, "ms", ours, "import penny_ante", penny),
    ]


def _run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)
