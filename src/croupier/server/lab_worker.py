"""The process that computes sessions of play: ``python -m croupier.server.lab_worker``.

It reads jobs from standard input and writes results to standard output, each a pickle with its
length in front, and ends when its input ends. It runs at the lowest priority.
"""

import os
import pickle
import sys
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import BinaryIO

from croupier import books, lab
from croupier.protocol.odds import (
    Estimate,
    SessionBar,
    SessionMoment,
    SessionShown,
)
from croupier.rules.refusal import CroupierError, Refusal
from croupier.server.lab import LENGTH, Job, framed

BARS, MOMENTS = 48, 40
TAIL = 0.01
"""The share of sessions in each end bar: otherwise the rarest results would squeeze the others."""
AT_THE_END = (0.01, *lab.SHARES, 0.99)
EFFORT = lab.Effort(states=5_000, places=4_000_000, moves=2_000_000_000)
"""About a second at most."""
SESSIONS_MIN, SESSIONS_MAX, SIMULATED_S = 50, 200_000, 1.0
"""How many sessions to play: a few first, then as many as fit into the time."""
POLITENESS = 19


def worked_out(job: Job) -> SessionShown:
    """The session: exact if that is quick, otherwise simulated.

    >>> from croupier.protocol.odds import Laid
    >>> from croupier.protocol.odds import SessionAsked
    >>> from croupier.rules.limits import OPEN
    >>> laid = (Laid(wager="red", amount=500),)
    >>> asked = SessionAsked(wagers=laid, strategy="martingale", bank=20000, spins=100)
    >>> worked_out(Job(books.load("edz-2020"), OPEN, asked)).exact
    True
    """
    asked = job.asked
    session = lab.session(
        job.book,
        [(laid.wager, laid.amount) for laid in asked.wagers],
        asked.strategy,
        bank=asked.bank,
        spins=asked.spins,
        limits=job.limits,
        stop_win=asked.stop_win,
        stop_loss=asked.stop_loss,
    )
    ahead = () if asked.ahead is None else (asked.ahead,)
    marks = lab.marks_of(asked.spins, MOMENTS)
    try:
        found = lab.exact(session, ahead=ahead, marks=marks, effort=EFFORT)
    except lab.UnmanageableError:
        begun = perf_counter()
        play = partial(lab.simulate, session, seed=1, ahead=ahead, marks=marks)
        found = play(SESSIONS_MIN)
        fit = int(SESSIONS_MIN * SIMULATED_S / (perf_counter() - begun))
        if fit > SESSIONS_MIN:
            found = play(min(fit, SESSIONS_MAX))
    return _shown(found, asked.ahead)


def _shown(found: lab.SessionResult, ahead: int | None) -> SessionShown:
    def estimate(figure: str) -> Estimate:
        low, high = found.interval(figure)
        return Estimate(value=found.figures()[figure], margin=(high - low) / 2)

    return SessionShown(
        exact=found.method == "exact",
        sessions=found.sessions,
        mean=estimate("mean"),
        deviation=estimate("deviation"),
        ahead=estimate("ahead at the end"),
        ever_ahead=None if ahead is None else estimate(f"ever ahead by {ahead}"),
        ruin=estimate("ruin"),
        stop_win=estimate("stop-win"),
        stop_loss=estimate("stop-loss"),
        spins=estimate("spins"),
        staked=found.staked,
        results=_quantiles(found.distribution, AT_THE_END),
        bars=tuple(
            SessionBar(begin=begin, end=end, chance=chance)
            for begin, end, chance in found.distribution.bars(BARS, TAIL)
        ),
        moments=tuple(
            SessionMoment(
                spin=moment.spin,
                results=_quantiles(moment.distribution, lab.SHARES),
                ruined=moment.ruined,
            )
            for moment in found.moments
        ),
    )


def _quantiles(distribution: lab.Distribution, shares: Sequence[float]) -> tuple[int, ...]:
    return tuple(distribution.quantile(share) for share in shares)


def answered(job: Job) -> SessionShown | Refusal:
    """The session, or why the rules refuse it."""
    try:
        return worked_out(job)
    except CroupierError as no:
        return no.refusal


def _read(source: BinaryIO) -> Job | None:
    head = source.read(LENGTH)
    size = int.from_bytes(head, "big")
    data = source.read(size) if len(head) == LENGTH else b""
    if not head or len(data) < size:
        return None
    job: Job = pickle.loads(data)
    return job


def make_ready() -> None:
    """Compile everything a session may need: the chain, the tables and the lines."""
    red = partial(lab.session, books.load(books.ids()[0]), "red", bank=500, spins=5)
    lab.exact(red(), ahead=(100,), marks=(1,))
    for strategy in ("flat", "labouchere"):
        lab.simulate(red(strategy), 1, seed=0)


def main() -> None:
    """Report that all is ready, then take jobs until the input ends."""
    os.nice(POLITENESS)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # so that nothing a library prints ends up among the answers
    make_ready()
    value: object = None
    while True:
        target.write(framed(value))
        target.flush()
        job = _read(source)
        if job is None:
            return
        value = answered(job)


if __name__ == "__main__":
    main()
