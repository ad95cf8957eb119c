"""A strategy as a table: its states, their stakes, and the state after each result.

The strategy's methods are called once for each state; the compiled code then plays from the table.
A strategy may have unlimited states (a Labouchere line grows and grows): the table holds those met
so far, and grows when another is met.
"""

from array import array
from collections.abc import Hashable
from fractions import Fraction

from croupier.lab.compiled import Whole, np
from croupier.lab.session import Session
from croupier.lab.strategies import Spin
from croupier.rules.refusal import CroupierError, refusal

UNKNOWN = -1
"""Stands in the table where a state has not been asked for yet."""


class Automaton:
    """The states of a session's strategy met so far, the first state first."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._pays = [_per_unit(net, session.ticket.cost) for net in session.ticket.nets]
        self._states: list[Hashable] = []
        self._place: dict[Hashable, int] = {}
        self.stake = array("q")
        """What each state stakes, in units."""
        self._after = array("q")
        """Row by row: the state after each result."""
        self._place_of(session.strategy.start())

    def __len__(self) -> int:
        return len(self._states)

    def is_known(self, at: int) -> bool:
        """Whether the states that follow a state are known."""
        return self._after[at * len(self._pays)] != UNKNOWN

    def expand(self, at: int) -> list[int]:
        """The states that follow a state, by result."""
        width = len(self._pays)
        if not self.is_known(at):
            state, stake, most = self._states[at], self.stake[at], self.session.most
            after = self.session.strategy.after
            for result, pays in enumerate(self._pays):
                to = self._place_of(after(state, Spin(stake, pays, most)))
                self._after[at * width + result] = to
        return self._after[at * width : (at + 1) * width].tolist()

    def explore(self, states_max: int, begin: int = 0) -> bool:
        """Find the states that follow a state, breadth first, for at most ``states_max`` states.

        Returns whether those were all.
        """
        queue, left = [begin], states_max
        for at in queue:
            if not self.is_known(at):
                if not left:
                    return False
                left -= 1
                queue.extend(self.expand(at))
        return True

    def tables(self) -> tuple[Whole, Whole, Whole, Whole]:
        """By state: stake in units, least steps at which the bank covers it, steps moved by each
        result, and the state after each result (UNKNOWN if not asked for)."""
        session = self.session
        stakes = np.array(self.stake, np.int64)
        least = -((session.bank - stakes * session.ticket.cost) // session.step)
        moves = stakes[:, None] * np.array(session.moves, np.int64)
        after = np.array(self._after, np.int64).reshape(moves.shape)
        return stakes, least, moves, after

    def _place_of(self, state: Hashable) -> int:
        place = self._place.get(state)
        if place is None:
            place = self._place[state] = len(self._states)
            self._states.append(state)
            self.stake.append(min(self._stake(state), self.session.most))
            self._after.extend([UNKNOWN] * len(self._pays))
        return place

    def _stake(self, state: Hashable) -> int:
        stake = self.session.strategy.stake(state)
        if type(stake) is not int or stake < 1:
            reason = f"a strategy stakes whole units, at least one, and not {stake!r} in {state!r}"
            raise CroupierError(refusal("usage/bad-arguments", reason=reason))
        return stake


def _per_unit(net: int, cost: int) -> int | Fraction:
    whole, rest = divmod(net, cost)
    return Fraction(net, cost) if rest else whole
