"""The marks by which a test says that it proves clauses of a book.

`make sabotage` takes them at their word: it changes what a clause gives the book, and a test that
claims the clause must then fail.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from croupier import books

F = TypeVar("F", bound=Callable[..., object])
ROOT = Path(__file__).parent.parent


def proves(book_ids: str, *clauses: str) -> Callable[[F], F]:
    """Say that a test proves these clauses of these books (several ids, or ``*`` for all five)."""
    claimed = []
    for book_id in books.ids() if book_ids == "*" else book_ids.split():
        for clause in clauses:
            assert clause in books.load(book_id).clauses, f"{book_id} has no clause {clause}"
            claimed.append((book_id, clause))

    def mark(test: F) -> F:
        vars(test).setdefault("claims", []).extend(claimed)
        return test

    return mark


def proves_what_it_claims(parameter: str) -> Callable[[F], F]:
    """Say that each case of a test proves what this parameter of it ``claims``."""

    def mark(test: F) -> F:
        vars(test)["claims_by"] = parameter
        return test

    return mark


def cites(test: F) -> F:
    """Say that a test notices when a value cites another clause than its own.

    That is the least that every citation needs; it proves no clause.
    """
    vars(test)["cites"] = True
    return test


def claims_of(test: Any, parameters: dict[str, Any]) -> list[tuple[str, str]]:
    """The books and clauses that a test claims, called with these parameters.

    A case that is about one book claims nothing of the others.
    """
    if (by := getattr(test, "claims_by", None)) is not None:
        return list(getattr(parameters[by], "claims", ()))
    about = {book_id for value in parameters.values() if (book_id := _book_of(value)) is not None}
    claimed: list[tuple[str, str]] = getattr(test, "claims", [])
    return [(book_id, clause) for book_id, clause in claimed if not about or book_id in about]


def _book_of(value: object) -> str | None:
    book_id = getattr(value, "id", value)
    return book_id if isinstance(book_id, str) and book_id in books.ids() else None


def claimed() -> dict[str, dict[str, list[str]]]:
    """The tests and golden rounds that claim each clause, read from their files."""
    found: dict[str, dict[str, list[str]]] = {book_id: defaultdict(list) for book_id in books.ids()}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, book_ids, clauses in _marks(path):
            for book_id in books.ids() if book_ids == "*" else book_ids.split():
                for clause in clauses:
                    found[book_id][clause].append(f"{path.relative_to(ROOT).as_posix()}::{name}")
    for path in sorted((ROOT / "tests/golden").glob("*/*.round.toml")):
        golden = tomllib.loads(path.read_text("utf-8"))
        of_books = golden.get("books") or {golden["book"]: golden.get("proves", ())}
        for book_id, clauses in of_books.items():
            for clause in clauses:
                found[book_id][clause].append(path.relative_to(ROOT).as_posix())
    return {
        book_id: {clause: found[book_id].get(clause, []) for clause in books.load(book_id).clauses}
        for book_id in books.ids()
    }


def _marks(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text if "@proves(" in text else "")):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "proves":
                    book_ids, *clauses = [ast.literal_eval(argument) for argument in mark.args]
                    yield node.name, book_ids, clauses
