"""A round of each book from the call for bets to its end."""

from functools import partial

import pytest

from croupier import books
from croupier.round.base import Actor
from croupier.round.bets import (
    PlaceForPlayer,
    PlaceWager,
    WagerPlaced,
    WagerWithdrawn,
    WithdrawWager,
)
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import BetsClosed, CloseBets, GrantEarlyClose
from croupier.round.correction import (
    CorrectOutcome,
    OutcomeCorrected,
    SettledRoundVoided,
    VoidAfterOutcome,
)
from croupier.round.interruption import (
    AbandonRound,
    DeclareInterruption,
    ResumeRound,
    RoundAbandoned,
    SuspendRound,
)
from croupier.round.no_spin import CallNoSpin, NoSpinCalled
from croupier.round.opening import OpenBets, RoundOpened
from croupier.round.outcome import (
    CallOutcome,
    ConfirmOutcome,
    OutcomeCalled,
    OutcomeConfirmed,
    RoundSettled,
)
from croupier.round.phases import Phase
from croupier.round.referral import DecideReferral, Refer
from croupier.round.ruling import RevokeRuling, RuleOnWager, RulingRevoked, WagerRuled
from croupier.round.spin import ReportRest, ReportSpin, SpinBall
from croupier.round.void import RoundVoided, VoidRound
from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import Limits, Range
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from tests.clauses import proves
from tests.round.playing import DEALER, DRAWN, MANAGER, SHIFT, SUPERVISOR, Playing

LIVE = ("racetrack-2012", "sands-2017", "sands-2019", "fast-action-2020")
OLD = ("racetrack-2012", "sands-2017")
NEW = ("sands-2019", "edz-2020", "fast-action-2020")
EARLY = ("sands-2019", "fast-action-2020")
ADA = Actor("ada")


@proves("*", "3.1")
@pytest.mark.parametrize("book_id", books.ids())
def test_play_begins_with_the_call_for_bets(book_id: str) -> None:
    book = books.load(book_id)
    table = Playing(book_id)
    assert isinstance(table.record[0], RoundOpened)
    assert table.record[0].clause == "3.1"
    assert table.state.phase is Phase.BETTING
    again = OpenBets().open(book, 2, Limits(), DEALER, table.state)
    assert isinstance(again, Refusal)
    assert again.code == "round/not-now"
    player = OpenBets().open(book, 2, Limits(), ADA, None)
    assert isinstance(player, Refusal)
    assert player.code == "position/not-allowed"


@pytest.mark.parametrize("book_id", books.ids())
def test_round_runs_from_the_call_for_bets_until_it_is_settled(book_id: str) -> None:
    table = Playing(book_id)
    table.bet("ada", "straight:17", 1000)
    table.to_settled("17")
    assert table.state.phase is Phase.SETTLED
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    chips = table.book.says.stakes.kinds[0]
    to_one = 40 if table.book.bonus else 35
    assert settled.staked == {"ada": {chips: 1000}}
    assert settled.returned == {"ada": {chips: 1000 * (to_one + 1)}}
    assert table.no(SpinBall()).code == "round/not-now"
    opened = OpenBets().open(table.book, 2, Limits(), DEALER, table.state)
    assert isinstance(opened, list)


@proves("racetrack-2012", "5.11", "5.12")
@proves("sands-2017", "5.11", "5.12")
@proves("sands-2019", "5.13", "5.14")
@proves("edz-2020", "5.11", "5.12")
@proves("fast-action-2020", "5.14", "5.15")
@pytest.mark.parametrize("book_id", books.ids())
def test_after_the_close_nothing_is_placed_increased_or_withdrawn(book_id: str) -> None:
    table = Playing(book_id)
    table.bet("ada", "straight:17", 1000)
    table.to_spun()
    late = table.book.says.late
    new = table.no(PlaceWager(wager="straight:18", amount=500), ADA)
    more = table.no(PlaceWager(wager="straight:17", amount=500), ADA)
    back = table.no(WithdrawWager(wager="straight:17"), ADA)
    assert (new.code, new.clause) == ("late/placed", late.placed.clause)
    assert (more.code, more.clause) == ("late/placed", late.placed.clause)
    assert (back.code, back.clause) == ("late/withdrawn", late.withdrawn.clause)
    assert table.state.wagered == {"ada": {"straight:17": 1000}}


@pytest.mark.parametrize("book_id", books.ids())
def test_wagers_count_as_they_lie_at_the_close(book_id: str) -> None:
    table = Playing(book_id)
    table.bet("ada", "straight:17", 1000)
    table.bet("ada", "straight:17", 500)
    table.bet("bob", "straight:17", 600)
    table.do(WithdrawWager(wager="straight:17", amount=500), ADA)
    table.do(WithdrawWager(wager="straight:17"), Actor("bob"))
    table.to_settled("17")
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    assert settled.staked == {"ada": {table.book.says.stakes.kinds[0]: 1000}}


@pytest.mark.parametrize("book_id", LIVE)
def test_live_tables_take_wagers_while_the_ball_runs(book_id: str) -> None:
    table = Playing(book_id)
    table.do(SpinBall())
    table.bet("ada", "straight:17", 500)
    assert table.state.phase is Phase.SPINNING


@pytest.mark.parametrize("book_id", OLD)
def test_old_books_cannot_close_before_the_spin(book_id: str) -> None:
    table = Playing(book_id)
    no = table.no(CloseBets())
    assert (no.code, no.clause) == ("close/before-spin", table.book.says.close.clause)
    assert table.no(GrantEarlyClose(), MANAGER).code == "position/no-such-power"


@proves("sands-2019 fast-action-2020", "6.1")
@pytest.mark.parametrize("book_id", EARLY)
def test_early_close_needs_the_pit_managers_leave_on_record(book_id: str) -> None:
    table = Playing(book_id)
    no = table.no(CloseBets())
    assert (no.code, no.clause) == ("close/needs-leave", "6.1")
    assert table.no(GrantEarlyClose(), SUPERVISOR).code == "position/not-allowed"
    table.do(GrantEarlyClose(), MANAGER)
    (closed,) = table.do(CloseBets())
    assert isinstance(closed, BetsClosed)
    assert (closed.clause, closed.early) == ("6.1", True)
    table.do(SpinBall())
    assert table.state.phase is Phase.RUNNING


def test_edz_closes_before_the_spin() -> None:
    table = Playing("edz-2020")
    no = table.no(SpinBall())
    assert (no.code, no.clause) == ("spin/before-close", "3.7")
    table.do(CloseBets())
    table.do(SpinBall())
    assert table.no(SpinBall()).code == "spin/again"
    assert table.no(GrantEarlyClose(), MANAGER).code == "position/no-such-power"


@proves("racetrack-2012", "1.1.3", "1.1.5", "3.6")
@proves("sands-2017", "1.1.4", "1.1.6", "3.5")
@proves("sands-2019", "1.1.4", "1.1.6", "3.6")
@proves("edz-2020", "1.1.3", "1.1.5", "3.6")
@proves("fast-action-2020", "1.1.6", "1.1.10", "3.6")
@pytest.mark.parametrize("book_id", books.ids())
def test_valid_spin_is_against_the_wheel_with_four_revolutions(book_id: str) -> None:
    for revolutions in (4, 5, 40):
        table = Playing(book_id).to_spun()
        table.do(ReportSpin(direction="opposite", revolutions=revolutions))
        assert table.state.phase is Phase.RUNNING
    for revolutions in (0, 3):
        table = Playing(book_id).to_spun()
        table.do(ReportSpin(direction="opposite", revolutions=revolutions))
        voided = table.last()
        assert isinstance(voided, RoundVoided)
        assert voided.clause == "5.3"
    table = Playing(book_id).to_spun()
    table.do(ReportSpin(direction="with-wheel", revolutions=6))
    assert isinstance(table.last(), RoundVoided)


HAPPENED = {
    "5.1": Irregularity.BALL_WITH_WHEEL,
    "5.2": Irregularity.BALL_NOT_SPUN,
    "5.3": Irregularity.TOO_FEW_REVOLUTIONS,
    "5.4": Irregularity.FOREIGN_OBJECT,
    "5.5": Irregularity.NO_COMPARTMENT,
    "5.6": Irregularity.BALL_LEFT_WHEEL,
    "5.7": Irregularity.BALL_BROKE,
    "5.8": Irregularity.WHEEL_STOPPED,
    "5.9": Irregularity.WHEEL_NOT_TURNING,
    "5.10": Irregularity.INTERFERENCE,
}


@proves("*", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10")
@pytest.mark.parametrize("clause", HAPPENED)
@pytest.mark.parametrize("book_id", books.ids())
def test_what_is_reported_voids_by_its_clause(book_id: str, clause: str) -> None:
    for command in (ReportSpin(happened=(HAPPENED[clause],)), VoidRound(clause=clause)):
        table = Playing(book_id)
        table.bet("ada", "straight:17", 700)
        table.to_spun()
        table.do(command)
        voided = table.last()
        assert isinstance(voided, RoundVoided)
        assert voided.clause == clause
        assert voided.irregularity is HAPPENED[clause]
        assert voided.returned == {"ada": {table.book.says.stakes.kinds[0]: 700}}
        assert table.state.phase is Phase.VOID


def test_of_several_irregularities_the_first_clause_is_cited() -> None:
    table = Playing("sands-2019").to_spun()
    happened = (Irregularity.INTERFERENCE, Irregularity.BALL_BROKE)
    table.do(ReportSpin(direction="with-wheel", happened=happened))
    voided = table.last()
    assert isinstance(voided, RoundVoided)
    assert voided.clause == "5.1"


def test_what_the_book_does_not_void_for_is_refused_in_a_report() -> None:
    table = Playing("sands-2017").to_spun()
    no = table.no(ReportSpin(happened=(Irregularity.BONUS_NUMBER_DARK,)))
    assert no.code == "spin/not-an-irregularity"


@pytest.mark.parametrize("clause", ["5.11.1", "5.12", "6.2", "3.1", "nonsense"])
def test_void_by_clause_is_for_ball_and_wheel_only(clause: str) -> None:
    table = Playing("sands-2019").to_spun()
    assert table.no(VoidRound(clause=clause)).code == "round/does-not-void"


@proves("racetrack-2012", "3.8")
@proves("sands-2017", "3.7")
@proves("sands-2019", "3.8")
@proves("edz-2020", "3.8")
@proves("fast-action-2020", "3.8")
@pytest.mark.parametrize("book_id", books.ids())
def test_outcome_is_called_read_back_and_confirmed(book_id: str) -> None:
    table = Playing(book_id)
    assert table.no(CallOutcome(number="17")).code == "outcome/not-now"
    table.to_spun()
    assert table.no(ConfirmOutcome(number="17")).code == "round/not-now"
    assert table.no(CallOutcome(number="37")).code == "round/unknown-number"
    table.do(ReportRest())
    assert table.state.phase is Phase.RESTED
    (called,) = table.do(CallOutcome(number="18"))
    assert isinstance(called, OutcomeCalled)
    assert called.clause == table.book.says.outcome.clause
    assert table.no(ConfirmOutcome(number="17")).code == "outcome/read-back-differs"
    table.do(CallOutcome(number="17"))
    confirmed, settled = table.do(ConfirmOutcome(number="17"))
    assert isinstance(confirmed, OutcomeConfirmed)
    assert isinstance(settled, RoundSettled)
    assert table.state.outcome == "17"


@pytest.mark.parametrize("book_id", LIVE)
def test_ball_that_rests_before_the_close_gives_no_outcome(book_id: str) -> None:
    table = Playing(book_id)
    table.bet("ada", "straight:17", 500)
    table.do(SpinBall())
    table.do(ReportRest())
    assert table.state.phase is Phase.STRANDED
    assert table.no(CloseBets()).code == "round/not-now"
    assert table.no(CallOutcome(number="17")).code == "outcome/not-now"
    assert table.no(PlaceWager(wager="straight:17", amount=500), ADA).code == "round/not-now"
    if book_id in OLD:
        table.do(AbandonRound(reason="the ball rested first"), MANAGER)
        abandoned = table.last()
        assert isinstance(abandoned, RoundAbandoned)
        assert abandoned.reading == 16
        assert abandoned.returned == {"ada": {"cash-chips": 500}}
    else:
        given_up = AbandonRound(reason="it is late")
        assert table.no(given_up, MANAGER).code == "abandon/book-has-a-way"
        table.do(CallNoSpin(reason="the ball rested first"))
        assert isinstance(table.last(), RoundVoided)


@proves("fast-action-2020", "1.1.1", "5.11")
def test_bonus_numbers_come_once_after_the_close_and_before_the_outcome() -> None:
    table = Playing("fast-action-2020")
    assert table.no(DrawBonusNumbers(numbers=DRAWN)).code == "round/not-now"
    table.do(SpinBall())
    assert table.no(DrawBonusNumbers(numbers=DRAWN)).code == "round/not-now"
    table.do(CloseBets())
    assert table.no(CallOutcome(number="1")).code == "bonus/not-drawn"
    assert table.no(ReportLights()).code == "bonus/not-drawn"
    assert table.no(DrawBonusNumbers(numbers=DRAWN[:9])).code == "round/bonus-numbers-not-drawn"
    table.do(DrawBonusNumbers(numbers=DRAWN))
    assert table.no(DrawBonusNumbers(numbers=DRAWN)).code == "bonus/drawn-already"
    assert table.no(CallOutcome(number="1")).code == "bonus/not-lit"
    table.do(ReportLights(dark=("4",)))
    voided = table.last()
    assert isinstance(voided, RoundVoided)
    assert voided.clause == "5.11"


def test_books_without_bonus_numbers_draw_none() -> None:
    table = Playing("sands-2019").to_spun()
    assert table.no(DrawBonusNumbers(numbers=DRAWN)).code == "position/no-such-power"


@proves("sands-2019", "5.12")
@proves("edz-2020", "5.15")
@proves("fast-action-2020", "5.13")
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, MANAGER, SHIFT], ids=lambda a: a.position)
@pytest.mark.parametrize("book_id", NEW)
def test_no_spin_voids_until_the_outcome_is_confirmed(book_id: str, by: Actor) -> None:
    for reached in ("opened", "spun", "rested", "called"):
        table = Playing(book_id)
        table.bet("ada", "straight:17", 500)
        if reached != "opened":
            table.to_spun()
        if reached in ("rested", "called"):
            table.do(ReportRest())
        if reached == "called":
            table.do(CallOutcome(number="17"))
        called, voided = table.do(CallNoSpin(reason="a shadow on the wheel"), by)
        assert isinstance(called, NoSpinCalled)
        assert called.reason == "a shadow on the wheel"
        assert isinstance(voided, RoundVoided)
        assert voided.clause == table.book.says.no_spin.clause  # type: ignore[union-attr]
    settled = Playing(book_id).to_settled()
    assert settled.no(CallNoSpin(reason="too late"), by).code == "round/not-now"


@pytest.mark.parametrize("book_id", OLD)
def test_old_books_have_no_no_spin(book_id: str) -> None:
    no = Playing(book_id).no(CallNoSpin(reason="x"))
    assert no.code == "position/no-such-power"


@proves("sands-2019 fast-action-2020", "3.5")
@pytest.mark.parametrize("by", [DEALER, SUPERVISOR, MANAGER], ids=lambda a: a.position)
@pytest.mark.parametrize("book_id", EARLY)
def test_staff_place_for_a_player_before_the_close(book_id: str, by: Actor) -> None:
    table = Playing(book_id)
    (placed,) = table.do(PlaceForPlayer(player="ada", wager="straight:17", amount=500), by)
    assert isinstance(placed, WagerPlaced)
    assert (placed.player, placed.placed_by) == ("ada", by)
    table.to_spun()
    late = table.no(PlaceForPlayer(player="ada", wager="straight:17", amount=500), by)
    assert late.code == "round/not-now"


@pytest.mark.parametrize("book_id", [*OLD, "edz-2020"])
def test_staff_do_not_place_where_the_book_does_not_say_so(book_id: str) -> None:
    no = Playing(book_id).no(PlaceForPlayer(player="ada", wager="straight:17", amount=500))
    assert no.code == "position/no-such-power"


@proves("sands-2019 fast-action-2020", "3.9")
@pytest.mark.parametrize("book_id", EARLY)
def test_unclear_wagers_are_ruled_on_once_the_ball_rests(book_id: str) -> None:
    table = Playing(book_id)
    for number in ("17", "18", "19"):
        table.bet("ada", f"straight:{number}", 500)
    table.to_spun()

    def ruling(wager: str, how: str, to: str | None = None) -> RuleOnWager:
        return RuleOnWager(player="ada", wager=wager, ruling=how, to=to, reason="seen to")  # type: ignore[arg-type]

    assert table.no(ruling("straight:18", "stands"), SUPERVISOR).code == "round/not-now"
    table.do(ReportRest())
    assert table.no(ruling("straight:18", "stands"), DEALER).code == "position/not-allowed"
    assert table.no(ruling("straight:20", "stands"), SUPERVISOR).code == "wager/nothing-there"
    assert table.no(ruling("straight:18", "moved"), SUPERVISOR).code == "ruling/needs-place"
    assert table.no(ruling("straight:18", "moved", "red:1"), SUPERVISOR).code.startswith("wager/")
    (stands,) = table.do(ruling("straight:17", "stands"), SUPERVISOR)
    assert isinstance(stands, WagerRuled)
    assert stands.clause == "3.9"
    table.do(ruling("straight:18", "moved", "straight:20"), MANAGER)
    table.do(ruling("straight:19", "returned"), SHIFT)
    assert table.state.wagered["ada"] == {"straight:17": 500, "straight:20": 500}
    table.do(CallOutcome(number="20"))
    table.do(ConfirmOutcome(number="20"))
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    assert settled.staked == {"ada": {"cash-chips": 1500}}
    assert settled.returned == {"ada": {"cash-chips": 500 * 36 + 500}}


@proves("sands-2019 fast-action-2020", "3.9")
@pytest.mark.parametrize("book_id", EARLY)
def test_a_ruling_may_concern_part_of_a_stack_and_is_revoked_until_settlement(
    book_id: str,
) -> None:
    table = Playing(book_id)
    for amount in (300, 200):
        table.bet("ada", "straight:17", amount)
    table.bet("ben", "straight:17", 500)
    table.to_spun()
    table.do(ReportRest())
    rule = partial(RuleOnWager, player="ada", reason="an elbow pushed them")
    for amount, code in ((0, "amount/not-positive"), (600, "wager/less-there")):
        no = table.no(rule(wager="straight:17", ruling="returned", amount=amount), SUPERVISOR)
        assert no.code == code
    table.do(rule(wager="straight:17", ruling="moved", to="straight:20", amount=250), SUPERVISOR)
    assert table.state.wagered["ada"] == {"straight:17": 250, "straight:20": 250}
    table.do(rule(wager="straight:20", ruling="returned", amount=100), SUPERVISOR)
    table.do(rule(wager="straight:17", ruling="returned"), SUPERVISOR)
    assert [(each.number, each.reason) for each in table.state.rulings] == [
        (1, "an elbow pushed them"),
        (2, "an elbow pushed them"),
        (3, "an elbow pushed them"),
    ]
    revoke = partial(RevokeRuling, reason="the camera shows it")
    assert table.no(revoke(number=3), DEALER).code == "position/not-allowed"
    assert table.no(revoke(number=1), SUPERVISOR).code == "ruling/rests-on-it"
    assert table.no(revoke(number=4), SUPERVISOR).code == "ruling/none"
    (revoked,) = table.do(revoke(number=3), MANAGER)
    assert isinstance(revoked, RulingRevoked)
    assert (revoked.clause, revoked.player, revoked.wager) == ("3.9", "ada", "straight:17")
    assert table.no(revoke(number=3), SUPERVISOR).code == "ruling/none"
    assert table.state.wagered["ada"] == {"straight:17": 250, "straight:20": 150}
    table.do(revoke(number=2), SUPERVISOR)
    table.do(revoke(number=1), SUPERVISOR)
    assert [(p.player, p.wager.notation, p.amount) for p in table.state.placements] == [
        ("ada", "straight:17", 300),
        ("ada", "straight:17", 200),
        ("ben", "straight:17", 500),
    ], "the felt lies as it lay at the close"
    assert table.state.held["ada"] == {"straight:17": 500}
    table.do(rule(wager="straight:17", ruling="moved", to="straight:20", amount=400), SUPERVISOR)
    assert table.state.rulings[-1].number == 4, "a number is never given twice"
    table.do(CallOutcome(number="20"))
    table.do(ConfirmOutcome(number="20"))
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    assert settled.returned["ada"] == {"cash-chips": 400 * 36}
    assert table.no(revoke(number=4), SUPERVISOR).code == "round/not-now"


@pytest.mark.parametrize("book_id", ["racetrack-2012", "sands-2017", "edz-2020"])
def test_books_without_the_clause_have_no_rulings(book_id: str) -> None:
    table = Playing(book_id)
    for command in (
        RuleOnWager(player="ada", wager="straight:17", ruling="stands", reason="seen to"),
        RevokeRuling(number=1),
    ):
        assert table.no(command, SHIFT).code == "position/no-such-power"


@proves("sands-2019 fast-action-2020", "6.2")
@proves("edz-2020", "6.1")
@pytest.mark.parametrize("book_id", NEW)
def test_uncovered_irregularity_waits_for_the_gaming_shift_manager(book_id: str) -> None:
    clause = books.load(book_id).says.referral.clause  # type: ignore[union-attr]
    table = Playing(book_id)
    table.bet("ada", "straight:17", 500)
    assert (
        table.no(DecideReferral(decision="void", reason="seen to"), SHIFT).code
        == "referral/nothing-referred"
    )
    table.do(Refer(reason="a bird on the felt"))
    assert table.no(PlaceWager(wager="straight:1", amount=500), ADA).code == "round/held"
    assert table.no(SpinBall()).code == "round/held"
    assert (
        table.no(DecideReferral(decision="resume", reason="seen to"), MANAGER).code
        == "position/not-allowed"
    )
    table.do(DecideReferral(decision="resume", reason="seen to"), SHIFT)
    table.to_spun()
    table.do(Refer(reason="another bird"))
    table.do(DecideReferral(decision="void", reason="seen to"), SHIFT)
    voided = table.last()
    assert isinstance(voided, RoundVoided)
    assert (voided.clause, voided.by) == (clause, SHIFT)


@pytest.mark.parametrize("book_id", OLD)
def test_old_books_have_no_referral(book_id: str) -> None:
    assert Playing(book_id).no(Refer(reason="x"), SHIFT).code == "position/no-such-power"


@proves("sands-2019 fast-action-2020", "6.3")
@proves("edz-2020", "6.2")
@pytest.mark.parametrize("by", [SUPERVISOR, MANAGER, SHIFT], ids=lambda a: a.position)
@pytest.mark.parametrize("book_id", books.ids())
def test_higher_position_acts_for_a_lower_where_the_book_says_so(book_id: str, by: Actor) -> None:
    table = Playing(book_id)
    first = CloseBets() if table.before_spin else SpinBall()
    if book_id in OLD:
        assert table.no(first, by).code == "position/not-allowed"
    else:
        (event,) = table.do(first, by)
        assert event.by == by  # type: ignore[attr-defined]


@proves("racetrack-2012 sands-2017 sands-2019 fast-action-2020", "3.3")
@proves("edz-2020", "3.3", "1.1.1")
@pytest.mark.parametrize("book_id", books.ids())
def test_wagers_are_made_with_what_the_book_takes(book_id: str) -> None:
    table = Playing(book_id)
    for chips in ("cash-chips", "colour-chips", "credits"):
        command = PlaceWager(wager="straight:17", amount=500, chips=chips)
        taken = {"credits"} if book_id == "edz-2020" else {"cash-chips", "colour-chips"}
        if chips in taken:
            (placed,) = table.do(command, ADA)
            assert isinstance(placed, WagerPlaced)
            assert placed.chips == chips
        else:
            assert table.no(command, ADA).code == "stakes/not-accepted"
            assert table.no(command, ADA).clause == "3.3"


def test_both_kinds_of_chips_go_back_in_kind() -> None:
    table = Playing("sands-2019")
    table.do(PlaceWager(wager="red", amount=500, chips="cash-chips"), ADA)
    table.do(PlaceWager(wager="red", amount=700, chips="colour-chips"), ADA)
    (back,) = table.do(WithdrawWager(wager="red", amount=900), ADA)
    assert isinstance(back, WagerWithdrawn)
    assert back.chips == {"colour-chips": 700, "cash-chips": 200}
    table.to_settled("1")
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    assert settled.returned == {"ada": {"cash-chips": 600}}


@pytest.mark.parametrize("book_id", books.ids())
def test_wrong_outcome_is_corrected_by_two_people_since_the_compartment_decides(
    book_id: str,
) -> None:
    table = Playing(book_id)
    table.bet("ada", "straight:17", 500)
    table.to_settled("18")

    def correct(approver: Actor, number: str = "17") -> CorrectOutcome:
        return CorrectOutcome(round=1, number=number, approver=approver)

    assert table.no(correct(MANAGER), DEALER).code == "position/not-allowed"
    assert table.no(correct(SUPERVISOR), SUPERVISOR).code == "approval/same-person"
    assert table.no(correct(DEALER), SUPERVISOR).code == "approval/position"
    assert table.no(correct(ADA), SUPERVISOR).code == "approval/position"
    assert table.no(correct(MANAGER, "18"), SUPERVISOR).code == "correct/same-outcome"
    assert table.no(correct(MANAGER, "x"), SUPERVISOR).code == "round/unknown-number"
    table.do(correct(Actor("sam", Position.PIT_SUPERVISOR)), SUPERVISOR)
    corrected = table.last()
    assert isinstance(corrected, OutcomeCorrected)
    chips = table.book.says.stakes.kinds[0]
    to_one = 40 if table.book.bonus else 35
    assert corrected.reversed == {"ada": {chips: 0}}
    assert corrected.returned == {"ada": {chips: 500 * (to_one + 1)}}
    assert (corrected.was, corrected.now, corrected.reading) == ("18", "17", 19)
    assert table.state.outcome == "17"


@pytest.mark.parametrize("book_id", books.ids())
def test_void_after_the_outcome_needs_two_people(book_id: str) -> None:
    table = Playing(book_id)
    table.bet("ada", "straight:17", 500)
    table.to_settled("18")
    film = "the film shows a coin"
    void = VoidAfterOutcome(round=1, clause="5.4", approver=MANAGER, reason=film)
    assert table.no(void, DEALER).code == "position/not-allowed"
    assert table.no(void, MANAGER).code == "approval/same-person"
    other = VoidAfterOutcome(round=1, clause="3.1", approver=MANAGER, reason=film)
    assert table.no(other, SUPERVISOR).code == "round/does-not-void"
    table.do(void, SUPERVISOR)
    voided = table.last()
    assert isinstance(voided, SettledRoundVoided)
    assert voided.reason == film
    assert voided.returned == {"ada": {table.book.says.stakes.kinds[0]: 500}}
    assert table.state.phase is Phase.VOID


@pytest.mark.parametrize("book_id", OLD)
def test_old_books_are_suspended_resumed_or_abandoned(book_id: str) -> None:
    table = Playing(book_id)
    table.bet("ada", "red", 500)
    give_up = AbandonRound(reason="the wheel is broken")
    assert table.no(give_up, MANAGER).code == "abandon/can-go-on"
    assert table.no(ResumeRound()).code == "round/not-suspended"
    table.do(SuspendRound(reason="lights out"))
    assert table.no(PlaceWager(wager="red", amount=500), ADA).code == "round/held"
    table.do(ResumeRound())
    table.bet("ada", "red", 500)
    table.do(SuspendRound(reason="lights out again"))
    assert table.no(give_up, MANAGER).code == "abandon/can-go-on", "merely suspended"
    table.do(DeclareInterruption(reason="the wheel does not turn"))
    assert table.no(give_up, SUPERVISOR).code == "position/not-allowed"
    table.do(give_up, MANAGER)
    assert table.state.phase is Phase.ABANDONED


def test_withdrawal_leaves_nothing_or_the_minimum_where_the_book_refuses() -> None:
    table = Playing("edz-2020", Limits(Range(500, 2000)))
    table.bet("ada", "red", 900)
    no = table.no(WithdrawWager(wager="red", amount=500), ADA)
    assert (no.code, no.figures["total"]) == ("limits/under-minimum", 400)
    table.do(WithdrawWager(wager="red", amount=400), ADA)
    table.do(WithdrawWager(wager="red"), ADA)
    assert table.no(WithdrawWager(wager="red"), ADA).code == "wager/nothing-there"
    table.bet("ada", "red", 900)
    assert table.no(WithdrawWager(wager="red", amount=901), ADA).code == "wager/less-there"
    assert table.no(WithdrawWager(wager="red", amount=0), ADA).code == "amount/not-positive"
    capping = Playing("sands-2019", Limits(Range(500, 2000)))
    capping.bet("ada", "red", 900)
    capping.do(WithdrawWager(wager="red", amount=500), ADA)


def test_call_bet_reduced_beside_a_direct_wager_still_settles() -> None:
    """The area keeps its minimum, though neither wager on it reaches it alone."""
    table = Playing("racetrack-2012")
    table.bet("ada", "zero-spiel", 4 * 500)
    table.bet("ada", "split:32/35", 100)
    table.bet("ada", "split:0/3", 100)
    table.bet("ada", "split:12/15", 100)
    table.bet("ada", "straight:26", 100)
    table.do(WithdrawWager(wager="zero-spiel", amount=4 * 100), ADA)
    table.to_settled("32")
    settled = table.last()
    assert isinstance(settled, RoundSettled)
    assert settled.returned == {"ada": {"cash-chips": 500 * 18}}


def test_limits_are_checked_over_all_wagers_on_an_area() -> None:
    table = Playing("racetrack-2012", Limits(Range(100, 1000)))
    table.bet("ada", "split:32/35", 600)
    no = table.no(PlaceWager(wager="zero-spiel", amount=4 * 500), ADA)
    assert no.code == "limits/over-maximum"
    assert table.no(PlaceWager(wager="tiers", amount=601), ADA).code == "wager/not-divisible"
    assert table.no(PlaceWager(wager="split:1/36", amount=1), ADA).code == "wager/not-on-layout"
    assert table.no(PlaceWager(wager="red", amount=-1), ADA).code == "amount/not-positive"


@proves("sands-2019", "5.17")
@proves("fast-action-2020", "5.18")
@pytest.mark.parametrize("book_id", EARLY)
def test_limit_faults_of_earlier_rounds_stay_settled(book_id: str) -> None:
    first = Playing(book_id)
    first.bet("ada", "straight:18", 100)
    first.to_settled("17")
    settled = first.last()
    assert isinstance(settled, RoundSettled)
    assert settled.honoured == ("ada",)
    assert settled.returned == {"ada": {"cash-chips": 0}}
    second = Playing(book_id, warned=frozenset(settled.honoured))
    second.bet("ada", "straight:18", 100)
    second.to_settled("17")
    again = second.last()
    assert isinstance(again, RoundSettled)
    assert (again.honoured, again.returned) == ((), {"ada": {"cash-chips": 100}})
    assert first.state.returned == {"ada": {"cash-chips": 0}}, "the first round stays as it was"
