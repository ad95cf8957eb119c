"""What an entry says is what the book demands of it."""

import pytest

from croupier import books
from croupier.history.describe import described
from croupier.house import HouseState, TableState
from croupier.round.interruption import RoundInterrupted, recover
from tests.round.playing import Playing

AFTER = {"continue-unless-no-spin": "goes on", "suspend": "waits for someone"}


@pytest.mark.parametrize("book_id", books.ids())
def test_an_interruption_is_told_with_what_its_clause_demands(book_id: str) -> None:
    """EDZ 5.13.1 voids a round without an outcome; other books go on by theirs, or wait."""
    table = Playing(book_id)
    interrupted, *voided = recover(table.state)
    assert isinstance(interrupted, RoundInterrupted)
    shell = TableState("t", table.state.book, HouseState())
    words, cited = described(interrupted, shell)
    strategy = table.state.book.says.recovery.strategy
    assert bool(voided) == (strategy not in AFTER)
    assert words.endswith(f"the round {AFTER.get(strategy, 'is void')}.")
    assert cited is not None
    assert cited.clause == interrupted.clause


def test_an_outcome_on_record_is_concluded_and_told_so() -> None:
    """EDZ 5.13.2."""
    table = Playing("edz-2020")
    table.to_called("7")
    (interrupted,) = recover(table.state)
    words, _ = described(interrupted, TableState("t", table.state.book, HouseState()))
    assert words.endswith("the round goes on.")
