"""docs/guarantees.md: every promise is there, and the tests and modules that it names exist."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "guarantees.md"
THREATS = ROOT / "docs" / "threat-model.md"
PROMISED = (*range(1, 21), 24, 25, 27, 28, 29, 30)
PARTS = ("**Guarantee.** ", "**Kept by** ", "**Shown by**", "**Not covered.** ")
TITLE = re.compile(r"^## (\d+)\. .+$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
TESTS = re.compile(r"\[(tests/\S+\.py)\]\(\.\./(\S+)\) — (test_\w+(?:, test_\w+)*)")
MODULE = re.compile(r"`(croupier\.[a-z_.]+)`")


class Named(NamedTuple):
    """Tests of one file, as a promise names them."""

    label: str
    path: str
    tests: list[str]


def promises() -> list[tuple[int, str]]:
    """Every numbered section of the page."""
    _, *parts = TITLE.split(PAGE.read_text(encoding="utf-8"))
    return [(int(number), text) for number, text in zip(parts[::2], parts[1::2], strict=True)]


def named(text: str) -> list[Named]:
    return [Named(label, path, names.split(", ")) for label, path, names in TESTS.findall(text)]


@cache
def functions(path: str) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The tests of a file, those of its classes too."""
    nodes = ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name: node for node in nodes if isinstance(node, kinds)}


EACH = pytest.mark.parametrize("text", [pytest.param(t, id=str(n)) for n, t in promises()])


def test_every_promise_is_there_once_and_in_order() -> None:
    assert [number for number, _ in promises()] == list(PROMISED)


@EACH
def test_a_promise_says_what_how_by_which_tests_and_what_not(text: str) -> None:
    places = [text.find(part) for part in PARTS]
    assert -1 not in places
    assert places == sorted(places)
    assert all(text.count(part) == 1 for part in PARTS)


@EACH
def test_a_promise_names_tests_that_exist(text: str) -> None:
    shown = text.partition(PARTS[2])[2].partition(PARTS[3])[0]
    lines = shown.strip().splitlines()
    assert lines
    assert len(named(shown)) == len(lines), "each line names a file and its tests, and no more"
    for label, path, tests in named(text):
        assert label == path
        assert (ROOT / path).is_file(), path
        missing = [test for test in tests if test not in functions(path)]
        assert not missing, f"{path} has no {missing}"
        assert len(set(tests)) == len(tests)


@EACH
def test_what_shows_a_promise_is_expected_to_pass(text: str) -> None:
    for _, path, tests in named(text.partition(PARTS[3])[0]):
        for test in tests:
            marks = " ".join(ast.unparse(mark) for mark in functions(path)[test].decorator_list)
            assert "xfail" not in marks
            assert "skip" not in marks


@EACH
def test_a_promise_names_modules_that_exist(text: str) -> None:
    kept = text.partition(PARTS[1])[2].partition(PARTS[2])[0]
    modules = MODULE.findall(kept)
    assert modules
    for module in modules:
        assert (ROOT / "src" / f"{module.replace('.', '/')}.py").is_file(), module


def test_every_link_of_the_page_leads_to_a_file() -> None:
    for _, target in LINK.findall(PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / target).is_file(), target


def test_every_defence_is_shown_by_tests_that_exist() -> None:
    defended = (
        THREATS.read_text(encoding="utf-8")
        .partition("## What is defended")[2]
        .partition("\n## ")[0]
    )
    _, _, *rows = [line for line in defended.splitlines() if line.startswith("|")]
    assert rows
    for row in rows:
        assert named(row), row
        for label, path, tests in named(row):
            assert label == path
            missing = [test for test in tests if test not in functions(path)]
            assert not missing, f"{path} has no {missing}"
