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
