"""The first half of a random evening: players come and go, and chips are bought and cashed."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from croupier.house import TableState
from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn, ChangeChips, RedeemVoucher
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.vouchers import CashVoucher
from croupier.round.base import Actor, Command
from croupier.round.opening import LimitsTaken, RangeTaken
from croupier.rules.limits import Limits, Range
from tests.house.at_table import (
    DEALER,
    LATER_MS,
    MANAGER,
    OPENER,
    SECOND,
    SHIFT,
    SUPERVISOR,
    AtTable,
    voucher_number,
)
from tests.house.naive import Naive

PLAYERS = ("ada", "ben", "cem")
players = st.sampled_from(PLAYERS)
colours = st.sampled_from((None, "blue", "red", "green"))
values = st.sampled_from((None, 100, 250, 300))
units = st.sampled_from((50, 100, 333, 500, 750, 1037, 2500, 20_000))
some = st.integers(1, 4)
rarely = st.integers(0, 5).map(lambda n: n == 5)
chips = st.sampled_from((None, None, "colour-chips", "cash-chips", "credits"))
ways = st.sampled_from(("cash", "voucher"))
LIMITS = Limits(Range(200, 2000))
FIRST = LimitsTaken(RangeTaken(200, 2000))


class Arrivals(RuleBasedStateMachine):
    """One table and three players who come and go, buy and cash out."""

    book_id = ""

    def __init__(self) -> None:
        super().__init__()
        self.at = AtTable(self.book_id, limits=LIMITS)
        self.model = Naive(self.at.book, tray=OPENER)
        self.issued = 0
        self.days = 18
        self.limits = self.next_limits = FIRST
        self.maximum: int | None = None

    @property
    def state(self) -> TableState:
        return self.at.state

    def accepted(self, command: Command, by: Actor = DEALER) -> bool:
        return isinstance(self.at.ask(command, by), list)

    def in_round(self) -> bool:
        return self.state.round is not None

    # Seats and chips

    @initialize()
    def all_sit_down(self) -> None:
        """Everyone has something to play with, in every kind of chips."""
        kinds = self.at.book.says.stakes.kinds
        for player, colour in zip(PLAYERS, ("blue", "red", "green"), strict=True):
            self.sit(player, colour if "colour-chips" in kinds else None)
            for kind in kinds:
                self.buy(player, kind, 10_000, 1, 100, None)

    @rule(player=players, colour=colours)
    def sit(self, player: str, colour: str | None) -> None:
        if self.accepted(TakeSeat(player=player, colour=colour)):
            self.model.seated.add(player)

    @rule(player=players, now=rarely)
    def leave(self, player: str, now: bool) -> None:
        if now and self.accepted(LeaveSeat(player=player)):
            self.model.seated.remove(player)

    @rule(player=players, kind=chips, unit=units, n=some, value=values, colour=colours)
    def buy(
        self, player: str, kind: Any, unit: int, n: int, value: int | None, colour: str | None
    ) -> None:
        command = BuyIn(player=player, amount=unit * n, chips=kind, value=value, colour=colour)
        if self.accepted(command):
            self.model.buys(player, unit * n)
            self.model.cash_in += unit * n

    @rule(player=players, kind=chips, unit=units, value=values, colour=colours)
    def change(
        self, player: str, kind: Any, unit: int, value: int | None, colour: str | None
    ) -> None:
        into: Any = kind or "colour-chips"
        command = ChangeChips(player=player, into=into, amount=unit, value=value, colour=colour)
        self.accepted(command)

    @rule(player=players, kind=chips, unit=st.none() | units, paid=ways)
    def cash_out(self, player: str, kind: Any, unit: int | None, paid: Any) -> None:
        before = sum(self.state.purse(player).values())
        command = CashOut(
            player=player,
            chips=kind,
            amount=unit,
            paid=paid,
            voucher=voucher_number(self.issued),
            expires_ms=self.at.now_ms + LATER_MS,
        )
        if self.accepted(command):
            gone = before - sum(self.state.purse(player).values())
            assert unit is None or gone == unit
            self.paid(player, gone, paid)

    @rule(player=players, paid=st.sampled_from(("cash", "voucher", "chips")))
    def collect(self, player: str, paid: Any) -> None:
        held = self.state.held(player)
        command = CollectHeld(
            player=player,
            paid=paid,
            voucher=voucher_number(self.issued),
            expires_ms=self.at.now_ms + LATER_MS,
        )
        if self.accepted(command) and paid != "chips":
            self.paid(player, held, paid)

    def paid(self, player: str, amount: int, way: str) -> None:
        self.model.owns[player] -= amount
        if way == "cash":
            self.model.cash_out += amount
        else:
            self.model.vouchers[voucher_number(self.issued)] = amount
            self.issued += 1

    @rule(player=players, n=st.integers(0, 3), kind=chips)
    def redeem(self, player: str, n: int, kind: Any) -> None:
        command = RedeemVoucher(player=player, voucher=voucher_number(n), chips=kind, value=50)
        if self.accepted(command):
            self.model.buys(player, self.model.vouchers.pop(voucher_number(n)))

    @rule(n=st.integers(0, 3))
    def cash_voucher(self, n: int) -> None:
        if self.accepted(CashVoucher(voucher=voucher_number(n)), SUPERVISOR):
            del self.model.vouchers[voucher_number(n)]

    @rule(player=players, amount=units, sign=st.sampled_from((1, -1)), kind=chips)
    def adjust(self, player: str, amount: int, sign: int, kind: Any) -> None:
        command = AdjustBalance(
            player=player, amount=sign * amount, reason="test", approver=SECOND, chips=kind
        )
        if self.accepted(command, SUPERVISOR):
            self.model.buys(player, sign * amount)

    @rule(player=players, out=rarely)
    def exclude(self, player: str, out: bool) -> None:
        if out and self.accepted(ExcludePlayer(player=player, reason="test"), MANAGER):
            self.model.excluded.add(player)
        elif not out and self.accepted(ReadmitPlayer(player=player), SHIFT):
            self.model.excluded.remove(player)
