"""The felt: cells on a grid, and the places where cells meet.

Splits are edges that two numbers share, corners are points where four meet, trios where three do.
Streets, six lines, first four and top line lie on the outer line beside the rows (reading 3).
Nothing here knows what a wager pays. Places are given in half squares of the grid, so that the
middle of anything is a whole number.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

BLANK = "."
STREET_SIZE = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """A rectangle of the felt, in grid squares from the top left."""

    label: str
    left: int
    top: int
    right: int
    bottom: int

    @property
    def middle(self) -> "Place":
        """The middle of the cell."""
        return Place(self.left + self.right, self.top + self.bottom)


@dataclass(frozen=True, slots=True)
class Place:
    """A point of the felt where a chip is placed, in half squares from the top left."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the felt and the numbers that a chip there covers."""

    numbers: frozenset[str]
    place: Place


class LayoutError(ValueError):
    """The picture of a felt is not valid."""


@dataclass(frozen=True, slots=True, repr=False)
class Layout:
    """A felt: its cells by label, and which of them are numbers."""

    width: int
    height: int
    squares: tuple[tuple[str, ...], ...]
    cells: Mapping[str, Cell]
    numbers: frozenset[str]

    @classmethod
    def from_picture(cls, picture: str, numbers: Collection[str]) -> "Layout":
        """Read a felt from its picture: one word a square, equal words making one cell.

        >>> layout = Layout.from_picture("0 0 0\\n1 2 3", {"0", "1", "2", "3"})
        >>> sorted(sorted(spot.numbers) for spot in layout.trios())
        [['0', '1', '2'], ['0', '2', '3']]
        """
        squares = tuple(tuple(line.split()) for line in picture.strip().splitlines())
        width = len(squares[0]) if squares else 0
        for row, line in enumerate(squares, 1):
            if len(line) != width:
                raise LayoutError(f"row {row} has {len(line)} squares, row 1 has {width}")
        cells = {cell.label: cell for cell in _cells(squares)}
        if missing := [number for number in numbers if number not in cells]:
            raise LayoutError(f"the picture lacks {', '.join(missing)}")
        return cls(width, len(squares), squares, cells, frozenset(numbers))

    def __repr__(self) -> str:
        return f"<Layout {self.width} × {self.height}, {len(self.numbers)} numbers>"

    def areas(self) -> Iterator[Cell]:
        """The cells that are not numbers: the boxes of the outside wagers."""
        return (cell for label, cell in self.cells.items() if label not in self.numbers)

    def straights(self) -> Iterator[Spot]:
        """The middle of each number."""
        for label in self.numbers:
            yield Spot(frozenset({label}), self.cells[label].middle)

    def splits(self) -> Iterator[Spot]:
        """The edges that two numbers share."""
        edges: dict[frozenset[str], list[Place]] = defaultdict(list)
        for y, line in enumerate(self.squares):
            for x, label in enumerate(line):
                if x + 1 < self.width:
                    edges[frozenset({label, line[x + 1]})].append(Place(2 * x + 2, 2 * y + 1))
                if y + 1 < self.height:
                    below = self.squares[y + 1][x]
                    edges[frozenset({label, below})].append(Place(2 * x + 1, 2 * y + 2))
        for pair, places in edges.items():
            if len(pair) == 2 and pair <= self.numbers:
                yield Spot(pair, _between(places[0], places[-1]))

    def corners(self) -> Iterator[Spot]:
        """The points where four numbers meet."""
        return (spot for spot in self._points() if len(spot.numbers) == 4)

    def trios(self) -> Iterator[Spot]:
        """The points where three numbers meet."""
        return (spot for spot in self._points() if len(spot.numbers) == 3)

    def streets(self) -> Iterator[Spot]:
        """The outer line beside each row of three numbers."""
        for row in self.street_rows():
            yield Spot(_labels(row), Place(2 * row[0].left, row[0].middle.y))

    def six_lines(self) -> Iterator[Spot]:
        """The outer line between two rows of three."""
        for upper, lower in pairwise(self.street_rows()):
            if upper[0].bottom == lower[0].top:
                yield Spot(_labels(upper) | _labels(lower), _outer_line_above(lower))

    def first_four(self) -> Iterator[Spot]:
        """The outer line between the first row of three and a lone number at its head."""
        for upper, lower in pairwise(self._rows()):
            if len(upper) == 1 and len(lower) == STREET_SIZE:
                yield Spot(_labels(upper) | _labels(lower), _outer_line_above(lower))

    def top_line(self) -> Iterator[Spot]:
        """The outer line above the first row of three: that row and the whole head of the felt."""
        numbers = frozenset[str]()
        for row in self._rows():
            numbers |= _labels(row)
            if len(row) == STREET_SIZE:
                yield Spot(numbers, _outer_line_above(row))
                return

    def column(self, box: Cell) -> frozenset[str]:
        """The numbers of the rows of three in line with a box."""
        return frozenset(
            cell.label
            for row in self.street_rows()
            for cell in row
            if (cell.left, cell.right) == (box.left, box.right)
        )

    def beside(self, box: Cell) -> frozenset[str]:
        """The numbers of the rows of three beside a box."""
        return frozenset(
            cell.label
            for row in self.street_rows()
            for cell in row
            if box.top <= cell.top and cell.bottom <= box.bottom
        )

    def street_rows(self) -> list[list[Cell]]:
        """The rows of exactly three numbers, from the head of the felt down."""
        return [row for row in self._rows() if len(row) == STREET_SIZE]

    def _rows(self) -> list[list[Cell]]:
        rows: dict[tuple[int, int], list[Cell]] = defaultdict(list)
        for number in self.numbers:
            cell = self.cells[number]
            rows[cell.top, cell.bottom].append(cell)
        return [sorted(rows[key], key=lambda cell: cell.left) for key in sorted(rows)]

    def _points(self) -> Iterator[Spot]:
        for y, (upper, lower) in enumerate(pairwise(self.squares), 1):
            for x in range(1, self.width):
                around = frozenset({upper[x - 1], upper[x], lower[x - 1], lower[x]})
                if around <= self.numbers:
                    yield Spot(around, Place(2 * x, 2 * y))


def _cells(squares: tuple[tuple[str, ...], ...]) -> Iterator[Cell]:
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for y, line in enumerate(squares):
        for x, label in enumerate(line):
            if label != BLANK:
                found[label].append((x, y))
    for label, places in found.items():
        xs, ys = [x for x, _ in places], [y for _, y in places]
        cell = Cell(label, min(xs), min(ys), max(xs) + 1, max(ys) + 1)
        if len(places) != (cell.right - cell.left) * (cell.bottom - cell.top):
            raise LayoutError(f"the squares of {label} do not make one rectangle")
        yield cell


def _labels(row: list[Cell]) -> frozenset[str]:
    return frozenset(cell.label for cell in row)


def _outer_line_above(row: list[Cell]) -> Place:
    return Place(2 * row[0].left, 2 * row[0].top)


def _between(first: Place, last: Place) -> Place:
    return Place((first.x + last.x) // 2, (first.y + last.y) // 2)
