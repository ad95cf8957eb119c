"""Every clause of every book has a test, or belongs to running rounds and is listed as to come."""

import runpy
from pathlib import Path

import pytest

from croupier import books
from croupier.books.citations import ENFORCED_BY, enforced_by
from croupier.books.schema import BookFile

ROOT = Path(__file__).parent.parent
GENERATE = runpy.run_path(str(ROOT / "docs/generate.py"))
PROOFS = GENERATE["proofs"]()
TO_COME = GENERATE["to_come"]()


@pytest.mark.parametrize("book_id", books.ids())
def test_every_clause_is_proven_or_to_come(book_id: str) -> None:
    proven, coming = set(PROOFS[book_id]), set(TO_COME.get(book_id, []))
    missing = set(books.load(book_id).clauses) - proven - coming
    assert not missing, f"clauses with neither a test nor a place in the list: {sorted(missing)}"
    assert not proven & coming, f"proven already: {sorted(proven & coming)}"
    assert not coming - set(books.load(book_id).clauses)


@pytest.mark.parametrize("book_id", books.ids())
def test_only_what_belongs_to_running_rounds_is_to_come(book_id: str) -> None:
    for number in TO_COME.get(book_id, []):
        values = books.load(book_id).clauses[number].values
        rounds = [key for key in values if key.partition(".")[0] not in ENFORCED_BY]
        settled_stays = ["limits.settled_stays"]
        assert rounds or list(values) == settled_stays, f"{number} is enforced by {values}"


def test_enforcing_modules_exist_and_read_sections_of_the_data() -> None:
    assert set(ENFORCED_BY) <= set(BookFile.__struct_fields__)
    for module in ENFORCED_BY.values():
        assert (ROOT / "src" / (module.replace(".", "/") + ".py")).is_file()
    assert enforced_by(("limits.under_minimum", "wagers.red")) == (
        "croupier.rules.limits",
        "croupier.rules.catalogue",
    )


def test_generated_documents_are_up_to_date() -> None:
    for path, content in GENERATE["documents"]().items():
        assert path.read_text(encoding="utf-8") == content, (
            f"{path.name} is out of date: run make docs"
        )
