"""A crowded round is settled in arrays, and says the same as wager by wager."""

import random
import sys
from collections import Counter

import pytest

from croupier import books
from croupier.round import settling
from croupier.round.bulk import paid_in_bulk
from croupier.round.settling import nets_on_each, paid, paid_one_by_one
from croupier.round.state import Placement, RoundState
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import RoundError, refusal

PLAYERS = ("ada", "ben", "cem", "dee", "eve")


def crowded(book_id: str, seed: int, count: int = 60) -> RoundState:
    """A round with many wagers, some under the minimum and some over the maximum."""
    book, chance = books.load(book_id), random.Random(seed)
    drawn = tuple(chance.sample(book.pockets, 10)) if book.bonus else None
    limits = Limits(Range(100, 900), {book.wagers["straight:1"].kind: Range(50, 500)})
    state = RoundState(book, 1, limits, frozenset(chance.sample(PLAYERS, 2)), drawn=drawn)
    for at in range(count):
        wager = chance.choice(list(book.wagers.values()))
        amount = chance.choice((20, 100, 300, 1000)) * wager.piece_count
        chips = chance.choice(book.says.stakes.kinds)
        lying = state.set_aside if at % 20 == 19 else state.placements
        lying.append(Placement(chance.choice(PLAYERS), wager, amount, chips))
    return state


@pytest.mark.parametrize("book_id", books.ids())
def test_arrays_pay_what_wager_by_wager_is_paid(book_id: str) -> None:
    for seed in range(8):
        state = crowded(book_id, seed)
        for outcome in state.book.pockets[seed::5]:
            assert paid_in_bulk(state, outcome) == paid_one_by_one(state, outcome)


@pytest.mark.parametrize("book_id", books.ids())
def test_one_number_after_another_comes_to_what_each_alone_does(book_id: str) -> None:
    state = crowded(book_id, 4)
    for number, nets in nets_on_each(state, state.book.pockets):
        returned, set_aside = paid_one_by_one(state, number).returned, Counter[str]()
        for placed in state.set_aside:
            set_aside[placed.player] += placed.amount
        for player, net in nets.items():
            staked = sum(placed.amount for placed in state.placements if placed.player == player)
            back = sum(returned.get(player, {}).values()) - set_aside[player]
            assert net == back - staked, (number, player)


def test_arrays_are_used_only_where_it_is_crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []
    monkeypatch.setattr("croupier.round.bulk.paid_in_bulk", lambda state, on: used.append(on))
    state = crowded("sands-2019", 1)
    assert paid(state, "17") == paid_one_by_one(state, "17")
    assert used == []
    monkeypatch.setattr(settling, "BULK_FROM", 10)
    assert paid(state, "17") == paid_one_by_one(state, "17")
    assert used == ["17"]


def test_without_numpy_a_crowd_is_paid_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "BULK_FROM", 10)
    monkeypatch.setitem(sys.modules, "croupier.round.bulk", None)
    state = crowded("racetrack-2012", 2)
    assert paid(state, "0") == paid_one_by_one(state, "0")


def test_sums_too_large_for_arrays_are_paid_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(state: RoundState, outcome: str) -> None:
        raise RoundError(
            refusal("round/too-large-for-bulk", bets=1, players=1, total=10**18, most=35)
        )

    monkeypatch.setattr(settling, "BULK_FROM", 10)
    monkeypatch.setattr("croupier.round.bulk.paid_in_bulk", too_large)
    state = crowded("racetrack-2012", 3)
    assert paid(state, "1") == paid_one_by_one(state, "1")
