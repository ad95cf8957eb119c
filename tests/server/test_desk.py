"""The desk over the API: positions, excluded players, and what an approval would do."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.house.cashing import CashOut, CollectHeld
from croupier.house.chips import BuyIn
from croupier.house.exclusion import ExcludePlayer
from croupier.house.seats import LeaveSeat
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.rules.positions import Position
from croupier.table.core import table_stream
from tests.server.houses import (
    DEALER,
    SECOND,
    SHIFT,
    SUPERVISOR,
    Hosted,
    closing,
    configured,
    dealt,
    hosting,
)

BOOK = "racetrack-2012"


@pytest.fixture
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    folder = tmp_path_factory.mktemp("desk")
    with hosting(configured(folder, [dealt(BOOK)])) as hosted:
        hosted.run(hosted.staffed(DEALER, SUPERVISOR, SECOND, SHIFT))
        yield hosted


def asked(hosted: Hosted, command: dict[str, object]) -> int:
    body = {"table": BOOK, "command": command, "reason": "the camera shows it"}
    answer = hosted.http("POST", "/api/approvals", body, who=SUPERVISOR).json
    assert answer["accepted"], answer
    id_: int = answer["approval"]
    return id_


async def won_on_17(hosted: Hosted) -> None:
    await hosted.open(BOOK, "ada")
    await hosted.must(BOOK, OpenBets())
    await hosted.must(BOOK, PlaceWager(wager="straight:17", amount=1000), by=Actor("ada"))
    await hosted.must(BOOK, *closing(BOOK), CallOutcome(number="17"))
    await hosted.must(BOOK, ConfirmOutcome(number="17"))


def test_what_a_correction_would_do_is_told_and_nothing_of_it_is_done(hosted: Hosted) -> None:
    hosted.run(won_on_17(hosted))
    id_ = asked(hosted, {"type": "correct-outcome", "round": 1, "number": "20"})
    before = len(hosted.entries(table_stream(BOOK)))
    told = hosted.http("GET", f"/api/approvals/{id_}/effect", who=SECOND).json
    assert told["allowed"]
    assert told["players"] == [{"player": "ada", "before": 36_000, "after": 0, "uncollected": 0}]
    assert told["says"][0].startswith("20 instead of 17")
    assert len(hosted.entries(table_stream(BOOK))) == before


def told_of(hosted: Hosted, outcome: str) -> dict[str, Any]:
    """What the approver is told of a correction, which is then approved."""
    id_ = asked(hosted, {"type": "correct-outcome", "round": 1, "number": outcome})
    told: dict[str, Any] = hosted.http("GET", f"/api/approvals/{id_}/effect", who=SECOND).json
    approved = hosted.http("POST", f"/api/approvals/{id_}/approve", {}, who=SECOND)
    assert approved.status == 200, approved.json
    return told


def purse(hosted: Hosted) -> int:
    return sum(hosted.house.floor.tables[BOOK].state.purse("ada").values())


def test_the_approver_sees_what_cannot_be_collected_and_what_leaves_the_purse(
    hosted: Hosted,
) -> None:
    """Reading 19: the win was cashed out, and new money came to the table."""
    hosted.run(won_on_17(hosted))
    hosted.run(hosted.must(BOOK, CashOut(player="ada", amount=purse(hosted))))
    first = told_of(hosted, "0")
    kept = {"player": "ada", "before": 36_000, "after": 36_000, "uncollected": 36_000}
    assert first["players"] == [kept]
    assert "0 instead of 17: 0.00 taken back; 0.00 paid out" in first["says"][-1]
    assert "360.00 not collected from ada: the house’s loss" in first["says"][-1]
    hosted.run(hosted.must(BOOK, BuyIn(player="ada", amount=50_000)))
    second = told_of(hosted, "3")
    due = {"player": "ada", "before": 36_000, "after": 0, "uncollected": 0}
    assert second["players"] == [due]
    assert "3 instead of 0: 360.00 taken back; 0.00 paid out" in second["says"][-1]
    assert "360.00 collected from ada that an earlier correction" in second["says"][-1]
    assert purse(hosted) == 50_000 - 36_000


def test_what_an_approval_would_be_refused_for_is_told(hosted: Hosted) -> None:
    hosted.run(won_on_17(hosted))
    id_ = asked(hosted, {"type": "correct-outcome", "round": 1, "number": "17"})
    told = hosted.http("GET", f"/api/approvals/{id_}/effect", who=SECOND).json
    assert not told["allowed"]
    assert told["code"] == "correct/same-outcome"
    own = hosted.http("GET", f"/api/approvals/{id_}/effect", who=SUPERVISOR).json
    assert own["code"] in ("approval/same-person", "correct/same-outcome")
    assert hosted.http("GET", "/api/approvals/999/effect", who=SECOND).status == 404


def test_excluded_players_are_listed_for_staff_alone(hosted: Hosted) -> None:
    hosted.run(hosted.must(BOOK, ExcludePlayer(player="eve", reason="asked for it"), by=SHIFT))
    listed = hosted.http("GET", "/api/excluded", who=SHIFT).json
    assert listed == [{"player": "eve", "reason": "asked for it"}]
    assert hosted.http("GET", "/api/excluded", who=DEALER).json == [
        {"player": "eve", "reason": None}
    ]
    assert hosted.http("GET", "/api/excluded").status == 401


def test_another_position_is_for_the_shift_manager_to_give(hosted: Hosted) -> None:
    body = {"position": "pit-manager", "reason": "acts up tonight"}
    path = f"/api/staff/{SUPERVISOR.name}/position"
    assert hosted.http("GET", "/api/floor", who=SUPERVISOR).status == 200
    assert hosted.http("POST", path, body, who=SECOND).code == "position/not-allowed"
    assert hosted.by_two(path, body, second=SECOND).json["accepted"]
    staff = hosted.http("GET", "/api/staff", who=SHIFT).json
    assert {one["name"]: one["position"] for one in staff}[SUPERVISOR.name] == Position.PIT_MANAGER
    assert hosted.http("GET", "/api/floor", who=SUPERVISOR).status == 401, "signs in anew"


def test_staff_still_see_who_left_with_something_held(hosted: Hosted) -> None:
    hosted.run(won_on_17(hosted))
    hosted.run(hosted.must(BOOK, LeaveSeat(player="ada")))
    path = f"/api/tables/{BOOK}/staff"
    (left,) = hosted.http("GET", path, who=DEALER).json["players"]
    assert (left["player"], left["seated"], left["held"]) == ("ada", False, 135_000)
    hosted.run(hosted.must(BOOK, CollectHeld(player="ada")))
    assert hosted.http("GET", path, who=DEALER).json["players"] == []
