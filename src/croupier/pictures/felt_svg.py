"""The felt of a book as SVG, drawn from the book's own geometry."""

from collections.abc import Collection, Iterable, Iterator

from croupier.pictures import palette
from croupier.pictures.cells import box_cell, glows, number_cell
from croupier.pictures.felt_geometry import Plan
from croupier.pictures.felt_picture import Cover, Sheet
from croupier.pictures.marks import (
    MARGIN,
    chip,
    cloth,
    fitting,
    letter,
    lettered,
    moved,
    stake,
    title,
    width,
)
from croupier.pictures.racetrack import Track, racetrack
from croupier.pictures.svg import Box, Picture, Point, circle, document, element, path, rect
from croupier.rules.book import Book
from croupier.rules.wager import Wager
from croupier.words import in_units

BETWEEN = 34.0
"""Between the felt and its racetrack."""
PLAYERS = 48.0
"""The strip below the numbers that names the players."""
PLAYER_CHIP = 11.0
TAB = 30.0
"""The strip beside the numbers that holds the letters of the links."""


def felt_svg(
    book: Book,
    *,
    highlight: Iterable[Wager | str] = (),
    hot_spots: bool = False,
    upright: bool = False,
    lit: Collection[str] = (),
    bets: Iterable[tuple[str, Wager | str, int]] = (),
) -> Picture:
    """The felt of a book, with wagers shown on it, its hot spots, and its Bonus Numbers lit.

    ``bets`` are players' stakes in cents: each player's chips have a colour of their own.

    >>> from croupier.books import load
    >>> book = load("racetrack-2012")
    >>> drawn = felt_svg(book, bets=[("Ada", "17/20", 500), ("Ben", "rouge", 2500)])
    >>> 'data-player="Ben"' in drawn and "25" in drawn
    True

    It lies down with the zeros at the left, or stands upright with them at the top; where the book
    has a racetrack, that lies below the felt or stands beside it.
    """
    plan = Plan.of(book.layout, upright=upright)
    sheet = Sheet(book, plan, Cover.of(book, highlight, lit, bets), hot_spots)
    content, size = _arranged(sheet)
    described = f"{len(book.pockets)} numbers, {len(book.wagers)} wagers."
    return document(
        size,
        f"Layout of {book.name}",
        described + sheet.cover.in_words(),
        [*cloth(size, "felt"), glows() if lit else "", *content, title(book.title, size)],
    )


def _arranged(sheet: Sheet) -> tuple[list[str], Point]:
    """The felt and the racetrack in their places, and the size of the picture."""
    book, plan = sheet.book, sheet.plan
    tab = TAB if book.bonus is not None else 0.0
    wide, high = (tab, 0.0) if plan.upright else (0.0, tab)
    at = Point(MARGIN, MARGIN + high)
    content = [lettered(*_felt(sheet), *_over(sheet), transform=moved(at))]
    end = Point(at.x + plan.size.x + wide, at.y + plan.size.y)
    if sheet.cover.stacks and not plan.upright:
        content.append(lettered(*_players(sheet, plan.size.x), transform=moved(Point(at.x, end.y))))
        end = Point(end.x, end.y + PLAYERS)
    if book.racetrack is not None:
        track = Track.of(book, max(plan.size), upright=plan.upright)
        beside = Point(end.x + BETWEEN, at.y) if plan.upright else Point(at.x, end.y + BETWEEN)
        content.append(lettered(*racetrack(track, book, sheet.cover), transform=moved(beside)))
        end = Point(beside.x + track.size.x, beside.y + track.size.y)
    return content, Point(end.x + MARGIN, end.y + MARGIN)


def _felt(sheet: Sheet) -> Iterator[str]:
    """The cloth as it is printed."""
    cells = sheet.plan.layout.cells.values()
    for cell in cells:
        is_number = cell.label in sheet.plan.layout.numbers
        yield number_cell(sheet, cell) if is_number else box_cell(sheet, cell)
    # In one group, so that lines which two cells share are not painted twice as strong.
    yield element(
        "g",
        *(sheet.outline(cell) for cell in cells),
        *_outer_line(sheet.plan),
        fill="none",
        stroke=palette.IVORY,
        stroke_width=2,
        stroke_linejoin="round",
        opacity=palette.LINE_OPACITY,
    )
    yield from _links(sheet)


def _outer_line(plan: Plan) -> Iterator[str]:
    ends = plan.outer_line()
    if ends is not None:
        yield path("M", ends[0], "L", ends[1])


def _links(sheet: Sheet) -> Iterator[str]:
    """The links of a bonus book: an outline round each, and its letter on a tab beside it."""
    bonus, plan = sheet.book.bonus, sheet.plan
    for name, numbers in bonus.links.items() if bonus is not None else ():
        boxes = [plan.box(plan.layout.cells[label]) for label in sorted(numbers)]
        whole = Box.around_all(boxes)
        full = name in sheet.cover.super_links
        line = palette.mixed(palette.IVORY, palette.FELT, palette.LINE_OPACITY)
        yield rect(
            whole,
            fill="none",
            stroke=palette.AMBER if full else line,
            stroke_width=5 if full else 4,
            data_link=name,
        )
        word, turned = ("super", plan.upright) if full else (name, False)
        at = Point(whole.middle.x, whole.top - TAB / 2)
        if plan.upright:
            at = Point(whole.right + TAB / 2, whole.middle.y)
        ink = palette.WHITE_HOT if full else palette.IVORY
        yield letter(word, at, 17, ink, turned=turned, weight=700 if full else 500)


def _over(sheet: Sheet) -> Iterator[str]:
    """Everything on the cloth: outlines of covered areas, hot spots on lines, chips."""
    plan, cover = sheet.plan, sheet.cover
    for cell in plan.layout.cells.values():
        if cell.label in cover.numbers or sheet.has_chip(cell):
            brass = palette.BRASS_DARK if cell.label in cover.lit else palette.BRASS
            yield sheet.outline(cell, fill="none", stroke=brass, stroke_width=4)
    if sheet.hot_spots:
        yield from _dots(sheet)
    for wager, count in cover.pieces.items():
        yield chip(plan.spot(wager), plan.chip, count, data_chip=wager.notation)
    yield from _stacks(sheet)


def _players(sheet: Sheet, room: float) -> Iterator[str]:
    """The legend of the players: a chip of their colour, their name, and their total."""
    players = sheet.cover.players
    apart = room / len(players)
    for at, (player, amount) in enumerate(players.items()):
        middle = Point(apart * (at + 0.5), PLAYERS * 0.6)
        text = f"{player}  {in_units(amount)}"
        size = fitting(text, apart - 3 * PLAYER_CHIP, 17)
        dot = Point(middle.x - width(text) * size / 2 - PLAYER_CHIP, middle.y)
        yield stake(dot, PLAYER_CHIP, "", palette.of_player(at))
        yield letter(text, Point(middle.x + PLAYER_CHIP / 2, middle.y), size, palette.IVORY)


def _stacks(sheet: Sheet) -> Iterator[str]:
    """The chips of every player on every area, side by side on shared areas."""
    players, plan = [*sheet.cover.players], sheet.plan
    for wager, stack in sheet.cover.stacks.items():
        at = plan.spot(wager)
        for i, (player, amount) in enumerate(stack.items()):
            aside = (i - (len(stack) - 1) / 2) * plan.chip * min(2.05, 6 / len(stack))
            text = in_units(amount).removesuffix(".00")
            colour = palette.of_player(players.index(player))
            yield stake(
                Point(at.x + aside, at.y),
                plan.chip,
                text,
                colour,
                data_stake=wager.notation,
                data_player=player,
            )


def _dots(sheet: Sheet) -> Iterator[str]:
    """The hot spots that lie on lines and where lines meet."""
    for wager in sheet.book.wagers.values():
        if wager.place is not None and sheet.plan.cell_of(wager) is None:
            yield circle(
                sheet.plan.spot(wager),
                4,
                fill=palette.BRASS,
                stroke=palette.FELT_EDGE,
                stroke_width=1.2,
                data_wager=wager.notation,
            )
