"""The round's commands at a table, and the fixed order of the house's checks."""

import pytest

from croupier import books
from croupier.house import commands as c
from croupier.round import commands as r
from croupier.round import events as re
from croupier.round.voiding import recover
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
    place = r.PlaceWager(wager="straight:17", amount=10**12)
    table.do(c.ExcludePlayer(player="ada", reason="on request"), MANAGER)
    table.do(c.SetMaximumPayout(amount=1), MANAGER)
    assert table.no(place, ADA) == "table/closed"
    table.do(c.StartDay(day="2020-03-18"), SHIFT)
    table.do(c.OpenTable(opener=0), SUPERVISOR)
    assert table.no(place, ADA) == "player/excluded"
    table.do(c.ReadmitPlayer(player="ada"), SHIFT)
    assert table.no(place, ADA) == "seat/none"
    table.do(c.TakeSeat(player="ada"), ADA)
    assert table.no(place, ADA) == "round/none"
    table.open_bets()
    over = r.PlaceWager(wager="straight:99", amount=0)
    assert table.no(over, ADA) == "wager/unknown-number"
    place = r.PlaceWager(wager="straight:17", amount=500)
    assert table.no(place, ADA) == "funds/too-low"
    table.do(c.BuyIn(player="ada", amount=500))
    assert table.no(place, ADA) == "payout/over-maximum"


@pytest.mark.parametrize("book_id", books.ids())
def test_a_round_moves_stakes_through_escrow(book_id: str) -> None:
    table = AtTable(book_id)
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    table.bet("straight:16", 500)
    table.do(r.WithdrawWager(wager="straight:16"), ADA)
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
    table.do(r.SpinBall() if book_id in LIVE else r.CloseBets())
    table.do(r.VoidRound(clause="5.4"))
    assert table.has() == 10_000
    figures = table.state.meters.ever
    assert (figures.voids, figures.voided, figures.rounds) == (1, 1000, 1)
    assert (figures.turnover, figures.win) == (0, 0)


def test_an_abandoned_round_returns_the_exact_stakes() -> None:
    table = AtTable("sands-2017")
    table.sit("ada", 10_000)
    table.open_bets()
    table.bet("straight:17", 1000)
    table.do(r.SuspendRound(reason="lights out"))
    table.do(r.AbandonRound(reason="the wheel is stuck"), MANAGER)
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
    table.do(r.ReportRest())
    table.do(r.RuleOnWager(player="ada", wager="red", ruling="returned"), SUPERVISOR)
    table.do(
        r.RuleOnWager(player="ada", wager="straight:17", ruling="moved", to="straight:4"),
        SUPERVISOR,
    )
    assert table.balance("escrow") == 2000
    table.do(r.CallOutcome(number="4"))
    table.do(r.ConfirmOutcome(number="4"))
    assert table.has() == 8000 + 1000 + 36_000


def test_the_next_round_opens_when_the_last_has_ended() -> None:
    table = AtTable()
    assert table.open_bets() == 1
    assert table.no(r.OpenBets()) == "round/not-now"
    table.do(r.VoidRound(clause="5.4"))
    assert table.open_bets() == 2
    assert set(table.state.past) == {1}


@pytest.mark.parametrize(
    ("command", "by"),
    [
        (r.SpinBall(), DEALER),
        (r.ConfirmOutcome(number="3"), DEALER),
        (r.VoidRound(clause="5.4"), DEALER),
        (r.SuspendRound(reason="x"), DEALER),
    ],
)
def test_without_a_round_there_is_nothing_to_run(command: r.Command, by: r.Actor) -> None:
    assert AtTable().no(command, by) == "round/none"


def test_without_a_round_there_is_nothing_to_take_back() -> None:
    table = AtTable()
    table.sit("ada")
    assert table.no(r.WithdrawWager(wager="red"), ADA) == "round/none"


def test_what_the_round_refuses_is_refused_with_its_clause() -> None:
    table = AtTable()
    table.sit("ada")
    table.open_bets()
    table.close_bets()
    decided = table.ask(r.PlaceWager(wager="red", amount=500), ADA)
    assert not isinstance(decided, list)
    assert (decided.code, decided.clause) == ("late/placed", "5.11")


def test_a_refusal_on_record_changes_nothing() -> None:
    table = AtTable()
    before = table.shown()
    refused = re.ActionRefused(
        asked="place-wager", by=ADA, code="late/placed", clause="5.11", message="no"
    )
    table.happen(refused)
    assert table.shown() == before


def test_the_secret_of_a_round_is_revealed_once_after_its_end() -> None:
    table = AtTable("edz-2020")
    table.do(r.OpenBets(commitment="c" * 64))
    reveal = r.RevealSecret(round=1, secret="s" * 64)
    assert table.no(reveal) == "round/not-now"
    assert table.no(r.RevealSecret(round=2, secret="s")) == "secret/not-ended"
    table.do(r.VoidRound(clause="5.4"))
    assert table.no(reveal, ADA) == "position/not-allowed"
    table.do(reveal)
    assert table.state.past[1].revealed == "s" * 64
    assert table.no(reveal) == "secret/revealed"
    table.open_bets()
    table.do(r.VoidRound(clause="5.4"))
    assert table.no(r.RevealSecret(round=2, secret="s")) == "secret/none"
