"""What a failure of power or system does to a round, by each book's own clauses."""

import pytest

from croupier import books
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets, GrantEarlyClose
from croupier.round.decide import evolve
from croupier.round.interruption import (
    AbandonRound,
    BallStated,
    ResumeRound,
    RoundAbandoned,
    RoundInterrupted,
    StateBall,
    recover,
)
from croupier.round.no_spin import CallNoSpin
from croupier.round.outcome import CallOutcome, ConfirmOutcome, RoundSettled
from croupier.round.phases import Phase
from croupier.round.spin import ReportRest, SpinBall
from croupier.round.void import RoundVoided
from tests.clauses import proves
from tests.round.playing import DEALER, DRAWN, MANAGER, Playing

PHASES = ("betting", "spinning", "closed", "running", "rested", "called")


def played_to(book_id: str, phase: str) -> Playing | None:
    """A round of the book in that phase with a wager on the felt, if the book has the phase."""
    table = Playing(book_id)
    table.bet("ada", "straight:17", 500)
    if phase == "betting":
        return table
    if phase == "spinning":
        if table.before_spin:
            return None
        table.do(SpinBall())
        return table
    if phase == "closed":
        if table.before_spin:
            table.do(CloseBets())
        elif table.book.says.early_close:
            table.do(GrantEarlyClose(), MANAGER)
            table.do(CloseBets())
        else:
            return None
        return table
    table.to_spun()
    if phase in ("rested", "called"):
        table.do(ReportRest())
    if phase == "called":
        table.do(CallOutcome(number="17"))
    return table


CELLS = [
    (book_id, phase)
    for book_id in books.ids()
    for phase in PHASES
    if played_to(book_id, phase) is not None
]


def interrupted(book_id: str, phase: str, *, own_wheel: bool) -> Playing:
    table = played_to(book_id, phase)
    assert table is not None
    assert table.state.phase == phase
    table.state.own_wheel = own_wheel
    for event in recover(table.state):
        evolve(event, table.state)
        table.record.append(event)
    return table


def conclude(table: Playing) -> None:
    """Play an interrupted round on to its end."""
    state = table.state
    if state.phase is Phase.BETTING and not table.before_spin:
        table.do(SpinBall())
    if state.phase in (Phase.BETTING, Phase.SPINNING):
        table.do(CloseBets())
    if state.phase is Phase.CLOSED:
        table.do(SpinBall())
    if table.book.bonus and not state.lit:
        if state.drawn is None:
            table.do(DrawBonusNumbers(numbers=DRAWN))
        table.do(ReportLights())
    if state.phase in (Phase.RUNNING, Phase.RESTED):
        table.do(CallOutcome(number="17"))
    table.do(ConfirmOutcome(number="17"))
    assert state.phase is Phase.SETTLED


def strategy(book_id: str) -> str:
    return books.load(book_id).says.recovery.strategy


CONTINUING = [cell for cell in CELLS if strategy(cell[0]) == "continue-unless-no-spin"]
SUSPENDING = [cell for cell in CELLS if strategy(cell[0]) == "suspend"]
VOIDING = [cell for cell in CELLS if strategy(cell[0]) == "void-unless-outcome"]


@proves("sands-2019", "5.11", "5.11.2")
@proves("fast-action-2020", "5.12", "5.12.2")
@pytest.mark.parametrize(("book_id", "phase"), CONTINUING)
def test_without_no_spin_play_continues_and_is_concluded(book_id: str, phase: str) -> None:
    table = interrupted(book_id, phase, own_wheel=False)
    event = table.last()
    assert isinstance(event, RoundInterrupted)
    recovery = table.book.says.recovery
    dropped = phase in ("rested", "called")
    assert event.clause == (recovery.clause if dropped else recovery.continues)
    assert table.state.phase == phase
    conclude(table)


@proves("sands-2019", "5.11.1")
@proves("fast-action-2020", "5.12.1")
@pytest.mark.parametrize(("book_id", "phase"), CONTINUING)
def test_no_spin_in_a_power_failure_voids(book_id: str, phase: str) -> None:
    table = interrupted(book_id, phase, own_wheel=False)
    table.do(CallNoSpin(reason="the lights went out"))
    voided = table.last()
    assert isinstance(voided, RoundVoided)
    says = table.book.says
    dropped = phase in ("rested", "called")
    expected = says.no_spin.clause if dropped else says.recovery.voids  # type: ignore[union-attr]
    assert voided.clause == expected


@pytest.mark.parametrize(("book_id", "phase"), SUSPENDING)
def test_books_without_a_clause_suspend_and_resume_where_they_were(
    book_id: str, phase: str
) -> None:
    table = interrupted(book_id, phase, own_wheel=False)
    event = table.last()
    assert isinstance(event, RoundInterrupted)
    assert (event.clause, event.waits) == (None, True)
    no = table.no(PlaceWager(wager="red", amount=500), Actor("ada"))
    assert no.code == ("round/held" if phase in ("betting", "spinning") else "late/placed")
    table.do(ResumeRound())
    assert table.state.phase == phase
    conclude(table)
    if phase in ("rested", "called"):
        return
    abandoned = interrupted(book_id, phase, own_wheel=False)
    abandoned.do(AbandonRound(reason="the wheel does not turn"), MANAGER)
    last = abandoned.last()
    assert isinstance(last, RoundAbandoned)
    assert last.returned == {"ada": {"cash-chips": 500}}


@proves("edz-2020", "5.13", "5.13.1", "5.13.2")
@pytest.mark.parametrize(("book_id", "phase"), VOIDING)
def test_own_wheel_is_concluded_with_an_outcome_and_void_without(book_id: str, phase: str) -> None:
    table = interrupted(book_id, phase, own_wheel=True)
    if phase in ("rested", "called"):
        event = table.last()
        assert isinstance(event, RoundInterrupted)
        assert event.clause == "5.13.2"
        conclude(table)
    else:
        voided = table.last()
        assert isinstance(voided, RoundVoided)
        assert voided.clause == "5.13.1"
        assert voided.returned == {"ada": {"credits": 500}}


@pytest.mark.parametrize("rests", [True, False])
@pytest.mark.parametrize("phase", ["closed", "running"])
def test_with_a_wheel_of_wood_the_dealer_states_where_the_ball_is(phase: str, rests: bool) -> None:
    table = interrupted("edz-2020", phase, own_wheel=False)
    assert table.state.waiting == "ball"
    assert table.no(CallOutcome(number="17")).code == "round/held"
    (stated, *more) = table.do(StateBall(rests=rests))
    assert isinstance(stated, BallStated)
    if rests:
        assert stated.clause == "5.13.2"
        assert not more
        assert table.state.phase is Phase.RESTED
        conclude(table)
    else:
        (voided,) = more
        assert isinstance(voided, RoundVoided)
        assert voided.clause == "5.13.1"


def test_ball_is_stated_only_after_an_interruption() -> None:
    assert Playing("edz-2020").no(StateBall(rests=True)).code == "round/not-interrupted"
    table = interrupted("edz-2020", "running", own_wheel=False)
    assert table.no(StateBall(rests=True), Actor("ada")).code == "position/not-allowed"


def test_bets_still_open_have_no_outcome_to_wait_for() -> None:
    table = interrupted("edz-2020", "betting", own_wheel=False)
    assert table.state.phase is Phase.VOID


def test_failed_terminals_do_not_stop_the_round() -> None:
    """A wager on record stays in play whatever became of its terminal; others were never made."""
    table = Playing("edz-2020")
    table.bet("ada", "red", 500)
    table.to_settled("1")
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    assert settled.returned == {"ada": {"credits": 1000}}
    assert "bob" not in settled.staked


def test_draw_of_bonus_numbers_survives_an_interruption() -> None:
    """Reading 10: before the draw it is drawn on recovery, after it the recorded set is lit."""
    table = Playing("fast-action-2020")
    table.do(SpinBall())
    table.do(CloseBets())
    table.do(DrawBonusNumbers(numbers=DRAWN))
    table.state.own_wheel = True
    for event in recover(table.state):
        evolve(event, table.state)
    assert table.state.drawn == DRAWN
    assert table.no(DrawBonusNumbers(numbers=DRAWN), DEALER).code == "bonus/drawn-already"
    table.do(ReportLights())
    conclude(table)
