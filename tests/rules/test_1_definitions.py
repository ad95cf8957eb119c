"""Section 1 of the books: the numbers, and the terms that have a value of their own."""

import pytest

from croupier import books
from tests.clauses import proves

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
EUROPEAN = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 "
    "35 3 26"
).split()
ZEROS = {
    "racetrack-2012": ["0"],
    "sands-2017": ["S", "0", "00"],
    "sands-2019": ["S", "0", "00"],
    "edz-2020": ["0", "00"],
    "fast-action-2020": ["S", "MBS", "0", "00"],
}
FIRST_OF_WHEEL = {
    "racetrack-2012": ["0"],
    "sands-2017": ["0", "S", "00"],
    "sands-2019": ["0", "S", "00"],
    "edz-2020": ["0", "00"],
    "fast-action-2020": ["0", "S", "MBS", "00"],
}


DEFINED = {
    "racetrack-2012": "colour_chips outcome spin round spin",
    "sands-2017": "colour_chips outcome numbers spin round spin",
    "sands-2019": "colour_chips outcome numbers spin round spin",
    "edz-2020": "stakes racetrack spin round spin",
    "fast-action-2020": (
        "wagers wagers colour_chips outcome numbers spin round bonus wagers spin wagers wagers"
    ),
}
"""What each defined term, 1.1.1 and on, first gives the data of the book: its section."""


@pytest.mark.parametrize("book_id", books.ids())
def test_every_defined_term_gives_the_book_a_value(book_id: str) -> None:
    clauses = books.load(book_id).clauses.values()
    defined = [clause for clause in clauses if clause.number.startswith("1.1.")]
    assert [clause.number for clause in defined] == [f"1.1.{n}" for n in range(1, len(defined) + 1)]
    given = [clause.values[0].partition(".")[0] for clause in defined]
    assert given == DEFINED[book_id].split()


@proves("*", "1.1")
@proves("racetrack-2012 edz-2020", "1.1.4")
@proves("sands-2017 sands-2019", "1.1.5")
@proves("fast-action-2020", "1.1.7")
@pytest.mark.parametrize("book_id", books.ids())
def test_a_round_ends_announced_or_shown_and_settled(book_id: str) -> None:
    ends = books.load(book_id).says.round.ends
    shown = book_id == "edz-2020"
    assert ends == ("shown-and-settled" if shown else "announced-and-settled")


@proves("edz-2020", "2.1")
@proves("edz-2020", "4.2", "4.2.1")
@proves("sands-2017 sands-2019", "1.1.3")
@proves("fast-action-2020", "1.1.5")
@pytest.mark.parametrize("book_id", books.ids())
def test_numbers_are_the_zeros_of_the_book_and_1_to_36(book_id: str) -> None:
    ordinary = [str(n) for n in range(1, 37)]
    assert list(books.load(book_id).pockets) == ZEROS[book_id] + ordinary


@proves("racetrack-2012", "Diagram B", "2.1", "3.5.5")
@proves("sands-2017 sands-2019", "1.1.3")
@proves("edz-2020", "App. F", "App. G")
@proves("fast-action-2020", "1.1.5")
@pytest.mark.parametrize("book_id", books.ids())
def test_wheel_has_every_number_once_in_the_european_order_with_its_zeros(book_id: str) -> None:
    assert list(books.load(book_id).wheel.order) == FIRST_OF_WHEEL[book_id] + EUROPEAN[1:]


@proves("racetrack-2012 edz-2020", "3.4.10", "3.4.11")
@proves("sands-2017", "3.4.13", "3.4.14", "3.4.15")
@proves("sands-2019", "3.4.11", "3.4.12", "3.4.15")
@proves("fast-action-2020", "1.1.5")
@pytest.mark.parametrize("book_id", books.ids())
def test_every_number_has_its_colour(book_id: str) -> None:
    book = books.load(book_id)
    for number in book.pockets:
        zero = number in ZEROS[book_id]
        expected = "green" if zero else "red" if int(number) in RED else "black"
        assert book.colour(number) == expected


def test_books_come_oldest_first() -> None:
    assert books.ids() == tuple(ZEROS)
    assert [books.load(b).version for b in books.ids()] == ["2", None, "2", "2", "2"]
    assert [books.load(b).effective.isoformat() for b in books.ids()] == [
        "2012-12-19",
        "2017-09-28",
        "2019-08-14",
        "2020-03-18",
        "2020-09-17",
    ]


def test_name_of_a_book_carries_its_version_where_it_has_one() -> None:
    assert books.load("sands-2019").name == "Sands Roulette, Version 2"
    assert books.load("sands-2017").name == "Sands Roulette"
