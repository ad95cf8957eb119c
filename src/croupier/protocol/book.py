"""A rule book as a page needs it: to draw its felt, racetrack and wheel, and to explain itself.

A page that has this knows no rules: where cells and hot spots lie, what they cover and pay, and
which clause says so, all come from here. Places are in half squares of the grid, from the top left
of the upright felt, zeros at the head.
"""

from typing import Literal

from croupier.protocol.requests import ClauseShown, PieceShown
from croupier.protocol.views import View
from croupier.rules.terms import BonusPays, Chips

Line = Literal["crown", "head", "number", "foot", "band"]
"""What lies in a row or column of the grid: the end of the head, the head, numbers, boxes."""

Wins = Literal["number", "bonus", "super", "scatter"]
"""When a chip wins: on a number it covers, or by how the winning number is lit."""


class CellShown(View, frozen=True, kw_only=True):
    """A rectangle of the felt, in grid squares, and the wager whose chip lies in its middle."""

    label: str
    left: int
    top: int
    right: int
    bottom: int
    kind: Literal["number", "box"]
    colour: str | None
    """Of a number, and of the box of a colour."""
    wager: str


class PlaceShown(View, frozen=True, kw_only=True):
    """A point of the felt in half squares."""

    x: int
    y: int


class SpotShown(View, frozen=True, kw_only=True):
    """A place on the felt where a chip is put: one wager of one piece."""

    wager: str
    kind: str
    name: str
    numbers: tuple[str, ...]
    pays: int | BonusPays
    wins: Wins
    clause: str
    placed: str
    """The clause that says where it is placed."""
    place: PlaceShown
    cell: str | None
    """The label of the cell that it is the middle of; None on a line or where lines meet."""
    outer: bool
    """Whether it lies on the outer line beside the rows."""


class CallShown(View, frozen=True, kw_only=True):
    """A wager of several pieces: called on the racetrack, or by a last digit."""

    wager: str
    kind: str
    name: str
    numbers: tuple[str, ...]
    pieces: tuple[PieceShown, ...]
    piece_count: int
    clause: str


class FeltShown(View, frozen=True, kw_only=True):
    """The grid of the felt and everything that lies on it."""

    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    number_columns: int
    """How many columns of the grid a number takes."""
    cells: tuple[CellShown, ...]
    spots: tuple[SpotShown, ...]
    outer_line: tuple[int, int, int] | None
    """The grid column on whose left the outer line lies, and the rows from and to which."""


class RunShown(View, frozen=True, kw_only=True):
    """So many pockets one after another round the wheel, from the one at an index."""

    first: int
    count: int


class FieldShown(View, frozen=True, kw_only=True):
    """The field of a call bet within the racetrack, beside each run of its numbers."""

    wager: str
    runs: tuple[RunShown, ...]


class TrackShown(View, frozen=True, kw_only=True):
    """The racetrack."""

    tip: float
    """The place on the wheel, counted in pockets, that lies at the tip of the oval."""
    fields: tuple[FieldShown, ...]
    each_side: int | None
    """How many neighbours go with a number on each side, where neighbours are offered."""
    clause: str | None


class LinkShown(View, frozen=True, kw_only=True):
    """Numbers that become Super Bonus Numbers together."""

    name: str
    numbers: tuple[str, ...]


class BonusShown(View, frozen=True, kw_only=True):
    """How many Bonus Numbers a round has, and their links."""

    count: int
    links: tuple[LinkShown, ...]
    clause: str | None


class WordsShown(View, frozen=True, kw_only=True):
    """What is announced, and by which clause."""

    words: tuple[str, ...]
    clause: str | None


class SpinShown(View, frozen=True, kw_only=True):
    """What makes a spin valid: at least so many revolutions of the ball against the wheel."""

    revolutions_min: int
    clause: str | None


class VoidShown(View, frozen=True, kw_only=True):
    """Something that voids a round."""

    what: str
    clause: str
    says: str


class ReadingShown(View, frozen=True, kw_only=True):
    """A decision where the book is silent or unclear."""

    number: int
    title: str
    says: str
    clauses: tuple[str, ...]


class ProfileShown(View, frozen=True, kw_only=True):
    """The kinds of multi-piece wager that one make of terminal offers."""

    id: str
    name: str
    offers: tuple[str, ...]
    clause: str | None


class BookWhole(View, frozen=True, kw_only=True):
    """A rule book with all that a page needs of it."""

    id: str
    title: str
    version: str | None
    effective: str
    operator: str
    pockets: tuple[str, ...]
    wheel: tuple[str, ...]
    colours: dict[str, str]
    felt: FeltShown
    calls: tuple[CallShown, ...]
    racetrack: TrackShown | None
    bonus: BonusShown | None
    opens: WordsShown
    closes: WordsShown
    closes_when: Literal["while-ball-spins", "before-spin"]
    spin: SpinShown
    shown_by: Literal["dolly", "terminals"]
    stakes: tuple[Chips, ...]
    limits_policy: str
    limits_clause: str | None
    displays: ClauseShown | None
    """What the book says of displays: that they inform only."""
    terminals: tuple[ProfileShown, ...]
    voids: tuple[VoidShown, ...]
    clauses: tuple[ClauseShown, ...]
    readings: tuple[ReadingShown, ...]
