"""The two ways of treating a wager outside the limits, asked one by one (readings 13 and 14)."""

import pytest

from croupier import books
from croupier.rules.limits import InPlay, Limits, Range, Stake, in_play, refused
from croupier.rules.terms import LimitsTerms

LIMITS = Limits(Range(500, 1000))


@pytest.mark.parametrize("book_id", ["sands-2019", "fast-action-2020"])
def test_books_that_cap_refuse_nothing_at_placement(book_id: str) -> None:
    book = books.load(book_id)
    area = book.wager("straight:17")
    for amount in (1, 5000):
        assert refused(LIMITS, book.says.limits, {}, [Stake("a", area, amount)]) is None


@pytest.mark.parametrize(("amount", "clause"), [(499, "under"), (1001, "over")])
def test_refusal_at_placement_cites_the_clause_of_its_limit(amount: int, clause: str) -> None:
    terms = LimitsTerms(policy="refuse", under_minimum="under", over_maximum="over")
    stake = Stake("a", books.load("sands-2017").wager("red"), amount)
    refusal = refused(LIMITS, terms, {}, [stake])
    assert refusal is not None
    assert refusal.clause == clause


@pytest.mark.parametrize("book_id", ["racetrack-2012", "sands-2017", "edz-2020"])
def test_books_that_refuse_cap_nothing_at_settlement(book_id: str) -> None:
    book = books.load(book_id)
    stakes = [Stake("a", book.wager("straight:17"), amount) for amount in (1, 5000)]
    assert in_play(LIMITS, book.says.limits, stakes, ()) == ([None, None], frozenset())


def test_only_what_the_limits_touch_has_a_clause() -> None:
    book = books.load("sands-2019")
    areas = [book.wager(text) for text in ("straight:17", "straight:18", "straight:19")]
    stakes = [
        Stake("a", area, amount) for area, amount in zip(areas, (500, 499, 1001), strict=True)
    ]
    counted, honoured = in_play(LIMITS, book.says.limits, stakes, ())
    assert counted == [None, InPlay(499, "5.15"), InPlay(1000, "5.16")]
    assert honoured == {"a"}


def test_wager_of_a_warned_player_under_the_minimum_is_out_of_play() -> None:
    book = books.load("sands-2019")
    stakes = [Stake("a", book.wager("red"), 499)]
    assert in_play(LIMITS, book.says.limits, stakes, ["a"]) == ([InPlay(0, "5.15")], frozenset())
