"""Points at which a run is hit: every call that writes, of every thread, with every fault."""

import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from croupier import books
from tests.crash import lines
from tests.crash.forks import GateName, Run
from tests.crash.judging import judged
from tests.crash.tracing import CALLS, Ended, Fault, Forks

FULL = os.environ.get("CROUPIER_CRASH") == "full"
"""Every point of every book, as ``make crash`` has it; otherwise a sample, evenly spread."""
SAMPLE = 14
Tell = Callable[[str, int, str], None]
"""What was tried, how much of it, and the whole story in a line."""
TRACED = ("-s", "64", "-e", f"trace={','.join(CALLS)}")
SYNCED_OR_WRITTEN = ("pwrite64", "fsync", "fdatasync")
"""After an error of one of these nobody may be told anything."""
FOLDER_SYNC = re.compile(r"f(?:data)?sync\(\d+<(.*/data)>\)")


class Cell(NamedTuple):
    """One kind of run: whose calls are hit, with what, and by which book the table is run."""

    gate: GateName
    action: str
    book: str

    def __str__(self) -> str:
        return f"{self.gate}-{self.action.partition('=')[2]}-{self.book}"


def cells(gates: Sequence[GateName], actions: Sequence[str]) -> list[Cell]:
    """All cells; in the bounded form a book each, in turn."""
    both = [(gate, action) for gate in gates for action in actions]
    ids = books.ids()
    if FULL:
        return [Cell(*each, book) for each in both for book in ids]
    return [Cell(*each, ids[at % len(ids)]) for at, each in enumerate(both)]


def spread(count: int, most: int) -> list[int]:
    """At most so many of the numbers from 1 to a count, evenly spread, both ends among them.

    >>> spread(3, 5), spread(100, 4)
    ([1, 2, 3], [1, 34, 67, 100])
    """
    if count <= most:
        return list(range(1, count + 1))
    return [1 + round(at * (count - 1) / (most - 1)) for at in range(most)]


class Tried:
    """The points that were tried, and what was wrong at them."""

    def __init__(self) -> None:
        self.points = 0
        self.hits = 0
        self.faults: dict[str, list[str]] = {}

    def __str__(self) -> str:
        return f"{self.points} points tried, {self.hits} of them hit, {len(self.faults)} wrong"


class Runs:
    """Runs of one cell, each in a folder of its own that is gone afterwards."""

    def __init__(self, forks: Forks, folder: Path, cell: Cell, planted: str = "") -> None:
        self._forks, self._folder, self._cell, self._planted = forks, folder, cell, planted
        self.tried = Tried()

    def at_every_call(self, most: int = SAMPLE, before: Path | None = None) -> Tried:
        """Count the calls of a clean run, then hit each, or a sample of each kind."""
        for fault in self._faults(self._counted(before), most):
            self._try(fault, before)
        return self.tried

    def _counted(self, before: Path | None) -> Counter[str]:
        ended, wrong = self._run((), before)
        assert ended.finished, ended.trace
        if wrong:
            self.tried.faults[f"{self._cell} untouched"] = wrong
        return _calls(ended)

    def _faults(self, counted: Counter[str], most: int) -> Iterator[Fault]:
        action = self._cell.action
        for call in CALLS:
            # A line that cannot be written is the scenario's own failure; that it is killed just
            # before one tells of an answer that is on record and never arrived.
            # The thread that keeps the heads writes none.
            own = self._cell.gate != "keeping"
            if call == "write" and own and action != "signal=KILL":
                continue
            for at in spread(counted[call], counted[call] if FULL else most):
                yield Fault(call, action, at)

    def _try(self, fault: Fault, before: Path | None) -> None:
        """Hit a point. Which writes go together varies from run to run, so that one may end before
        the call comes: then an earlier one is hit, down to the first, which always comes. A call
        that comes is hit; one that a whole run never makes is no point of it."""
        while True:
            ended, wrong = self._run(("-e", fault.option), before)
            made = _calls(ended)[fault.call]
            if wrong or made == 0 or made >= fault.at:
                break
            fault = fault._replace(at=(made + 1) // 2)
        hit = ended.killed if fault.action == "signal=KILL" else "(INJECTED)" in ended.trace
        if hit and fault.call in SYNCED_OR_WRITTEN:
            wrong += _told_after(ended, self._cell.gate)
        self.tried.points += made > 0
        self.tried.hits += hit
        if wrong:
            self.tried.faults[f"{self._cell} {fault.option}"] = wrong

    def _run(self, options: Sequence[str], before: Path | None) -> tuple[Ended, list[str]]:
        at = self._folder / "run"
        if before is None:
            at.mkdir()
        else:
            shutil.copytree(before, at)
        run = Run(
            str(at / "lines"), str(at / "data"), self._cell.book, self._planted, self._cell.gate
        )
        ended = self._forks.run(run, *TRACED, *options, trace=at / "trace")
        wrong = judged(at / "data", lines.heard((at / "lines").read_text(encoding="utf-8")))
        shutil.rmtree(at)
        return ended, wrong


def _calls(ended: Ended) -> Counter[str]:
    """How often the thread made each call."""
    return Counter(line.partition("(")[0] for line in ended.trace.splitlines())


def _told_after(ended: Ended, gate: GateName) -> Iterator[str]:
    """What the thread said after a call of its own had failed.

    SQLite syncs the folder without looking whether that worked. That is no harm where the store
    syncs it itself, and looks, before anybody is told anything; when the writing begins all names
    are durable.
    """
    before, _, after = ended.trace.partition("(INJECTED)")
    folder = FOLDER_SYNC.match(before.splitlines()[-1])
    if folder is not None and gate == "writing":
        return
    if folder is not None:
        after = re.split(rf"sync\(\d+<{re.escape(folder[1])}>\) += 0\n", after, maxsplit=1)[0]
    for line in after.splitlines():
        if line.startswith("write(") and ('"durable ' in line or '"told ' in line):
            yield f"after the first error: {line}"
