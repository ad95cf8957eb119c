"""A wheel of the system's own: its number comes from the draw, whoever runs the round."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from croupier import books
from croupier.fair.draw import draw_pocket
from croupier.fair.secret import Secret
from croupier.house import TableState
from croupier.round import commands as r
from croupier.round.phases import Phase
from croupier.table.verifying import verify
from tests.server.houses import (
    DEALER,
    QUICK,
    SECOND,
    SUPERVISOR,
    Hosted,
    automatic,
    configured,
    dealt,
    hosting,
)

BOOKS = ("racetrack-2012", "edz-2020", "fast-action-2020")


def findings(at: Hosted) -> list[str]:
    at.run(at.house.running.idle())
    known = {book: books.load(book) for book in books.ids()}
    return [str(one) for one in verify(at.house.store, known).findings]


async def revealed(state: TableState) -> str:
    """The secret of the first round, which the house shows by itself."""
    while state.past[1].revealed is None:
        await asyncio.sleep(0.01)
    return state.past[1].revealed


def other(at: Hosted, book: str) -> str:
    """A number that the round's secret does not give."""
    core = at.house.floor.tables[book]
    assert core.state.round is not None
    assert core.completes is not None
    drawn = core.completes(r.CallOutcome(), 0)
    assert isinstance(drawn, r.CallOutcome)
    return next(each for each in core.state.book.pockets if each != drawn.number)


@pytest.mark.parametrize("book", BOOKS)
def test_a_dealer_runs_the_round_and_the_draw_gives_the_number(tmp_path: Path, book: str) -> None:
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.staffed(DEALER))
        at.run(at.open(book, "ada"))
        at.run(at.must(book, r.OpenBets()))
        at.run(at.close_bets(book))
        for said in ({"number": other(at, book)}, {"number": "17"}):
            verdict = at.act(DEALER, book, {"type": "call-outcome", **said}).json
            assert (verdict["accepted"], verdict["code"]) == (False, "outcome/from-the-draw")
        claimed = {"type": "call-outcome", "number": "17", "drawn": True}
        assert at.act(DEALER, book, claimed).code == "request/for-the-house"
        assert at.act(DEALER, book, {"type": "call-outcome"}).json["accepted"]
        state = at.house.floor.tables[book].state
        assert state.round is not None
        number = state.round.outcome or ""
        at.run(at.must(book, r.ConfirmOutcome(number=number)))
        secret = Secret.revealed(at.run(revealed(state)))
        assert number == draw_pocket(secret, book, 1, state.book.wheel.order)
        assert findings(at) == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_number_that_was_drawn_is_not_corrected(tmp_path: Path, book: str) -> None:
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.open(book, "ada"))
        at.run(at.must(book, r.OpenBets()))
        at.run(at.close_bets(book))
        wrong = other(at, book)
        at.run(at.must(book, r.CallOutcome()))
        round_ = at.house.floor.tables[book].state.round
        assert round_ is not None
        at.run(at.must(book, r.ConfirmOutcome(number=round_.outcome or "")))
        correct = r.CorrectOutcome(round=1, number=wrong, approver=SECOND)
        assert at.run(at.ask(book, correct, SUPERVISOR)).code == "correct/from-the-draw"
        at.run(revealed(at.house.floor.tables[book].state))
        assert findings(at) == []


def test_a_dealer_cannot_enter_a_number_at_an_automatic_table(tmp_path: Path) -> None:
    book, slow = "edz-2020", msgspec.structs.replace(QUICK, running=60)
    with hosting(configured(tmp_path, [automatic(book, slow)])) as at:
        at.run(at.staffed(DEALER))
        state = at.house.floor.tables[book].state

        async def running() -> None:
            while state.round is None or state.round.phase is not Phase.RUNNING:
                await asyncio.sleep(0.01)

        at.run(running())
        verdict = at.act(DEALER, book, {"type": "call-outcome", "number": "17"}).json
        assert (verdict["accepted"], verdict["code"]) == (False, "outcome/from-the-draw")


def test_on_a_wheel_of_wood_the_dealer_enters_it(tmp_path: Path) -> None:
    book = "racetrack-2012"
    with hosting(configured(tmp_path, [dealt(book)])) as at:
        at.run(at.open(book, "ada"))
        at.run(at.must(book, r.OpenBets()))
        at.run(at.close_bets(book))
        assert at.run(at.ask(book, r.CallOutcome())).code == "round/unknown-number"
        at.run(at.must(book, r.CallOutcome(number="17"), r.ConfirmOutcome(number="17")))
