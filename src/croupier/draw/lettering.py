"""Words and figures in a drawing: one family of type, centred, and sized to fit.

A picture carries no font of its own, so that widths are estimates, on the wide side.
"""

from croupier.draw.svg import Point, element, number, words

FAMILY = "Inter, 'Helvetica Neue', 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"
MIDDLE_ABOVE_BASELINE = 0.36
"""From the baseline of a line of type to the middle of its capitals and figures, in ems."""

NARROW = frozenset("1fijlrt-.,' ")
WIDE = frozenset("mwMW")


def width(text: str) -> float:
    """About how wide a text is, in ems."""
    return sum(_advance(letter) for letter in text)


def fitting(text: str, room: float, most: float) -> float:
    """The largest size, up to the most, at which a text fits into the room.

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
