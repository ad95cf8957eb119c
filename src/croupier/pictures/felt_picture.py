"""A picture of a felt: the book, the places of its cells, and the wagers and numbers shown."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from croupier.pictures import palette
from croupier.pictures.felt_geometry import Plan
from croupier.pictures.marks import width
from croupier.pictures.svg import Box, Point, circle, path, polygon, rect
from croupier.rules.book import Book
from croupier.rules.layout import Cell
from croupier.rules.settlement import stakes_of
from croupier.rules.wager import Wager
from croupier.words import in_units

POINT_ROUNDING = (14.0, 10.0, 0.0, 0.0, 10.0)
"""The rounding of each corner of a pointed cell, its point first."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The wagers shown on a picture, and the lit Bonus Numbers."""

    wagers: tuple[Wager, ...]
    numbers: frozenset[str]
    pieces: Mapping[Wager, int]
    """The number of pieces on each area, in the order of the wagers."""
    lit: frozenset[str]
    super_links: frozenset[str]
    stacks: Mapping[Wager, Mapping[str, int]] = field(default_factory=dict)
    """Each player's stakes by area, in cents."""

    @property
    def players(self) -> Mapping[str, int]:
        """Each player's total on the felt, in the order of their first bets."""
        sums: dict[str, int] = {}
        for stack in self.stacks.values():
            for player, amount in stack.items():
                sums[player] = sums.get(player, 0) + amount
        return sums

    @classmethod
    def of(
        cls,
        book: Book,
        shown: Iterable[Wager | str],
        lit: Collection[str] = (),
        bets: Iterable[tuple[str, Wager | str, int]] = (),
    ) -> "Cover":
        """The cover of these wagers of a book, with these numbers lit and these bets."""
        wagers = tuple(book.wager(each) if isinstance(each, str) else each for each in shown)
        pieces: Counter[Wager] = Counter()
        for wager in wagers:
            for piece in wager.pieces:
                pieces[piece.wager] += piece.count
        drawn = frozenset(book.number(label) for label in lit)
        full = book.bonus.super_links(drawn) if book.bonus is not None else ()
        covered = frozenset(label for wager in wagers for label in wager.numbers)
        stacks: dict[Wager, dict[str, int]] = {}
        for player, bet, amount in bets:
            wager = book.wager(bet) if isinstance(bet, str) else bet
            for stake in stakes_of(player, wager, amount):
                stack = stacks.setdefault(stake.area, {})
                stack[player] = stack.get(player, 0) + stake.amount
        return cls(wagers, covered, dict(pieces), drawn, frozenset(full), stacks)

    def paint(self, label: str, colour: str) -> str:
        """The paint of a pocket: dimmed if wagers are shown and none covers it."""
        paint = palette.OF_COLOUR[colour]
        return palette.SET_BACK[paint] if self.numbers and label not in self.numbers else paint

    def in_words(self) -> str:
        """A text alternative for the picture."""
        laid = "".join(
            f" {player} has {in_units(amount)} on {wager}."
            for wager, stack in self.stacks.items()
            for player, amount in stack.items()
        )
        if not self.wagers:
            return laid
        names = ", ".join(wager.notation for wager in self.wagers)
        chips = sum(self.pieces.values())
        return f" Shown: {names}, {chips} {'chip' if chips == 1 else 'chips'}.{laid}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything needed to draw a cell."""

    book: Book
    plan: Plan
    cover: Cover
    hot_spots: bool

    def has_chip(self, cell: Cell) -> bool:
        """Whether a chip is in the middle of a cell, so that its label must make room."""
        areas = (*self.cover.pieces, *self.cover.stacks)
        return any(self.plan.cell_of(wager) == cell for wager in areas)

    def outline(self, cell: Cell, **attributes: str | float | None) -> str:
        """The shape of a cell; one that comes to a point keeps its box in an attribute."""
        box = self.plan.box(cell)
        if not self.plan.is_crown(cell):
            return rect(box, **attributes)
        steps = polygon(self.plan.outline(cell), POINT_ROUNDING)
        bounds = f"{box.left:g} {box.top:g} {box.width:g} {box.height:g}"
        return path(*steps, data_box=bounds, **attributes)

    def ring(self, wager: Wager, radius: float) -> str:
        """The hot spot of a number: a ring round its figures, where a dot would hide them."""
        return circle(self.plan.spot(wager), radius, **self._brass(wager)) if self.hot_spots else ""

    def frame(self, wager: Wager, cell: Cell) -> str:
        """The hot spot of a box: a frame round its words."""
        if not self.hot_spots:
            return ""
        return rect(self.plan.box(cell).inset(5), rx=9, **self._brass(wager))

    def _brass(self, wager: Wager) -> dict[str, str | float | None]:
        return {
            "fill": "none",
            "stroke": palette.BRASS,
            "stroke_width": 1.8,
            "data_wager": wager.notation,
        }


@dataclass(frozen=True, slots=True)
class Setting:
    """The place and size of a label, and whether it is turned."""

    at: Point
    size: float
    turned: bool


def beside_chip(box: Box, seat: Point, chip: float, label: str, most: float) -> Setting:
    """The place of a label in a cell with a chip in its middle: to its left or above it."""
    left = Box(box.left, box.top, seat.x - chip, box.bottom)
    above = Box(box.left, box.top, box.right, seat.y - chip)
    settings = [
        Setting(at, _fitting(label, along, across, most), turned)
        for room, at in (
            (left, Point(left.middle.x, seat.y)),
            (above, Point(seat.x, above.middle.y)),
        )
        for along, across, turned in (
            (room.width, room.height, False),
            (room.height, room.width, True),
        )
    ]
    return max(settings, key=lambda setting: setting.size)


def _fitting(label: str, along: float, across: float, most: float) -> float:
    return min(most, along * 0.84 / width(label), across * 0.7)
