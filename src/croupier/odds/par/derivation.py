"""How the odds of a wager follow, in words and arithmetic, from the net results it can bring."""

from collections.abc import Iterable
from fractions import Fraction
from typing import get_args

from croupier.odds.families import Family
from croupier.odds.par.sheet import Derivation, Formula
from croupier.odds.results import Odds, unit_distribution
from croupier.rules.bonus import Grade
from croupier.rules.book import Book
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Kind

TYPICAL = (
    Kind.STRAIGHT,
    Kind.TOP_LINE,
    Kind.RED,
    Kind.BONUS_WIN,
    Kind.SUPER_BONUS_WIN,
    Kind.SCATTER_BONUS,
    Kind.ORPHELINS,
    Kind.VOISINS,
)
"""The kinds whose odds are derived in full; every other follows in the same way."""

BY_DRAW = {
    Kind.BONUS_WIN: "lit",
    Kind.SUPER_BONUS_WIN: "super",
    Kind.SCATTER_BONUS: "scatter",
}
"""The events of the draw that the wagers on the Bonus Numbers win by."""

GRADES = get_args(Grade)


def derivations(book: Book, lines: tuple[Family, ...]) -> tuple[Derivation, ...]:
    """The derivations of the typical wagers of a book."""
    found = {family.example.kind: family.odds for family in reversed(lines)}
    return tuple(_derivation(book, found[kind]) for kind in TYPICAL if kind in found)


def _derivation(book: Book, odds: Odds) -> Derivation:
    results = unit_distribution(book, odds.wager)
    mean = -odds.edge * odds.pieces
    square = sum((net**2 * often for net, often in results.items()), Fraction())
    steps = (
        _step(_hit(book, odds), f"P(hit) = {_by_draw(odds)}{odds.hit}"),
        _step(
            f"The net result X of {_units(odds.pieces)}, and how often it comes.",
            *(_chance(odds, net, often) for net, often in results.items()),
        ),
        _step(
            "Its mean.",
            f"E[X] = {_sum((signed(net), p) for net, p in results.items())} = {text(mean)}",
        ),
        _step(
            "What the house keeps of each unit staked, and what comes back.",
            f"edge = −E[X]{_over(odds.pieces)} = {odds.edge}",
            f"return = 1 − edge = {odds.return_}",
        ),
        _step(
            "The variance.",
            f"E[X²] = {_sum((_square(net), p) for net, p in results.items())} = {square}",
            f"V[X] = E[X²] − E[X]² = {odds.variance}",
        ),
    )
    name, notation = odds.wager.name, odds.wager.notation
    title = name if name.casefold() == notation else f"{name} ({notation})"
    return Derivation(title=title, steps=steps)


def _step(says: str, *formulas: str) -> Formula:
    return Formula(says=says, formulas=formulas)


def _hit(book: Book, odds: Odds) -> str:
    numbers, pockets = len(odds.wager.numbers), len(book.pockets)
    if not numbers:
        return "It wins by the draw, as derived for the Bonus Numbers."
    covered = f"{numbers} of {pockets} equally likely compartments"
    if odds.pieces > 1:
        return f"Its {odds.pieces} pieces cover {covered}."
    return f"It covers {covered}."


def _by_draw(odds: Odds) -> str:
    """The event of the draw that a wager on the Bonus Numbers wins by."""
    return f"P({BY_DRAW[odds.wager.kind]}) = " if odds.wager.kind in BY_DRAW else ""


def _chance(odds: Odds, net: int, often: Fraction) -> str:
    """How often a net result comes; where the draw sets the payout, as a product with its odds."""
    pays, product = odds.wager.pays, ""
    if isinstance(pays, BonusPays):
        grades = {pays.plain: "plain", pays.bonus: "bonus", pays.super_: "super"}
        if net in grades and len(grades) == len(GRADES):
            product = f"{odds.hit} × P({grades[net]}) = "
    return f"P(X = {signed(net)}) = {product}{often}"


def signed(net: int) -> str:
    """A net result with its sign.

    >>> signed(35), signed(-1), signed(0)
    ('+35', '−1', '0')
    """
    return f"+{net}" if net > 0 else text(net)


def text(value: Fraction | int) -> str:
    """An exact figure with a proper minus."""
    return str(value).replace("-", "−")


def _units(pieces: int) -> str:
    return "one unit" if pieces == 1 else f"{pieces} units, one on each piece"


def _over(pieces: int) -> str:
    return "" if pieces == 1 else f" / {pieces}"


def _square(net: int) -> str:
    return f"({signed(net)})²" if net < 0 else f"{net}²"


def _sum(terms: Iterable[tuple[str, Fraction]]) -> str:
    """A sum of products.

    >>> _sum([("−1", Fraction(36, 37)), ("+35", Fraction(1, 37))])
    '−1 × 36/37 + 35 × 1/37'
    """
    written = ""
    for factor, often in terms:
        sign = "−" if factor.startswith("−") else "+"
        joined = f" {sign} " if written else sign.replace("+", "")
        written += f"{joined}{factor.lstrip('+−')} × {often}"
    return written
