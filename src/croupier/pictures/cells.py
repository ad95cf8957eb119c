"""The cells of a felt: numbers in lozenges of their colour, zeros on emerald, boxes."""

from croupier.pictures import palette
from croupier.pictures.felt_picture import Sheet, beside_chip
from croupier.pictures.marks import diamond, figure, fitting, letter
from croupier.pictures.svg import Box, Point, element, words
from croupier.rules.layout import Cell
from croupier.rules.wager import Kind, Wager

LOZENGE = Point(0.35, 0.37)
"""The half axes of a lozenge as shares of its cell."""
HEAD_FIGURE = 1.35
"""How much larger the figures of the zeros at the head are."""
GLOW = {"bonus": "croupier-glow-bonus", "super": "croupier-glow-super"}
PIP = 8.0


def glows() -> str:
    """The glow of Bonus Numbers and of full links: amber, and white."""
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
    """The glow of a number: none, as a Bonus Number, or in a full link."""
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
    """A number's figures on an oval of its colour; above or beside a chip."""
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


ORDINALS = {"1": "1st", "2": "2nd", "3": "3rd"}
COLOURED = {Kind.RED: "red", Kind.BLACK: "black", Kind.GREEN: "green"}
WORDS_MOST = 24.0
NAMES_MOST = 20.0


def box_cell(sheet: Sheet, cell: Cell) -> str:
    """The box of an outside wager."""
    wager = sheet.book.wagers[cell.label]
    chosen = wager in sheet.cover.pieces
    if wager.kind in COLOURED:
        printed = _diamond(sheet, cell, wager)
    elif wager.numbers:
        printed = _line(sheet, cell, wager)
    else:
        printed = _name_and_odds(sheet, cell, wager)
    return element(
        "g",
        element("title", words(f"{wager.title}, {wager.pays} to 1")),
        sheet.outline(cell, fill=palette.FELT_COVERED if chosen else "none"),
        printed,
        data_box_of=wager.notation,
        data_chosen="true" if chosen else None,
    )


def box_words(wager: Wager) -> str:
    """The words printed in the box of an outside wager."""
    if wager.kind is Kind.COLUMN:
        return f"{wager.pays} to 1"
    if wager.kind is Kind.DOZEN:
        return f"{ORDINALS[wager.notation.partition(':')[2]]} 12"
    return wager.title


def _is_turned(sheet: Sheet, cell: Cell) -> bool:
    """Whether the words of a box run upwards, along its longer side."""
    box = sheet.plan.box(cell)
    return box.height > box.width * 1.1


def _line(sheet: Sheet, cell: Cell, wager: Wager) -> str:
    """A box's words in one line."""
    box, turned, text = sheet.plan.box(cell), _is_turned(sheet, cell), box_words(wager)
    at = box.middle
    long, short = max(box.width, box.height), min(box.width, box.height)
    size = fitting(text, long * 0.86, min(WORDS_MOST, short * 0.4))
    if sheet.has_chip(cell):
        aside = beside_chip(box, at, sheet.plan.chip, text, size)
        at, size, turned = aside.at, aside.size, aside.turned
    return sheet.frame(wager, cell) + letter(text, at, size, palette.IVORY, turned=turned)


def _name_and_odds(sheet: Sheet, cell: Cell, wager: Wager) -> str:
    """The name and the odds of a wager without numbers, around a chip if there is one."""
    box, turned = sheet.plan.box(cell), _is_turned(sheet, cell)
    size = min(_name_size(sheet, other) for other in sheet.plan.layout.areas())
    apart = (-size * 0.6, size * 0.7)
    if sheet.has_chip(cell):
        free = min(box.width, box.height) / 2 - sheet.plan.chip
        size = min(size, free * 0.72)
        apart = (-sheet.plan.chip - free * 0.45, sheet.plan.chip + free * 0.45)
    above, below = (_moved(box.middle, by, turned=turned) for by in apart)
    return (
        sheet.frame(wager, cell)
        + letter(wager.title, above, size, palette.IVORY, turned=turned)
        + letter(f"{wager.pays} to 1", below, size * 0.84, palette.IVORY, turned=turned, weight=400)
    )


def _name_size(sheet: Sheet, cell: Cell) -> float:
    """The size at which the name of a wager on no number fits its box."""
    wager, box = sheet.book.wagers[cell.label], sheet.plan.box(cell)
    if wager.numbers:
        return NAMES_MOST
    return fitting(wager.title, max(box.width, box.height) * 0.88, NAMES_MOST)


def _moved(at: Point, by: float, *, turned: bool) -> Point:
    """A point at this distance below another, along the direction of the type."""
    return Point(at.x + by, at.y) if turned else Point(at.x, at.y + by)


def _diamond(sheet: Sheet, cell: Cell, wager: Wager) -> str:
    """The diamond of a colour, with its name for those who cannot distinguish the colours."""
    box, turned = sheet.plan.box(cell), _is_turned(sheet, cell)
    long, short = max(box.width, box.height), min(box.width, box.height)
    wide, high = min(long * 0.84, 2.9 * short), min(short * 0.8, long * 0.45)
    drawn = diamond(
        box.middle,
        high if turned else wide,
        wide if turned else high,
        fill=palette.OF_COLOUR[COLOURED[wager.kind]],
        stroke=palette.IVORY,
        stroke_opacity=0.55,
    ) + sheet.frame(wager, cell)
    if sheet.has_chip(cell):
        return drawn
    size = fitting(wager.title, wide * 0.44, high * 0.38)
    return drawn + letter(wager.title, box.middle, size, palette.IVORY, turned=turned)
