"""The felt in characters."""

import pytest

import croupier
from croupier.pictures.felt_picture import Cover
from croupier.pictures.text import DRAWN, TYPED, Glyph, felt_text
from croupier.rules.wager import Kind
from tests.pictures.reading import BOOKS

pytestmark = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)


def written(lines: list[list[Glyph]]) -> str:
    return "\n".join("".join(glyph.character for glyph in line) for line in lines)


def said(lines: list[list[Glyph]]) -> dict[str, str]:
    """What is written in each cell."""
    cells: dict[str, str] = {}
    for line in lines:
        for glyph in line:
            if glyph.cell is not None:
                cells[glyph.cell] = cells.get(glyph.cell, "") + glyph.character
    return {label: " ".join(text.split()) for label, text in cells.items()}


@pytest.mark.parametrize("upright", [False, True])
def test_every_cell_is_there_with_its_label(book: croupier.Book, upright: bool) -> None:
    lines = felt_text(book, Cover.of(book, ()), TYPED, upright=upright)
    labels = said(lines)
    assert set(labels) == set(book.layout.cells)
    assert all(labels[number] == number for number in book.pockets)
    assert written(lines).isascii()
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 80


def test_a_highlight_brackets_exactly_the_numbers_covered(book: croupier.Book) -> None:
    for wager in book.wagers.values():
        cover = Cover.of(book, [wager])
        lines = felt_text(book, cover, DRAWN)
        labels = said(lines)
        bracketed = {label for label in book.pockets if labels[label][0] in "[("}
        assert bracketed == set(wager.numbers)
        chips = [glyph for line in lines for glyph in line if glyph.mark == "chip"]
        on_cells = sum(text.startswith("(") for text in labels.values())
        assert len(chips) + on_cells == len(wager.pieces)


def test_hot_spots_lie_on_the_lines(book: croupier.Book) -> None:
    lines = felt_text(book, Cover.of(book, ()), DRAWN, hot_spots=True)
    bare = felt_text(book, Cover.of(book, ()), DRAWN)
    spots = 0
    for line, before in zip(lines, bare, strict=True):
        for glyph, was in zip(line, before, strict=True):
            spots += glyph.mark == "spot"
            assert glyph.mark is None or was.character in DRAWN.lines[1:]
    on_lines = [w for w in book.wagers.values() if w.kind in LINES]
    assert spots == len(on_lines)


LINES = (Kind.SPLIT, Kind.STREET, Kind.CORNER, Kind.SIX_LINE, Kind.TOP_LINE)
