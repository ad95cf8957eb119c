"""The ledger: double entry in whole cents, checked while it runs (requirement 8)."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house import Ledger, LedgerError, evolve, evolve_house, postings
from croupier.house.ledger import TABLE_MAY_OWE
from croupier.round.bets import PlaceWager, WagerPlaced
from croupier.round.outcome import CallOutcome, RoundSettled
from croupier.round.spin import BallSpun
from tests.house.at_table import ADA, AtTable

UNBALANCED = (("cage", -500), ("float", 400))
OVERDRAWN = (("player/ada/cash-chips", -1), ("escrow", 1))


def filled() -> Ledger:
    return Ledger(TABLE_MAY_OWE, {"cage": -1000, "float": 1000}.items())


@pytest.mark.parametrize(
    ("postings", "says"), [(UNBALANCED, "-100 cents too many"), (OVERDRAWN, "ada/cash-chips owes")]
)
def test_a_transaction_that_breaks_a_rule_is_not_carried_out(
    postings: tuple[tuple[str, int], ...], says: str
) -> None:
    ledger = filled()
    with pytest.raises(LedgerError, match=says):
        ledger.post(postings)
    assert ledger == filled()


def test_only_the_end_of_a_transaction_counts() -> None:
    ledger = filled()
    ledger.post((("held/ada", -5), ("float", 5), ("held/ada", 7), ("float", -7)))
    assert ledger.accounts == {"cage": -1000, "float": 998, "held/ada": 2}


def test_accounts_without_a_balance_are_not_kept() -> None:
    ledger = filled()
    ledger.post((("cage", 1000), ("float", -1000), ("drop", 0)))
    assert ledger.accounts == {}


@pytest.mark.parametrize("accounts", [{"float": 1}, {"held/ada": -1, "float": 1}])
def test_a_ledger_is_audited_when_it_is_read_back(accounts: dict[str, int]) -> None:
    with pytest.raises(LedgerError):
        Ledger(TABLE_MAY_OWE, accounts.items())


names = st.sampled_from(["cage", "float", "held/ada", "escrow", "player/ben/credits"])


@given(st.lists(st.lists(st.tuples(names, st.integers(-20, 20)), max_size=4), max_size=20))
def test_whatever_is_posted_the_accounts_add_up_and_no_player_owes(
    transactions: list[list[tuple[str, int]]],
) -> None:
    ledger = Ledger(TABLE_MAY_OWE)
    for transaction in transactions:
        before = dict(ledger.accounts)
        try:
            ledger.post(transaction)
        except LedgerError:
            assert ledger.accounts == before
        ledger.audit()
        assert all(ledger.accounts.values())


def test_money_left_in_escrow_after_a_round_stops_the_table() -> None:
    table = AtTable()
    table.sit("ada")
    number = table.open_bets()
    table.bet("red", 1000)
    table.close_bets()
    table.do(CallOutcome(number="3"))
    wrong = RoundSettled(
        round=number,
        outcome="3",
        staked={"ada": {"cash-chips": 900}},
        returned={"ada": {"cash-chips": 2000}},
    )
    with pytest.raises(LedgerError, match="100 cents are left in escrow"):
        evolve(wrong, table.state)


def test_a_wager_that_nobody_can_fund_stops_the_table() -> None:
    table = AtTable()
    table.sit("ada", 500)
    table.open_bets()
    wrong = WagerPlaced(player="ada", wager="red", amount=501, chips="cash-chips")
    with pytest.raises(LedgerError, match="owes"):
        evolve(wrong, table.state)
    table.bet("red", 500)
    assert table.no(PlaceWager(wager="red", amount=1), ADA) == "funds/too-low"


def test_events_that_cannot_have_happened_stop_the_table() -> None:
    table = AtTable()
    with pytest.raises(LookupError, match="no round is in play"):
        evolve(BallSpun(by=ADA, clause=None), table.state)
    with pytest.raises(TypeError, match="does not concern the whole house"):
        evolve_house(BallSpun(by=ADA, clause=None), table.house)
    with pytest.raises(LedgerError, match="without a value"):
        _ = table.state.new_seat("ada").chip_value


def test_postings_say_what_an_event_will_move() -> None:
    table = AtTable()
    table.sit("ada", 500)
    placed = WagerPlaced(player="ada", wager="red", amount=300, chips="cash-chips")
    moved = (("player/ada/cash-chips", -300), ("escrow", 300))
    assert postings(placed, table.state) == moved
    assert postings(BallSpun(by=ADA, clause=None), table.state) == ()


def test_the_checks_stay_on_without_assertions() -> None:
    code = (
        "from croupier.house import Ledger, LedgerError\n"
        "try:\n"
        "    Ledger(()).post((('player/ada/credits', -1), ('escrow', 1)))\n"
        "except LedgerError:\n"
        "    print('stopped')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-O", "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert ran.stdout == "stopped\n"
