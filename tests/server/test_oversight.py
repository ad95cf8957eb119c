"""One person who decides about money once the number is known: looked at by somebody else."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.office.alerts import AlertAcknowledged, AlertRaised
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome
from croupier.round.spin import ReportRest
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Oversight
from croupier.server.floor.alerts import Day, rates_of
from croupier.table.core import HOUSE_STREAM
from croupier.table.oversight import Rate
from croupier.words.message import Message, joined
from tests.server.houses import (
    DEALER,
    MANAGER,
    SECOND,
    STAFF,
    SUPERVISOR,
    TIMEOUT_S,
    Hosted,
    configured,
    dealt,
    hosting,
)

TABLE, OTHER = "sands-2019", "fast-action-2020"
WHY = "the chip was pushed over"
MOVE = {
    "type": "rule-on-wager",
    "player": "ada",
    "wager": "straight:16",
    "ruling": "moved",
    "to": "straight:17",
    "reason": WHY,
}
NO_SPIN = {"type": "call-no-spin", "reason": "the wheel felt slow"}


def house(folder: Path, **terms: int) -> HouseConfig:
    return configured(folder, [dealt(TABLE), dealt(OTHER)], oversight=Oversight(**terms))


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    with hosting(house(tmp_path)) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        yield hosted


def called(hosted: Hosted, number: str = "17") -> None:
    """Ada lies on 16 with 200.00, and a number is called."""
    bet = PlaceWager(wager="straight:16", amount=20_000)
    hosted.run(hosted.must(TABLE, OpenBets()))
    hosted.run(hosted.must(TABLE, bet, by=Actor("ada")))
    hosted.run(hosted.close_bets(TABLE))
    hosted.run(hosted.must(TABLE, ReportRest(), CallOutcome(number=number)))


def waited(read: Callable[[], Any], holds: Callable[[Any], bool] = bool) -> Any:
    """What is read, once it is what is waited for."""
    end = time.monotonic() + TIMEOUT_S
    while not holds(found := read()):
        assert time.monotonic() < end, found
        time.sleep(0.02)
    return found


def alerts(hosted: Hosted) -> list[dict[str, Any]]:
    encoded = msgspec.json.encode(hosted.run(_view(hosted)).alerts)
    shown: list[dict[str, Any]] = msgspec.json.decode(encoded)
    return shown


def rates(hosted: Hosted) -> dict[str, tuple[int, int, int, int]]:
    """Rounds, decisions, money moved and early voids, by person, as the pit sees them."""
    shown = hosted.run(_view(hosted)).rates
    return {one.name: (one.rounds, one.decisions, one.moved, one.early) for one in shown}


async def _view(hosted: Hosted) -> Any:
    return hosted.house.overview.view()


def acknowledged(hosted: Hosted, id_: int, who: Actor) -> Any:
    reply = hosted.http("POST", f"/api/alerts/{id_}/acknowledge", {}, who)
    return reply.code if reply.status != 200 else None


def worded(alert: dict[str, Any]) -> str:
    """What an alert says, in English."""
    return joined(msgspec.convert(alert["says"], tuple[Message, ...]))


def test_a_supervisor_who_moves_a_losing_wager_onto_the_called_number_is_looked_at(
    hosted: Hosted,
) -> None:
    called(hosted)
    assert hosted.act(SUPERVISOR, TABLE, MOVE | {"reason": " "}).json["code"] == "reason/empty"
    assert hosted.act(SUPERVISOR, TABLE, MOVE).json["accepted"]
    (alert,) = waited(lambda: alerts(hosted))
    assert (alert["kind"], alert["table"], alert["about"]) == ("oversight/ruling", TABLE, ["sue"])
    assert alert["results"] == [
        {"player": "ada", "without": -20_000, "now": 700_000},
        {"player": None, "without": 20_000, "now": -700_000},
    ]
    assert alerts(hosted) == hosted.http("GET", "/api/alerts", None, MANAGER).json
    assert "moves 7,200.00 on 17" in worded(alert)
    assert WHY in worded(alert)
    assert rates(hosted) == {"sue": (0, 1, 720_000, 0)}


def test_a_dealer_who_voids_the_called_number_is_looked_at(hosted: Hosted) -> None:
    called(hosted, "16")
    assert hosted.act(DEALER, TABLE, NO_SPIN | {"reason": ""}).json["code"] == "reason/empty"
    assert hosted.act(DEALER, TABLE, NO_SPIN).json["accepted"]
    (alert,) = waited(lambda: alerts(hosted))
    assert (alert["kind"], alert["about"]) == ("oversight/void", ["dora"])
    assert alert["results"][0] == {"player": "ada", "without": 700_000, "now": 0}
    assert waited(lambda: rates(hosted)) == {"dora": (1, 1, 700_000, 0)}


def test_nobody_acknowledges_the_alert_about_themselves(hosted: Hosted) -> None:
    called(hosted)
    assert hosted.act(SUPERVISOR, TABLE, MOVE).json["accepted"]
    (alert,) = waited(lambda: alerts(hosted))
    assert acknowledged(hosted, alert["id"], SUPERVISOR) == "alert/own"
    assert acknowledged(hosted, alert["id"], DEALER) == "position/not-allowed"
    assert alerts(hosted) == [alert]
    assert acknowledged(hosted, alert["id"], SECOND) is None
    assert alerts(hosted) == []
    names = [one.name for one in hosted.entries(HOUSE_STREAM)]
    assert names.count(AlertAcknowledged.name) == 1


@pytest.mark.parametrize(
    ("terms", "measure"),
    [
        ({"decisions": 1, "moved": 10_000_000}, "decisions"),
        ({"moved": 1_000_000}, "moved"),
        ({"share": 50, "share_from": 2, "moved": 10_000_000}, "share"),
    ],
)
def test_whoever_decides_too_often_is_named_once_a_day(
    tmp_path: Path, terms: dict[str, int], measure: str
) -> None:
    with hosting(house(tmp_path, **terms)) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        for _ in range(3):
            called(hosted, "16")
            assert hosted.act(DEALER, TABLE, NO_SPIN).json["accepted"]
        found = waited(lambda: alerts(hosted), lambda found: len(found) == 4)
        (rate,) = [one for one in found if one["kind"] == "oversight/rate"]
        assert rate["about"] == ["dora"]
        assert "dora: " in worded(rate)
        assert "decisions once the number was known" in worded(rate)
        told = hosted.house.office.state.rates_told
        assert told == {"dora": {measure: "2026-11-15"}}
        assert acknowledged(hosted, rate["id"], DEALER) == "alert/own"


def test_rates_add_up_over_the_tables_of_the_latest_gaming_day(hosted: Hosted) -> None:
    """And of the day before, since not all begin at once; an older one adds nothing."""
    office = hosted.house.office
    days = [
        Day("2026-11-14", {"dora": Rate(rounds=9, decisions=9, moved=9, early=9)}),
        Day("2026-11-15", {"dora": Rate(rounds=4, decisions=1, moved=500), "guest": Rate(1)}),
        Day("2026-11-16", {"dora": Rate(rounds=6, decisions=2, moved=70, early=1)}),
    ]
    assert rates_of(office, days) == {"dora": Rate(rounds=10, decisions=3, moved=570, early=1)}


def test_whoever_approved_a_decision_does_not_put_its_alert_away(hosted: Hosted) -> None:
    called(hosted)
    body = {"table": TABLE, "command": MOVE, "reason": WHY}
    asked = hosted.http("POST", "/api/approvals", body, SUPERVISOR).json["approval"]
    assert hosted.http("POST", f"/api/approvals/{asked}/approve", {}, SECOND).json["accepted"]
    (alert,) = waited(lambda: alerts(hosted))
    assert alert["about"] == ["sue", "sam"]
    for who in (SUPERVISOR, SECOND):
        assert acknowledged(hosted, alert["id"], who) == "alert/own"
    assert acknowledged(hosted, alert["id"], MANAGER) is None


def test_voids_while_the_ball_runs_count_in_the_share(tmp_path: Path) -> None:
    """Whoever reports the rest too late on purpose is seen by how often they void."""
    with hosting(house(tmp_path, share=50, share_from=2)) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE))
        for _ in range(2):
            hosted.run(hosted.must(TABLE, OpenBets()))
            hosted.run(hosted.close_bets(TABLE))
            assert hosted.act(DEALER, TABLE, NO_SPIN).json["accepted"]
        (rate,) = waited(lambda: alerts(hosted))
        assert (rate["kind"], rate["about"]) == ("oversight/rate", ["dora"])
        assert rates(hosted) == {"dora": (2, 0, 0, 2)}


def test_what_was_decided_is_told_after_a_restart_once(tmp_path: Path) -> None:
    config = house(tmp_path)
    with hosting(config) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(TABLE, "ada"))
        called(hosted)
        hosted.house.watch.oversee = _nothing  # type: ignore[method-assign]  # it dies before it tells
        assert hosted.act(SUPERVISOR, TABLE, MOVE).json["accepted"]
        assert alerts(hosted) == []
    for _ in range(2):
        with hosting(config) as hosted:
            (alert,) = alerts(hosted)
            assert alert["about"] == ["sue"]
            assert rates(hosted) == {"sue": (0, 1, 720_000, 0)}
            names = [one.name for one in hosted.entries(HOUSE_STREAM)]
            assert names.count(AlertRaised.name) == 1


async def _nothing(*tables: str) -> None:
    pass


def test_many_decisions_do_not_fill_the_house_with_alerts(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than a hundred of a table never stand at once, and none is lost."""
    monkeypatch.setattr("croupier.office.alerts.DECISIONS_STANDING_MAX", 2)
    called(hosted)
    stands = MOVE | {"ruling": "stands", "to": None}
    for _ in range(3):
        assert hosted.act(SUPERVISOR, TABLE, stands).json["accepted"]
    found = waited(lambda: alerts(hosted), lambda found: len(found) == 2)
    hosted.run(hosted.house.office.logbook.idle())
    assert acknowledged(hosted, found[0]["id"], MANAGER) is None
    again = waited(lambda: alerts(hosted), lambda now: len(now) == 2)
    assert [one["id"] for one in again] == [found[1]["id"], found[1]["id"] + 1]
