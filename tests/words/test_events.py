"""Every event and every alert has its words, and no words are left that nothing says."""

from pathlib import Path

import pytest

import croupier
from croupier.table.codec import CODEC
from croupier.words import catalogue
from croupier.words.message import alert, as_typed, joined, sentence

CODE = "\n".join(
    path.read_text(encoding="utf-8") for path in Path(croupier.__file__).parent.rglob("*.py")
)
BY_FIELD = ("wager.ruled.", "referral.decided.", "spin.", "change.")
"""Ids that end in the value of a field."""


def test_every_event_that_can_be_on_record_has_words() -> None:
    known = catalogue("events", "en")
    missing = [
        name
        for name in CODEC.versions
        if name not in known and not any(id_.startswith(f"{name}.") for id_ in known)
    ]
    assert not missing


@pytest.mark.parametrize("area", ["events", "alerts"])
def test_no_words_are_left_over(area: str) -> None:
    unused = [
        id_
        for id_ in catalogue(area, "en")
        if id_ not in CODEC.versions and f'"{id_}"' not in CODE and not id_.startswith(BY_FIELD)
    ]
    assert not unused


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", "Round 3: the ball rests and bets were never closed; clause 5.6."),
        ("zh", "第 3 局：球已停定而投注未截止；第 5.6 条。"),
    ],
)
def test_a_message_that_ends_in_a_colon_leads_to_the_next(language: str, wanted: str) -> None:
    says = (alert("wheel.round", round=3), alert("wheel.rested-open"))
    assert sentence((*says, alert("wheel.clauses", clauses=("5.6",))), language) == wanted


def test_what_somebody_typed_is_the_same_in_every_language() -> None:
    assert joined([as_typed("a {brace} and 100 %")], "zh") == "a {brace} and 100 %"
