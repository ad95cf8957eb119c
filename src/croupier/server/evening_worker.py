"""The process that works out evenings, one at a time: ``python -m croupier.server.evening_worker``.

It reads a job from its input and writes the result to its output, each a pickle behind its length,
and ends when its input does, however the house ended. It runs when the tables have nothing to do.
"""

import os
import pickle
import sys
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import BinaryIO

from croupier import books, lab
from croupier.protocol import evening as e
from croupier.rules.refusal import CroupierError, Refusal
from croupier.server.evenings import LENGTH, Job, framed

BARS, MOMENTS = 48, 40
TAIL = 0.01
"""Of evenings that the bars at both ends take in: else the rarest would squeeze all others."""
AT_THE_END = (0.01, *lab.SHARES, 0.99)
EFFORT = lab.Effort(states=5_000, places=4_000_000, moves=2_000_000_000)
"""About a second at most."""
SESSIONS_MIN, SESSIONS_MAX, SIMULATED_S = 50, 200_000, 1.0
"""How many evenings are played: some first, and then as many as that long allows."""
POLITENESS = 19


def worked_out(job: Job) -> e.EveningShown:
    """The evening, exactly where that is quickly done, and otherwise from many played ones.

    >>> from croupier.protocol.odds import Laid
    >>> from croupier.rules.limits import OPEN
    >>> laid = (Laid(wager="red", amount=500),)
    >>> asked = e.EveningAsked(wagers=laid, strategy="martingale", bank=20000, spins=100)
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
        evening = lab.exact(session, ahead=ahead, marks=marks, effort=EFFORT)
    except lab.UnmanageableError:
        begun = perf_counter()
        play = partial(lab.simulate, session, seed=1, ahead=ahead, marks=marks)
        evening = play(SESSIONS_MIN)
        fit = int(SESSIONS_MIN * SIMULATED_S / (perf_counter() - begun))
        if fit > SESSIONS_MIN:
            evening = play(min(fit, SESSIONS_MAX))
    return _shown(evening, asked.ahead)


def _shown(evening: lab.Evening, ahead: int | None) -> e.EveningShown:
    def estimate(figure: str) -> e.Estimate:
        low, high = evening.interval(figure)
        return e.Estimate(value=evening.figures()[figure], margin=(high - low) / 2)

    return e.EveningShown(
        exact=evening.method == "exact",
        sessions=evening.sessions,
        mean=estimate("mean"),
        deviation=estimate("deviation"),
        ahead=estimate("ahead at the end"),
        ever_ahead=None if ahead is None else estimate(f"ever ahead by {ahead}"),
        ruin=estimate("ruin"),
        stop_win=estimate("stop-win"),
        stop_loss=estimate("stop-loss"),
        spins=estimate("spins"),
        staked=evening.staked,
        results=_quantiles(evening.law, AT_THE_END),
        bars=tuple(
            e.EveningBar(begin=begin, end=end, chance=chance)
            for begin, end, chance in evening.law.bars(BARS, TAIL)
        ),
        moments=tuple(
            e.EveningMoment(
                spin=moment.spin,
                results=_quantiles(moment.law, lab.SHARES),
                ruined=moment.ruined,
            )
            for moment in evening.moments
        ),
    )


def _quantiles(law: lab.Law, shares: Sequence[float]) -> tuple[int, ...]:
    return tuple(law.quantile(share) for share in shares)


def answered(job: Job) -> e.EveningShown | Refusal:
    """The evening, or why the rules refuse it."""
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
    """Have everything compiled that an evening may need: the chain, the tables and the lines."""
    red = partial(lab.session, books.load(books.ids()[0]), "red", bank=500, spins=5)
    lab.exact(red(), ahead=(100,), marks=(1,))
    for strategy in ("flat", "labouchere"):
        lab.simulate(red(strategy), 1, seed=0)


def main() -> None:
    """Say when all is ready, then take jobs until there are no more."""
    os.nice(POLITENESS)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a library prints does not get between the answers
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
