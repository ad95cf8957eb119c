"""Staff act at the tables of their shift, over HTTP and over the WebSocket."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.house.adjustment import AdjustBalance
from croupier.office.approvals import ApprovalRefused
from croupier.office.names import HOUSE
from croupier.office.state import Assignment
from croupier.protocol import frames as f
from croupier.protocol.views import StaffView
from croupier.round.base import ActionRefused, Actor
from croupier.round.opening import OpenBets
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.server.config.settings import Staff
from croupier.table.core import HOUSE_STREAM, table_stream
from tests.server.houses import (
    DEALER,
    MANAGER,
    SECOND,
    SHIFT,
    STAFF,
    SUPERVISOR,
    Hosted,
    configured,
    dealt,
    hosting,
    today,
)

HERE, THERE = "sands-2019", "fast-action-2020"
OPEN_BETS = {"type": "open-bets"}
ADJUST = {"type": "adjust-balance", "player": "ada", "amount": 500, "reason": "miscount"}
WHY = "late shift"


@pytest.fixture
def hosted(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hosted]:
    rules = Staff(**getattr(request, "param", {}))
    with hosting(configured(tmp_path, [dealt(HERE), dealt(THERE)], staff=rules)) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        if not rules.assigned_only:
            hosted.run(hosted.open(HERE, "ada"))
            hosted.run(hosted.open(THERE))
        yield hosted


def post(hosted: Hosted, who: Actor, path: str, **body: object) -> Any:
    reply = hosted.http("POST", path, body, who)
    return None if reply.status == 200 else reply.code


def assign(hosted: Hosted, who: Actor, by: Actor = MANAGER, **terms: object) -> Any:
    body = {"tables": [HERE], "hours": 8, "reason": WHY} | terms
    return post(hosted, by, f"/api/staff/{who.name}/assign", **body)


def opened(hosted: Hosted, table: str, who: Actor = DEALER) -> str | None:
    said: str | None = hosted.act(who, table, OPEN_BETS).json.get("code")
    return said


def test_a_dealer_deals_at_the_tables_of_the_shift_and_an_attempt_elsewhere_is_on_record(
    hosted: Hosted,
) -> None:
    assert assign(hosted, DEALER) is None
    assert opened(hosted, THERE) == "assignment/elsewhere"
    refused = [one for one in hosted.entries(table_stream(THERE)) if one.name == ActionRefused.name]
    body = msgspec.json.decode(refused[-1].body)
    assert (body["by"]["name"], body["code"]) == ("dora", "assignment/elsewhere")
    assert opened(hosted, HERE) is None
    assert opened(hosted, THERE, SUPERVISOR) is None


def codes(staff: StaffView) -> dict[str, str | None]:
    """Why each step is not to be done now, or that it is."""
    return {step.command: step.code for step in staff.steps}


def test_the_same_over_the_websocket_and_the_buttons_follow(hosted: Hosted) -> None:
    async def scenario() -> tuple[f.Verdict, dict[str, str | None], dict[str, str | None]]:
        wire = await hosted.wire(DEALER)
        now = await wire.ask(f.Watch(table=THERE), f.Now)
        assert now.staff is not None
        before = codes(now.staff)
        since = len(wire.texts)
        done = await hosted.house.office.assign(_asked(), 8)
        assert done is not None
        told = await wire.next(f.StaffFrame, since, lambda one: codes(one.staff) != before)
        after = codes(told.staff)
        action = f.Act(id=1, table=THERE, command=OpenBets())
        return await wire.ask(action, f.Verdict), before, after

    verdict, before, after = hosted.run(scenario())
    assert before["open-bets"] is None
    assert after["open-bets"] == after["take-seat"] == "assignment/elsewhere"
    assert after["exclude-player"] == before["exclude-player"]
    assert (verdict.accepted, verdict.code) == (False, "assignment/elsewhere")


def _asked() -> Assignment:
    return Assignment(DEALER.name, (HERE,), 0, 0, WHY, MANAGER)


def test_nobody_asks_for_or_approves_at_a_table_of_others(hosted: Hosted) -> None:
    ask = {"table": HERE, "command": ADJUST, "reason": "counted twice"}
    assert assign(hosted, SECOND, tables=[THERE]) is None
    assert post(hosted, SECOND, "/api/approvals", **ask) == "assignment/elsewhere"
    assert post(hosted, SUPERVISOR, "/api/approvals", **ask) is None
    assert post(hosted, SECOND, "/api/approvals/1/approve") == "assignment/elsewhere"
    noted = [one for one in hosted.entries(HOUSE_STREAM) if one.name == ApprovalRefused.name]
    assert len(noted) == 2
    assert post(hosted, MANAGER, "/api/approvals/1/approve") is None


def test_nor_is_anybody_the_second_person_there_or_orders_a_wheel(hosted: Hosted) -> None:
    """The table and the office look for themselves, whoever let it through."""
    assert assign(hosted, SECOND, tables=[THERE]) is None
    adjust = AdjustBalance(player="ada", amount=500, reason="miscount", approver=SECOND)
    assert hosted.run(hosted.ask(HERE, adjust, SUPERVISOR)).code == "assignment/elsewhere"
    ordered = hosted.run(hosted.house.office.order_wheel(HERE, "restart", None, SECOND))
    assert isinstance(ordered, Refusal)
    assert ordered.code == "assignment/elsewhere"


def test_nobody_assigns_or_frees_themselves(hosted: Hosted) -> None:
    assert assign(hosted, MANAGER) == "position/not-allowed"
    assert assign(hosted, MANAGER, SHIFT) is None
    path = "/api/assignments/1/withdraw"
    assert post(hosted, MANAGER, path, reason="needed there") == "position/not-allowed"
    assert opened(hosted, THERE, MANAGER) == "assignment/elsewhere"
    (shown,) = hosted.http("GET", "/api/assignments", None, DEALER).json
    assert (shown["staff"], shown["tables"], shown["by"]) == ("max", [HERE], "gia")
    assert post(hosted, SHIFT, path, reason="needed there") is None
    assert opened(hosted, THERE, MANAGER) is None


@pytest.mark.parametrize("hosted", [{"assigned_only": True}], indirect=True)
def test_where_everybody_is_assigned_nobody_acts_without(hosted: Hosted) -> None:
    start = {"type": "start-day", "day": today()}
    table = {"type": "open-table", "opener": 0}
    assert hosted.act(SHIFT, HERE, start).json["accepted"]
    assert hosted.act(SUPERVISOR, HERE, table).json["code"] == "assignment/none"
    assert assign(hosted, SUPERVISOR) is None
    assert hosted.act(SUPERVISOR, HERE, table).json["accepted"]
    assert opened(hosted, HERE) == "assignment/none"


def test_acting_in_a_position_holds_at_the_tables_assigned(hosted: Hosted) -> None:
    fill = {"type": "fill-float", "amount": 100}
    done = hosted.run(hosted.house.office.appoint("dora", Position.PIT_SUPERVISOR, 8, HOUSE, WHY))
    assert not isinstance(done, Refusal)
    assert hosted.act(DEALER, THERE, fill).json["accepted"]
    assert assign(hosted, DEALER, tables=[HERE]) is None
    assert hosted.act(DEALER, HERE, fill).json["accepted"]
    assert hosted.act(DEALER, THERE, fill).json["code"] == "assignment/elsewhere"


def test_an_assignment_outlives_a_restart_and_ends_with_its_time(tmp_path: Path) -> None:
    config = configured(tmp_path, [dealt(HERE), dealt(THERE)])
    now = [1_800_000_000_000]
    with hosting(config, clock=lambda: now[0]) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.open(THERE))
        assert assign(hosted, DEALER, hours=1) is None
    with hosting(config, clock=lambda: now[0]) as hosted:
        assert opened(hosted, THERE) == "assignment/elsewhere"
        now[0] += 3_600_000
        assert opened(hosted, THERE) is None
        hosted.run(hosted.house.office.sweep())
        assert hosted.http("GET", "/api/assignments", None, DEALER).json == []
