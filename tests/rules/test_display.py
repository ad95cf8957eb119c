"""What a person sees of books, wagers and settlements who tries them out: short, plain, apart."""

import json

import pytest

from croupier import books
from croupier.rules.book import Book
from croupier.rules.settlement import Settlement, settle
from croupier.rules.wager import Wager


@pytest.mark.parametrize("book_id", books.ids())
def test_everything_shows_itself_on_one_short_line(book_id: str) -> None:
    book = books.load(book_id)
    wager = next(iter(book.wagers.values()))
    draw = list(book.pockets[: book.bonus.count]) if book.bonus else None
    settlement = settle(book, [("Ada", wager, 100)], wager.numbers[0], bonus_numbers=draw)
    for shown in (book, wager, settlement, book.layout):
        assert len(repr(shown)) < 100
        assert type(shown).__name__ in repr(shown)
    assert book.id in repr(book)
    assert wager.notation in repr(wager)


def test_a_void_round_shows_that_no_number_came() -> None:
    settlement = settle(books.load("sands-2019"), [], None, irregularity="5.4")
    assert repr(settlement) == "<Settlement of sands-2019: void, 0 wagers, house 0.00>"


def test_wagers_of_two_books_are_two_wagers() -> None:
    one, other = (books.load(book).wager("red") for book in ("sands-2017", "sands-2019"))
    assert one != other
    assert len({one, other}) == 2


def test_books_wagers_and_settlements_are_plain_values_too() -> None:
    book = books.load("fast-action-2020")
    drawn = list(book.pockets[:10])
    settlement = settle(book, [("Ada", "17", 100)], "17", bonus_numbers=drawn)
    every: list[Book | Settlement | Wager] = [book, settlement, *book.wagers.values()]
    for shown in every:
        assert json.loads(json.dumps(shown.to_dict())) == shown.to_dict()
    assert book.to_dict()["wheel"] == list(book.wheel.order)
    assert book.wager("17").to_dict()["pays"] == {"plain": 35, "bonus": 40, "super": 80}
    assert settlement.to_dict()["house"] == {"net": -3500}
    assert settlement.to_dict()["wagers"] == list(settlement.rows())


@pytest.mark.parametrize("book_id", books.ids())
def test_a_wager_is_named_in_particular(book_id: str) -> None:
    wagers = books.load(book_id).wagers.values()
    assert len({wager.name for wager in wagers}) == len(wagers)
