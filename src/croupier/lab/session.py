"""An evening at a table: what is laid, by which strategy, with how much, and when it ends.

It ends after its spins, or before: at the stop-win, at the stop-loss, or in ruin, which is when
the bank cannot cover the next stake (what is then left of it is kept). All in whole cents.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from croupier.lab.strategies import NAMED, SPREADS
from croupier.lab.strategy import Strategy
from croupier.lab.ticket import Ticket, ticket
from croupier.odds import Spread
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.refusal import CroupierError, refusal

SPINS_MAX = 10**7
FAR = 1 << 60
"""A stop that no evening reaches."""

End = Literal["spins", "ruin", "stop-win", "stop-loss"]
ENDS: tuple[End, ...] = ("spins", "ruin", "stop-win", "stop-loss")
"""How an evening ends; the compiled code counts them in this order."""


@dataclass(frozen=True)
class Session:
    """One evening, to be worked out or played."""

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
        """The steps at which, or beyond which, stop-loss and stop-win end the evening."""
        bottom = -FAR if self.stop_loss is None else -self.stop_loss // self.step
        return bottom, FAR if self.stop_win is None else -(-self.stop_win // self.step)

    def need(self, units: int) -> int:
        """The least steps won or lost at which the bank covers a stake."""
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
    """An evening by its usual parts; a wager's name alone is laid with the unit's cents a piece.

    >>> from croupier.books import load
    >>> evening = session(load("racetrack-2012"), "red", "martingale", bank=20000, spins=500)
    >>> evening.ticket.cost, evening.moves, evening.need(2)
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
