"""The wheel as it is drawn: its pockets in order round the turret, and the ball."""

from math import atan2, hypot, pi
from xml.etree.ElementTree import Element

import pytest

import croupier
from croupier.pictures import palette, wheel_svg
from croupier.pictures.svg import Point
from croupier.pictures.wheel import CENTRE, NUMBERS_INNER, POCKETS_INNER
from tests.pictures.reading import BOOKS, SVG, Picture, number, said

pytestmark = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)


def turn(at: Point) -> float:
    """The part of a full turn, clockwise from the top, at which a point lies."""
    return (atan2(at.x - CENTRE.x, CENTRE.y - at.y) / (2 * pi)) % 1


def middle_of_sector(group: Element) -> Point:
    """The middle between the outer corners of a drawn pocket."""
    steps = next(group.iter(f"{SVG}path")).attrib["d"].split()
    start, end = steps[1:3], steps[9:11]
    xs, ys = [float(p[0]) for p in (start, end)], [float(p[1]) for p in (start, end)]
    return Point(sum(xs) / 2, sum(ys) / 2)


def test_pockets_stand_in_wheel_order_by_angle(book: croupier.Book) -> None:
    size = len(book.wheel.order)
    pockets = Picture.of(wheel_svg(book)).having("data-pocket")
    turns = {label: turn(middle_of_sector(group)) for label, group in pockets}
    top = book.wheel.order[0]
    assert min(turns[top], 1 - turns[top]) < 0.001
    turns[top] = 0.0
    assert tuple(sorted(turns, key=lambda label: turns[label])) == book.wheel.order
    for i, label in enumerate(book.wheel.order):
        assert turns[label] == pytest.approx(i / size, abs=0.001)


def test_every_pocket_says_its_number_in_its_colour(book: croupier.Book) -> None:
    for label, group in Picture.of(wheel_svg(book)).having("data-pocket"):
        assert said(group) == label
        assert (
            next(group.iter(f"{SVG}path")).attrib["fill"] == palette.OF_COLOUR[book.colour(label)]
        )


def test_it_stands_alone_and_says_what_it_is(book: croupier.Book) -> None:
    svg = wheel_svg(book, outcome="17")
    picture = Picture.of(svg)
    assert picture.root.attrib["role"] == "img"
    assert " ".join(book.wheel.order) in (picture.root[1].text or "")
    assert "The ball rests in 17, black." in (picture.root[1].text or "")
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_the_ball_rests_in_its_pocket(book: croupier.Book) -> None:
    assert not list(Picture.of(wheel_svg(book)).having("data-ball"))
    for label in book.pockets:
        ((_, ball),) = Picture.of(wheel_svg(book, outcome=label)).having("data-ball")
        at = Point(number(ball[1], "cx"), number(ball[1], "cy"))
        place = turn(at) * len(book.wheel.order)
        assert round(place) % len(book.wheel.order) == book.wheel.order.index(label)
        out = hypot(at.x - CENTRE.x, at.y - CENTRE.y)
        assert out - number(ball[1], "r") > POCKETS_INNER
        assert out + number(ball[1], "r") < NUMBERS_INNER


def test_a_highlight_marks_exactly_the_numbers_covered(book: croupier.Book) -> None:
    for wager in list(book.wagers.values())[::3]:
        picture = Picture.of(wheel_svg(book, highlight=[wager]))
        assert picture.marked("data-pocket", "data-covered") == set(wager.numbers)


def test_no_ball_rests_in_a_pocket_that_is_not_there(book: croupier.Book) -> None:
    with pytest.raises(croupier.RoundError):
        wheel_svg(book, outcome="37")
