"""Health says what stands still and why, and nothing that is not for everybody."""

import asyncio
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import msgspec
import pytest

from croupier.bootstrap import wall_clock_ms
from croupier.house.day import DAY
from croupier.journal.entry import Entry
from croupier.protocol.views import WheelView
from croupier.round.interruption import ResumeRound, SuspendRound
from croupier.round.opening import OpenBets
from croupier.round.referral import Refer
from croupier.server.api import health
from croupier.server.api.health import DEALER_MS, STALL_MS
from croupier.server.config.house import HouseConfig
from croupier.table.running import RunningFloor
from croupier.table.turning import OVERDUE_MS
from tests.server.houses import (
    SHIFT,
    TIMEOUT_S,
    Hosted,
    automatic,
    configured,
    dealt,
    hosting,
)
from tests.server.offices import Ticks

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
            hosted.run(hosted.must(table, OpenBets()))
        well = told(hosted)
        assert (well["status"], well["tables"][TABLE]) == ("ok", {"status": "dealing"})
        hosted.run(hosted.must(TABLE, Refer(reason="a chip lies askew"), by=SHIFT))
        hosted.run(hosted.must(OTHER, SuspendRound(reason="a fire alarm"), by=SHIFT))
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
        hosted.run(hosted.must(OTHER, ResumeRound(), by=SHIFT))
        assert told(hosted)["tables"][OTHER] == {"status": "dealing"}


def test_a_second_person_and_a_wheel_are_waited_for(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)])) as hosted:
        hosted.run(hosted.open(TABLE, "ada"))
        hosted.run(hosted.must(TABLE, OpenBets()))
        core, channel = hosted.house.floor.tables[TABLE], hosted.house.channels[TABLE]
        usual, core.awaited = core.awaited, lambda round_, now_ms: 7
        assert told(hosted)["tables"][TABLE]["for"] == "second-person"
        core.awaited = usual
        channel.wheel = WheelView(state="silent")
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
        hosted.house.watch.clock.behind(hosted.house.clock() + HOUR_MS)
        assert abs(told(hosted)["clock_step"]["by_ms"] + HOUR_MS) < 60_000


# What is late


@pytest.fixture
def ticks() -> Ticks:
    """The clock of everything, which stands until the test moves it."""
    return Ticks(wall_clock_ms())


@pytest.fixture
def undealt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HouseConfig:
    """A house with an automatic table whose dealer does nothing."""

    async def stands_still(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(RunningFloor, "deal", stands_still)
    return configured(tmp_path, [automatic(TABLE)])


def test_a_step_that_the_automatic_dealer_missed_is_told(
    undealt: HouseConfig, ticks: Ticks
) -> None:
    with hosting(undealt, ticks, ticks=ticks) as hosted:
        hosted.run(hosted.must(TABLE, OpenBets()))
        since_ms, times = ticks.now_ms, hosted.house.channels[TABLE].setting.times
        assert times is not None
        ticks.now_ms += max(times) + STALL_MS
        well = told(hosted)
        assert (well["status"], well["tables"][TABLE]) == ("ok", {"status": "dealing"})
        ticks.now_ms += 1
        late = told(hosted)
        waits = {"status": "waits", "for": "next-step", "since_ms": since_ms}
        assert (late["status"], late["tables"][TABLE]) == ("attention", waits)


def test_a_round_that_its_dealer_left_is_told(tmp_path: Path, ticks: Ticks) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)]), ticks, ticks=ticks) as hosted:
        hosted.run(hosted.open(TABLE))
        ticks.now_ms += HOUR_MS
        assert told(hosted)["tables"][TABLE] == {"status": "dealing"}, "no round, nothing late"
        hosted.run(hosted.must(TABLE, OpenBets()))
        since_ms = ticks.now_ms
        ticks.now_ms += DEALER_MS
        assert told(hosted)["tables"][TABLE] == {"status": "dealing"}
        ticks.now_ms += 1
        left = told(hosted)
        waits = {"status": "waits", "for": "dealer", "since_ms": since_ms}
        assert (left["status"], left["tables"][TABLE]) == ("attention", waits)
        hosted.run(hosted.close_bets(TABLE))
        assert told(hosted)["tables"][TABLE] == {"status": "dealing"}


def test_a_round_that_was_held_for_long_is_not_late_once_it_goes_on(
    undealt: HouseConfig, ticks: Ticks
) -> None:
    with hosting(undealt, ticks, ticks=ticks) as hosted:
        hosted.run(hosted.must(TABLE, OpenBets()))
        hosted.run(hosted.must(TABLE, SuspendRound(reason="a fire alarm"), by=SHIFT))
        ticks.now_ms += HOUR_MS
        hosted.run(hosted.must(TABLE, ResumeRound(), by=SHIFT))
        assert told(hosted)["tables"][TABLE] == {"status": "dealing"}


def test_a_round_that_goes_on_long_after_the_closing_hour_is_told(
    tmp_path: Path, ticks: Ticks
) -> None:
    config = configured(tmp_path, [dealt(TABLE)])
    closing = config.closing
    assert closing is not None
    with hosting(config, ticks, ticks=ticks) as hosted:
        today: date = closing.day_at(ticks.now_ms)
        hosted.run(hosted.open(TABLE, day=today.isoformat()))
        ticks.now_ms = closing.begins_ms(today + DAY) - 60_000
        hosted.run(hosted.must(TABLE, OpenBets()))
        ticks.now_ms = closing.begins_ms(today + DAY) + OVERDUE_MS - 1
        assert told(hosted)["tables"][TABLE] == {"status": "dealing"}
        ticks.now_ms += 1
        late = told(hosted)
        waits = {"status": "waits", "for": "day-end"}
        assert (late["status"], late["tables"][TABLE]) == ("attention", waits)


def test_a_write_that_takes_long_is_told_until_it_is_done(
    tmp_path: Path, ticks: Ticks, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)]), ticks, ticks=ticks) as hosted:
        hosted.run(hosted.open(TABLE))
        begun, released = Event(), Event()
        append = hosted.house.store.append

        def slow(entries: Sequence[Entry]) -> list[bytes]:
            begun.set()
            assert released.wait(TIMEOUT_S)
            return append(entries)

        monkeypatch.setattr(hosted.house.store, "append", slow)
        try:
            asked = asyncio.run_coroutine_threadsafe(hosted.ask(TABLE, OpenBets()), hosted.loop)
            assert begun.wait(TIMEOUT_S)
            ticks.now_ms += 2_000
            assert (told(hosted)["status"], told(hosted)["write_waits_ms"]) == ("ok", 2_000)
            ticks.now_ms += 1_000
            assert (told(hosted)["status"], told(hosted)["write_waits_ms"]) == ("attention", 3_000)
        finally:
            released.set()
        assert asked.result(TIMEOUT_S).accepted
        assert (told(hosted)["status"], told(hosted)["write_waits_ms"]) == ("ok", 0)


def test_a_house_whose_record_cannot_be_written_has_stopped(tmp_path: Path) -> None:
    with hosting(configured(tmp_path, [dealt(TABLE)])) as hosted:
        hosted.house.running.stopped = OSError("the disk is gone")
        answer = hosted.http("GET", "/healthz")
        assert (answer.status, answer.code) == (503, "house/stopped")
