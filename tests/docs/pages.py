"""Runs what pages show: Python after ``>>>``, and commands after ``$``, one block after the other.

A line ``…`` stands for any lines, and an ellipsis within a line for any text.
"""

import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of a page: its language, its text, and the line at which it begins."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page."""
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        yield Block(found[1], found[2], text.count("\n", 0, found.start()) + 2)


def run_page(page: Path, folder: Path, port: int | None = None) -> int:
    """Run a page in a folder; how many blocks were run. A port replaces that of the page."""
    names: dict[str, Any] = {}
    ran = 0
    with Shell(folder, port) as shell:
        for block in blocks(page):
            text = block.text if port is None else block.text.replace("8001", str(port))
            if block.language == "python" and ">>>" in text:
                run_python(text, names, f"{page.name}, line {block.line}")
            elif block.language == "console":
                shell.run(text, f"{page.name}, line {block.line}")
            else:
                continue
            ran += 1
    return ran


def run_python(text: str, names: dict[str, Any], where: str) -> None:
    """Run the examples of a block, with the names of those before it."""
    test = doctest.DocTestParser().get_doctest(text, names, where, None, None)
    said: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL * 0
    runner = doctest.DocTestRunner(optionflags=flags)
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(said)


class Shell:
    """A shell in a folder; a house that it starts runs until the page needs its record."""

    def __init__(self, folder: Path, port: int | None) -> None:
        self._folder = folder
        self._house: subprocess.Popen[str] | None = None
        programs = folder / "bin"
        programs.mkdir(exist_ok=True)
        for name, what in (("croupier", "-m croupier"), ("python", "")):
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {what} "$@"\n', "utf-8")
            program.chmod(0o755)
        self._env = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONIOENCODING": "utf-8",
        }

    def __enter__(self) -> "Shell":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def run(self, text: str, where: str) -> None:
        """Run the commands of a block and compare what they print."""
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            if shlex.split(command)[:2] == ["croupier", "serve"]:
                self._serve(command)
                continue
            self.stop()
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=self._folder,
                env=self._env,
                capture_output=True,
                encoding="utf-8",
                timeout=300,
                check=False,
            )
            assert done.returncode == 0, f"{where}: {command}\n{done.stderr}"
            printed = done.stdout
            assert alike(expected, printed), f"{where}: {command}\n{printed}"

    def _serve(self, command: str) -> None:
        self._house = subprocess.Popen(
            shlex.split(command),
            cwd=self._folder,
            env=self._env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        assert self._house.stdout is not None
        assert any("Ctrl-C stops the house" in line for line in self._house.stdout)

    def stop(self) -> None:
        """Press Ctrl-C in the terminal of the house, if one runs."""
        if self._house is not None:
            self._house.send_signal(signal.SIGINT)
            self._house.communicate(timeout=120)
            assert self._house.returncode == 0
            self._house = None


def alike(expected: str, printed: str) -> bool:
    """Whether a command printed what the page shows.

    >>> alike("a\\n…\\nc … d\\n", "a\\nb\\nb\\nc and d\\n"), alike("a\\n", "a\\nb\\n")
    (True, False)
    """
    pattern = re.escape(expected.strip()).replace("\\n…", "(?:\\n.*)?").replace("…", ".*")
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None
