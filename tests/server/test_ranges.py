"""What the pit takes away for any range of days: meters, the audit trail; and trends by hour."""

import csv
import json
from collections.abc import Iterator
from io import StringIO

import pytest

from croupier.history.meters import HOUR_MS
from croupier.house.meters import Figures
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.void import VoidRound
from tests.server.houses import DEALER, STAFF, SUPERVISOR, Hosted, configured, dealt, hosting

TABLES = ("sands-2019", "racetrack-2012")


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """Two tables, a settled round and a void one at the first."""
    config = configured(tmp_path_factory.mktemp("ranges"), [dealt(each) for each in TABLES])
    with hosting(config) as hosted:
        hosted.run(hosted.staffed(*STAFF))
        for table in TABLES:
            hosted.run(hosted.open(table, "ada"))
        table = TABLES[0]
        hosted.run(hosted.must(table, OpenBets()))
        bet = PlaceWager(wager="red", amount=2_000)
        hosted.run(hosted.must(table, bet, by=Actor("ada")))
        hosted.run(hosted.close_bets(table))
        hosted.run(hosted.must(table, CallOutcome(number="2"), ConfirmOutcome(number="2")))
        hosted.run(hosted.must(table, OpenBets(), VoidRound(clause="5.10")))
        hosted.run(hosted.house.running.idle())
        yield hosted


def rows(hosted: Hosted, address: str) -> list[dict[str, str]]:
    reply = hosted.http("GET", address, who=SUPERVISOR)
    assert reply.status == 200, reply.content
    return list(csv.DictReader(StringIO(reply.content.decode())))


def day_of(hosted: Hosted) -> str:
    day = hosted.house.floor.tables[TABLES[0]].state.day
    assert day is not None
    return day


def test_meters_of_every_table_by_gaming_day(hosted: Hosted) -> None:
    found = rows(hosted, "/api/meters/export")
    assert {each["table"] for each in found} == set(TABLES)
    assert list(found[0]) == ["table", "day", *Figures.__struct_fields__]
    (one,) = [each for each in found if each["table"] == TABLES[0]]
    assert (one["rounds"], one["voids"], one["turnover"], one["win"]) == ("2", "1", "2000", "2000")
    day = day_of(hosted)
    assert rows(hosted, f"/api/meters/export?since={day}&until={day}") == found
    assert rows(hosted, "/api/meters/export?until=2000-01-01") == []


def test_the_audit_trail_by_days(hosted: Hosted) -> None:
    found = rows(hosted, "/api/audit/export")
    assert {"table.opened", "round.voided"} <= {each["what"] for each in found}
    assert rows(hosted, "/api/audit/export?until=2000-01-01") == []
    reply = hosted.http("GET", "/api/audit/export?format=jsonl&language=zh", who=SUPERVISOR)
    lines = [json.loads(line) for line in reply.content.splitlines()]
    assert [each["seq"] for each in lines] == [int(each["seq"]) for each in found]
    assert not any(each["says"].isascii() for each in lines)


@pytest.mark.parametrize("query", ["since=yesterday", "format=pdf"])
def test_a_range_that_is_none_is_refused(hosted: Hosted, query: str) -> None:
    reply = hosted.http("GET", f"/api/audit/export?{query}", who=SUPERVISOR)
    assert (reply.status, reply.json["error"]["code"]) == (400, "request/bad-query")


@pytest.mark.parametrize("what", ["audit", "meters"])
def test_a_dealer_takes_nothing_away(hosted: Hosted, what: str) -> None:
    assert hosted.http("GET", f"/api/{what}/export", who=DEALER).status == 403


def test_rounds_by_hour(hosted: Hosted) -> None:
    hours = hosted.http("GET", f"/api/tables/{TABLES[0]}/meters", who=SUPERVISOR).json["hours"]
    assert all(each["at_ms"] % HOUR_MS == 0 for each in hours)
    total = {name: sum(each[name] for each in hours) for name in ("rounds", "voids", "win")}
    assert total == {"rounds": 2, "voids": 1, "win": 2_000}


@pytest.mark.parametrize("what", ["audit", "meters"])
def test_a_range_is_a_parquet_file_too(hosted: Hosted, what: str) -> None:
    reply = hosted.http("GET", f"/api/{what}/export?format=parquet", who=SUPERVISOR)
    assert reply.status == 200, reply.content
    assert reply.content.startswith(b"PAR1")
