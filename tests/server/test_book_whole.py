"""What a page is told of a book: everything that the book has, lying where the book says."""

import msgspec
import pytest

from croupier import books
from croupier.protocol.book import BookWhole
from croupier.rules.book import Book
from croupier.server.api_book import book_whole


@pytest.fixture(params=books.ids())
def book(request: pytest.FixtureRequest) -> Book:
    return books.load(request.param)


@pytest.fixture
def whole(book: Book) -> BookWhole:
    """As it arrives at the other end."""
    return msgspec.json.decode(msgspec.json.encode(book_whole(book)), type=BookWhole)


def test_every_wager_of_the_book_is_there_once(book: Book, whole: BookWhole) -> None:
    shown = [spot.wager for spot in whole.felt.spots] + [call.wager for call in whole.calls]
    assert sorted(shown) == sorted(book.wagers)
    for spot in whole.felt.spots:
        wager = book.wagers[spot.wager]
        assert (spot.numbers, spot.pays, spot.clause) == (wager.numbers, wager.pays, wager.clause)


def test_cells_tile_the_grid_without_lying_on_one_another(whole: BookWhole) -> None:
    squares = [
        (x, y)
        for cell in whole.felt.cells
        for x in range(cell.left, cell.right)
        for y in range(cell.top, cell.bottom)
    ]
    assert len(squares) == len(set(squares))
    assert max(x for x, _ in squares) < len(whole.felt.columns)
    assert max(y for _, y in squares) < len(whole.felt.rows)


def test_a_spot_lies_on_every_number_that_it_covers_inside(whole: BookWhole) -> None:
    cells = {cell.label: cell for cell in whole.felt.cells}
    for spot in whole.felt.spots:
        if spot.cell is None and not spot.outer:
            for number in spot.numbers:
                cell = cells[number]
                assert 2 * cell.left <= spot.place.x <= 2 * cell.right, spot
                assert 2 * cell.top <= spot.place.y <= 2 * cell.bottom, spot


def test_only_spots_of_streets_lie_on_the_outer_line(whole: BookWhole) -> None:
    kinds = {spot.kind for spot in whole.felt.spots if spot.outer}
    assert kinds <= {"street", "six-line", "corner", "top-line"}
    assert bool(kinds) == (whole.felt.outer_line is not None)


def test_fields_of_the_racetrack_hold_the_numbers_of_their_calls(whole: BookWhole) -> None:
    if whole.racetrack is None:
        assert not whole.calls
        return
    calls = {call.wager: call for call in whole.calls}
    for field in whole.racetrack.fields:
        held = {
            whole.wheel[(run.first + i) % len(whole.wheel)]
            for run in field.runs
            for i in range(run.count)
        }
        assert held == set(calls[field.wager].numbers)


def test_what_voids_a_round_is_said_with_its_clause(book: Book, whole: BookWhole) -> None:
    assert {each.clause for each in whole.voids} == set(book.voids)
    said = {each.number: each.says for each in whole.clauses}
    assert all(each.says == said[each.clause] for each in whole.voids)
