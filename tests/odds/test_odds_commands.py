"""``croupier odds`` and ``croupier par`` as their functions: what they print, write and refuse."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.books import ids, load
from croupier.cli.odds import bar, laid, odds
from croupier.cli.par import par
from croupier.rules.refusal import CroupierError


@pytest.mark.parametrize("book_id", ids())
def test_odds_lists_every_wager_in_the_contracts_json(
    book_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    odds(book_id, json=True)
    listed = json.loads(capsys.readouterr().out)
    assert [one["wager"] for one in listed] == list(load(book_id).wagers)
    for one in listed:
        assert list(one) == ["wager", "hit", "return", "edge", "variance", "pieces"]
        assert Fraction(one["return"]) + Fraction(one["edge"]) == 1


def test_odds_of_named_wagers_come_in_canonical_notation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    odds("edz-2020", ["Split 00/0", "Small Series"], json=True)
    assert json.loads(capsys.readouterr().out) == [
        {
            "wager": "split:0/00",
            "hit": "1/19",
            "return": "18/19",
            "edge": "1/19",
            "variance": "5832/361",
            "pieces": 1,
        },
        {
            "wager": "tiers",
            "hit": "6/19",
            "return": "18/19",
            "edge": "1/19",
            "variance": "25272/361",
            "pieces": 6,
        },
    ]


@pytest.mark.parametrize("book_id", ids())
def test_odds_show_people_fractions_and_percentages(
    book_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    odds(book_id)
    shown = capsys.readouterr().out
    assert load(book_id).name in shown
    assert "straight:N" in shown
    assert f"1/{len(load(book_id).pockets)}" in shown
    assert " %" in shown


def test_a_spread_gives_the_joint_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    odds("racetrack-2012", spread="red=500,straight:17=100", json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["spread"] == [
        {"wager": "red", "amount": 500},
        {"wager": "straight:17", "amount": 100},
    ]
    assert found["distribution"] == [
        {"net": -600, "probability": "18/37"},
        {"net": 400, "probability": "18/37"},
        {"net": 3000, "probability": "1/37"},
    ]
    assert (found["staked"], found["hit"], found["edge"]) == (600, "19/37", "1/37")


def test_a_spread_shows_people_bars(capsys: pytest.CaptureFixture[str]) -> None:
    odds("racetrack-2012", spread="red=500 straight:17=100")
    shown = capsys.readouterr().out
    assert "30.00" in shown
    assert "█" in shown or "#" in shown


def test_a_spread_is_read_as_people_write_it() -> None:
    assert laid(" red = 500 ; split 1,2=400 tiers=600") == [
        ("red", 500),
        ("split 1,2", 400),
        ("tiers", 600),
    ]


@pytest.mark.parametrize(
    ("spread", "code"),
    [
        ("red", "usage/bad-arguments"),
        ("red=5,00", "usage/bad-arguments"),
        ("red=5.00", "amount/not-whole"),
        ("red=", "amount/not-whole"),
        ("red=-5", "amount/not-positive"),
        ("red=" + "9" * 999, "amount/too-large"),
        ("", "wager/empty"),
        ("purple=500", "wager/unknown-kind"),
        ("tiers=500", "wager/not-divisible"),
    ],
)
def test_a_spread_that_is_none_is_refused(spread: str, code: str) -> None:
    with pytest.raises(CroupierError) as caught:
        odds("racetrack-2012", spread=spread)
    assert caught.value.code == code


def test_wagers_and_a_spread_together_are_refused() -> None:
    with pytest.raises(CroupierError) as caught:
        odds("racetrack-2012", ["red"], spread="red=500")
    assert caught.value.code == "usage/bad-arguments"


def test_a_bar_is_as_long_as_its_share() -> None:
    assert bar(Fraction(1), 8) == "█" * 8
    assert bar(Fraction(1, 64), 8) == "▏"
    assert bar(Fraction(1, 10**6), 8) == "▏", "what can happen is never invisible"
    assert bar(Fraction(1, 10**6), 8, unicode=False) == "#"


@pytest.mark.parametrize("name", ["sheet.html", "sheet.md", "sheet.json", "SHEET.HTML"])
def test_par_writes_the_form_that_the_extension_names(name: str, tmp_path: Path) -> None:
    par("sands-2019", str(tmp_path / name))
    begins = {".html": "<!DOCTYPE html>", ".md": "# Sands Roulette", ".json": "{"}
    content = (tmp_path / name).read_text("utf-8")
    assert content.startswith(begins[Path(name).suffix.lower()])


@pytest.mark.parametrize("name", ["sheet.pdf", "sheet", "-"])
def test_par_names_the_three_forms_when_asked_for_another(name: str) -> None:
    with pytest.raises(CroupierError, match=r"\.html, \.md, \.json") as caught:
        par("sands-2019", name)
    assert caught.value.code == "usage/bad-output"


def test_par_says_when_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    for path in (tmp_path / "folder.md", tmp_path / "missing" / "sheet.md"):
        with pytest.raises(CroupierError) as caught:
            par("sands-2019", str(path))
        assert caught.value.code == "file/unwritable"
