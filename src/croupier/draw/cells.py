"""The numbers of a felt: figures in lozenges of their colour, zeros at the head on emerald."""

from croupier.draw import palette
from croupier.draw.marks import diamond, figure
from croupier.draw.sheet import Sheet, beside_chip
from croupier.draw.svg import Box, Point, element, words
from croupier.rules.layout import Cell
from croupier.rules.wager import Kind

LOZENGE = Point(0.35, 0.37)
"""The half axes of a lozenge as shares of its cell."""
HEAD_FIGURE = 1.35
"""How much larger the figures of the zeros at the head are."""
GLOW = {"bonus": "croupier-glow-bonus", "super": "croupier-glow-super"}
PIP = 8.0


def glows() -> str:
    """The light of Bonus Numbers and of full links: amber, and white-hot."""
    lights = (
        ("bonus", palette.AMBER, palette.mixed(palette.AMBER, palette.FELT, 0.6)),
        ("super", palette.WHITE_HOT, palette.AMBER),
    )
    return element(
        "defs",
        *(
            element(
                "radialGradient",
                element("stop", offset=0.55, stop_color=inner),
                element("stop", offset=1.0, stop_color=outer),
                id=GLOW[name],
                r="75%",
            )
            for name, inner, outer in lights
        ),
    )


def number_cell(sheet: Sheet, cell: Cell) -> str:
    """A number of the felt."""
    label, colour = cell.label, sheet.book.colours[cell.label]
    covered = label in sheet.cover.numbers
    light = _light(sheet, label)
    head = sheet.plan.is_head(cell)
    ground = palette.FELT_COVERED if covered else "none"
    if light:
        ground = f"url(#{GLOW[light]})"
    elif head:
        ground = palette.EMERALD
    return element(
        "g",
        element("title", words(", ".join(filter(None, (label, colour, light))))),
        sheet.outline(cell, fill=ground),
        _pips(sheet.plan.box(cell)) if light else "",
        _head(sheet, cell) if head else _lozenge(sheet, cell),
        data_number=label,
        data_colour=colour,
        data_covered="true" if covered else None,
        data_lit=light or None,
    )


def _light(sheet: Sheet, label: str) -> str:
    """How a number is lit: not, as a bonus, or as one of a full link."""
    if label not in sheet.cover.lit:
        return ""
    bonus = sheet.book.bonus
    in_full = bonus is not None and bonus.link_of(label) in sheet.cover.super_links
    return "super" if in_full else "bonus"


def _pips(box: Box) -> str:
    """Diamonds in the corners of a lit number, for those who do not see its colour."""
    inner = box.inset(PIP + 3)
    corners = [Point(x, y) for x in (inner.left, inner.right) for y in (inner.top, inner.bottom)]
    return "".join(diamond(corner, PIP, PIP, fill=palette.INK) for corner in corners)


def _lozenge(sheet: Sheet, cell: Cell) -> str:
    """A number's figures on an oval of its colour; under a chip they show above it or beside."""
    box = sheet.plan.box(cell)
    at, size = box.middle, sheet.plan.figure_size
    half = Point(box.width * LOZENGE.x, box.height * LOZENGE.y)
    paint = palette.OF_COLOUR[sheet.book.colours[cell.label]]
    oval = element(
        "ellipse",
        cx=at.x,
        cy=at.y,
        rx=half.x,
        ry=half.y,
        fill=paint,
        stroke=palette.IVORY,
        stroke_opacity=0.55,
    )
    if sheet.has_chip(cell):
        chip = sheet.plan.chip
        free = (max(half) - chip) / 2
        size = min(size, free * 1.4)
        at = (
            at._replace(y=at.y - chip - free)
            if half.y > half.x
            else at._replace(x=at.x - chip - free)
        )
    ring = _ring(sheet, cell, sheet.plan.figure_size)
    return oval + ring + figure(cell.label, at, size, palette.INK_ON[paint], paint)


def _head(sheet: Sheet, cell: Cell) -> str:
    """A zero's figures, large on its emerald."""
    plan = sheet.plan
    at, size, ground = plan.seat(cell), plan.figure_size * HEAD_FIGURE, palette.EMERALD
    ring = _ring(sheet, cell, size)
    if sheet.has_chip(cell):
        aside = beside_chip(plan.body(cell), at, plan.chip, cell.label, size)
        at, size = aside.at, aside.size
    return ring + figure(cell.label, at, size, palette.INK_ON[ground], ground)


def _ring(sheet: Sheet, cell: Cell, figure_size: float) -> str:
    return sheet.ring(sheet.book.wagers[f"{Kind.STRAIGHT}:{cell.label}"], figure_size * 0.72)
