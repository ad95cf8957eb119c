"""The odds part of a PAR sheet: the wagers by kind, the call bets, and one spread of them all."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from croupier.odds.families import Family, families
from croupier.odds.figures import root
from croupier.odds.outcomes import law
from croupier.odds.par.sheet import CallLine, Example, NetLine, PieceLine, WagerLine
from croupier.odds.results import distribution, odds_of_all, spread_odds
from croupier.rules.book import Book
from croupier.rules.settlement import stakes_of
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Wager

SPANS = (1_000, 10_000, 100_000, 1_000_000)
"""Numbers of rounds over which a return is watched."""

NINE_IN_TEN = Fraction(1645, 1000)
"""So many deviations to either side hold nine results in ten, if they fall normally."""


def book_families(book: Book) -> tuple[Family, ...]:
    """The wagers of a book by kind and odds."""
    return families(odds_of_all(book))


def wager_line(family: Family) -> WagerLine:
    """A family of wagers as a line of the sheet."""
    wager, odds = family.example, family.odds
    strays = (NINE_IN_TEN**2 * odds.variance / odds.pieces**2 / span for span in SPANS)
    return WagerLine(
        name=wager.name,
        notation=family.pattern,
        wagers=len(family.wagers),
        numbers=len(wager.numbers),
        pays=pays(wager),
        pieces=odds.pieces,
        hit=odds.hit,
        return_=odds.return_,
        edge=odds.edge,
        variance=odds.variance,
        deviation=root(odds.variance),
        spread_90=tuple(root(stray * 100**2, 2) for stray in strays),
        clause=wager.clause,
        placed=wager.placed,
    )


def call_line(book: Book, family: Family) -> CallLine:
    """A family of multi-piece wagers by its example."""
    wager = family.example
    return CallLine(
        name=wager.name,
        wager=wager.notation,
        stands_for=len(family.wagers),
        clause=wager.clause,
        pieces=tuple(
            PieceLine(wager=piece.wager.notation, count=piece.count) for piece in wager.pieces
        ),
        results=net_lines(book, [(wager, wager.piece_count)]),
    )


def example(book: Book, lines: tuple[Family, ...]) -> Example:
    """One unit on one wager of each payout."""
    by_pay: dict[int | BonusPays, Wager] = {}
    for family in lines:
        if family.example.pays is not None:
            by_pay.setdefault(family.example.pays, family.example)
    spread = [(wager, 1) for wager in by_pay.values()]
    odds = spread_odds(book, spread)
    return Example(
        spread=tuple(wager.notation for wager in by_pay.values()),
        staked=odds.staked,
        hit=odds.hit,
        return_=odds.return_,
        edge=odds.edge,
        variance=odds.variance,
        distribution=net_lines(book, spread),
    )


def pays(wager: Wager) -> str:
    """What a wager pays, in words."""
    match wager.pays:
        case None:
            return "piece by piece"
        case BonusPays(plain, bonus, super_):
            return f"{plain}, {bonus} or {super_} to 1"
        case to_one:
            return f"{to_one} to 1"


def net_lines(book: Book, spread: Sequence[tuple[Wager, int]]) -> tuple[NetLine, ...]:
    """The net results of a spread, how often each comes and on which numbers."""
    numbers: dict[int, dict[str, None]] = defaultdict(dict)
    stakes = [stake for wager, amount in spread for stake in stakes_of("", wager, amount)]
    staked = sum(stake.amount for stake in stakes)
    for number, standing, _ in law(book).outcomes:
        to_one = book.paytable(number, standing)
        won = sum(stake.amount * (to_one.get(stake.area.notation, -1) + 1) for stake in stakes)
        numbers[won - staked][number] = None
    return tuple(
        NetLine(net=net, probability=often, numbers=tuple(numbers[net]))
        for net, often in distribution(book, spread).items()
    )
