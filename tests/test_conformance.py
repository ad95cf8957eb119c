"""Every clause of every book is proven by sabotage, and the record of it is up to date."""

import json
import runpy
from pathlib import Path

import pytest

from croupier import books
from croupier.books.conformance import shown
from tests.clauses import cites, claimed
from tests.sabotage import record, report

ROOT = Path(__file__).parent.parent
GENERATE = runpy.run_path(str(ROOT / "docs/generate.py"))


def test_the_record_is_of_these_values_and_claims() -> None:
    """Sabotage takes minutes: here it is only asked whether what it was done to is still there."""
    assert record.stale() == set(), "run make sabotage, or python -m tests.sabotage --stale"


@pytest.mark.parametrize("book_id", books.ids())
def test_every_clause_is_proven(book_id: str) -> None:
    unproven = [n for n in books.load(book_id).clauses if not shown(book_id, n).proven_by]
    assert unproven == []


@pytest.mark.parametrize("book_id", books.ids())
def test_only_tests_that_claim_a_clause_are_said_to_prove_it(book_id: str) -> None:
    for clause, tests in claimed()[book_id].items():
        assert {*shown(book_id, clause).proven_by} <= {*tests}, clause


@pytest.mark.parametrize("book_id", books.ids())
def test_the_code_that_was_seen_is_there(book_id: str) -> None:
    for clause in books.load(book_id).clauses:
        seen = shown(book_id, clause)
        for name in (*seen.enforced_by, *seen.told_by):
            assert record.code_named(name), name


def test_a_book_of_someone_else_has_no_record() -> None:
    assert shown("american", "3.1").proven_by == ()


@cites
@pytest.mark.parametrize("book_id", books.ids())
def test_the_page_of_a_book_is_up_to_date(book_id: str) -> None:
    page = ROOT / f"docs/books/{book_id}.md"
    assert page.read_text("utf-8") == GENERATE["book_page"](books.load(book_id)), "run make docs"


def test_generated_documents_are_up_to_date() -> None:
    for path, content in GENERATE["documents"]().items():
        assert path.read_text("utf-8") == content, f"{path.name} is out of date: run make docs"
    assert report.PAGE.read_text("utf-8") == report.page()


def test_no_claim_ran_and_noticed_nothing() -> None:
    """A test that never fails under the sabotage of a clause does not prove it.

    A golden round may: that its clauses are at work in it is asked of the round itself.
    """
    marked = [claim for claim in record.unnoticing() if "::" in claim]
    assert marked == [], "remove the mark, or mend the test"


def test_the_report_counts_what_the_loader_refused_once() -> None:
    kept = json.loads(record.RECORD.read_text("utf-8"))
    of_groups = sum(of_group["values_refused"] for of_group in kept["groups"].values())
    assert of_groups == sum(kept["refusals"].values()), "python -m tests.sabotage"


def test_every_explanation_is_needed() -> None:
    assert {*record.explanations()} == {*record.survivors()}
