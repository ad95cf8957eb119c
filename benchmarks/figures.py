"""A measured figure, and how two sides are timed fairly on a machine that others use too."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter, process_time


@dataclass(frozen=True)
class Figure:
    """One piece of work: our figure, the other side's in the same run, and what we aim at."""

    work: str
    unit: str
    """``ms`` or ``µs``, or something a second, in which more is better."""
    ours: float
    peer: str | None = None
    """Who or what the other side is."""
    theirs: float | None = None
    aim: str | None = None
    reached: bool | None = None

    @property
    def ratio(self) -> float | None:
        """How many times better than the other side we are."""
        if self.theirs is None:
            return None
        less_is_better = self.unit in ("ms", "µs")
        return self.theirs / self.ours if less_is_better else self.ours / self.theirs

    def row(self) -> tuple[str, ...]:
        """The figure for people."""
        theirs = "" if self.theirs is None else f"{shown(self.theirs, self.unit)} ({self.peer})"
        ratio = "" if self.ratio is None else shown(self.ratio, "×")
        reached = {True: "yes", False: "NO", None: ""}[self.reached]
        return self.work, shown(self.ours, self.unit), theirs, ratio, self.aim or "", reached

    def record(self) -> dict[str, object]:
        """The figure for programs."""
        rounded = {"ours": _rounded(self.ours), "theirs": _rounded(self.theirs)}
        return asdict(self) | rounded | {"ratio": _rounded(self.ratio)}


COLUMNS = ("work", "ours", "the other side", "ratio", "aim", "reached")


def shown(value: float, unit: str) -> str:
    """A value with its unit, no more exact than it was measured."""
    return f"{value:,.3g} {unit}" if value < 1000 else f"{value:,.0f} {unit}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")


def by_turns(turns: int, *sides: Callable[[], float]) -> list[float]:
    """The median of what each side measures, in turns: a busy moment then falls on all of them."""
    measured: list[list[float]] = [[] for _ in sides]
    for _ in range(turns):
        for side, results in zip(sides, measured, strict=True):
            results.append(side())
    return [median(results) for results in measured]


def per_second(play: Callable[[], object], seconds: float) -> float:
    """How often something can be done in a second of processor time.

    Work in memory waits for nothing, so that on a free core this is a second on the wall.
    """
    count, begun, passed = 0, process_time(), 0.0
    while passed < seconds:
        for _ in range(20):
            play()
        count += 20
        passed = process_time() - begun
    return count / passed


def milliseconds(play: Callable[[], object]) -> float:
    """How long something takes once, by the clock on the wall."""
    begun = perf_counter()
    play()
    return (perf_counter() - begun) * 1000


def cpu_ms(play: Callable[[], object]) -> float:
    """The processor time that something takes once."""
    begun = process_time()
    play()
    return (process_time() - begun) * 1000


def progress(text: str) -> None:
    """Say what is being measured."""
    print(f"-- {text}", flush=True)
