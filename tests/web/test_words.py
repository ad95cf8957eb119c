"""The words of the pages: the same in every language, and none in the code that is missing here."""

import json
import re
from pathlib import Path

import pytest

from croupier.house.events import ALL

WEB = Path(__file__).parents[2] / "web" / "src"
WORDS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in (WEB / "words").glob("*.json")
}
FALL_BACK = ("kind.", "box.", "words.", "refusal.")
"""Groups in which the house's own English words stand where there are none."""


def test_no_language_lacks_what_english_has() -> None:
    for language, words in WORDS.items():
        assert not set(WORDS["en"]) - set(words), language


def test_no_language_has_what_english_lacks_but_names_of_the_house() -> None:
    for language, words in WORDS.items():
        extra = {key for key in set(words) - set(WORDS["en"]) if not key.startswith(FALL_BACK)}
        assert not extra, language


@pytest.mark.parametrize("language", WORDS)
def test_the_same_values_are_filled_in(language: str) -> None:
    for key, words in WORDS[language].items():
        if key in WORDS["en"]:
            holes = set(re.findall(r"\{\w+\}", WORDS["en"][key]))
            assert set(re.findall(r"\{\w+\}", words)) == holes, key


def test_every_word_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.ts*"))
    groups = set(re.findall(r"named\(\s*\"([\w-]+)\"", code))
    made = [
        re.compile(re.sub(r"\\\$\\\{.*?\\\}", ".+", re.escape(text)))
        for text in re.findall(r"`([\w./:-]*\$\{[^`]+)`", code)
        if re.match(r"[a-z-]+\.", text)
    ]
    unused = [
        key
        for key in WORDS["en"]
        if f'"{key}"' not in code
        and key.split(".")[0] not in groups
        and not any(pattern.fullmatch(key) for pattern in made)
    ]
    assert not unused


@pytest.mark.parametrize("language", WORDS)
def test_every_event_that_recall_shows_has_a_name(language: str) -> None:
    missing = [each.name for each in ALL if f"recall.event.{each.name}" not in WORDS[language]]
    assert not missing
