"""Runs the claiming tests against one sabotage after another, each in a process of its own.

A pytest plugin: pytest collects the tests once, with everything imported; where it would run them,
this forks. A fork changes one thing, runs the tests that claim the clauses of what it changed, says
which failed and ends. A test that hangs counts as failed.
"""

import gc
import json
import os
import re
import signal
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, Any

import pytest
from _pytest.runner import runtestprotocol

from croupier.rules.catalogue import CatalogueError
from croupier.rules.layout import LayoutError
from croupier.rules.refusal import BookError
from tests.clauses import claims_of
from tests.sabotage.changing import built, caches, put_in_place, reached
from tests.sabotage.checks import (
    Check,
    LoaderCheck,
    NotSwitchableError,
    Site,
    functions,
    relative,
    switch_off,
)
from tests.sabotage.values import Change
from tests.sabotage.watching import watching

ROOT = Path(__file__).parent.parent.parent
HANGS_S = 300
SLOW = 10
TRIES = 10
OF_THE_LOADER = re.compile(r"tests/books/|tests/rules/test_2_layout")
"""The tests that the loader's checks must not be switched off without."""
Sabotage = Change | Check | LoaderCheck
Claim = tuple[str, str]


@dataclass(frozen=True)
class Result:
    """What came of one sabotage."""

    sabotage: Sabotage
    state: str
    """``noticed``, ``survived``, ``refused`` by the loader, ``no-effect`` or ``not-switchable``."""
    tests: tuple[str, ...] = ()
    """The tests that failed."""
    reached: tuple[str, ...] = ()
    """The parts of the book that a change reached."""
    reason: str = ""
    """What the loader said, or which check could not be switched off."""
    refused_at: Site | None = None
    """The check of the loader that refused; None where the shape of the file forbids the value."""
    passed: tuple[str, ...] = ()
    """The tests that ran and did not notice."""

    @property
    def survived(self) -> bool:
        """Whether nobody noticed."""
        return self.state in ("survived", "not-switchable")

    def __str__(self) -> str:
        return f"{self.sabotage} ({self.state})"


class SabotageError(Exception):
    """The sabotage itself failed: no test has noticed anything."""


def in_fork(work: Callable[[], Any]) -> Any:
    """What a function returns in a process of its own; None if that died or hung."""
    sys.stdout.flush()
    with TemporaryFile("w+") as answer:
        if (child := os.fork()) == 0:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(HANGS_S)
            code = 1
            try:
                quiet = os.open(os.devnull, os.O_WRONLY)
                os.dup2(quiet, 1)
                os.dup2(quiet, 2)
                json.dump(work(), answer)
                answer.flush()
                code = 0
            finally:
                os._exit(code)
        os.waitpid(child, 0)
        answer.seek(0)
        text = answer.read()
        return json.loads(text) if text else None


@dataclass
class Tests:
    """The collected tests by the clauses that they claim."""

    __test__ = False

    claiming: dict[Claim, list[pytest.Function]]
    citing: list[tuple[str, pytest.Function]]
    """Those that compare the citations of one book."""
    seconds: dict[str, float]
    """How long each took when nothing was changed; one that failed then proves nothing."""

    @classmethod
    def collected(cls, items: Iterable[pytest.Item]) -> "Tests":
        claiming: dict[Claim, list[pytest.Function]] = defaultdict(list)
        citing = []
        for item in items:
            if not isinstance(item, pytest.Function):
                continue
            called = getattr(item, "callspec", None)
            parameters = called.params if called is not None else {}
            for claim in claims_of(item.function, parameters):
                claiming[claim].append(item)
            if hasattr(item.function, "cites"):
                citing.append((parameters["book_id"], item))
            if OF_THE_LOADER.match(item.nodeid):
                claiming["the loader", "the loader"].append(item)
        return cls(claiming, citing, {})

    def all(self) -> list[pytest.Function]:
        """Every test that claims anything."""
        items = [item for of_one in self.claiming.values() for item in of_one]
        return list(
            {item.nodeid: item for item in [*items, *[item for _, item in self.citing]]}.values()
        )

    def slow(self) -> set[str]:
        """Those that take many times as long as most."""
        usual = median(self.seconds.values())
        return {nodeid for nodeid, seconds in self.seconds.items() if seconds > SLOW * usual}

    def only(self, claims: Collection[Claim]) -> "Tests":
        """Those that claim one of these clauses."""
        claiming = {claim: items for claim, items in self.claiming.items() if claim in claims}
        return Tests(claiming, self.citing, self.seconds)

    def claims(self, item: pytest.Function, sabotage: Sabotage) -> list[str]:
        """The clauses of a sabotage that a test claims."""
        book = sabotage.book
        return [c for c in sabotage.clauses if item in self.claiming.get((book, c), ())]

    def of(self, sabotage: Sabotage) -> list[pytest.Function]:
        """The tests that must notice a sabotage, the quickest first."""
        items = [
            item for c in sabotage.clauses for item in self.claiming.get((sabotage.book, c), ())
        ]
        if isinstance(sabotage, Change) and sabotage.citation:
            items += [item for book, item in self.citing if book == sabotage.book]
        able = {item.nodeid: item for item in items if item.nodeid in self.seconds}
        return sorted(able.values(), key=lambda item: self.seconds[item.nodeid])


def outcome(item: pytest.Function) -> str:
    """Whether a test passes, fails or is skipped."""
    outcomes = {report.outcome for report in runtestprotocol(item, log=False)}
    return next(each for each in ("failed", "skipped", "passed") if each in outcomes)


def watched(item: pytest.Function) -> tuple[float, str, list[Any], list[Any]]:
    """How long a test takes, what comes of it, and what is seen meanwhile."""
    begun = monotonic()
    with watching() as seen:
        came = outcome(item)
    refusals = [(*each, *astuple(site)) for *each, site in seen.refusals]
    return monotonic() - begun, came, sorted(seen.reads), sorted(refusals)


class Shown:
    """What a group of sabotages has shown of the tests so far, so that nothing is run for nothing.

    Once a test has noticed a sabotage, of the others only those are run that have failed for none
    of the group yet, and the slow ones of those only a few times.
    """

    def __init__(self, slow: Collection[str]) -> None:
        self.slow = slow
        self.failed: set[tuple[str, str]] = set()
        """Tests with the clauses that they were seen to prove."""
        self.passed: Counter[str] = Counter()

    def worth_running(self, nodeid: str, clauses: Iterable[str]) -> bool:
        enough = nodeid in self.slow and self.passed[nodeid] >= TRIES
        return not enough and any((nodeid, clause) not in self.failed for clause in clauses)


def attempt(sabotage: Sabotage, tests: Tests, shown: Shown) -> Result:
    """Sabotage one thing and see which tests fail."""
    parts: tuple[str, ...] = ()
    if isinstance(sabotage, Change):
        if (so_far := effect(sabotage)).state != "survived":
            return so_far
        parts = so_far.reached
    items = tests.of(sabotage)
    claims = {item.nodeid: tests.claims(item, sabotage) for item in items}

    def work() -> dict[str, Any]:
        try:
            if isinstance(sabotage, Change):
                put_in_place(sabotage, built(sabotage))
            else:
                switch_off(sabotage.site)
        except NotSwitchableError as no:
            return {"not": str(no)}
        except Exception:
            return {"broken": traceback.format_exc()}
        failed: list[str] = []
        passed: list[str] = []
        for item in items:
            if not failed or shown.worth_running(item.nodeid, claims[item.nodeid]):
                (failed if outcome(item) == "failed" else passed).append(item.nodeid)
        return {"failed": failed, "passed": passed}

    said = in_fork(work) if items else {"failed": [], "passed": []}
    if said is None:
        return Result(sabotage, "noticed", ("a test did not end",), parts)
    if "broken" in said:
        raise SabotageError(f"{sabotage} cannot be put in place:\n{said['broken']}")
    if "not" in said:
        return Result(sabotage, "not-switchable", reason=said["not"])
    failed = tuple(said["failed"])
    shown.failed.update((nodeid, clause) for nodeid in failed for clause in claims[nodeid])
    shown.passed.update(said["passed"])
    state, passed = "noticed" if failed else "survived", tuple(said["passed"])
    return Result(sabotage, state, failed, parts, passed=passed)


@cache
def effect(change: Change) -> Result:
    """What a change does before any test is run: refused by the loader, or the parts it reaches."""
    try:
        parts = reached(change, built(change))
    except BookError as error:
        return Result(change, "refused", reason=str(error), refused_at=refusing(error))
    return Result(change, "survived" if parts else "no-effect", reached=parts)


def refusing(error: BookError) -> Site | None:
    """The check behind a refusal of the loader; None where it is the shape of the file."""
    raised: BaseException = error
    while raised.__context__ is not None:
        raised = raised.__context__
    if not isinstance(raised, BookError | CatalogueError | LayoutError):
        return None
    frames = [frame for frame, _ in traceback.walk_tb(raised.__traceback__)]
    inner = [frame for frame in frames if frame.f_code.co_name != "bad"]
    code, file = inner[-1].f_code, relative(inner[-1].f_code.co_filename)
    assert file is not None
    return Site(file, code.co_qualname, inner[-1].f_lineno)


def attempt_group(group: Sequence[Sabotage], tests: Tests) -> list[dict[str, Any]]:
    """The sabotages of one clause, one after the other."""
    shown, results = Shown(tests.slow()), []
    for sabotage in group:
        result = attempt(sabotage, tests, shown)
        results.append(
            {
                "state": result.state,
                "tests": result.tests,
                "reached": result.reached,
                "reason": result.reason,
                "refused_at": result.refused_at and astuple(result.refused_at),
                "passed": result.passed,
            }
        )
    return results


def grouped(sabotages: Iterable[Sabotage]) -> Iterator[list[Sabotage]]:
    """By book and first clause, so that what one group has shown needs no showing again."""
    groups: dict[Claim, list[Sabotage]] = defaultdict(list)
    for sabotage in sabotages:
        groups[group_of(sabotage)].append(sabotage)
    yield from groups.values()


def group_of(sabotage: Sabotage) -> Claim:
    """The book and the first clause."""
    return sabotage.book, sabotage.clauses[0]


def at_once(works: Sequence[Callable[[], Any]], workers: int) -> Iterator[tuple[int, Any]]:
    """The results of works, so many processes at a time, in the order in which they end."""
    waiting = list(enumerate(works))[::-1]
    running: dict[int, tuple[int, IO[str]]] = {}
    while waiting or running:
        while waiting and len(running) < workers:
            at, work = waiting.pop()
            answer = TemporaryFile("w+")  # noqa: SIM115
            if (child := os.fork()) == 0:
                code = 1
                try:
                    json.dump(work(), answer)
                    answer.flush()
                    code = 0
                except Exception:
                    answer.write(traceback.format_exc())
                    answer.flush()
                finally:
                    os._exit(code)
            running[child] = at, answer
        child, status = os.wait()
        at, said = running.pop(child)
        with said:
            said.seek(0)
            text = said.read()
            assert status == 0, f"a process of the sabotage ended with {status}: {text}"
            yield at, json.loads(text)


class Saboteur:
    """The plugin: in place of running the tests it sabotages what they claim."""

    def __init__(self, campaign: Callable[[Tests], None]) -> None:
        self.campaign = campaign

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from hypothesis import settings  # after pytest, which rewrites its asserts

        import_module("tests.conftest")  # it knows the profile
        settings.load_profile("mutation")
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        caches(), functions()  # found before the forks, and before they are hidden from the search
        gc.collect()
        gc.freeze()
        self.campaign(Tests.collected(session.items))
        return True


def collect(files: Sequence[str], campaign: Callable[[Tests], None]) -> None:
    """Collect these test files and hand their tests to the campaign."""
    arguments = ["-q", "-p", "no:cacheprovider", "--no-header", "--no-summary", *files]
    code = pytest.main(arguments, plugins=[Saboteur(campaign)])
    assert code == 0, f"pytest ended with {code}"
