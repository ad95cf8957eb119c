"""What is meant to be copied is printed whole: at every width, on a terminal and in a pipe."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from croupier import books
from croupier.server.config.reading import read_house
from tests.cli.terminals import WIDTHS, Printed, Terminal
from tests.cli.test_house_commands import data, played
from tests.cli.test_record import record_played

__all__ = ["data", "played", "record_played"]

ROUND = """format = 1
book = "edz-2020"
title = "Wagers of many numbers"
actions = [
    "terminals: place your bets",
    "a-player-of-a-long-name: six-line:1/2/3/4/5/6 50000",
    "terminals: no more bets",
    "dealer: spin",
    "dealer: outcome 17",
    "dealer: confirms 17",
]
"""
WAYS = [*product(WIDTHS, (False, True))]


@pytest.fixture(params=WAYS, ids=lambda way: f"{way[0]}{'-piped' if way[1] else ''}")
def shown(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    columns, piped = request.param
    return Terminal(monkeypatch, columns, piped=piped)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A long name with a space in it, and one that a careless printer takes for markup."""
    made = tmp_path / "a rather long name with spaces" / "[bold]x" / "and then some more of it"
    made.mkdir(parents=True)
    return made


def holds(printed: Printed, *copied: object) -> None:
    """Each is on a line, whole, and no spaces follow it to the line's end."""
    assert printed.code == 0
    for each in map(str, copied):
        lines = [line for line in printed.lines if each in line]
        assert lines, f"{each!r} in {printed.text}"
        assert not any(line.rstrip() != line and line.rstrip().endswith(each) for line in lines)


@pytest.mark.parametrize("found", [True, False], ids=["found", "not found by the shell"])
def test_init_prints_the_next_commands(
    shown: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch, *, found: bool
) -> None:
    here = Path(sys.executable).with_name("croupier")
    monkeypatch.setenv("PATH", str(here.parent if found else folder))
    monkeypatch.chdir(folder)
    program = str(here) if here.exists() and not found else "croupier"
    file = folder / "house.toml"
    printed = shown("init", file)
    holds(printed, f"{file} is written")
    commands = [shlex.split(line) for line in printed.lines if line.startswith("  ")]
    assert commands == [
        [program, "check", str(file)],
        [program, *"staff add NAME --position gaming-shift-manager --house".split(), str(file)],
        [program, *"staff add NAME --position pit-supervisor --house".split(), str(file)],
        [program, "serve", str(file)],
    ]
    holds(shown("check", file), f"{file} is in order", f"its record in {folder / 'croupier-data'}")


def test_a_token_and_a_password_are_whole(shown: Terminal, folder: Path) -> None:
    file = folder / "house.toml"
    shown("init", file)
    printed = shown("terminal", "enrol", "t-1", "a-terminal-of-a-long-name", "--house", file)
    tokens = re.findall(r"[\w-]{43}", printed.text)
    holds(printed, "a-terminal-of-a-long-name", *tokens)
    assert len(tokens) == 2
    holds(shown("terminal", "list", "--house", file), "a-terminal-of-a-long-name")
    added = shown("staff", "add", "dora", "--position", "dealer", "--house", file)
    [password] = [line.partition(": ")[2] for line in added.lines if "shown once" in line]
    assert re.fullmatch(r"\S{20,}", password)
    config = read_house(file)
    kept = json.loads((config.secrets / "credentials.json").read_text(encoding="utf-8"))
    assert set(kept["devices"]) == {"t-1", "a-terminal-of-a-long-name"}
    holds(shown("staff", "list", "--house", file), "dora")


def test_paths_of_copies_are_whole(shown: Terminal, folder: Path, data: Path) -> None:
    secrets = folder / "secrets"
    secrets.mkdir()
    copy, back = folder / "a copy of the record", folder / "the record as it was"
    printed = shown("backup", data, copy, "--with-secrets", secrets)
    holds(printed, f"{copy}: ", f"{copy}-secrets: the secrets")
    holds(shown("restore", copy, back), f"{copy} holds, and {back} is made of it")
    holds(shown("verify", copy), "table-edz-2020: ")
    printed = shown("archive", back, "--days", "30")
    holds(printed, *(path.name for path in (back / "archives").iterdir()))


def test_wagers_clauses_and_odds_are_whole(shown: Terminal, folder: Path) -> None:
    for book in books.ids():
        holds(shown("wagers", book), *books.load(book).wagers)
    tests = json.loads(shown("rules", "sands-2019", "5.15", "--json").text)["tests"]
    holds(shown("rules", "sands-2019", "5.15"), *tests)
    holds(shown("rules", "sands-2019"), "5.11.1")
    odds = shown("odds", "fast-action-2020")
    holds(odds, "45940736/52978783", "7038047/52978783")
    titles = ("Odds of", "One row for")
    figures = [line for line in odds.lines if not line.startswith(titles)]
    assert shown.piped or max(map(len, figures)) <= shown.columns, "in parts that fit"
    holds(shown("odds", "edz-2020", "voisins", "six-line:1/2/3/4/5/6"), "six-line:1/2/3/4/5/6")
    sheet = folder / "a sheet.html"
    holds(shown("par", "edz-2020", "-o", sheet), f"is in {sheet}")
    holds(shown("demo"), "croupier rules sands-2019 5.15", "croupier wagers edz-2020")


def test_json_is_one_line(shown: Terminal, folder: Path) -> None:
    for arguments in (["books"], ["wagers", "edz-2020"], ["rules", "sands-2019"]):
        printed = shown(*arguments, "--json")
        assert printed.text.endswith("\n")
        json.loads(printed.text)
        assert len(printed.lines) == 2


def test_a_round_and_its_settlement_are_whole(shown: Terminal, folder: Path) -> None:
    wager, player = "neighbours:17", "a player of a long name"
    bets = [{"player": player, "wager": wager, "amount": 500}]
    bets += [{"player": "ben", "wager": "six-line:1/2/3/4/5/6", "amount": 100}]
    file = folder / "round.json"
    given = {"book": "edz-2020", "wagers": bets, "outcome": "17"}
    file.write_text(json.dumps(given), encoding="utf-8")
    holds(shown("settle", file), player, wager, "six-line:1/2/3/4/5/6", "36.00")
    notated = folder / "round.toml"
    notated.write_text(ROUND, encoding="utf-8")
    holds(shown("replay", notated), *tomllib.loads(ROUND)["actions"])


def test_a_commitment_is_whole(
    shown: Terminal, folder: Path, record_played: tuple[Path, str]
) -> None:
    record = shown("fair", "record", record_played[0], "--table", "edz-2020", "--round", "1").text
    file = folder / "a round.json"
    file.write_text(record, encoding="utf-8")
    holds(shown("fair", "check", file), json.loads(record)["commitment"])
    for line in shown("journal", record_played[0], "--events").lines:
        assert not line or json.loads(line)


@pytest.fixture(params=[40, 200])
def serving(request: pytest.FixtureRequest, folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """What a demonstration prints on a terminal of that width."""
    data = folder / "a demonstration"
    master, slave = pty.openpty()
    house = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--port", "0", "--data", str(data)],
        stdout=slave,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": str(request.param), "TERM": "dumb"},
    )
    os.close(slave)
    printed = b""
    try:
        while b"Ctrl-C stops the house" not in printed:
            printed += os.read(master, 65536)
        yield data, printed.decode().replace("\r\n", "\n").split("\n")
    finally:
        house.send_signal(signal.SIGINT)
        assert house.wait(60) == 0
        os.close(master)


def test_a_house_prints_its_address_and_passwords_whole(
    serving: tuple[Path, list[str]],
) -> None:
    data, lines = serving
    assert any(re.fullmatch(r"http://localhost:\d+", line) for line in lines)
    assert any(f"The record is in {data}." in line for line in lines)
    passwords = {line.split()[0]: line.split()[1] for line in lines if len(line.split()) == 2}
    assert {"dealer", "supervisor", "manager", "shift-manager"} <= set(passwords)
