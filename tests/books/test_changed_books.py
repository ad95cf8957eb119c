"""Any value of a book changed to anything: refused with file, key and reason, or a sound book."""

import copy
import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier import books
from croupier.books.building import CITING, Building
from croupier.odds import odds
from croupier.pictures import felt_svg, wheel_svg
from croupier.rules.book import Book
from croupier.rules.refusal import BookError
from croupier.rules.settlement import settle
from croupier.rules.terms import BonusPays

FOLDER = Path(books.__file__).parent
RAW = {id_: tomllib.loads((FOLDER / f"{id_}.toml").read_text("utf-8")) for id_ in books.ids()}

Key = tuple[str | int, ...]


def keys_of(value: Any, at: Key = ()) -> list[Key]:
    """Where every value of a file is, sections too."""
    inner: dict[Any, Any] = {}
    if isinstance(value, dict | list):
        inner = value if isinstance(value, dict) else dict(enumerate(value))
    below = [key for name, each in inner.items() for key in keys_of(each, (*at, name))]
    return [at, *below] if at else below


def written(value: Any) -> str:
    """A value in TOML; tables are written in a line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(k)} = {written(v)}" for k, v in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, str):
        return json.dumps(value).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, date) else str(value)


NUMBERS = st.sampled_from([0, -1, -35, 1, 2, 5, 36, 37, 99, 10**6, 10**7, 10**30])
TEXTS = st.sampled_from(
    [
        *("", " ", "x y Z!", "0", "00", "17", "7 7", "1-36", "36-1", "0 1-36", "S 0 00 1-36 37"),
        *("1-99999999", "a/b 1-36", "3.4.1", "4.1", "5.1", "5.11", "red", "tiers", "dealer"),
        *(
            "split:1/2",
            "0 x split:1/2",
            "2 x split:1/2",
            "straight:17",
            ".",
            "1 2\n3 4",
            "new\nline",
        ),
        *("\x1b[31mred", "é", "line end ", "cash-chips", "pit-manager", "before-spin", "suspend"),
    ]
)
OTHERS: st.SearchStrategy[Any] = (
    NUMBERS | TEXTS | st.booleans() | st.just([]) | st.just({}) | st.lists(TEXTS, max_size=3)
)

MOSTLY = st.sampled_from([True, True, True, True, False])
SOURCES = CITING | {"clauses", "also", "readings"}


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, str]:
    """A book's file in which one or two values are another, are gone or are exchanged."""
    id_ = draw(st.sampled_from(sorted(RAW)))
    raw = copy.deepcopy(RAW[id_])
    for _ in range(draw(st.sampled_from([1, 1, 1, 2]))):
        keys = keys_of(raw)
        if draw(MOSTLY):
            keys = [key for key in keys if not SOURCES & {*key}]
        *path, last = draw(st.sampled_from(keys))
        parent: Any = raw
        for name in path:
            parent = parent[name]
        if not draw(MOSTLY):
            del parent[last]
        elif isinstance(parent[last], int) and not isinstance(parent[last], bool):
            parent[last] = draw(NUMBERS)
        elif isinstance(parent[last], str) and draw(st.booleans()):
            parent[last] = draw(TEXTS)
        else:
            parent[last] = draw(OTHERS)
    return id_, "\n".join(f"{json.dumps(name)} = {written(value)}" for name, value in raw.items())


def test_the_files_are_written_as_they_were_read() -> None:
    for raw in RAW.values():
        text = "\n".join(f"{json.dumps(name)} = {written(value)}" for name, value in raw.items())
        assert tomllib.loads(text) == raw


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changed())
def test_a_changed_book_is_refused_or_sound(file: tuple[str, str]) -> None:
    _, text = file
    try:
        book = Building("a.toml", text.encode(), books.readings()).book()
    except BookError as no:
        file_, key, reason = str(no).split(": ", 2)
        assert file_ in ("a.toml", "readings.toml")
        assert key
        assert reason
        return
    require_sound(book)


def require_sound(book: Book) -> None:
    """What every program that uses a book relies on."""
    assert book.id.replace("-", "a").isalnum()
    assert book.id == book.id.lower()
    assert book.title.strip() == book.title != ""
    assert sorted(book.wheel.order) == sorted(book.pockets) == sorted(book.colours)
    assert len(book.pockets) == len(set(book.pockets)) >= 2
    assert book.says.spin.revolutions_min >= 1
    assert book.says.open.words
    assert book.says.close.words
    assert book.says.stakes.kinds
    for notation, wager in book.wagers.items():
        assert book.wager(notation.upper()) is wager
        assert set(wager.numbers) <= set(book.pockets)
        assert all(piece.count >= 1 for piece in wager.pieces)
        if wager.parts:
            assert wager.numbers
            continue
        pays = wager.pays
        assert pays is not None
        each = (pays.plain, pays.bonus, pays.super_) if isinstance(pays, BonusPays) else (pays,)
        assert all(1 <= one <= 10**6 for one in each)
    drawn = None if book.bonus is None else list(book.pockets[: book.bonus.count])
    bets = [("ada", wager, 100 * wager.piece_count) for wager in book.wagers.values()]
    for outcome in book.pockets[:: len(book.pockets) // 2]:
        settled = settle(book, bets, outcome, bonus_numbers=drawn)
        assert settled.players["ada"].returned >= 0
        assert settled.players["ada"].net == -settled.house_net
    for notation in (next(iter(book.wagers)), *list(book.wagers)[-1:]):
        assert 0 < odds(book, notation).hit <= 1
    assert felt_svg(book)
    assert wheel_svg(book)


@pytest.mark.parametrize("book_id", books.ids())
def test_the_five_books_are_sound(book_id: str) -> None:
    require_sound(books.load(book_id))
