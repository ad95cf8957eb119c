"""Roulette run exactly by the rule book.

>>> import croupier
>>> book = croupier.load("sands-2019")
>>> wager = book.wager("Split 00/0")
>>> wager.notation, wager.numbers, wager.pays, wager.clause
('split:0/00', ('0', '00'), 17, '4.1')
>>> round_ = croupier.settle(book, [("seat-1", wager, 1000)], outcome="0")
>>> round_.players["seat-1"].net
17000
"""

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which takes longer to import than all of this module
if TYPE_CHECKING:
    from croupier.books import ids, load, load_file, readings
    from croupier.rules.bonus import Standing
    from croupier.rules.book import Book, Clause, Reading
    from croupier.rules.irregularities import Irregularity
    from croupier.rules.limits import Limits, Range
    from croupier.rules.positions import Position
    from croupier.rules.refusal import (
        BookError,
        CroupierError,
        LimitsError,
        NotationError,
        Refusal,
        RoundError,
        WagerError,
    )
    from croupier.rules.settlement import Bet, Settlement, settle
    from croupier.rules.wager import Kind, Piece, Wager

__version__ = "0.1.0"

__all__ = [
    "Bet",
    "Book",
    "BookError",
    "Clause",
    "CroupierError",
    "Irregularity",
    "Kind",
    "Limits",
    "LimitsError",
    "NotationError",
    "Piece",
    "Position",
    "Range",
    "Reading",
    "Refusal",
    "RoundError",
    "Settlement",
    "Standing",
    "Wager",
    "WagerError",
    "ids",
    "load",
    "load_file",
    "readings",
    "settle",
]

_MODULES = {
    "croupier.books": "ids load load_file readings",
    "croupier.rules.bonus": "Standing",
    "croupier.rules.book": "Book Clause Reading",
    "croupier.rules.irregularities": "Irregularity",
    "croupier.rules.limits": "Limits Range",
    "croupier.rules.positions": "Position",
    "croupier.rules.refusal": (
        "BookError CroupierError LimitsError NotationError Refusal RoundError WagerError"
    ),
    "croupier.rules.settlement": "Bet Settlement settle",
    "croupier.rules.wager": "Kind Piece Wager",
}


if not TYPE_CHECKING:  # so that a type checker reports unknown names

    def __getattr__(name: str) -> object:
        """Import a name when it is first used: the command line must start at once."""
        for module, names in _MODULES.items():
            if name in names.split():
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """The names that completion offers."""
        return sorted({*globals(), *__all__})
