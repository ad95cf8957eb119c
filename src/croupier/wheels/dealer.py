"""Dealer's entry: the dealer watches the wheel and says what it did. Nothing is automatic.

It serves every wheel, and the 39- and 40-pocket ones in particular, which no sensor here knows.
It keeps no state: what may be said when is the round's to refuse.
"""

from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    Order,
    Report,
    SpinStarted,
    WinningNumber,
)


class DealerEntry:
    """What a dealer enters about the wheel of a book."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def order(self, order: Order, at_ms: int) -> tuple[Report, ...]:
        """An order moves nobody here: the dealer hears it from the table's own display."""
        return ()

    def spun(self, at_ms: int) -> tuple[Report, ...]:
        """The dealer has spun the ball."""
        return SpinStarted(at_ms), BallInRim(at_ms)

    def rested(self, number: str, at_ms: int) -> tuple[Report, ...]:
        """The ball rests in a compartment after a spin that the dealer saw to be valid.

        A label that is no number of the wheel is refused with the numbers that are.
        """
        return (WinningNumber(at_ms, self._book.number(number), revolutions_seen=True),)

    def called(self, irregularity: Irregularity, at_ms: int) -> tuple[Report, ...]:
        """The dealer calls an irregularity."""
        text = f"the dealer calls {irregularity.replace('-', ' ')}"
        return (Fault(at_ms, FaultKind.CALLED, text, (irregularity,)),)
