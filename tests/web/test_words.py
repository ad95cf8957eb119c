"""The words of the pages: none that the catalogues lack, and none that are left over."""

import re
from pathlib import Path

import pytest

from croupier.house import EVENTS
from croupier.words import HOLE, LANGUAGES, catalogue

WEB = Path(__file__).parents[2] / "web" / "src"
SOURCE = Path(__file__).parents[2] / "src" / "croupier"
CODE = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.ts*"))
GROUPS = set(re.findall(r"named\(\s*\"([\w-]+)\"", CODE))
MADE = [
    re.compile(re.sub(r"\\\$\\\{.*?\\\}", ".+", re.escape(text)))
    for text in re.findall(r"`([\w./:-]*\$\{[^`]+)`", CODE)
    if re.match(r"[a-z-]+\.", text)
]


def on_pages(key: str) -> bool:
    return (
        f'"{key}"' in CODE
        or key.split(".")[0] in GROUPS
        or any(pattern.fullmatch(key) for pattern in MADE)
    )


def test_every_word_is_used() -> None:
    assert not [key for key in catalogue("pages", "en") if not on_pages(key)]


def test_every_key_in_code_has_words() -> None:
    keys = set(re.findall(r"\bt\(\s*\"([^\"]+)\"", CODE))
    assert len(keys) > 300
    assert not keys - {*catalogue("pages", "en"), *catalogue("terms", "en")}


def test_every_term_is_of_a_kind_that_some_hole_has_or_that_pages_name() -> None:
    areas = [path.stem for path in (SOURCE / "words" / "en").glob("*.json")]
    texts = [text for area in areas for text in catalogue(area, "en").values()]
    kinds = {kind for text in texts for _, kind in HOLE.findall(text)} | {"none", "full-stop"}
    for term in {**catalogue("terms", "zh"), **catalogue("terms", "en")}:
        group = term.removeprefix("between.").partition(".")[0]
        assert group in kinds or group == "between" or on_pages(term), term


def test_no_term_is_left_over() -> None:
    """Its value is written in the program: a position, a command, a reason."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    code += "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.toml"))
    for term in {**catalogue("terms", "zh"), **catalogue("terms", "en")}:
        group, _, value = term.partition(".")
        said = re.escape(value.removeprefix("acting-"))
        known = group in ("between", "none", "full-stop") or re.search(rf"\b{said}\b", code)
        assert known or on_pages(term), term


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_that_recall_shows_has_a_name(language: str) -> None:
    words = catalogue("pages", language)
    assert not [each.name for each in EVENTS if f"recall.event.{each.name}" not in words]
