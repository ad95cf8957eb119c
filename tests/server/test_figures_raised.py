"""Figures of a table beyond the house's thresholds raise an alert, once in a gaming day."""

from pathlib import Path

import pytest

from croupier.house.meters import Figures
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.void import VoidRound
from croupier.server.config.settings import Alerts
from croupier.server.floor.alerts import MissingTerminals, beyond
from tests.server.houses import DEALER, STAFF, SUPERVISOR, Hosted, configured, dealt, hosting

TABLE = "sands-2019"


def raised(hosted: Hosted, who: Actor = SUPERVISOR) -> list[tuple[str, str]]:
    """The kinds of standing alerts of a table, each with the words of its first message."""
    hosted.run(hosted.house.running.idle())
    alerts = hosted.http("GET", "/api/floor", who=who).json["alerts"]
    return [(each["kind"], each["says"][0]["id"]) for each in alerts]


def test_a_table_whose_rounds_are_all_void_is_looked_at(tmp_path: Path) -> None:
    config = configured(tmp_path, [dealt(TABLE)], alerts=Alerts(void_from=3))
    with hosting(config) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        for rounds in range(1, 6):
            hosted.run(hosted.must(TABLE, OpenBets(), VoidRound(clause="5.10")))
            wanted = [("figures/voids", "figures.voids")] if rounds >= 3 else []
            assert raised(hosted) == wanted, f"{rounds} rounds"
        assert raised(hosted, DEALER) == [], "a Dealer is shown no figures"


def test_a_big_win_is_looked_at(tmp_path: Path) -> None:
    config = configured(tmp_path, [dealt(TABLE)], alerts=Alerts(win=100_000))
    with hosting(config) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        for stake, wanted in ((2_000, []), (4_000, [("figures/big-win", "figures.big-win")])):
            hosted.run(hosted.must(TABLE, OpenBets()))
            bet = PlaceWager(wager="straight:17", amount=stake)
            hosted.run(hosted.must(TABLE, bet, by=Actor("ada")))
            hosted.run(hosted.close_bets(TABLE))
            hosted.run(hosted.must(TABLE, CallOutcome(number="17"), ConfirmOutcome(number="17")))
            assert raised(hosted) == wanted


@pytest.mark.parametrize(
    ("figures", "measures"),
    [
        (Figures(drop=1_000_000, win=0), []),
        (Figures(drop=1_000_000, win=-600_000), ["hold-low"]),
        (Figures(drop=1_000_000, win=700_000), ["hold-high"]),
        (Figures(drop=900_000, win=900_000), []),
        (Figures(rounds=4, voids=4), []),
        (Figures(rounds=10, voids=2), []),
        (Figures(rounds=10, voids=3), ["voids"]),
    ],
)
def test_what_is_beyond_a_threshold(figures: Figures, measures: list[str]) -> None:
    assert [one.measure for one in beyond(figures, Alerts())] == measures


def test_a_terminal_that_stays_away_is_missed_once() -> None:
    now = [0]
    terminals = MissingTerminals(lambda: now[0], minutes=10)
    assert terminals.missed(["one", "two"], ["one"]) == []
    now[0] = 599_999
    assert terminals.missed(["one", "two"], []) == []
    now[0] = 600_000
    assert terminals.missed(["one", "two"], []) == ["one"], "the other was never connected"
    assert terminals.missed(["one", "two"], []) == []
    assert terminals.missed(["one", "two"], ["one"]) == []
    now[0] = 1_200_000
    assert terminals.missed(["one", "two"], []) == ["one"]
    assert terminals.missed(["two"], []) == [], "it was withdrawn"
