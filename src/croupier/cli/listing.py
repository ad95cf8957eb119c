"""Tables for people, in which nothing that someone might copy is broken.

A cell is printed whole on one line, at every width; only columns of prose are folded. A table too
wide for the terminal is split into several, one below the other, each with the columns that name
its rows; if that does not fit either, the rows are printed one after the other.
"""

import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from croupier.cli.printing import print_line

GAP = 2
PIPED_WIDTH = 120
PROSE_LEAST = 24
"""Prose is folded to no less than this."""


class Column(NamedTuple):
    """A column: its name, and what is in it."""

    name: str
    is_right: bool = False
    is_prose: bool = False


class Row(NamedTuple):
    """The cells of a row, a line of text each."""

    cells: tuple[str, ...]
    style: str = ""
    begins_section: bool = False


class Line(NamedTuple):
    """A printed line and its style, after a label or none."""

    text: str
    style: str = ""
    label: str = ""


def table(
    title: str,
    *columns: str,
    right: tuple[str, ...] = (),
    prose: tuple[str, ...] = (),
    keys: int = 1,
) -> "Listing":
    """An empty table; the columns ``right`` hold figures, those of ``prose`` may be folded."""
    return Listing(title, [Column(name, name in right, name in prose) for name in columns], keys)


class Listing:
    """A table of rows; its first ``keys`` columns name them."""

    def __init__(self, title: str, columns: Sequence[Column], keys: int = 1) -> None:
        self.title = title
        self.caption = ""
        self._columns = columns
        self._keys = keys
        self._rows: list[Row] = []
        self._new_section = False

    def add_row(self, *cells: str, style: str = "") -> None:
        """Another row, with a cell for every column."""
        assert len(cells) == len(self._columns), "a cell for every column"
        self._rows.append(Row(cells, style, self._new_section))
        self._new_section = False

    def add_section(self) -> None:
        """A line above the next row."""
        self._new_section = bool(self._rows)

    def show(self) -> None:
        """Print it: in colour and as wide as the terminal, or plainly where it is piped."""
        if not (sys.stdout.isatty() or os.environ.get("FORCE_COLOR")):
            dash = "─" if sys.stdout.encoding.lower().startswith("utf") else "-"
            for line in self.lines(PIPED_WIDTH, dash=dash, may_split=False):
                print_line((line.label + line.text).rstrip())
            return
        from rich.text import Text

        from croupier.cli.screen import screen

        shown = screen()
        dash = "-" if shown.options.ascii_only else "─"
        for line in self.lines(shown.width, dash=dash, may_split=sys.stdout.isatty()):
            text = Text.assemble((line.label, "dim"), (line.text, line.style))
            text.rstrip()
            shown.print(text)

    def lines(self, width: int, *, dash: str, may_split: bool) -> Iterator[Line]:
        """The lines to print on a screen of some width."""
        if self.title:
            yield Line(self.title, "bold")
        yield Line("")
        yield from self._body(width, dash, may_split)
        if self.caption:
            yield Line(self.caption, "dim italic")

    def _body(self, width: int, dash: str, may_split: bool) -> Iterator[Line]:
        every = range(len(self._columns))
        widths = self._fitted(every, width)
        if _total(widths) <= width or not may_split:
            yield from self._grid(every, widths, dash)
        elif (parts := self._parts(width)) is None:
            yield from self._one_by_one(width)
        else:
            for part in parts:
                yield from self._grid(part, self._fitted(part, width), dash)

    # Widths

    def _natural(self, column: int) -> int:
        cells = (self._columns[column].name, *(row.cells[column] for row in self._rows))
        return max(map(_width, cells))

    def _least(self, column: int) -> int:
        natural = self._natural(column)
        return min(natural, PROSE_LEAST) if self._columns[column].is_prose else natural

    def _fitted(self, columns: Sequence[int], width: int) -> list[int]:
        """The widths of some columns side by side: prose shrinks first, down to its minimum."""
        widths = [self._natural(each) for each in columns]
        over = _total(widths) - width
        for at, each in enumerate(columns):
            if over > 0 and (spare := widths[at] - self._least(each)) > 0:
                widths[at] -= min(spare, over)
                over -= spare
        return widths

    def _parts(self, width: int) -> list[list[int]] | None:
        """The columns of tables that fit one below the other; none where they cannot."""
        keys = list(range(self._keys))
        parts: list[list[int]] = []
        room = 0
        for column in range(self._keys, len(self._columns)):
            needs = GAP + self._least(column)
            if not parts or needs > room:
                parts.append([*keys])
                room = width - sum(map(self._least, keys)) - GAP * (len(keys) - 1)
            if needs > room:
                return None
            parts[-1].append(column)
            room -= needs
        return parts

    # Lines

    def _grid(self, columns: Sequence[int], widths: list[int], dash: str) -> Iterator[Line]:
        """Some columns side by side, headed by their names."""
        rule = Line(dash * _total(widths), "dim")
        names = Row(tuple(column.name for column in self._columns), "bold")
        if any(names.cells):
            yield from self._row(names, columns, widths)
            yield rule
        for row in self._rows:
            if row.begins_section:
                yield rule
            yield from self._row(row, columns, widths)
        yield Line("")

    def _row(self, row: Row, columns: Sequence[int], widths: list[int]) -> Iterator[Line]:
        beside = list(zip(columns, widths, strict=True))
        cells = [self._cell(row.cells[at], at, width) for at, width in beside]
        for number in range(max(map(len, cells))):
            line = ""
            for (at, width), cell in zip(beside, cells, strict=True):
                text = cell[number] if number < len(cell) else ""
                spare = " " * (width - _width(text))
                line += (spare + text if self._columns[at].is_right else text + spare) + " " * GAP
            yield Line(line.rstrip(), row.style)

    def _cell(self, text: str, column: int, width: int) -> list[str]:
        lines = text.split("\n")
        if not self._columns[column].is_prose:
            return lines
        return [part for line in lines for part in _folded(line, width) or [""]]

    def _one_by_one(self, width: int) -> Iterator[Line]:
        """Each row by itself, a line or more for each of its cells."""
        labels = max(_width(column.name) for column in self._columns)
        for row in self._rows:
            for at, (column, text) in enumerate(zip(self._columns, row.cells, strict=True)):
                cell = self._cell(text, at, max(width - labels - GAP, PROSE_LEAST))
                for number, part in enumerate(cell):
                    label = column.name if number == 0 else ""
                    label += " " * (labels + GAP - _width(label))
                    yield Line(part, row.style, label)
            yield Line("")


def _total(widths: Sequence[int]) -> int:
    """How wide columns of some widths are side by side."""
    return sum(widths) + GAP * (len(widths) - 1)


def _width(text: str) -> int:
    """How many cells of a terminal a text takes: Chinese characters take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _folded(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False)
