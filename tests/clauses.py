"""The mark that a test proves clauses of a book, read from the source by docs/generate.py."""

from collections.abc import Callable
from typing import TypeVar

from croupier import books

F = TypeVar("F", bound=Callable[..., object])


def proves(book_ids: str, *clauses: str) -> Callable[[F], F]:
    """Say that a test proves these clauses of these books (several ids, or ``*`` for all five)."""
    for book_id in books.ids() if book_ids == "*" else book_ids.split():
        for clause in clauses:
            assert clause in books.load(book_id).clauses, f"{book_id} has no clause {clause}"
    return lambda test: test
