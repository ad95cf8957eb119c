"""What a picture is to show: the numbers that wagers cover, where chips lie, and what is lit."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from croupier.draw import palette
from croupier.rules.book import Book
from croupier.rules.wager import Wager


@dataclass(frozen=True, slots=True)
class Cover:
    """The wagers shown on a picture and the numbers that are lit as Bonus Numbers."""

    wagers: tuple[Wager, ...]
    numbers: frozenset[str]
    pieces: Mapping[Wager, int]
    """How many pieces lie on each area, in the order in which the wagers were given."""
    lit: frozenset[str]
    super_links: frozenset[str]

    @classmethod
    def of(cls, book: Book, wagers: Sequence[Wager], lit: Collection[str] = ()) -> "Cover":
        """What these wagers of a book cover, and these numbers of it lit."""
        pieces: Counter[Wager] = Counter()
        for wager in wagers:
            for piece in wager.pieces:
                pieces[piece.wager] += piece.count
        drawn = frozenset(book.number(label) for label in lit)
        full = book.bonus.super_links(drawn) if book.bonus is not None else ()
        covered = frozenset(label for wager in wagers for label in wager.numbers)
        return cls(tuple(wagers), covered, dict(pieces), drawn, frozenset(full))

    def paint(self, label: str, colour: str) -> str:
        """The paint of a pocket: set back where wagers are shown and none of them covers it."""
        paint = palette.OF_COLOUR[colour]
        return palette.SET_BACK[paint] if self.numbers and label not in self.numbers else paint

    def in_words(self) -> str:
        """A sentence for those who do not see the picture."""
        if not self.wagers:
            return ""
        names = ", ".join(wager.notation for wager in self.wagers)
        chips = sum(self.pieces.values())
        return f" Shown: {names}, {chips} {'chip' if chips == 1 else 'chips'}."
