"""What is said to staff about a wheel: hints to the dealer, and the texts of alerts."""

from collections.abc import Collection

from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.wheels.source import Fault, FaultKind

NOISY = "the line to the wheel is noisy"
"""Without what was heard, which is another each time: one alert, not many."""
HELD = "the ball runs and the round is held: the dealer enters what it does"
BY_HAND = "the wheel launches no ball in this round: launch it by hand and enter the spin"
NO_ROUND = "the ball runs and no round is open"


def alert_text(fault: Fault, round_number: int, book: Book) -> str:
    """What an alert says: the round, what is wrong, and the clauses that it may fall under."""
    text = NOISY if fault.kind is FaultKind.GARBLED else fault.text
    clauses = clauses_of(book, fault.irregularities)
    by = f" ({' or '.join(clauses)})" if clauses else ""
    return f"round {round_number}: {text}{by}" if round_number else f"{text}{by}"


def clauses_of(book: Book, irregularities: Collection[Irregularity]) -> list[str]:
    """The clauses of a book about irregularities."""
    return [clause for clause, what in book.voids.items() if what in irregularities]


def about_to_drop(book: Book) -> str:
    """The sensor's suggestion to close; only the dealer closes."""
    return f'the ball is about to drop: say "{book.says.close.words[0]}" and close the bets'


def to_read_back(book: Book, number: str, *, revolutions_seen: bool) -> str:
    """The outcome that the wheel called, and what the dealer confirms with it."""
    said = f"the wheel says {number}: look, read it back and confirm it"
    if revolutions_seen:
        return said
    clause = clauses_of(book, (Irregularity.TOO_FEW_REVOLUTIONS,))[0]
    least = book.says.spin.revolutions_min
    return (
        f"{said}. The wheel counts no revolutions: your confirmation also says that the ball made "
        f"at least {least} ({clause})"
    )


def after_fault(fault: Fault, book: Book) -> str:
    """What the dealer does when the sensor gives the round no number."""
    clauses = clauses_of(book, fault.irregularities)
    if len(clauses) == 1:
        return f"{fault.text}: the round is void under {clauses[0]} if you saw it too"
    if clauses:
        return f"{fault.text}: {' or '.join(clauses)}, staff decide"
    return f"{fault.text}: enter yourself what the ball does"


def differs(entered: str, wheel: str) -> str:
    """The dealer and the wheel are not of one mind; the dealer's entry counts."""
    return f"{entered} was entered and the wheel says {wheel}"
