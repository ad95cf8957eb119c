"""The round's commands at a table, and the fixed order of the house's checks."""

from functools import partial

import pytest

from croupier import books
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.exclusion import ExcludePlayer, ReadmitPlayer
from croupier.house.limits import SetMaximumPayout
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.round.base import ActionRefused, Actor, Command
from croupier.round.bets import (
    PlaceForPlayer,
    PlaceWager,
    RecordWager,
    RecordWithdrawal,
    TakeBackForPlayer,
    WagerPlaced,
    WagerTakenBack,
    WagerWithdrawn,
    WithdrawWager,
)
from croupier.round.close import CloseBets
from croupier.round.interruption import AbandonRound, DeclareInterruption, SuspendRound, recover
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.ruling import RuleOnWager
from croupier.round.secret import RevealSecret
from croupier.round.spin import ReportRest, SpinBall
from croupier.round.void import VoidRound
from croupier.rules.refusal import Refusal
from tests.clauses import proves
from tests.house.at_table import (
    ADA,
    DEALER,
    LIVE,
    MANAGER,
    SHIFT,
    SUPERVISOR,
    AtTable,
)


@pytest.mark.parametrize("book_id", books.ids())
def test_the_checks_of_a_wager_come_in_a_fixed_order(book_id: str) -> None:
    """Table open, not excluded, seated, what the round decides, funds, maximum payout."""
    table = AtTable(book_id, opened=False)
    place = PlaceWager(wager="straight:17", amount=10**12)
    table.do(ExcludePlayer(player="ada", reason="on request"), MANAGER)
    table.do(SetMaximumPayout(amount=1), MANAGER)
    assert table.no(place, ADA) == "table/closed"
    table.do(StartDay(day="2020-03-18"), SHIFT)
    table.do(OpenTable(opener=10_000), SUPERVISOR)
    assert table.no(place, ADA) == "player/excluded"
    table.do(ReadmitPlayer(player="ada"), SHIFT)
    assert table.no(place, ADA) == "seat/none"
    table.do(TakeSeat(player="ada"), ADA)
    assert table.no(place, ADA) == "round/none"
    table.open_bets()
    over = PlaceWager(wager="straight:99", amount=0)
    assert table.no(over, ADA) == "wager/unknown-number"
    place = PlaceWager(wager="straight:17", amount=500)
    assert table.no(place, ADA) == "funds/too-low"
    table.do(BuyIn(player="ada", amount=500))
    assert table.no(place, ADA) == "payout/over-maximum"


@pytest.mark.parametrize("book_id", books.ids())
def test_a_round_moves_stakes_through_escrow(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    table.bet("straight:16", 500)
    table.do(WithdrawWager(wager="straight:16"), ADA)
    assert (table.has(), table.balance("escrow")) == (9000, 1000)
    table.settle("16")
    assert (table.has(), table.balance("escrow")) == (9000, 0)
    assert table.state.meters.ever.win == table.state.meters.ever.turnover == 1000


@pytest.mark.parametrize("book_id", books.ids())
def test_a_void_round_returns_the_exact_stakes(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    table.do(SpinBall() if book_id in LIVE else CloseBets())
    table.do(VoidRound(clause="5.10"))
    assert table.has() == 10_000
    figures = table.state.meters.ever
    assert (figures.voids, figures.voided, figures.rounds) == (1, 1000, 1)
    assert (figures.turnover, figures.win) == (0, 0)


def test_an_abandoned_round_returns_the_exact_stakes() -> None:
    table = AtTable("sands-2017")
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    table.do(DeclareInterruption(reason="lights out"))
    table.do(AbandonRound(reason="the wheel is stuck"), MANAGER)
    assert table.has() == 10_000
    assert table.state.meters.ever.voids == 1


@pytest.mark.parametrize("book_id", books.ids())
def test_what_recovery_does_to_a_round_is_booked_like_anything_else(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    assert table.state.round is not None
    table.state.round.own_wheel = True
    for event in recover(table.state.round):
        table.happen(event)
    voided = table.book.says.recovery.strategy == "void-unless-outcome"
    assert table.has() == (10_000 if voided else 9000)
    assert (table.state.round is None) == voided


def test_rulings_move_no_money_until_the_round_ends() -> None:
    table = AtTable("sands-2019")
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    table.bet("red", 1000)
    table.close_bets()
    table.do(ReportRest())
    table.do(
        RuleOnWager(player="ada", wager="red", ruling="returned", reason="seen to"), SUPERVISOR
    )
    table.do(
        RuleOnWager(
            player="ada", wager="straight:17", ruling="moved", to="straight:4", reason="seen to"
        ),
        SUPERVISOR,
    )
    assert table.balance("escrow") == 2000
    table.do(CallOutcome(number="4"))
    table.do(ConfirmOutcome(number="4"))
    assert table.has() == 8000 + 1000 + 36_000


def test_a_ruling_on_part_of_a_stack_cuts_no_colour_chip() -> None:
    table = AtTable("sands-2019")
    table.sit("ada", 10_000, chips="colour-chips", colour="blue", value=500)
    table.open_bets()
    table.bet("straight:17", 1000, chips="colour-chips")
    table.close_bets()
    table.do(ReportRest())
    rule = partial(
        RuleOnWager, player="ada", wager="straight:17", ruling="returned", reason="seen to"
    )
    assert table.no(rule(amount=250), SUPERVISOR) == "colour/not-whole"
    table.do(rule(amount=500), SUPERVISOR)
    table.do(CallOutcome(number="4"))
    table.do(ConfirmOutcome(number="4"))
    assert table.state.purse("ada") == {"colour-chips": 9500}


def test_the_next_round_opens_when_the_last_has_ended() -> None:
    table = AtTable()
    assert table.open_bets() == 1
    assert table.no(OpenBets()) == "round/not-now"
    table.do(VoidRound(clause="5.10"))
    assert table.open_bets() == 2
    assert set(table.state.past) == {1}


@pytest.mark.parametrize(
    ("command", "by"),
    [
        (SpinBall(), DEALER),
        (ConfirmOutcome(number="3"), DEALER),
        (VoidRound(clause="5.10"), DEALER),
        (SuspendRound(reason="dark"), DEALER),
    ],
)
def test_without_a_round_there_is_nothing_to_run(command: Command, by: Actor) -> None:
    assert AtTable().no(command, by) == "round/none"


def test_without_a_round_there_is_nothing_to_take_back() -> None:
    table = AtTable()
    table.sit("ada")
    assert table.no(WithdrawWager(wager="red"), ADA) == "round/none"


def test_what_the_round_refuses_is_refused_with_its_clause() -> None:
    table = AtTable()
    table.sit("ada")
    table.open_bets()
    table.close_bets()
    decided = table.ask(PlaceWager(wager="red", amount=500), ADA)
    assert not isinstance(decided, list)
    assert (decided.code, decided.clause) == ("late/placed", "5.11")


def test_a_refusal_on_record_changes_nothing() -> None:
    table = AtTable()
    before = table.shown()
    refused = ActionRefused(
        asked="place-wager", by=ADA, code="late/placed", clause="5.11", message="no", figures=None
    )
    table.happen(refused)
    assert table.shown() == before


def test_the_secret_of_a_round_is_revealed_once_after_its_end() -> None:
    table = AtTable("edz-2020")
    table.do(OpenBets(commitment="c" * 64))
    reveal = RevealSecret(round=1, secret="s" * 64)
    assert table.no(reveal) == "round/not-now"
    assert table.no(RevealSecret(round=2, secret="s")) == "secret/not-ended"
    table.do(VoidRound(clause="5.10"))
    assert table.no(reveal, ADA) == "position/not-allowed"
    assert table.no(RevealSecret(round=1)) == "secret/sealed"
    table.do(reveal)
    assert table.state.past[1].revealed == "s" * 64
    assert table.no(reveal) == "secret/revealed"
    table.open_bets()
    table.do(VoidRound(clause="5.10"))
    assert table.no(RevealSecret(round=2, secret="s")) == "secret/none"


@pytest.mark.parametrize("book_id", LIVE)
def test_staff_record_what_a_player_lays_on_the_felt_and_takes_off(book_id: str) -> None:
    """A live table without terminals: the wager is the player's own, and so are its checks."""
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.sit("ben", 0)
    table.open_bets()
    record = partial(RecordWager, wager="straight:17")
    assert table.no(record(player="ada", amount=500), ADA) == "position/not-allowed"
    assert table.no(record(player="eve", amount=500)) == "seat/none"
    assert table.no(record(player="ben", amount=500)) == "funds/too-low"
    (placed,) = table.do(record(player="ada", amount=2000))
    assert isinstance(placed, WagerPlaced)
    assert (placed.placed_by, placed.recorded_by) == (None, DEALER)
    table.do(record(player="ada", amount=500), SUPERVISOR)
    off = partial(RecordWithdrawal, player="ada", wager="straight:17")
    assert table.no(off(), ADA) == "position/not-allowed"
    (taken,) = table.do(off(amount=1000))
    assert isinstance(taken, WagerWithdrawn)
    assert (taken.chips, taken.recorded_by) == ({"cash-chips": 1000}, DEALER)
    assert table.has() == 8500
    table.do(WithdrawWager(wager="straight:17", amount=500), ADA)
    table.close_bets()
    late = table.book.says.late
    for command, by in ((record(player="ada", amount=500), late.placed), (off(), late.withdrawn)):
        refused = table.ask(command)
        assert isinstance(refused, Refusal)
        assert refused.clause == by.clause


def test_credits_are_wagered_at_the_terminal_alone() -> None:
    table = AtTable("edz-2020")
    table.sit("ada", 10_000)
    table.open_bets()
    wager = {"player": "ada", "wager": "straight:17"}
    assert table.no(RecordWager(**wager, amount=500)) == "position/no-such-power"  # type: ignore[arg-type]
    assert table.no(RecordWithdrawal(**wager)) == "position/no-such-power"  # type: ignore[arg-type]


@proves("sands-2019 fast-action-2020", "3.5")
@pytest.mark.parametrize("book_id", ["sands-2019", "fast-action-2020"])
def test_staff_take_back_what_staff_placed_by_mistake_and_nothing_else(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 500)
    back = partial(TakeBackForPlayer, player="ada", wager="straight:17")
    assert table.no(back()) == "wager/none-by-staff"
    for by in (DEALER, MANAGER):
        table.do(PlaceForPlayer(player="ada", wager="straight:17", amount=1000), by)
    table.bet("straight:17", 300)
    assert table.no(back(), ADA) == "position/not-allowed"
    assert table.no(back(amount=2001)) == "wager/less-there"
    (taken,) = table.do(back(amount=1500), SUPERVISOR)
    assert isinstance(taken, WagerTakenBack)
    assert (taken.by, taken.clause, taken.chips) == (SUPERVISOR, "3.5", {"cash-chips": 1500})
    assert table.state.round is not None
    lying = [(one.amount, one.by_staff) for one in table.state.round.placements]
    assert lying == [(500, False), (500, True), (300, False)]
    table.close_bets()
    assert table.no(back()) == "late/withdrawn"


@pytest.mark.parametrize("book_id", ["racetrack-2012", "sands-2017", "edz-2020"])
def test_books_without_staff_placing_have_nothing_to_take_back(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 500)
    back = TakeBackForPlayer(player="ada", wager="straight:17")
    assert table.no(back, SHIFT) == "position/no-such-power"
