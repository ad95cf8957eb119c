"""A document as values: sections of blocks, with no layout.

Both written forms, HTML and Markdown, render these same blocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from croupier.odds.par.sheet import Cite, Derivation, Pocket


@dataclass(frozen=True, slots=True)
class Exact:
    """A fraction with its rounded value for reading."""

    value: Fraction
    rounded: str


@dataclass(frozen=True, slots=True)
class Code:
    """Something in wager notation."""

    text: str


@dataclass(frozen=True, slots=True)
class Clauses:
    """Clauses by number."""

    numbers: Sequence[str]


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings by number."""

    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Cites:
    """Clauses with what they say, one below the other."""

    cites: Sequence[Cite]


Cell: TypeAlias = str | Exact | Code | Clauses | Readings | Cites


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    says: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and their values."""

    rows: Sequence[tuple[str, Cell]]
    kind: str = "facts"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; figures stand to the right."""

    name: str
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under their columns."""

    kind: str
    """The kind of table, for styling."""
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Entries:
    """A register: each entry with its number, title, text and clauses."""

    rows: Sequence[tuple[str, str, str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: a label and its probability."""

    label: str
    value: Fraction
    gain: bool = True
    """Whether it is good for the player, which the chart shows."""


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar chart of probabilities."""

    caption: str
    what: str
    """The heading of the labels."""
    bars: Sequence[Bar]


@dataclass(frozen=True, slots=True)
class Strip:
    """The compartments in wheel order."""

    caption: str
    pockets: Sequence[Pocket]


Block: TypeAlias = Text | Facts | Table | Entries | Derivation | Bars | Strip


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section."""

    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document."""

    kind: str
    title: str
    facts: Sequence[tuple[str, Cell]]
    summary: Sequence[tuple[str, Cell]]
    """The most important figures."""
    sections: Sequence[Section]
