"""Every command has an example in its help, and the examples run in the order of their list."""

import json
import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from croupier import books
from croupier.cli.examples import EXAMPLES
from tests.cli.terminals import process
from tests.cli.test_commands import EXAMPLE as ROUND
from tests.cli.test_commands import Run
from tests.cli.test_help import COMMANDS
from tests.cli.test_house_commands import played

__all__ = ["played"]

DEMO = Path(__file__).parents[2] / "src/croupier/notation/demo"
OF_A_RECORD = ("verify", "journal", "export", "backup", "restore", "archive")
ELSEWHERE = {
    *("serve", "demo", "fair record", "fair check", "staff reset-second-factor"),
    *("prepare", "move"),
}
"""Examples that run until stopped, or that need what these files have not: other tests have it."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "round.json").write_text(json.dumps(ROUND), "utf-8")
    (tmp_path / "round.toml").write_text(min(DEMO.iterdir()).read_text("utf-8"), "utf-8")
    numbers = " ".join(books.load("racetrack-2012").wheel.order * 60)
    (tmp_path / "numbers.txt").write_text(numbers, "utf-8")
    return tmp_path


def typed(run: Run, name: str, line: str, code: int = 0) -> str:
    program, *arguments = shlex.split(line)
    assert program == "croupier"
    assert " ".join(arguments).startswith(name)
    return run(*arguments, code=code)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


def test_every_command_has_one_example() -> None:
    alone = {
        " ".join(path) for path, command in COMMANDS.items() if not hasattr(command, "commands")
    }
    assert set(EXAMPLES) == alone


def test_the_examples_run_one_after_the_other(run: Run, here: Path) -> None:
    for name, line in EXAMPLES.items():
        if name not in ELSEWHERE and name not in OF_A_RECORD:
            typed(run, name, line)
    for file in ("sheet.html", "report.json", "felt.svg", "wheel.svg"):
        assert (here / file).stat().st_size > 1000


def test_the_examples_of_a_record_run(run: Run, here: Path, played: Path) -> None:
    shutil.copytree(played, here / "croupier-data")
    for name in OF_A_RECORD:
        typed(run, name, EXAMPLES[name].replace("roulette-1", "edz-2020"))
    assert (here / "wagers.csv").read_text("utf-8").count(",red,red,100,") == 3


@pytest.mark.parametrize("columns", ["40", "80"])
def test_an_example_can_be_copied_from_the_help(columns: str) -> None:
    for name in ("staff appoint", "lab validate"):
        shown = process(*name.split(), "--help", env={"COLUMNS": columns}).stdout.decode()
        example = shown.partition("Example:\n")[2]
        assert shlex.split(example.replace("\\\n", "")) == shlex.split(EXAMPLES[name])


@pytest.mark.parametrize("path", [os.defpath, str(Path(sys.executable).parent)])
def test_the_demo_names_the_program_as_the_shell_finds_it(tmp_path: Path, path: str) -> None:
    shown = process("demo", env={"PATH": path}, cwd=tmp_path).stdout.decode()
    program = shown.partition("What to try next")[2].split("\n")[1].split(" books ")[0]
    found = shutil.which(program, path=path)
    assert found is not None
    assert Path(found) == Path(sys.executable).with_name("croupier")
