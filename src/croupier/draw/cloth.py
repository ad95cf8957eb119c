"""The cloth that a picture lies on: nearly black towards its edges, with a margin all round."""

from collections.abc import Iterator

from croupier.draw import palette
from croupier.draw.lettering import letter, lettered
from croupier.draw.svg import Box, Point, element, number, rect

MARGIN = 44.0
CORNER = 18.0
BORDER = 9.0


def cloth(size: Point, name: str) -> Iterator[str]:
    """The ground of a picture of this size; the name keeps it apart from others on one page."""
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
