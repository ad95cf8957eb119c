"""The five books once more, from the books' own texts, as plainly as a person would jot them down.

The model goes by these and by nothing of ``croupier``: what both say alike was written twice.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

RED = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
NUMBERS = tuple(str(n) for n in range(1, 37))
WHEEL = (
    "32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 "
    "5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
)

PAYS = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "corner": 8,
    "six-line": 5,
    "top-line": 5,
    "column": 2,
    "dozen": 2,
    **dict.fromkeys(("low", "high", "red", "black", "odd", "even"), 1),
    "green": 11,
    "bonus-win": 2,
    "super-bonus-win": 350,
    "scatter-bonus": 700,
}
"""To one; a Straight Up of Fast Action is in ``paying``."""

OUTSIDE = "column:1 column:2 column:3 dozen:1 dozen:2 dozen:3 low high red black odd even".split()
TIERS = "split:5/8 split:10/11 split:13/16 split:23/24 split:27/30 split:33/36".split()
ORPHELINS = "straight:1 split:6/9 split:14/17 split:17/20 split:31/34".split()
VOISINS = (
    "street:0/2/3 street:0/2/3 split:4/7 split:12/15 split:18/21 split:19/22 "
    "corner:25/26/28/29 corner:25/26/28/29 split:32/35"
).split()
ZERO_SPIEL = "split:0/3 split:12/15 straight:26 split:32/35".split()

WITH_ZERO = "split:0/1 split:0/2 split:0/3 street:0/1/2 street:0/2/3 corner:0/1/2/3".split()
WITH_SANDS = (
    "split:S/0 split:S/00 split:0/00 split:0/1 split:0/2 split:00/2 split:00/3 "
    "street:S/0/00 street:0/00/2 street:0/1/2 street:00/2/3 top-line green"
).split()

VOIDS = tuple(f"5.{n}" for n in range(1, 11))
"""Ball and wheel, in every book."""


@dataclass(frozen=True)
class Paper:
    """What one book says that matters to the model."""

    book: str
    pockets: tuple[str, ...]
    wagers: Mapping[str, tuple[str, ...]] = field(repr=False)
    """Every wager, and the areas that its stake is divided over."""
    chips: tuple[str, ...] = ("cash-chips", "colour-chips")
    closes: Literal["while the ball runs", "before the spin"] = "while the ball runs"
    outside_limits: Literal["refused", "honoured once and capped"] = "refused"
    after_failure: Literal["goes on", "void without outcome", "waits"] = "waits"
    higher_may: bool = False
    """A higher position may act for a lower; with it come "no spin" and referral."""
    staffed: bool = False
    """Staff place for players, close early with leave, and rule on unclear wagers."""
    bonus: bool = False
    other_voids: tuple[str, ...] = ()
    """Clauses that void beside 5.1 to 5.10: lights, power, no spin, referral."""

    def __deepcopy__(self, _: object) -> "Paper":
        return self


def _inside() -> Iterator[str]:
    """The grid of 1 to 36: twelve rows of three."""
    for n in range(1, 37):
        last_in_row = n % 3 == 0
        if not last_in_row:
            yield f"split:{n}/{n + 1}"
        if n <= 33:
            yield f"split:{n}/{n + 3}"
        if not last_in_row and n <= 33:
            yield f"corner:{n}/{n + 1}/{n + 3}/{n + 4}"
        if n % 3 == 1:
            yield "street:" + "/".join(str(n + k) for k in range(3))
        if n % 3 == 1 and n <= 31:
            yield "six-line:" + "/".join(str(n + k) for k in range(6))


def _neighbours(wheel: list[str]) -> dict[str, tuple[str, ...]]:
    count = len(wheel)
    return {
        f"neighbours:{number}": tuple(
            f"straight:{wheel[(at + k) % count]}" for k in (-2, -1, 0, 1, 2)
        )
        for at, number in enumerate(wheel)
    }


def _finales() -> dict[str, tuple[str, ...]]:
    ends = {
        str(d): [n for n in ("0", "00", *NUMBERS) if n.endswith(str(d)) and (n != "00" or d == 0)]
        for d in range(10)
    }
    return {f"finales:{d}": tuple(f"straight:{n}" for n in each) for d, each in ends.items()}


def _plain(zeros: tuple[str, ...], head: list[str]) -> dict[str, tuple[str, ...]]:
    straights = [f"straight:{n}" for n in (*zeros, *NUMBERS)]
    return {area: (area,) for area in (*straights, *_inside(), *head, *OUTSIDE)}


def _racetrack(*doubles: str) -> dict[str, tuple[str, ...]]:
    """The call bets; where there is a 00 it is a piece of those around the zero."""
    calls = {"tiers": TIERS, "orphelins": ORPHELINS}
    round_zero = {"voisins": VOISINS, "zero-spiel": ZERO_SPIEL}
    return {name: tuple(pieces) for name, pieces in calls.items()} | {
        name: (*doubles, *pieces) for name, pieces in round_zero.items()
    }


def _papers() -> Iterator[Paper]:
    yield Paper(
        "racetrack-2012",
        ("0", *NUMBERS),
        _plain(("0",), WITH_ZERO) | _racetrack() | _neighbours(["0", *WHEEL.split()]),
    )
    sands = _plain(("S", "0", "00"), WITH_SANDS)
    yield Paper("sands-2017", ("S", "0", "00", *NUMBERS), sands)
    yield Paper(
        "sands-2019",
        ("S", "0", "00", *NUMBERS),
        sands,
        outside_limits="honoured once and capped",
        after_failure="goes on",
        higher_may=True,
        staffed=True,
        other_voids=("5.11.1", "5.12", "6.2"),
    )
    yield Paper(
        "edz-2020",
        ("0", "00", *NUMBERS),
        _plain(("0", "00"), [*WITH_ZERO, "split:0/00"])
        | _racetrack("straight:00")
        | _neighbours(["0", "00", *WHEEL.split()])
        | _finales(),
        chips=("credits",),
        closes="before the spin",
        after_failure="void without outcome",
        higher_may=True,
        other_voids=("5.13.1", "5.15", "6.1"),
    )
    numbers = ("S", "MBS", "0", "00", *NUMBERS)
    areas = [f"straight:{n}" for n in numbers] + ["bonus-win", "super-bonus-win", "scatter-bonus"]
    yield Paper(
        "fast-action-2020",
        numbers,
        {area: (area,) for area in areas},
        outside_limits="honoured once and capped",
        after_failure="goes on",
        higher_may=True,
        staffed=True,
        bonus=True,
        other_voids=("5.11", "5.12.1", "5.13", "6.2"),
    )


PAPERS = {paper.book: paper for paper in _papers()}
