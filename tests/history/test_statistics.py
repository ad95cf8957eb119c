"""Statistics of the last rounds, counted by hand."""

from collections import Counter
from fractions import Fraction

import pytest

from croupier import books
from croupier.history.rounds import RoundSummary
from croupier.history.statistics import statistics_of


def shown(number: int, outcome: str | None, *bonus: str) -> RoundSummary:
    return RoundSummary(
        number=number,
        day="2026-11-15",
        dealer="dora",
        first_seq=number,
        last_seq=number,
        opened_ms=0,
        ended_ms=1,
        status="void" if outcome is None else "settled",
        outcome=outcome,
        bonus_numbers=bonus or None,
    )


def test_counts_of_a_few_rounds() -> None:
    book = books.load("edz-2020")
    outcomes = ["17", "0", None, "17", "36", "1"]
    found = statistics_of(book, [shown(9 - at, one) for at, one in enumerate(outcomes)])
    assert (found.rounds, found.settled, found.void) == (6, 5, 1)
    assert (found.first, found.last) == (4, 9)
    assert [(one.what, one.count) for one in found.hot[:2]] == [("17", 2), ("0", 1)]
    assert found.hot[0].share == "2/5"
    layout = [number for number in book.pockets if number not in outcomes]
    assert [one.what for one in found.cold] == layout[:5]
    groups = {one.what: one.count for one in found.groups}
    assert (groups["red"], groups["black"], groups["odd"], groups["even"]) == (2, 2, 3, 1)
    assert (groups["low"], groups["high"]) == (3, 1)
    assert sum(one.count for one in found.colours) == 5
    gaps = {gap.number: (gap.rounds, gap.seen) for gap in found.sleepers}
    assert (gaps["17"], gaps["0"], gaps["1"]) == ((0, True), (1, True), (4, True))
    assert gaps["2"] == (5, False)
    assert found.sleepers[0].rounds == 5
    assert found.bonus_numbers == ()


@pytest.mark.parametrize("book_id", books.ids())
def test_groups_are_the_books_own(book_id: str) -> None:
    book = books.load(book_id)
    rounds = [shown(at, number, *book.pockets[:3]) for at, number in enumerate(book.pockets)]
    found = statistics_of(book, rounds)
    assert {one.count for one in found.numbers} == {1}
    for group in found.groups:
        assert group.count == len(book.wagers[group.what].numbers)
        assert Fraction(group.share) == Fraction(group.count, len(book.pockets))
    assert Counter(book.colours.values()) == {one.what: one.count for one in found.colours}
    assert bool(found.bonus_numbers) == (book.bonus is not None)


def test_no_round_gives_no_division() -> None:
    found = statistics_of(books.load("edz-2020"), [])
    assert (found.rounds, found.settled, found.first, found.hot[0].share) == (0, 0, None, "0")
