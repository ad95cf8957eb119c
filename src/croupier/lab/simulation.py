"""Simulation: many sessions played from the payout table, and their totals.

Totals are whole numbers, so that the order in which chunks are done does not matter.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt

from croupier.lab.chance import origin
from croupier.lab.compiled import Whole, np
from croupier.lab.parallel import done_by
from croupier.lab.player import SessionPlayer
from croupier.lab.results import Distribution, Moment, SessionResult
from croupier.lab.session import ENDS, Session
from croupier.rules.refusal import CroupierError, refusal

PLACES_MAX = 200_000
"""Beyond so many different results, neighbouring ones are counted together."""


@dataclass(slots=True)
class Tally:
    """Counts of results; results that differ only in their last ``shift`` bits count as one.

    The shift is the least at which there are not too many places. It only grows as more is
    counted, and so is the same in whatever order that happens.
    """

    counts: Counter[int] = field(default_factory=Counter)
    shift: int = 0

    def count(self, results: Whole) -> None:
        """Count a row of results."""
        low = int(results.min())
        if int(results.max()) - low < 4 * len(results):  # close together: counting needs no sorting
            counts = np.bincount(results - low)
            values = np.flatnonzero(counts)
            times, values = counts[values], values + low
        else:
            values, times = np.unique(results, return_counts=True)
        self.add(Tally(Counter(dict(zip(values.tolist(), times.tolist(), strict=True)))))

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self._coarsen(other.shift - self.shift)
        for value, times in other.counts.items():
            self.counts[value >> (self.shift - other.shift)] += times
        while len(self.counts) > PLACES_MAX:
            self._coarsen(1)

    def _coarsen(self, by: int) -> None:
        if by <= 0:
            return
        self.shift += by
        finer, self.counts = self.counts, Counter()
        for value, times in finer.items():
            self.counts[value >> by] += times

    def distribution(self, step: int) -> Distribution:
        """The distribution of the counts, results in cents."""
        values = sorted(self.counts)
        middle = (1 << self.shift) // 2
        total = self.counts.total()
        results = [((value << self.shift) + middle) * step for value in values]
        chances = [self.counts[value] / total for value in values]
        return Distribution(np.array(results, np.int64), np.array(chances))


@dataclass(slots=True)
class Sample:
    """The totals of the sessions played."""

    marks: int
    sessions: int = 0
    won: int = 0
    """Steps won in all, less those lost."""
    won_squares: int = 0
    spins: int = 0
    spins_squares: int = 0
    staked: int = 0
    """In units."""
    ends: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    ruined: list[int] = field(default_factory=list)
    """By mark."""
    ahead: list[int] = field(default_factory=list)
    """How many were ever so far ahead, by what was asked for."""
    tallies: list[Tally] = field(default_factory=list)
    """By mark."""

    def __post_init__(self) -> None:
        self.ruined = self.ruined or [0] * self.marks
        self.tallies = self.tallies or [Tally() for _ in range(self.marks)]

    def count(self, won: Whole, notes: Whole, staked: int, marks: Whole, lines: list[int]) -> None:
        """Count the sessions of a chunk."""
        peaks, spins, ends = notes.T
        final = won[:, -1]
        self.sessions += len(won)
        self.won += int(final.sum())
        self.won_squares += _squares(final)
        self.spins += int(spins.sum())
        self.spins_squares += _squares(spins)
        self.staked += staked
        self.ends = [a + int((ends == end).sum()) for end, a in enumerate(self.ends)]
        ruined_at = spins[ends == 1]
        self.ruined = [
            a + int((ruined_at <= mark).sum()) for a, mark in zip(self.ruined, marks, strict=True)
        ]
        before = self.ahead or [0] * len(lines)
        self.ahead = [a + int((peaks >= line).sum()) for a, line in zip(before, lines, strict=True)]
        for tally, at_mark in zip(self.tallies, won.T, strict=True):
            tally.count(at_mark)

    def add(self, other: "Sample") -> None:
        """Add another sample."""
        for name in ("sessions", "won", "won_squares", "spins", "spins_squares", "staked"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("ends", "ruined", "ahead"):
            mine = getattr(self, name) or [0] * len(getattr(other, name))
            both = zip(mine, getattr(other, name), strict=True)
            setattr(self, name, [a + b for a, b in both])
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)


SESSIONS = 1_000_000
CHUNK_SESSIONS, CHUNK_SPINS = 2**15, 2**24
"""The most sessions in a chunk, and about how many spins."""

Progress = Callable[[int, int], None]
"""Called with how many sessions are done, and of how many."""


@dataclass(frozen=True)
class Simulation:
    """Sessions to play, in chunks that do not depend on the workers."""

    session: Session
    sessions: int
    seed: int
    marks: tuple[int, ...]
    ahead: tuple[int, ...]
    chunk_size: int
    """How many sessions a chunk has."""

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.sessions // self.chunk_size)

    @cached_property
    def _player(self) -> SessionPlayer:
        return SessionPlayer(self.session)

    def __getstate__(self) -> dict[str, object]:
        """Leave out the tables: every process makes its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_player"}

    def do(self, chunk: int) -> Sample:
        """Play one chunk."""
        size = min(self.chunk_size, self.sessions - chunk * self.chunk_size)
        marks: Whole = np.array(self.marks, np.int64)
        won, notes, staked = self._player.play(origin(self.seed, chunk), size, marks)
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
    progress: Progress | None = None,
    why: str = "",
) -> SessionResult:
    """Play sessions; Ctrl-C ends early with the result so far.

    >>> from croupier.books import load
    >>> from croupier.lab.session import session
    >>> red = session(load("racetrack-2012"), "red", bank=300, spins=2)
    >>> result = simulate(red, 1000, seed=7)
    >>> result.sessions, result.distribution.results.tolist(), result.spins
    (1000, [-200, 0, 200], 2.0)
    """
    if not 1 <= sessions <= 10**12:
        raise CroupierError(refusal("usage/bad-arguments", reason="simulate at least one session"))
    at = sorted({mark for mark in marks if 0 < mark < session.spins} | {session.spins})
    size = max(1, min(CHUNK_SESSIONS, CHUNK_SPINS // session.spins))
    plan = Simulation(session, sessions, seed, tuple(at), tuple(ahead), size)
    sample = Sample(len(at))
    try:
        with closing(done_by(plan, workers, cluster)) as results:
            for done in results:
                sample.add(done)
                if progress is not None:
                    progress(sample.sessions, sessions)
    except KeyboardInterrupt:
        if not sample.sessions:
            raise
    stopped = "" if sample.sessions == sessions else ", stopped early"
    words = f"simulated: {sample.sessions:,} sessions, seed {seed}{stopped}"
    return _result(plan, sample, f"{words}; {why}" if why else words)


def _result(plan: Simulation, sample: Sample, why: str) -> SessionResult:
    session, n = plan.session, sample.sessions
    distribution = sample.tallies[-1].distribution(session.step)
    ends = {end: count / n for end, count in zip(ENDS, sample.ends, strict=True)}
    moments = tuple(
        Moment(mark, tally.distribution(session.step), ruined / n)
        for mark, tally, ruined in zip(plan.marks, sample.tallies, sample.ruined, strict=True)
    )
    ahead = {cents: count / n for cents, count in zip(plan.ahead, sample.ahead, strict=True)}
    result = SessionResult(
        session,
        "simulated",
        why,
        distribution,
        ends,
        sample.spins / n,
        sample.staked * session.ticket.cost / n,
        ahead,
        moments[:-1] if len(moments) == 1 else moments,
        sessions=n,
        seed=plan.seed,
    )
    errors = _errors(result, sample)
    return replace(result, errors=errors)


def _errors(result: SessionResult, sample: Sample) -> dict[str, float]:
    """The standard error of each figure: of a mean, of a chance, of a deviation."""
    n, step = sample.sessions, result.session.step
    mean = sample.won / n
    variance = max(sample.won_squares / n - mean**2, 0.0)
    fourth = float(result.distribution.chances @ (result.distribution.results / step - mean) ** 4)
    spread = sqrt(max(fourth - variance**2, 0.0) / n)
    errors = {
        "mean": step * sqrt(variance / n),
        "deviation": step * spread / (2 * sqrt(variance)) if variance else 0.0,
        "spins": sqrt(max(sample.spins_squares / n - (sample.spins / n) ** 2, 0.0) / n),
    }
    for name, value in result.figures().items():
        if name not in (*errors, "staked"):
            errors[name] = sqrt(max(value * (1 - value), 0.0) / n)
    return errors


def _squares(values: Whole) -> int:
    """The sum of squares, exact."""
    largest = int(np.abs(values).max(initial=0))
    if largest**2 * len(values) < 2**62:
        return int(values @ values)
    return sum(value * value for value in values.tolist())
