"""The order of positions, lowest first (reading 22)."""

from itertools import product

from croupier.rules.positions import Position

LOWEST_FIRST = ("dealer", "pit-supervisor", "pit-manager", "gaming-shift-manager")


def test_each_position_stands_above_those_before_it() -> None:
    for (at, lower), (other_at, other) in product(enumerate(LOWEST_FIRST), repeat=2):
        assert Position(lower).at_least(Position(other)) is (at >= other_at)
