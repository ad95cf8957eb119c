"""Each strategy stakes what its rule says, spin by spin."""

from typing import Any

import pytest

from croupier import books, lab
from croupier.rules.refusal import CroupierError

RULES = {
    "flat": ("WLLW", [1, 1, 1, 1, 1]),
    "martingale": ("LLLLWL", [1, 2, 4, 8, 10, 1, 2]),
    "grand-martingale": ("LLLWL", [1, 3, 7, 10, 1, 3]),
    "paroli": ("WWWWL", [1, 2, 4, 1, 2, 1]),
    "fibonacci": ("LLLLWWWW", [1, 1, 2, 3, 5, 2, 1, 1, 1]),
    "dalembert": ("LLWLWWW", [1, 2, 3, 2, 3, 2, 1, 1]),
    "reverse-dalembert": ("WWLWLLL", [1, 2, 3, 2, 3, 2, 1, 1]),
    "labouchere": ("LLWWW", [5, 6, 7, 7, 7, 5]),
    "reverse-labouchere": ("WWLLL", [5, 6, 7, 7, 7, 5]),
    "oscars-grind": ("LLWWWL", [1, 1, 1, 2, 1, 1, 1]),
    "1-3-2-6": ("WWWWWL", [1, 3, 2, 6, 1, 3, 1]),
}


@pytest.mark.parametrize("name", RULES)
def test_stakes_follow_the_rule(name: str) -> None:
    spins, stakes = RULES[name]
    strategy, most = lab.NAMED[name](), 10
    state = strategy.start()
    staked = [min(strategy.stake(state), most)]
    for result in spins:
        spin = lab.Spin(staked[-1], 1 if result == "W" else -1, most)
        state = strategy.after(state, spin)
        staked.append(min(strategy.stake(state), most))
    assert staked == stakes


def test_every_strategy_has_a_rule_here() -> None:
    assert {*RULES, *lab.SPREADS} == set(lab.NAMED)


def test_james_bond_covers_all_but_twelve_numbers() -> None:
    bond = lab.session(books.load("racetrack-2012"), "", "james-bond", bank=10000, spins=10)
    assert bond.ticket.cost == 2000
    assert dict(zip(bond.ticket.nets, bond.ticket.ways, strict=True)) == {
        -2000: 12,
        800: 18,
        1000: 6,
        1600: 1,
    }


def test_a_stand_off_changes_nothing() -> None:
    for name in lab.NAMED:
        strategy = lab.NAMED[name]()
        state = strategy.start()
        assert strategy.after(state, lab.Spin(1, 0, 10)) == state


def test_bad_strategies_are_refused() -> None:
    book = books.load("racetrack-2012")
    with pytest.raises(lab.CroupierError, match="no strategy"):
        lab.session(book, "red", "wait-and-see", bank=100, spins=1)
    half = lab.progression(lambda units, spin: 0)
    asked = lab.session(book, "red", half, bank=1000, spins=5)
    with pytest.raises(lab.CroupierError, match="whole units"):
        lab.exact(asked)


def test_limits_bound_the_unit() -> None:
    book = books.load("racetrack-2012")
    limits = lab.Limits(lab.Range(500, 1000))
    with pytest.raises(lab.CroupierError, match=r"the minimum on red is 5\.00"):
        lab.session(book, "red", bank=1000, spins=5, limits=limits)
    assert lab.session(book, "voisins", unit=500, bank=9000, spins=5, limits=limits).most == 1


def test_a_strategy_with_wagers_of_its_own_takes_no_others() -> None:
    with pytest.raises(CroupierError, match="wagers of its own"):
        lab.session(books.load("racetrack-2012"), "red", "james-bond", bank=10000, spins=10)


@pytest.mark.parametrize(
    "wrong", [{"bank": 100.5}, {"bank": True}, {"bank": "100"}, {"spins": 5.5}, {"stop_win": 1.5}]
)
def test_an_evening_is_in_whole_numbers(wrong: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"bank": 10000, "spins": 10, **wrong}
    with pytest.raises(CroupierError, match="is a whole number from 1 to"):
        lab.session(books.load("racetrack-2012"), "red", **asked)
