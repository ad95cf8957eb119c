"""What a campaign has shown, clause by clause, kept in two files and a page.

`src/croupier/books/conformance.json` ships with the books: for each clause the code that was seen
to act on it and the tests that failed under its sabotage. `tests/sabotage/record.json` says of
which values and claims that was shown, so that a test can tell when it is out of date.
"""

import hashlib
import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from croupier import books
from croupier.books.conformance import shown
from croupier.books.loader import FOLDER
from tests.clauses import claimed
from tests.sabotage.campaign import Watched, all_changes, by_clause, name_of
from tests.sabotage.running import (
    Claim,
    Result,
    Tests,
    effect,
    group_of,
)
from tests.sabotage.values import Change

CONFORMANCE = FOLDER / "conformance.json"
RECORD = Path(__file__).with_name("record.json")
EXPLAINED = Path(__file__).with_name("explained.toml")
SOURCE = FOLDER.parent.parent
TELLING = ("notation", "odds", "server", "cli", "pictures", "history", "client", "lab", "protocol")
"""The packages that show and describe what the others decide."""
CITING = ("croupier.rules.book.Book.losing_clause",)
"""What only chooses the clause to cite, and decides nothing."""


@dataclass
class Counts:
    """What came of a group of sabotages."""

    values: int = 0
    values_noticed: int = 0
    values_refused: int = 0
    checks: int = 0
    checks_noticed: int = 0
    survivors: list[str] = field(default_factory=list)

    def add(self, result: Result) -> None:
        if result.state == "no-effect":
            return
        if isinstance(result.sabotage, Change):
            self.values += 1
            self.values_noticed += result.state == "noticed"
            self.values_refused += result.state == "refused"
        else:
            self.checks += 1
            self.checks_noticed += result.state == "noticed"
        if result.survived:
            self.survivors.append(str(result))


def shown_of(book_id: str, clause: str) -> str:
    """A hash of what a clause gives the book: when it changes, nothing is shown of it any more."""
    data: Any = _data(book_id)
    values = []
    for key in books.load(book_id).clauses[clause].values:
        value = data
        for name in key.split("."):
            value = value[name]
        values.append((key, value))
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()[:16]


@cache
def _data(book_id: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{book_id}.toml").read_text("utf-8"))


def claims_now() -> dict[str, dict[str, dict[str, Any]]]:
    """What is claimed of each clause today, and of which values."""
    return {
        book_id: {
            clause: {"values": shown_of(book_id, clause), "claims": tests}
            for clause, tests in of_book.items()
        }
        for book_id, of_book in claimed().items()
    }


def code_named(name: str) -> bool:
    """Whether there is a module, class or function of a dotted name; nothing is imported for it."""
    at = SOURCE.joinpath(*name.split("."))
    if at.is_dir() or at.with_suffix(".py").is_file():
        return True
    around = at.parent
    while not around.with_suffix(".py").is_file() and around != SOURCE:
        around = around.parent
    module = around.with_suffix(".py")
    return module.is_file() and bool(
        re.search(rf"^ *(def|class) {at.name}\b", module.read_text("utf-8"), re.MULTILINE)
    )


def _code_gone(book_id: str, clause: str) -> bool:
    seen = shown(book_id, clause)
    return not all(code_named(name) for name in (*seen.enforced_by, *seen.told_by))


def stale() -> set[Claim]:
    """The clauses of which the record shows nothing, something else, or code that is gone."""
    kept = json.loads(RECORD.read_text("utf-8"))["shown"] if RECORD.exists() else {}
    return {
        (book_id, clause)
        for book_id, of_book in claims_now().items()
        for clause, now in of_book.items()
        if kept.get(book_id, {}).get(clause) != now or _code_gone(book_id, clause)
    }


def keep(
    results: list[Result],
    tests: Tests,
    seen: Watched,
    clauses: set[Claim],
    *,
    refused: list[Result],
    whole: bool,
) -> None:
    """Write down what was shown of these clauses; unless they are all, of the others it stays."""
    conformance = json.loads(CONFORMANCE.read_text("utf-8"))
    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    groups = {} if whole else record["groups"]
    counts: dict[str, Counts] = {}
    for result in results:
        counts.setdefault(" ".join(group_of(result.sabotage)), Counts()).add(result)
    groups |= {name: asdict(of_group) for name, of_group in counts.items()}
    proven, unnoticing = by_clause(results, tests)
    now, made, parts = claims_now(), {}, parts_of()
    kept = {} if whole else record.get("unnoticing", {})
    for book_id in books.ids():
        made[book_id] = {
            clause: _shown(
                tests,
                seen,
                (book_id, clause),
                parts[book_id, clause],
                proven[book_id, clause]
                if (book_id, clause) in clauses
                else conformance[book_id][clause]["proven_by"],
            )
            for clause in books.load(book_id).clauses
        }
    CONFORMANCE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    written = {
        "shown": now,
        "unnoticing": {
            book_id: {
                clause: sorted({*of_clause} & {*now[book_id][clause]["claims"]})
                for clause in books.load(book_id).clauses
                if (
                    of_clause := unnoticing[book_id, clause]
                    if (book_id, clause) in clauses
                    else kept.get(book_id, {}).get(clause, ())
                )
            }
            for book_id in books.ids()
        },
        "groups": dict(sorted(groups.items())),
        "refusals": _refusals(refused),
    }
    RECORD.write_text(json.dumps(written, indent=1) + "\n", "utf-8")


def _refusals(results: Iterable[Result]) -> dict[str, int]:
    """How many changed books each check of the loader refused."""
    refused = [result.refused_at for result in results if result.state == "refused"]
    return dict(Counter(f"`{site}`" if site is not None else "the schema" for site in refused))


def parts_of() -> dict[Claim, set[str]]:
    """The parts of a book that what a clause gives it ends up in."""
    found: dict[Claim, set[str]] = defaultdict(set)
    for change in all_changes():
        if not change.citation:
            parts = {*effect(change).reached} - {"clauses", "readings"}
            for clause in change.clauses:
                found[change.book, clause] |= parts
    return found


def _shown(
    tests: Tests, seen: Watched, claim: Claim, parts: Collection[str], proven: Collection[str]
) -> dict[str, list[str]]:
    """What acts on a clause and what proves it, as it was seen."""
    proving = [item for item in tests.claiming.get(claim, ()) if name_of(item) in proven]
    readers = {
        reader
        for item in proving
        for part, reader in seen.reads.get(item.nodeid, ())
        if part in parts
    }
    refusing = {
        str(site)
        for item in proving
        for clause, _, site in seen.refusals.get(item.nodeid, ())
        if clause == claim[1]
    }
    acting = readers | refusing
    telling = {name for name in acting if name.split(".")[1] in TELLING or name in CITING}
    return {
        "enforced_by": sorted(acting - telling),
        "told_by": sorted(telling),
        "proven_by": sorted({name_of(item) for item in proving}),
    }


def explanations() -> dict[str, str]:
    """The survivors that are explained, and why."""
    return {
        one["survivor"]: one["why"]
        for one in tomllib.loads(EXPLAINED.read_text("utf-8")).get("explained", [])
    }


def unnoticing() -> list[str]:
    """The claims whose tests ran against a sabotage of their clause and noticed none."""
    kept = json.loads(RECORD.read_text("utf-8")).get("unnoticing", {})
    return [
        f"{book_id} {clause}: {test}"
        for book_id, of_book in kept.items()
        for clause, tests in of_book.items()
        for test in tests
    ]


def refused_otherwise(refused: Iterable[Result]) -> set[Claim]:
    """The first clauses of which the loader now refuses more or fewer changes than on record."""
    groups = json.loads(RECORD.read_text("utf-8"))["groups"]
    now = Counter(group_of(result.sabotage) for result in refused)
    return {
        (book_id, clause)
        for book_id, of_book in claimed().items()
        for clause in of_book
        if now[book_id, clause]
        != groups.get(f"{book_id} {clause}", {"values_refused": 0})["values_refused"]
    }


def survivors() -> list[str]:
    """What survived, by the record."""
    groups = json.loads(RECORD.read_text("utf-8"))["groups"].values()
    return [survivor for of_group in groups for survivor in of_group["survivors"]]
