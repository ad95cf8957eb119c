"""What a book has people told, typed here from its text: the words, and where the outcome shows."""

import pytest

from croupier import books
from croupier.server.api.book import book_whole
from tests.clauses import proves

LIVE = ("racetrack-2012", "sands-2017", "sands-2019", "fast-action-2020")
OPEN = "Place your bets, please"
CLOSED = "No more bets"


@proves("*", "3.1")
@pytest.mark.parametrize("book_id", books.ids())
def test_a_page_is_told_the_words_that_open_the_bets(book_id: str) -> None:
    words = book_whole(books.load(book_id)).opens.words
    assert words == ((OPEN,) if book_id in LIVE else (OPEN, "Bets are open"))


@proves("*", "3.2")
@proves("racetrack-2012 sands-2019 edz-2020 fast-action-2020", "3.7")
@proves("sands-2017", "3.6")
@pytest.mark.parametrize("book_id", books.ids())
def test_a_page_is_told_the_words_that_close_them(book_id: str) -> None:
    words = book_whole(books.load(book_id)).closes.words
    assert words == ((CLOSED,) if book_id in LIVE else (CLOSED, "Bets are closed"))


@proves("*", "3.1", "3.2")
@pytest.mark.parametrize("book_id", books.ids())
def test_at_a_live_table_the_dealer_says_them_and_elsewhere_the_terminals(book_id: str) -> None:
    says = books.load(book_id).says
    assert {says.open.by, says.close.by} == {"dealer" if book_id in LIVE else "terminal"}


@proves("racetrack-2012 sands-2019", "1.1.2", "3.8")
@proves("sands-2017", "1.1.2", "3.7")
@proves("fast-action-2020", "1.1.4", "3.8")
@proves("edz-2020", "3.8")
@pytest.mark.parametrize("book_id", books.ids())
def test_a_page_is_told_what_shows_the_outcome(book_id: str) -> None:
    shown_by = book_whole(books.load(book_id)).shown_by
    assert shown_by == ("dolly" if book_id in LIVE else "terminals")


@proves("sands-2019 fast-action-2020", "6.4")
@proves("edz-2020", "6.3")
@pytest.mark.parametrize(
    ("book_id", "clause"),
    [("sands-2019", "6.4"), ("edz-2020", "6.3"), ("fast-action-2020", "6.4")],
)
def test_a_display_says_that_it_only_informs(book_id: str, clause: str) -> None:
    told = book_whole(books.load(book_id)).displays
    assert told is not None
    assert told.number == clause
    assert told.says.startswith("Displays are for information")


@proves("edz-2020", "App. I", "1.1.2", "3.5")
def test_a_page_is_told_what_each_make_of_terminal_offers() -> None:
    told = {each.id: (each.name, {*each.offers}) for each in book_whole(EDZ).terminals}
    short_cuts = {"zero-spiel", "voisins", "orphelins", "tiers", "neighbours"}
    assert told == {
        "standard": ("Standard", short_cuts | {"finales"}),
        "rapid-select": ("Rapid Select", short_cuts),
    }


EDZ = books.load("edz-2020")
