"""Which values of a book's data cite which clause."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

CITING = frozenset(
    {
        "accepted",
        "clause",
        "continues",
        "not_accepted",
        "over_maximum",
        "placed",
        "settled_stays",
        "under_minimum",
        "voids",
    }
)
"""The keys whose value is a clause."""


def citations(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The keys of a book's data by the clause they cite, in the order of the file."""
    found: dict[str, list[str]] = defaultdict(list)
    for clause, key in _walk(data, ""):
        if key not in found[clause]:
            found[clause].append(key)
    return {clause: tuple(keys) for clause, keys in found.items()}


def _walk(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        if not path and name == "clauses":
            continue
        key = f"{path}.{name}".lstrip(".")
        if path == "irregularities":
            yield value, key
        elif name in CITING and isinstance(value, str):
            yield value, path if name == "clause" else key
        elif name == "also":
            yield from ((clause, path) for clause in value)
        elif isinstance(value, Mapping):
            yield from _walk(value, key)
