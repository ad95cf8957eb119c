"""The place of a book's felt on a drawing: its grid lines in drawing units, in both orientations.

The book's grid stands upright, zero at the head. Lying down, the head is at the left and the rows
become columns. The squares of a number are of one size whatever their count in the grid, the boxes
beside and below them have sizes of their own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate

from croupier.pictures.svg import Box, Point
from croupier.rules.layout import BLANK, Cell, Layout, Place
from croupier.rules.wager import Kind, Wager

FIRST_NUMBER = "1"


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a felt, in drawing units: along it, from head to foot, and across it."""

    number_along: float
    number_across: float
    head_along: float
    crown_along: float
    foot_along: float
    band_across: float
    beside_across: float
    """The width of the band beside the rows of three, with the double line."""
    double: float
    """The width between the two outer lines for streets and six lines."""
    point: tuple[float, float]
    """How deep the end of the head comes to a point: a share of its width, and at most one of its
    height."""
    chip: float
    """The radius of a chip."""


LYING = Measures(
    number_along=80,
    number_across=104,
    head_along=82,
    crown_along=112,
    foot_along=76,
    band_across=62,
    beside_across=70,
    double=8,
    point=(0.16, 0.4),
    chip=17,
)
UPRIGHT = Measures(
    number_along=62,
    number_across=92,
    head_along=62,
    crown_along=86,
    foot_along=66,
    band_across=56,
    beside_across=64,
    double=8,
    point=(0.16, 0.4),
    chip=13,
)
ON_PAGES = (
    replace(
        LYING, foot_along=78, band_across=66, beside_across=66, double=5.75, point=(0.14, 0.38)
    ),
    replace(
        UPRIGHT, crown_along=78, band_across=60, beside_across=60, double=6.2, point=(0.14, 0.38)
    ),
)
"""The sizes of felts to play on, with narrower lines and larger boxes."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The grid lines across a drawing one way, from its left or its top."""

    lines: tuple[float, ...]
    shares: tuple[float, ...]
    """How much of the room that a finger needs falls to each part between two lines: all of it, or
    less where a number takes several parts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A felt's grid lines: across it from the upright left, along it from the head."""

    layout: Layout
    upright: bool
    sizes: Measures
    across: tuple[float, ...]
    along: tuple[float, ...]
    streets: tuple[Cell, ...]
    """The first number of each row of three."""

    @classmethod
    def of(
        cls, layout: Layout, *, upright: bool, of: tuple[Measures, Measures] = (LYING, UPRIGHT)
    ) -> "Plan":
        """Lay out a felt in the sizes for this way up."""
        sizes = of[upright]
        streets = tuple(row[0] for row in layout.street_rows())
        across = (_across(layout, x, sizes, streets) for x in range(layout.width))
        along = (_along(layout, y, sizes, streets) for y in range(layout.height))
        return cls(layout, upright, sizes, _lines(across), _lines(along), streets)

    @property
    def size(self) -> Point:
        """The size of the felt."""
        far = Point(self.across[-1], self.along[-1])
        return far if self.upright else Point(far.y, far.x)

    @property
    def chip(self) -> float:
        """The radius of a chip."""
        return self.sizes.chip

    @property
    def figure_size(self) -> float:
        """The type size of the numbers."""
        first = self.box(self.layout.cells[FIRST_NUMBER])
        return 0.41 * min(first.width, first.height)

    def turned(self, across: float, along: float) -> Point:
        """A point of the upright felt in the drawing's orientation."""
        return Point(across, along) if self.upright else Point(along, self.across[-1] - across)

    def box(self, cell: Cell) -> Box:
        """The box of a cell; one beside the streets ends at the second outer line."""
        right = self.across[cell.right]
        if cell.label not in self.layout.numbers and self._is_beside_streets(cell):
            right -= self.sizes.double
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
        """Whether a cell is at the end of the head, where cloths come to a point."""
        return self.is_head(cell) and cell.top == 0

    def axes(self) -> tuple[Axis, Axis]:
        """The grid lines of the drawing: vertical and horizontal ones."""
        first, size = self.layout.cells[FIRST_NUMBER], self.across[-1]
        shares = [1.0] * self.layout.width
        for x in range(self.layout.width):
            if any(line[x] in self.layout.numbers for line in self.layout.squares):
                shares[x] = 1 / (first.right - first.left)
        if self.streets:
            # The band beside the streets has the second outer line in it.
            beside = self.streets[0].left - 1
            band = self.across[beside + 1] - self.across[beside]
            shares[beside] = band / (band - self.sizes.double)
        along = Axis(self.along, (1.0,) * self.layout.height)
        if self.upright:
            return Axis(self.across, tuple(shares)), along
        lines = tuple(size - line for line in reversed(self.across))
        return along, Axis(lines, tuple(reversed(shares)))

    def corners(self, cell: Cell) -> list[Point]:
        """The corners of a cell."""
        if self.is_crown(cell):
            return self.outline(cell)
        left, top, right, bottom = self.box(cell)
        return [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)]

    def reach(self, wager: Wager) -> Box:
        """What a wager between cells is put on: the line that two numbers share, a point where
        more of them meet, or a part of the double line beside the rows."""
        at = self.spot(wager)
        if self.is_outer(wager):
            along = 0.25 * (self.along[self.streets[0].bottom] - self.along[self.streets[0].top])
            line = self.streets[0].left
            across = self.sizes.double / 2 + 0.22 * (self.across[line] - self.across[line - 1])
            half = Point(across, along) if self.upright else Point(along, across)
            aside = self.sizes.double / 2
            at = Point(at.x - aside, at.y) if self.upright else Point(at.x, at.y + aside)
            return Box(at.x - half.x, at.y - half.y, at.x + half.x, at.y + half.y)
        if len(wager.numbers) == 2:
            one, other = (self.body(self.layout.cells[each]) for each in wager.numbers)
            return Box(*map(max, one[:2], other[:2]), *map(min, one[2:], other[2:]))
        return Box(at.x, at.y, at.x, at.y)

    def is_outer(self, wager: Wager) -> bool:
        """Whether a wager is put on the outer line beside the rows of three."""
        place = wager.place
        return bool(self.streets) and place is not None and place.x == 2 * self.streets[0].left

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
        """The optical middle of a cell: a pointed one is heavier at its foot."""
        middle, lower = self.box(cell).middle, self._point_depth(cell) / 4
        if self.upright:
            return Point(middle.x, middle.y + lower)
        return Point(middle.x + lower, middle.y)

    def cell_of(self, wager: Wager) -> Cell | None:
        """The cell in whose middle a wager is placed: its number, or its box; None for others."""
        label = wager.numbers[0] if wager.kind is Kind.STRAIGHT else wager.notation
        return self.layout.cells.get(label)

    def spot(self, wager: Wager) -> Point:
        """The place of a one-piece wager's chip."""
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
        """The ends of the second outer line beside the streets, or None without streets."""
        if not self.streets:
            return None
        at = self.across[self.streets[0].left] - self.sizes.double
        head, foot = self.along[self.streets[0].top], self.along[self.streets[-1].bottom]
        return self.turned(at, head), self.turned(at, foot)

    def _point_depth(self, cell: Cell) -> float:
        if not self.is_crown(cell):
            return 0.0
        width = self.across[cell.right] - self.across[cell.left]
        wide, high = self.sizes.point
        return min(wide * width, high * (self.along[cell.bottom] - self.along[cell.top]))

    def _is_beside_streets(self, cell: Cell) -> bool:
        return bool(self.streets) and cell.right == self.streets[0].left


def _across(layout: Layout, x: int, sizes: Measures, streets: tuple[Cell, ...]) -> float:
    """The width of one upright grid column."""
    if any(line[x] in layout.numbers for line in layout.squares):
        first = layout.cells[FIRST_NUMBER]
        return sizes.number_across / (first.right - first.left)
    beside_streets = bool(streets) and x + 1 == streets[0].left
    return sizes.beside_across if beside_streets else sizes.band_across


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
