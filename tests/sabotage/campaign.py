"""The whole campaign: watch the claiming tests, list the sabotages, try each."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

import pytest

from croupier import books
from tests.sabotage.checks import Check, LoaderCheck, Site
from tests.sabotage.running import (
    OF_THE_LOADER,
    ROOT,
    Claim,
    Result,
    Sabotage,
    Tests,
    at_once,
    attempt_group,
    grouped,
    watched,
)
from tests.sabotage.values import Change, changes

AT_A_TIME = 20
"""Tests watched in one process."""


Proving = defaultdict[Claim, set[str]]


@dataclass
class Watched:
    """What was seen of each test while nothing was changed."""

    reads: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    refusals: dict[str, set[tuple[str, str, Site]]] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)


def claiming_files() -> list[str]:
    """The test files that claim a clause."""
    found = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")]
    claims = re.compile(r"^ *@(proves|cites)", re.MULTILINE)
    return sorted(
        path
        for path in found
        if OF_THE_LOADER.match(path) or claims.search((ROOT / path).read_text("utf-8"))
    )


def watch(tests: Tests, workers: int) -> Watched:
    """Run every claiming test once, unchanged, and remember what it does."""
    seen = Watched()
    items = tests.all()
    chunks = [items[at::AT_A_TIME] for at in range(AT_A_TIME)]
    works = [partial(_watch_some, chunk) for chunk in chunks if chunk]
    for _, answers in at_once(works, workers):
        for nodeid, seconds, came, reads, refusals in answers:
            if came == "failed":
                seen.failing.append(nodeid)
            if came != "passed":
                continue
            tests.seconds[nodeid] = seconds
            seen.reads[nodeid] = {(part, reader) for part, reader in reads}
            seen.refusals[nodeid] = {(c, code, Site(*site)) for c, code, *site in refusals}
    return seen


def _watch_some(items: Sequence[pytest.Function]) -> list[object]:
    return [(item.nodeid, *watched(item)) for item in items]


def checks(tests: Tests, seen: Watched) -> Iterator[Check]:
    """Every check that refused by a clause while a test that claims the clause ran."""
    found: dict[tuple[Claim, Site], Check] = {}
    for (book, clause), items in tests.claiming.items():
        for item in items:
            for cited, code, site in sorted(seen.refusals.get(item.nodeid, ())):
                if cited == clause:
                    found.setdefault(((book, clause), site), Check(book, clause, code, site))
    yield from found.values()


@cache
def all_changes() -> tuple[Change, ...]:
    """Every change to every book."""
    return tuple(change for book_id in books.ids() for change in changes(book_id))


def tried(listed: Iterable[Sabotage], tests: Tests, workers: int) -> Iterator[Result]:
    """What came of each sabotage."""
    groups = sorted(grouped(listed), key=len, reverse=True)
    works = [partial(attempt_group, group, tests) for group in groups]
    for at, answers in at_once(works, workers):
        for sabotage, said in zip(groups[at], answers, strict=True):
            yield Result(
                sabotage,
                said["state"],
                tuple(said["tests"]),
                tuple(said["reached"]),
                said["reason"],
                Site(*said["refused_at"]) if said["refused_at"] else None,
                tuple(said["passed"]),
            )


def name_of(item: pytest.Function) -> str:
    """A test by file and function, a golden round by its file."""
    called = getattr(item, "callspec", None)
    golden = called.params.get("golden") if called is not None else None
    if golden is not None:
        path: Path = golden.path
        return path.relative_to(ROOT).as_posix()
    return f"{item.nodeid.partition('::')[0]}::{item.function.__name__}"


def loader_checks(results: Iterable[Result]) -> list[Sabotage]:
    """The checks of the loader that refused a changed book."""
    sites = {result.refused_at for result in results if result.refused_at is not None}
    return [LoaderCheck(site) for site in sorted(sites)]


def by_clause(results: Iterable[Result], tests: Tests) -> tuple[Proving, Proving]:
    """The tests that noticed a sabotage of a clause that they claim, and those that ran against
    one and never noticed any."""
    claimed = {
        item.nodeid: {claim for claim, items in tests.claiming.items() if item in items}
        for items in tests.claiming.values()
        for item in items
    }
    names = {item.nodeid: name_of(item) for item in tests.all()}
    proven: Proving = defaultdict(set)
    ran: Proving = defaultdict(set)
    for result in results:
        for clause in result.sabotage.clauses:
            claim = (result.sabotage.book, clause)
            for found, among in ((proven, result.tests), (ran, result.passed)):
                found[claim] |= {names[t] for t in among if claim in claimed.get(t, ())}
    return proven, defaultdict(set, {c: of_one - proven[c] for c, of_one in ran.items()})
