"""Forms: lines of round notation as templates that both read and write.

A template is a line with its words in braces, and in square brackets what may be left out:
``{by}: no spin, {reason}``. One template gives the pattern that reads and the words that are
written, so that what was written reads back. Which lines there are is not known here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Generic, TypeVar

from croupier.notation.fields import WORDS
from croupier.rules.book import Book

Line = TypeVar("Line")
Some = TypeVar("Some", covariant=True)

LINE_MAX = 1000
"""Longer lines are refused before any pattern is tried on them."""


class UnreadableLineError(ValueError):
    """A line that no form reads, with the nearest thing that would be right."""


@dataclass(frozen=True)
class Form(Generic[Some]):
    """One kind of line: the class it becomes, its template, and an example."""

    line: type[Some]
    template: str
    example: str

    @cached_property
    def _parts(self) -> tuple[tuple[str, bool], ...]:
        """The pieces of the template, and whether each may be left out."""
        pieces = re.split(r"\[([^]]*)\]", self.template)
        return tuple((piece, at % 2 == 1) for at, piece in enumerate(pieces) if piece)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What a line of this form looks like."""
        patterns = [
            f"(?:{_pattern(p)})?" if optional else _pattern(p) for p, optional in self._parts
        ]
        return re.compile("".join(patterns), re.IGNORECASE | re.DOTALL | re.ASCII)

    def read(self, text: str, book: Book) -> Some | None:
        """The line that a text in this form means by the book, or nothing if it has another."""
        match = self.pattern.fullmatch(text)
        if match is None:
            return None
        found = {name: word for name, word in match.groupdict().items() if word is not None}
        return self.line(**{name: WORDS[name].read(word, book) for name, word in found.items()})

    def write(self, line: object) -> str:
        """The line as text."""
        return "".join(
            re.sub(r"{(\w+)}", lambda m: WORDS[m[1]].write(getattr(line, m[1])), piece)
            for piece, optional in self._parts
            if not optional or getattr(line, _first_word(piece)) is not None
        )


def read_line(text: str, forms: Sequence[Form[Line]], book: Book) -> Line:
    """The line that a text means: of the first form that it fits."""
    stripped = text.strip()
    if len(stripped) <= LINE_MAX:
        for form in forms:
            if (line := form.read(stripped, book)) is not None:
                return line
    shown = stripped if len(stripped) < 80 else f"{stripped[:77]}..."
    nearest = max(forms, key=lambda form: SequenceMatcher(None, shown, form.example).ratio())
    raise UnreadableLineError(
        f"{shown!r} is not understood: the nearest line is {nearest.example!r}"
    )


def write_line(line: Line, forms: Sequence[Form[Line]]) -> str:
    """The canonical text of a line."""
    form = next(form for form in forms if form.line is type(line))
    return form.write(line)


def _pattern(piece: str) -> str:
    literals = re.split(r"{(\w+)}", piece)
    return "".join(
        f"(?P<{text}>{WORDS[text].pattern})" if at % 2 else re.escape(text).replace(r"\ ", " +")
        for at, text in enumerate(literals)
    )


def _first_word(piece: str) -> str:
    found = re.search(r"{(\w+)}", piece)
    assert found is not None, f"{piece!r} has no word that could be left out"
    return found[1]
