"""SVG as text: elements, escaped words, and numbers short enough to read.

Nothing here knows roulette. All styling is by attributes: a page whose content policy forbids
inline styles may still put these pictures into itself.
"""

from collections.abc import Iterable, Sequence
from html import escape
from math import dist
from typing import NamedTuple


class Point(NamedTuple):
    """A point of a drawing; x grows to the right and y downwards."""

    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle of a drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, one: Point, other: Point) -> "Box":
        """The box between two opposite corners."""
        (left, right), (top, bottom) = sorted((one.x, other.x)), sorted((one.y, other.y))
        return cls(left, top, right, bottom)

    @classmethod
    def around_all(cls, boxes: Sequence["Box"]) -> "Box":
        """The smallest box that holds all of these."""
        return cls(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )

    @property
    def width(self) -> float:
        """Its extent from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its extent from top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        """Its middle."""
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def inset(self, by: float) -> "Box":
        """The box inside, at this distance from every side."""
        return Box(self.left + by, self.top + by, self.right - by, self.bottom - by)


class Picture(str):
    """A whole drawing as the text of an SVG file; a notebook shows the drawing."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        title = self.partition("<title>")[2].partition("</title>")[0]
        return f"<Picture: {title}, {len(self):,} characters of SVG>"


def number(value: float) -> str:
    """A number with at most two decimals.

    >>> number(2.0), number(0.126), number(-0.001)
    ('2', '0.13', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def words(text: str) -> str:
    """Words as the content of an element."""
    return escape(text, quote=False)


def element(name: str, /, *content: str, **attributes: str | float | None) -> str:
    """One element; content is markup, underscores in attribute names stand for hyphens.

    >>> element("rect", width=2.5, data_number="00")
    '<rect width="2.5" data-number="00"/>'
    """
    written = "".join(
        f' {key.strip("_").replace("_", "-")}="{escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not content:
        return f"<{name}{written}/>"
    return f"<{name}{written}>{''.join(content)}</{name}>"


def rect(box: Box, **attributes: str | float | None) -> str:
    """A box as an element."""
    return element("rect", x=box.left, y=box.top, width=box.width, height=box.height, **attributes)


def circle(at: Point, radius: float, **attributes: str | float | None) -> str:
    """A circle as an element."""
    return element("circle", cx=at.x, cy=at.y, r=radius, **attributes)


def path(*steps: str | float | Point, **attributes: str | float | None) -> str:
    """A path of commands, numbers and points.

    >>> path("M", Point(1, 2), "h", 3.0, fill="none")
    '<path d="M 1 2 h 3" fill="none"/>'
    """
    return element("path", d=path_data(*steps), **attributes)


def path_data(*steps: str | float | Point) -> str:
    """Commands, numbers and points as the ``d`` of a path."""
    return " ".join(map(_step, steps))


def polygon(points: Sequence[Point], rounding: Sequence[float]) -> list[str | float | Point]:
    """The steps of a closed path whose corners are each rounded by so much."""
    steps: list[str | float | Point] = []
    for i, corner in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        enter, leave = _towards(corner, before, rounding[i]), _towards(corner, after, rounding[i])
        steps += ["L" if steps else "M", enter]
        if rounding[i]:
            steps += ["Q", corner, leave]
    return [*steps, "Z"]


def document(size: Point, title: str, description: str, content: Iterable[str]) -> Picture:
    """A complete picture, with its text alternative."""
    return Picture(
        element(
            "svg",
            element("title", words(title)),
            element("desc", words(description)),
            *content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(size.x)} {number(size.y)}",
            width=size.x,
            height=size.y,
            role="img",
            aria_label=title,
        )
        + "\n"
    )


def _towards(corner: Point, other: Point, length: float) -> Point:
    part = length / (dist(corner, other) or 1.0)
    return Point(corner.x + (other.x - corner.x) * part, corner.y + (other.y - corner.y) * part)


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else number(value)


def _step(step: str | float | Point) -> str:
    if isinstance(step, Point):
        return f"{number(step.x)} {number(step.y)}"
    return _value(step)
