"""Wagers: their kinds, what they cover, and the pieces they are made of."""

from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from croupier.rules.layout import Place
from croupier.rules.shown import ShownAsPicture
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


@dataclass(frozen=True, slots=True, repr=False)
class Wager(ShownAsPicture):
    """A wager of a book: where it is placed, what it covers, what it pays.

    Two wagers are the same if book and notation are.

    >>> from croupier.books import load
    >>> wager = load("racetrack-2012").wager("17/20")
    >>> wager.name, wager.numbers, wager.pays
    ('Split 17/20', ('17', '20'), 17)
    >>> wager == load("edz-2020").wager("17/20")
    False
    """

    book: str
    """The id of its book."""
    notation: str
    kind: Kind = field(compare=False)
    title: str = field(compare=False)
    """What the book calls its kind."""
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
    def name(self) -> str:
        """What the book calls it, with its selection: Split 17/20."""
        selection = self.notation.partition(":")[2]
        return f"{self.title} {selection}" if selection else self.title

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What it is made of: itself, unless it is a multi-piece wager."""
        return self.parts or (Piece(self, 1),)

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<Wager {self.notation} of {self.book}>"

    def to_dict(self) -> dict[str, object]:
        """The wager as plain values: what ``croupier wagers --json`` prints.

        >>> from croupier.books import load
        >>> load("racetrack-2012").wager("17/20").to_dict()["pays"]
        17
        """
        return {
            "wager": self.notation,
            "kind": self.kind.value,
            "numbers": list(self.numbers),
            "pays": msgspec.to_builtins(self.pays),
            "pieces": [
                {"wager": piece.wager.notation, "count": piece.count} for piece in self.pieces
            ],
            "clause": self.clause,
        }
