"""The most that a round could pay on each number, if the house has set a maximum payout.

What counts is the winnings of all players together, on top of their stakes, if the ball falls on
a number; what others lose there is not set against it. It is never too low, and may be too high:
a wager on the Bonus Numbers counts on every number, and all at the highest odds they could pay;
an amount over a table's maximum counts in full, though only the maximum would win.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from croupier.rules.book import Book
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Wager


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a wager can win."""

    pieces: int
    wins: tuple[tuple[int, int], ...]
    """The index of each number, and what a cent on every piece wins there."""
    most: int
    """The most that a cent on every piece wins anywhere."""


@dataclass(slots=True)
class Exposure:
    """What the wagers of a round could win on each number, and the maximum."""

    maximum: int
    reaches: Mapping[str, Reach]
    by_number: list[int]
    worst: int = 0
    """The largest value; it often makes looking at each number unnecessary."""

    def over(self, wager: Wager, amount: int) -> Refusal | None:
        """Why a wager would take the round over the maximum, or None."""
        reach = self.reaches[wager.notation]
        unit = amount // reach.pieces
        if self.worst + unit * reach.most <= self.maximum:
            return None
        worst = max(self.by_number[at] + unit * odds for at, odds in reach.wins)
        if worst <= self.maximum:
            return None
        return refusal(
            "payout/over-maximum", wager=wager.notation, could_pay=worst, max=self.maximum
        )

    def add(self, wager: Wager, sign_amount: int) -> None:
        """Add a wager, or remove it if the amount is negative."""
        reach, by_number = self.reaches[wager.notation], self.by_number
        unit = sign_amount // reach.pieces
        for at, odds in reach.wins:
            by_number[at] += unit * odds
        self.worst = max(by_number)


def exposure_of(book: Book, maximum: int | None) -> Exposure | None:
    """The exposure of a round without wagers; None without a maximum payout."""
    if maximum is None:
        return None
    return Exposure(maximum, reaches(book), [0] * len(book.pockets))


@lru_cache(maxsize=16)
def reaches(book: Book) -> Mapping[str, Reach]:
    """Where each wager of a book can win, and how much."""
    return {notation: _reach(book, wager) for notation, wager in book.wagers.items()}


def _reach(book: Book, wager: Wager) -> Reach:
    wins: dict[int, int] = {}
    for piece in wager.pieces:
        odds = _highest(piece.wager)
        for number in piece.wager.numbers or book.pockets:
            at = book.pockets.index(number)
            wins[at] = wins.get(at, 0) + piece.count * odds
    return Reach(wager.piece_count, tuple(wins.items()), max(wins.values()))


def _highest(area: Wager) -> int:
    if isinstance(area.pays, BonusPays):
        return max(area.pays.plain, area.pays.bonus, area.pays.super_)
    return area.pays or 0
