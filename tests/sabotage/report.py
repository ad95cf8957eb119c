"""The report of the campaigns, docs/sabotage.md, made from the record of them."""

import json
from collections import Counter
from typing import Any

from croupier import books
from tests.sabotage.record import CONFORMANCE, RECORD, explanations
from tests.sabotage.record import unnoticing as unnoticed
from tests.sabotage.running import ROOT

PAGE = ROOT / "docs/sabotage.md"
INTRODUCTION = """\
<!-- Made by make sabotage: do not edit. -->

# Proof by sabotage

A test that claims to prove a clause must fail when the clause is broken. `make sabotage` breaks
them all, one at a time, and runs the tests that claim the clause:

- **Values.** Every value of a book's data that cites a clause is changed: a number by one, a word
  to another of its kind, a text to another text, numbers and areas of the felt exchanged, an entry
  or a whole section taken out, a citation turned to another clause.
- **Checks.** Every check in the code that was seen to refuse by a clause, while the tests of that
  clause ran, is switched off.
- **The loader.** Some changes make a book that the loader refuses. That counts because the check
  that refused it is itself proven: it too is switched off, and the loader's tests must notice. A
  value that does not fit the schema of the file is refused by the schema.

A citation is noticed by the tests of its clause, or by those that compare citations with tables
typed from the books' texts and with the page of the book; the latter prove no clause.
[Conformance](conformance.md) names, for each clause, the code that was seen to act on it and the
tests that failed. `make test` does the same to a small sample.
"""
RAN = "Ran against changes of their clause and did not notice:"
PLAYED = "Golden rounds that play by the clause and did not notice the changes that were tried:"
NEVER_RAN = (
    "Not seen to run against a change of their clause: the loader refuses every change, or the "
    "clause was last tried before the record said which tests ran:"
)
COLUMNS = ("values", "values_noticed", "values_refused", "checks", "checks_noticed")
HEAD = (
    "| | values changed | noticed by a test | refused by the loader | checks switched off "
    "| noticed by a test |"
)


def page() -> str:
    """The page as it should be."""
    record = json.loads(RECORD.read_text("utf-8"))
    lines = [INTRODUCTION, "## What came of it", "", HEAD, "|---|---|---|---|---|---|"]
    total: Counter[str] = Counter()
    for name in (*books.ids(), "the loader"):
        counts = Counter[str]()
        for group, of_group in record["groups"].items():
            if group.startswith(f"{name} "):
                counts.update({column: of_group[column] for column in COLUMNS})
        total += counts
        lines.append(_row(name, counts))
    lines += [_row("**together**", total), "", *_claims(record)]
    lines += ["## Survivors", "", *(_survivors(record) or ["None."]), ""]
    lines += ["## What the loader refused", "", "| check | changed books |", "|---|---|"]
    lines += [f"| {where} | {count} |" for where, count in sorted(record["refusals"].items())]
    return "\n".join(lines).rstrip() + "\n"


def _row(name: str, counts: Counter[str]) -> str:
    return f"| {name} | {' | '.join(str(counts[column]) for column in COLUMNS)} |"


def _claims(record: dict[str, Any]) -> list[str]:
    """How many claims were seen to hold, and which were not."""
    conformance = json.loads(CONFORMANCE.read_text("utf-8"))
    claims = [
        (book_id, clause, test, test in conformance[book_id][clause]["proven_by"])
        for book_id, of_book in record["shown"].items()
        for clause, shown in of_book.items()
        for test in shown["claims"]
    ]
    held = [claim for claim in claims if claim[3]]
    noticing = {test for *_, test, _ in held}
    lines = [
        f"{len(noticing)} tests and golden rounds noticed. Of their {len(claims)} claims to prove "
        f"a clause of a book {len(held)} were seen to hold.",
        "",
    ]
    unnoticing = {*unnoticed()}
    told: dict[str, list[str]] = {RAN: [], PLAYED: [], NEVER_RAN: []}
    for book, clause, test, holds in claims:
        if not holds:
            ran = f"{book} {clause}: {test}" in unnoticing
            why = NEVER_RAN if not ran else RAN if "::" in test else PLAYED
            told[why].append(f"- {book} {clause}: `{test}`")
    return [
        *lines,
        *(line for why, of_one in told.items() if of_one for line in (why, "", *of_one, "")),
    ]


def _survivors(record: dict[str, Any]) -> list[str]:
    reasons = explanations()
    return [
        f"- {survivor}: {reasons.get(survivor, '**not explained**')}"
        for of_group in record["groups"].values()
        for survivor in of_group["survivors"]
    ]
