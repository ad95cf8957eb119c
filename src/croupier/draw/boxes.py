"""The boxes of the outside wagers: their words, and the diamonds of the colours."""

from croupier.draw import palette
from croupier.draw.lettering import fitting, letter
from croupier.draw.marks import diamond
from croupier.draw.sheet import Sheet, beside_chip
from croupier.draw.svg import Point, element, words
from croupier.rules.layout import Cell
from croupier.rules.wager import Kind, Wager

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
        element("title", words(f"{wager.name}, {wager.pays} to 1")),
        sheet.outline(cell, fill=palette.FELT_COVERED if chosen else "none"),
        printed,
        data_box_of=wager.notation,
        data_chosen="true" if chosen else None,
    )


def box_words(wager: Wager) -> str:
    """What is printed in the box of an outside wager."""
    if wager.kind is Kind.COLUMN:
        return f"{wager.pays} to 1"
    if wager.kind is Kind.DOZEN:
        return f"{ORDINALS[wager.notation.partition(':')[2]]} 12"
    return wager.name


def _is_turned(sheet: Sheet, cell: Cell) -> bool:
    """Whether the words of a box run upwards, its longer way."""
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
    """The name of a wager on no number, and what it pays; a chip parts the two."""
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
        + letter(wager.name, above, size, palette.IVORY, turned=turned)
        + letter(f"{wager.pays} to 1", below, size * 0.84, palette.IVORY, turned=turned, weight=400)
    )


def _name_size(sheet: Sheet, cell: Cell) -> float:
    """The size at which the name of a wager on no number fits its box."""
    wager, box = sheet.book.wagers[cell.label], sheet.plan.box(cell)
    if wager.numbers:
        return NAMES_MOST
    return fitting(wager.name, max(box.width, box.height) * 0.88, NAMES_MOST)


def _moved(at: Point, by: float, *, turned: bool) -> Point:
    """A point so far below another, as a line of type runs."""
    return Point(at.x + by, at.y) if turned else Point(at.x, at.y + by)


def _diamond(sheet: Sheet, cell: Cell, wager: Wager) -> str:
    """The diamond of a colour, with its name for those who do not tell the colours apart."""
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
    size = fitting(wager.name, wide * 0.44, high * 0.38)
    return drawn + letter(wager.name, box.middle, size, palette.IVORY, turned=turned)
