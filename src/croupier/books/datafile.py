"""Data files: TOML read into its schema, or refused with file, key and reason."""

import tomllib
from typing import Any, NoReturn, TypeVar

import msgspec

from croupier.rules.refusal import BookError, refusal
from croupier.rules.terms import LINE, SLUG

T = TypeVar("T")
MEANT = {
    SLUG: "small letters, digits and hyphens",
    LINE: "words on one line without spaces at its ends",
}
"""Patterns, explained for people."""


def parse(file: str, content: bytes, shape: type[T]) -> T:
    """The content of a data file, by its schema."""
    return shaped(file, tables(file, content), shape)


def tables(file: str, content: bytes) -> dict[str, Any]:
    """The content of a data file as tables."""
    try:
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        bad(file, "the file", str(error))


def shaped(file: str, raw: dict[str, Any], shape: type[T]) -> T:
    """Tables converted to a schema."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `")
        key = where.rstrip("`").removeprefix("$").lstrip(".") or "the file"
        for pattern, meant in MEANT.items():
            reason = reason.replace(f"matching regex {pattern!r}", f"of {meant}")
        bad(file, _named(key, raw, shape, str(error)), reason)


def _named(key: str, raw: dict[str, Any], shape: type[T], message: str) -> str:
    """The key with the table entry's name instead of the checker's ``[...]``."""
    path, anonymous, rest = key.partition("[...]")
    if not anonymous:
        return key
    *outer, last = path.split(".")
    parent = raw
    for name in outer:
        parent = parent[name]
    entries = parent[last]
    for name, value in entries.items():
        parent[last] = {name: value}
        try:
            msgspec.convert(raw, shape)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return f"{path}.{name}{rest}"
    return key


def bad(file: str, key: str, reason: str) -> NoReturn:
    raise BookError(refusal("book/bad-file", file=file, key=key, reason=reason))
