"""A make of terminal offers only some multi-piece wagers, in whatever way they are asked for."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from croupier.house.checks import not_at_terminal
from croupier.house.chips import BuyIn
from croupier.house.exclusion import ExcludePlayer
from croupier.house.seats import TakeSeat
from croupier.round.base import Command
from croupier.round.batch import Bet, DoubleWagers, PlaceWagers, Rebet
from croupier.round.bets import PlaceWager, WagerPlaced
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.rules.refusal import Refusal
from tests.clauses import proves
from tests.house.at_table import ADA, DEALER, SHIFT, AtTable

FINALES, TIERS = "finales:1", "tiers"
"""rapid-select has the second and not the first (App. I)."""


def at_table(terminal: str | None) -> AtTable:
    table = AtTable("edz-2020")
    table.state.terminal = terminal
    table.do(TakeSeat(player="ada"))
    table.do(BuyIn(player="ada", amount=100_000))
    return table


def refused(table: AtTable, command: Command) -> Refusal:
    no = table.ask(command, ADA)
    assert isinstance(no, Refusal), no
    return no


ASKED: dict[str, Callable[[], Command]] = {
    "one": lambda: PlaceWager(wager=FINALES, amount=2000),
    "one of several": lambda: PlaceWagers(
        wagers=(Bet(TIERS, 6000), Bet(FINALES, 2000), Bet("red", 500))
    ),
    "doubled": DoubleWagers,
}


@proves("edz-2020", "1.1.2", "3.5", "App. I")
@pytest.mark.parametrize("way", ASKED)
def test_what_the_terminal_does_not_offer_is_refused_by_the_books_clause(way: str) -> None:
    table = at_table(None)
    table.do(OpenBets())
    if way == "doubled":
        table.do(PlaceWager(wager=FINALES, amount=2000), ADA)
    table.state.terminal = "rapid-select"
    no = refused(table, ASKED[way]())
    assert (no.code, no.clause) == ("wager/not-offered-here", "App. I")
    assert "rapid-select" in no.message
    if way == "one of several":
        assert no.message.startswith("wager 2 of 3, finales:1: ")
    table.do(PlaceWager(wager=TIERS, amount=6000), ADA)
    table.do(PlaceWager(wager="straight:1", amount=500), ADA)
    table.state.terminal = "standard"
    table.do(ASKED[way](), ADA)


def test_a_rebet_of_what_the_terminal_does_not_offer_is_refused() -> None:
    table = at_table("standard")
    table.do(OpenBets())
    table.do(PlaceWager(wager=FINALES, amount=2000), ADA)
    for step in (CloseBets(), SpinBall(), CallOutcome(number="2")):
        table.do(step)
    table.do(ConfirmOutcome(number="2"))
    table.do(OpenBets())
    table.state.terminal = "rapid-select"
    assert refused(table, Rebet()).code == "wager/not-offered-here"
    table.state.terminal = "standard"
    table.do(Rebet(), ADA)


def test_the_other_checks_of_a_wager_come_in_their_order() -> None:
    table = at_table("rapid-select")
    asked = ASKED["one"]()
    assert refused(table, asked).code == "round/none"
    table.do(OpenBets())
    table.do(CloseBets())
    assert refused(table, asked).code == "late/placed"
    table.do(ExcludePlayer(player="ada", reason="asked for it"), SHIFT)
    assert refused(table, asked).code == "player/excluded"


def test_a_player_has_their_own_terminals_make_where_the_book_names_it() -> None:
    table = at_table("rapid-select")
    table.state.profile_of = {"ada": "standard", "bob": "abacus"}.get
    assert [*map(table.state.make_of, ("ada", "bob", "cid"))] == ["standard", *["rapid-select"] * 2]
    table.do(OpenBets())
    table.do(PlaceWager(wager=FINALES, amount=2000), ADA)


def test_staff_are_bound_by_no_terminal() -> None:
    """House procedure: no book that has makes of terminal lets staff place; one that did would."""
    state = at_table("rapid-select").state
    placed = WagerPlaced(player="ada", wager=FINALES, amount=2000, chips="credits")
    assert not_at_terminal(state, placed) is not None
    for staff in ({"placed_by": DEALER}, {"recorded_by": DEALER}):
        assert not_at_terminal(state, replace(placed, **staff)) is None
