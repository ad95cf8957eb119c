"""Addresses that give sentences give them in the language that is asked for."""

from collections.abc import Iterator

import pytest

from croupier import books
from croupier.words import LANGUAGES, of_a_book
from tests.server.houses import Hosted, configured, dealt, hosting

TABLE = "sands-2019"
BOOK = books.load(TABLE)


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("language"), [dealt(TABLE)])) as hosted:
        yield hosted


def test_a_book_is_read_in_any_language_by_turns(hosted: Hosted) -> None:
    """What is kept for one reader is not given to another."""
    path = f"/api/books/{TABLE}"
    for language in (*LANGUAGES, "en"):
        whole = hosted.http("GET", f"{path}?language={language}").json
        assert whole["title"] == of_a_book(BOOK.title, language)
        said = {each["number"]: each["says"] for each in whole["clauses"]}
        assert said == {
            number: of_a_book(each.summary, language) for number, each in BOOK.clauses.items()
        }
        assert all(each["says"] == said[each["clause"]] for each in whole["voids"])
        assert hosted.http("GET", f"{path}/clauses?language={language}").json == whole["clauses"]
        (shown,) = hosted.http("GET", f"/api/books?language={language}").json
        assert shown["title"] == whole["title"]


def test_nobody_is_read_to_in_a_language_that_the_house_has_not(hosted: Hosted) -> None:
    said = hosted.http("GET", f"/api/books/{TABLE}?language=xx")
    assert (said.status, said.json["error"]["code"]) == (400, "request/bad-query")
    assert said.json["error"]["figures"] == {"reason": f"language is one of {', '.join(LANGUAGES)}"}


def test_english_is_for_who_asks_for_no_language(hosted: Hosted) -> None:
    path = f"/api/books/{TABLE}"
    assert hosted.http("GET", path).json == hosted.http("GET", f"{path}?language=en").json
