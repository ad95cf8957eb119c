"""A session at a table: the wagers, the strategy, the bank, and when it ends.

It ends after its spins, or before: at the stop-win, at the stop-loss, or in ruin, which is when
the bank cannot cover the next stake (what is then left of it is kept). All in whole cents.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import Literal

from croupier.lab.strategies import NAMED, SPREADS, Strategy
from croupier.odds import Spread, sample_space
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits, Stake
from croupier.rules.money import AMOUNT_MAX, checked_amount
from croupier.rules.refusal import CroupierError, LimitsError, WagerError, refusal
from croupier.rules.settlement import stakes_of
from croupier.rules.wager import Wager

UNITS_MAX = 10**9
"""The most units of a stake at a table without limits; no strategy has meant more."""


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    """One unit of a spread."""

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
    """The index of the result of each outcome, in the order of the sample space."""

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The probability of each result."""
        return tuple(Fraction(ways, sum(self.ways)) for ways in self.ways)

    @property
    def edge(self) -> Fraction:
        """The house edge."""
        brought = sum(net * ways for net, ways in zip(self.nets, self.ways, strict=True))
        return -Fraction(brought, self.cost * sum(self.ways))

    @property
    def step(self) -> int:
        """The cents of which every result is a multiple."""
        return gcd(*self.nets) or 1

    def most_units(self, limits: Limits) -> int:
        """The most units that the table's limits allow on every area."""
        return min(UNITS_MAX, *(limits.of(stake.area).max // stake.amount for stake in self.stakes))


SPINS_MAX = 10**7
FAR = 1 << 60
"""A stop that no session reaches."""

End = Literal["spins", "ruin", "stop-win", "stop-loss"]
ENDS: tuple[End, ...] = ("spins", "ruin", "stop-win", "stop-loss")
"""How a session ends; the compiled code counts them in this order."""


@dataclass(frozen=True)
class Session:
    """A session to be worked out or simulated."""

    ticket: Ticket
    """A unit of what is laid."""
    strategy: Strategy
    bank: int
    """What the player brings."""
    spins: int
    """The most spins that are played."""
    limits: Limits = OPEN
    stop_win: int | None = None
    """Stop once so much is won, or more."""
    stop_loss: int | None = None
    """Stop once so much is lost, or more."""
    name: str = field(default="", compare=False)
    """What to call it."""

    def __post_init__(self) -> None:
        for what, amount, least, most in (
            ("the bank", self.bank, 1, AMOUNT_MAX),
            ("the number of spins", self.spins, 1, SPINS_MAX),
            ("the stop-win", self.stop_win, 1, AMOUNT_MAX),
            ("the stop-loss", self.stop_loss, 1, AMOUNT_MAX),
        ):
            if amount is not None and (type(amount) is not int or not least <= amount <= most):
                reason = f"{what} is a whole number from {least} to {most}, and not {amount!r}"
                raise CroupierError(refusal("usage/bad-arguments", reason=reason))

    @cached_property
    def most(self) -> int:
        """The most units of a stake."""
        return self.ticket.most_units(self.limits)

    @cached_property
    def step(self) -> int:
        """The cents in which the compiled code counts what is won and lost."""
        return self.ticket.step

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """What each result of a unit wins or loses, in steps."""
        return tuple(net // self.step for net in self.ticket.nets)

    @property
    def bounds(self) -> tuple[int, int]:
        """The steps at which, or beyond which, stop-loss and stop-win end the session."""
        bottom = -FAR if self.stop_loss is None else -self.stop_loss // self.step
        return bottom, FAR if self.stop_win is None else -(-self.stop_win // self.step)

    def need(self, units: int) -> int:
        """The least steps at which the bank covers a stake."""
        return -((self.bank - units * self.ticket.cost) // self.step)


def session(
    book: Book,
    spread: Spread | str,
    strategy: Strategy | str = "flat",
    *,
    unit: int = 100,
    bank: int,
    spins: int,
    limits: Limits = OPEN,
    stop_win: int | None = None,
    stop_loss: int | None = None,
) -> Session:
    """A session from its usual parts; a wager given by name takes ``unit`` cents a piece.

    >>> from croupier.books import load
    >>> asked = session(load("racetrack-2012"), "red", "martingale", bank=20000, spins=500)
    >>> asked.ticket.cost, asked.moves, asked.need(2)
    (100, (-1, 1), -198)
    """
    made = named(strategy) if isinstance(strategy, str) else strategy
    name = strategy if isinstance(strategy, str) else type(strategy).__name__
    if name in SPREADS:
        if spread != "":
            reason = f"{name} lays wagers of its own: leave out what is to be laid"
            raise CroupierError(refusal("usage/bad-arguments", reason=reason))
        spread = [(wager, parts * unit) for wager, parts in SPREADS[name]]
    elif isinstance(spread, str):
        spread = [(spread, book.wager(spread).piece_count * unit)]
    unit_laid = ticket(book, spread, limits)
    return Session(unit_laid, made, bank, spins, limits, stop_win, stop_loss, name)


def named(name: str) -> Strategy:
    """The strategy of that name."""
    if name not in NAMED:
        reason = f"there is no strategy {name!r}: choose one of {', '.join(NAMED)}"
        raise CroupierError(refusal("usage/bad-arguments", reason=reason))
    return NAMED[name]()


def ticket(book: Book, spread: Spread, limits: Limits = OPEN) -> Ticket:
    """One unit of a spread, if the limits allow that much.

    >>> from croupier.books import load
    >>> made = ticket(load("racetrack-2012"), [("dozen:1", 100), ("straight:1", 10)])
    >>> made.cost, made.nets, made.ways, made.step
    (110, (-110, 190, 550), (25, 11, 1), 10)
    """
    laid = tuple((_of(book, wager), amount) for wager, amount in spread)
    if not laid:
        raise WagerError(refusal("wager/empty"))
    stakes = _stakes(laid)
    _check(stakes, limits)
    cost = sum(stake.amount for stake in stakes)
    won = [
        _brought(stakes, book.paytable(number, standing)) - cost
        for number, standing, _ in sample_space(book).outcomes
    ]
    nets = tuple(sorted(set(won)))
    place = {net: at for at, net in enumerate(nets)}
    ways = [0] * len(nets)
    for net, outcome in zip(won, sample_space(book).outcomes, strict=True):
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
                    area=area,
                    total=stake.amount,
                    min=allowed.min,
                )
            )
        if stake.amount > allowed.max:
            raise LimitsError(
                refusal(
                    "limits/over-maximum",
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
