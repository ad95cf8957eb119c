"""What a start costs: `import croupier` and commands that answer at once, in fresh processes.

In processor time, the interpreter's own start included, beside Python alone and penny-ante.
"""

import subprocess
import sys
from functools import partial
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.figures import Figure, by_turns, progress

TURNS = 15
NOTHING = ("-c", "pass")
PENNY_ANTE = ("-c", "import penny_ante")
STARTS = {
    "import croupier": (("-c", "import croupier"), 100),
    "croupier --version": (("-m", "croupier", "--version"), 200),
    "croupier --help": (("-m", "croupier", "--help"), 200),
    "croupier books": (("-m", "croupier", "books"), 200),
}
"""What is started, and the most milliseconds that it should take."""


def measure() -> list[Figure]:
    """The whole process, its start included."""
    progress(f"{len(STARTS)} starts in fresh processes, {TURNS} turns each")
    commands = [NOTHING, PENNY_ANTE, *(command for command, _ in STARTS.values())]
    for command in commands:
        _cpu_ms(command)  # once before the clock, so that all have their byte code
    bare, penny, *ours = by_turns(TURNS, *(partial(_cpu_ms, command) for command in commands))
    figures = [
        Figure(work, "ms", took, "python -c pass", bare, f"under {most} ms of CPU", took < most)
        for (work, (_, most)), took in zip(STARTS.items(), ours, strict=True)
    ]
    return [*figures, Figure("import croupier", "ms", ours[0], "import penny_ante", penny)]


def _cpu_ms(command: tuple[str, ...]) -> float:
    """The processor time of a process, in user and system mode."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000
