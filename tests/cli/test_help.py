"""Help: what people must type is whole, at every width, and what it says is true."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from croupier import books
from croupier.cli import app
from croupier.cli.settle import KindLimits, LimitsGiven, RoundGiven, WagerGiven
from tests.cli.terminals import Terminal
from tests.cli.test_commands import Run

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


def every_command(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, group
    for name, command in getattr(group, "commands", {}).items():
        yield from every_command(command, (*path, name))


COMMANDS = dict(every_command(typer.main.get_command(app)))


@pytest.mark.parametrize("columns", [40, 80])
def test_nothing_that_is_typed_is_cut(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """No option, choice, command or word of any help is cut or split over two lines."""
    shown = Terminal(monkeypatch, columns, piped=False)
    for path, command in COMMANDS.items():
        printed = shown(*path, "--help")
        assert printed.code == 0
        assert "…" not in printed.text.replace('"17", …]', "")
        said = printed.text.split()
        for param in command.params:
            names = (
                [*param.opts, *param.secondary_opts] if param.param_type_name == "option" else []
            )
            for name in (*names, *(param.help or "").split()):
                assert any(name in word for word in said), f"{path} {name} at {columns}"
        for name, one in getattr(command, "commands", {}).items():
            assert name in said
            assert one.help.split()[0] in said
        assert max(map(len, printed.lines)) <= columns, f"{path} is wider than {columns}"


@pytest.mark.parametrize("command", ["add", "move", "appoint"])
def test_every_position_is_named_whole(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    for columns in (40, 80):
        text = Terminal(monkeypatch, columns, piped=False)("staff", command, "--help").text
        for position in ("dealer", "pit-supervisor", "pit-manager", "gaming-shift-manager"):
            assert re.search(rf"\b{position}[,.]", text), f"{position} at {columns}"
        assert ("act as" in text) == (command == "appoint")


# Ctrl-C


@pytest.mark.parametrize("module", ["msgspec", "typer"])
def test_an_interrupt_during_the_imports_is_silent(tmp_path: Path, module: str) -> None:
    """Pressed while ``module`` is being imported, of which there are many more after it."""
    pressed = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(30)\n"
    (tmp_path / f"{module}.py").write_text(pressed, encoding="utf-8")
    # Whoever runs the tests in the background ignores the signal, and so would what they start.
    heeds_it = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    runs = "runpy.run_module('croupier', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", f"{heeds_it}; {runs}", "books"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


# Settling


SETTLING = (ROOT / "docs/settling.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(each) for each in re.findall(r"```json\n(.*?)```", SETTLING, re.DOTALL)]


def test_the_rounds_of_the_page_are_settled(run: Run, tmp_path: Path) -> None:
    rounds = [each for each in EXAMPLES if "status" not in each]
    assert len(rounds) == 3
    file = tmp_path / "round.json"
    ended = []
    for each in rounds:
        file.write_text(json.dumps(each), encoding="utf-8")
        ended.append(run.json("settle", str(file))["status"])
    assert ended == ["settled", "settled", "void"]


def test_the_page_explains_every_field_and_no_other() -> None:
    for shape in (RoundGiven, WagerGiven, LimitsGiven, KindLimits):
        for field in shape.__struct_fields__:
            assert f"`{field}`" in SETTLING, field
    for field in re.findall(r"^\| `(\w+)`", SETTLING, re.MULTILINE):
        assert field in RoundGiven.__struct_fields__


def test_the_page_names_the_clauses_that_void() -> None:
    """In each book those of 5.1 to 5.10, and what is named of that book."""
    everywhere = {f"5.{n}" for n in range(1, 11)}
    for id_ in books.ids():
        named = re.search(rf"([\d., and]+) in `{id_}`", SETTLING)
        own = set(re.findall(r"[\d.]*\d", named[1])) if named else set()
        assert set(books.load(id_).voids) == everywhere | own, id_


def test_the_example_of_the_help_is_settled(run: Run, tmp_path: Path) -> None:
    shown = run("settle", "--help")
    file = tmp_path / "round.json"
    file.write_text(shown[shown.index('{"book"') : shown.index("A book with")], encoding="utf-8")
    assert run.json("settle", str(file))["status"] == "settled"
    assert "irregularity" in shown
    assert "bonus_numbers" in shown


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        ({"wager": []}, "book, wagers, outcome, limits, bonus_numbers, irregularity, warned"),
        ({"wagers": [{"player": "a", "bet": "red"}]}, "player, wager, amount"),
        ({"limits": {"least": 1}}, "min, max, kinds"),
        ({"limits": {"min": 1, "max": 2, "kinds": {"red": {"least": 1}}}}, "are min, max"),
    ],
)
def test_an_unknown_field_is_told_with_those_that_there_are(
    run: Run, tmp_path: Path, given: dict[str, object], fields: str
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"book": "edz-2020", "outcome": "1"} | given), encoding="utf-8")
    error = run.error("settle", str(file))
    assert error["code"] == "input/bad-shape"
    assert str(error["message"]).endswith(fields)
