"""A rule book as a page needs it: to draw its felt, racetrack and wheel, and to explain itself.

Pages know no rules: the places of cells and hot spots, what they cover and pay, and the clauses all
come from here. Places are in half squares of the grid, from the top left of the upright felt, with
the zeros at the top.
"""

from typing import Literal

from croupier.pictures.felt_geometry import Axis
from croupier.pictures.racetrack import Run
from croupier.protocol.requests import BookShown, ClauseShown, WagerShown
from croupier.protocol.views import View
from croupier.rules.book import Reading
from croupier.rules.layout import Place
from croupier.rules.terms import Announcement, BonusPays, Chips, Closing, Spin

Line = Literal["crown", "head", "number", "foot", "band"]
"""The contents of a row or column of the grid: the end of the head, the head, numbers, boxes."""

Wins = Literal["number", "bonus", "super", "scatter"]
"""How a chip wins: on a number it covers, or by how the winning number is lit."""


class CellShown(View, frozen=True, kw_only=True):
    """A rectangle of the felt, in grid squares, and the wager placed in its middle."""

    label: str
    left: int
    top: int
    right: int
    bottom: int
    kind: Literal["number", "box"]
    colour: str | None
    """The colour of a number, or of a box for a colour."""
    wager: str
    head: bool = False
    """Whether it is a number at the head of the rows."""


class SpotShown(View, frozen=True, kw_only=True):
    """A place for a chip on the felt: a wager of one piece."""

    wager: str
    kind: str
    name: str
    numbers: tuple[str, ...]
    pays: int | BonusPays
    wins: Wins
    clause: str
    placed: str
    """The clause about where it is placed."""
    place: Place
    cell: str | None
    """The label of its cell; null on a line or where lines meet."""
    outer: bool
    """Whether it is on the outer line beside the rows."""


class CellDrawn(View, frozen=True, kw_only=True):
    """A cell in a drawing, in units."""

    corners: tuple[tuple[float, float], ...]
    middle: tuple[float, float]
    """The optical middle: a pointed cell is heavier at its base."""


class FeltDrawn(View, frozen=True, kw_only=True):
    """The felt in one orientation, in units. A page scales each part between grid lines, so that
    every target is large enough for a finger."""

    x: Axis
    y: Axis
    cells: dict[str, CellDrawn]
    """By label."""
    spots: dict[str, tuple[float, float, float, float]]
    """Where wagers between cells are placed: left, top, right and bottom of a line (no width or no
    height), of a point (neither), or of a part of the double line."""
    outer_line: tuple[tuple[float, float], tuple[float, float]] | None
    """The second line beside the rows."""


class FeltShown(View, frozen=True, kw_only=True):
    """The grid of the felt and everything on it."""

    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    number_columns: int
    """The width of a number in grid columns."""
    cells: tuple[CellShown, ...]
    spots: tuple[SpotShown, ...]
    outer_line: tuple[int, int, int] | None
    """The grid column to the right of the outer line, and its first and last row."""
    lying: FeltDrawn
    """Horizontal, zeros at the left."""
    upright: FeltDrawn
    """Vertical, zeros at the top."""


class FieldShown(View, frozen=True, kw_only=True):
    """The field of a call bet inside the racetrack, beside each run of its numbers."""

    wager: str
    runs: tuple[Run, ...]


class TrackShown(View, frozen=True, kw_only=True):
    """The racetrack."""

    tip: float
    """The position on the wheel, in pockets, at the tip of the oval."""
    fields: tuple[FieldShown, ...]
    each_side: int | None
    """How many neighbours on each side of a number, if neighbours are offered."""
    clause: str | None


class PocketDrawn(View, frozen=True, kw_only=True):
    """A number on the racetrack: its outline, and the place of its label."""

    number: str
    path: str
    x: float
    y: float
    wager: str | None
    """The wager placed by pressing it: its neighbours, if offered."""


class FieldDrawn(View, frozen=True, kw_only=True):
    """The field of a call bet inside the racetrack: its outline, and the place of its label."""

    wager: str
    path: str
    x: float
    y: float
    room: float
    """The longest label that fits."""


class TrackDrawn(View, frozen=True, kw_only=True):
    """The racetrack in the requested shape, horizontal, in drawing units. A page scales it, and
    turns it left by a quarter if upright."""

    width: float
    height: float
    lane: float
    """The width of the number lane."""
    pocket: float
    """The length of a number on the middle of the lane."""
    pockets: tuple[PocketDrawn, ...]
    fields: tuple[FieldDrawn, ...]
    """Fields inside others come after them."""


class SectorDrawn(View, frozen=True, kw_only=True):
    """A pocket of the wheel: its outline, and the angle of its middle from the top."""

    number: str
    path: str
    turn: float
    """In turns, clockwise."""


class RotorDrawn(View, frozen=True, kw_only=True):
    """The rotating part of the wheel, in units around its middle; the bowl has radius 100."""

    outer: float
    """The outer and inner radius of the ring of numbers, and the radius of the cone inside."""
    inner: float
    cone: float
    sectors: tuple[SectorDrawn, ...]


class LinkShown(View, frozen=True, kw_only=True):
    """Numbers that become Super Bonus Numbers together."""

    name: str
    numbers: tuple[str, ...]


class BonusShown(View, frozen=True, kw_only=True):
    """The number of Bonus Numbers in a round, and their links."""

    count: int
    links: tuple[LinkShown, ...]
    clause: str | None


class VoidShown(View, frozen=True, kw_only=True):
    """Something that voids a round."""

    what: str
    clause: str
    says: str


class ProfileShown(View, frozen=True, kw_only=True):
    """The kinds of multi-piece wager one make of terminal offers."""

    id: str
    name: str
    offers: tuple[str, ...]
    clause: str | None


class BookWhole(BookShown, frozen=True, kw_only=True):
    """A rule book with everything a page needs."""

    operator: str
    rotor: RotorDrawn
    felt: FeltShown
    calls: tuple[WagerShown, ...]
    """Wagers of several pieces: called on the racetrack, or by a last digit."""
    racetrack: TrackShown | None
    bonus: BonusShown | None
    opens: Announcement
    closes: Closing
    closes_when: Literal["while-ball-spins", "before-spin"]
    spin: Spin
    shown_by: Literal["dolly", "terminals"]
    stakes: tuple[Chips, ...]
    chips: tuple[int, ...]
    """The chip values to draw a stake with, lowest first."""
    limits_policy: str
    limits_clause: str | None
    displays: ClauseShown | None
    """The clause about displays: they only inform."""
    terminals: tuple[ProfileShown, ...]
    voids: tuple[VoidShown, ...]
    clauses: tuple[ClauseShown, ...]
    readings: tuple[Reading, ...]
