"""A table for scripts: whole rounds on the house's own engine, without a server.

>>> import croupier
>>> table = croupier.Table("racetrack-2012", seed=7)
>>> table.buy_in(20_000)
>>> table.bet("17/20", 500)
<Wager split:17/20 of racetrack-2012>
>>> table.spin("20")
<Round 1 of racetrack-2012: settled on 20, 1 wager, house -85.00>
>>> table.balance()
28500

Every step is a command that the house decides (`croupier.house`), as at a table of a server; what
it refuses is raised. No rule stands here: the round's phases say what comes next.
"""

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from croupier.books import load
from croupier.house import HouseState, TableState, decide, evolve
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase, Step
from croupier.round.results import settlement_of
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.round.void import VoidRound, founded
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import OPEN, Limits, Range
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, Refusal
from croupier.rules.settlement import SettledBet, Settlement
from croupier.rules.shown import ShownAsPage
from croupier.rules.wager import Wager


@dataclass(frozen=True, slots=True, repr=False)
class Round(ShownAsPage):
    """A round that has ended, settled or void; a table keeps its rounds in ``history``.

    >>> from croupier.books import load
    >>> table = Table(load("edz-2020"), seed=1)
    >>> table.buy_in(1_000)
    >>> table.bet("17", 100)
    <Wager straight:17 of edz-2020>
    >>> table.spin("17")
    <Round 1 of edz-2020: settled on 17, 1 wager, house -35.00>
    """

    number: int
    settlement: Settlement
    bonus_numbers: tuple[str, ...] | None = None
    voided_by: str | None = None
    """The clause by which the round was void, or None."""

    def __repr__(self) -> str:
        _, _, rest = repr(self.settlement).partition(" of ")
        return f"<Round {self.number} of {rest}"

    @property
    def book(self) -> Book:
        """The book of the round."""
        return self.settlement.book

    @property
    def status(self) -> str:
        """Settled or void."""
        return self.settlement.status

    @property
    def outcome(self) -> str | None:
        """The winning number, or None."""
        return self.settlement.outcome

    @property
    def bets(self) -> tuple[SettledBet, ...]:
        """The wagers with their results."""
        return self.settlement.bets

    @property
    def net(self) -> dict[str, int]:
        """Each player's net result, in cents."""
        return {player: sums.net for player, sums in self.settlement.players.items()}

    def rows(self) -> Iterator[dict[str, object]]:
        """Each wager as a row of plain values, for a table of pandas or polars."""
        for row in self.settlement.rows():
            yield {"round": self.number, "status": self.status, "outcome": self.outcome, **row}

    def to_dict(self) -> dict[str, object]:
        """The round as plain values: those of the settlement, and the draw."""
        drawn = None if self.bonus_numbers is None else list(self.bonus_numbers)
        return {
            "round": self.number,
            **self.settlement.to_dict(),
            "bonus_numbers": drawn,
            "voided_by": self.voided_by,
        }


PLAYER = "you"
"""The default player."""
DEALER = Actor("dealer", Position.DEALER)
SUPERVISOR = Actor("pit-supervisor", Position.PIT_SUPERVISOR)
SHIFT_MANAGER = Actor("gaming-shift-manager", Position.GAMING_SHIFT_MANAGER)


class Table(ShownAsPage):
    """A table of a book, ready to be played at; all amounts are whole cents.

    >>> table = Table("sands-2019", limits=(500, 100_000))
    >>> table.buy_in(20_000, player="Ada")
    >>> table.bet("red", 1_000, player="Ada").numbers[:3]
    ('1', '3', '5')
    >>> table.spin("7").net
    {'Ada': 1000}
    >>> table.cash_out(player="Ada")
    21000
    """

    def __init__(
        self,
        book: Book | str | Path,
        *,
        limits: Limits | tuple[int, int] | None = None,
        seed: int | None = None,
    ) -> None:
        """``limits`` are the least and the most on an area; with a ``seed``, the spins are the
        same each time."""
        self.book = book if isinstance(book, Book) else load(book)
        if limits is None:
            limits = OPEN
        elif not isinstance(limits, Limits):
            limits = Limits(Range(*limits))
        self.state = TableState("table", self.book, HouseState(), limits, unattended=True)
        self._chance = random.SystemRandom() if seed is None else random.Random(seed)
        self._history: list[Round] = []
        self._do(StartDay(day=datetime.now(UTC).date().isoformat()), SHIFT_MANAGER)
        self._do(OpenTable(opener=1), SUPERVISOR)

    def __repr__(self) -> str:
        rounds, players = len(self._history), len(self.state.seats)
        return f"<Table of {self.book.id}: rounds {rounds}, players {players}>"

    @property
    def players(self) -> dict[str, int]:
        """Each player's balance, in cents."""
        return {player: self.balance(player) for player in self.state.seats}

    @property
    def bets(self) -> list[tuple[str, Wager, int]]:
        """The bets on the felt: player, wager, amount."""
        laid = self.state.round.wagered if self.state.round is not None else {}
        return [
            (player, self.book.wagers[notation], amount)
            for player, wagers in laid.items()
            for notation, amount in wagers.items()
            if amount
        ]

    @property
    def history(self) -> tuple[Round, ...]:
        """The ended rounds, oldest first."""
        return tuple(self._history)

    def balance(self, player: str = PLAYER) -> int:
        """A player's balance, without bets on the felt."""
        return sum(self.state.purse(player).values())

    def buy_in(self, amount: int, player: str = PLAYER) -> None:
        """Seat a player, if necessary, and buy chips or credits for cash."""
        if player not in self.state.seats:
            self._do(TakeSeat(player=player))
        self._do(BuyIn(player=player, amount=amount))

    def bet(self, wager: Wager | str, amount: int, player: str = PLAYER) -> Wager:
        """Place a bet; opens the bets if necessary."""
        found = wager if isinstance(wager, Wager) else self.book.wager(wager)
        self._open()
        self._do(PlaceWager(wager=found.notation, amount=amount), Actor(player))
        return found

    def withdraw(self, wager: Wager | str, amount: int | None = None, player: str = PLAYER) -> None:
        """Take a bet back, in full or in part."""
        found = wager if isinstance(wager, Wager) else self.book.wager(wager)
        self._open()
        self._do(WithdrawWager(wager=found.notation, amount=amount), Actor(player))

    def spin(
        self, outcome: str | None = None, *, bonus_numbers: Collection[str] | None = None
    ) -> Round:
        """Close the bets, spin, and settle: on this number, or on a random one.

        A book with Bonus Numbers has them drawn, unless they are given.
        """
        if outcome is not None:
            self.book.number(outcome)
        self._open()
        while (step := self._next(bonus_numbers)) is not None:
            self._do(step)
        number = self._chance.choice(self.book.wheel.order) if outcome is None else outcome
        self._do(CallOutcome(number=number))
        self._do(ConfirmOutcome(number=number))
        return self._ended()

    def void(self, clause: str, reason: str = "scripted") -> Round:
        """Void the round by a clause of the book: every wager is returned in full."""
        self._open()
        irregularity = self.book.voids.get(clause)
        if irregularity is Irregularity.NO_SPIN:
            self._do(CallNoSpin(reason=reason), SUPERVISOR)
            return self._ended()
        happens = irregularity is not None and irregularity.span != "declared"
        while happens and clause not in founded(self._round):
            step = self._next(None)
            assert step is not None, "it can have happened by the time the ball rests"
            self._do(step)
        self._do(VoidRound(clause=clause, reason=reason))
        return self._ended()

    def cash_out(self, player: str = PLAYER) -> int:
        """Cash out a player's whole balance, and return it."""
        amount = self.balance(player)
        self._do(CashOut(player=player))
        return amount

    def rows(self) -> Iterator[dict[str, object]]:
        """Every wager of every round as a row of plain values.

        ``pandas.DataFrame(table.rows())`` and ``polars.DataFrame(table.rows())`` take them.
        """
        for played in self._history:
            yield from played.rows()

    @property
    def _round(self) -> RoundState:
        assert self.state.round is not None, "bets were opened"
        return self.state.round

    def _open(self) -> None:
        if self.state.round is None:
            self._do(OpenBets())

    def _next(self, bonus_numbers: Collection[str] | None) -> Command | None:
        """The Dealer's next step, or None once an outcome can be entered."""
        round_, bonus = self._round, self.book.bonus
        if round_.follow(Step.SPIN) is not None and round_.phase is not Phase.CLOSED:
            return SpinBall()
        if round_.follow(Step.CLOSE) is not None:
            return CloseBets()
        if bonus is not None and round_.drawn is None:
            drawn = bonus_numbers or self._chance.sample(sorted(self.book.pockets), bonus.count)
            return DrawBonusNumbers(numbers=tuple(drawn))
        if bonus is not None and not round_.lit:
            return ReportLights()
        return SpinBall() if round_.follow(Step.SPIN) is not None else None

    def _ended(self) -> Round:
        state = self.state.past[self.state.round_number]
        settlement = settlement_of(state)
        assert settlement is not None, "the round has ended"
        played = Round(state.number, settlement, state.drawn, state.ended_by)
        self._history.append(played)
        return played

    def _do(self, command: Command, actor: Actor = DEALER) -> None:
        decided = decide(self.state, actor, command, 0)
        if isinstance(decided, Refusal):
            raise CroupierError(decided)
        for event in decided:
            evolve(event, self.state)
