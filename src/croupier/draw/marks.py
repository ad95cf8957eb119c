"""Marks: the symbols that stand for pockets without a figure, the diamonds of the colours, chips.

The symbols are of our own making: an engraved S, and three towers with a deck across for MBS.
"""

from collections.abc import Callable, Mapping
from math import pi

from croupier.draw import palette
from croupier.draw.lettering import fitting, letter
from croupier.draw.svg import Point, circle, element, number, path, polygon, words

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
