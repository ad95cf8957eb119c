"""Forms: lines of round notation as templates that can be read and written.

A template is a line with its words in braces, and in square brackets what may be left out:
``{by}: no spin, {reason}``. One template gives the pattern that reads and the words that are
written, so that what was written reads back. Which lines there are is not known here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any, Generic, TypeVar, get_type_hints

from croupier.notation.fields import FLAGS, WORDS, Word, word_of
from croupier.round.base import Line
from croupier.rules.book import Book

Shown = TypeVar("Shown")
Some = TypeVar("Some", covariant=True)

LINE_MAX = 1000
"""Longer lines are refused before any pattern is tried."""


class UnreadableLineError(ValueError):
    """A line that no form matches, with the closest valid one."""


@dataclass(frozen=True)
class Form(Generic[Some]):
    """One form of line: the class that it becomes, and its template."""

    kind: type[Any]
    line: Line

    @cached_property
    def _parts(self) -> tuple[tuple[str, bool], ...]:
        """The pieces of the template, and whether each may be left out."""
        pieces = re.split(r"\[([^]]*)\]", self.line.template)
        return tuple((piece, at % 2 == 1) for at, piece in enumerate(pieces) if piece)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of a line of this form."""
        patterns = [
            f"(?:{self._pattern(p)})?" if optional else self._pattern(p)
            for p, optional in self._parts
        ]
        return re.compile("".join(patterns), FLAGS)

    def _pattern(self, piece: str) -> str:
        literals = re.split(r"{(\w+)}", piece)
        return "".join(
            f"(?P<{text}>{self.word(text).pattern})"
            if at % 2
            else re.escape(text).replace(r"\ ", " +")
            for at, text in enumerate(literals)
        )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the template."""
        return tuple(re.findall(r"{(\w+)}", self.line.template))

    @cached_property
    def own_words(self) -> str:
        """The fixed words of this form."""
        needed = (piece for piece, optional in self._parts if not optional)
        return "".join(re.sub(r"{\w+}", "", piece) for piece in needed)

    @cached_property
    def optional(self) -> dict[str, bool]:
        """The fields that the words fill, and whether each may be left out."""
        return {
            name: left_out
            for piece, left_out in self._parts
            for word in re.findall(r"{(\w+)}", piece)
            for name in filled_by(word)
        }

    @cached_property
    def _types(self) -> dict[str, Any]:
        return get_type_hints(self.kind)

    def word(self, name: str) -> Word:
        """A word of the template, by its name or by its field's type."""
        if name in WORDS:
            return WORDS[name]
        elsewhere = {one.fixed[name] for one in self.kind.lines if name in one.fixed}
        return word_of(self._types[name], elsewhere)

    def read(self, text: str, book: Book) -> Some | None:
        """The line of a text in this form under the book, or None if the text has another form."""
        match = self.pattern.fullmatch(text)
        if match is None:
            return None
        values: dict[str, Any] = {}
        for name, found in match.groupdict().items():
            if found is not None:
                value = self.word(name).read(found, book)
                fills = filled_by(name)
                values |= zip(fills, value, strict=True) if len(fills) > 1 else {fills[0]: value}
        return self.made(values)

    def made(self, values: dict[str, Any]) -> Some:
        """The line of these values."""
        made: Some = self.kind(**values)
        return made

    def fits(self, line: object) -> bool:
        """Whether this form can write a line."""
        return type(line) is self.kind

    def values(self, line: Any) -> Mapping[str, Any]:
        """The values of a line by field."""
        return {name: getattr(line, name) for word in self.words for name in filled_by(word)}

    def write(self, line: object) -> str:
        """The line as text."""
        values = self.values(line)

        def written(match: re.Match[str]) -> str:
            fills = filled_by(match[1])
            value = values[fills[0]] if len(fills) == 1 else tuple(values[f] for f in fills)
            return self.word(match[1]).write(value)

        return "".join(
            re.sub(r"{(\w+)}", written, piece)
            for piece, optional in self._parts
            if not optional or values[filled_by(_first_word(piece))[0]] is not None
        )


def in_order(forms: Iterable[Form[Shown]]) -> Sequence[Form[Shown]]:
    """Forms in the order in which they are tried: the most fixed words first."""
    return sorted(forms, key=lambda form: -len(form.own_words))


def filled_by(word: str) -> tuple[str, ...]:
    """The fields filled by a word."""
    return (WORDS[word].fills if word in WORDS else ()) or (word,)


def read_line(text: str, forms: Sequence[Form[Shown]], book: Book) -> Shown:
    """The line of a text, by the first form that matches."""
    stripped = text.strip()
    if len(stripped) <= LINE_MAX:
        for form in forms:
            if (line := form.read(stripped, book)) is not None:
                return line
    shown = stripped if len(stripped) < 80 else f"{stripped[:77]}..."
    examples = (form.line.example for form in forms)
    nearest = max(examples, key=lambda known: SequenceMatcher(None, shown, known).ratio())
    raise UnreadableLineError(f"{shown!r} is not understood: the nearest line is {nearest!r}")


def write_line(line: Shown, forms: Sequence[Form[Shown]]) -> str:
    """The canonical text of a line."""
    return next(form for form in forms if form.fits(line)).write(line)


def _first_word(piece: str) -> str:
    found = re.search(r"{(\w+)}", piece)
    assert found is not None, f"{piece!r} has no word that could be left out"
    return found[1]
