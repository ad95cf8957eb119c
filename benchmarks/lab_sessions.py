"""Progression strategies over whole evenings: bank 200, table limit 100, 500 spins, single zero.

Simulated on one core and on two, and worked out exactly; beside a plain Python loop, NumPy over all
sessions at once, and C.
"""

import ctypes
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from time import perf_counter, process_time

import numpy as np

from benchmarks.figures import Figure, by_turns, milliseconds, progress
from benchmarks.lab_c import kernel
from croupier import books, lab
from croupier.lab.session import Session

BANK, LIMIT, SPINS = 200, 100, 500
SESSIONS, TURNS = 2**17, 5
STRATEGIES = ("martingale", "fibonacci", "dalembert")
RUIN = {"martingale": 0.666748877, "fibonacci": 0.492394035, "dalembert": 0.678663785}
LIMIT_MS = {"martingale": 0.6, "fibonacci": 0.6, "dalembert": 1.4}


def measure() -> list[Figure]:
    """Spins played a second, and milliseconds for an exact distribution."""
    return [*simulated(), *on_two_cores(), *exactly()]


def evening(strategy: str) -> Session:
    limits = lab.Limits(lab.Range(1, LIMIT))
    book = books.load("racetrack-2012")
    return lab.session(book, "red", strategy, unit=1, bank=BANK, spins=SPINS, limits=limits)


def simulated() -> list[Figure]:
    """Ours against each other side, on one core, by processor time."""
    progress(f"progression strategies, {TURNS} turns")
    c, seeds = kernel(), count()
    figures = []
    for kind, strategy in enumerate(STRATEGIES):
        asked = evening(strategy)
        lab.simulate(asked, 1, seed=0)
        sides: dict[str, Callable[[], float]] = {"C": partial(played_by_c, c, kind)}
        if strategy == "martingale":
            sides |= {"NumPy": played_by_numpy, "Python": played_by_python}
        ours, *theirs = by_turns(TURNS, partial(played, asked, seeds), *sides.values())
        work = f"{strategy}, one core"
        figures += [
            Figure(work, "spins/s", ours, peer, other)
            for peer, other in zip(sides, theirs, strict=True)
        ]
    return figures


def played(asked: Session, seeds: Iterator[int]) -> float:
    """Spins a second over so many evenings."""

    def play() -> float:
        found = lab.simulate(asked, SESSIONS, seed=next(seeds))
        return found.spins * found.sessions

    return rate(play)


def on_two_cores() -> list[Figure]:
    """By the clock on the wall, the start of the workers taken off by a second, longer run."""
    figures = []
    for strategy in STRATEGIES:
        asked = evening(strategy)

        def timed(sessions: int, asked: Session = asked) -> tuple[float, float]:
            begun = perf_counter()
            found = lab.simulate(asked, sessions, seed=1, workers=2)
            return found.spins * sessions, perf_counter() - begun

        def gained() -> float:
            few, short = timed(SESSIONS)
            many, long = timed(9 * SESSIONS)
            return (many - few) / (long - short)

        (ours,) = by_turns(3, gained)
        work = f"{strategy}, two cores"
        aim = "≥ 1 G on two cores"
        figures.append(Figure(work, "spins/s", ours, aim=aim, reached=ours >= 1e9))
    return figures


def exactly() -> list[Figure]:
    """The full distribution; the other side is a C loop that finds a Martingale's ruin alone."""
    c, figures = kernel(), []
    for strategy in STRATEGIES:
        asked = evening(strategy)
        assert round(lab.exact(asked).ruin, 9) == RUIN[strategy]
        distribution, ruin = partial(lab.exact, asked), partial(c.ruin, SPINS, BANK, LIMIT)
        ours, theirs = by_turns(
            25, partial(milliseconds, distribution), partial(milliseconds, ruin)
        )
        most = 3 * LIMIT_MS[strategy]
        work, aim = f"exact distribution, {strategy}", f"≤ {most:.1f} ms"
        same = strategy == "martingale"
        peer, other = ("C, ruin only", theirs) if same else (None, None)
        figures.append(Figure(work, "ms", ours, peer, other, aim, ours <= most))
    flat = lab.session(books.load("racetrack-2012"), "straight:17", bank=10**6, spins=1000)
    (ours,) = by_turns(25, lambda: milliseconds(lambda: lab.exact(flat)))
    figures.append(
        Figure("exact distribution, flat, 1,000 spins", "ms", ours, aim="≤ 4 ms", reached=ours <= 4)
    )
    return figures


def rate(play: Callable[[], float]) -> float:
    begun = process_time()
    spins = play()
    return spins / (process_time() - begun)


def played_by_c(c: ctypes.CDLL, kind: int) -> float:
    ruined = ctypes.c_int64()
    given = (SESSIONS // 4, SPINS, BANK, LIMIT, kind, ctypes.byref(ruined))
    return rate(lambda: float(c.sessions(*given)))


def played_by_numpy() -> float:
    """All sessions at once, spin by spin."""

    def play() -> float:
        chance, n, spins = np.random.default_rng(), 20_000, 0
        bank, stake = np.full(n, BANK), np.ones(n, np.int64)
        for _ in range(SPINS):
            live = bank >= stake
            won = chance.integers(0, 37, n) < 18
            bank += np.where(live, np.where(won, stake, -stake), 0)
            stake = np.where(live, np.where(won, 1, np.minimum(2 * stake, LIMIT)), stake)
            spins += int(live.sum())
        return float(spins)

    return rate(play)


def played_by_python() -> float:
    """As one writes it first."""

    def play() -> float:
        chance, spins = Random(), 0
        for _ in range(1000):
            bank, stake = BANK, 1
            for _ in range(SPINS):
                if bank < stake:
                    break
                spins += 1
                if chance.randrange(37) < 18:
                    bank, stake = bank + stake, 1
                else:
                    bank, stake = bank - stake, min(2 * stake, LIMIT)
        return float(spins)

    return rate(play)
