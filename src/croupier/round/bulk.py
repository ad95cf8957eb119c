"""A round of very many wagers, settled in arrays: from the ball to every purse at once.

It says the same as ``settling.paid_one_by_one``. Needs numpy, which is imported with this module
and never before.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from croupier.round.base import Purses
from croupier.round.settling import Paid
from croupier.round.state import Placement, RoundState
from croupier.rules.bulk import BulkRound
from croupier.rules.bulk_arrays import Whole, added_up, np


def paid_in_bulk(state: RoundState, outcome: str) -> Paid:
    """What the round pays as it lies, on an outcome, to each player."""
    placements, book = state.placements, state.book
    names = list(map(attrgetter("player"), placements))
    players = list(dict.fromkeys(names))
    player = _places(players, names)
    amount = np.fromiter(map(attrgetter("amount"), placements), np.int64, len(placements))
    round_ = BulkRound(book, players, limits=state.limits, warned=state.warned)
    round_.place(player, _each(placements, "wager.notation", list(book.wagers)), amount)
    settlement = round_.close(accepted=True).settle(outcome, bonus_numbers=state.drawn)
    kinds = book.says.stakes.kinds
    purse = player * len(kinds) + _each(placements, "chips", kinds)
    staked = _purses(players, kinds, purse, amount)
    back = _purses(players, kinds, purse, settlement.bets().returned)
    for placed in state.set_aside:
        for each in (staked, back):
            aside = each.setdefault(placed.player, {})
            aside[placed.chips] = aside.get(placed.chips, 0) + placed.amount
    return Paid(staked, back, settlement.warned)


def _each(placements: Sequence[Placement], what: str, among: Sequence[str]) -> Whole:
    """Of every wager one thing, as its place among all such things."""
    return _places(among, list(map(attrgetter(what), placements)))


def _places(among: Sequence[str], values: Sequence[str]) -> Whole:
    place_of: Mapping[str, int] = {value: at for at, value in enumerate(among)}
    return np.fromiter(map(place_of.__getitem__, values), np.int64, len(values))


def _purses(players: Sequence[str], kinds: Sequence[Any], purse: Whole, amount: Whole) -> Purses:
    """Amounts added up by player and chips, where there are any."""
    count = len(players) * len(kinds)
    sums, used = added_up(amount, purse, count).tolist(), np.bincount(purse, minlength=count)
    purses: Purses = {}
    for at in np.flatnonzero(used).tolist():
        player, kind = divmod(at, len(kinds))
        purses.setdefault(players[player], {})[kinds[kind]] = sums[at]
    return purses
