"""Prove the proofs: ``python -m tests.sabotage`` changes every value and switches off every check.

With ``--stale`` only what has changed since the record was made; with ``--sample N`` a few
sabotages of N clauses, spread over all books, and nothing is written down.
"""

import argparse
import sys
from collections.abc import Iterable
from functools import partial
from time import monotonic

from tests.clauses import claimed
from tests.sabotage import record, report
from tests.sabotage.campaign import (
    all_changes,
    checks,
    claiming_files,
    loader_checks,
    tried,
    watch,
)
from tests.sabotage.running import (
    Claim,
    Result,
    Sabotage,
    Tests,
    collect,
    effect,
    grouped,
)

OF_EACH = 3
"""Sabotages of one clause in a sample."""


def main() -> int:
    """Run what was asked for; 1 if something survived that nobody explains."""
    asked = _arguments()
    survivors: list[str] = []
    if asked.stale and not record.stale():
        report.PAGE.write_text(report.page(), "utf-8")
        print("the record is up to date")
        return 0
    collect(claiming_files(), partial(_campaign, asked, survivors))
    if unexplained := [each for each in survivors if each not in record.explanations()]:
        print(f"\n{len(unexplained)} survived that nothing explains:")
        print("\n".join(f"  {each}" for each in unexplained))
        return 1
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.sabotage", description=__doc__)
    parser.add_argument("--stale", action="store_true", help="only what changed since the record")
    parser.add_argument("--sample", type=int, metavar="N", help="a few sabotages of N clauses")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    return parser.parse_args()


def _campaign(asked: argparse.Namespace, survivors: list[str], tests: Tests) -> None:
    begun = monotonic()
    clauses = _clauses(asked)
    refused = [] if asked.sample is not None else _refused()
    if asked.stale:
        clauses |= record.refused_otherwise(refused)
    values = _chosen(all_changes(), clauses, asked)
    if asked.sample is not None:
        tests = tests.only({(each.book, clause) for each in values for clause in each.clauses})
    seen = watch(tests, asked.workers)
    for failing in seen.failing:
        print(f"fails unchanged, and so proves nothing: {failing}")
    listed = [*values, *_chosen(checks(tests, seen), clauses, asked)]
    print(f"{len(listed)} sabotages of {len(clauses)} clauses", flush=True)
    results = _told(tried(listed, tests, asked.workers), len(listed))
    if asked.sample is None:
        results += _told(tried(loader_checks(refused), tests, asked.workers), 0)
        record.keep(results, tests, seen, clauses, refused=refused, whole=not asked.stale)
        report.PAGE.write_text(report.page(), "utf-8")
    survivors += [str(result) for result in results if result.survived]
    noticed = sum(result.state == "noticed" for result in results)
    print(f"{len(results)} tried, {noticed} noticed, {monotonic() - begun:.0f} s")


def _refused() -> list[Result]:
    """The changes that the loader refuses."""
    effects = (effect(change) for change in all_changes())
    return [each for each in effects if each.state == "refused"]


def _clauses(asked: argparse.Namespace) -> set[Claim]:
    every = [(book_id, clause) for book_id, of_book in claimed().items() for clause in of_book]
    if asked.stale:
        return record.stale()
    if asked.sample is not None:
        return set(every[:: max(1, len(every) // asked.sample)])
    return set(every)


def _chosen(
    listed: Iterable[Sabotage], clauses: set[Claim], asked: argparse.Namespace
) -> list[Sabotage]:
    """All, or whole groups, so that their counts are whole; of a sample a few each, far apart."""
    if not asked.stale and asked.sample is None:
        return list(listed)
    chosen: list[Sabotage] = []
    for group in grouped(listed):
        touching = [s for s in group if any((s.book, clause) in clauses for clause in s.clauses)]
        if touching and asked.sample is not None:
            chosen += touching[:: max(1, len(touching) // OF_EACH)][:OF_EACH]
        elif touching:
            chosen += group
    return chosen


def _told(results: Iterable[Result], count: int) -> list[Result]:
    """The results, with the survivors told as they come."""
    kept = []
    for result in results:
        kept.append(result)
        if result.survived:
            print(result, flush=True)
        elif len(kept) % 100 == 0:
            print(f"{len(kept)} of {count}", flush=True)
    return kept


if __name__ == "__main__":
    sys.exit(main())
