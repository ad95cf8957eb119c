"""What a settlement and a refusal tell in full: the book, the area, the figures, the words."""

import pytest

from croupier import books
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import LimitsError, RoundError, WagerError
from croupier.rules.settlement import settle


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("5", "the amount '5' of red must be a whole number of cents"),
        (-5, "the amount -5 of red must be at least 1 cent"),
        (10**13, f"the amount {10**13} of red is above {10**12}, the most that is counted"),
    ],
)
def test_a_bad_amount_is_named_with_what_would_be_right(amount: object, said: str) -> None:
    with pytest.raises(WagerError) as caught:
        settle(books.load("sands-2019"), [("a", "red", amount)], "1")  # type: ignore[list-item]
    assert str(caught.value) == said
    assert caught.value.args == (caught.value.refusal,)


def test_a_drawn_number_that_is_none_is_named_with_those_that_are() -> None:
    book = books.load("fast-action-2020")
    with pytest.raises(RoundError) as caught:
        settle(book, [], "1", bonus_numbers=[*book.pockets[:9], "37"])
    known = ", ".join(book.pockets)
    assert str(caught.value) == f"'37' is no number of fast-action-2020: its numbers are {known}"


def test_a_settlement_knows_its_book_and_the_area_of_every_piece() -> None:
    book = books.load("sands-2019")
    for settlement in (
        settle(book, [("a", "Top Line", 6)], "0"),
        settle(book, [("a", "Top Line", 6)], irregularity="5.1"),
    ):
        assert settlement.book is book
        assert [piece.area for piece in settlement.bets[0].pieces] == [book.wager("top-line")]


def test_the_third_wager_on_an_area_counts_the_first_two() -> None:
    bets = [("a", "red", 400), ("a", "red", 400), ("a", "red", 400)]
    with pytest.raises(LimitsError, match="would have 1200 cents on red"):
        settle(books.load("edz-2020"), bets, "1", limits=Limits(Range(100, 1000)))
