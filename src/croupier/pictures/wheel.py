"""The wheel of a book as SVG, seen from above, its pockets clockwise from the top."""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin

from croupier.pictures import palette
from croupier.pictures.felt_picture import Cover
from croupier.pictures.marks import cloth, diamond, figure, lettered
from croupier.pictures.svg import Picture, Point, circle, document, element, number, path, words
from croupier.rules.book import Book
from croupier.rules.wager import Wager

SIZE = Point(1000, 1000)
CENTRE = Point(500, 500)

# Radii, from the rim inwards.
RIM = 470.0
TRACK_OUTER = 432.0
TRACK_INNER = 384.0
DEFLECTORS = 362.0
APRON = 340.0
NUMBERS_OUTER = 332.0
NUMBERS_INNER = 272.0
POCKETS_INNER = 214.0
CONE = 206.0
TURRET = 46.0

ON_PAGES = (72.0, 57.0, 44.0)
"""The wheel that turns on a page, in a bowl of 100: the ring of numbers from outside to inside,
and the cone."""

DEFLECTOR_COUNT = 8
BALL = 14.0


def wheel_svg(
    book: Book, *, highlight: Iterable[Wager | str] = (), outcome: str | None = None
) -> Picture:
    """The wheel of a book, with what wagers cover of it, and the ball in a pocket.

    >>> from croupier.books import load
    >>> wheel_svg(load("racetrack-2012"), highlight=["voisins"], outcome="17")
    <Picture: Wheel of Roulette with Racetrack, Version 2, 34,889 characters of SVG>
    """
    cover = Cover.of(book, highlight)
    order = book.wheel.order
    content = [
        *cloth(SIZE, "wheel"),
        _paints(),
        *_bowl(),
        lettered(*(_pocket(book, cover, i) for i in range(len(order)))),
        *_frets(len(order)),
        *_cone(),
        *_marked(cover, order),
    ]
    rests = ""
    if outcome is not None:
        content.append(_ball(order.index(book.number(outcome)), len(order), outcome))
        rests = f" The ball rests in {outcome}, {book.colours[outcome]}."
    described = f"{len(order)} pockets, clockwise {' '.join(order)}.{cover.in_words()}{rests}"
    return document(SIZE, f"Wheel of {book.name}", described, content)


def _at(turn: float, radius: float, about: Point = CENTRE) -> Point:
    """The point at a fraction of a full turn from the top, clockwise."""
    angle = 2 * pi * turn
    return Point(about.x + radius * sin(angle), about.y - radius * cos(angle))


def _paints() -> str:
    """Wood and brass that catch the light from the upper left."""

    def shaded(name: str, *stops: tuple[float, str]) -> str:
        return element(
            "linearGradient",
            *(element("stop", offset=at, stop_color=colour) for at, colour in stops),
            id=name,
            x1="15%",
            y1="10%",
            x2="85%",
            y2="90%",
        )

    return element(
        "defs",
        shaded(
            "croupier-rim",
            (0, palette.WOOD_LIGHT),
            (0.45, palette.WOOD),
            (1, palette.WOOD_DARK),
        ),
        shaded(
            "croupier-track", (0, palette.WOOD_DARK), (0.6, palette.WOOD), (1, palette.WOOD_LIGHT)
        ),
        shaded("croupier-apron", (0, palette.WOOD), (1, palette.WOOD_DARK)),
        shaded(
            "croupier-brass",
            (0, palette.BRASS_LIGHT),
            (0.5, palette.BRASS),
            (1, palette.BRASS_DARK),
        ),
    )


def _bowl() -> Iterator[str]:
    """The fixed bowl: rim, ball track, and the deflectors on the slope below it."""
    yield circle(Point(CENTRE.x, CENTRE.y + 8), RIM + 3, fill="#000", fill_opacity=0.4)
    yield circle(CENTRE, RIM, fill="url(#croupier-rim)")
    yield circle(CENTRE, RIM - 1.5, **_hairline(palette.BRASS_DARK, 1.5))
    yield circle(CENTRE, TRACK_OUTER, fill="url(#croupier-track)")
    yield circle(CENTRE, TRACK_OUTER, **_hairline(palette.WOOD_DARK, 3))
    yield circle(CENTRE, TRACK_INNER, fill="url(#croupier-apron)")
    yield circle(CENTRE, TRACK_INNER, **_hairline(palette.BRASS_DARK, 1.5))
    for i in range(DEFLECTOR_COUNT):
        at = _at((i + 0.5) / DEFLECTOR_COUNT, DEFLECTORS)
        # Along the slope and across it by turns, as they are set in a wheel.
        turn = 360 * (i + 0.5) / DEFLECTOR_COUNT + (90 if i % 2 else 0)
        yield element(
            "g",
            diamond(at, 13, 38, fill="url(#croupier-brass)", stroke=palette.WOOD_DARK),
            transform=f"rotate({number(turn)} {number(at.x)} {number(at.y)})",
        )
    yield circle(CENTRE, APRON, fill="url(#croupier-brass)")
    yield circle(CENTRE, NUMBERS_OUTER, fill=palette.BLACK)


def _hairline(colour: str, width: float) -> dict[str, str | float | None]:
    return {"fill": "none", "stroke": colour, "stroke_width": width}


def sector(
    at: int, pockets: int, outer: float, inner: float, about: Point = CENTRE
) -> list[str | float | Point]:
    """The steps of a ring's part that one pocket takes."""
    before, after = (at - 0.5) / pockets, (at + 0.5) / pockets
    return [
        *("M", _at(before, outer, about), "A", outer, outer, "0 0 1", _at(after, outer, about)),
        *("L", _at(after, inner, about), "A", inner, inner, "0 0 0", _at(before, inner, about)),
        "Z",
    ]


def _pocket(book: Book, cover: Cover, at: int) -> str:
    """A pocket with its number, the figures facing outwards."""
    order = book.wheel.order
    label, colour = order[at], book.colours[order[at]]
    paint = cover.paint(label, colour)
    outer = _at(at / len(order), (NUMBERS_OUTER + NUMBERS_INNER) / 2)
    turn = f"rotate({number(360 * at / len(order))} {number(outer.x)} {number(outer.y)})"
    floor = palette.mixed(palette.BLACK, paint, 0.35)
    return element(
        "g",
        element("title", words(f"{label}, {colour}")),
        path(*sector(at, len(order), NUMBERS_OUTER, NUMBERS_INNER), fill=paint),
        path(*sector(at, len(order), NUMBERS_INNER, POCKETS_INNER), fill=floor),
        element("g", figure(label, outer, 30, palette.INK_ON[paint], paint), transform=turn),
        data_pocket=label,
        data_colour=colour,
        data_covered="true" if label in cover.numbers else None,
    )


def _frets(pockets: int) -> Iterator[str]:
    """The brass between the pockets, and the rings that hold it."""
    for i in range(pockets):
        turn = (i + 0.5) / pockets
        yield path(
            *("M", _at(turn, NUMBERS_OUTER), "L", _at(turn, NUMBERS_INNER)),
            **_hairline(palette.BRASS_LIGHT, 1.2),
        )
        yield path(
            *("M", _at(turn, NUMBERS_INNER), "L", _at(turn, POCKETS_INNER)),
            **_hairline(palette.BRASS, 3),
        )
    for radius, width in ((NUMBERS_OUTER, 3.0), (NUMBERS_INNER, 3.0), (POCKETS_INNER, 4.0)):
        yield circle(CENTRE, radius, **_hairline("url(#croupier-brass)", width))


def _cone() -> Iterator[str]:
    """The turning cone with its inlay, and the turret with its four arms."""
    yield circle(CENTRE, CONE, fill="url(#croupier-rim)")
    for i in range(DEFLECTOR_COUNT):
        before, after = i / DEFLECTOR_COUNT, (i + 0.5) / DEFLECTOR_COUNT
        yield path(
            *("M", CENTRE, "L", _at(before, CONE - 8), "A", CONE - 8, CONE - 8, "0 0 1"),
            *(_at(after, CONE - 8), "Z"),
            fill=palette.WOOD_DARK,
            fill_opacity=0.35,
        )
    yield circle(CENTRE, CONE - 8, **_hairline(palette.BRASS_DARK, 1.2))
    yield circle(CENTRE, CONE * 0.52, **_hairline(palette.BRASS, 2))
    yield circle(Point(CENTRE.x + 4, CENTRE.y + 8), TURRET + 6, fill="#000", fill_opacity=0.35)
    for i in range(4):
        tip = _at((i + 0.5) / 4, CONE * 0.62)
        yield path(
            "M", CENTRE, "L", tip, **_hairline(palette.BRASS_DARK, 13), stroke_linecap="round"
        )
        yield path("M", CENTRE, "L", tip, **_hairline(palette.BRASS, 9), stroke_linecap="round")
        yield circle(tip, 13, fill="url(#croupier-brass)", stroke=palette.BRASS_DARK)
    yield circle(CENTRE, TURRET, fill="url(#croupier-brass)", stroke=palette.BRASS_DARK)
    yield circle(CENTRE, TURRET * 0.62, **_hairline(palette.BRASS_DARK, 1.5))
    yield circle(CENTRE, TURRET * 0.4, fill="url(#croupier-brass)", stroke=palette.BRASS_DARK)


def _marked(cover: Cover, order: Sequence[str]) -> Iterator[str]:
    """The covered numbers: framed and pointed at."""
    for i, label in enumerate(order):
        if label in cover.numbers:
            yield path(
                *sector(i, len(order), NUMBERS_OUTER, POCKETS_INNER),
                **_hairline(palette.BRASS_LIGHT, 5),
                stroke_linejoin="round",
            )
            middle, side = i / len(order), 0.008
            foot = (_at(middle - side, CONE - 16), _at(middle + side, CONE - 16))
            tip = _at(middle, POCKETS_INNER - 4)
            yield path("M", tip, "L", foot[0], "L", foot[1], "Z", fill=palette.BRASS_LIGHT)


def _ball(at: int, pockets: int, outcome: str) -> str:
    """The ivory ball at rest."""
    place = _at(at / pockets, (NUMBERS_INNER + POCKETS_INNER) / 2)
    shine = Point(place.x - BALL * 0.32, place.y - BALL * 0.36)
    return element(
        "g",
        circle(Point(place.x + 2, place.y + 4), BALL, fill="#000", fill_opacity=0.5),
        circle(place, BALL, fill=palette.IVORY),
        circle(shine, BALL * 0.3, fill="#fff"),
        data_ball=outcome,
    )
