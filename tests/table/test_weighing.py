"""Decisions about money once the number is known: weighed on record, and counted by person."""

from typing import cast

from msgspec.structs import replace

from croupier.house.cashing import CashOut
from croupier.house.day import EndDay, StartDay
from croupier.house.permissions import Thresholds
from croupier.house.seats import LeaveSeat
from croupier.house.tray import CloseTable
from croupier.journal.memory import MemoryStore
from croupier.round.base import Actor, Command
from croupier.round.close import CloseBets
from croupier.round.correction import CorrectOutcome
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.referral import DecideReferral, Refer
from croupier.round.ruling import RevokeRuling, RuleOnWager, Ruling
from croupier.round.spin import ReportRest, SpinBall
from croupier.round.void import VoidRound
from croupier.rules.positions import Position
from croupier.table.codec import CODEC
from croupier.table.core import Core, table_stream
from croupier.table.events import Change, DecisionWeighed
from croupier.table.oversight import Rate
from tests.table.floors import DEALER, SHIFT, SUPERVISOR, Serving

TABLE = "sands-2019"
SECOND = Actor("sam", Position.PIT_SUPERVISOR)
WHY = "the chip was pushed over"


async def _resting(store: MemoryStore) -> Serving:
    """A round whose ball rests: Ada lies on 16 and Ben on red, and the wheel shows 17, black."""
    serving = await Serving(store, own_wheel=False).start()
    await serving.open(TABLE, "ada", "ben")
    await _to_rest(serving)
    return serving


async def _to_rest(serving: Serving) -> None:
    await serving.must(TABLE, OpenBets())
    assert (await serving.bet(TABLE, "ada", "straight:16", 20_000)).accepted
    assert (await serving.bet(TABLE, "ben", "red", 5_000)).accepted
    await serving.must(TABLE, SpinBall(), CloseBets(), ReportRest())


def _core(serving: Serving) -> Core:
    return serving.floor.tables[TABLE]


def _weighed(store: MemoryStore, table: str = TABLE) -> list[DecisionWeighed]:
    named = store.named(table_stream(table), (DecisionWeighed.name,))
    return [cast(DecisionWeighed, CODEC.event(one)) for one in named]


def _move(**terms: object) -> Command:
    fields = {"player": "ada", "wager": "straight:16", "ruling": "moved", "to": "straight:17"}
    return RuleOnWager(**fields | {"reason": WHY} | terms)  # type: ignore[arg-type]


async def test_a_losing_wager_moved_onto_the_called_number_is_weighed_with_its_money() -> None:
    store = MemoryStore()
    serving = await _resting(store)
    await serving.must(TABLE, CallOutcome(number="17"))
    await serving.must(TABLE, _move(), by=SUPERVISOR)
    (one,) = _weighed(store)
    assert (one.by, one.asked, one.reason) == (SUPERVISOR, "rule-on-wager", WHY)
    assert (one.number, one.entered, one.round) == ("17", True, 1)
    assert one.players == {"ada": Change(-20_000, 700_000)}
    assert one.house == Change(20_000, -700_000)
    assert (one.moved, one.concerned) == (720_000, 1)
    assert _core(serving).oversight.rates["sue"] == Rate(decisions=1, moved=720_000)
    await serving.stop()


async def test_a_dealer_who_voids_a_called_number_is_weighed_by_what_all_would_have_had() -> None:
    store = MemoryStore()
    serving = await _resting(store)
    await serving.must(TABLE, CallOutcome(number="16"))
    await serving.must(TABLE, CallNoSpin(reason="the wheel felt slow"))
    (one,) = _weighed(store)
    assert one.players == {"ada": Change(700_000, 0), "ben": Change(5_000, 0)}
    assert one.house == Change(-705_000, 0)
    assert (one.by, one.asked, one.moved) == (DEALER, "call-no-spin", 705_000)
    assert _core(serving).oversight.rates["dora"] == Rate(1, 1, 705_000)
    await serving.stop()


async def test_a_number_that_is_only_seen_is_weighed_by_the_one_that_moves_most() -> None:
    """Whoever does not enter the number escapes nothing."""
    store = MemoryStore()
    serving = await _resting(store)
    await serving.must(TABLE, VoidRound(clause="5.3", reason="it hopped out and in"))
    (one,) = _weighed(store)
    assert (one.number, one.entered) == ("16", False)
    assert one.players["ada"] == Change(700_000, 0)
    await _to_rest(serving)
    await serving.must(TABLE, _move(to="straight:20"), by=SUPERVISOR)
    assert [(each.number, each.moved) for each in _weighed(store)[1:]] == [("16", 720_000)]
    await serving.stop()


async def test_a_wrong_number_entered_first_hides_nothing() -> None:
    """Another may be entered until one is confirmed: what counts is the most that it could move."""
    store = MemoryStore()
    serving = await _resting(store)
    await serving.must(TABLE, CallOutcome(number="5"))
    await serving.must(TABLE, _move(), by=SUPERVISOR)
    await serving.must(TABLE, CallOutcome(number="17"))
    await serving.must(TABLE, CallNoSpin(reason="the wheel felt slow"))
    ruling, void = _weighed(store)
    assert (ruling.number, ruling.moved) == ("5", 0)
    assert (ruling.most_on, ruling.at_most) == ("16", 720_000)
    assert (void.number, void.at_most) == ("17", 705_000)
    assert _core(serving).oversight.rates["sue"].moved == 720_000
    await serving.stop()


async def test_a_ruling_is_weighed_before_anybody_says_that_the_ball_rests() -> None:
    store = MemoryStore()
    serving = await Serving(store, own_wheel=False).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets())
    assert (await serving.bet(TABLE, "ada", "straight:16", 20_000)).accepted
    await serving.must(TABLE, SpinBall(), CloseBets(), Refer(reason="an odd spin"))
    ruling = Ruling("ada", "straight:16", "moved", to="straight:17")
    decided = DecideReferral(decision="rule", reason=WHY, rulings=(ruling,))
    await serving.must(TABLE, decided, by=SHIFT)
    (one,) = _weighed(store)
    assert (one.by, one.entered, one.moved) == (SHIFT, False, 720_000)
    await serving.stop()


async def test_the_bonus_numbers_are_needed_to_weigh() -> None:
    store = MemoryStore()
    table = "fast-action-2020"
    serving = await Serving(store, own_wheel=False).start()
    await serving.open(table, "ada")
    await serving.must(table, OpenBets(), SpinBall(), CloseBets(), ReportRest())
    await serving.must(table, CallNoSpin(reason="a chip in the wheel"))
    (one,) = _weighed(store, table)
    assert (one.number, one.moved, one.players) == (None, 0, {})
    await serving.stop()


async def test_what_cannot_be_weighed_takes_two_where_the_house_has_an_amount() -> None:
    table = "fast-action-2020"
    serving = await Serving(MemoryStore(), own_wheel=False).start()
    serving.floor.house.thresholds = Thresholds(void=10_000_000)
    await serving.open(table, "ada")
    await serving.must(table, OpenBets(), SpinBall(), CloseBets(), ReportRest())
    void = CallNoSpin(reason="a chip in the wheel")
    assert (await serving.ask(table, void)).code == "approval/unweighed"
    await serving.must(table, replace(void, approver=SECOND))
    await serving.stop()


async def test_the_second_person_of_a_decision_is_another_and_a_supervisor() -> None:
    """The table looks at them too, whoever let the command through."""
    serving = await _resting(MemoryStore())
    serving.floor.house.thresholds = Thresholds(void=1, ruling=1)
    for second, code in (
        (SUPERVISOR, "approval/same-person"),
        (DEALER, "approval/position"),
        (Actor("ada"), "approval/position"),
    ):
        asked = await serving.ask(TABLE, _move(approver=second), SUPERVISOR)
        assert (asked.accepted, asked.code) == (False, code)
    await serving.must(TABLE, _move(approver=SECOND), by=SUPERVISOR)
    await serving.stop()


async def test_before_the_ball_rests_nothing_is_weighed_and_voids_are_counted_all_the_same() -> (
    None
):
    store = MemoryStore()
    serving = await Serving(store, own_wheel=False).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets(), SpinBall(), CloseBets())
    await serving.must(TABLE, CallNoSpin(reason="a chip in the wheel"))
    await serving.must(TABLE, OpenBets(), CallNoSpin(reason="not even spun"))
    assert _weighed(store) == []
    assert _core(serving).oversight.rates == {"dora": Rate(rounds=2, early=1)}
    await serving.stop()


async def test_a_ball_that_rests_before_the_close_is_seen_too() -> None:
    store = MemoryStore()
    serving = await Serving(store, own_wheel=False).start()
    await serving.open(TABLE, "ada")
    await serving.must(TABLE, OpenBets(), SpinBall())
    await serving.bet(TABLE, "ada", "straight:16", 1_000)
    await serving.must(TABLE, ReportRest(), CallNoSpin(reason="the bets were not closed"))
    assert [each.moved for each in _weighed(store)] == [35_000]
    await serving.stop()


async def test_revoked_rulings_and_decisions_on_referrals_are_weighed() -> None:
    store = MemoryStore()
    serving = await _resting(store)
    await serving.must(TABLE, CallOutcome(number="17"))
    await serving.must(TABLE, _move(), by=SUPERVISOR)
    await serving.must(TABLE, RevokeRuling(number=1, reason="it was right"), by=SUPERVISOR)
    await serving.must(TABLE, Refer(reason="a quarrel about it"))
    ruling = Ruling("ada", "straight:16", "returned")
    await serving.must(
        TABLE, DecideReferral(decision="rule", reason=WHY, rulings=(ruling,)), by=SHIFT
    )
    await serving.must(TABLE, ConfirmOutcome(number="17"))
    correction = CorrectOutcome(round=1, number="16", approver=SECOND, reason="it was 16")
    await serving.must(TABLE, correction, by=SUPERVISOR)
    said = [(each.asked, each.by.name, each.moved) for each in _weighed(store)]
    assert said == [
        ("rule-on-wager", "sue", 720_000),
        ("revoke-ruling", "sue", 720_000),
        ("decide-referral", "gia", 20_000),
        ("correct-outcome", "sue", 10_000),
    ]
    assert [each.approver for each in _weighed(store)][-1] == SECOND
    rates = _core(serving).oversight.rates
    assert (rates["sue"], rates["gia"].decisions) == (Rate(1, 3, 1_450_000), 1)
    await serving.stop()


async def test_decisions_and_rates_outlive_a_restart_and_begin_anew_with_the_next_day() -> None:
    store = MemoryStore()
    serving = await _resting(store)
    await serving.must(TABLE, CallNoSpin(reason="the wheel felt slow"))
    before = _core(serving).oversight
    assert before.rates
    await serving.stop()
    serving = await Serving(store, own_wheel=False, clock=serving.clock).start()
    assert _core(serving).oversight == before
    for player in ("ada", "ben"):
        await serving.must(TABLE, CashOut(player=player, paid="cash"))
        await serving.must(TABLE, LeaveSeat(player=player))
    closer = _core(serving).state.ledger.balance("float")
    await serving.must(TABLE, CloseTable(closer=closer), by=SUPERVISOR)
    await serving.must(TABLE, EndDay(), by=SHIFT)
    await serving.stop()
    serving = await Serving(store, own_wheel=False, clock=serving.clock).start()
    assert _core(serving).oversight == before
    await serving.must(TABLE, StartDay(day="2026-11-16"), by=SHIFT)
    assert _core(serving).oversight.rates == {}
    assert _core(serving).oversight.made == 1
    await serving.stop()
