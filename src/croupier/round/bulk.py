"""A round of very many wagers in arrays, updated while they are placed.

It says the same as ``settling.paid_one_by_one``. Needs numpy, which is imported with this module
and never before.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.round.base import Purses
from croupier.round.settling import Paid, returned_one_by_one
from croupier.round.state import Placement, RoundState, purses
from croupier.rules.bulk import check_size
from croupier.rules.bulk_arrays import Marks, Whole, np
from croupier.rules.bulk_holdings import bounds_of
from croupier.rules.bulk_totals import Counted, Totals
from croupier.rules.settlement import ball_at
from croupier.rules.terms import Chips

ROWS_MAX = 4 * 8192
"""The length at which rows are added to the totals."""


class Columns:
    """The wagers of a round, summed by player and area."""

    def __init__(self, state: RoundState) -> None:
        self._book, self._limits = state.book, state.limits
        self._kinds = state.book.says.stakes.kinds
        self._totals = Totals(state.book, len(self._kinds))
        self._taken = 0
        """The number of the round's placements that are counted."""
        self._rows = array("q")
        """Player, wager, amount and chips of each wager that is not in the totals yet."""
        self._players: dict[str, int] = {}
        """The place of each player in the totals."""
        self._wager = {notation: at for at, notation in enumerate(state.book.wagers)}
        self._kind = {chips: at for at, chips in enumerate(self._kinds)}
        self._by_name: list[int] = []
        """Places sorted by name; those of new players are missing."""
        self._closed: Closed | None = None

    def take_in(self, placed: Sequence[Placement]) -> None:
        """Count the placements since the last call."""
        for one in placed[self._taken :] if self._taken else placed:
            self.lay(one.player, one.wager.notation, one.amount, one.chips)

    def lay(self, player: str, wager: str, amount: int, chips: Chips) -> None:
        """Count a wager."""
        self._taken += 1
        self._put(player, wager, amount, chips)

    def take_off(self, player: str, wager: str, chips: Mapping[Chips, int]) -> None:
        """Remove a wager, or a part of it."""
        for kind, amount in chips.items():
            self._put(player, wager, -amount, kind)

    def _put(self, player: str, wager: str, amount: int, chips: Chips) -> None:
        at = self._players.get(player)
        if at is None:
            at = self._players[player] = len(self._players)
        self._rows.extend((at, self._wager[wager], amount, self._kind[chips]))
        self._closed = None
        if len(self._rows) >= ROWS_MAX:
            self._add_up()

    def _add_up(self) -> None:
        self._totals.seat(len(self._players))
        if self._rows:
            rows = np.array(self._rows, np.int64).reshape(-1, 4)
            self._totals.add(*rows.T)
            self._rows = array("q")
        if len(self._players) > len(self._by_name) * 5 // 4:
            self._sort(list(self._players))

    def _sort(self, names: Sequence[str]) -> None:
        """Sort the places by name: fast, as most are in order already."""
        self._by_name += range(len(self._by_name), len(names))
        self._by_name.sort(key=names.__getitem__)

    def closed(self) -> "Closed":
        """All that does not depend on the ball."""
        if self._closed is None:
            self._add_up()
            check_size(self._totals, self._taken)
            names = list(self._players)
            self._sort(names)
            capped = self._book.says.limits.policy != "refuse"
            bounds = bounds_of(self._limits, self._totals.pieces.areas) if capped else None
            by_name, staked = np.array(self._by_name, np.int64), self._totals.staked
            order = by_name[staked.sum(0)[by_name] > 0]
            counted = self._totals.counted(bounds)
            self._closed = Closed(counted, staked[:, order], names, order)
        return self._closed

    def paid(self, state: RoundState, outcome: str) -> Paid:
        """What the round pays on an outcome, without wagers set aside."""
        counted, staked, names, order = self.closed()
        ball, known = ball_at(self._book, outcome, state.drawn), self._players
        warned = np.array([known[name] for name in state.warned if name in known], np.int64)
        returned = self._totals.returned(counted, ball.pays, warned)[:, order]
        players = [names[at] for at in order.tolist()]
        back = self._purses(players, staked, returned)
        if counted.mixed.any():
            mixed = _marked(names, counted.mixed)
            lie = [placed for placed in state.placements if placed.player in mixed]
            back.update(purses(returned_one_by_one(state, lie, ball)[0]))
        under = _marked(names, counted.under)
        return Paid(self._purses(players, staked, staked), back, state.warned | under)

    def _purses(self, players: Sequence[str], staked: Whole, amounts: Whole) -> Purses:
        """Amounts by player, in the chips that they staked."""
        used = [at for at, cents in enumerate(staked) if cents.any()]
        if len(used) == 1:
            chips, cents = self._kinds[used[0]], amounts[used[0]].tolist()
            return {name: {chips: each} for name, each in zip(players, cents, strict=True)}
        return {
            name: {self._kinds[at]: cents[at] for at in used if there[at]}
            for name, there, cents in zip(
                players, staked.T.tolist(), amounts.T.tolist(), strict=True
            )
        }


class Closed(NamedTuple):
    """A round after the close."""

    counted: Counted
    staked: Whole
    """By kind of chips, then player: those with stakes, by name, as purses are encoded."""
    names: Sequence[str]
    order: Whole
    """Their places among the names."""


def _marked(names: Sequence[str], marks: Marks) -> set[str]:
    return set(map(names.__getitem__, np.flatnonzero(marks).tolist()))


def paid_in_bulk(state: RoundState, outcome: str) -> Paid:
    """What the round pays as it lies, on an outcome, to each player."""
    columns = state.columns
    if columns is None or state.rulings_made:  # rulings change the felt after the close
        columns = Columns(state)
    columns.take_in(state.placed)
    paid = columns.paid(state, outcome)
    if not state.set_aside:
        return paid
    staked, back = ({name: {**purse} for name, purse in each.items()} for each in paid[:2])
    for placed in state.set_aside:
        for each in (staked, back):
            aside = each.setdefault(placed.player, {})
            aside[placed.chips] = aside.get(placed.chips, 0) + placed.amount
    return Paid(staked, back, paid.warned)
