"""What enforces and what proves each clause: a record made by sabotage, shipped with the books.

Nobody types it: `make sabotage` breaks what a clause gives the book and switches off what enforces
it, and writes down the code that acted on the clause and the tests that failed.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec


@dataclass(frozen=True, slots=True)
class Shown:
    """The code that acts on a clause, and the tests that prove it."""

    enforced_by: tuple[str, ...] = ()
    """The functions that read the clause's values, or refuse by it."""
    told_by: tuple[str, ...] = ()
    """The functions that only show or describe it."""
    proven_by: tuple[str, ...] = ()
    """The tests that failed when the clause was broken."""


@cache
def _record() -> dict[str, dict[str, Shown]]:
    content = Path(__file__).with_name("conformance.json").read_bytes()
    return msgspec.json.decode(content, type=dict[str, dict[str, Shown]])


def shown(book_id: str, clause: str) -> Shown:
    """The record of a clause; empty for books that do not ship with croupier."""
    return _record().get(book_id, {}).get(clause, Shown())
