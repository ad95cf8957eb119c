"""Passwords that would be tried first are refused, in every spelling; others are not."""

import pytest

from croupier.server.people.password_rules import WORDS, new_password, predictable, weak

NAME, HOUSE = "doraemi", "The Grand Parade"
OBVIOUS = (
    "password1234",
    "P@ssw0rd2026!",
    "pa55-W0RD-pa55",
    "Welcome-2026!!",
    "Winter2025Winter",
    "letmeinletmein",
    "qwertyuiop123",
    "QWERTZUIOPasdf",
    "1qaz2wsx3edc",
    "poiuytrewq99",
    "abcdefghijkl",
    "zyxwvutsrqpo",
    "123456789012",
    "987654321098",
    "aaaaaaaaaaab1c2",
    "casino-roulette",
    "Roulette2026!",
    "croupier1234",
    "redblackred2026",
    "R0ul3tt3-Cas1n0",
    "jackpot777777",
    "dealerdealer12",
    "pitboss-2026!",
    "summer-dragon-gold",
    "ilovemonday11",
    "xk9.xk9.xk9.xk9.",
)
OWN = (
    "correct horse battery",
    "a lamp, eleven herons",
    "Blaue Tassen im Regal",
    "四十二只苍鹭在池塘边慢慢走过去",
    "v8Kq-tz4M-wb2L",
    "830618472750",
)


@pytest.mark.parametrize("password", OBVIOUS)
def test_what_everybody_would_try_is_refused(password: str) -> None:
    no = weak(password, NAME, HOUSE)
    assert no is not None
    assert no.code in ("staff/common-password", "staff/weak-password")
    assert password not in no.message


@pytest.mark.parametrize(
    "password",
    ["Parade-Grand-26", "the grand parade!", "Th3Gr4ndP4r4d3", "edarap-dnarg-1", "imearod-2026!!"],
)
def test_the_house_and_the_person_are_in_no_password(password: str) -> None:
    no = weak(password, NAME, HOUSE)
    assert no is not None
    assert no.code == "staff/common-password"
    assert weak("a lamp, eleven herons in grand parade", NAME, HOUSE) is None, "among others it may"


@pytest.mark.parametrize("password", OWN)
def test_what_is_ones_own_passes(password: str) -> None:
    assert weak(password, NAME, HOUSE) is None


def test_what_the_house_makes_passes_always() -> None:
    assert not [made for _ in range(300) if predictable(made := new_password(), NAME, HOUSE)]


def test_the_list_is_short_and_in_one_spelling() -> None:
    assert 300 <= len(WORDS) <= 700
    assert all(word.isalpha() and word == word.casefold() for word in WORDS)
