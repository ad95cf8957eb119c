"""Which values of a book's data cite which clause, and which code reads those values."""

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

ENFORCED_BY: Mapping[str, str] = {
    "numbers": "croupier.rules.wheel",
    "colours": "croupier.rules.catalogue",
    "wheel": "croupier.rules.wheel",
    "felt": "croupier.rules.layout",
    "wagers": "croupier.rules.catalogue",
    "racetrack": "croupier.rules.catalogue",
    "terminals": "croupier.rules.book",
    "bonus": "croupier.rules.bonus",
    "zeros": "croupier.rules.book",
    "irregularities": "croupier.rules.settlement",
    "limits": "croupier.rules.limits",
    "shared_area": "croupier.rules.limits",
    "stakes": "croupier.round.wagers",
    "colour_chips": "croupier.house.chips",
    "staff_placing": "croupier.round.wagers",
    "rulings": "croupier.round.wagers",
    "late": "croupier.round.wagers",
    "as_it_lies": "croupier.round.state",
    "terminal_failure": "croupier.round.state",
    "round": "croupier.round.phases",
    "open": "croupier.round.decide",
    "close": "croupier.round.running",
    "early_close": "croupier.round.running",
    "spin": "croupier.round.running",
    "outcome": "croupier.round.running",
    "no_spin": "croupier.round.irregular",
    "referral": "croupier.round.irregular",
    "recovery": "croupier.round.voiding",
    "acting_up": "croupier.round.permissions",
    "displays": "croupier.round.corrections",
}
"""The module that acts on each section; a section not named here belongs to running a round."""


def citations(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The keys of a book's data by the clause they cite, in the order of the file."""
    found: dict[str, list[str]] = defaultdict(list)
    for clause, key in _walk(data, ""):
        if key not in found[clause]:
            found[clause].append(key)
    return {clause: tuple(keys) for clause, keys in found.items()}


def enforced_by(keys: tuple[str, ...]) -> tuple[str, ...]:
    """The modules that act on these keys."""
    sections = dict.fromkeys(key.partition(".")[0] for key in keys)
    return tuple(dict.fromkeys(ENFORCED_BY[s] for s in sections if s in ENFORCED_BY))


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
