"""Referrals in any phase and after settlement (reading 22), and standing leave (6.1)."""

from functools import partial

import pytest

from croupier.house.cashing import CashOut
from croupier.house.snapshot import table_from_plain, table_to_plain
from croupier.round.base import Actor
from croupier.round.close import BetsClosed, CloseBets, GrantStandingLeave, WithdrawStandingLeave
from croupier.round.correction import RoundResettled, SettledRoundVoided
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.referral import DecideReferral, Refer, ReferralDecided
from croupier.round.ruling import RevokeRuling, Ruling, WagerRuled
from croupier.round.spin import SpinBall
from croupier.round.void import VoidRound
from tests.clauses import proves
from tests.house.at_table import ADA, DEALER, MANAGER, SECOND, SHIFT, SUPERVISOR, AtTable

REFERRING = ("sands-2019", "edz-2020", "fast-action-2020")
WHY = "the film shows it"


def settled(book_id: str) -> AtTable:
    """A round in which ada lost 1000 on 8, and the ball rested in 7."""
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:8", 1000)
    table.close_bets()
    table.do(CallOutcome(number="7"))
    table.do(ConfirmOutcome(number="7"))
    assert table.has() == 9000
    return table


def moved(amount: int | None = None, to: str = "straight:7") -> Ruling:
    return Ruling(player="ada", wager="straight:8", ruling="moved", to=to, amount=amount)


@proves("sands-2019 fast-action-2020", "6.2")
@proves("edz-2020", "6.1")
@pytest.mark.parametrize("book_id", REFERRING)
@pytest.mark.parametrize("phase", ["betting", "running", "called"])
def test_a_referral_is_decided_by_rulings_in_any_phase(book_id: str, phase: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:8", 1000)
    if phase != "betting":
        table.close_bets()
    if phase == "called":
        table.do(CallOutcome(number="7"))
    table.do(Refer(reason="a sleeve swept over the felt"))
    decide = partial(DecideReferral, decision="rule", reason=WHY)
    assert table.no(decide(rulings=()), SHIFT) == "referral/rulings"
    assert table.no(decide(rulings=(moved(), moved())), SHIFT) == "wager/nothing-there"
    assert table.no(decide(rulings=(moved(),), approver=SECOND), SHIFT) == "approval/not-needed"
    assert table.no(decide(rulings=(moved(),)), MANAGER) == "position/not-allowed"
    decided, ruled = table.do(decide(rulings=(moved(500),)), SHIFT)
    assert isinstance(decided, ReferralDecided)
    assert (decided.decision, decided.reason, decided.round) == ("rule", WHY, None)
    assert isinstance(ruled, WagerRuled)
    assert (ruled.clause, ruled.reason) == (table.book.says.referral.clause, WHY)  # type: ignore[union-attr]
    assert table.state.round is not None
    assert table.state.round.wagered["ada"] == {"straight:8": 500, "straight:7": 500}
    assert table.state.round.waiting is None
    if phase == "called" and book_id != "edz-2020":
        assert table.no(RevokeRuling(number=1, reason=WHY), SUPERVISOR) == "ruling/by-referral"
    if phase == "betting":
        table.bet("straight:7", 500)


@proves("sands-2019 fast-action-2020", "6.2")
@proves("edz-2020", "6.1")
@pytest.mark.parametrize("book_id", REFERRING)
def test_a_settled_round_is_referred_and_ruled_on_by_two_people(book_id: str) -> None:
    table = settled(book_id)
    refer = Refer(reason="read on the wrong number", round=1)
    decide = partial(DecideReferral, decision="rule", reason=WHY, rulings=(moved(500),), round=1)
    assert table.no(decide(approver=SECOND), SHIFT) == "referral/nothing-referred"
    assert table.no(refer, ADA) == "position/not-allowed"
    table.do(refer)
    assert table.no(refer) == "round/held"
    assert table.no(Refer(reason="no such round", round=9)) == "correct/no-such-round"
    assert table.no(decide(), SHIFT) == "approval/needed"
    assert table.no(decide(approver=SHIFT), SHIFT) == "approval/same-person"
    assert table.no(decide(approver=DEALER), SHIFT) == "approval/position"
    assert table.no(decide(approver=SHIFT), SUPERVISOR) == "position/not-allowed"
    *_, resettled = table.do(decide(approver=SECOND), SHIFT)
    assert isinstance(resettled, RoundResettled)
    assert (resettled.by, resettled.approver, resettled.reading) == (SHIFT, SECOND, 22)
    assert table.has() == 9000 + 500 * 36
    assert table.no(decide(approver=SECOND), SHIFT) == "referral/nothing-referred"
    table.do(Refer(reason="the film was of another round", round=1))
    back = Ruling(player="ada", wager="straight:7", ruling="moved", to="straight:8")
    table.do(decide(approver=SECOND, rulings=(back,)), SHIFT)
    assert table.has() == 9000


@pytest.mark.parametrize("book_id", REFERRING)
def test_a_settled_round_is_void_by_referral_or_stays_as_it_is(book_id: str) -> None:
    table = settled(book_id)
    stays = DecideReferral(decision="resume", reason=WHY, round=1)
    voids = DecideReferral(decision="void", reason=WHY, round=1, approver=SECOND)
    for decision, has in ((stays, 9000), (voids, 10_000)):
        table.do(Refer(reason="the wheel was tilted", round=1))
        *_, last = table.do(decision, SHIFT)
        assert table.has() == has
    assert isinstance(last, SettledRoundVoided)
    assert (last.clause, last.by) == (table.book.says.referral.clause, SHIFT)  # type: ignore[union-attr]


def test_what_was_cashed_out_meanwhile_is_the_houses_loss() -> None:
    table = settled("sands-2019")
    table.do(Refer(reason="read on the wrong number", round=1))
    rule = partial(DecideReferral, decision="rule", reason=WHY, round=1, approver=SECOND)
    table.do(rule(rulings=(moved(),)), SHIFT)
    table.do(CashOut(player="ada"))
    table.do(Refer(reason="it lay on 8 after all", round=1))
    back = Ruling(player="ada", wager="straight:7", ruling="moved", to="straight:8")
    losses = [x for x in table.do(rule(rulings=(back,)), SHIFT) if x.name.endswith("uncollected")]
    assert [x.amount for x in losses] == [36_000]  # type: ignore[attr-defined]


@pytest.mark.parametrize("book_id", ["racetrack-2012", "sands-2017"])
def test_the_old_books_refer_nothing(book_id: str) -> None:
    table = settled(book_id)
    assert table.no(Refer(reason="a quarrel", round=1), SHIFT) == "position/no-such-power"


def test_a_referral_of_a_settled_round_outlasts_the_day() -> None:
    table = settled("sands-2019")
    table.do(Refer(reason="read on the wrong number", round=1))
    kept = table_from_plain(table_to_plain(table.state), table.book, table.house)
    assert kept.past[1].waiting == "referral"


# Standing leave


@proves("sands-2019 fast-action-2020", "6.1")
@pytest.mark.parametrize("book_id", ["sands-2019", "fast-action-2020"])
def test_standing_leave_holds_until_withdrawn(book_id: str) -> None:
    table = AtTable(book_id)
    for position in (ADA, DEALER, SUPERVISOR):
        assert table.no(GrantStandingLeave(), position) == "position/not-allowed"
    assert table.no(WithdrawStandingLeave(), MANAGER) == "close/no-standing-leave"
    table.do(GrantStandingLeave(), MANAGER)
    assert table.no(GrantStandingLeave(), SHIFT) == "close/leave-stands"
    for _ in range(2):
        table.open_bets()
        (closed,) = table.do(CloseBets())
        assert isinstance(closed, BetsClosed)
        assert (closed.early, closed.clause) == (True, "6.1")
        table.do(SpinBall())
        table.do(VoidRound(clause="5.4"))
    kept = table_from_plain(table_to_plain(table.state), table.book, table.house)
    assert kept.standing_leave == MANAGER
    table.open_bets()
    table.do(WithdrawStandingLeave(), SHIFT)
    assert table.no(CloseBets()) == "close/needs-leave"


@pytest.mark.parametrize("book_id", ["racetrack-2012", "sands-2017", "edz-2020"])
def test_books_without_early_close_have_no_standing_leave(book_id: str) -> None:
    table = AtTable(book_id)
    for command in (GrantStandingLeave(), WithdrawStandingLeave()):
        assert table.no(command, SHIFT) == "position/no-such-power"
    assert table.no(GrantStandingLeave(), Actor("max", None)) == "position/no-such-power"
