"""Voids, abandonment and interruptions: only what can have happened, by whom, with its reason."""

from collections.abc import Iterable

import pytest

from croupier import books
from croupier.round.base import Actor, RoundCommand
from croupier.round.batch import ClearWagers, UndoWager
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets
from croupier.round.correction import CorrectOutcome, VoidAfterOutcome
from croupier.round.interruption import (
    AbandonRound,
    DeclareInterruption,
    ResumeRound,
    RoundInterrupted,
    SuspendRound,
    recover,
)
from croupier.round.no_spin import CallNoSpin
from croupier.round.outcome import CallOutcome, ConfirmOutcome, RoundSettled
from croupier.round.phases import Phase
from croupier.round.referral import Refer
from croupier.round.spin import ReportRest, ReportSpin, SpinBall, SpinReported
from croupier.round.void import RoundVoided, VoidRound
from croupier.rules.irregularities import Irregularity
from tests.clauses import proves
from tests.round.playing import DRAWN, MANAGER, SHIFT, STAFF, SUPERVISOR, Playing
from tests.round.test_interruption import played_to

OLD = ("racetrack-2012", "sands-2017")
OF_THE_BALL = tuple(f"5.{n}" for n in range(1, 10))
"""What concerns the ball's run; 5.10 may happen at any time."""
WHY = "the film shows it"
BEFORE_THE_SPIN, BALL_RUNS, BALL_RESTS = ("betting", "closed"), ("spinning", "running"), "rested"
ALL_PHASES = (*BEFORE_THE_SPIN, *BALL_RUNS, BALL_RESTS, "called")


def in_phase(book_id: str, phase: str) -> Playing:
    table = played_to(book_id, phase)
    assert table is not None, "the book does not have this phase"
    return table


def each_cell(phases: Iterable[str], of: Iterable[str] = books.ids()) -> pytest.MarkDecorator:
    """The phases that each of the books has."""
    asked = tuple(phases)
    cells = [(each, phase) for each in of for phase in asked if played_to(each, phase) is not None]
    return pytest.mark.parametrize(("book_id", "phase"), cells)


# 2.3: each reason has its phases


@proves("*", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9")
@each_cell(BEFORE_THE_SPIN)
def test_nothing_of_the_balls_run_voids_before_the_spin(book_id: str, phase: str) -> None:
    table = in_phase(book_id, phase)
    for clause in OF_THE_BALL:
        assert table.no(VoidRound(clause=clause)).code == "void/before-the-spin"
    assert table.state.phase == phase


@proves("*", "5.5")
@each_cell(["rested", "called"])
def test_a_ball_that_rests_on_the_rim_is_in_no_compartment(book_id: str, phase: str) -> None:
    """Until the outcome is confirmed (reading 21): what was entered may be the mistake."""
    void = VoidRound(clause="5.5", reason=WHY)
    report = ReportSpin(happened=(Irregularity.NO_COMPARTMENT,), reason=WHY)
    for command in (void, report):
        table = in_phase(book_id, phase)
        table.do(command)
        voided = table.last()
        assert isinstance(voided, RoundVoided)
        assert voided.clause == "5.5"


@proves("*", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10")
@each_cell(["spinning", "running", "rested", "called"])
def test_from_the_spin_until_the_outcome_is_confirmed_they_void(book_id: str, phase: str) -> None:
    for clause in (*OF_THE_BALL, "5.10"):
        table = in_phase(book_id, phase)
        table.do(VoidRound(clause=clause, reason=WHY))
        voided = table.last()
        assert isinstance(voided, RoundVoided)
        assert (voided.clause, voided.reason) == (clause, WHY)


@proves("*", "5.10")
@each_cell(ALL_PHASES)
def test_interference_voids_in_any_phase(book_id: str, phase: str) -> None:
    table = in_phase(book_id, phase)
    table.do(VoidRound(clause="5.10", reason="a hand in the wheel"))
    assert table.state.phase is Phase.VOID


@proves("fast-action-2020", "5.11")
def test_lights_are_dark_from_the_draw_on() -> None:
    table = Playing("fast-action-2020")
    table.do(SpinBall())
    assert table.no(VoidRound(clause="5.11")).code == "bonus/not-drawn"
    table.do(CloseBets())
    assert table.no(VoidRound(clause="5.11")).code == "bonus/not-drawn"
    table.do(DrawBonusNumbers(numbers=DRAWN))
    table.do(VoidRound(clause="5.11"))
    assert table.state.phase is Phase.VOID


@pytest.mark.parametrize("book_id", ["racetrack-2012", "sands-2019"])
def test_a_ball_that_rests_before_the_close_is_void_by_what_happened_to_it(book_id: str) -> None:
    table = Playing(book_id)
    table.do(SpinBall())
    table.do(ReportRest())
    assert table.no(VoidRound(clause="5.4")).code == "reason/empty"
    table.do(VoidRound(clause="5.4", reason="a coin lies in the wheel"))
    assert table.state.phase is Phase.VOID


def test_a_wheel_of_the_systems_own_has_no_ball_to_go_wrong() -> None:
    table = Playing("sands-2019").to_spun()
    table.state.own_wheel = True
    for clause in (*OF_THE_BALL, "5.10"):
        assert table.no(VoidRound(clause=clause)).code == "void/own-wheel"
    report = ReportSpin(happened=(Irregularity.BALL_BROKE,))
    assert table.no(report).code == "void/own-wheel"
    table.do(CallOutcome(number="17"))
    table.do(ConfirmOutcome(number="17"))
    late = VoidAfterOutcome(round=1, clause="5.4", approver=MANAGER, reason=WHY)
    assert table.no(late, SUPERVISOR).code == "void/own-wheel"


# Section 3: the floor declares what 5.1 to 5.10 give to nobody by name


@pytest.mark.parametrize("book_id", books.ids())
@pytest.mark.parametrize("by", STAFF, ids=lambda by: by.position)
def test_every_position_may_declare_what_names_nobody(book_id: str, by: Actor) -> None:
    in_phase(book_id, "running").do(VoidRound(clause="5.10", reason="the dealer's sleeve"), by)
    in_phase(book_id, "running").do(ReportSpin(happened=(Irregularity.BALL_BROKE,)), by)


def test_no_player_declares_anything() -> None:
    table = in_phase("racetrack-2012", "running")
    for command in (VoidRound(clause="5.10"), DeclareInterruption(reason="dark")):
        assert table.no(command, Actor("ada")).code == "position/not-allowed"


# 2.8: reasons and reports


REASONED: tuple[type[RoundCommand], ...] = (CallNoSpin, Refer, SuspendRound)
BAD = {
    "": "reason/empty",
    "   ": "reason/empty",
    " x ": "reason/too-short",
    "x" * 501: "reason/too-long",
    "x" * 50_000: "reason/too-long",
    "two\nlines": "reason/unprintable",
    "a \x1b[2J screen": "reason/unprintable",
}


@pytest.mark.parametrize(("reason", "code"), BAD.items(), ids=lambda each: ascii(each)[:20])
@pytest.mark.parametrize("kind", REASONED, ids=lambda kind: kind.__name__)
def test_reasons_are_of_sensible_length(kind: type[RoundCommand], reason: str, code: str) -> None:
    table = Playing("sands-2019").to_spun()
    assert table.no(kind(reason=reason)).code == code
    assert table.state.waiting is None
    table.do(kind(reason="x" * 500))


@pytest.mark.parametrize(("reason", "code"), BAD.items(), ids=lambda each: ascii(each)[:20])
def test_so_are_those_of_abandonment_voids_and_interruptions(reason: str, code: str) -> None:
    table = Playing("racetrack-2012")
    table.do(SpinBall())
    assert table.no(VoidRound(clause="5.4", reason=reason)).code == code
    assert table.no(DeclareInterruption(reason=reason)).code == code
    table.do(ReportRest())
    assert table.no(AbandonRound(reason=reason), MANAGER).code == code
    settled = Playing("sands-2019").to_settled()
    void = VoidAfterOutcome(round=1, clause="5.4", approver=MANAGER, reason=reason)
    correct = CorrectOutcome(round=1, number="3", approver=MANAGER, reason=reason)
    assert settled.no(void, SUPERVISOR).code == settled.no(correct, SUPERVISOR).code == code


@each_cell(["running", "rested", "called"])
def test_once_the_ball_rests_a_void_needs_its_reason(book_id: str, phase: str) -> None:
    for silent in (VoidRound(clause="5.4"), ReportSpin(direction="with-wheel")):
        table = in_phase(book_id, phase)
        if phase == "running":
            table.do(silent)
            assert table.state.phase is Phase.VOID
        else:
            assert table.no(silent).code == "reason/empty"
    table = in_phase(book_id, phase)
    table.do(ReportSpin(direction="with-wheel", reason=WHY))
    reported, voided = table.record[-2:]
    assert isinstance(reported, SpinReported)
    assert isinstance(voided, RoundVoided)
    assert (reported.reason, voided.reason, voided.clause) == (WHY, WHY, "5.1")


@pytest.mark.parametrize("revolutions", [-5, -1, 100, 10**30])
def test_no_ball_makes_so_many_revolutions(revolutions: int) -> None:
    table = Playing("sands-2019").to_spun()
    assert table.no(ReportSpin(revolutions=revolutions)).code == "spin/bad-revolutions"
    table.do(ReportSpin(revolutions=99))
    table.do(ReportSpin(revolutions=0))
    assert table.state.phase is Phase.VOID


CONTRADICTIONS = (
    ReportSpin(revolutions=9, happened=(Irregularity.TOO_FEW_REVOLUTIONS,)),
    ReportSpin(revolutions=4, happened=(Irregularity.TOO_FEW_REVOLUTIONS,)),
    ReportSpin(direction="opposite", happened=(Irregularity.BALL_WITH_WHEEL,)),
    ReportSpin(revolutions=1, happened=(Irregularity.BALL_NOT_SPUN,)),
    ReportSpin(direction="with-wheel", happened=(Irregularity.BALL_NOT_SPUN,)),
    ReportSpin(direction="with-wheel", happened=(Irregularity.WHEEL_NOT_TURNING,)),
    ReportSpin(happened=(Irregularity.WHEEL_STOPPED, Irregularity.WHEEL_NOT_TURNING)),
    ReportSpin(happened=(Irregularity.NO_COMPARTMENT, Irregularity.BALL_NOT_SPUN)),
)


@pytest.mark.parametrize("report", CONTRADICTIONS, ids=str)
def test_reports_that_contradict_themselves_are_refused(report: ReportSpin) -> None:
    table = Playing("edz-2020").to_spun()
    assert table.no(report).code == "spin/contradiction"
    assert table.state.phase is Phase.RUNNING


def test_what_can_both_have_happened_is_reported_together() -> None:
    for report in (
        ReportSpin(revolutions=3, happened=(Irregularity.TOO_FEW_REVOLUTIONS,)),
        ReportSpin(direction="with-wheel", happened=(Irregularity.BALL_WITH_WHEEL,)),
        ReportSpin(revolutions=0, happened=(Irregularity.BALL_NOT_SPUN,)),
        ReportSpin(direction="opposite", revolutions=7, happened=(Irregularity.BALL_BROKE,)),
    ):
        table = Playing("edz-2020").to_spun()
        table.do(report)
        assert table.state.phase is Phase.VOID


# 2.7: abandonment is for what cannot be resumed


@each_cell(["betting", "spinning", "running", "rested", "called"], OLD)
def test_a_suspended_round_is_resumed_and_never_abandoned(book_id: str, phase: str) -> None:
    table = in_phase(book_id, phase)
    table.do(SuspendRound(reason="a fire alarm"))
    code = table.no(AbandonRound(reason="it is late"), MANAGER).code
    assert code == ("abandon/ball-rests" if phase in ("rested", "called") else "abandon/can-go-on")
    table.do(ResumeRound())
    assert table.state.phase == phase


@each_cell(["betting", "spinning", "running", "rested", "called"], OLD)
def test_a_round_that_a_failure_holds_is_abandoned_unless_its_ball_rests(
    book_id: str, phase: str
) -> None:
    table = in_phase(book_id, phase)
    table.do(DeclareInterruption(reason="the wheel is jammed"), SUPERVISOR)
    give_up = AbandonRound(reason="the wheel cannot be mended")
    if phase in ("rested", "called"):
        assert table.no(give_up, MANAGER).code == "abandon/ball-rests"
        return
    table.do(give_up, MANAGER)
    assert table.state.phase is Phase.ABANDONED


@pytest.mark.parametrize("book_id", OLD)
def test_once_resumed_a_later_suspension_is_a_mere_one(book_id: str) -> None:
    table = in_phase(book_id, "running")
    table.do(DeclareInterruption(reason="the wheel is jammed"))
    again = table.no(DeclareInterruption(reason="it is still jammed"))
    assert again.code == "round/stopped"
    table.do(ResumeRound())
    table.do(SuspendRound(reason="a quarrel"))
    give_up = AbandonRound(reason="no one can agree")
    assert table.no(give_up, MANAGER).code == "abandon/can-go-on"


# Section 3: a failure while the program runs, with the same consequences as a restart


@pytest.mark.parametrize("own_wheel", [False, True])
@each_cell(ALL_PHASES)
def test_a_declared_interruption_does_what_a_restart_does(
    book_id: str, phase: str, own_wheel: bool
) -> None:
    table = in_phase(book_id, phase)
    table.state.own_wheel = own_wheel
    found = recover(table.state)
    declared = table.do(DeclareInterruption(reason="the lights went out"), SUPERVISOR)
    assert [type(each) for each in declared] == [type(each) for each in found]
    first, at_start = declared[0], found[0]
    assert isinstance(first, RoundInterrupted)
    assert isinstance(at_start, RoundInterrupted)
    assert (first.clause, first.waits) == (at_start.clause, at_start.waits)
    assert (first.by, first.reason) == (SUPERVISOR, "the lights went out")
    assert (at_start.by, at_start.reason) == (None, None)


@pytest.mark.parametrize("by", STAFF, ids=lambda by: by.position)
@pytest.mark.parametrize("book_id", books.ids())
def test_every_position_declares_an_interruption(book_id: str, by: Actor) -> None:
    in_phase(book_id, "running").do(DeclareInterruption(reason="the wheel stands still"), by)


@proves("sands-2019", "5.11.1")
@proves("fast-action-2020", "5.12.1")
@pytest.mark.parametrize("book_id", ["sands-2019", "fast-action-2020"])
def test_no_spin_after_a_declared_power_failure_is_the_power_failures(book_id: str) -> None:
    table = in_phase(book_id, "running")
    table.do(DeclareInterruption(reason="the lights went out"))
    table.do(CallNoSpin(reason="nobody saw the ball"))
    voided = table.last()
    assert isinstance(voided, RoundVoided)
    assert voided.clause == table.book.says.recovery.voids


# 2.4: "has not dropped"


@each_cell(ALL_PHASES, ["sands-2019", "fast-action-2020"])
def test_the_clause_about_a_ball_not_dropped_is_cited_only_then(book_id: str, phase: str) -> None:
    table = in_phase(book_id, phase)
    (event,) = recover(table.state)
    assert isinstance(event, RoundInterrupted)
    recovery = table.book.says.recovery
    dropped = phase in ("rested", "called")
    assert event.clause == (recovery.clause if dropped else recovery.continues)


# 2.5: the Bonus Numbers of a ball at rest


@proves("fast-action-2020", "1.1.1")
@pytest.mark.parametrize("drawn_before", [False, True])
def test_a_ball_at_rest_before_the_draw_or_the_lights_is_concluded(drawn_before: bool) -> None:
    table = Playing("fast-action-2020")
    table.bet("ada", "straight:17", 500)
    table.do(SpinBall())
    table.do(CloseBets())
    if drawn_before:
        table.do(DrawBonusNumbers(numbers=DRAWN))
    table.do(ReportRest())
    if not drawn_before:
        assert table.no(CallOutcome(number="17")).code == "bonus/not-drawn"
        table.do(DrawBonusNumbers(numbers=DRAWN))
    assert table.no(CallOutcome(number="17")).code == "bonus/not-lit"
    table.do(ReportLights())
    table.do(CallOutcome(number="17"))
    assert table.no(DrawBonusNumbers(numbers=DRAWN)).code == "round/not-now"
    table.do(ConfirmOutcome(number="17"))
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    assert settled.returned == {"ada": {"cash-chips": 500 * 41}}


# 2.2: a settled round is voided only by what can have been at work, by whom it names


def voids_settled(book_id: str, clause: str, by: Actor, *, interrupted: bool = False) -> str | None:
    """The code of the refusal, or nothing where it is void."""
    table = in_phase(book_id, "called")
    if interrupted:
        table.do(DeclareInterruption(reason="the lights went out"))
    table.do(ConfirmOutcome(number="17"))
    other = MANAGER if by is SUPERVISOR else SUPERVISOR
    void = VoidAfterOutcome(round=1, clause=clause, approver=other, reason=WHY)
    decided = table.ask(void, by)
    return None if isinstance(decided, list) else decided.code


@pytest.mark.parametrize("by", [SUPERVISOR, MANAGER])
@pytest.mark.parametrize(
    ("book_id", "clause"), [("sands-2019", "6.2"), ("edz-2020", "6.1"), ("fast-action-2020", "6.2")]
)
def test_what_is_not_covered_is_the_gaming_shift_managers(
    book_id: str, clause: str, by: Actor
) -> None:
    assert voids_settled(book_id, clause, by) == "position/not-allowed"
    assert voids_settled(book_id, clause, SHIFT) is None


@pytest.mark.parametrize("interrupted", [False, True])
@pytest.mark.parametrize(
    ("book_id", "clause"),
    [
        ("sands-2019", "5.11.1"),
        ("sands-2019", "5.12"),
        ("edz-2020", "5.15"),
        ("fast-action-2020", "5.12.1"),
        ("fast-action-2020", "5.13"),
    ],
)
def test_no_spin_never_voids_a_settled_round(book_id: str, clause: str, interrupted: bool) -> None:
    assert voids_settled(book_id, clause, SHIFT, interrupted=interrupted) == "void/never-settled"


def test_an_interruption_voids_a_settled_round_only_if_it_is_on_record() -> None:
    assert voids_settled("edz-2020", "5.13.1", SHIFT) == "void/interruption-needed"
    assert voids_settled("edz-2020", "5.13.1", SUPERVISOR, interrupted=True) is None


@pytest.mark.parametrize("book_id", books.ids())
def test_ball_wheel_and_lights_may_be_found_out_later(book_id: str) -> None:
    clauses = [*OF_THE_BALL, "5.10", *(["5.11"] if book_id == "fast-action-2020" else [])]
    for clause in clauses:
        assert voids_settled(book_id, clause, SUPERVISOR) is None


def test_void_of_a_settled_round_needs_its_reason() -> None:
    table = Playing("sands-2019").to_settled()
    void = VoidAfterOutcome(round=1, clause="5.4", approver=MANAGER)
    assert table.no(void, SUPERVISOR).code == "reason/empty"


# Section 3: late is late, also while the round is held


@proves("racetrack-2012 sands-2017", "5.11", "5.12")
@proves("sands-2019", "5.13", "5.14")
@proves("edz-2020", "5.11", "5.12")
@proves("fast-action-2020", "5.14", "5.15")
@pytest.mark.parametrize("book_id", books.ids())
def test_late_wagers_while_the_round_is_held_cite_the_late_clause(book_id: str) -> None:
    table = in_phase(book_id, "running")
    table.do(SuspendRound(reason="a fire alarm"))
    late, ada = table.book.says.late, Actor("ada")
    no = table.no(PlaceWager(wager="straight:17", amount=500), ada)
    assert (no.code, no.clause) == ("late/placed", late.placed.clause)
    for command in (WithdrawWager(wager="straight:17"), ClearWagers(), UndoWager()):
        no = table.no(command, ada)
        assert (no.code, no.clause) == ("late/withdrawn", late.withdrawn.clause)
    open_ = in_phase(book_id, "betting")
    open_.do(SuspendRound(reason="a fire alarm"))
    assert open_.no(PlaceWager(wager="straight:17", amount=500), ada).code == "round/held"
