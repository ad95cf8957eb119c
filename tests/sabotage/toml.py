"""A book's data written as TOML again, so that the loader reads a changed book as any other."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any


def toml(data: Mapping[str, Any]) -> bytes:
    """The text of a data file: plain values first, then the tables."""
    return "\n".join(_table(data, ())).encode()


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    if path:
        yield f"[{'.'.join(json.dumps(name) for name in path)}]"
    tables = {name: value for name, value in data.items() if isinstance(value, Mapping)}
    for name, value in data.items():
        if name not in tables:
            yield f"{json.dumps(name)} = {_value(value)}"
    for name, value in tables.items():
        yield from _table(value, (*path, name))


def _value(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)
