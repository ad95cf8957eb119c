"""Random evenings at a table of each book, against a naive model of who owns what.

``AtTable`` checks after every event that the ledger adds up, that meters are a fold over the
record, and that deciding changes nothing; here the model says how much everyone must have.
"""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from croupier import books, settle
from croupier.house import HouseState, TableState, evolve
from croupier.house.day import EndDay, StartDay
from croupier.house.ledger import FLOAT, PATRONS, TABLES, UNCOLLECTED, VOUCHERS
from croupier.house.limits import SetLimits, SetMaximumPayout
from croupier.house.snapshot import (
    house_from_plain,
    house_to_plain,
    table_from_plain,
    table_to_plain,
)
from croupier.house.tray import CloseTable, CreditFloat, FillFloat, OpenTable
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceForPlayer, PlaceWager, WithdrawWager
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.opening import LimitsTaken, OpenBets, RangeTaken, limits_of
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import BETS_OPEN
from croupier.round.ruling import RuleOnWager
from croupier.round.spin import ReportRest
from croupier.round.void import VoidRound
from croupier.rules.wager import Wager
from tests.house.arrivals import FIRST, LIMITS, PLAYERS, Arrivals, chips, players, rarely, units
from tests.house.at_table import (
    DRAWN,
    MANAGER,
    OPENER,
    SECOND,
    SHIFT,
    SUPERVISOR,
)
from tests.house.naive import Lying, Played

WHY = "the film shows a hand on the wheel"

WIDE = LimitsTaken(RangeTaken(50, 50_000), {"straight": RangeTaken(500, 1000)})


class Evening(Arrivals):
    """Rounds, corrections and the table's own business, on top of who comes and goes."""

    # Play

    @precondition(lambda self: not self.in_round())
    @rule()
    def open_bets(self) -> None:
        if self.accepted(OpenBets()):
            self.limits, self.maximum = self.next_limits, self.state.maximum_payout

    @precondition(lambda self: self.in_round())
    @rule(
        player=players,
        wanted=st.lists(st.integers(0, 499), min_size=1, max_size=5),
        unit=units,
        kind=chips,
        staff=rarely,
    )
    def place(self, player: str, wanted: list[int], unit: int, kind: Any, staff: bool) -> None:
        wagers = list(self.at.book.wagers.values())
        for n in wanted:
            self.place_one(player, wagers[n % len(wagers)], unit, kind, staff)

    def place_one(self, player: str, wager: Wager, unit: int, kind: Any, staff: bool) -> None:
        amount = unit * wager.piece_count
        by, command = Actor(player), PlaceWager(wager=wager.notation, amount=amount, chips=kind)
        for_player = PlaceForPlayer(player=player, wager=wager.notation, amount=amount, chips=kind)
        if self.accepted(for_player) if staff else self.accepted(command, by):
            self.model.places(player, wager.notation, amount)

    @precondition(lambda self: self.model.lying)
    @rule(n=st.integers(0, 99), half=st.booleans())
    def withdraw(self, n: int, half: bool) -> None:
        lying = self.model.lying[n % len(self.model.lying)]
        amount = lying.amount // 2 if half else None
        command = WithdrawWager(wager=lying.wager, amount=amount)
        if self.accepted(command, Actor(lying.player)):
            self.model.withdraws(lying.player, lying.wager, amount)

    @rule(
        bettor=players,
        wanted=st.lists(st.integers(0, 499), min_size=3, max_size=9),
        kind=chips,
        n=st.integers(0, 99),
    )
    def play(self, bettor: str, wanted: list[int], kind: Any, n: int) -> None:
        """A whole round, with stakes on the number that wins."""
        if not self.in_round():
            self.open_bets()
        winner = f"straight:{self.at.book.pockets[n % len(self.at.book.pockets)]}"
        self.place_one(bettor, self.at.book.wagers[winner], 300, kind, False)
        self.place(bettor, wanted, 300, kind, False)
        self.finish(n, ruled=False)

    @precondition(lambda self: self.state.round and self.state.round.phase in BETS_OPEN)
    @rule(n=st.integers(0, 99), ruled=st.booleans())
    def finish(self, n: int, ruled: bool) -> None:
        number, warned = self.state.round_number, frozenset(self.model.honoured)
        self.at.close_bets()
        self.within_maximum()
        self.at.do(ReportRest())
        aside: list[Lying] = []
        if ruled and self.model.lying and self.at.book.says.rulings:
            first = self.model.lying[0]
            command = RuleOnWager(
                player=first.player, wager=first.wager, ruling="returned", reason="seen to"
            )
            self.at.do(command, SUPERVISOR)
            here = (first.player, first.wager)
            aside = [each for each in self.model.lying if (each.player, each.wager) == here]
        lying = [each for each in self.model.lying if each not in aside]
        outcome = self.at.book.pockets[n % len(self.at.book.pockets)]
        drawn = DRAWN if self.at.book.bonus else None
        played = Played(lying, aside, drawn, limits_of(self.limits), warned, outcome, frozenset())
        self.at.do(CallOutcome(number=outcome))
        self.at.do(ConfirmOutcome(number=outcome))
        self.model.settles(number, played)

    def within_maximum(self) -> None:
        """Whatever the ball does, the round pays no more than the house has set."""
        if self.maximum is None:
            return
        drawn = DRAWN if self.at.book.bonus else None
        bets = [(each.player, each.wager, each.amount) for each in self.model.lying]
        for number in self.at.book.pockets:
            settled = settle(self.at.book, bets, number, bonus_numbers=drawn)
            assert sum(bet.settled.winnings for bet in settled.bets) <= self.maximum

    @precondition(lambda self: self.in_round())
    @rule(now=rarely)
    def void(self, now: bool) -> None:
        if now and self.accepted(VoidRound(clause="5.10", reason=WHY)):
            self.model.voids()

    @precondition(lambda self: self.model.past)
    @rule(back=st.integers(0, 3), n=st.integers(0, 99), void=rarely, times=st.integers(1, 3))
    def correct_often(self, back: int, n: int, void: bool, times: int) -> None:
        """The same round again and again, cashed out in between: 4, then others, then 4 again."""
        number = sorted(self.model.past)[-1 - back % len(self.model.past)]
        for turn in range(2 * times):
            for player in PLAYERS:
                self.cash_out(player, None, None, "cash")
            self.correct_one(number, n + turn % 2, False)
        self.correct_one(number, n, void)

    @precondition(lambda self: self.model.past)
    @rule(back=st.integers(0, 3), n=st.integers(0, 99), void=st.booleans(), gone=st.booleans())
    def correct(self, back: int, n: int, void: bool, gone: bool) -> None:
        """A correction, perhaps just after everyone has cashed out what they had."""
        for player in PLAYERS if gone else ():
            self.cash_out(player, None, None, "cash")
        self.correct_one(sorted(self.model.past)[-1 - back % len(self.model.past)], n, void)

    def correct_one(self, number: int, n: int, void: bool) -> None:
        outcome = self.at.book.pockets[n % len(self.at.book.pockets)]
        command: Command = CorrectOutcome(round=number, number=outcome, approver=SECOND)
        if void:
            command = VoidAfterOutcome(round=number, clause="5.4", approver=SECOND, reason=WHY)
        if self.accepted(command, SUPERVISOR):
            self.model.corrects(number, None if void else outcome)

    # The table

    @rule(amount=units, fill=st.booleans())
    def tray(self, amount: int, fill: bool) -> None:
        command: Command = FillFloat(amount=amount)
        if not fill:
            command = CreditFloat(amount=amount)
        if self.accepted(command, SUPERVISOR):
            self.model.tray += amount if fill else -amount

    @rule(limits=st.sampled_from((FIRST, WIDE)), maximum=st.sampled_from((None, 10_000, 50_000)))
    def set_up(self, limits: LimitsTaken, maximum: int | None) -> None:
        known = {wager.kind.value for wager in self.at.book.wagers.values()}
        assert set(limits.kinds) <= known
        self.at.do(SetLimits(limits=limits), MANAGER)
        self.at.do(SetMaximumPayout(amount=maximum), MANAGER)
        self.next_limits = limits

    @rule(days=st.booleans())
    def night(self, days: bool) -> None:
        """The gaming day ends and another begins; perhaps the table is closed in between."""
        if not self.accepted(EndDay(), SHIFT):
            return
        self.days += 1
        self.model.honoured.clear()
        self.at.do(StartDay(day=f"2020-{3 + self.days // 28:02}-{1 + self.days % 28:02}"), SHIFT)
        left = self.state.ledger.balance(FLOAT)
        if days and self.accepted(CloseTable(closer=max(0, left), approver=SECOND), SUPERVISOR):
            self.at.do(OpenTable(opener=OPENER), SUPERVISOR)
            self.model.tray = OPENER

    @precondition(lambda self: not self.in_round())
    @rule()
    def restart(self) -> None:
        """The table goes on from its snapshot."""
        house = house_from_plain(msgspec.json.decode(msgspec.json.encode(self.house_plain())))
        plain = msgspec.json.decode(msgspec.json.encode(table_to_plain(self.state)))
        self.at.house = house
        self.at.state = table_from_plain(plain, self.at.book, house)

    def house_plain(self) -> Any:
        return house_to_plain(self.at.house)

    # What must hold

    @invariant()
    def everyone_has_what_they_own(self) -> None:
        model, ledger = self.model, self.state.ledger
        for player in PLAYERS:
            purse = self.state.purse(player)
            assert sum(purse.values()) + self.state.held(player) == model.owns[player]
            if colour := purse.get("colour-chips"):
                assert colour % self.state.seats[player].chip_value == 0
        assert set(self.state.seats) == model.seated
        assert self.state.honoured == model.honoured
        assert ledger.balance(FLOAT) == model.tray
        assert ledger.balance(UNCOLLECTED) == model.uncollected
        assert ledger.balance(PATRONS) == model.cash_out - model.cash_in - model.uncollected
        assert self.state.meters.ever.win == model.win

    @invariant()
    def vouchers_are_in_transit_once(self) -> None:
        own = self.at.house.ledger
        assert own.balance(VOUCHERS) == sum(self.model.vouchers.values())
        assert own.balance(TABLES) == -self.state.ledger.balance(VOUCHERS)

    def teardown(self) -> None:
        """The record alone, read back from JSON, tells the same story."""
        again = TableState(self.at.id, self.at.book, HouseState(), LIMITS)
        for event in self.at.record:
            evolve(msgspec.json.decode(msgspec.json.encode(event), type=type(event)), again)
        assert again.ledger == self.state.ledger
        assert again.meters == self.state.meters
        assert again.seats == self.state.seats
        assert again.house.ledger == self.at.house.ledger
        assert again.house.vouchers == self.at.house.vouchers


@pytest.mark.parametrize("book_id", books.ids())
def test_money_is_conserved_whatever_an_evening_brings(book_id: str) -> None:
    evening = type("Evening", (Evening,), {"book_id": book_id})
    run(
        evening,
        settings=settings(
            max_examples=25,
            stateful_step_count=60,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
