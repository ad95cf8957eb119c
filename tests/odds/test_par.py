"""PAR sheets: the same exact content in three forms, for every book and for one not yet written."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from croupier.books import ids, load, load_file
from croupier.odds import odds_of_all
from croupier.odds.par import make_sheet, to_html, to_json, to_markdown
from croupier.rules.bonus import Bonus
from croupier.rules.book import Book

SIXTH = Path(__file__).parent.parent / "data" / "american-double-zero.toml"
BOOKS = {**{book_id: load(book_id) for book_id in ids()}, "sixth": load_file(SIXTH)}
FORMS = {"html": to_html, "markdown": to_markdown, "json": to_json}
VOID_ELEMENTS = {"meta", "br", "wbr"}

every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
every_form = pytest.mark.parametrize("form", FORMS)


class Balance(HTMLParser):
    """Reads a page and remembers which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        given = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        if href := given.get("href"):
            self.links.append(href)
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


def written(book: Book, form: str) -> str:
    return FORMS[form](make_sheet(book, "croupier test"))


def as_json(book: Book) -> Any:
    return json.loads(written(book, "json"))


@every_book
def test_the_page_is_well_formed(book: Book) -> None:
    page = Balance()
    page.feed(written(book, "html"))
    page.close()
    assert page.open == []
    assert {"html", "main", "table", "svg", "figure", "h1", "dl"} <= page.seen
    assert len(page.ids) == len(set(page.ids)), "an id is given once"
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)


@every_book
def test_the_page_fetches_nothing(book: Book) -> None:
    page = written(book, "html")
    for fetching in ("http:", "https:", "//", "url(", "@import", "src=", "<script", "<link"):
        assert fetching not in page


@every_book
@every_form
def test_every_clause_that_voids_is_in_it_with_its_words(book: Book, form: str) -> None:
    text = written(book, form).replace("&#x27;", "'")
    for clause in book.voids:
        assert clause in text
        assert book.clauses[clause].summary in text


@every_book
@every_form
def test_every_reading_that_applies_is_in_it(book: Book, form: str) -> None:
    text = written(book, form)
    for reading in book.readings.values():
        assert reading.title in text


@every_book
@every_form
def test_it_says_what_it_was_made_from_and_is_the_same_every_time(book: Book, form: str) -> None:
    text = written(book, form)
    for source in (book.id, book.sha256, book.title, "croupier test"):
        assert source in text
    assert written(book, form) == text


@every_book
@every_form
def test_every_house_edge_is_in_it_as_a_fraction(book: Book, form: str) -> None:
    text = re.sub(r"</?(span|i)[^>]*>", "", written(book, form))
    for one in odds_of_all(book):
        assert str(one.edge) in text
        assert str(one.variance) in text


@every_book
def test_the_json_round_trips_and_is_exact(book: Book) -> None:
    sheet = as_json(book)
    assert json.loads(json.dumps(sheet)) == sheet
    figures = {one.wager.notation: one for one in odds_of_all(book)}
    assert sum(line["wagers"] for line in sheet["wagers"]) == len(figures)
    edges = {Fraction(line["edge"]) for line in sheet["wagers"]}
    assert edges == {one.edge for one in figures.values()}
    distribution = sheet["example"]["distribution"]
    assert sum(Fraction(line["probability"]) for line in distribution) == 1
    mean = sum(line["net"] * Fraction(line["probability"]) for line in distribution)
    assert mean == -Fraction(sheet["example"]["edge"]) * sheet["example"]["staked"]


@every_book
def test_the_json_has_no_floats(book: Book) -> None:
    def refuse(text: str) -> None:
        raise AssertionError(f"{text} is not exact")

    json.loads(written(book, "json"), parse_float=refuse)


@every_book
def test_multi_piece_wagers_show_their_pieces_and_what_they_bring(book: Book) -> None:
    for call in as_json(book)["calls"]:
        wager = book.wager(call["wager"])
        pieces = {piece["wager"]: piece["count"] for piece in call["pieces"]}
        assert pieces == {piece.wager.notation: piece.count for piece in wager.pieces}
        numbers = [number for line in call["results"] for number in line["numbers"]]
        assert sorted(numbers) == sorted(book.pockets)


def test_fast_action_has_its_combinatorics_in_every_form() -> None:
    for form in FORMS:
        text = written(BOOKS["fast-action-2020"], form)
        for step in ("C(40, 10) = 847,660,528", "P(scatter)", "P(super | lit)", "1,048,576"):
            assert step in text, form
    bonus = as_json(BOOKS["fast-action-2020"])["bonus_numbers"]
    assert sum(Fraction(line["probability"]) for line in bonus["standings"]) == 1
    assert len(bonus["covariances"]) == 4 + 3 + 2 + 1


def test_links_of_unequal_sizes_are_derived_one_size_at_a_time() -> None:
    book = BOOKS["fast-action-2020"]
    assert book.bonus is not None
    links = dict(book.bonus.links)
    links["a"], links["b"] = links["a"] | {"1", "2"}, links["b"] - {"1", "2"}
    sheet = as_json(replace(book, bonus=Bonus(10, links)))
    formulas = [
        formula
        for step in sheet["bonus_numbers"]["derivation"]["steps"]
        for formula in step["formulas"]
    ]
    lines = {line["notation"]: line for line in sheet["wagers"]}
    average = next(formula for formula in formulas if formula.startswith("P(super) = "))
    assert average.endswith(f" = {lines['super-bonus-win']['hit']}")
    assert any("P(super in a link of 6)" in formula for formula in formulas)
    assert sum(line["notation"].startswith("straight:") for line in sheet["wagers"]) == 3


def test_words_of_a_book_are_escaped() -> None:
    book = replace(BOOKS["edz-2020"], title="Dice & <b>Wheels</b>")
    page = written(book, "html")
    assert "Dice &amp; &lt;b&gt;Wheels&lt;/b&gt;" in page
    assert "<b>" not in page
    assert r"\<b\>" in written(book, "markdown")


def test_rare_results_are_drawn_on_a_logarithmic_scale_and_it_says_so() -> None:
    assert "logarithmic scale" in written(BOOKS["fast-action-2020"], "html")
    assert "logarithmic scale" not in written(BOOKS["racetrack-2012"], "html")


def test_markdown_tables_keep_their_columns() -> None:
    for line in written(BOOKS["edz-2020"], "markdown").splitlines():
        if line.startswith("| Column "):
            assert len(re.split(r"(?<!\\)\|", line)) == 11 + 2
            return
    pytest.fail("there is no row for Column")
