"""Golden rounds, demo rounds and the rounds of the documentation hold what they say."""

import re
from collections import defaultdict
from dataclasses import fields, replace
from pathlib import Path

import pytest

from croupier import books
from croupier.notation import export, read, walk, write
from croupier.notation.actions import StepKind
from croupier.notation.grammar import ACTIONS
from croupier.notation.settlement_lines import RESULTS, HouseNet, PlayerNet, WagerResult
from croupier.notation.table import table_of
from croupier.round.base import Purses
from croupier.round.correction import OutcomeCorrected, RoundResettled, SettledRoundVoided
from croupier.round.interruption import RoundAbandoned
from croupier.round.outcome import RoundSettled
from croupier.round.void import RoundVoided
from croupier.rules.book import Book, Clause
from tests.clauses import proves_what_it_claims
from tests.notation.goldens import Golden, goldens

ROOT = Path(__file__).parent.parent.parent
DEMO = sorted((ROOT / "src/croupier/notation/demo").glob("*.round.toml"))
DOC = (ROOT / "docs/round-notation.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOC, re.DOTALL)
NOT_IN_A_ROUND = {"numbers", "colours", "wheel", "felt"}
"""Sections of a book's data about what a table is and not about what happens at it."""


DEMOS = [Golden(path, "demo", path.read_text("utf-8")) for path in DEMO]

in_each_golden_round = pytest.mark.parametrize("golden", goldens(), ids=str)


@proves_what_it_claims("golden")
@pytest.mark.parametrize("golden", [*goldens(), *DEMOS], ids=str)
def test_a_round_goes_as_its_file_says(golden: Golden) -> None:
    shift = golden.shift()
    assert write(shift) == golden.text, "the file is not in canonical form"
    for walked in walk(shift):
        assert walked.differences == ()
        assert walked.settlement is not None
        said = {type(line) for line in walked.round.settlement}
        assert said >= {WagerResult, PlayerNet, HouseNet}
        refused = [step for step in walked.steps if step.kind in ("refused", "void")]
        assert all(step.action.verdict is not None for step in refused), "a verdict is missing"


@in_each_golden_round
def test_what_goes_back_is_what_the_record_says(golden: Golden) -> None:
    """The lines of a settlement add up to the purses of the events."""
    for walked in walk(golden.shift()):
        assert walked.settlement is not None
        returned: Purses = {}
        number = 0
        for event in walked.events:
            if isinstance(event, RoundSettled | RoundVoided | RoundAbandoned):
                number, returned = event.round, event.returned
            if isinstance(event, OutcomeCorrected | SettledRoundVoided | RoundResettled):
                returned = event.returned if event.round == number else returned
        back = {player: sum(purse.values()) for player, purse in returned.items()}
        totals = {name: one.returned for name, one in walked.settlement.players.items()}
        assert totals == back


@in_each_golden_round
def test_a_golden_round_exports_from_its_record_to_the_same_events(golden: Golden) -> None:
    shift = golden.shift()
    before, walked = table_of(shift), walk(shift)
    record = [event for one in walked for event in one.events]
    exported = export(record, before.book, before=before, own_wheel=shift.own_wheel)
    again = walk(read(write(exported)))
    assert [event for one in again for event in one.events] == record
    assert [one.settlement for one in again] == [one.settlement for one in walked]


@in_each_golden_round
def test_a_wrong_figure_is_caught(golden: Golden) -> None:
    """Whichever figure of whichever line of the settlement is wrong."""
    for walked in walk(golden.shift()):
        expected = walked.round.settlement
        for at, line in enumerate(expected):
            for one in fields(line):
                value = getattr(line, one.name)
                if not isinstance(value, int):
                    continue
                wrong = replace(line, **{one.name: value + 1})
                lines = (*expected[:at], wrong, *expected[at + 1 :])
                file = replace(walked.round, settlement=lines)
                assert replace(walked, round=file).differences, (line, one.name)


@in_each_golden_round
def test_a_wrong_verdict_is_caught(golden: Golden) -> None:
    """Whether it says that something else happened, or by another clause."""
    for walked in walk(golden.shift()):
        for at, step in enumerate(walked.steps):
            if (said := step.action.verdict) is None:
                continue
            other: StepKind = "ok" if said.kind != "ok" else "refused"
            for wrong in (replace(said, kind=other), replace(said, source="2.1")):
                told = replace(step, action=replace(step.action, verdict=wrong))
                steps = (*walked.steps[:at], told, *walked.steps[at + 1 :])
                caught = replace(walked, steps=steps).differences
                assert caught[0] == f"- action {at + 1}: {step.line} => {wrong}"


@in_each_golden_round
def test_a_golden_round_is_of_its_book_and_named_by_what_it_proves(golden: Golden) -> None:
    shift = golden.shift()
    assert shift.book == golden.book
    named = golden.path.name.partition("-")[0]
    if named[0].isdigit():
        assert named in shift.proves, "it is named by a clause that it proves"


def test_titles_tell_the_golden_rounds_of_a_book_apart() -> None:
    titles = defaultdict(list)
    for golden in goldens():
        titles[golden.book].append(golden.shift().title)
    for of_book in titles.values():
        assert len(set(of_book)) == len(of_book)


def test_books_that_share_a_golden_round_share_its_file() -> None:
    """No two files differ only in ``book`` and ``proves``: such a round is one file for all."""
    files: dict[str, set[Path]] = defaultdict(set)
    for golden in goldens():
        files[repr(replace(golden.shift(), book="", proves=()))].add(golden.path)
    assert [paths for paths in files.values() if len(paths) > 1] == []


def test_every_book_has_a_demo_and_golden_rounds() -> None:
    assert {path.name.removesuffix(".round.toml") for path in DEMO} == set(books.ids())
    assert {golden.book for golden in goldens()} == set(books.ids())


def _sections(clause: Clause) -> set[str]:
    """The sections of the book's data that cite a clause."""
    return {value.partition(".")[0] for value in clause.values}


def _happening(book: Book) -> set[str]:
    """The clauses that can happen in a round: those that a section about rounds cites."""
    return {n for n, clause in book.clauses.items() if _sections(clause) - NOT_IN_A_ROUND}


@pytest.mark.parametrize("book_id", books.ids())
def test_every_clause_that_can_happen_in_a_round_has_a_golden_round(book_id: str) -> None:
    shifts = [golden.shift() for golden in goldens() if golden.book == book_id]
    proven = {clause for shift in shifts for clause in shift.proves}
    missing = _happening(books.load(book_id)) - proven
    assert not missing, f"no golden round proves {sorted(missing)}"


@in_each_golden_round
def test_a_clause_that_a_file_proves_is_at_work_in_it(golden: Golden) -> None:
    """A step or a settlement cites it, or cites another clause of the same section of the data."""
    shift = golden.shift()
    book = books.load(shift.book)
    cited: set[str | None] = set()
    for walked in walk(shift):
        assert walked.settlement is not None
        cited |= {step.clause for step in walked.steps}
        cited |= {one.settled.clause for one in walked.settlement.bets}
        cited |= {one.bet.wager.clause for one in walked.settlement.bets}
    known = [clause for clause in book.clauses.values() if clause.number in cited]
    at_work = SILENT.union(*map(_sections, known))
    for clause in shift.proves:
        assert clause in cited or _sections(book.clauses[clause]) & at_work, clause


SILENT = {"as_it_lies", "shared_area", "acting_up", "limits", "stakes", "terminals"}
"""Sections that work without a word: nothing is refused, and nobody is told."""


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: read(text).title)
def test_the_examples_of_the_documentation_hold(text: str) -> None:
    for walked in walk(read(text, "docs/round-notation.md")):
        assert walked.differences == ()
        assert walked.settlement is not None


@pytest.mark.parametrize("form", [*ACTIONS, *RESULTS], ids=lambda form: form.line.template)
def test_every_line_is_documented(form: object) -> None:
    template, example = form.line.template, form.line.example  # type: ignore[attr-defined]
    assert f"| `{template}` | `{example}` |" in DOC
