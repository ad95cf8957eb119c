"""The felt as it is drawn: read back from the SVG and held against the book."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

import croupier
from croupier.pictures import felt_svg, palette, racetrack_svg
from croupier.pictures.svg import Box, Point
from croupier.rules.wager import Kind, Wager
from tests.pictures.reading import BOOKS, Picture, number, said

NEAR = 0.011
"""Coordinates are written with two decimals."""

pytestmark = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
upright = pytest.mark.parametrize("upright", [False, True], ids=["lying", "upright"])


def drawn(
    book: croupier.Book, *wagers: Wager, hot_spots: bool = False, upright: bool = False
) -> Picture:
    return Picture.of(felt_svg(book, highlight=wagers, hot_spots=hot_spots, upright=upright))


def on_edge(at: Point, box: Box) -> bool:
    """Whether a point lies on the outline of a box."""
    outer, inner = box.inset(-NEAR), box.inset(NEAR)
    return within(at, outer) and not within(at, inner)


def within(at: Point, box: Box) -> bool:
    return box.left < at.x < box.right and box.top < at.y < box.bottom


@upright
def test_it_stands_alone_and_says_what_it_is(book: croupier.Book, upright: bool) -> None:
    svg = felt_svg(book, upright=upright, hot_spots=True)
    picture = Picture.of(svg)
    assert picture.root.attrib["role"] == "img"
    assert [child.tag.partition("}")[2] for child in picture.root[:2]] == ["title", "desc"]
    assert book.name in (picture.root[0].text or "")
    links = svg.replace("http://www.w3.org/2000/svg", "")
    assert not any(
        word in links for word in ("http", "href", "@import", "<style", "style=", "data:")
    )


@upright
def test_every_number_and_every_box_has_its_label(book: croupier.Book, upright: bool) -> None:
    picture = drawn(book, upright=upright)
    numbers = dict(picture.having("data-number"))
    assert {label: said(group) for label, group in numbers.items()} == {p: p for p in book.pockets}
    boxes = dict(picture.having("data-box-of"))
    assert set(boxes) == set(book.layout.cells) - set(book.pockets)
    assert all(said(box) for box in boxes.values())


@upright
def test_numbers_have_their_colour(book: croupier.Book, upright: bool) -> None:
    for label, group in drawn(book, upright=upright).having("data-number"):
        fills = {element.attrib.get("fill") for element in group.iter()}
        assert palette.OF_COLOUR[book.colours[label]] in fills


@upright
def test_cells_do_not_overlap_and_nothing_leaves_the_picture(
    book: croupier.Book, upright: bool
) -> None:
    picture = drawn(book, upright=upright)
    boxes = [*picture.cells().values(), *picture.cells("data-box-of").values()]
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            apart = (
                one.right <= other.left + NEAR
                or other.right <= one.left + NEAR
                or one.bottom <= other.top + NEAR
                or other.bottom <= one.top + NEAR
            )
            assert apart
    whole = Box.around_all(boxes)
    width, height = number(picture.root, "width"), number(picture.root, "height")
    assert (whole.left, whole.top) == (0, 0)
    assert whole.right < width
    assert whole.bottom < height


@upright
def test_every_one_piece_wager_has_one_hot_spot(book: croupier.Book, upright: bool) -> None:
    spots = drawn(book, hot_spots=True, upright=upright).spots()
    placed = {wager.notation for wager in book.wagers.values() if not wager.parts}
    assert set(spots) == placed
    assert len({(round(at.x), round(at.y)) for at in spots.values()}) == len(placed)


@upright
def test_hot_spots_lie_where_the_lines_say(book: croupier.Book, upright: bool) -> None:
    picture = drawn(book, hot_spots=True, upright=upright)
    cells, boxes = picture.cells(), picture.cells("data-box-of")
    for notation, at in picture.spots().items():
        wager = book.wager(notation)
        touched = {label for label, box in cells.items() if on_edge(at, box)}
        if notation in boxes:
            assert boxes[notation].middle == pytest.approx(at, abs=NEAR)
        else:
            assert LIES[wager.kind](wager, at, cells, touched), f"{notation} at {at}"


def straight(wager: Wager, at: Point, cells: dict[str, Box], _: set[str]) -> bool:
    box = cells[wager.numbers[0]]
    return within(at, box.inset(0.3 * min(box.width, box.height)))


def split(wager: Wager, at: Point, cells: dict[str, Box], touched: set[str]) -> bool:
    """In the middle of the edge that both numbers share, and on that of no other."""
    middle = shared(wager, cells).middle
    # Numbers that come to a point share less of a line than their boxes do.
    near = abs(middle.x - at.x) + abs(middle.y - at.y) < 14
    return near and touched == set(wager.numbers)


def meeting(wager: Wager, at: Point, cells: dict[str, Box], touched: set[str]) -> bool:
    """Where all its numbers meet or, if they do not, where two of them meet the outer line."""
    common = shared(wager, cells)
    if common.width >= 0 and common.height >= 0:
        return touched == set(wager.numbers)
    outer = Box.around_all(list(cells.values()))
    return len(touched) == 2 and touched < set(wager.numbers) and on_edge(at, outer)


def row(wager: Wager, at: Point, cells: dict[str, Box], touched: set[str]) -> bool:
    """At the middle of the outer edge of its first number, or where three numbers meet."""
    common = shared(wager, cells)
    if common.width >= 0 and common.height >= 0:
        return touched == set(wager.numbers)
    first = cells[wager.numbers[0]]
    ends = Point(first.left, first.middle.y), Point(first.middle.x, first.bottom)
    return touched == {wager.numbers[0]} and any(at == pytest.approx(end) for end in ends)


def shared(wager: Wager, cells: dict[str, Box]) -> Box:
    """What the boxes of all its numbers have in common; of negative extent if nothing."""
    boxes = [cells[label] for label in wager.numbers]
    return Box(
        max(box.left for box in boxes),
        max(box.top for box in boxes),
        min(box.right for box in boxes),
        min(box.bottom for box in boxes),
    )


LIES: dict[Kind, Callable[[Wager, Point, dict[str, Box], set[str]], bool]] = {
    Kind.STRAIGHT: straight,
    Kind.SPLIT: split,
    Kind.STREET: row,
    Kind.CORNER: meeting,
    Kind.SIX_LINE: meeting,
    Kind.TOP_LINE: meeting,
}


def test_a_highlight_marks_exactly_the_numbers_covered(book: croupier.Book) -> None:
    for wager in book.wagers.values():
        picture = drawn(book, wager)
        assert picture.marked("data-number", "data-covered") == set(wager.numbers)
        if book.racetrack is not None:
            assert picture.marked("data-pocket", "data-covered") == set(wager.numbers)
        chips = dict(picture.having("data-chip"))
        assert list(chips) == [piece.wager.notation for piece in wager.pieces]
        for piece in wager.pieces:
            count = "".join(chips[piece.wager.notation].itertext())
            assert count == (f"×{piece.count}" if piece.count > 1 else "")
    assert not drawn(book).marked("data-number", "data-covered")


def test_chips_lie_on_the_hot_spots_and_add_up(book: croupier.Book) -> None:
    wager = next(iter(book.wagers.values()))
    picture = Picture.of(felt_svg(book, highlight=[wager, wager], hot_spots=True))
    ((_, chip),) = picture.having("data-chip")
    circle = chip[1]
    at = Point(number(circle, "cx"), number(circle, "cy"))
    assert at == picture.spots()[wager.notation]
    assert "×2" in picture.texts()


@upright
def test_the_head_is_at_the_left_or_at_the_top(book: croupier.Book, upright: bool) -> None:
    cells = drawn(book, upright=upright).cells()
    first, last, beside = cells["1"], cells["33"], cells["2"]
    if upright:
        assert first.bottom < last.top
        assert first.right == beside.left
    else:
        assert first.right < last.left
        assert beside.bottom == first.top
    sizes = {
        (round(box.width), round(box.height)) for label, box in cells.items() if label in ORDINARY
    }
    assert len(sizes) == 1


ORDINARY = {str(n) for n in range(1, 37)}


def test_bonus_numbers_glow_and_full_links_are_told(book: croupier.Book) -> None:
    if book.bonus is None:
        return
    name, link = next(iter(book.bonus.links.items()))
    single = next(label for label in book.pockets if label not in link)
    picture = Picture.of(felt_svg(book, lit=[*sorted(link), single]))
    lit = {label: e.attrib.get("data-lit") for label, e in picture.having("data-number")}
    assert {label for label, light in lit.items() if light == "super"} == link
    assert {label for label, light in lit.items() if light == "bonus"} == {single}
    assert "super" in picture.texts()
    assert name not in picture.texts()
    for letter in list(book.bonus.links)[1:]:
        assert letter in picture.texts()


def test_a_number_that_is_not_on_the_wheel_cannot_be_lit(book: croupier.Book) -> None:
    with pytest.raises(croupier.RoundError):
        felt_svg(book, lit=["37"])


@upright
def test_the_racetrack_has_its_pockets_and_fields(book: croupier.Book, upright: bool) -> None:
    picture = drawn(book, upright=upright)
    pockets = [label for label, _ in picture.having("data-pocket")]
    fields = {wager for wager, e in picture.having("data-wager") if "data-pocket" not in e.attrib}
    if book.racetrack is None:
        assert not pockets
        assert not fields
        with pytest.raises(ValueError, match="no racetrack"):
            racetrack_svg(book)
        return
    assert pockets == list(book.wheel.order)
    assert fields == set(book.racetrack.calls)
    for call in book.racetrack.calls.values():
        assert call.name in picture.texts()
    alone = Picture.of(racetrack_svg(book, [book.wager("tiers")], upright=upright))
    assert alone.marked("data-pocket", "data-covered") == set(book.wager("tiers").numbers)
    assert alone.marked("data-wager", "data-chosen") == {"tiers"}


def test_the_same_bytes_whatever_the_hash_seed(book: croupier.Book) -> None:
    code = (
        "import hashlib, sys, croupier\n"
        "from croupier.pictures import felt_svg, wheel_svg\n"
        "from tests.pictures.reading import BOOKS\n"
        "book = next(b for b in BOOKS if b.id == sys.argv[1])\n"
        "shown = list(book.wagers.values())[::7]\n"
        "lit = frozenset(book.pockets[:5])\n"
        "for upright in (False, True):\n"
        "    svg = felt_svg(book, highlight=shown, hot_spots=True, upright=upright, lit=lit)\n"
        "    print(hashlib.sha256(svg.encode()).hexdigest())\n"
        "svg = wheel_svg(book, highlight=shown, outcome='0')\n"
        "print(hashlib.sha256(svg.encode()).hexdigest())\n"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code, book.id],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1
