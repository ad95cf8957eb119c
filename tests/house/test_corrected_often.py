"""Reading 19 as a property: however often a round is corrected, nothing is paid twice.

Whatever else happens between the corrections, a player ends where one settlement by the last
outcome would have left them, and has on top only what the last correction could not collect.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from croupier import settle
from croupier.house.adjustment import AdjustBalance
from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.rules.refusal import Refusal
from tests.house.at_table import DEALER, DRAWN, LATER_MS, SECOND, SUPERVISOR, AtTable
from tests.house.at_table import voucher_number as number_of

ADA = "ada"
NUMBERS = ("17", "4", "3", "36", "0")
"""One that pays much, one that pays more, one that loses all, red, and a zero."""
amounts = st.sampled_from((1, 700, 5000, 36_000, 200_000))
ways = st.sampled_from(("cash", "voucher"))
after = st.one_of(
    st.tuples(st.just("correct"), st.sampled_from(NUMBERS)),
    st.tuples(st.just("correct"), st.sampled_from(NUMBERS)),
    st.tuples(st.just("cash-out"), ways, st.none() | amounts),
    st.tuples(st.just("cash-out"), ways, st.none()),
    st.tuples(st.just("collect"), st.sampled_from(("cash", "voucher", "chips"))),
    st.tuples(st.just("buy"), amounts, st.booleans()),
    st.tuples(st.just("leave")),
    st.tuples(st.just("sit")),
    st.tuples(st.just("adjust"), amounts, st.sampled_from((1, -1))),
    st.tuples(st.just("stake"), amounts),
    st.tuples(st.just("void")),
)


class Corrected:
    """A round of one player, and all that is done to it and to them afterwards."""

    def __init__(self, book_id: str, *, colour: bool) -> None:
        self.table = AtTable(book_id)
        self.book = self.table.book
        terms: dict[str, Any] = {}
        if colour and "colour-chips" in self.book.says.stakes.kinds:
            terms = {"chips": "colour-chips", "colour": "blue", "value": 100}
        self.colour = terms
        self.table.sit(ADA, 10_000, **terms)
        self.bets = [(ADA, "straight:17", 1000), (ADA, "straight:4", 1500)]
        if "red" in self.book.wagers:
            self.bets.append((ADA, "red", 500))
        self.round = self.table.open_bets()
        chips = {"chips": terms["chips"]} if terms else {}
        for player, wager, amount in self.bets:
            self.table.bet(wager, amount, player, **chips)
        self.staked = sum(amount for *_, amount in self.bets)
        self.brought = 10_000
        """What came from the player's pocket or an adjustment, less what went there."""
        self.vouchers = 0
        self.last: str | None = "17"
        self.table.settle("17")

    def ask(self, command: Command, by: Actor = DEALER) -> bool:
        return not isinstance(self.table.ask(command, by), Refusal)

    def gives(self) -> int:
        """What one settlement by the last outcome gives."""
        if self.last is None:
            return self.staked
        drawn = DRAWN if self.book.bonus else None
        settled = settle(self.book, self.bets, self.last, bonus_numbers=drawn)
        return settled.players[ADA].returned

    def has(self) -> int:
        in_play = sum(self.table.state.in_play(ADA).values())
        return self.table.has(ADA) + self.table.state.held(ADA) + in_play

    def check(self) -> None:
        lost = self.table.balance("uncollected")
        assert lost >= 0
        assert self.has() - self.brought == self.gives() - self.staked + lost

    def correct(self, number: str) -> None:
        command = CorrectOutcome(round=self.round, number=number, approver=SECOND)
        if self.ask(command, SUPERVISOR):
            self.last = number
            self.all_there_was_taken()

    def void(self) -> None:
        command = VoidAfterOutcome(
            round=self.round, clause="5.4", approver=SECOND, reason="the ball left the wheel"
        )
        if self.ask(command, SUPERVISOR):
            self.last = None
            self.all_there_was_taken()

    def all_there_was_taken(self) -> None:
        """A loss is booked only where nothing more is in front of the player or held."""
        there = self.table.has(ADA) + self.table.state.held(ADA)
        assert not (there and self.table.balance("uncollected"))

    def cash_out(self, paid: Any, amount: int | None) -> None:
        before = self.has()
        self.vouchers += 1
        number = {"voucher": number_of(self.vouchers), "expires_ms": LATER_MS}
        slip = number if paid == "voucher" else {}
        self.ask(CashOut(player=ADA, amount=amount, paid=paid, **slip))  # type: ignore[arg-type]
        self.brought -= before - self.has()

    def collect(self, paid: Any) -> None:
        before = self.has()
        self.vouchers += 1
        number = {"voucher": number_of(self.vouchers), "expires_ms": LATER_MS}
        slip = number if paid == "voucher" else {}
        self.ask(CollectHeld(player=ADA, paid=paid, **slip))  # type: ignore[arg-type]
        self.brought -= before - self.has()

    def buy(self, amount: int, colour: bool) -> None:
        terms = self.colour if colour else {}
        if self.ask(BuyIn(player=ADA, amount=amount, **terms)):
            self.brought += amount

    def leave(self) -> None:
        self.ask(LeaveSeat(player=ADA))

    def sit(self) -> None:
        self.ask(TakeSeat(player=ADA))

    def adjust(self, amount: int, sign: int) -> None:
        command = AdjustBalance(
            player=ADA, amount=sign * amount, reason="miscounted", approver=SECOND
        )
        if self.ask(command, SUPERVISOR):
            self.brought += sign * amount

    def stake(self, amount: int) -> None:
        """Money in play is out of reach of a correction, and still the player's."""
        if self.table.state.round is None:
            self.table.open_bets()
        self.ask(PlaceWager(wager="straight:3", amount=amount), Actor(ADA))

    def happen(self, what: str, *how: Any) -> None:
        does: Callable[..., None] = getattr(self, what.replace("-", "_"))
        does(*how)
        self.check()


@pytest.mark.parametrize(
    "book_id", ["racetrack-2012", "sands-2019", "edz-2020", "fast-action-2020"]
)
@given(happens=st.lists(after, min_size=2, max_size=10), colour=st.booleans())
@example(happens=[("cash-out", "cash", None), ("correct", "3"), ("correct", "17")], colour=False)
@example(happens=[("cash-out", "cash", None), ("correct", "3"), ("void",)], colour=True)
@settings(max_examples=30)
def test_any_sequence_ends_where_one_settlement_by_the_last_outcome_ends(
    book_id: str, happens: list[tuple[Any, ...]], colour: bool
) -> None:
    corrected = Corrected(book_id, colour=colour)
    for what in happens:
        corrected.happen(*what)
