"""Roulette run exactly by the rule book.

>>> import croupier
>>> book = croupier.load("sands-2019")
>>> wager = book.wager("Split 00/0")
>>> wager.notation, wager.numbers, wager.pays, wager.clause
('split:0/00', ('0', '00'), 17, '4.1')

Settle a round; money is whole cents:

>>> settlement = croupier.settle(book, [("Ada", wager, 1000)], outcome="0")
>>> settlement.players["Ada"].net
17000

Play at a table, round after round:

>>> table = croupier.Table(book, limits=(500, 100_000), seed=1)
>>> table.buy_in(20_000)
>>> table.bet("rouge", 1_000)
<Wager red of sands-2019>
>>> table.spin("7").net
{'you': 1000}

Exact odds, and what an evening brings (``croupier[lab]``):

>>> croupier.odds.odds(book, "red").edge
Fraction(1, 13)
>>> session = croupier.lab.session(book, "red", "martingale", bank=20_000, spins=100)
>>> croupier.lab.answer(session).method
'exact'

In a notebook books, wagers, odds, settlements, rounds, tables and results of the lab show
themselves as pictures; ``croupier.felt_svg`` and ``croupier.wheel_svg`` draw any felt and wheel.
"""

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which takes longer to import than all of this module
if TYPE_CHECKING:
    from croupier import lab, odds
    from croupier.books import ids, load, load_file, readings
    from croupier.odds import Odds, SpreadOdds, distribution, odds_of_all, spread_odds
    from croupier.pictures.felt_svg import felt_svg
    from croupier.pictures.racetrack import racetrack_svg
    from croupier.pictures.wheel import wheel_svg
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
    from croupier.scripting import Round, Table

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
    "Odds",
    "Piece",
    "Position",
    "Range",
    "Reading",
    "Refusal",
    "Round",
    "RoundError",
    "Settlement",
    "SpreadOdds",
    "Standing",
    "Table",
    "Wager",
    "WagerError",
    "distribution",
    "felt_svg",
    "ids",
    "lab",
    "load",
    "load_file",
    "odds",
    "odds_of_all",
    "racetrack_svg",
    "readings",
    "settle",
    "spread_odds",
    "wheel_svg",
]

_MODULES = {
    "croupier.books": "ids load load_file readings",
    "croupier.odds": "Odds SpreadOdds distribution odds_of_all spread_odds",
    "croupier.pictures": "felt_svg racetrack_svg wheel_svg",
    "croupier.scripting": "Round Table",
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
        if name in ("lab", "odds"):
            return import_module(f"{__name__}.{name}")
        for module, names in _MODULES.items():
            if name in names.split():
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """The names that completion offers."""
        return sorted({*globals(), *__all__})
