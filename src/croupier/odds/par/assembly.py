"""A PAR sheet put together from a book."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from croupier.odds.exact import Family, distribution, families, odds_of_all, spread_odds
from croupier.odds.formatting import root
from croupier.odds.outcomes import sample_space
from croupier.odds.par import procedure
from croupier.odds.par.derivation import bonus_numbers, derivations
from croupier.odds.par.sheet import (
    CallLine,
    Example,
    Game,
    NetLine,
    PieceLine,
    Pocket,
    Sheet,
    Term,
    WagerLine,
)
from croupier.rules.book import Book
from croupier.rules.settlement import stakes_of
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Wager


def make_sheet(book: Book, made_by: str) -> Sheet:
    """The PAR sheet of a book; ``made_by`` names the program and its version.

    >>> from croupier.books import load
    >>> str(make_sheet(load("edz-2020"), "croupier").wagers[0].edge)
    '1/19'
    """
    lines = book_families(book)
    return Sheet(
        game=_game(book, made_by),
        terms=tuple(Term(term=term, means=means) for term, means in _terms(book).items()),
        pockets=tuple(Pocket(number=n, colour=book.colours[n]) for n in book.pockets),
        wheel=book.wheel.order,
        round=procedure.round_steps(book),
        wagers=tuple(wager_line(family) for family in lines),
        spans=SPANS,
        calls=tuple(call_line(book, family) for family in lines if family.example.parts),
        derivations=derivations(book, lines),
        bonus_numbers=bonus_numbers(book, lines),
        example=example(book, lines),
        voids=procedure.voids(book),
        interruptions=procedure.interruptions(book),
        late=procedure.late(book),
        limits=procedure.limits(book),
        limits_policy=procedure.POLICIES[book.says.limits.policy],
        readings=procedure.readings(book),
        clauses=procedure.clauses(book),
    )


def _game(book: Book, made_by: str) -> Game:
    return Game(
        id=book.id,
        title=book.title,
        version=book.version,
        effective=book.effective.isoformat(),
        operator=book.operator,
        data_sha256=book.sha256,
        made_by=made_by,
    )


def _terms(book: Book) -> dict[str, str]:
    pockets = len(book.pockets)
    chance = f"The ball rests in each of the {pockets} compartments equally often."
    if book.bonus is not None:
        chance += (
            f" Every set of {book.bonus.count} Bonus Numbers is equally likely and independent of "
            "the ball (reading 10)."
        )
    return {
        "Chance": chance,
        "Hit rate": "How often the wager wins; of a wager of several pieces, how often at least "
        "one piece wins.",
        "Return": "What comes back for each unit staked, the stake included, on average.",
        "House edge": "What the house keeps of each unit staked, on average: one less the return.",
        "Variance": "Of the net result of one unit on each piece; a piece that counts twice "
        "carries two units. Its root is the standard deviation.",
        "Rounds": "Figures are for rounds that are settled. A void round returns every stake and "
        "counts neither as won nor as lost (reading 12).",
        "Exactness": "Every figure is computed as a fraction of whole numbers from the pay table "
        "that settles the rounds. Percentages and decimals are rounded from the fraction, a half "
        "away from zero, and are for reading only.",
    }


SPANS = (1_000, 10_000, 100_000, 1_000_000)
"""The numbers of rounds over which the spread of the return is given."""

NINE_IN_TEN = Fraction(1645, 1000)
"""The standard deviations to either side that cover 90 % of a normal distribution."""


def book_families(book: Book) -> tuple[Family, ...]:
    """The wagers of a book by kind and odds."""
    return families(odds_of_all(book))


def wager_line(family: Family) -> WagerLine:
    """A family of wagers as a line of the sheet."""
    wager, odds = family.example, family.odds
    strays = (NINE_IN_TEN**2 * odds.variance / odds.pieces**2 / span for span in SPANS)
    return WagerLine(
        name=wager.title,
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
        name=wager.title,
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
    """A wager's odds in words."""
    match wager.pays:
        case None:
            return "piece by piece"
        case BonusPays(plain, bonus, super_):
            return f"{plain}, {bonus} or {super_} to 1"
        case to_one:
            return f"{to_one} to 1"


def net_lines(book: Book, spread: Sequence[tuple[Wager, int]]) -> tuple[NetLine, ...]:
    """The net results of a spread, with their probabilities and numbers."""
    numbers: dict[int, dict[str, None]] = defaultdict(dict)
    stakes = [stake for wager, amount in spread for stake in stakes_of("", wager, amount)]
    staked = sum(stake.amount for stake in stakes)
    for number, standing, _ in sample_space(book).outcomes:
        to_one = book.paytable(number, standing)
        won = sum(stake.amount * (to_one.get(stake.area.notation, -1) + 1) for stake in stakes)
        numbers[won - staked][number] = None
    return tuple(
        NetLine(net=net, probability=often, numbers=tuple(numbers[net]))
        for net, often in distribution(book, spread).items()
    )


def to_json(sheet: Sheet) -> str:
    """The sheet as indented JSON."""
    encoded = msgspec.json.encode(sheet, enc_hook=str)
    return msgspec.json.format(encoded, indent=2).decode() + "\n"
