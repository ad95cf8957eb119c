"""Where in a TOML text each key stands: ``tomllib`` gives values and forgets their lines.

Only for texts that ``tomllib`` has read: what it accepts is walked over here, not checked again.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

Key = tuple[str | int, ...]
"""The way to a value: names of tables and keys, and places in arrays counted from 0."""

TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    |(?P<string>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    |(?P<newline>\n)
    |(?P<mark>[\[\]{}=,])
    |(?P<bare>[^\s\#"'\[\]{}=,]+)""",
    re.VERBOSE | re.DOTALL,
)
NAME = re.compile(r"""\.?(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([^.\s"']+))""")


class Token(NamedTuple):
    """A piece of the text, and the line it begins on."""

    text: str
    line: int


def lines_of(text: str) -> dict[Key, int]:
    """The line of every table, key and array element of a TOML text, counted from 1.

    >>> lines_of('name = "x"\\n[[table]]\\nid = "a"')[("table", 0, "id")]
    3
    """
    return _Lines(text).found


def line_of(found: dict[Key, int], key: Key) -> int:
    """The line of a key, or of the nearest thing around it that is there."""
    while key and key not in found:
        key = key[:-1]
    return found.get(key, 1)


class _Lines:
    def __init__(self, text: str) -> None:
        self.found: dict[Key, int] = {}
        self._tokens = [*_tokens(text), Token("", 0)]
        self._at = 0
        self._last: dict[Key, int] = {}
        """The place of the last element of each array of tables."""
        within: Key = ()
        while (token := self._tokens[self._at]).text:
            if token.text == "\n":
                self._at += 1
            elif token.text == "[":
                within = self._header()
            else:
                self._pair(within)

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _is_next(self, *texts: str) -> bool:
        return self._tokens[self._at].text in texts

    def _header(self) -> Key:
        line = self._next().line
        is_array = self._is_next("[")
        self._at += is_array
        key = self._resolved(self._names("]"))
        self._at += 1 + is_array
        if is_array:
            self._last[key] = self._last.get(key, -1) + 1
            self.found.setdefault(key, line)
            key = (*key, self._last[key])
        self.found[key] = line
        return key

    def _resolved(self, names: Key) -> Key:
        """A header's name with the array elements that it goes through."""
        key: Key = ()
        for name in names[:-1]:
            key = (*key, name)
            if key in self._last:
                key = (*key, self._last[key])
        return (*key, *names[-1:])

    def _names(self, end: str) -> Key:
        """The names of a dotted key."""
        text = ""
        while not self._is_next(end, ""):
            text += self._next().text
        return tuple(a or b or c for a, b, c in NAME.findall(text))

    def _pair(self, within: Key) -> None:
        line = self._tokens[self._at].line
        key = within
        for name in self._names("="):
            key = (*key, name)
            self.found.setdefault(key, line)
        self._at += 1
        self._value(key)

    def _value(self, key: Key) -> None:
        if self._is_next("{"):
            self._each(key, "}")
        elif self._is_next("["):
            self._each(key, "]")
        else:
            # A date and a time may be two words.
            while not self._is_next("\n", ",", "]", "}", ""):
                self._at += 1

    def _each(self, key: Key, end: str) -> None:
        """The pairs of an inline table, or the elements of an array."""
        self._at += 1
        place = 0
        while not self._is_next(end, ""):
            if self._is_next("\n", ","):
                self._at += 1
            elif end == "}":
                self._pair(key)
            else:
                self.found[(*key, place)] = self._tokens[self._at].line
                self._value((*key, place))
                place += 1
        self._at += 1


def _tokens(text: str) -> Iterator[Token]:
    line = 1
    for match in TOKEN.finditer(text):
        if match.lastgroup != "comment":
            yield Token(match.group(), line)
        line += match.group().count("\n")
