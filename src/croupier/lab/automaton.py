"""A strategy as a table: its states, what each stakes, and which state each result leads to.

The strategy's own methods are asked once for each state; the compiled code then plays from the
table. A strategy may have more states than anybody can list (a Labouchere line grows and grows):
the table holds those that were asked for, and grows when another is met.
"""

from collections.abc import Hashable
from fractions import Fraction

from croupier.lab.compiled import Whole, np
from croupier.lab.session import Session
from croupier.lab.strategy import Spin
from croupier.rules.refusal import CroupierError, refusal

UNKNOWN = -1
"""Stands in the table where a state has not been asked for yet."""


class Automaton:
    """The states of a session's strategy met so far; the first is where it begins."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._pays = [_per_unit(net, session.ticket.cost) for net in session.ticket.nets]
        self._states: list[Hashable] = []
        self._place: dict[Hashable, int] = {}
        self.stake: list[int] = []
        self.after: list[list[int] | None] = []
        self._place_of(session.strategy.start())

    def __len__(self) -> int:
        return len(self._states)

    def expand(self, at: int) -> list[int]:
        """The states that follow a state, by result."""
        known = self.after[at]
        if known is None:
            state, stake, most = self._states[at], self.stake[at], self.session.most
            spins = [Spin(stake, pays, most) for pays in self._pays]
            after = self.session.strategy.after
            known = self.after[at] = [self._place_of(after(state, spin)) for spin in spins]
        return known

    def explore(self, states_max: int, begin: int = 0) -> bool:
        """Ask for all that follows a state, and say whether that was all within so many states."""
        seen, queue = {begin}, [begin]
        for at in queue:
            for to in self.expand(at):
                if to not in seen:
                    seen.add(to)
                    queue.append(to)
            if len(seen) > states_max:
                return False
        return True

    def tables(self) -> tuple[Whole, Whole]:
        """The stakes in units, and the state after each result, UNKNOWN where not asked for."""
        unknown = [UNKNOWN] * len(self._pays)
        stakes = np.array(self.stake, np.int64)
        after = np.array([row or unknown for row in self.after], np.int64)
        return stakes, after.reshape(len(self.after), len(self._pays))

    def _place_of(self, state: Hashable) -> int:
        place = self._place.get(state)
        if place is None:
            place = self._place[state] = len(self._states)
            self._states.append(state)
            self.stake.append(min(self._stake(state), self.session.most))
            self.after.append(None)
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
