"""The felt in characters: boxes drawn with lines of text, for terminals and plain files.

Colours are added by the caller. A number that a shown wager
covers stands in brackets, one with a chip on it in parentheses; chips elsewhere lie on the lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from croupier.pictures.cells import box_words
from croupier.pictures.felt_picture import Cover
from croupier.rules.book import Book
from croupier.rules.layout import BLANK, Cell, Layout, Place
from croupier.rules.wager import Kind, Wager

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LONG_WORDS = 8
MANY_LINES = 3


@dataclass(frozen=True, slots=True)
class Strokes:
    """The characters for lines, chips and hot spots."""

    lines: str
    """For each sum of the directions a line goes in from a place, its character."""
    chip: str
    spot: str


DRAWN = Strokes(" ╵╶└╷│┌├╴┘─┴┐┤┬┼", "●", "·")
TYPED = Strokes(" |-+||++-+-+++++", "o", ".")


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character, the cell it belongs to, and whether it is a chip or a hot spot."""

    character: str
    cell: str | None = None
    mark: str | None = None


Grid = tuple[tuple[str, ...], ...]


def felt_text(
    book: Book,
    cover: Cover,
    strokes: Strokes,
    *,
    hot_spots: bool = False,
    upright: bool = False,
) -> list[list[Glyph]]:
    """The felt of a book as lines of characters."""
    page = _Page(book, cover, strokes, upright)
    page.draw_lines()
    page.write_cells()
    if hot_spots:
        for wager in book.wagers.values():
            page.mark(wager, strokes.spot, "spot")
    for wager, count in cover.pieces.items():
        page.mark(wager, strokes.chip if count == 1 else str(min(count, 9)), "chip")
    return page.rows


class _Page:
    """One page of text in the making."""

    def __init__(self, book: Book, cover: Cover, strokes: Strokes, upright: bool) -> None:
        self.book, self.cover, self.strokes, self.upright = book, cover, strokes, upright
        self.grid = _turned(book.layout, upright=upright)
        self.cells = {
            label: _turned_cell(cell, book.layout, upright=upright)
            for label, cell in book.layout.cells.items()
        }
        self.downs = tuple(range(0, 2 * len(self.grid) + 1, 2))
        self.acrosses = tuple(accumulate((w + 1 for w in self._widths()), initial=0))
        width, height = self.acrosses[-1] + 1, self.downs[-1] + 1
        self.rows = [[Glyph(" ") for _ in range(width)] for _ in range(height)]

    def draw_lines(self) -> None:
        directions: dict[tuple[int, int], int] = {}
        for (x, y), direction in self._strokes():
            directions[x, y] = directions.get((x, y), 0) | direction
        for (x, y), sum_ in directions.items():
            self.rows[y][x] = Glyph(self.strokes.lines[sum_])

    def write_cells(self) -> None:
        for label, cell in self.cells.items():
            left, right = self.acrosses[cell.left] + 1, self.acrosses[cell.right]
            top, bottom = self.downs[cell.top] + 1, self.downs[cell.bottom]
            lines = self._bracketed(label, self._lines_of(label, cell))
            before = (bottom - top - len(lines)) // 2
            for y in range(top, bottom):
                line = lines[y - top - before] if 0 <= y - top - before < len(lines) else ""
                for x, character in enumerate(f"{line:^{right - left}}", left):
                    self.rows[y][x] = Glyph(character, label)

    def mark(self, wager: Wager, character: str, kind: str) -> None:
        """Put a chip or a hot spot on a line; in the middle of a cell it is part of the label."""
        is_cell = wager.kind is Kind.STRAIGHT or wager.notation in self.cells
        if wager.place is None or is_cell:
            return
        place = _turned_place(wager.place, self.book.layout, upright=self.upright)
        x, y = _middle(self.acrosses, place.x), _middle(self.downs, place.y)
        self.rows[y][x] = Glyph(character, None, kind)

    def _widths(self) -> list[int]:
        """The smallest width of each grid column into which all labels fit."""
        widths = [1] * len(self.grid[0])
        for label, cell in sorted(self.cells.items(), key=lambda item: _span(item[1])):
            span = _span(cell)
            short = self._width_of(label, cell) - (sum(widths[cell.left : cell.right]) + span - 1)
            for x in range(cell.left, cell.right):
                widths[x] += max(0, -(-short // span))
        return widths

    def _width_of(self, label: str, cell: Cell) -> int:
        """Numbers all have room for brackets, so that a shown wager moves none of them."""
        if label in self.book.colours:
            return max(map(len, self.book.pockets)) + 2
        lines = self._bracketed(label, self._lines_of(label, cell))
        return max(map(len, lines)) + (2 if _span(cell) == 1 else 1)

    def _lines_of(self, label: str, cell: Cell) -> list[str]:
        """The words of a cell, in lines that suit its shape."""
        text = label if label in self.book.colours else box_words(self.book.wagers[label])
        room, parts = 2 * (cell.bottom - cell.top) - 1, text.split()
        fits = len(parts) <= room and (room > MANY_LINES or len(text) > LONG_WORDS)
        return parts if fits else [text]

    def _bracketed(self, label: str, lines: list[str]) -> list[str]:
        """The words of a cell in parentheses if a chip lies on it, in brackets if it is covered."""
        is_number = label in self.book.colours
        wager = self.book.wagers[f"{Kind.STRAIGHT}:{label}" if is_number else label]
        if wager in self.cover.pieces:
            return f"({'|'.join(lines)})".split("|")
        return [f"[{lines[0]}]"] if label in self.cover.numbers else lines

    def _strokes(self) -> Iterator[tuple[tuple[int, int], int]]:
        """All pieces of lines, from each place in each direction."""
        for i, y in enumerate(self.downs):
            for j, x in enumerate(self.acrosses):
                if self._at(i - 1, j) != self._at(i, j):
                    yield from _horizontal(x, self.acrosses[j + 1], y)
                if self._at(i, j - 1) != self._at(i, j):
                    yield from _vertical(y, self.downs[i + 1], x)

    def _at(self, row: int, column: int) -> str:
        inside = 0 <= row < len(self.grid) and 0 <= column < len(self.grid[0])
        return self.grid[row][column] if inside else BLANK


def _horizontal(start: int, end: int, y: int) -> Iterator[tuple[tuple[int, int], int]]:
    yield (start, y), EAST
    for x in range(start + 1, end):
        yield (x, y), EAST | WEST
    yield (end, y), WEST


def _vertical(start: int, end: int, x: int) -> Iterator[tuple[tuple[int, int], int]]:
    yield (x, start), SOUTH
    for y in range(start + 1, end):
        yield (x, y), NORTH | SOUTH
    yield (x, end), NORTH


def _turned(layout: Layout, *, upright: bool) -> Grid:
    """The squares of the felt in its printed orientation."""
    if upright:
        return layout.squares
    return tuple(tuple(line[x] for line in layout.squares) for x in reversed(range(layout.width)))


def _turned_cell(cell: Cell, layout: Layout, *, upright: bool) -> Cell:
    if upright:
        return cell
    top, bottom = layout.width - cell.right, layout.width - cell.left
    return Cell(cell.label, cell.top, top, cell.bottom, bottom)


def _turned_place(place: Place, layout: Layout, *, upright: bool) -> Place:
    return place if upright else Place(place.y, 2 * layout.width - place.x)


def _span(cell: Cell) -> int:
    return cell.right - cell.left


def _middle(lines: tuple[int, ...], half_squares: int) -> int:
    """A position in half squares: on a line, or in the middle between two."""
    square, half = divmod(half_squares, 2)
    return (lines[square] + lines[square + half]) // 2


__all__ = ["DRAWN", "TYPED", "Glyph", "Strokes", "felt_text"]
