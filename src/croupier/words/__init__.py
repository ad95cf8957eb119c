"""The words that people read, in each language: catalogues of words and how their holes are filled.

A catalogue is a flat JSON file, ``<language>/<area>.json``, of texts by id. A text has holes:
``{player}`` takes a value as it is, and ``{amount:money}`` says what kind of value it takes. Money
is whole cents, and a moment milliseconds since 1970; every other kind is a group of the area
``terms``, which has the words of its values (``position.dealer``), with holes of their own for the
same values. A value without words there is a name, and stands as it is; of a wager such as
``dozen:1`` the kind may have words. A value may be a list. The kind
``book`` is of texts that a rule book has in English. The pages read the same files by the
same rules (``web/src/lib/i18n.ts``).

This package imports nothing of croupier, so that everything may use it.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
FIRST = "en"
"""The language for programs, and the fallback for missing words."""
LANGUAGES = (FIRST, *sorted({path.parent.name for path in FOLDER.glob("*/*.json")} - {FIRST}))
"""A language is a folder of catalogues, named by its code. Its area ``language`` has its own name
and the tag by which browsers know it."""
Value = int | str | tuple[str, ...]
"""The value for a hole: a number, a name or other text, or several of them."""
Values = Mapping[str, Value]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
HOLE = re.compile(r"\{(\w+)(?::([\w-]+))?\}")


def text(area: str, id_: str, values: Values | None = None, language: str = "en") -> str:
    """The words for an id, with its holes filled; in English if the language has none.

    >>> text("terms", "position.pit-manager", language="zh")
    '巡场经理'
    """
    words = catalogue(area, language).get(id_) or catalogue(area, "en")[id_]
    return filled(words, values or {}, language)


def of_a_book(english: str, language: str) -> str:
    """A text of a rule book in a language; in the book's own English where there is none.

    The area ``books`` has these texts by their English, which their books have: a text that is
    changed there has no translation until it gets another one.

    >>> of_a_book("Void: the ball broke.", "zh")
    '作废：球破裂。'
    """
    return english if language == "en" else catalogue("books", language).get(english, english)


def filled(words: str, values: Values, language: str = "en") -> str:
    """Words with their holes filled.

    >>> filled("{there:money} of {chips:chips}", {"there": 123450, "chips": "colour-chips"})
    '1,234.50 of colour chips'
    >>> filled("only a {who:position}", {"who": ("dealer", "pit-supervisor")})
    'only a Dealer or Pit Supervisor'
    >>> filled("{area:kind}", {"area": "straight:17"}), filled("{it:kind}", {"it": "red"}, "zh")
    ('straight:17', '红')
    """
    return HOLE.sub(lambda hole: _shown(values[hole[1]], hole[2], values, language), words)


def holes(area: str, id_: str, language: str = "en") -> dict[str, str | None]:
    """The names of the values that a text wants, and their kinds."""
    return {hole[1]: hole[2] for hole in HOLE.finditer(catalogue(area, language)[id_])}


@cache
def catalogue(area: str, language: str) -> Mapping[str, str]:
    """All words of an area; read from its file on first use."""
    content: dict[str, str] = json.loads((FOLDER / language / f"{area}.json").read_bytes())
    return content


@cache
def wager_names() -> Mapping[str, Mapping[str, list[str]]]:
    """People's names for wagers and numbers: ``wager-names.toml``."""
    import tomllib  # takes as long to import as the rest of this module

    return tomllib.loads((FOLDER / "wager-names.toml").read_text(encoding="utf-8"))


def in_utc(at_ms: int) -> str:
    """Milliseconds since 1970 as a time in UTC, to the minute.

    >>> in_utc(1_600_000_000_000)
    '2020-09-13 12:26 UTC'
    """
    return f"{EPOCH + timedelta(milliseconds=at_ms):%Y-%m-%d %H:%M} UTC"


def in_units(cents: int) -> str:
    """Cents as people write money.

    >>> in_units(123456), in_units(-5)
    ('1,234.56', '-0.05')
    """
    units, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units:,}.{rest:02d}"


def _shown(value: Value, kind: str | None, values: Values, language: str) -> str:
    terms = catalogue("terms", language)
    if isinstance(value, tuple | list):
        *before, last = [_shown(one, kind, values, language) for one in value] or [terms["none"]]
        parts = [terms["between"].join(before), last] if before else [last]
        return terms.get(f"between.{kind}", terms["between"]).join(parts)
    if isinstance(value, int):
        return {"money": in_units, "moment": in_utc}.get(kind or "", str)(value)
    if kind == "book":
        return of_a_book(value, language)
    if (words := terms.get(f"{kind}.{value}")) is not None:
        return filled(words, values, language)
    group, _, which = value.partition(":")
    return f"{terms[f'{kind}.{group}']} {which}" if f"{kind}.{group}" in terms else value
