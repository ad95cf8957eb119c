"""The pictures of the books: where every area of a felt lies, and which numbers make a link.

The places are worked out here by counting, where the program reads a picture.
"""

from collections.abc import Iterator

import pytest

from croupier import books
from tests.clauses import proves

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in squares."""
EVEN_CHANCES = ("low", "even", "red", "black", "odd", "high")
LINKS = [["0", "00", "S", "MBS"], *[[str(n + i) for i in range(4)] for n in range(1, 37, 4)]]
"""The ten links of four, a to j: the symbols, then the numbers four by four."""


def _grid(top: int, width: int) -> Iterator[tuple[str, Box]]:
    """1 to 36 in rows of three from this row on, with the boxes beside and below them."""
    for n in range(36):
        row, column = top + n // 3, 2 + n % 3 * width
        yield str(n + 1), (column, row, column + width, row + 1)
    for n in range(3):
        yield f"dozen:{n + 1}", (1, top + 4 * n, 2, top + 4 * n + 4)
        yield f"column:{n + 1}", (2 + n * width, top + 12, 2 + n * width + width, top + 13)
    for n, name in enumerate(EVEN_CHANCES):
        yield name, (0, top + 2 * n, 1, top + 2 * n + 2)


def _links() -> Iterator[tuple[str, Box]]:
    """A link a row; Super Bonus Win and Scatter Bonus after the fifth, Bonus Win at the foot."""
    for at, link in enumerate(LINKS):
        row = at if at < 5 else at + 1
        for column, number in enumerate(link):
            yield number, (column, row, column + 1, row + 1)
    yield "super-bonus-win", (0, 5, 2, 6)
    yield "scatter-bonus", (2, 5, 4, 6)
    yield "bonus-win", (0, 11, 4, 12)


SANDS = {
    "green": (0, 0, 2, 2),
    "S": (2, 0, 8, 1),
    "0": (2, 1, 5, 2),
    "00": (5, 1, 8, 2),
    **dict(_grid(2, 2)),
}
FELTS: dict[str, dict[str, Box]] = {
    "racetrack-2012": {"0": (2, 0, 5, 1), **dict(_grid(1, 1))},
    "edz-2020": {"00": (2, 0, 5, 1), "0": (2, 1, 5, 2), **dict(_grid(2, 1))},
    "sands-2017": SANDS,
    "sands-2019": SANDS,
    "fast-action-2020": dict(_links()),
}


@proves("*", "2.1")
@proves("racetrack-2012", "Diagram A", "Diagram C")
@proves("sands-2017", "Diagram A", "Diagram B")
@proves("sands-2019", "App. A", "App. B", "App. C")
@proves("edz-2020", "App. A")
@proves("fast-action-2020", "App. A", "App. B", "App. C")
@pytest.mark.parametrize("book_id", FELTS)
def test_every_area_lies_where_the_picture_has_it(book_id: str) -> None:
    cells = books.load(book_id).layout.cells.values()
    found = {cell.label: (cell.left, cell.top, cell.right, cell.bottom) for cell in cells}
    assert found == FELTS[book_id]


@proves("fast-action-2020", "App. C", "1.1.8", "1.1.11")
def test_the_links_are_the_ten_rows_of_four() -> None:
    bonus = books.load("fast-action-2020").bonus
    assert bonus is not None
    assert bonus.links == {
        name: frozenset(link) for name, link in zip("abcdefghij", LINKS, strict=True)
    }
