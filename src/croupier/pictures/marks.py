"""Elements of all drawings: the cloth, type, symbols of pockets, diamonds of colours, chips.

The symbols are our own: an engraved S, and three towers with a deck across for MBS. A picture
contains no font, so that widths of text are estimates, on the wide side.
"""

from collections.abc import Callable, Iterator, Mapping
from math import pi

from croupier.pictures import palette
from croupier.pictures.svg import Box, Point, circle, element, number, path, polygon, rect, words

S_CURVE = (
    "M .29 -.3 C .2 -.5 -.31 -.52 -.31 -.23 C -.31 .06 .31 -.06 .31 .23 C .31 .52 -.2 .5 -.29 .3"
)
DECK = "M -.58 -.34 Q 0 -.44 .64 -.4 Q .6 -.27 .46 -.26 L -.48 -.26 Q -.57 -.27 -.58 -.34 Z"
TOWERS = (-0.34, 0.0, 0.34)
EDGE_SPOTS = 8


def figure(label: str, at: Point, size: float, ink: str, ground: str) -> str:
    """A pocket's label: its symbol if it has one, and its figures otherwise."""
    if label not in SYMBOLS:
        return letter(label, at, size, ink)
    return element(
        "g",
        element("title", words(label)),
        *SYMBOLS[label](ink, ground),
        transform=f"translate({number(at.x)} {number(at.y)}) scale({number(size)})",
        data_symbol=label,
    )


def diamond(at: Point, width: float, height: float, **attributes: str | float | None) -> str:
    """A diamond with its middle at a point."""
    corners = (
        Point(at.x, at.y - height / 2),
        Point(at.x + width / 2, at.y),
        Point(at.x, at.y + height / 2),
        Point(at.x - width / 2, at.y),
    )
    return path(*polygon(corners, [2.0] * 4), **attributes)


def chip(at: Point, radius: float, count: int, **attributes: str | float | None) -> str:
    """A chip of brass with spots on its edge, and its count if there is more than one."""
    spot = 2 * pi * radius * 0.86 / EDGE_SPOTS / 2
    face = radius * 0.62
    shadow = Point(at.x + radius * 0.08, at.y + radius * 0.14)
    value = f"×{count}"
    return element(
        "g",
        circle(shadow, radius, fill="#000", fill_opacity=0.45),
        circle(at, radius, fill=palette.BRASS_DARK),
        circle(
            at,
            radius * 0.86,
            fill=palette.BRASS_DARK,
            stroke=palette.IVORY,
            stroke_width=radius * 0.26,
            stroke_dasharray=f"{number(spot)} {number(spot)}",
        ),
        circle(at, radius * 0.73, fill=palette.BRASS),
        circle(at, face, fill=palette.BRASS_LIGHT, stroke=palette.BRASS_DARK, stroke_width=0.8),
        letter(value, at, fitting(value, face * 1.6, radius), palette.INK, weight=700)
        if count > 1
        else diamond(at, face, face, fill=palette.BRASS_DARK),
        **attributes,
    )


def stake(
    at: Point, radius: float, text: str, colour: str, **attributes: str | float | None
) -> str:
    """A player's chip in their colour, with its value."""
    spot = 2 * pi * radius * 0.86 / EDGE_SPOTS / 2
    ink = palette.INK_ON[colour]
    return element(
        "g",
        circle(Point(at.x + radius * 0.08, at.y + radius * 0.14), radius, fill_opacity=0.45),
        circle(at, radius, fill=palette.IVORY),
        circle(
            at,
            radius * 0.86,
            fill=colour,
            stroke=colour,
            stroke_width=radius * 0.26,
            stroke_dasharray=f"{number(spot)} {number(spot)}",
        ),
        circle(at, radius * 0.76, fill=colour),
        letter(text, at, fitting(text, radius * 1.4, radius), ink, weight=700) if text else "",
        **attributes,
    )


def _s(ink: str, ground: str) -> list[str]:
    stroke = {"fill": "none", "stroke_linecap": "round"}
    return [
        element("path", d=S_CURVE, stroke=ink, stroke_width="0.2", **stroke),
        element("path", d=S_CURVE, stroke=ground, stroke_width="0.035", **stroke),
    ]


def _three_towers(ink: str, _: str) -> list[str]:
    towers = " ".join(
        f"M {number(x - 0.06)} -.2 L {number(x + 0.06)} -.2"
        f" Q {number(x + 0.07)} .2 {number(x + 0.13)} .44 L {number(x - 0.13)} .44"
        f" Q {number(x - 0.07)} .2 {number(x - 0.06)} -.2 Z"
        for x in TOWERS
    )
    return [element("path", d=f"{DECK} {towers}", fill=ink)]


SYMBOLS: Mapping[str, Callable[[str, str], list[str]]] = {"S": _s, "MBS": _three_towers}
"""The pockets that are known by a symbol, drawn one unit high about the origin."""


FAMILY = "Inter, 'Helvetica Neue', 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"
MIDDLE_ABOVE_BASELINE = 0.36
"""From the baseline of a line of type to the middle of its capitals and figures, in ems."""

NARROW = frozenset("1fijlrt-.,' ")
WIDE = frozenset("mwMW")


def width(text: str) -> float:
    """The approximate width of a text, in ems."""
    return sum(_advance(letter) for letter in text)


def fitting(text: str, room: float, most: float) -> float:
    """The largest size, up to a maximum, at which a text fits.

    >>> fitting("17", 1000, 30)
    30
    """
    return min(most, room / width(text))


def letter(
    text: str,
    at: Point,
    size: float,
    ink: str,
    *,
    turned: bool = False,
    weight: int = 600,
    **attributes: str | float | None,
) -> str:
    """A line of type with its middle at a point; turned, it reads from the foot upwards."""
    place = Point(at.x, at.y + MIDDLE_ABOVE_BASELINE * size)
    turn = f"rotate(-90 {number(at.x)} {number(at.y)})" if turned else None
    return element(
        "text",
        words(text),
        x=place.x,
        y=place.y,
        font_size=size,
        font_weight=weight,
        fill=ink,
        transform=turn,
        **attributes,
    )


def lettered(*content: str, **attributes: str | float | None) -> str:
    """A group whose words are all set in the house's type."""
    return element(
        "g",
        *content,
        font_family=FAMILY,
        font_variant="tabular-nums",
        text_anchor="middle",
        **attributes,
    )


def _advance(letter: str) -> float:
    if letter.isdigit():
        return 0.58
    if letter in NARROW:
        return 0.36
    if letter in WIDE:
        return 0.9
    return 0.72 if letter.isupper() else 0.6


MARGIN = 44.0
CORNER = 18.0
BORDER = 9.0


def cloth(size: Point, name: str) -> Iterator[str]:
    """The ground of a picture of this size; the name is unique on its page."""
    yield element(
        "defs",
        element(
            "radialGradient",
            element("stop", offset=0.62, stop_color=palette.FELT),
            element("stop", offset=1.0, stop_color=palette.FELT_EDGE),
            id=f"croupier-{name}-cloth",
            r="72%",
        ),
    )
    whole = Box(0, 0, *size)
    yield rect(whole, rx=CORNER, fill=f"url(#croupier-{name}-cloth)")
    yield rect(
        whole.inset(BORDER),
        rx=CORNER - BORDER,
        fill="none",
        stroke=palette.IVORY,
        stroke_opacity=0.14,
    )


def title(name: str, size: Point) -> str:
    """The name of the game, as cloths carry it at their edge."""
    at = Point(size.x / 2, size.y - MARGIN / 2)
    return lettered(letter(name, at, 15, palette.IVORY, weight=400, letter_spacing=1.2))


def moved(to: Point) -> str:
    """The transform that moves a group's origin to a point."""
    return f"translate({number(to.x)} {number(to.y)})"
