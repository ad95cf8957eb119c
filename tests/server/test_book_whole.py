"""What a page is told of a book: everything that the book has, lying where the book says."""

import msgspec
import pytest

from croupier import books
from croupier.pictures.racetrack import LENGTH, Track, racetrack_svg
from croupier.pictures.svg import path_data
from croupier.protocol.rulebook import BookWhole, FeltDrawn, FieldDrawn, PocketDrawn
from croupier.rules.book import Book
from croupier.server.api.book import book_whole, track_drawn


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
        assert spot.name == wager.title


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


# What is drawn


@pytest.fixture(params=["lying", "upright"])
def drawn(whole: BookWhole, request: pytest.FixtureRequest) -> FeltDrawn:
    found = getattr(whole.felt, request.param)
    assert isinstance(found, FeltDrawn)
    return found


def test_everything_that_is_drawn_lies_on_the_felt(whole: BookWhole, drawn: FeltDrawn) -> None:
    wide, high = drawn.x.lines[-1], drawn.y.lines[-1]
    assert set(drawn.cells) == {cell.label for cell in whole.felt.cells}
    for cell in drawn.cells.values():
        for x, y in (*cell.corners, cell.middle):
            assert 0 <= x <= wide
            assert 0 <= y <= high
    assert set(drawn.spots) == {spot.wager for spot in whole.felt.spots if spot.cell is None}
    for left, top, right, bottom in drawn.spots.values():
        assert 0 <= left <= right <= wide
        assert 0 <= top <= bottom <= high


def test_a_spot_between_numbers_is_drawn_on_each_of_them(
    whole: BookWhole, drawn: FeltDrawn
) -> None:
    numbers = {cell.label for cell in whole.felt.cells if cell.kind == "number"}
    for spot in whole.felt.spots:
        if spot.wager not in drawn.spots or spot.outer:
            continue
        left, top, right, bottom = drawn.spots[spot.wager]
        assert left == right or top == bottom, spot.wager
        x, y = (left + right) / 2, (top + bottom) / 2
        for number in numbers.intersection(spot.numbers):
            corners = drawn.cells[number].corners
            assert min(at[0] for at in corners) <= x <= max(at[0] for at in corners)
            assert min(at[1] for at in corners) <= y <= max(at[1] for at in corners)


def test_grid_lines_go_on_and_each_part_has_its_share_of_a_finger(drawn: FeltDrawn) -> None:
    for axis in (drawn.x, drawn.y):
        assert list(axis.lines) == sorted(set(axis.lines))
        assert len(axis.shares) == len(axis.lines) - 1
        assert all(0 < share < 1.2 for share in axis.shares)


def test_only_zeros_are_at_the_head(book: Book, whole: BookWhole) -> None:
    heads = {cell.label for cell in whole.felt.cells if cell.head}
    streets = book.layout.street_rows()
    above = {
        label
        for label in book.layout.numbers
        if streets and book.layout.cells[label].bottom <= streets[0][0].top
    }
    assert heads == above


@pytest.mark.parametrize(("length", "lane"), [(0, 0), (130, 30), (520, 25), (2000, 40)])
def test_a_racetrack_is_drawn_in_any_shape(book: Book, length: int, lane: int) -> None:
    if book.racetrack is None:
        return
    track = track_drawn(book, length, lane)
    assert [pocket.number for pocket in track.pockets] == list(book.wheel.order)
    assert {field.wager for field in track.fields} == set(book.racetrack.calls)
    parts: list[PocketDrawn | FieldDrawn] = [*track.pockets, *track.fields]
    for part in parts:
        assert part.wager is None or part.wager in book.wagers
        assert 0 < part.x < track.width
        assert 0 < part.y < track.height
        points = [float(word) for word in part.path.split() if word not in "MLAZ"]
        assert min(points) >= -1
        assert max(points) <= max(track.width, track.height) + 1


def test_a_racetrack_is_what_the_picture_of_the_book_has(book: Book) -> None:
    """One source: the page and `croupier layout` draw the same outlines."""
    if book.racetrack is None:
        return
    picture = racetrack_svg(book)
    track = Track.of(book, LENGTH, upright=False)
    assert all(path_data(*track.pocket(at)) in picture for at in range(len(track.pockets)))
    assert all(path_data(*track.outline(field)) in picture for field in track.fields)
