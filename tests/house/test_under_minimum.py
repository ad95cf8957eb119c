"""sands-2019 5.15, fast-action-2020 5.16: honoured once, then returned (reading 14).

Once is once in a gaming day, at every table of the book in the house, whoever leaves and comes
back; and a void round was not the first time, whenever it was voided.
"""

import pytest

from croupier.house import HouseState
from croupier.house.cashing import CollectHeld
from croupier.house.day import EndDay, StartDay
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, OpenTable
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.outcome import RoundSettled
from tests.clauses import proves
from tests.house.at_table import ADA, MANAGER, SHIFT, SUPERVISOR, AtTable

HONOURING = ("sands-2019", "fast-action-2020")
"""The books that settle what is under the minimum, where others refuse it."""
WHY = "the ball left the wheel"
UNDER = ("straight:17", 100)

both = pytest.mark.parametrize("book_id", HONOURING)


def honoured(table: AtTable, player: str = "ada") -> bool:
    """Whether a wager under the minimum counts in a round of its own: it loses, or comes back."""
    before = table.has(player)
    table.play("3", UNDER, player=player)
    return table.has(player) < before


def void(table: AtTable, number: int) -> None:
    table.do(VoidAfterOutcome(round=number, clause="5.4", approver=MANAGER, reason=WHY), SHIFT)


def next_day(table: AtTable, day: str = "2020-03-19") -> None:
    table.do(LeaveSeat(player="ada"), ADA)
    table.do(CloseTable(closer=table.state.ledger.balance("float")), SUPERVISOR)
    table.do(EndDay(), SHIFT)
    table.do(StartDay(day=day), SHIFT)
    table.do(OpenTable(opener=10_000_000), SUPERVISOR)
    table.sit()


@both
@proves("sands-2019", "5.15")
@proves("fast-action-2020", "5.16")
def test_leaving_and_coming_back_gives_no_second_first_time(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit()
    assert honoured(table)
    assert not honoured(table)
    table.do(LeaveSeat(player="ada"), ADA)
    table.do(TakeSeat(player="ada"), ADA)
    table.do(CollectHeld(player="ada", paid="chips"))
    assert not honoured(table)


def test_who_left_before_the_settlement_has_had_the_first_time() -> None:
    table = AtTable("sands-2019")
    table.sit()
    table.open_bets()
    table.bet(*UNDER)
    table.do(LeaveSeat(player="ada"), ADA)
    table.settle("3")
    table.sit()
    assert not honoured(table)


@both
@proves("sands-2019", "5.15")
@proves("fast-action-2020", "5.16")
def test_another_table_of_the_book_knows_and_one_of_another_book_does_not(book_id: str) -> None:
    house = HouseState()
    here, there = AtTable(book_id, "here", house), AtTable(book_id, "there", house)
    (other,) = set(HONOURING) - {book_id}
    elsewhere = AtTable(other, "elsewhere", house)
    for table in (here, there, elsewhere):
        table.sit()
    there.open_bets()
    there.bet(*UNDER)
    assert honoured(here)
    before = there.has()
    there.settle("3")
    assert there.has() == before + 100, "returned, though that round had opened before"
    assert not honoured(there)
    assert honoured(elsewhere)


@both
@proves("sands-2019", "5.15")
@proves("fast-action-2020", "5.16")
def test_the_next_gaming_day_begins_anew(book_id: str) -> None:
    house = HouseState()
    here, there = AtTable(book_id, "here", house), AtTable(book_id, "there", house)
    for table in (here, there):
        table.sit()
    assert honoured(here)
    next_day(there)
    assert honoured(there), "where the next day has begun"
    assert not honoured(here), "and not where it has not"
    next_day(here)
    assert not honoured(here), "the same day at both again"


@both
@proves("sands-2019", "5.15")
@proves("fast-action-2020", "5.16")
def test_a_void_round_was_not_the_first_time(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit()
    number = table.play("3", UNDER)
    void(table, number)
    assert honoured(table)


@both
@proves("sands-2019", "5.15")
@proves("fast-action-2020", "5.16")
def test_a_round_voided_while_the_next_is_open_gives_that_one_the_first_time(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit()
    number = table.play("3", UNDER)
    table.open_bets()
    table.bet(*UNDER)
    before = table.has()
    void(table, number)
    table.settle("3")
    assert table.has() == before + 100, "the stake of the void round, and nothing of this one"
    settled = table.record[-1]
    assert isinstance(settled, RoundSettled)
    assert (settled.honoured, settled.warned) == (("ada",), ())
    assert not honoured(table)


def test_a_round_voided_at_one_table_gives_the_first_time_back_at_another() -> None:
    house = HouseState()
    here, there = (AtTable("sands-2019", name, house) for name in ("here", "there"))
    for table in (here, there):
        table.sit()
    number = here.play("3", UNDER)
    assert not honoured(there)
    void(here, number)
    assert honoured(there)


def test_what_was_returned_stays_returned_when_the_outcome_is_corrected() -> None:
    table = AtTable("sands-2019")
    table.sit()
    first = table.play("3", UNDER)
    second = table.play("3", UNDER)
    void(table, first)
    before = table.has()
    table.do(CorrectOutcome(round=second, number="17", approver=MANAGER, reason=WHY), SUPERVISOR)
    assert table.has() == before, "not in play then, and not now"
