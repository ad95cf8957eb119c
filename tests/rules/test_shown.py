"""What a notebook asks a value for is a picture or a page of that value."""

from croupier import books
from croupier.rules.settlement import settle


def test_a_wager_is_a_picture_of_itself() -> None:
    book = books.load("sands-2019")
    split, corner = (book.wager(each)._repr_svg_() for each in ("split:0/00", "corner:1/2/4/5"))
    assert split.startswith("<svg")
    assert corner.startswith("<svg")
    assert split != corner


def test_a_settlement_is_a_page_with_its_players() -> None:
    settlement = settle(books.load("sands-2019"), [("Ada", "split:0/00", 1000)], outcome="0")
    assert "Ada" in settlement._repr_html_()
