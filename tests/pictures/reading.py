"""Reads a drawn picture back: what stands where, from nothing but the SVG."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import croupier
from croupier.pictures.svg import Box, Point

SVG = "{http://www.w3.org/2000/svg}"
SIXTH = Path(__file__).parent.parent / "data" / "american-double-zero.toml"
BOOKS = [*map(croupier.load, croupier.ids()), croupier.load_file(SIXTH)]


@dataclass(frozen=True)
class Picture:
    """A parsed picture."""

    root: ElementTree.Element

    @classmethod
    def of(cls, svg: str) -> "Picture":
        return cls(ElementTree.fromstring(svg))

    def having(self, attribute: str) -> Iterator[tuple[str, ElementTree.Element]]:
        """The elements that have an attribute, with its value."""
        for element in self.root.iter():
            if attribute in element.attrib:
                yield element.attrib[attribute], element

    def cells(self, attribute: str = "data-number") -> dict[str, Box]:
        """The boxes of the cells as they are drawn."""
        return {label: _box_in(group) for label, group in self.having(attribute)}

    def spots(self) -> dict[str, Point]:
        """Where every wager's hot spot is drawn on the felt."""
        return {
            wager: _middle(element)
            for wager, element in self.having("data-wager")
            if element.tag in (f"{SVG}circle", f"{SVG}rect")
        }

    def marked(self, attribute: str, mark: str) -> set[str]:
        """The values of an attribute on the elements that carry a mark."""
        return {value for value, element in self.having(attribute) if mark in element.attrib}

    def texts(self) -> list[str]:
        """All that is written."""
        return ["".join(text.itertext()) for text in self.root.iter(f"{SVG}text")]


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.attrib[name])


def said(group: ElementTree.Element) -> str:
    """The label that a cell shows: its figures, or the name of its symbol."""
    for element in group.iter():
        if "data-symbol" in element.attrib:
            return element.attrib["data-symbol"]
    return "".join("".join(text.itertext()) for text in group.iter(f"{SVG}text"))


def _box_in(group: ElementTree.Element) -> Box:
    shape = next(e for e in group if e.tag in (f"{SVG}rect", f"{SVG}path"))
    if shape.tag == f"{SVG}path":
        left, top, width, height = map(float, shape.attrib["data-box"].split())
    else:
        left, top, width, height = (number(shape, n) for n in ("x", "y", "width", "height"))
    return Box(left, top, left + width, top + height)


def _middle(element: ElementTree.Element) -> Point:
    if element.tag == f"{SVG}circle":
        return Point(number(element, "cx"), number(element, "cy"))
    left, top, width, height = (number(element, n) for n in ("x", "y", "width", "height"))
    return Point(left + width / 2, top + height / 2)
