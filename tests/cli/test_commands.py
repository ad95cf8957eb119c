"""The commands of the contract, as other programs call them."""

import json
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main

from croupier import books
from croupier.cli import app, main

EXAMPLE = {
    "book": "sands-2019",
    "limits": {"min": 500, "max": 100000},
    "wagers": [{"player": "seat-1", "wager": "split:0/00", "amount": 1000}],
    "outcome": "0",
    "bonus_numbers": None,
    "irregularity": None,
    "warned": ["seat-2"],
}


COMMANDS = (
    *("books", "wagers", "odds", "par", "settle", "rules", "replay", "layout", "wheel", "demo"),
    *("verify", "journal", "export", "fair", "backup", "restore", "archive"),
    *("move", "prepare"),
    *("serve", "init", "check", "adopt", "accept-loss", "lost", "staff", "terminal", "device"),
    *("simulate", "lab"),
)


class Run:
    """Runs the command line in this process and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        printed = self.capsys.readouterr()
        assert caught.value.code == code, printed.err
        if code:
            assert printed.out == "", "an error prints nothing on standard output"
            return printed.err
        return printed.out

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json"))

    def error(self, *arguments: str) -> dict[str, str | None]:
        error: dict[str, str | None] = json.loads(self(*arguments, "--json", code=2))["error"]
        assert set(error) == {"code", "message", "clause"}
        assert "Traceback" not in str(error)
        return error


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


def test_books(run: Run) -> None:
    listed = run.json("books")
    assert [book["id"] for book in listed] == list(books.ids())
    assert list(listed[0]) == ["id", "title", "version", "effective", "pockets", "wheel"]
    assert listed[1]["version"] is None
    assert listed[3]["wheel"][:3] == ["0", "00", "32"]
    assert [len(book["pockets"]) for book in listed] == [37, 39, 39, 38, 40]
    assert "Sands Fast Action Roulette" in run("books")


def test_wagers(run: Run) -> None:
    listed = run.json("wagers", "edz-2020")
    assert len(listed) == 211
    by_name = {wager["wager"]: wager for wager in listed}
    assert by_name["split:0/00"] == {
        "wager": "split:0/00",
        "kind": "split",
        "numbers": ["0", "00"],
        "pays": 17,
        "pieces": [{"wager": "split:0/00", "count": 1}],
        "clause": "4.1",
    }
    voisins = by_name["voisins"]
    assert voisins["pays"] is None
    assert {"wager": "street:0/2/3", "count": 2} in voisins["pieces"]
    assert sum(piece["count"] for piece in voisins["pieces"]) == 10
    fast = {wager["wager"]: wager for wager in run.json("wagers", "fast-action-2020")}
    assert fast["straight:MBS"]["pays"] == {"plain": 35, "bonus": 40, "super": 80}
    assert fast["scatter-bonus"]["numbers"] == []
    assert "35, 40 or 80 to 1" in run("wagers", "fast-action-2020")
    assert "10 pieces" in run("wagers", "edz-2020")


def settled(run: Run, tmp_path: Path, **changes: object) -> Any:
    return run.json("settle", str(written(tmp_path, **changes)))


def written(tmp_path: Path, **changes: object) -> Path:
    path = tmp_path / "round.json"
    path.write_text(json.dumps({**EXAMPLE, **changes}), encoding="utf-8")
    return path


def test_settle_prints_the_contract(run: Run, tmp_path: Path) -> None:
    assert settled(run, tmp_path) == {
        "book": "sands-2019",
        "status": "settled",
        "outcome": "0",
        "wagers": [
            {
                "player": "seat-1",
                "wager": "split:0/00",
                "amount": 1000,
                "result": "won",
                "in_play": 1000,
                "winnings": 17000,
                "returned": 18000,
                "clause": "4.1",
            }
        ],
        "players": {"seat-1": {"staked": 1000, "returned": 18000, "net": 17000}},
        "house": {"net": -17000},
    }


def test_settle_void(run: Run, tmp_path: Path) -> None:
    result = settled(run, tmp_path, irregularity="5.12", outcome=None)
    assert (result["status"], result["outcome"]) == ("void", None)
    assert result["wagers"][0]["result"] == "void"
    assert result["wagers"][0]["clause"] == "5.12"
    assert result["house"] == {"net": 0}


def test_settle_reads_standard_input_and_needs_only_book_wagers_and_outcome() -> None:
    given = json.dumps({"book": "edz-2020", "wagers": [], "outcome": "00"})
    result = subprocess.run(
        [sys.executable, "-m", "croupier", "settle", "-", "--json"],
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert json.loads(result.stdout)["players"] == {}
    assert result.stderr == ""


def test_settle_limits_by_kind(run: Run, tmp_path: Path) -> None:
    limits = {"min": 500, "max": 900, "kinds": {"split": {"max": 950}}}
    assert settled(run, tmp_path, limits=limits)["wagers"][0]["in_play"] == 950
    limits = {"min": 500, "max": 900, "kinds": {"split": {"min": 100, "max": 5000}}}
    assert settled(run, tmp_path, limits=limits)["wagers"][0]["in_play"] == 1000


def test_settle_for_people(run: Run, tmp_path: Path) -> None:
    shown = run("settle", str(written(tmp_path)))
    assert "the ball rests in 0" in shown
    assert "170.00" in shown
    assert "\x1b[" not in shown, "no colours when piped"
    assert "void" in run("settle", str(written(tmp_path, irregularity="5.1")))


BAD_ROUNDS = [
    ({"book": "sands-1999"}, "book/unknown", None),
    ({"outcome": "37"}, "round/unknown-number", None),
    ({"outcome": None}, "round/no-outcome", None),
    ({"outcome": 0}, "input/bad-shape", None),
    ({"irregularity": "5.13"}, "round/does-not-void", None),
    ({"bonus_numbers": ["1"]}, "round/bonus-numbers-not-used", None),
    ({"limits": {"min": 0, "max": 5}}, "limits/bad", None),
    ({"limits": {"min": 9, "max": 5}}, "limits/bad", None),
    ({"limits": {"min": 9}}, "input/bad-shape", None),
    ({"limits": {"min": 1, "max": 5, "kinds": {"spilt": {"min": 1}}}}, "limits/bad", None),
    ({"limits": {"min": 1, "max": 5, "kinds": {"tiers": {"min": 1}}}}, "limits/bad", None),
    ({"limits": {"min": 1.5, "max": 5}}, "input/bad-shape", None),
    (
        {"wagers": [{"player": "a", "wager": "split:1/36", "amount": 1}]},
        "wager/not-on-layout",
        "3.4.2",
    ),
    ({"wagers": [{"player": "a", "wager": "red", "amount": 0}]}, "amount/not-positive", None),
    ({"wagers": [{"player": "a", "wager": "red", "amount": 1.5}]}, "amount/not-whole", None),
    ({"wagers": [{"player": "a", "wager": "red", "amount": "5"}]}, "amount/not-whole", None),
    ({"wagers": [{"player": "a", "wager": "red", "amount": True}]}, "amount/not-whole", None),
    ({"wagers": [{"player": "a", "wager": "red", "amount": 10**30}]}, "amount/too-large", None),
    ({"wagers": [{"player": "a", "wager": "red"}]}, "input/bad-shape", None),
    ({"wagers": [{"player": "a", "wager": 17, "amount": 5}]}, "input/bad-shape", None),
    ({"wagers": "red"}, "input/bad-shape", None),
    ({"colour": "red"}, "input/bad-shape", None),
    (
        {"book": "edz-2020", "wagers": [{"player": "a", "wager": "tiers", "amount": 7}]},
        "wager/not-divisible",
        "App. C",
    ),
    (
        {"book": "edz-2020", "wagers": [{"player": "a", "wager": "red", "amount": 7}]},
        "limits/under-minimum",
        None,
    ),
]


@pytest.mark.parametrize(("changes", "code", "clause"), BAD_ROUNDS)
def test_bad_rounds_are_refused(
    run: Run, tmp_path: Path, changes: dict[str, object], code: str, clause: str | None
) -> None:
    error = run.error("settle", str(written(tmp_path, **changes)))
    assert (error["code"], error["clause"]) == (code, clause)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "input/bad-json"),
        (b"{", "input/bad-json"),
        (b"[]", "input/bad-shape"),
        (b"\xff", "input/bad-json"),
        (b'{"book": "\xff"}', "input/bad-json"),
        (b"[" * 100000, "input/bad-shape"),
        (b'{"wagers": [{"amount": ' + b"[" * 100000, "input/bad-shape"),
        (b'{"book": NaN}', "input/bad-json"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_not_json_is_refused(run: Run, tmp_path: Path, content: bytes, code: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    assert run.error("settle", str(path))["code"] == code


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("settle", "nowhere.json"), "file/unreadable"),
        (("settle", "."), "file/unreadable"),
        (("wagers", "nowhere"), "book/unknown"),
        (("wagers", "nowhere.toml"), "file/unreadable"),
        (("wagers", "../books"), "file/unreadable"),
        (("wagers",), "usage/bad-arguments"),
        (("wagers", "edz-2020", "--nonsense"), "usage/bad-arguments"),
        (("nonsense",), "usage/bad-arguments"),
        (("rules", "edz-2020", "9.9"), "book/unknown-clause"),
    ],
)
def test_bad_arguments_are_refused(run: Run, arguments: tuple[str, ...], code: str) -> None:
    assert run.error(*arguments)["code"] == code


def test_errors_for_people_name_code_and_clause(run: Run, tmp_path: Path) -> None:
    wagers = [{"player": "a", "wager": "split:1/36", "amount": 1}]
    told = run("settle", str(written(tmp_path, wagers=wagers)), code=2)
    assert told == (
        "error wager/not-on-layout: split:1/36 is not on this layout: "
        "1 and 36 do not touch (1 touches 0, 2 and 4) (clause 3.4.2)\n"
    )


def test_rules_of_a_clause(run: Run) -> None:
    shown = run("rules", "sands-2019", "5.15")
    assert "paid or collected the first time only" in shown
    assert "reading 14" in shown
    assert "croupier.rules.settlement.settle" in shown
    assert "test_under_minimum_is_honoured_once_and_then_returned" in shown
    told = run.json("rules", "sands-2019", "App. A")
    assert told["clause"] == "App. A"
    assert told["tests"]


def test_rules_of_a_book(run: Run) -> None:
    shown = run("rules", "racetrack-2012")
    assert "Diagram H" in shown
    assert "reading 8" in shown
    assert len(run.json("rules", "racetrack-2012")) == len(books.load("racetrack-2012").clauses)
    american = Path(__file__).parent.parent / "data" / "american-double-zero.toml"
    assert "no test of croupier's own" in run("rules", str(american), "4")


def test_help_lists_every_command(run: Run) -> None:
    shown = run("--help")
    for command in COMMANDS:
        assert f" {command} " in shown


def test_the_page_of_the_command_line_shows_every_command() -> None:
    references = Path(__file__).parent.parent.parent / "docs/references.py"
    page = runpy.run_path(str(references))["commands"]()
    for command in COMMANDS:
        assert f"\n### croupier {command}\n" in page


def test_every_command_is_listed_here() -> None:
    known: Any = typer.main.get_command(app)
    assert set(COMMANDS) == set(known.commands)


def test_closed_pipe_is_no_error() -> None:
    command = f"{shlex.quote(sys.executable)} -m croupier rules sands-2019 --json | head -c 10"
    result = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8", check=True)
    assert "Traceback" not in result.stderr


def test_completion_knows_the_books() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "croupier"],
        env={
            "_CROUPIER_COMPLETE": "complete_bash",
            "COMP_WORDS": "croupier wagers san",
            "COMP_CWORD": "2",
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "sands-2019" in result.stdout
