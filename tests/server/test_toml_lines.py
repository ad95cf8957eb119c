"""The lines of a TOML text: found for every key that ``tomllib`` finds."""

import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from croupier.server.config.checks import Key
from croupier.server.config.reading import line_of, lines_of

TEXT = '''\
name = "x # no comment" # one
a."b.c".d = [1, 2,
  {x = 1, y = "}"}, [3]]
told = """
[listen]
port = 1
"""
[listen]
'the port'=1

[[table]]
id = "[a]"
[table.limits.kinds]
straight = {min = 1, max = 2}
[[table]]
since = 2020-01-01 07:00:00
[table.limits]
"min" = 3
[[table.seat]]
[[table.seat]]
colour = \'red\'
'''


def keys(value: Any, key: Key = ()) -> Iterator[Key]:
    if key:
        yield key
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in inner:
            yield from keys(one, (*key, name))


def test_every_key_has_its_line() -> None:
    found = lines_of(TEXT)
    assert set(keys(tomllib.loads(TEXT))) - set(found) <= {("table", 0, "limits")}
    for key, line in {
        ("name",): 1,
        ("a", "b.c", "d", 1): 2,
        ("a", "b.c", "d", 2, "y"): 3,
        ("told",): 4,
        ("listen",): 8,
        ("listen", "the port"): 9,
        ("table", 0, "id"): 12,
        ("table", 0, "limits", "kinds", "straight", "max"): 14,
        ("table", 1): 15,
        ("table", 1, "since"): 16,
        ("table", 1, "limits", "min"): 18,
        ("table", 1, "seat", 1, "colour"): 21,
    }.items():
        assert found[key] == line, key


def test_what_is_not_there_has_the_line_around_it() -> None:
    found = lines_of(TEXT)
    assert line_of(found, ("table", 1, "limits", "max")) == 17
    assert line_of(found, ("table", 1, "book")) == 15
    assert line_of(found, ("data",)) == 1


PIECES = (
    *("a = 1", 'b = "# ="', "c.d = true", "'e f' = 'x'", "g = { h = [1, {i = 2}] }", "", "# [z]"),
    *(
        "[a]",
        "[[t]]",
        "[t.u]",
        "[[t.v]]",
        'j = """\n[k]\nl = "x" \\"""\n"""',
        "m = [ # n\n1,\n[2],]",
    ),
    *('"o.p" = 1.5e3', "q = 1979-05-27 07:32:00", "r = [[1], [2, 3]]", "s = {}"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_whatever_tomllib_reads_has_lines(pieces: list[str]) -> None:
    text = "\n".join(pieces)
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = lines_of(text)
    lines = text.split("\n")
    for key in keys(read):
        name = next(part for part in reversed(key) if isinstance(part, str))
        assert key in found or any(longer[: len(key)] == key for longer in found)
        if key in found and isinstance(key[-1], str):
            assert name in lines[found[key] - 1]
    assert set(found) <= set(keys(read))
