"""Exact sessions: the full law of an evening, where the strategy's states can be listed.

By convolution for flat stakes that no end can cut short, and otherwise as an absorbing chain.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.lab.automaton import Automaton
from croupier.lab.chain import RUIN, reach, walk
from croupier.lab.compiled import Chances, Whole, np
from croupier.lab.evening import Evening, Moment
from croupier.lab.flat import PLACES_MAX, size_of, sum_of_spins
from croupier.lab.law import Law, law_of_steps
from croupier.lab.session import ENDS, FAR, Session


@dataclass(frozen=True)
class Effort:
    """How much work an exact answer may be; beyond it, the evening is simulated."""

    states: int = 20_000
    """Of the strategy."""
    places: int = 20_000_000
    """Of all rows of the chain together: eight bytes each, twice."""
    moves: int = 6_000_000_000
    """Chances moved in all: about a billion a second."""


class UnmanageableError(Exception):
    """The chain of this session is too large; the words say why."""


@dataclass(frozen=True, slots=True, eq=False)
class _Chain:
    least: Whole
    moves: Whole
    after: Whole
    chances: Chances

    def walked(
        self, session: Session, top: int, marks: Sequence[int], effort: Effort
    ) -> tuple[Chances, Chances, Chances, int]:
        """The law, the ends, the laws on the way, and the lowest step."""
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
        law, ended, on_the_way = walk(*table, low, high, bottom, top, session.spins, at)
        return law, ended, on_the_way, int(low.min())


def exact(
    session: Session,
    *,
    ahead: Sequence[int] = (),
    marks: Sequence[int] = (),
    effort: Effort | None = None,
) -> Evening:
    """The law of an evening; ``ahead`` asks for being so many cents ahead at any time, ``marks``
    for how things stand after so many spins. Raises UnmanageableError where that is too much.

    >>> from croupier.books import load
    >>> from croupier.lab.session import session
    >>> red = session(load("racetrack-2012"), "red", bank=300, spins=2)
    >>> evening = exact(red)
    >>> evening.law.results.tolist(), [round(p * 37**2) for p in evening.law.chances]
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
    law, ended, on_the_way, lowest = chain.walked(session, top, marks, effort)
    result = law_of_steps(law, lowest, session.step)
    by_spin = ended.sum(axis=1)
    ruined_by = ended[:, RUIN].cumsum()[marks]
    return Evening(
        session,
        "exact",
        f"exact: a chain over {len(automaton):,} states of the strategy and the bank",
        result,
        dict(zip(ENDS, ended.sum(axis=0).tolist(), strict=True)),
        float(by_spin @ np.arange(session.spins + 1)),
        _staked(session, result.mean),
        {cents: _ever_ahead(chain, session, cents, effort) for cents in ahead},
        tuple(
            Moment(mark, law_of_steps(then, lowest, session.step), ruined)
            for mark, then, ruined in zip(marks, on_the_way, ruined_by.tolist(), strict=True)
        ),
    )


def _chain(automaton: Automaton) -> _Chain:
    session = automaton.session
    _, least, moves, after = automaton.tables()
    return _Chain(least, moves, after, np.array([float(p) for p in session.ticket.chances]))


def _explore_affordable(automaton: Automaton, states_max: int) -> None:
    """Ask for the states that a bank can pay for within the spins, and for no others.

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
    """Whether every evening is all of its spins with one and the same stake."""
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


def _by_sum(session: Session) -> Evening:
    steps, chances = sum_of_spins(session)
    law = Law(steps * session.step, chances)
    ends = dict.fromkeys(ENDS, 0.0) | {"spins": 1.0}
    staked = float(session.spins * session.ticket.cost)
    why = "exact: the sum of equal spins, by convolution"
    return Evening(session, "exact", why, law, ends, session.spins, staked, {})


def _staked(session: Session, mean: float) -> float:
    """What is staked in all, on average: the house keeps the edge of it, whatever the strategy."""
    return -mean / float(session.ticket.edge) if session.ticket.edge else float("nan")


def _ever_ahead(chain: _Chain, session: Session, cents: int, effort: Effort) -> float:
    """The chance to be so far ahead at any time: that of a stop-win there, or at the own one."""
    line = -(-cents // session.step)
    if line <= 0:
        return 1.0
    top = min(line, session.bounds[1])
    law, ended, _, lowest = chain.walked(session, top, (), effort)
    if top == line:
        return float(ended[:, 2].sum())
    return float(law[max(0, line - lowest) :].sum())
