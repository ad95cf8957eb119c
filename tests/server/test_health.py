"""Health says what stands still and why, and nothing that is not for everybody."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from croupier.protocol.views import WheelView
from croupier.round import commands as r
from croupier.server import health
from tests.server.houses import SHIFT, Hosted, configured, dealt, hosting

TABLE, OTHER = "sands-2019", "racetrack-2012"
HOUR_MS = 3_600_000


def told(hosted: Hosted) -> dict[str, Any]:
    answer = hosted.http("GET", "/healthz")
    assert answer.status == 200
    found: dict[str, Any] = msgspec.json.decode(answer.content)
    return found


def test_each_table_says_for_what_it_waits(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE), dealt(OTHER)])) as hosted:
        assert told(hosted)["tables"] == {TABLE: {"status": "closed"}, OTHER: {"status": "closed"}}
        for table in (TABLE, OTHER):
            hosted.run(hosted.open(table, "ada"))
            hosted.run(hosted.must(table, r.OpenBets()))
        well = told(hosted)
        assert (well["status"], well["tables"][TABLE]) == ("ok", {"status": "dealing"})
        hosted.run(hosted.must(TABLE, r.Refer(reason="a chip lies askew"), by=SHIFT))
        hosted.run(hosted.must(OTHER, r.SuspendRound(reason="a fire alarm"), by=SHIFT))
        held = told(hosted)
        assert held["status"] == "attention"
        waits = {id_: (each["status"], each["for"]) for id_, each in held["tables"].items()}
        assert waits == {TABLE: ("waits", "referral"), OTHER: ("waits", "suspended")}
        assert all(each["since_ms"] > 0 for each in held["tables"].values())
        text = hosted.http("GET", "/healthz").content.decode()
        assert not any(word in text for word in ("ada", "askew", "alarm", SHIFT.name))
        metrics = hosted.http("GET", "/metrics").content.decode()
        assert "\ncroupier_tables_waiting 2\n" in metrics
        plain = hosted.http("GET", "/healthz", headers={"Accept": "text/plain"})
        assert (plain.status, plain.content) == (200, b"ok\n")
        hosted.run(hosted.must(OTHER, r.ResumeRound(), by=SHIFT))
        assert told(hosted)["tables"][OTHER] == {"status": "dealing"}


def test_a_second_person_a_wheel_and_a_late_step_are_waited_for(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)])) as hosted:
        hosted.run(hosted.open(TABLE, "ada"))
        hosted.run(hosted.must(TABLE, r.OpenBets()))
        core, channel = hosted.house.floor.tables[TABLE], hosted.house.channels[TABLE]
        usual, core.awaited = core.awaited, lambda round_, now_ms: 7
        assert told(hosted)["tables"][TABLE]["for"] == "second-person"
        core.awaited = usual
        channel.wheel = WheelView(state="silent", hint=None, fault=None)
        assert told(hosted)["tables"][TABLE] == {"status": "waits", "for": "wheel"}


class Disk(NamedTuple):
    free: int


def test_a_disk_that_is_nearly_full_and_a_clock_that_was_set_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)])) as hosted:
        monkeypatch.setattr(health, "disk_usage", lambda _: Disk(5))
        found = told(hosted)
        assert (found["status"], found["disk_nearly_full"]) == ("attention", True)
        assert (found["disk_free_bytes"], found["write_waits_ms"]) == (5, 0)
        assert found["clock_step"] is None
        hosted.house.watch.behind(hosted.house.clock() + HOUR_MS)
        assert abs(told(hosted)["clock_step"]["by_ms"] + HOUR_MS) < 60_000
