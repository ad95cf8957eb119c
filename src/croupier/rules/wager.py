"""Wagers: their kinds, what they cover, and the pieces they are made of."""

from dataclasses import dataclass, field
from enum import StrEnum

from croupier.rules.layout import Place
from croupier.rules.terms import BonusPays


class Kind(StrEnum):
    """The kinds of wager, in the order in which they are listed."""

    STRAIGHT = "straight"
    SPLIT = "split"
    STREET = "street"
    CORNER = "corner"
    SIX_LINE = "six-line"
    TOP_LINE = "top-line"
    COLUMN = "column"
    DOZEN = "dozen"
    LOW = "low"
    HIGH = "high"
    RED = "red"
    BLACK = "black"
    ODD = "odd"
    EVEN = "even"
    GREEN = "green"
    BONUS_WIN = "bonus-win"
    SUPER_BONUS_WIN = "super-bonus-win"
    SCATTER_BONUS = "scatter-bonus"
    TIERS = "tiers"
    ORPHELINS = "orphelins"
    VOISINS = "voisins"
    ZERO_SPIEL = "zero-spiel"
    NEIGHBOURS = "neighbours"
    FINALES = "finales"


CALLS = (Kind.TIERS, Kind.ORPHELINS, Kind.VOISINS, Kind.ZERO_SPIEL)
MULTI_PIECE = (*CALLS, Kind.NEIGHBOURS, Kind.FINALES)


@dataclass(frozen=True, slots=True)
class Piece:
    """One area of a multi-piece wager and how many pieces go there."""

    wager: "Wager"
    count: int


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager of a book: where it is placed, what it covers, what it pays.

    Two wagers of one book are the same if their notation is.
    """

    notation: str
    kind: Kind = field(compare=False)
    name: str = field(compare=False)
    numbers: tuple[str, ...] = field(compare=False)
    """All the numbers it covers, in layout order; none for wagers on the Bonus Numbers."""
    pays: int | BonusPays | None = field(compare=False)
    """What it pays to one; nothing of its own where it is made of several pieces."""
    clause: str = field(compare=False)
    """The clause that says what it pays or, for a multi-piece wager, what it is made of."""
    placed: str = field(compare=False)
    """The clause that says where it is placed."""
    place: Place | None = field(compare=False, default=None)
    """Where its chip lies on the felt; a multi-piece wager has no place of its own."""
    parts: tuple[Piece, ...] = field(compare=False, default=(), repr=False)
    piece_count: int = field(compare=False, init=False, repr=False)
    """How many equal pieces its stake divides into."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "piece_count", sum(piece.count for piece in self.pieces))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What it is made of: itself, unless it is a multi-piece wager."""
        return self.parts or (Piece(self, 1),)

    def __str__(self) -> str:
        return self.notation
