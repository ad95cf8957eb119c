"""A wheel of the system's own: its number comes from the draw, whoever runs the round."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from croupier import books
from croupier.fair.check import Record, check
from croupier.fair.draw import draw_pocket
from croupier.fair.secret import Secret
from croupier.house import TableState
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.interruption import DeclareInterruption, SuspendRound
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.spin import SpinBall
from croupier.round.void import VoidRound
from croupier.table.core import Request, table_stream
from croupier.table.verifying import verify
from croupier.words.message import joined
from tests.server.houses import (
    DEALER,
    QUICK,
    SECOND,
    SHIFT,
    SUPERVISOR,
    Hosted,
    automatic,
    closing,
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
    while 1 not in state.past or state.past[1].revealed is None:
        await asyncio.sleep(0.01)
    return state.past[1].revealed


def due(at: Hosted, book: str) -> str:
    """The number that the round's draw gives, which nobody has been shown."""
    core = at.house.floor.tables[book]
    assert core.completes is not None
    drawn = core.completes(CallOutcome(), 0)
    assert isinstance(drawn, CallOutcome)
    assert drawn.number
    return drawn.number


def other(at: Hosted, book: str) -> str:
    """A number that the round's draw does not give."""
    pockets = at.house.floor.tables[book].state.book.pockets
    return next(each for each in pockets if each != due(at, book))


def closing_hash(at: Hosted, book: str) -> str:
    """Of the entry that closed the bets of the last round."""
    closed = at.house.store.last(table_stream(book), "bets.closed")
    assert closed is not None
    return closed.hash.hex()


@pytest.mark.parametrize("book", BOOKS)
def test_a_dealer_runs_the_round_and_the_draw_gives_the_number(tmp_path: Path, book: str) -> None:
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.staffed(DEALER))
        at.run(at.open(book, "ada"))
        at.run(at.must(book, OpenBets()))
        at.run(at.close_bets(book))
        for said in ({"number": other(at, book)}, {"number": "17"}):
            verdict = at.act(DEALER, book, {"type": "call-outcome", **said}).json
            assert (verdict["accepted"], verdict["code"]) == (False, "outcome/from-the-draw")
        for claimed in ({"number": "17", "drawn": True}, {"seed": "00" * 32}):
            reply = at.act(DEALER, book, {"type": "call-outcome", **claimed})
            assert reply.code == "request/for-the-house"
        assert at.act(DEALER, book, {"type": "call-outcome"}).json["accepted"]
        state = at.house.floor.tables[book].state
        assert state.round is None, "settled in the same step"
        secret = Secret.revealed(at.run(revealed(state)))
        order, seed = state.book.wheel.order, closing_hash(at, book)
        assert state.past[1].outcome == draw_pocket(secret, book, 1, order, seed)
        assert findings(at) == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_number_that_was_drawn_is_not_corrected(tmp_path: Path, book: str) -> None:
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.open(book, "ada"))
        at.run(at.must(book, OpenBets()))
        at.run(at.close_bets(book))
        wrong = other(at, book)
        at.run(at.must(book, CallOutcome()))
        correct = CorrectOutcome(round=1, number=wrong, approver=SECOND)
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
        at.run(at.must(book, OpenBets()))
        at.run(at.close_bets(book))
        assert at.run(at.ask(book, CallOutcome())).code == "round/unknown-number"
        at.run(at.must(book, CallOutcome(number="17"), ConfirmOutcome(number="17")))


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_knows_the_number_while_one_person_can_call_the_spin_off(
    tmp_path: Path, book: str
) -> None:
    """Selective voiding: whoever sees a number, and does not like it, announces "no spin"."""
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.staffed(DEALER, SUPERVISOR, SHIFT))
        at.run(at.open(book, "ada"))
        at.run(at.must(book, OpenBets()))
        at.run(at.close_bets(book))
        number = due(at, book)
        for who in (DEALER, SUPERVISOR, SHIFT):
            staff = at.http("GET", f"/api/tables/{book}/staff", who=who).json
            assert staff["called"] is None
            record = at.http("GET", f"/api/tables/{book}/rounds/1", who=who).json
            assert {record["outcome"], *(step["outcome"] for step in record["steps"])} == {None}
        at.run(at.must(book, CallOutcome()))
        assert at.house.floor.tables[book].state.past[1].outcome == number
        for takes_one in (
            CallNoSpin(reason="a noise in the wheel"),
            VoidRound(clause="5.10", reason="a noise in the wheel"),
            DeclareInterruption(reason="the lights went out"),
            SuspendRound(reason="a noise in the wheel"),
            CallOutcome(),
            ConfirmOutcome(number=number),
        ):
            for who in (DEALER, SUPERVISOR, SHIFT):
                assert not at.run(at.ask(book, takes_one, who)).accepted
        after = VoidAfterOutcome(
            round=1, clause="5.10", approver=SUPERVISOR, reason="one person as two"
        )
        assert not at.run(at.ask(book, after, SUPERVISOR)).accepted
        assert at.house.floor.tables[book].state.past[1].phase is Phase.SETTLED


@pytest.mark.parametrize("book", BOOKS)
def test_the_close_is_durable_before_the_number_is_drawn(tmp_path: Path, book: str) -> None:
    """Asked in one breath, the draw waits for the hash of the close."""
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.open(book, "ada"))
        at.run(at.must(book, OpenBets()))
        steps = [*closing(book), CallOutcome()]

        async def at_once() -> None:
            asked = [at.house.running.ask(book, Request(DEALER, step)) for step in steps]
            for answer in await asyncio.gather(*asked):
                assert answer.accepted, answer

        at.run(at_once())
        state = at.house.floor.tables[book].state
        assert state.past[1].seed == closing_hash(at, book)
        at.run(revealed(state))
        assert findings(at) == []


def test_everybody_is_shown_the_seed_at_the_close(tmp_path: Path) -> None:
    book = "edz-2020"
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.open(book, "ada"))
        at.run(at.must(book, OpenBets()))
        at.run(at.must(book, PlaceWager(wager="red", amount=500), by=Actor("ada")))
        shown = at.http("GET", f"/api/tables/{book}").json
        assert shown["commitment"] is not None
        assert shown["seed"] is None
        at.run(at.close_bets(book))
        assert at.http("GET", f"/api/tables/{book}").json["seed"] == closing_hash(at, book)
        at.run(at.must(book, CallOutcome()))
        at.run(revealed(at.house.floor.tables[book].state))
        at.run(at.house.running.idle())
        proof = at.http("GET", f"/api/tables/{book}/rounds/1/fair").json
        assert (proof["scheme"], proof["seed"]) == (2, closing_hash(at, book))
        assert proof["commitment"] == shown["commitment"]
        assert check(msgspec.convert(proof, Record), books.load(book)).holds


@pytest.mark.parametrize("phase", ["betting", "closed", "running"])
def test_a_void_round_shows_its_commitment_its_secret_and_its_seed(
    tmp_path: Path, phase: str
) -> None:
    """So anybody can work out which number a void round would have had."""
    book = "edz-2020"
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.open(book, "ada"))
        at.run(at.must(book, OpenBets()))
        if phase != "betting":
            at.run(at.must(book, CloseBets()))
        if phase == "running":
            at.run(at.must(book, SpinBall()))
        at.run(at.must(book, DeclareInterruption(reason="the lights went out"), by=SUPERVISOR))
        state = at.house.floor.tables[book].state
        assert state.past[1].phase is Phase.VOID
        at.run(revealed(state))
        at.run(at.house.running.idle())
        proof = at.http("GET", f"/api/tables/{book}/rounds/1/fair").json
        assert proof["status"] == "void"
        assert proof["seed"] == (None if phase == "betting" else closing_hash(at, book))
        assert check(msgspec.convert(proof, Record), books.load(book)).holds
        assert findings(at) == []


def test_a_secret_that_a_failure_kept_back_is_shown_at_the_next_start(tmp_path: Path) -> None:
    book = "edz-2020"
    config = configured(tmp_path, [dealt(book, wheel="own")])
    with hosting(config) as at:
        at.run(at.open(book, "ada"))
        at.run(at.must(book, OpenBets()))
        at.run(at.close_bets(book))
        at.house.table_requests.reveal = lambda core: None  # type: ignore[method-assign]
        at.run(at.must(book, CallOutcome()))
        at.run(at.must(book, OpenBets()))
    with hosting(config) as again:
        state = again.house.floor.tables[book].state
        assert state.past[2].phase is Phase.VOID, "it was in play at the failure"
        again.run(revealed(state))
        while state.past[2].revealed is None:
            again.run(asyncio.sleep(0.01))
        assert findings(again) == []


def test_a_wheel_whose_rounds_are_called_off_after_the_close_too_often_raises_an_alert(
    tmp_path: Path,
) -> None:
    """Whoever works the number out between the close and the spin, and voids what does not suit:
    one by one each void is by the book, and together they are more than chance."""
    book = "edz-2020"
    with hosting(configured(tmp_path, [dealt(book, wheel="own")])) as at:
        at.run(at.staffed(SHIFT))
        at.run(at.open(book, "ada"))

        def alerts() -> list[str]:
            at.run(at.house.running.idle())
            raised = at.house.office.state.alerts.values()
            return [joined(one.says) for one in raised if one.kind == "oversight/called-off"]

        def play(end: Command, *, close: bool = True) -> None:
            at.run(at.must(book, OpenBets()))
            if close:
                at.run(at.close_bets(book))
            at.run(at.must(book, end))

        power = DeclareInterruption(reason="the lights went out")
        for _ in range(3):
            play(power, close=False)
            play(CallOutcome())
        play(power)
        assert alerts() == [], "one may happen, and before the close nothing is known"
        play(power)
        while not alerts():
            at.run(asyncio.sleep(0.01))
        assert "2 of the last 5 rounds" in alerts()[0]
        shown = at.http("GET", f"/api/tables/{book}/statistics").json
        assert (shown["void"], shown["closed"], shown["called_off"]) == (5, 5, 2)


def test_power_that_fails_again_and_again_after_the_close_raises_it_too(tmp_path: Path) -> None:
    book = "edz-2020"
    config = configured(tmp_path, [dealt(book, wheel="own")])
    for start in range(3):
        with hosting(config) as at:
            if not start:
                at.run(at.open(book, "ada"))
            if start == 2:
                while "oversight/called-off" not in {
                    one.kind for one in at.house.office.state.alerts.values()
                }:
                    at.run(asyncio.sleep(0.01))
                return
            at.run(at.must(book, OpenBets()))
            at.run(at.close_bets(book))


@pytest.mark.parametrize("deals", ["dealer", "automatic"])
@pytest.mark.parametrize("book", BOOKS)
def test_the_round_of_an_own_wheel_waits_for_a_second_person_too(
    tmp_path: Path, book: str, deals: str
) -> None:
    """Its number is drawn, confirmed and settled in one step."""
    table = dealt(book, wheel="own") if deals == "dealer" else automatic(book)
    with hosting(configured(tmp_path, [table])) as at:
        core = at.house.floor.tables[book]
        waits = [True]
        core.awaited = lambda number, now_ms: 7 if waits else None
        if deals == "dealer":
            at.run(at.open(book))
            at.run(at.must(book, OpenBets(), *closing(book)))
            answer = at.run(at.ask(book, CallOutcome()))
            assert answer.code == "approval/awaited"
        else:
            at.run(until_running(core.state))
            before = at.head()[table_stream(book)]
            at.run(asyncio.sleep(1))
            assert at.head()[table_stream(book)] - before < 5, "it is not asked again and again"
        assert core.state.past == {}
        waits.clear()
        if deals == "dealer":
            at.run(at.must(book, CallOutcome()))
        at.run(revealed(core.state))


async def until_running(state: TableState) -> None:
    while state.round is None or state.round.phase is not Phase.RUNNING:
        await asyncio.sleep(0.01)
