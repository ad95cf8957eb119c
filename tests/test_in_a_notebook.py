"""What a notebook shows of the library's values, as it would ask them for it."""

import gc
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import croupier
from croupier import books, notebook

OWN = Path(__file__).parent / "data" / "american-double-zero.toml"


class Well(HTMLParser):
    """Finds elements that are opened and not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def shows(value: Any) -> list[str]:
    """The elements of the page that a value shows itself as."""
    return Well(value._repr_html_()).seen


@pytest.mark.parametrize("book_id", [*books.ids(), OWN])
def test_books_and_wagers_are_drawings(book_id: str | Path) -> None:
    book = croupier.load(book_id)
    felt = ElementTree.fromstring(book._repr_svg_())
    assert felt.tag.endswith("svg")
    wager = book.wager("17")
    shown = ElementTree.fromstring(wager._repr_svg_())
    assert [each.get("data-chip") for each in shown.iter() if each.get("data-chip")] == [
        "straight:17"
    ]


def test_a_wager_of_a_book_that_is_gone_is_drawn_by_no_other() -> None:
    wager = croupier.load_file(str(OWN)).wager("17")
    books.loader.load.cache_clear()
    gc.collect()
    with pytest.raises(croupier.BookError):
        wager._repr_svg_()


def test_odds_are_figures_with_bars() -> None:
    book = croupier.load("racetrack-2012")
    alone = croupier.odds.odds(book, "17")
    assert "1/37" in alone._repr_html_()
    assert shows(alone).count("div") == 2, "a bar for each result"
    spread = croupier.spread_odds(book, [("red", 500), ("17", 100)])
    assert shows(spread).count("div") == 3


@pytest.mark.parametrize("book_id", books.ids())
def test_rounds_and_tables_are_felts_with_what_lay_there(book_id: str) -> None:
    table = croupier.Table(book_id, seed=1)
    table.buy_in(10_000, player="<b>Ada")
    table.bet("17", 500, player="<b>Ada")
    assert 'data-stake="straight:17"' in table._repr_html_()
    played = table.spin()
    assert 'data-stake="straight:17"' in played._repr_html_()
    assert "data-stake" not in table._repr_html_()
    for shown in (played, played.settlement, table):
        assert {"svg", "table"} <= set(shows(shown))
        assert "<b>Ada" not in shown._repr_html_()


def test_a_long_evening_shows_its_last_rounds() -> None:
    table = croupier.Table("racetrack-2012", seed=1)
    for _ in range(50):
        table.spin()
    assert shows(table).count("tr") == 1 + notebook.LISTED_MAX


def test_a_void_round_shows_itself_too() -> None:
    table = croupier.Table("racetrack-2012")
    assert "void" in table.void("5.4")._repr_html_()


def test_what_has_no_picture_says_so() -> None:
    for of in (notebook.svg_of, notebook.html_of):
        with pytest.raises(TypeError, match="int has no"):
            of(17)


def test_a_session_of_the_lab_is_its_page() -> None:
    session = croupier.lab.session(croupier.load("racetrack-2012"), "red", bank=1000, spins=5)
    result = croupier.lab.answer(session)
    for shown in (result, result.distribution):
        assert shows(shown) == ["iframe"]
        assert "&lt;svg" in shown._repr_html_()
        assert len(repr(shown)) < 100
    rows = [*result.distribution.rows()]
    assert sum(row["chance"] for row in rows) == pytest.approx(1)
    assert all(type(value) in (int, float) for row in rows for value in row.values())


def test_every_public_name_has_a_sentence_of_help() -> None:
    for name in croupier.__all__:
        assert getattr(croupier, name).__doc__, name
