"""Which tests prove which clause: a record made from the tests and shipped with the books."""

import json
from functools import cache
from pathlib import Path


@cache
def proofs() -> dict[str, dict[str, list[str]]]:
    """The names of the tests that prove each clause, by book and clause."""
    path = Path(__file__).with_name("conformance.json")
    loaded: dict[str, dict[str, list[str]]] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def tests_of(book_id: str, clause: str) -> list[str]:
    """The tests that prove a clause; none for a book that did not come with croupier."""
    return proofs().get(book_id, {}).get(clause, [])
