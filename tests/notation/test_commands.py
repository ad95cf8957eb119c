"""``croupier replay`` and ``croupier demo`` as people and programs see them."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from croupier import books
from croupier.cli import demo, replay
from croupier.rules.refusal import NotationError

GOLDEN = Path(__file__).parent.parent / "golden"
LATE = "sands-2019/5.13-late-wagers-are-refused.round.toml"
APP = typer.Typer()
APP.command()(replay.replay)
APP.command()(demo.demo)
RUN = CliRunner()


def test_replay_shows_each_line_with_its_clause_and_the_settlement() -> None:
    result = RUN.invoke(
        APP, ["replay", str(GOLDEN / "sands-2019/5.13-late-wagers-are-refused.round.toml")]
    )
    assert result.exit_code == 0
    assert "After the close a new wager" in result.stdout
    assert "refused: bets are closed: straight:17 was not accepted" in result.stdout
    assert "3.8  The compartment in which the ball rests" in result.stdout
    assert "the ball rests in 17" in result.stdout
    assert result.stderr == ""


def test_a_clause_is_said_in_full_only_once() -> None:
    result = RUN.invoke(
        APP, ["replay", str(GOLDEN / "sands-2019/5.13-late-wagers-are-refused.round.toml")]
    )
    assert result.stdout.count("5.13  After the close a new wager") == 1
    assert result.stdout.count("  5.13\n") == 1


def test_replay_as_json() -> None:
    path = GOLDEN / "sands-2019/5.16-only-the-maximum-counts.round.toml"
    result = RUN.invoke(APP, ["replay", str(path), "--json"])
    given = json.loads(result.stdout)
    assert list(given) == ["book", "title", "steps", "settlement", "differences"]
    assert given["steps"][0] == {
        "line": "dealer: place your bets",
        "kind": "ok",
        "says": "“Place your bets, please”: the bets are open",
        "clause": "3.1",
        "readings": [],
    }
    assert given["settlement"]["house"] == {"net": -58500}
    assert given["differences"] == []


def test_a_shift_as_json_has_its_rounds() -> None:
    path = GOLDEN / "sands-2019/5.15-honoured-once-then-returned.round.toml"
    given = json.loads(RUN.invoke(APP, ["replay", str(path), "--json"]).stdout)
    assert list(given) == ["book", "title", "rounds"]
    assert [one["settlement"]["status"] for one in given["rounds"]] == ["void", *["settled"] * 2]
    assert given["rounds"][0]["title"] == "A void round is not the first time"


def test_replay_reads_standard_input() -> None:
    text = (GOLDEN / "edz-2020/5.5-ball-falls-into-no-compartment.round.toml").read_text(
        encoding="utf-8"
    )
    result = RUN.invoke(APP, ["replay", "-"], input=text)
    assert result.exit_code == 0
    assert "void: every wager is returned, 15.00 in all" in result.stdout


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_round_that_goes_otherwise_exits_with_1(tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "wrong.round.toml"
    text = (GOLDEN / "edz-2020/app-i-rapid-select-has-no-finales.round.toml").read_text(
        encoding="utf-8"
    )
    path.write_text(text.replace("house: net -5700", "house: net +5700"), encoding="utf-8")
    result = RUN.invoke(APP, ["replay", str(path), *options])
    assert result.exit_code == 1
    assert "- house: net +5700" in result.stderr
    assert "+ house: net -5700" in result.stderr
    if options:
        assert "- house: net +5700" in json.loads(result.stdout)["differences"]


def test_in_a_shift_the_round_that_goes_otherwise_is_named(tmp_path: Path) -> None:
    path = tmp_path / "wrong.round.toml"
    text = (GOLDEN / "sands-2019/5.17-earlier-rounds-stay-settled.round.toml").read_text(
        encoding="utf-8"
    )
    path.write_text(text.replace("house: net +1500", "house: net +0"), encoding="utf-8")
    result = RUN.invoke(APP, ["replay", str(path)])
    assert result.exit_code == 1
    assert "Round 2 is not as the file expects" in result.stderr


def test_a_round_that_is_not_over_says_so(tmp_path: Path) -> None:
    path = tmp_path / "open.round.toml"
    opening = "terminals: place your bets"
    path.write_text(
        f'format = 1\nbook = "edz-2020"\ntitle = "x"\nactions = ["{opening}"]\n', encoding="utf-8"
    )
    result = RUN.invoke(APP, ["replay", str(path)])
    assert result.exit_code == 0
    assert "The round is unfinished: it ends after" in result.stdout


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    missing = RUN.invoke(APP, ["replay", str(tmp_path / "missing.toml")])
    assert isinstance(missing.exception, NotationError)
    assert missing.exception.code == "file/unreadable"
    path = tmp_path / "latin.round.toml"
    path.write_bytes(b'title = "caf\xe9"')
    latin = RUN.invoke(APP, ["replay", str(path)])
    assert isinstance(latin.exception, NotationError)
    assert "byte 12: it is not UTF-8" in str(latin.exception)


def test_the_demo_plays_every_book_and_says_what_to_try_next() -> None:
    result = RUN.invoke(APP, ["demo"])
    assert result.exit_code == 0
    for book_id in books.ids():
        assert books.load(book_id).name in result.stdout
    assert "[00]" in result.stdout
    assert "SUPER" in result.stdout
    for command in ("books", "wagers", "odds", "rules", "replay"):
        assert f"croupier {command}" in result.stdout
    assert "\x1b[" not in result.stdout
