"""Wagers: their kinds, the numbers they cover, and their pieces."""

from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from croupier.rules.layout import Place
from croupier.rules.shown import ShownAsPicture
from croupier.rules.terms import BonusPays


class Kind(StrEnum):
    """The kinds of wager, in display order."""

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
    """One area of a multi-piece wager, and the number of pieces there."""

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
    """The book's name for its kind."""
    numbers: tuple[str, ...] = field(compare=False)
    """The numbers it covers, in layout order; none for wagers on the Bonus Numbers."""
    pays: int | BonusPays | None = field(compare=False)
    """The odds it pays; None for a multi-piece wager."""
    clause: str = field(compare=False)
    """The clause for its odds or, for a multi-piece wager, for its pieces."""
    placed: str = field(compare=False)
    """The clause for its place."""
    place: Place | None = field(compare=False, default=None)
    """The place of its chip on the felt; None for a multi-piece wager."""
    parts: tuple[Piece, ...] = field(compare=False, default=(), repr=False)
    piece_count: int = field(compare=False, init=False, repr=False)
    """The number of equal pieces of its stake."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "piece_count", sum(piece.count for piece in self.pieces))

    @property
    def name(self) -> str:
        """The book's name for it, with its selection: Split 17/20."""
        selection = self.notation.partition(":")[2]
        return f"{self.title} {selection}" if selection else self.title

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Its pieces; a one-piece wager is its own piece."""
        return self.parts or (Piece(self, 1),)

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<Wager {self.notation} of {self.book}>"

    def to_dict(self) -> dict[str, object]:
        """The wager as plain values, as ``croupier wagers --json`` prints it.

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
