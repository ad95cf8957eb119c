"""Every value of a book's data that cites a clause, changed in turn.

What a change may be follows from the value's kind in the schema: a number by one, a word to another
of its kind, a text to another text, numbers exchanged, moved or left out, two areas of the felt
exchanged, a table or an entry taken out, a citation turned to another clause.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

from croupier.books.building import CITING, citations
from croupier.books.loader import FOLDER
from croupier.books.schema import BookFile
from tests.sabotage.toml import toml

ANOTHER_TEXT = "Another text"
ABOUT_THE_BOOK = frozenset({"id", "title", "version", "effective", "operator", "clauses"})
"""What cites no clause: which book it is, and our own words for its clauses."""
WITHOUT_ORDER = frozenset({"also", "pieces", "offers", "joins"})
"""Lists that mean the same in any order."""
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Change:
    """One value of one book changed, and the clauses that the value cites."""

    book: str
    key: str
    how: str
    clauses: tuple[str, ...]
    content: bytes
    citation: bool = False
    """Whether only the clause that a value cites was changed."""

    def __str__(self) -> str:
        return f"{self.book} {self.key}: {self.how}"


def changes(book_id: str) -> Iterator[Change]:
    """Every change to the data of a book, in the order of its file."""
    data = tomllib.loads((FOLDER / f"{book_id}.toml").read_text("utf-8"))
    for section, value in data.items():
        if section in ABOUT_THE_BOOK:
            continue
        kind = _plain(get_type_hints(BookFile)[section])
        for path, how, changed in Changes(data).of((section,), value, kind):
            key = ".".join(map(str, path))
            citation = is_citation(path) and path[0] != "irregularities"
            _keep_cited(changed)
            yield Change(book_id, key, how, _cited(data, path), toml(changed), citation)


def _keep_cited(changed: dict[str, Any]) -> None:
    """Let the pockets cite what nothing cites any more.

    The loader refuses a clause that gives no value, and then nobody would see what the change does.
    """
    cited = citations(changed)
    if left := [clause for clause in changed["clauses"] if clause not in cited]:
        changed["numbers"]["also"] = [*changed["numbers"].get("also", ()), *left]


def _cited(data: Mapping[str, Any], path: Path) -> tuple[str, ...]:
    """The clauses that a value cites: by itself, or else by its table or one around it."""
    value: Any = data
    tables: list[Any] = []
    for name in path:
        tables.append(value)
        value = value[name]
    if is_citation(path) and isinstance(value, str):
        return (value,)
    if path == ("irregularities",):
        return tuple(value.values())
    if isinstance(value, dict) and (own := _all_cited(value)):
        return own
    for table in reversed(tables):
        if isinstance(table, dict) and (cited := _own(table)):
            return cited
    around = [each for each in reversed([*tables, value]) if isinstance(each, dict)]
    readings = next((table["readings"] for table in around if "readings" in table), ())
    return tuple(f"reading {number}" for number in readings)


def _own(table: Mapping[str, Any]) -> tuple[str, ...]:
    named = [value for key, value in table.items() if key in CITING and isinstance(value, str)]
    return tuple(dict.fromkeys((*named, *table.get("also", ()))))


def _all_cited(table: Mapping[str, Any]) -> tuple[str, ...]:
    """The clauses that a table or anything in it cites."""
    inner = [clause for v in table.values() if isinstance(v, dict) for clause in _all_cited(v)]
    return tuple(dict.fromkeys((*_own(table), *inner)))


def is_citation(path: Path) -> bool:
    """Whether a value is the number of a clause."""
    return path[-1] in CITING or path[0] == "irregularities" or path[-2:-1] == ("also",)


class Changes:
    """The changes to one book's data."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.clauses = list(data["clauses"])
        self.pockets = list(_spread(data["numbers"]["pockets"]))

    def of(self, path: Path, value: Any, kind: Any) -> Iterator[tuple[Path, str, dict[str, Any]]]:
        """The changes to one value and to what is in it."""
        for how, other in self._others(path, value, kind):
            yield path, how, self._with(path, other)
        if isinstance(value, dict):
            if path not in (("numbers",), ("colours",), ("wheel",), ("felt",)):
                yield path, "taken out", self._without(path)
            for name, inner in value.items():
                if name != "readings":
                    yield from self.of((*path, name), inner, _inside(kind, name))
                if isinstance(inner, str | bool) and _may_lack(kind, name):
                    yield (*path, name), "taken out", self._without((*path, name))
            yield from self._between(path, value)
        elif isinstance(value, list):
            for at, inner in enumerate(value):
                yield (*path, at), f"{inner!r} taken out", self._without((*path, at))
                yield from self.of((*path, at), inner, _element(kind))
            if len(value) > 1 and path[-1] not in WITHOUT_ORDER:
                swapped = [value[1], value[0], *value[2:]]
                yield path, "the first two exchanged", self._with(path, swapped)
        elif path[0] == "irregularities":
            yield path, "taken out", self._without(path)

    def _others(self, path: Path, value: Any, kind: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, dict | list):
            return
        for other in self._values(path, value, kind):
            yield f"{_short(value)} to {_short(other)}", other
        if path[-1] == "picture":
            yield from _pictures(value)
        elif isinstance(value, str) and path[-1] not in WITHOUT_ORDER:
            words = value.split() if self._numbers(value.split()) else []
            for at in range(len(words) - 1):
                swapped = [*words[:at], words[at + 1], words[at], *words[at + 2 :]]
                yield f"{words[at]} and {words[at + 1]} exchanged", " ".join(swapped)

    def _values(self, path: Path, value: Any, kind: Any) -> Iterator[Any]:
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int):
            yield from (value + 1, value - 1)
        elif get_origin(kind) is Literal:
            yield from [word for word in get_args(kind) if word != value] or [ANOTHER_TEXT]
        elif isinstance(kind, type) and issubclass(kind, Enum):
            yield from [word.value for word in kind if word.value != value]
        elif is_citation(path):
            yield self.clauses[(self.clauses.index(value) + 1) % len(self.clauses)]
        elif path[-1] == "picture":
            return
        elif self._numbers(words := value.split()):
            yield " ".join(words[:-1])
            if more := [number for number in self.pockets if number not in {*_spread(value)}]:
                yield " ".join([*words, more[0]])
        elif "pieces" in path and not value.startswith("2 x "):
            yield f"2 x {value}"
        elif "pieces" in path:
            yield value.removeprefix("2 x ")
        else:
            yield ANOTHER_TEXT

    def _numbers(self, words: Sequence[str]) -> bool:
        return bool(words) and all(number in self.pockets for w in words for number in _spread(w))

    def _between(
        self, path: Path, table: Mapping[str, Any]
    ) -> Iterator[tuple[Path, str, dict[str, Any]]]:
        """A number of one list exchanged with one of the next, as between colours or links."""
        lists = [
            name
            for name, value in table.items()
            if isinstance(value, str) and name not in CITING and self._numbers(value.split())
        ]
        for one, other in pairwise(lists):
            (first, *mine), (last, *theirs) = table[one].split(), table[other].split()
            changed = self._with((*path, one), " ".join([last, *mine]))
            _table(changed, (*path, other))[other] = " ".join([first, *theirs])
            yield (*path, one), f"{first} exchanged with {last} of {other}", changed

    def _with(self, path: Path, value: Any) -> dict[str, Any]:
        changed = deepcopy(dict(self.data))
        _table(changed, path)[path[-1]] = value
        return changed

    def _without(self, path: Path) -> dict[str, Any]:
        changed = deepcopy(dict(self.data))
        del _table(changed, path)[path[-1]]
        return changed


def _table(data: Any, path: Path) -> Any:
    for name in path[:-1]:
        data = data[name]
    return data


def _pictures(picture: str) -> Iterator[tuple[str, str]]:
    """Each area of the felt exchanged with the next one, rows exchanged, the last row cut."""
    rows = [line.split() for line in picture.strip().splitlines()]
    areas = list(dict.fromkeys(word for row in rows for word in row if word != "."))
    for one, other in pairwise(areas):
        swap = {one: other, other: one}
        swapped = [[swap.get(word, word) for word in row] for row in rows]
        yield f"{one} and {other} exchanged", _drawn(swapped)
    for at in range(len(rows) - 1):
        if rows[at] != rows[at + 1]:
            exchanged = [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]
            yield f"rows {at + 1} and {at + 2} exchanged", _drawn(exchanged)
    yield "the last row cut", _drawn(rows[:-1])


def _drawn(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(" ".join(row) for row in rows) + "\n"


def _spread(text: str) -> Iterator[str]:
    for word in text.split():
        first, dash, last = word.partition("-")
        if dash and first.isdigit() and last.isdigit():
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield word


def _plain(kind: Any) -> Any:
    """A kind without its ``None``; of several, the one that is a table is asked for by name."""
    if get_origin(kind) in (UnionType, Union):
        kinds = [each for each in get_args(kind) if each is not type(None)]
        return kinds[0] if len(kinds) == 1 else tuple(kinds)
    return kind


def _inside(kind: Any, name: str) -> Any:
    """The kind of what a table holds under a name."""
    if isinstance(kind, tuple):
        kind = next(each for each in kind if issubclass(each, msgspec.Struct))
    if get_origin(kind) is dict:
        return _plain(get_args(kind)[1])
    hints = get_type_hints(kind)
    return _plain(hints.get(name, hints.get(f"{name}_")))


def _may_lack(kind: Any, name: str) -> bool:
    """Whether a table can do without what it holds under a name."""
    if isinstance(kind, tuple) or get_origin(kind) is dict:
        return False
    return not all(field.required for field in fields(kind) if field.name == name)


def _element(kind: Any) -> Any:
    return _plain(get_args(kind)[0])


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
