"""What a start imports: only what the command that was typed needs."""

import os
import subprocess
import sys

import pytest
import typer.main

from croupier.cli import PANELS, app
from croupier.cli.commands import summary

HEAVY = {"asyncio", "msgspec", "typing_extensions", "rich", "cryptography", "starlette", "numpy"}
ROOT = {"croupier", "croupier.rules", "croupier.rules.refusal"}
ROOT |= {"croupier.cli", "croupier.cli.commands", "croupier.cli.completion"}
ROOT |= {"croupier.cli.printing", "croupier.words"}
"""Our modules that every start imports."""


def imported(*arguments: str) -> set[str]:
    """The modules that Python has imported when the command ends."""
    script = (
        "import atexit, sys\n"
        "atexit.register(lambda: sys.stderr.write(' '.join(sys.modules)))\n"
        f"sys.argv[1:] = {arguments!r}\n"
        "import runpy; runpy.run_module('croupier', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout
    return set(done.stderr.split())


def heavy(modules: set[str]) -> set[str]:
    return HEAVY & {module.partition(".")[0] for module in modules}


def ours(modules: set[str]) -> set[str]:
    return {module for module in modules if module.split(".")[0] == "croupier"}


def test_the_library_imports_nothing_until_it_is_used() -> None:
    script = "import croupier, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    modules = set(done.stdout.split())
    assert ours(modules) == {"croupier"}
    assert heavy(modules) | modules & {"typing", "re"} == set()


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_no_command_is_imported_for_the_version_or_the_help(option: str) -> None:
    modules = imported(option)
    assert heavy(modules) == set()
    assert ours(modules) - {"croupier.cli.examples"} == ROOT, "examples are in the help alone"


def test_a_command_imports_no_other_and_no_colours_for_a_pipe() -> None:
    modules = imported("books")
    assert heavy(modules) == {"msgspec", "typing_extensions"}, "which read the books"
    packages = {module.split(".")[1] for module in ours(modules) - {"croupier"}}
    assert packages == {"cli", "books", "rules", "words"}
    commands = {f"croupier.cli.{name}" for panel in PANELS.values() for name in panel}
    assert modules & commands == {"croupier.cli.books"}


@pytest.mark.parametrize(("typed", "most"), [("--version", 180), ("--help", 180), ("books", 235)])
def test_a_start_imports_few_modules(typed: str, most: int) -> None:
    """156, 157 and 205 in Python 3.11; each takes half a millisecond."""
    assert len(imported(typed)) <= most


def test_the_help_shows_the_first_sentence_of_each_command() -> None:
    group = typer.main.get_command(app)
    shown = {name: text for panel in PANELS.values() for name, text in panel.items()}
    assert shown == {name: summary(command) for name, command in group.commands.items()}  # type: ignore[attr-defined]


def test_completion_lists_the_commands_without_importing_them() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "croupier"],
        env={
            **os.environ,
            "_CROUPIER_COMPLETE": "complete_bash",
            "COMP_WORDS": "croupier re",
            "COMP_CWORD": "1",
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout.split() == ["replay", "restore"]
    assert "croupier.cli.replay" not in done.stderr
