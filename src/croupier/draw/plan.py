"""Where a book's felt lies on the drawing: its grid lines in drawing units, either way up.

The book's grid stands upright, zero at the head. Lying down, the head is at the left and the rows
become columns. The squares of a number are of one size whatever their count in the grid, the boxes
beside and below them have sizes of their own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from croupier.draw.svg import Box, Point
from croupier.rules.layout import BLANK, Cell, Layout, Place
from croupier.rules.wager import Kind, Wager

FIRST_NUMBER = "1"
DOUBLE_LINE = 8.0
"""Between the two outer lines on which streets and six lines are put."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a felt, in drawing units: along it, from head to foot, and across it."""

    number_along: float
    number_across: float
    head_along: float
    crown_along: float
    foot_along: float
    band_across: float
    chip: float
    """The radius of a chip."""


LYING = Measures(
    number_along=80,
    number_across=104,
    head_along=82,
    crown_along=112,
    foot_along=76,
    band_across=62,
    chip=17,
)
UPRIGHT = Measures(
    number_along=62,
    number_across=92,
    head_along=62,
    crown_along=86,
    foot_along=66,
    band_across=56,
    chip=13,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A felt's grid lines: across it from the upright left, along it from the head."""

    layout: Layout
    upright: bool
    across: tuple[float, ...]
    along: tuple[float, ...]
    streets: tuple[Cell, ...]
    """The first number of each row of three."""

    @classmethod
    def of(cls, layout: Layout, *, upright: bool) -> "Plan":
        """Lay out a felt in the sizes for this way up."""
        sizes = UPRIGHT if upright else LYING
        streets = tuple(row[0] for row in layout.street_rows())
        across = (_across(layout, x, sizes, streets) for x in range(layout.width))
        along = (_along(layout, y, sizes, streets) for y in range(layout.height))
        return cls(layout, upright, _lines(across), _lines(along), streets)

    @property
    def size(self) -> Point:
        """The width and height of the felt."""
        far = Point(self.across[-1], self.along[-1])
        return far if self.upright else Point(far.y, far.x)

    @property
    def chip(self) -> float:
        """The radius of a chip."""
        return (UPRIGHT if self.upright else LYING).chip

    @property
    def figure_size(self) -> float:
        """The size of type in which the numbers are printed."""
        first = self.box(self.layout.cells[FIRST_NUMBER])
        return 0.41 * min(first.width, first.height)

    def turned(self, across: float, along: float) -> Point:
        """A point of the upright felt as it lies on the drawing."""
        return Point(across, along) if self.upright else Point(along, self.across[-1] - across)

    def box(self, cell: Cell) -> Box:
        """Where a cell lies; a box beside the streets stops at the second outer line."""
        right = self.across[cell.right]
        if cell.label not in self.layout.numbers and self._is_beside_streets(cell):
            right -= DOUBLE_LINE
        return Box.around(
            self.turned(self.across[cell.left], self.along[cell.top]),
            self.turned(right, self.along[cell.bottom]),
        )

    def body(self, cell: Cell) -> Box:
        """The box of a cell without its point, if it has one."""
        shoulder = self.along[cell.top] + self._point_depth(cell)
        return Box.around(
            self.turned(self.across[cell.left], shoulder),
            self.turned(self.across[cell.right], self.along[cell.bottom]),
        )

    def is_head(self, cell: Cell) -> bool:
        """Whether a cell is a number at the head of the rows of three."""
        return (
            bool(self.streets)
            and cell.label in self.layout.numbers
            and cell.bottom <= self.streets[0].top
        )

    def is_crown(self, cell: Cell) -> bool:
        """Whether a cell is at the very end of the head, where cloths come to a point."""
        return self.is_head(cell) and cell.top == 0

    def outline(self, cell: Cell) -> list[Point]:
        """The corners of a number at the end of the head: the point first, then round."""
        left, right = self.across[cell.left], self.across[cell.right]
        top, bottom = self.along[cell.top], self.along[cell.bottom]
        shoulder = top + self._point_depth(cell)
        corners = (
            ((left + right) / 2, top),
            (right, shoulder),
            (right, bottom),
            (left, bottom),
            (left, shoulder),
        )
        return [self.turned(*corner) for corner in corners]

    def seat(self, cell: Cell) -> Point:
        """The middle of a cell, as the eye sees it: a pointed one is heavier at its foot."""
        middle, lower = self.box(cell).middle, self._point_depth(cell) / 4
        if self.upright:
            return Point(middle.x, middle.y + lower)
        return Point(middle.x + lower, middle.y)

    def cell_of(self, wager: Wager) -> Cell | None:
        """The cell in whose middle a wager is put: a number's own, or an outside wager's box."""
        label = wager.numbers[0] if wager.kind is Kind.STRAIGHT else wager.notation
        return self.layout.cells.get(label)

    def spot(self, wager: Wager) -> Point:
        """Where the chip of a one-piece wager is put."""
        cell = self.cell_of(wager)
        if cell is not None:
            return self.seat(cell)
        assert wager.place is not None, f"{wager} lies nowhere"
        return self.point(wager.place)

    def point(self, place: Place) -> Point:
        """A place of the grid on the drawing."""
        along = _at(self.along, place.y)
        if place.y == 1:
            # Two numbers that come to points share less of a line: it lies in the middle of that.
            beside = self.layout.cells[self.layout.squares[0][place.x // 2]]
            along += self._point_depth(beside) / 2
        return self.turned(_at(self.across, place.x), along)

    def outer_line(self) -> tuple[Point, Point] | None:
        """The ends of the second outer line beside the streets, where there are streets."""
        if not self.streets:
            return None
        at = self.across[self.streets[0].left] - DOUBLE_LINE
        head, foot = self.along[self.streets[0].top], self.along[self.streets[-1].bottom]
        return self.turned(at, head), self.turned(at, foot)

    def _point_depth(self, cell: Cell) -> float:
        if not self.is_crown(cell):
            return 0.0
        width = self.across[cell.right] - self.across[cell.left]
        return min(0.16 * width, 0.4 * (self.along[cell.bottom] - self.along[cell.top]))

    def _is_beside_streets(self, cell: Cell) -> bool:
        return bool(self.streets) and cell.right == self.streets[0].left


def _across(layout: Layout, x: int, sizes: Measures, streets: tuple[Cell, ...]) -> float:
    """The width of one upright grid column."""
    if any(line[x] in layout.numbers for line in layout.squares):
        first = layout.cells[FIRST_NUMBER]
        return sizes.number_across / (first.right - first.left)
    beside_streets = bool(streets) and x + 1 == streets[0].left
    return sizes.band_across + (DOUBLE_LINE if beside_streets else 0.0)


def _along(layout: Layout, y: int, sizes: Measures, streets: tuple[Cell, ...]) -> float:
    """The height of one upright grid row."""
    labels = {label for label in layout.squares[y] if label != BLANK}
    if not labels & layout.numbers:
        return sizes.foot_along
    if streets and y < streets[0].top:
        return sizes.head_along if y else sizes.crown_along
    return sizes.number_along


def _lines(sizes: Iterable[float]) -> tuple[float, ...]:
    return tuple(accumulate(sizes, initial=0.0))


def _at(lines: tuple[float, ...], half_squares: int) -> float:
    """A position in half squares: on a line, or half-way between two."""
    square, half = divmod(half_squares, 2)
    return (lines[square] + lines[square + half]) / 2
