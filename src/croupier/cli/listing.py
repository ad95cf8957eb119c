"""Tables for people, in which nothing is broken that someone might copy.

A cell is printed whole on one line, at every width; only columns of prose are folded. What is too
wide for the terminal is shown in several tables one below the other, each with the columns that
name its rows, or else one row after the other.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GAP = 2
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

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title:
            yield Text(self.title, "bold", no_wrap=True, overflow="ignore")
        yield from self._body(console, options)
        if self.caption:
            yield Text(self.caption, "dim italic", no_wrap=True, overflow="ignore")

    def _body(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield Text()
        every, width = range(len(self._columns)), options.max_width
        dash = "-" if options.ascii_only else "─"
        widths = self._fitted(every, width)
        if sum(widths) + GAP * (len(widths) - 1) <= width or not console.file.isatty():
            yield from self._lines(console, every, widths, dash)
            return
        parts = self._parts(width)
        if parts is None:
            yield from self._one_by_one(console, width)
            return
        for part in parts:
            yield from self._lines(console, part, self._fitted(part, width), dash)

    # Widths

    def _natural(self, column: int) -> int:
        cells = (self._columns[column].name, *(row.cells[column] for row in self._rows))
        return max(map(cell_len, cells))

    def _least(self, column: int) -> int:
        natural = self._natural(column)
        return min(natural, PROSE_LEAST) if self._columns[column].is_prose else natural

    def _fitted(self, columns: Sequence[int], width: int) -> list[int]:
        """The widths of some columns side by side: prose gives way, down to its least."""
        widths = [self._natural(each) for each in columns]
        over = sum(widths) + GAP * (len(widths) - 1) - width
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

    def _lines(
        self, console: Console, columns: Sequence[int], widths: list[int], dash: str
    ) -> Iterator[Text]:
        """Some columns side by side, headed by their names."""
        rule = Text(dash * (sum(widths) + GAP * (len(widths) - 1)), "dim", no_wrap=True)
        rule.overflow = "ignore"
        names = Row(tuple(column.name for column in self._columns), "bold")
        if any(names.cells):
            yield from self._row(console, names, columns, widths)
            yield rule
        for row in self._rows:
            if row.begins_section:
                yield rule
            yield from self._row(console, row, columns, widths)
        yield Text()

    def _row(
        self, console: Console, row: Row, columns: Sequence[int], widths: list[int]
    ) -> Iterator[Text]:
        beside = list(zip(columns, widths, strict=True))
        cells = [self._cell(console, row.cells[at], at, width) for at, width in beside]
        for line in range(max(map(len, cells))):
            said = ""
            for (at, width), cell in zip(beside, cells, strict=True):
                text = cell[line] if line < len(cell) else ""
                spare = " " * (width - cell_len(text))
                said += (spare + text if self._columns[at].is_right else text + spare) + " " * GAP
            yield Text(said.rstrip(), row.style, no_wrap=True, overflow="ignore")

    def _cell(self, console: Console, text: str, column: int, width: int) -> list[str]:
        if not self._columns[column].is_prose:
            return text.split("\n")
        return [line.plain.rstrip() for line in Text(text).wrap(console, width)] or [""]

    def _one_by_one(self, console: Console, width: int) -> Iterator[Text]:
        """Every row for itself, a line or more for each of its cells."""
        labels = max(cell_len(column.name) for column in self._columns)
        for row in self._rows:
            for at, (column, text) in enumerate(zip(self._columns, row.cells, strict=True)):
                cell = self._cell(console, text, at, max(width - labels - GAP, PROSE_LEAST))
                for line, said in enumerate(cell):
                    label = column.name if line == 0 else ""
                    label += " " * (labels + GAP - cell_len(label))
                    whole = Text.assemble((label, "dim"), (said, row.style))
                    whole.rstrip()
                    whole.no_wrap, whole.overflow = True, "ignore"
                    yield whole
            yield Text()
