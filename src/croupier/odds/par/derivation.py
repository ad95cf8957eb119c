"""Derivations of the odds in words and arithmetic: of wagers, and of the draw of Bonus Numbers.

The draw may have any number of links of any size; links of one size are derived once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb
from typing import get_args

from croupier.odds.exact import Family, Odds, covariance, unit_distribution
from croupier.odds.formatting import over_root
from croupier.odds.outcomes import draws, scatter_draws, standing_draws
from croupier.odds.par.sheet import (
    BonusNumbers,
    CovarianceLine,
    Derivation,
    Formula,
    StandingLine,
)
from croupier.rules.bonus import Bonus, Grade
from croupier.rules.book import Book
from croupier.rules.terms import BonusPays
from croupier.rules.wager import Kind, Wager

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
"""The kinds whose odds are derived in full; the others are analogous."""

BY_DRAW = {
    Kind.BONUS_WIN: "lit",
    Kind.SUPER_BONUS_WIN: "super",
    Kind.SCATTER_BONUS: "scatter",
}
"""The events of the draw that win wagers on the Bonus Numbers."""

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
    name, notation = odds.wager.title, odds.wager.notation
    title = name if name.casefold() == notation else f"{name} ({notation})"
    return Derivation(title=title, steps=steps)


def _step(text: str, *formulas: str) -> Formula:
    return Formula(says=text, formulas=formulas)


def _hit(book: Book, odds: Odds) -> str:
    numbers, pockets = len(odds.wager.numbers), len(book.pockets)
    if not numbers:
        return "It wins by the draw, as derived for the Bonus Numbers."
    covered = f"{numbers} of {pockets} equally likely compartments"
    if odds.pieces > 1:
        return f"Its {odds.pieces} pieces cover {covered}."
    return f"It covers {covered}."


def _by_draw(odds: Odds) -> str:
    """The event of the draw that wins a wager on the Bonus Numbers."""
    return f"P({BY_DRAW[odds.wager.kind]}) = " if odds.wager.kind in BY_DRAW else ""


def _chance(odds: Odds, net: int, often: Fraction) -> str:
    """The probability of a net result; as a product if the draw sets the payout."""
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


def bonus_numbers(book: Book, lines: tuple[Family, ...]) -> BonusNumbers | None:
    """The combinatorics of a book's draw, if it has one."""
    bonus = book.bonus
    if bonus is None:
        return None
    wagers = [family.example for family in lines]
    pairs = [(a, b) for i, a in enumerate(wagers) for b in wagers[i:]]
    straights = [w for family in lines for w in family.wagers if w.kind is Kind.STRAIGHT]
    return BonusNumbers(
        count=bonus.count,
        links={
            name: tuple(number for number in book.pockets if number in numbers)
            for name, numbers in bonus.links.items()
        },
        draws=draws(bonus),
        derivation=Derivation(title="The draw", steps=tuple(_steps(bonus))),
        standings=tuple(_standings(bonus)),
        covariances=tuple(_covariance(book, a, b) for a, b in pairs),
        two_numbers=_covariance(book, *straights[:2]),
    )


def _steps(bonus: Bonus) -> Iterator[Formula]:
    numbers, count = sum(map(len, bonus.links.values())), bonus.count
    lit = Fraction(count, numbers)
    yield Formula(
        says=f"{count} of {numbers} numbers are drawn without replacement, every set equally "
        "likely (reading 10).",
        formulas=(f"C({numbers}, {count}) = {draws(bonus):,}",),
    )
    yield Formula(
        says="The winning number is one of them.",
        formulas=(
            f"P(lit) = C({numbers - 1}, {count - 1}) / C({numbers}, {count})"
            f" = {count}/{numbers} = {lit}",
            f"P(plain) = 1 − P(lit) = {1 - lit}",
        ),
    )
    sizes = Counter(len(link) for link in bonus.links.values())
    for size in sizes:
        yield from _super_steps(numbers, count, size, named=len(sizes) > 1)
    if len(sizes) > 1:
        yield _average_step(bonus, sizes)
    yield from _scatter_steps(bonus)


def _super_steps(numbers: int, count: int, size: int, *, named: bool) -> Iterator[Formula]:
    """The steps for links of one size; named by it where there are several sizes."""
    of = f" in a link of {size}" if named else ""
    lit, lit_draws = Fraction(count, numbers), comb(numbers - 1, count - 1)
    full = _full_draws(numbers, count, size)
    chance = Fraction(full, comb(numbers, count))
    chosen = f"C({numbers - size}, {count - size})" if full else "0"
    yield Formula(
        says=f"All {size} numbers of its link are lit.",
        formulas=(f"P(super{of}) = {chosen} / C({numbers}, {count}) = {chance}",),
    )
    yield Formula(
        says="The same, given that the winning number is lit.",
        formulas=(
            f"P(super | lit{of}) = {chosen} / C({numbers - 1}, {count - 1})"
            f" = {Fraction(full, lit_draws)}",
        ),
    )
    yield Formula(
        says="It is lit in a link that is not full.",
        formulas=(f"P(bonus{of}) = P(lit) − P(super{of}) = {lit - chance}",),
    )


def _average_step(bonus: Bonus, sizes: Counter[int]) -> Formula:
    """The chance of a Super Bonus on any number, if links differ in size."""
    numbers, every = sum(map(len, bonus.links.values())), draws(bonus)
    parts = {
        size: Fraction(_full_draws(numbers, bonus.count, size), every) for size in sorted(sizes)
    }
    average = sum((size * sizes[size] * p / numbers for size, p in parts.items()), Fraction())
    terms = " + ".join(f"{size * sizes[size]}/{numbers} × {p}" for size, p in parts.items())
    text = "The ball rests in a link of each size as often as such links have numbers."
    return Formula(says=text, formulas=(f"P(super) = {terms} = {average}",))


def _full_draws(numbers: int, count: int, size: int) -> int:
    """The number of draws that fill one link of this size."""
    return comb(numbers - size, count - size) if count >= size else 0


def _scatter_steps(bonus: Bonus) -> Iterator[Formula]:
    sizes = Counter(len(link) for link in bonus.links.values())
    product = " ".join(f"((1 + x){power(size)} − 1){power(n)}" for size, n in sizes.items())
    ways, links = scatter_draws(bonus), len(bonus.links)
    once = ""
    if bonus.count == links:
        once = " = " + " × ".join(f"{size}{power(n)}" for size, n in sizes.items())
    yield Formula(
        says="Every link has a number: the coefficient of x to the number drawn, one factor a "
        f"link{'; that is one number from each' if once else ''}.",
        formulas=(f"[x{power(bonus.count)}] {product}{once} = {ways:,}",),
    )
    yield Formula(
        says="There is a Scatter Bonus, wherever the ball rests.",
        formulas=(f"P(scatter) = {ways:,} / {draws(bonus):,} = {Fraction(ways, draws(bonus))}",),
    )


def _standings(bonus: Bonus) -> Iterator[StandingLine]:
    by_size = {len(link): next(iter(sorted(link))) for link in bonus.links.values()}
    for size, number in by_size.items():
        for standing, ways in standing_draws(bonus, number).items():
            yield StandingLine(
                link_size=size,
                grade=standing.grade,
                scatter=standing.scatter,
                draws=ways,
                probability=Fraction(ways, draws(bonus)),
            )


def _covariance(book: Book, one: Wager, other: Wager) -> CovarianceLine:
    together = covariance(book, one, other)
    exact = "1" if one == other else "0"
    variances = covariance(book, one, one) * covariance(book, other, other)
    return CovarianceLine(
        one=one.notation,
        other=other.notation,
        covariance=together,
        correlation=over_root(together, variances, 6) if one != other and together else exact,
    )


def power(exponent: int) -> str:
    """An exponent in superscript; empty for 1.

    >>> "x" + power(10), "x" + power(1)
    ('x¹⁰', 'x')
    """
    return (
        "" if exponent == 1 else str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    )
