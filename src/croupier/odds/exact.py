"""The exact odds of a wager or a spread, in fractions; wagers with the same odds as one family.

What wins and pays comes from the pay table that settles rounds, how often from the sample space.
Results are net: what is returned less what was staked.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from croupier.odds.outcomes import Outcome, sample_space
from croupier.rules.book import Book
from croupier.rules.money import checked_amount
from croupier.rules.notation import COUNTS
from croupier.rules.refusal import WagerError, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.shown import ShownAsPage
from croupier.rules.wager import Wager

Spread: TypeAlias = Iterable[tuple[Wager | str, int]]
"""Wagers placed together in one round, each with its total stake."""


@dataclass(frozen=True, slots=True)
class Odds(ShownAsPage):
    """The odds of one wager with one unit on each of its pieces."""

    wager: Wager
    hit: Fraction
    """The probability that at least one piece wins."""
    return_: Fraction
    """The expected return per unit staked, including the stake."""
    edge: Fraction
    """The house edge per unit staked."""
    variance: Fraction
    """Of the net result; a piece that counts twice carries two units."""
    pieces: int

    def to_dict(self) -> dict[str, object]:
        """The odds as plain values, fractions as text, as ``croupier odds --json`` has them."""
        return {
            "wager": self.wager.notation,
            "hit": str(self.hit),
            "return": str(self.return_),
            "edge": str(self.edge),
            "variance": str(self.variance),
            "pieces": self.pieces,
        }


@dataclass(frozen=True, slots=True)
class SpreadOdds(ShownAsPage):
    """The odds of a spread."""

    spread: tuple[tuple[Wager, int], ...]
    staked: int
    hit: Fraction
    """The probability that anything wins."""
    return_: Fraction
    edge: Fraction
    variance: Fraction
    distribution: Mapping[int, Fraction]
    """The probability of each net result, lowest first."""

    @property
    def mean(self) -> Fraction:
        """The mean net result."""
        return -self.edge * self.staked

    def to_dict(self) -> dict[str, object]:
        """The odds as plain values, fractions as text, as ``croupier odds --json`` has them."""
        return {
            "spread": [{"wager": wager.notation, "amount": laid} for wager, laid in self.spread],
            "staked": self.staked,
            "hit": str(self.hit),
            "return": str(self.return_),
            "edge": str(self.edge),
            "variance": str(self.variance),
            "distribution": [
                {"net": net, "probability": str(often)} for net, often in self.distribution.items()
            ],
        }


class OutcomeResult(NamedTuple):
    """The net result of a spread on one outcome."""

    outcome: Outcome
    net: int


class _Result(NamedTuple):
    """The net result of an outcome, and its number of ways."""

    net: int
    won: bool
    ways: int


def odds(book: Book, wager: Wager | str) -> Odds:
    """The odds of a wager.

    >>> from croupier.books import load
    >>> red = odds(load("racetrack-2012"), "red")
    >>> str(red.hit), str(red.return_), str(red.edge), str(red.variance)
    ('18/37', '36/37', '1/37', '1368/1369')
    """
    found = _of(book, wager)
    pieces = found.piece_count
    hit, mean, variance = _moments(_results(book, _units(found)))
    edge = -mean / pieces
    return Odds(found, hit, 1 - edge, edge, variance, pieces)


def odds_of_all(book: Book) -> tuple[Odds, ...]:
    """The odds of every wager of a book, in the book's order.

    >>> from croupier.books import load
    >>> worst = max(odds_of_all(load("sands-2019")), key=lambda one: one.edge)
    >>> worst.wager, worst.edge
    (<Wager straight:S of sands-2019>, Fraction(1, 13))
    """
    return tuple(odds(book, wager) for wager in book.wagers.values())


def spread_odds(book: Book, spread: Spread) -> SpreadOdds:
    """The odds of a spread, with stakes in cents or any other whole unit.

    >>> from croupier.books import load
    >>> both = spread_odds(load("racetrack-2012"), [("red", 500), ("black", 500)])
    >>> str(both.hit), str(both.edge), {net: str(p) for net, p in both.distribution.items()}
    ('36/37', '1/37', {-1000: '1/37', 0: '36/37'})
    """
    laid = tuple((_of(book, wager), amount) for wager, amount in spread)
    if not laid:
        raise WagerError(refusal("wager/empty"))
    stakes = _stakes(laid)
    staked = sum(stakes.values())
    results = _results(book, stakes)
    hit, mean, variance = _moments(results)
    edge = -mean / staked
    return SpreadOdds(laid, staked, hit, 1 - edge, edge, variance, _distribution(results))


def distribution(book: Book, spread: Spread) -> dict[int, Fraction]:
    """The distribution of the net result of a spread, lowest first.

    >>> from croupier.books import load
    >>> book = load("racetrack-2012")
    >>> for net, often in distribution(book, [("dozen:1", 100), ("straight:1", 10)]).items():
    ...     print(net, often)
    -110 25/37
    190 11/37
    550 1/37
    """
    laid = [(_of(book, wager), amount) for wager, amount in spread]
    return _distribution(_results(book, _stakes(laid)))


def outcome_results(book: Book, spread: Spread) -> tuple[OutcomeResult, ...]:
    """The net result of a spread on every outcome, in the order of the sample space.

    >>> from croupier.books import load
    >>> [net for _, net in outcome_results(load("racetrack-2012"), [("split:1/2", 100)])][:4]
    [-100, 1700, 1700, -100]
    """
    laid = [(_of(book, wager), amount) for wager, amount in spread]
    results = _results(book, _stakes(laid))
    return tuple(
        OutcomeResult(outcome, result.net)
        for outcome, result in zip(sample_space(book).outcomes, results, strict=True)
    )


def unit_distribution(book: Book, wager: Wager | str) -> dict[int, Fraction]:
    """The distribution of the net result of a wager, one unit on each piece, lowest first."""
    return _distribution(_results(book, _units(_of(book, wager))))


def covariance(book: Book, one: Wager | str, other: Wager | str) -> Fraction:
    """The covariance of the net results of two wagers in one round, one unit on each piece.

    >>> from croupier.books import load
    >>> str(covariance(load("racetrack-2012"), "red", "black"))
    '-1296/1369'
    >>> covariance(load("fast-action-2020"), "bonus-win", "super-bonus-win") > 0
    True
    """
    results = [_results(book, _units(_of(book, wager))) for wager in (one, other)]
    ways = sum(result.ways for result in results[0])
    product = sum(a.net * b.net * a.ways for a, b in zip(*results, strict=True))
    means = [sum(result.net * result.ways for result in found) for found in results]
    return Fraction(product * ways - means[0] * means[1], ways**2)


def _of(book: Book, wager: Wager | str) -> Wager:
    return book.wager(wager if isinstance(wager, str) else wager.notation)


def _units(wager: Wager) -> dict[str, int]:
    """One unit on each piece, by area."""
    return _stakes([(wager, wager.piece_count)])


def _stakes(laid: Iterable[tuple[Wager, int]]) -> dict[str, int]:
    """The stake on each area: repeats and pieces add up (reading 13)."""
    areas: dict[str, int] = defaultdict(int)
    for wager, amount in laid:
        checked_amount(amount, wager.notation)
        for stake in stakes_of("", wager, amount):
            areas[stake.area.notation] += stake.amount
    return areas


def _results(book: Book, stakes: Mapping[str, int]) -> list[_Result]:
    """The net result of every outcome of a round, in the order of its sample space."""
    staked = sum(stakes.values())
    results = []
    for number, standing, ways in sample_space(book).outcomes:
        pays = book.paytable(number, standing)
        won = [amount * (pays[area] + 1) for area, amount in stakes.items() if area in pays]
        results.append(_Result(sum(won) - staked, bool(won), ways))
    return results


def _moments(results: Iterable[_Result]) -> tuple[Fraction, Fraction, Fraction]:
    """The chance that anything wins, and mean and variance of the net result."""
    ways = hits = first = second = 0
    for result in results:
        ways += result.ways
        hits += result.won * result.ways
        first += result.net * result.ways
        second += result.net**2 * result.ways
    return Fraction(hits, ways), Fraction(first, ways), Fraction(second * ways - first**2, ways**2)


def _distribution(results: Iterable[_Result]) -> dict[int, Fraction]:
    ways: dict[int, int] = defaultdict(int)
    for result in results:
        ways[result.net] += result.ways
    total = sum(ways.values())
    return {net: Fraction(ways[net], total) for net in sorted(ways)}


LISTED_MAX = 6
"""Up to this many one-word selections are listed instead of abbreviated to a letter."""


@dataclass(frozen=True, slots=True)
class Family:
    """Wagers of one kind with the same odds."""

    odds: Odds
    """The odds of its example, and so of every one."""
    wagers: tuple[Wager, ...]

    @property
    def example(self) -> Wager:
        """The example of the family."""
        return self.odds.wager

    @property
    def pattern(self) -> str:
        """The notation of its wagers, with N where a number goes.

        >>> from croupier.books import load
        >>> from croupier.odds.exact import odds_of_all
        >>> [family.pattern for family in families(odds_of_all(load("edz-2020")))][:6]
        ['straight:N', 'split:N/N', 'street:N/N/N', 'corner:N/N/N/N',
        'six-line:N/N/N/N/N/N', 'column:1|2|3']
        """
        if len(self.wagers) == 1:
            return self.example.notation
        kind, _, selection = self.example.notation.partition(":")
        numbers = selection.split("/")
        if len(numbers) == 1 and len(self.wagers) <= LISTED_MAX:
            choices = "|".join(wager.notation.partition(":")[2] for wager in self.wagers)
            return f"{kind}:{choices}"
        return f"{kind}:{'/'.join('N' for _ in numbers)}"


def families(odds: Iterable[Odds]) -> tuple[Family, ...]:
    """Group wagers by kind and odds, in the order given."""
    found: dict[tuple[object, ...], list[Odds]] = {}
    for one in odds:
        wager = one.wager
        same = (wager.kind, wager.pays, len(wager.numbers), one.pieces, one.hit, one.variance)
        found.setdefault((*same, one.edge), []).append(one)
    return tuple(
        Family(_example(group), tuple(one.wager for one in group)) for group in found.values()
    )


def _example(group: list[Odds]) -> Odds:
    """The usual example, such as ``straight:17``, or the first wager."""
    _, usual = COUNTS.get(group[0].wager.kind, (0, ""))
    return next((one for one in group if one.wager.notation == usual), group[0])
