"""A sixth book is a data file and nothing else: plain American double zero."""

from fractions import Fraction
from pathlib import Path

import pytest

import croupier

PATH = Path(__file__).parent.parent / "data" / "american-double-zero.toml"


@pytest.fixture(scope="module")
def book() -> croupier.Book:
    return croupier.load_file(PATH)


def test_it_loads_and_lists(book: croupier.Book) -> None:
    assert len(book.wagers) == 161
    assert book.wager("top-line").numbers == ("0", "00", "1", "2", "3")
    assert book.wager("street:0/00/2").pays == 11


def test_it_settles_every_wager_on_every_number(book: croupier.Book) -> None:
    for wager in book.wagers.values():
        total = sum(
            croupier.settle(book, [("a", wager, 1)], number).players["a"].net
            for number in book.pockets
        )
        basket = wager.notation == "top-line"
        assert Fraction(-total, 38) == (Fraction(3, 38) if basket else Fraction(1, 19))


def test_its_own_clause_voids(book: croupier.Book) -> None:
    assert croupier.settle(book, [("a", "red", 5)], irregularity="5").status == "void"


def test_its_limits_refuse_by_its_own_policy(book: croupier.Book) -> None:
    limits = croupier.Limits(croupier.Range(5, 10))
    with pytest.raises(croupier.LimitsError):
        croupier.settle(book, [("a", "red", 4)], "1", limits=limits)
