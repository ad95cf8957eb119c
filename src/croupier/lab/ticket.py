"""One unit of what a player lays, as the rules pay it on every outcome: the payout table.

Made from the book's own pay tables, the ones that settle rounds, once; exact sessions and
simulations read nothing else. Whole cents, no floats.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd

from croupier.odds import Spread, law
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits, Stake
from croupier.rules.money import checked_amount
from croupier.rules.refusal import LimitsError, WagerError, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.wager import Wager

UNITS_MAX = 10**9
"""The most units of a stake at a table without limits; no strategy has meant more."""


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    """A unit of wagers laid together."""

    book: Book
    spread: tuple[tuple[Wager, int], ...]
    stakes: tuple[Stake, ...]
    """What a unit puts on each area, once an area."""
    cost: int
    """What a unit costs, in cents."""
    nets: tuple[int, ...]
    """The different results of a unit in cents, lowest first."""
    ways: tuple[int, ...]
    """In how many equally likely ways each comes."""
    result_of: tuple[int, ...] = field(repr=False)
    """Which of the results each outcome of the book's law brings, in the law's order."""

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """How often each result comes."""
        return tuple(Fraction(ways, sum(self.ways)) for ways in self.ways)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of each cent staked."""
        brought = sum(net * ways for net, ways in zip(self.nets, self.ways, strict=True))
        return -Fraction(brought, self.cost * sum(self.ways))

    @property
    def step(self) -> int:
        """The cents of which every result is a multiple."""
        return gcd(*self.nets) or 1

    def most_units(self, limits: Limits) -> int:
        """The most units that the table's limits allow on every area."""
        return min(UNITS_MAX, *(limits.of(stake.area).max // stake.amount for stake in self.stakes))


def ticket(book: Book, spread: Spread, limits: Limits = OPEN) -> Ticket:
    """A unit of wagers laid together, if the limits allow at least that.

    >>> from croupier.books import load
    >>> made = ticket(load("racetrack-2012"), [("dozen:1", 100), ("straight:1", 10)])
    >>> made.cost, made.nets, made.ways, made.step
    (110, (-110, 190, 550), (25, 11, 1), 10)
    """
    laid = tuple((_of(book, wager), amount) for wager, amount in spread)
    if not laid:
        raise WagerError(refusal("wager/empty", text=""))
    stakes = _stakes(laid)
    _check(stakes, limits)
    cost = sum(stake.amount for stake in stakes)
    won = [
        _brought(stakes, book.paytable(number, standing)) - cost
        for number, standing, _ in law(book).outcomes
    ]
    nets = tuple(sorted(set(won)))
    place = {net: at for at, net in enumerate(nets)}
    ways = [0] * len(nets)
    for net, outcome in zip(won, law(book).outcomes, strict=True):
        ways[place[net]] += outcome.ways
    results = tuple(place[net] for net in won)
    return Ticket(book, laid, stakes, cost, nets, tuple(ways), results)


def _of(book: Book, wager: Wager | str) -> Wager:
    return book.wager(wager if isinstance(wager, str) else wager.notation)


def _stakes(laid: tuple[tuple[Wager, int], ...]) -> tuple[Stake, ...]:
    """Repeats and pieces on one area add up (reading 13)."""
    areas: dict[str, Stake] = {}
    for wager, amount in laid:
        checked_amount(amount, wager.notation)
        for stake in stakes_of("", wager, amount):
            name = stake.area.notation
            before = areas[name].amount if name in areas else 0
            areas[name] = Stake("", stake.area, before + stake.amount)
    return tuple(areas.values())


def _check(stakes: tuple[Stake, ...], limits: Limits) -> None:
    """Under every book a player who plays by the limits lays at least the minimum."""
    for stake in stakes:
        allowed, area = limits.of(stake.area), stake.area.notation
        if stake.amount < allowed.min:
            raise LimitsError(
                refusal(
                    "limits/under-minimum",
                    player="the player",
                    area=area,
                    total=stake.amount,
                    min=allowed.min,
                )
            )
        if stake.amount > allowed.max:
            raise LimitsError(
                refusal(
                    "limits/over-maximum",
                    player="the player",
                    area=area,
                    total=stake.amount,
                    max=allowed.max,
                )
            )


def _brought(stakes: tuple[Stake, ...], pays: Mapping[str, int]) -> int:
    """All that comes back of a unit, stakes included."""
    return sum(
        stake.amount * (pays[stake.area.notation] + 1)
        for stake in stakes
        if stake.area.notation in pays
    )
