"""Simulation: many evenings played from the payout table, and what they add up to."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt

from croupier.lab.chance import origin
from croupier.lab.compiled import Whole, np
from croupier.lab.crew import done_by
from croupier.lab.evening import Evening, Moment
from croupier.lab.hand import Hand
from croupier.lab.sample import Sample
from croupier.lab.session import ENDS, Session
from croupier.rules.refusal import CroupierError, refusal

SESSIONS = 1_000_000
CHUNK_SESSIONS, CHUNK_SPINS = 2**15, 2**24
"""A chunk is at most so many evenings, and about so many spins."""

Told = Callable[[int, int], None]
"""Is told how many evenings are done, of how many."""


@dataclass(frozen=True)
class Simulation:
    """Evenings to be played, in chunks: the same chunks whoever plays them."""

    session: Session
    sessions: int
    seed: int
    marks: tuple[int, ...]
    ahead: tuple[int, ...]
    chunk_size: int
    """How many evenings a chunk has."""

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.sessions // self.chunk_size)

    @cached_property
    def _hand(self) -> Hand:
        return Hand(self.session)

    def __getstate__(self) -> dict[str, object]:
        """Without the tables: every process makes its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_hand"}

    def do(self, chunk: int) -> Sample:
        """Play one chunk."""
        size = min(self.chunk_size, self.sessions - chunk * self.chunk_size)
        marks: Whole = np.array(self.marks, np.int64)
        won, notes, staked = self._hand.play(origin(self.seed, chunk), size, marks)
        sample = Sample(len(marks))
        lines = [-(-cents // self.session.step) for cents in self.ahead]
        sample.count(won, notes, staked, marks, lines)
        return sample


def simulate(
    session: Session,
    sessions: int = SESSIONS,
    *,
    seed: int,
    ahead: Sequence[int] = (),
    marks: Sequence[int] = (),
    workers: int = 1,
    cluster: str | None = None,
    told: Told | None = None,
    why: str = "",
) -> Evening:
    """Play so many evenings; a Ctrl-C on the way gives what there is by then.

    >>> from croupier.books import load
    >>> from croupier.lab.session import session
    >>> red = session(load("racetrack-2012"), "red", bank=300, spins=2)
    >>> evening = simulate(red, 1000, seed=7)
    >>> evening.sessions, evening.law.results.tolist(), evening.spins
    (1000, [-200, 0, 200], 2.0)
    """
    if not 1 <= sessions <= 10**12:
        raise CroupierError(refusal("usage/bad-arguments", reason="simulate at least one evening"))
    at = sorted({mark for mark in marks if 0 < mark < session.spins} | {session.spins})
    size = max(1, min(CHUNK_SESSIONS, CHUNK_SPINS // session.spins))
    plan = Simulation(session, sessions, seed, tuple(at), tuple(ahead), size)
    sample = Sample(len(at))
    try:
        with closing(done_by(plan, workers, cluster)) as results:
            for done in results:
                sample.add(done)
                if told is not None:
                    told(sample.sessions, sessions)
    except KeyboardInterrupt:
        if not sample.sessions:
            raise
    stopped = "" if sample.sessions == sessions else ", stopped early"
    words = f"simulated: {sample.sessions:,} evenings, seed {seed}{stopped}"
    return _evening(plan, sample, f"{words}; {why}" if why else words)


def _evening(plan: Simulation, sample: Sample, why: str) -> Evening:
    session, n = plan.session, sample.sessions
    law = sample.tallies[-1].law(session.step)
    ends = {end: count / n for end, count in zip(ENDS, sample.ends, strict=True)}
    moments = tuple(
        Moment(mark, tally.law(session.step), ruined / n)
        for mark, tally, ruined in zip(plan.marks, sample.tallies, sample.ruined, strict=True)
    )
    ahead = {cents: count / n for cents, count in zip(plan.ahead, sample.ahead, strict=True)}
    evening = Evening(
        session,
        "simulated",
        why,
        law,
        ends,
        sample.spins / n,
        sample.staked * session.ticket.cost / n,
        ahead,
        moments[:-1] if len(moments) == 1 else moments,
        sessions=n,
        seed=plan.seed,
    )
    errors = _errors(evening, sample)
    return replace(evening, errors=errors)


def _errors(evening: Evening, sample: Sample) -> dict[str, float]:
    """The standard error of each figure: of a mean, of a chance, of a deviation."""
    n, step = sample.sessions, evening.session.step
    mean = sample.won / n
    variance = max(sample.won_squares / n - mean**2, 0.0)
    fourth = float(evening.law.chances @ (evening.law.results / step - mean) ** 4)
    spread = sqrt(max(fourth - variance**2, 0.0) / n)
    errors = {
        "mean": step * sqrt(variance / n),
        "deviation": step * spread / (2 * sqrt(variance)) if variance else 0.0,
        "spins": sqrt(max(sample.spins_squares / n - (sample.spins / n) ** 2, 0.0) / n),
    }
    for name, value in evening.figures().items():
        if name not in (*errors, "staked"):
            errors[name] = sqrt(max(value * (1 - value), 0.0) / n)
    return errors
