"""docs/asvs.md: every requirement once, nothing met that no test shows, a reason for the rest."""

import ast
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.test_guarantees import LINK, ROOT, functions, named

PAGE = ROOT / "docs" / "asvs.md"
TEXT = PAGE.read_text(encoding="utf-8")
STATUSES = ("met", "not applicable", "not met", "operator")
IDS = """
1: 1.1-2 2.1-9 3.1-11 4.1-3 5.1-2
2: 1.1-3 2.1-3 3.1-4 4.1
3: 2.1-2 3.1-4 4.1-6 5.1-5 7.1-2
4: 1.1-3 2.1 3.1-2 4.1-4
5: 1.1 2.1-3 3.1-2 4.1-3
6: 1.1-3 2.1-12 3.1-4 4.1-4 5.1-5 6.1-3 8.1-4
7: 1.1-3 2.1-4 3.1-2 4.1-5 5.1-2 6.1-2
8: 1.1-2 2.1-3 3.1 4.1
9: 1.1-3 2.1-4
10: 1.1-2 2.1-2 3.1-4 4.1-11 5.1-5 6.1-2 7.1-3
11: 1.1-2 2.1-3 3.1-3 4.1-4 5.1 6.1
12: 1.1-3 2.1-2 3.1-4
13: 1.1 2.1-5 3.1-2 4.1-5
14: 1.1-2 2.1-4 3.1-3
15: 1.1-3 2.1-3 3.1-7
16: 1.1 2.1-5 3.1-4 4.1-3 5.1-3
17: 1.1 2.1-4 3.1-2
"""
"""The requirements of levels 1 and 2 of version 5.0.0, by chapter and section."""
LEVEL_1 = """
1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1
3.4.2 3.5.1 3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5
6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2
8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1
12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1
"""


class Row(NamedTuple):
    """A requirement and what becomes of it."""

    id: str
    level: str
    asks: str
    status: str
    how: str
    tests: str


def rows() -> list[Row]:
    """Every row of every chapter."""
    lines = [line for line in TEXT.splitlines() if re.match(r"\| \d+\.\d+\.\d+ \|", line)]
    return [Row(*(cell.strip() for cell in line[1:-1].split("|"))) for line in lines]


def ids() -> list[str]:
    """Every requirement of the two levels, in order."""
    found = []
    for line in IDS.split("\n")[1:-1]:
        chapter, _, sections = line.partition(": ")
        for section in sections.split():
            name, _, places = section.partition(".")
            first, _, last = places.partition("-")
            found += [f"{chapter}.{name}.{n}" for n in range(int(first), int(last or first) + 1)]
    return found


EACH = pytest.mark.parametrize("row", rows(), ids=lambda row: row.id)


def test_every_requirement_is_there_once_and_in_order() -> None:
    assert len(ids()) == 253
    assert [row.id for row in rows()] == ids()


def test_every_requirement_has_its_level() -> None:
    assert len(LEVEL_1.split()) == 70
    assert [row.id for row in rows() if row.level == "1"] == LEVEL_1.split()
    assert {row.level for row in rows()} == {"1", "2"}


@EACH
def test_what_is_met_is_shown_by_tests_that_exist(row: Row) -> None:
    assert row.status in STATUSES
    assert row.asks
    assert row.how, "how it is met, or why not"
    shown = named(row.tests)
    assert bool(shown) == (row.status == "met")
    assert len(shown) == len([part for part in row.tests.split("; ") if part])
    for label, path, tests in shown:
        assert label == path
        missing = [test for test in tests if test not in functions(path)]
        assert not missing, f"{path} has no {missing}"
        for test in tests:
            marks = " ".join(ast.unparse(mark) for mark in functions(path)[test].decorator_list)
            assert "skip" not in marks
            assert "xfail" not in marks


@EACH
def test_what_is_the_operators_says_where_they_are_told(row: Row) -> None:
    if row.status == "operator":
        assert "(operations.md#" in row.how


def test_the_summary_adds_up() -> None:
    counted: dict[str, Counter[str]] = {}
    for row in rows():
        counted.setdefault(row.id.partition(".")[0], Counter())[row.status] += 1
    lines = [
        " | ".join(str(n) for n in (*(one[status] for status in STATUSES), one.total()))
        for one in (*counted.values(), sum(counted.values(), Counter()))
    ]
    summary = TEXT.partition("## Summary")[2].partition("\n## ")[0]
    _, _, *shown = [line for line in summary.splitlines() if line.startswith("|")]
    assert [line.strip("| ").partition(" | ")[2] for line in shown] == lines


def test_links_of_the_page_lead_somewhere() -> None:
    for _, target in LINK.findall(TEXT):
        path, _, anchor = target.partition("#")
        if "://" in path:
            continue
        file = PAGE.parent / path if path else PAGE
        assert file.is_file(), target
        if anchor:
            assert anchor in anchors(file), target


def anchors(file: Path) -> set[str]:
    headings = re.findall(r"(?m)^#+ (.+)$", file.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", one).strip().lower().replace(" ", "-") for one in headings}
