"""The catalogues of words: the same in every language, and what fills their holes."""

import json
import re
from itertools import product

import pytest

from croupier.words import FOLDER, HOLE, LANGUAGES, catalogue, filled, in_units, text

AREAS = sorted(path.stem for path in (FOLDER / "en").glob("*.json"))
EVERY = list(product(AREAS, LANGUAGES))
OF_BOOKS = {"books"}
"""What the books have in English: see test_books.py."""
NAMED_BY_BOOKS = ("box.", "kind.", "words.")
"""Terms that a book names in English: only other languages have words for them here."""


def test_a_language_has_its_own_name_and_a_tag_that_browsers_know() -> None:
    own = [catalogue("language", language) for language in LANGUAGES]
    assert len({each["name"] for each in own}) == len(LANGUAGES)
    for language, each in zip(LANGUAGES, own, strict=True):
        assert re.fullmatch(rf"{language}(-[A-Z][a-z]{{3}})?", each["tag"])


def test_every_language_has_every_area() -> None:
    assert {path.parent.name for path in FOLDER.glob("*/*.json")} == set(LANGUAGES)
    for language in LANGUAGES:
        areas = {path.stem for path in (FOLDER / language).glob("*.json")}
        assert sorted(areas - OF_BOOKS) == AREAS


@pytest.mark.parametrize(("area", "language"), EVERY)
def test_a_catalogue_is_flat_and_has_no_id_twice(area: str, language: str) -> None:
    written = (FOLDER / language / f"{area}.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, object]] = json.loads(written, object_pairs_hook=list)
    assert len({id_ for id_, _ in pairs}) == len(pairs)
    assert all(isinstance(words, str) and words for _, words in pairs)


@pytest.mark.parametrize("area", AREAS)
def test_every_language_has_the_same_ids_and_holes(area: str) -> None:
    english = catalogue(area, "en")
    for language in LANGUAGES:
        words = catalogue(area, language)
        assert not set(english) - set(words), language
        assert all(id_.startswith(NAMED_BY_BOOKS) for id_ in set(words) - set(english)), language
        for id_ in english:
            assert wanted(words[id_]) == wanted(english[id_]), (language, id_)


def wanted(words: str) -> set[tuple[str, str]]:
    return {(name, kind) for name, kind in HOLE.findall(words)}


@pytest.mark.parametrize(("area", "language"), EVERY)
def test_every_brace_is_a_hole_of_a_known_kind(area: str, language: str) -> None:
    ids = {id_ for each in LANGUAGES for id_ in catalogue("terms", each)}
    terms = {id_.removeprefix("between.") for id_ in ids}
    groups = {id_.partition(".")[0] for id_ in terms} | {"", "money", "moment", "book"}
    for id_, words in catalogue(area, language).items():
        assert {kind for _, kind in HOLE.findall(words)} <= groups, id_
        assert not set("{}") & set(HOLE.sub("", words)), id_


@pytest.mark.parametrize(
    ("words", "value", "language", "wanted"),
    [
        ("{it}", 2500, "en", "2500"),
        ("{it:money}", 2500, "en", "25.00"),
        ("{it}", ("red", "black"), "en", "red, black"),
        ("{it}", ("red", "black"), "zh", "red、black"),
        ("{it:position}", "pit-manager", "zh", "巡场经理"),
        ("{it:position}", ("dealer", "pit-manager"), "zh", "荷官或巡场经理"),
        ("{it:or}", ("1", "2", "3"), "en", "1, 2 or 3"),
        ("{it:or}", (), "en", "none"),
        ("{it:kind}", "dozen:2", "zh", "打注 2"),
        ("{it:moment}", 1_600_000_000_000, "en", "2020-09-13 12:26 UTC"),
        ("{it:position}", "somebody", "zh", "somebody"),
    ],
)
def test_a_hole_is_filled_by_its_kind(
    words: str, value: int | str | tuple[str, ...], language: str, wanted: str
) -> None:
    assert filled(words, {"it": value}, language) == wanted


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        filled("{it}", {})


def test_an_id_without_words_is_an_error() -> None:
    with pytest.raises(KeyError):
        text("terms", "no-such.term", language="zh")


@pytest.mark.parametrize(
    ("cents", "written"),
    [
        (0, "0.00"),
        (1, "0.01"),
        (99, "0.99"),
        (100, "1.00"),
        (123_456_789, "1,234,567.89"),
        (-5, "-0.05"),
        (-1000, "-10.00"),
    ],
)
def test_cents_are_written_as_units_with_two_places(cents: int, written: str) -> None:
    assert in_units(cents) == written
