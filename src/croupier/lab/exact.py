"""Exact results of a session, where the strategy's states can be listed; else it is simulated.

By convolution for flat stakes that no end can cut short, and otherwise as an absorbing chain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Literal

from croupier.lab.automaton import Automaton
from croupier.lab.chain import RUIN, reach, walk
from croupier.lab.compiled import Chances, Waves, Whole, np
from croupier.lab.results import Distribution, Moment, SessionResult, distribution_of_steps
from croupier.lab.session import ENDS, FAR, Session
from croupier.lab.simulation import SESSIONS, Progress, simulate


@dataclass(frozen=True)
class Effort:
    """The most work for an exact answer; beyond it, the session is simulated."""

    states: int = 20_000
    """Of the strategy."""
    places: int = 20_000_000
    """Of all rows of the chain together: eight bytes each, twice."""
    moves: int = 6_000_000_000
    """Chances moved in all: about a billion a second."""


class UnmanageableError(Exception):
    """The chain of this session is too large; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    least: Whole
    moves: Whole
    after: Whole
    chances: Chances

    def walked(
        self, session: Session, top: int, marks: Sequence[int], effort: Effort
    ) -> tuple[Chances, Chances, Chances, int]:
        """The distribution, the ends, the distributions on the way, and the lowest step."""
        bottom = session.bounds[0]
        low, high = reach(self.least, self.moves, self.after, bottom, top, session.spins)
        places = int(np.maximum(high - low + 1, 0).sum())
        moved = places * session.spins * self.chances.size
        if places > effort.places or moved > effort.moves:
            raise UnmanageableError(
                f"the chain has {places:,} places, over {session.spins:,} spins"
            )
        table = (self.least, self.moves, self.after, self.chances)
        at = np.array(marks, np.int64)
        distribution, ended, on_the_way = walk(*table, low, high, bottom, top, session.spins, at)
        return distribution, ended, on_the_way, int(low.min())


def exact(
    session: Session,
    *,
    ahead: Sequence[int] = (),
    marks: Sequence[int] = (),
    effort: Effort | None = None,
) -> SessionResult:
    """The exact result of a session, or UnmanageableError if that is too much work.

    ``ahead`` asks for the chances to be so many cents ahead at any time, ``marks`` for how things
    stand after so many spins.

    >>> from croupier.books import load
    >>> from croupier.lab.session import session
    >>> red = session(load("racetrack-2012"), "red", bank=300, spins=2)
    >>> result = exact(red)
    >>> (
    ...     result.distribution.results.tolist(),
    ...     [round(p * 37**2) for p in result.distribution.chances],
    ... )
    ([-200, 0, 200], [361, 684, 324])
    """
    effort = effort or Effort()
    automaton = Automaton(session)
    if not automaton.explore(min(512, effort.states)):
        _explore_affordable(automaton, effort.states)
    chain = _chain(automaton)
    marks = sorted({mark for mark in marks if 0 <= mark <= session.spins})
    if not marks and not ahead and _is_plain_sum(automaton):
        return _by_sum(session)
    top = session.bounds[1]
    distribution, ended, on_the_way, lowest = chain.walked(session, top, marks, effort)
    result = distribution_of_steps(distribution, lowest, session.step)
    by_spin = ended.sum(axis=1)
    ruined_by = ended[:, RUIN].cumsum()[marks]
    return SessionResult(
        session,
        "exact",
        f"exact: a chain over {len(automaton):,} states of the strategy and the bank",
        result,
        dict(zip(ENDS, ended.sum(axis=0).tolist(), strict=True)),
        float(by_spin @ np.arange(session.spins + 1)),
        _staked(session, result.mean),
        {cents: _ever_ahead(chain, session, cents, effort) for cents in ahead},
        tuple(
            Moment(mark, distribution_of_steps(then, lowest, session.step), ruined)
            for mark, then, ruined in zip(marks, on_the_way, ruined_by.tolist(), strict=True)
        ),
    )


def _chain(automaton: Automaton) -> _Chain:
    session = automaton.session
    _, least, moves, after = automaton.tables()
    return _Chain(least, moves, after, np.array([float(p) for p in session.ticket.chances]))


def _explore_affordable(automaton: Automaton, states_max: int) -> None:
    """Explore only the states that the bank can reach within the spins.

    ``best`` is the most that can have been won on the way to a state; a state that even that
    cannot pay for leads nowhere.
    """
    session = automaton.session
    best = {0: 0}
    improved = [0]
    work = 0
    for _ in range(session.spins):
        before, improved = improved, []
        for at in before:
            stake = automaton.stake[at]
            if best[at] < session.need(stake):
                continue
            for move, to in zip(session.moves, automaton.expand(at), strict=True):
                won = best[at] + stake * move
                if won > best.get(to, -FAR):
                    best[to] = won
                    improved.append(to)
            work += 1
            if len(automaton) > states_max or work > 6 * states_max:
                raise UnmanageableError(f"the strategy has more than {states_max:,} states to list")
        improved = list(dict.fromkeys(improved))


def _is_plain_sum(automaton: Automaton) -> bool:
    """Whether all spins are always played, with the same stake."""
    session = automaton.session
    least = min(session.moves) * automaton.stake[0] * session.spins
    most = max(session.moves) * automaton.stake[0] * session.spins
    return (
        len(automaton) == 1
        and automaton.stake[0] == 1
        and least >= session.need(1)
        and session.bounds[0] < least
        and most < session.bounds[1]
        and size_of(session) <= PLACES_MAX
    )


def _by_sum(session: Session) -> SessionResult:
    steps, chances = sum_of_spins(session)
    distribution = Distribution(steps * session.step, chances)
    ends = dict.fromkeys(ENDS, 0.0) | {"spins": 1.0}
    staked = float(session.spins * session.ticket.cost)
    why = "exact: the sum of equal spins, by convolution"
    return SessionResult(session, "exact", why, distribution, ends, session.spins, staked, {})


def _staked(session: Session, mean: float) -> float:
    """The mean total staked: the mean loss divided by the edge, whatever the strategy."""
    return -mean / float(session.ticket.edge) if session.ticket.edge else float("nan")


def _ever_ahead(chain: _Chain, session: Session, cents: int, effort: Effort) -> float:
    """The chance to be so far ahead at any time, as the chance of a stop-win there."""
    line = -(-cents // session.step)
    if line <= 0:
        return 1.0
    top = min(line, session.bounds[1])
    distribution, ended, _, lowest = chain.walked(session, top, (), effort)
    if top == line:
        return float(ended[:, 2].sum())
    return float(distribution[max(0, line - lowest) :].sum())


PLACES_MAX = 2**23
"""The most places of a distribution that is worked out so."""


def size_of(session: Session) -> int:
    """The size of the distribution of the sum."""
    return (max(session.moves) - min(session.moves)) // _spacing(session) * session.spins + 1


def sum_of_spins(session: Session) -> tuple[Whole, Chances]:
    """The distribution of the sum of all spins, one unit each, in steps.

    The transform of a distribution, raised to the number of spins, is the transform of the
    distribution of the sum. What is below rounding is error and counts as nothing.
    """
    lowest, spacing, size = min(session.moves), _spacing(session), size_of(session)
    spin = np.zeros((max(session.moves) - lowest) // spacing + 1)
    for move, chance in zip(session.moves, session.ticket.chances, strict=True):
        spin[(move - lowest) // spacing] = float(chance)
    padded = 1 << (size - 1).bit_length()
    total = np.fft.irfft(_power(np.fft.rfft(spin, padded), session.spins), padded)[:size]
    possible = np.flatnonzero(total > total.max() * 1e-14)
    chances = total[possible]
    return possible * spacing + lowest * session.spins, chances / chances.sum()


def _spacing(session: Session) -> int:
    """The spacing of all sums."""
    return gcd(*(move - min(session.moves) for move in session.moves)) or 1


def _power(values: Waves, exponent: int) -> Waves:
    """Power by squaring, which is as exact as the values."""
    product = np.ones_like(values)
    while exponent:
        if exponent & 1:
            product *= values
        values = values * values
        exponent >>= 1
    return product


Method = Literal["auto", "exact", "simulated"]


def answer(
    asked: Session,
    *,
    method: Method = "auto",
    sessions: int = SESSIONS,
    seed: int = 1,
    ahead: Sequence[int] = (),
    marks: Sequence[int] = (),
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
    effort: Effort | None = None,
) -> SessionResult:
    """The result of a session, exact if possible; ``method`` "exact" raises if it is not."""
    why = ""
    if method != "simulated":
        try:
            return exact(asked, ahead=ahead, marks=marks, effort=effort)
        except UnmanageableError as too_much:
            if method == "exact":
                raise
            why = f"not manageable exactly: {too_much}"
    return simulate(
        asked,
        sessions,
        seed=seed,
        ahead=ahead,
        marks=marks,
        workers=workers,
        cluster=cluster,
        progress=progress,
        why=why,
    )


def marks_of(spins: int, count: int) -> tuple[int, ...]:
    """About ``count`` moments of a session, evenly spaced, the last at its end.

    >>> marks_of(10, 4)
    (2, 5, 8, 10)
    """
    return tuple(sorted({max(1, round(spins * at / count)) for at in range(1, count + 1)}))
