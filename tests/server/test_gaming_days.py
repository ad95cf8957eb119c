"""A gaming day begins by the house's clock, and not in years to come."""

from collections.abc import Iterator
from datetime import date, timedelta

import msgspec
import pytest

from croupier.protocol import frames as f
from croupier.server.floor.alerts import Day, latest
from croupier.table.oversight import Rate
from tests.server.houses import DEALER, SHIFT, STAFF, Hosted, configured, dealt, hosting, today

TABLE, OTHER = "sands-2019", "sands-2017"
FAR = ["9999-12-31", "0001-01-01", "2020-02-29"]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    config = configured(tmp_path_factory.mktemp("days"), [dealt(TABLE), dealt(OTHER)])
    with hosting(config) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        yield hosted


def away(days: int) -> str:
    return (date.fromisoformat(today()) + timedelta(days=days)).isoformat()


def over_socket(hosted: Hosted, day: str) -> f.Problem:
    async def ask() -> f.Problem:
        wire = await hosted.wire(SHIFT)
        command = {"type": "start-day", "day": day}
        act = {"type": "act", "table": TABLE, "id": next(hosted.ids), "command": command}
        return await wire.ask(msgspec.json.encode(act).decode(), f.Problem)

    return hosted.run(ask())


@pytest.mark.parametrize("day", [*FAR, 400, 3, -3])
def test_a_day_that_is_not_now_begins_nowhere(hosted: Hosted, day: str | int) -> None:
    """It would end the table for good, and switch off the rates of the house."""
    day = away(day) if isinstance(day, int) else day
    reply = hosted.act(SHIFT, TABLE, {"type": "start-day", "day": day})
    assert (reply.status, reply.code) == (409, "day/not-now")
    assert over_socket(hosted, day).code == "day/not-now"
    assert hosted.house.floor.tables[TABLE].state.last_day is None


def test_today_begins_and_what_is_no_day_is_for_the_table_to_refuse(hosted: Hosted) -> None:
    start = {"type": "start-day", "day": today()}
    assert hosted.act(DEALER, OTHER, start).json["code"] == "position/not-allowed"
    assert hosted.act(SHIFT, OTHER, start | {"day": "soon"}).json["code"] == "day/bad"
    assert hosted.act(SHIFT, OTHER, start).json["accepted"]


def test_where_a_wrong_clock_named_a_day_only_the_day_after_it_may_begin(hosted: Hosted) -> None:
    """Staff never get so far by themselves: from tomorrow's day none may begin."""
    state, not_now = hosted.house.floor.tables[TABLE].state, hosted.house.days.not_now
    state.last_day = away(1)
    assert not_now(TABLE, away(2)) is not None
    state.last_day = away(400)
    assert not_now(TABLE, away(401)) is None
    assert not_now(TABLE, away(402)) is not None
    state.last_day = None


def test_rates_are_of_the_newest_day_and_of_the_one_before_it() -> None:
    """One table that began a day later hides nobody at the others."""
    known = ["2026-11-15", "", "2026-11-16", "2026-11-14", "0001-01-01"]
    days = [Day(day, {"dora": Rate(rounds=1)}) for day in known]
    assert [one.day for one in latest(days)] == ["2026-11-15", "2026-11-16"]
    assert [one.day for one in latest(days[-1:])] == ["0001-01-01"]
    assert latest([Day("", {})]) == []
