"""Section 2: the layout, from which all inside wagers follow (reading 3)."""

import pytest

from croupier import books
from croupier.rules.catalogue import CatalogueError, Ground, one_piece_wagers
from croupier.rules.layout import Cell, Layout, LayoutError, Place, Spot
from croupier.rules.terms import WagerTerms
from croupier.rules.wager import Kind
from croupier.rules.wheel import Wheel
from tests.clauses import proves

WITH_STREETS = ("racetrack-2012", "sands-2017", "sands-2019", "edz-2020")
HEAD = {
    "racetrack-2012": {"0/1", "0/2", "0/3", "0/1/2", "0/2/3", "0/1/2/3"},
    "edz-2020": {"0/00", "0/1", "0/2", "0/3", "0/1/2", "0/2/3", "0/1/2/3"},
    "sands-2017": {
        *("S/0", "S/00", "0/00", "0/1", "0/2", "00/2", "00/3"),
        *("S/0/00", "0/00/2", "0/1/2", "00/2/3"),
    },
}
HEAD["sands-2019"] = HEAD["sands-2017"]
COUNTS = {
    "racetrack-2012": {"straight": 37, "split": 60, "street": 14, "corner": 23, "six-line": 11},
    "edz-2020": {"straight": 38, "split": 61, "street": 14, "corner": 23, "six-line": 11},
    "sands-2017": {"straight": 39, "split": 64, "street": 16, "corner": 22, "six-line": 11},
    "sands-2019": {"straight": 39, "split": 64, "street": 16, "corner": 22, "six-line": 11},
    "fast-action-2020": {"straight": 40, "split": 0, "street": 0, "corner": 0, "six-line": 0},
}
ONE_PIECE = {
    "racetrack-2012": 157,
    "sands-2017": 166,
    "sands-2019": 166,
    "edz-2020": 159,
    "fast-action-2020": 43,
}


@proves("sands-2017", "2.1")
@proves("sands-2017", "Diagram A")
@pytest.mark.parametrize("book_id", books.ids())
def test_layout_has_a_place_for_every_one_piece_wager_and_no_other(book_id: str) -> None:
    wagers = [wager for wager in books.load(book_id).wagers.values() if not wager.parts]
    assert len(wagers) == ONE_PIECE[book_id]
    for kind, count in COUNTS[book_id].items():
        assert sum(wager.kind == kind for wager in wagers) == count, kind
    places = [wager.place for wager in wagers]
    assert None not in places
    assert len(set(places)) == len(places), "two wagers share a place"


@pytest.mark.parametrize("book_id", books.ids())
def test_wagers_of_a_kind_are_listed_in_layout_order(book_id: str) -> None:
    book = books.load(book_id)
    for kind in (Kind.STRAIGHT, Kind.SPLIT, Kind.STREET, Kind.CORNER, Kind.SIX_LINE):
        listed = [wager.numbers for wager in book.wagers.values() if wager.kind is kind]
        assert listed == sorted(listed, key=lambda numbers: [*map(book.pockets.index, numbers)])


@pytest.mark.parametrize("book_id", books.ids())
def test_places_are_whole_numbers(book_id: str) -> None:
    for wager in books.load(book_id).wagers.values():
        if wager.place is not None:
            assert (type(wager.place.x), type(wager.place.y)) == (int, int)


@proves("racetrack-2012 edz-2020", "3.4.3")
@proves("sands-2017 sands-2019", "3.4.2", "3.4.4")
@proves("edz-2020", "4.2", "4.2.1")
@pytest.mark.parametrize("book_id", WITH_STREETS)
def test_head_of_the_felt_joins_the_zeros_as_the_book_says(book_id: str) -> None:
    book = books.load(book_id)
    zeros = {n for n in book.pockets if book.colour(n) == "green"}
    joined = {
        "/".join(wager.numbers)
        for wager in book.wagers.values()
        if wager.kind in (Kind.SPLIT, Kind.STREET, Kind.CORNER) and zeros & {*wager.numbers}
    }
    assert joined == HEAD[book_id]


@proves("racetrack-2012", "3.4.5")
@proves("sands-2017", "3.4.2", "3.4.3", "3.4.4", "3.4.5")
@proves("sands-2019", "3.4.2", "3.4.3", "3.4.4", "3.4.5")
@proves("edz-2020", "3.4.5")
@pytest.mark.parametrize("book_id", WITH_STREETS)
def test_inside_wagers_of_1_to_36_are_those_of_twelve_rows_of_three(book_id: str) -> None:
    """Found here by arithmetic on row and column, where the program uses the picture."""
    book = books.load(book_id)
    at = {n: divmod(n - 1, 3) for n in range(1, 37)}

    def block(*numbers: int) -> str:
        return "/".join(map(str, numbers))

    across = {block(n, n + 1) for n in at if at[n][1] < 2}
    down = {block(n, n + 3) for n in at if n + 3 in at}
    expected = {
        Kind.SPLIT: across | down,
        Kind.STREET: {block(n, n + 1, n + 2) for n in at if at[n][1] == 0},
        Kind.CORNER: {block(n, n + 1, n + 3, n + 4) for n in at if at[n][1] < 2 and n + 4 in at},
        Kind.SIX_LINE: {block(*range(n, n + 6)) for n in at if at[n][1] == 0 and n + 5 in at},
    }
    for kind, blocks in expected.items():
        found = {
            "/".join(w.numbers)
            for w in book.wagers.values()
            if w.kind is kind and all(n in map(str, at) for n in w.numbers)
        }
        assert found == blocks


@pytest.mark.parametrize("book_id", WITH_STREETS)
def test_chips_lie_where_the_lines_say(book_id: str) -> None:
    """Splits on the shared edge, corners and trios on the shared point, streets outside."""
    book = books.load(book_id)
    cells = book.layout.cells
    outer = 2 * cells["1"].left
    for wager in book.wagers.values():
        if wager.place is None or wager.kind not in (Kind.SPLIT, Kind.STREET, Kind.CORNER):
            continue
        touching = {n for n in book.pockets if _touches(cells[n], wager.place)}
        if wager.place.x == outer:
            assert touching <= {*wager.numbers}
        else:
            assert touching == {*wager.numbers}


def _touches(cell: Cell, place: Place) -> bool:
    return 2 * cell.left <= place.x <= 2 * cell.right and 2 * cell.top <= place.y <= 2 * cell.bottom


@pytest.mark.parametrize(
    ("notation", "x", "y"),
    [
        ("straight:S", 10, 1),
        ("split:S/0", 7, 2),
        ("split:0/00", 10, 3),
        ("split:0/1", 6, 4),
        ("split:0/2", 9, 4),
        ("street:S/0/00", 10, 2),
        ("street:0/00/2", 10, 4),
        ("street:0/1/2", 8, 4),
        ("street:1/2/3", 4, 5),
        ("six-line:1/2/3/4/5/6", 4, 6),
        ("top-line", 4, 4),
        ("corner:1/2/4/5", 8, 6),
        ("dozen:1", 3, 8),
        ("column:3", 14, 29),
        ("green", 2, 2),
    ],
)
def test_places_on_the_sands_felt(notation: str, x: int, y: int) -> None:
    assert books.load("sands-2019").wager(notation).place == Place(x, y)


def test_first_four_lies_on_the_outer_line_between_0_and_1() -> None:
    assert books.load("racetrack-2012").wager("corner:0/1/2/3").place == Place(4, 2)
    assert books.load("edz-2020").wager("corner:0/1/2/3").place == Place(4, 4)


def test_numbers_touch_up_to_the_edges_of_the_felt() -> None:
    felt = Layout.from_picture("1 2\n3 4", "1234")
    assert {"".join(sorted(spot.numbers)): spot.place for spot in felt.splits()} == {
        "12": Place(2, 1),
        "34": Place(2, 3),
        "13": Place(1, 2),
        "24": Place(3, 2),
    }
    assert list(felt.corners()) == [Spot(frozenset("1234"), Place(2, 2))]
    pair = Layout.from_picture("1 2", "12")
    assert list(pair.splits()) == [Spot(frozenset("12"), Place(2, 1))]


def test_six_lines_need_rows_that_touch() -> None:
    picture = "1 2 3\n. . .\n4 5 6"
    assert list(Layout.from_picture(picture, "123456").six_lines()) == []


def test_empty_felt_has_no_squares() -> None:
    felt = Layout.from_picture("", [])
    assert (felt.width, felt.height, felt.squares) == (0, 0, ())


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("street", "the felt has no place for it"), ("tiers", "it belongs under racetrack")],
)
def test_kind_of_wager_without_a_place_on_the_felt_is_refused(kind: str, reason: str) -> None:
    felt = Layout.from_picture("1 2\n3 4", "1234")
    ground = Ground("four", felt, tuple("1234"), dict.fromkeys("1234", "red"), Wheel(tuple("1234")))
    terms = WagerTerms(name="A wager", pays=1, clause="1", placed="1")
    with pytest.raises(CatalogueError) as caught:
        one_piece_wagers(ground, {kind: terms})
    assert (caught.value.key, caught.value.reason) == (f"wagers.{kind}", reason)


def test_felt_without_rows_of_three_has_no_top_line() -> None:
    assert list(Layout.from_picture("1 2\n3 4", "1234").top_line()) == []


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        ("1 2\n3", "row 2 has 1 squares, row 1 has 2"),
        ("1 2\n2 1", "the squares of 1 do not make one rectangle"),
        ("1 .", "the picture lacks 2"),
        ("", "the picture lacks 1, 2"),
    ],
)
def test_picture_that_does_not_fit_is_refused(picture: str, reason: str) -> None:
    with pytest.raises(LayoutError) as caught:
        Layout.from_picture(picture, ["1", "2"])
    assert str(caught.value) == reason
