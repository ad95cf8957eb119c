"""docs/architecture.md says in which few files something is added, and it is so.

What is there already is looked for by name. A command is added in a scratch copy: it has a line of
notation, a permission, a record and a line of the audit trail by its module, one import and its
words.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.house import COMMANDS, EVENTS
from croupier.office import EVENTS as OF_THE_OFFICE

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "croupier"
DOC = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

MATTER = '''
"""Meals: what a player is offered while they play."""

from typing import ClassVar, Literal

from croupier.house.base import TableCommand, TableEvent
from croupier.house.checks import barred
from croupier.house.permissions import Permission
from croupier.house.state import TableState
from croupier.round.base import Actor, Decision, Line
from croupier.rules.positions import Position


class MealOffered(TableEvent, frozen=True, kw_only=True):
    """A player was offered a meal."""

    name: ClassVar[str] = "meal.offered"
    player: str
    course: Literal["soup", "steak"]
    guests: int
    by: Actor

    def change(self, table: TableState) -> None:
        table.slips.setdefault(self.player, {})


class OfferMeal(TableCommand, frozen=True, kw_only=True, tag="offer-meal"):
    """Staff offer a player a meal."""

    allowed = Permission(Position.PIT_SUPERVISOR)
    lines = (
        Line(
            "{by}: offers {player} {course} for {guests}",
            "pit-supervisor: offers seat-1 soup for 2",
        ),
    )
    leads_to = MealOffered
    player: str
    course: Literal["soup", "steak"]
    guests: int

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        if (no := barred(table, self.player)) is not None:
            return no
        meal = MealOffered(player=self.player, course=self.course, guests=self.guests, by=actor)
        return [meal]
'''.lstrip()

WORDS = {
    "en": "{player} is offered {course} for {guests}",
    "zh": "{player}：{guests} 位，{course}",
}

TRIED = '''
import msgspec

from croupier import books
from croupier.house import AnyCommand, decide
from croupier.house.meals import MealOffered, OfferMeal
from croupier.journal.memory import MemoryStore
from croupier.notation import export, read, walk, write
from croupier.notation.table import table_of
from croupier.history.audit import line
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.server.live.steps import steps
from croupier.table.codec import CODEC

asked = OfferMeal(player="seat-1", course="steak", guests=3)
sent = b'{"type":"offer-meal","player":"seat-1","course":"steak","guests":3}'
assert msgspec.json.decode(sent, type=AnyCommand) == asked

FILE = """format = 1
book = "sands-2019"
title = "A meal"
players.seat-1 = { cash-chips = 5 }
actions = [
    "pit-supervisor Ana: offers seat-1 steak for 3",
    "dealer: offers seat-1 soup for 1 => refused",
]
"""
shift = read(FILE)
assert write(shift) == FILE
[walked] = walk(shift)
assert walked.differences == ()
[event, refused] = walked.events
ana = Actor("Ana", Position.PIT_SUPERVISOR)
assert event == MealOffered(player="seat-1", course="steak", guests=3, by=ana)
assert refused.code == "position/not-allowed"
assert walked.steps[0].says == "seat-1 is offered steak for 3"

stored = CODEC.entry("table", 1, 0, event)
assert CODEC.event(stored) == event
exported = export([event], books.load("sands-2019"), before=table_of(shift))
assert [step.line for step in walk(exported)[0].steps] == [
    "pit-supervisor Ana: offers seat-1 steak for 3"
]
assert line(event).who == ana
[step] = [one for one in steps(table_of(shift), ana) if one.command == "offer-meal"]
assert step.allowed
print("tried to the end")
'''


OF_MANY = re.compile(r"^(books|words)/[^/]+?(\.toml|/\w+\.json)$")
"""The books, and the catalogues of each language."""


def _section(title: str) -> str:
    return DOC.partition(f"# {title}\n")[2].partition("\n#")[0]


ROWS = [
    pytest.param(
        *(cell.strip() for cell in row.strip("|").split("|")), id=row.split("|")[1].strip()
    )
    for row in _section("How to add").splitlines()
    if row.startswith("| a ")
]


@pytest.mark.parametrize(("what", "example", "where"), ROWS)
def test_what_is_there_already_stands_in_the_files_that_the_page_names(
    what: str, example: str, where: str
) -> None:
    named = set(re.findall(r"`([^`]+\.(?:py|toml|json))`", where))
    assert named, what
    if what == "a book":
        assert Path(ROOT / re.findall(r"`(tests/[^`]+)`", example)[0]).exists()
        return
    names = re.findall("`([^`]+)`", example)
    assert _mentioning(names) == named


def _mentioning(names: list[str]) -> set[str]:
    """The files of the program that name it; strategies of the lab name wagers as players do."""
    found = set()
    for path in SOURCE.rglob("*"):
        within = path.relative_to(SOURCE).as_posix()
        if path.suffix not in (".py", ".toml", ".json"):
            continue
        if within.startswith(("lab/", "notation/demo/", "server/static", "books/conformance")):
            continue
        text = path.read_text(encoding="utf-8")
        if any(name in text for name in names):
            found.add(OF_MANY.sub(r"\1/*\2", within))
    return found


def test_every_question_is_answered_where_the_page_says() -> None:
    asked = DOC.partition("### Where to look")[2].partition("\n## ")[0]
    rows = re.findall(r"(?m)^\| (.+\?) \| `(.+)` \| `(.+)` \|$", asked)
    assert len(rows) == 20
    for question, path, name in rows:
        assert name in (SOURCE / path).read_text("utf-8"), question


def test_a_wager_goes_through_a_dozen_stations_at_most() -> None:
    stations = re.findall(r"(?m)^\| (\d+) \| `([^`]+)` \|", _section("How a wager flows"))
    assert [int(number) for number, _ in stations] == list(range(1, len(stations) + 1))
    assert 2 < len(stations) <= 12
    assert all((SOURCE / module).exists() for _, module in stations)


def test_the_page_names_every_matter_and_every_matter_is_there() -> None:
    for package in ("round", "house", "office"):
        [row] = re.findall(rf"(?m)^\| `{package}` \| (.*?) \|", _section("A matter is a module"))
        kinds = (*COMMANDS, *EVENTS, *OF_THE_OFFICE)
        base = f"croupier.{package}."
        defined = {
            kind.__module__.removeprefix(base) for kind in kinds if kind.__module__.startswith(base)
        }
        assert set(re.findall("`([^`]+)`", row)) == defined - {"base"}


def test_a_command_takes_its_module_one_import_and_its_words(tmp_path: Path) -> None:
    package = tmp_path / "croupier"
    ignored = shutil.ignore_patterns("__pycache__", "static", "demo")
    shutil.copytree(ROOT / "src" / "croupier", package, ignore=ignored)
    (package / "house" / "meals.py").write_text(MATTER, encoding="utf-8")
    _edit(package / "house" / "evolve.py", "    limits,\n", "    limits,\n    meals,\n")
    for language, words in WORDS.items():
        events = package / "words" / language / "events.json"
        more = json.loads(events.read_text(encoding="utf-8")) | {"meal.offered": words}
        events.write_text(json.dumps(more), encoding="utf-8")
    tried = subprocess.run(
        [sys.executable, "-c", TRIED],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert tried.stdout.endswith("tried to the end\n"), tried.stderr


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
