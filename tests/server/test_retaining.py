"""Closed days are archived while the house runs: nothing is lost, and play goes on."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from croupier.cli import main
from croupier.house.day import EndDay, StartDay
from croupier.house.tray import CloseTable, OpenTable
from croupier.journal.archive import ArchivedRecord, archive_older
from croupier.journal.backup import ARCHIVES, archives_of
from croupier.journal.check import check
from croupier.journal.errors import StoreFailed
from croupier.journal.events import STARTED
from croupier.journal.heads import HEADS
from croupier.journal.memory import MemoryStore
from croupier.journal.store import Store
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.rules.refusal import CroupierError
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import Retention
from croupier.server.floor import gaming_days as retaining
from croupier.server.floor.gaming_days import DAY_MS, prune, retain
from croupier.table.core import HOUSE_STREAM, table_stream
from croupier.table.running import FloorStopped
from croupier.words.message import Message
from tests.server.houses import OPENER, SHIFT, SUPERVISOR, Hosted, configured, dealt, hosting

BOOK = "racetrack-2012"
STREAM = table_stream(BOOK)


class Days:
    """A clock that the test moves by days."""

    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        self.now_ms += 1
        return self.now_ms


def play_a_day(at: Hosted, day: str) -> None:
    async def played() -> None:
        await at.must(BOOK, StartDay(day=day), by=SHIFT)
        await at.must(BOOK, OpenTable(opener=OPENER), by=SUPERVISOR)
        await at.must(BOOK, OpenBets(), SpinBall(), CloseBets())
        await at.must(BOOK, CallOutcome(number="7"), ConfirmOutcome(number="7"))
        await at.must(BOOK, CloseTable(closer=OPENER), by=SUPERVISOR)
        await at.must(BOOK, EndDay(), by=SHIFT)
        await at.house.running.idle()

    at.run(played())


def test_a_start_archives_what_closed_long_ago_and_play_goes_on(tmp_path: Path) -> None:
    clock = Days()
    config = configured(tmp_path, [dealt(BOOK)], retention=Retention(days=30))
    with hosting(config, clock) as at:
        play_a_day(at, "2027-01-15")
        assert archives_of(config.data) == [], "nothing is old yet"
        whole = at.entries(STREAM)
    clock.now_ms += 31 * DAY_MS
    with hosting(config, clock) as at:

        async def archived() -> None:
            while at.house.store.base(STREAM).seq == 0:
                await asyncio.sleep(0.005)

        at.run(asyncio.wait_for(archived(), 90))
        play_a_day(at, "2027-02-15")
        base = at.house.store.base(STREAM).seq
        assert [one for one in whole if one.seq > base] == at.entries(STREAM)[: len(whole) - base]
        record = ArchivedRecord(at.house.store, archives_of(config.data))
        assert list(record.read(STREAM))[: len(whole)] == whole
        assert check(record, at.house.floor.key.public).findings == []
        assert at.house.office.state.alerts == {}


def test_a_round_that_is_archived_meanwhile_is_said_to_be(tmp_path: Path) -> None:
    clock = Days()
    config = configured(tmp_path, [dealt(BOOK)])
    with hosting(config, clock) as at:
        at.run(at.staffed(SUPERVISOR))
        play_a_day(at, "2027-01-15")
        address = f"/api/tables/{BOOK}/rounds/1"
        assert at.http("GET", address, who=SUPERVISOR).status == 200
        list(archive_older(at.house.store, config.data / "archives", clock() + 1))
        gone = at.http("GET", address, who=SUPERVISOR)
        assert (gone.status, gone.code) == (404, "record/archived")


def test_old_archives_are_deleted_on_record_and_the_rest_stays_proven(tmp_path: Path) -> None:
    clock = Days()
    kept = Retention(days=30, archive_days=60)
    config = configured(tmp_path, [dealt(BOOK)], retention=kept)

    def opened(until: Callable[[Hosted], bool], day: str | None = None) -> None:
        with hosting(config, clock) as at:

            async def done() -> None:
                while not until(at):
                    await asyncio.sleep(0.005)

            at.run(asyncio.wait_for(done(), 90))
            if day is not None:
                play_a_day(at, day)

    def of_the_table() -> list[str]:
        names = [path.name for path in archives_of(config.data)]
        return sorted(name for name in names if name.startswith(STREAM))

    opened(lambda at: True, "2027-01-15")
    clock.now_ms += 31 * DAY_MS
    opened(lambda at: at.house.store.base(STREAM).seq > 0, "2027-02-15")
    (first,) = of_the_table()
    clock.now_ms += 31 * DAY_MS
    opened(lambda at: first not in of_the_table() and len(of_the_table()) == 1)
    assert exit_of("verify", config.data) == 0, "it is on record that the first is not kept"
    (second,) = of_the_table()
    (config.data / "archives" / second).unlink()
    assert exit_of("verify", config.data) == 1, "nobody has said so of the second"


def archived_past_its_start(config: HouseConfig, at: Hosted, clock: Days) -> list[Path]:
    """A day was played, and the house's stream begins with the snapshot at its end."""
    play_a_day(at, "2027-01-15")
    list(archive_older(at.house.store, config.data / ARCHIVES, clock() + 1))
    assert at.house.store.last(HOUSE_STREAM, STARTED) is None
    return archives_of(config.data)


def test_heads_files_are_missed_though_the_start_that_kept_them_is_archived(tmp_path: Path) -> None:
    clock = Days()
    config = configured(tmp_path, [dealt(BOOK)])
    with hosting(config, clock) as at:
        archived_past_its_start(config, at, clock)
    for folder in (config.data, config.secrets):
        (folder / HEADS).unlink()
    with pytest.raises(CroupierError) as no, hosting(config, clock):
        pass
    assert no.value.code == "house/heads-missing"
    assert exit_of("verify", config.data) == 1


def test_an_archive_stays_where_it_cannot_be_put_on_record_that_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Days()
    config = configured(tmp_path, [dealt(BOOK)])

    def fails(_: object) -> None:
        raise StoreFailed("the disk is gone")

    with hosting(config, clock) as at:
        kept = archived_past_its_start(config, at, clock)
        monkeypatch.setattr(at.house.store, "append", fails)
        with pytest.raises(FloorStopped):
            at.run(prune(at.house.running, config.data / ARCHIVES, clock, clock() + 1))
        assert archives_of(config.data) == kept != []


def exit_of(*command: object) -> int | str | None:
    with pytest.raises(SystemExit) as caught:
        main([str(word) for word in command])
    return caught.value.code


def retaining_of(
    store: Store, alert: Callable[[str, Message], Awaitable[object]]
) -> Awaitable[None]:
    async def prune(before_ms: int) -> None:
        raise AssertionError("archives are kept for good")

    return retain(store, Path("archives"), Retention(days=1), lambda: DAY_MS, alert, prune)


def test_what_cannot_be_archived_stays_and_someone_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(retaining, "archive_older", full)
    told: list[tuple[str, Message]] = []

    async def scenario() -> None:
        heard = asyncio.Event()

        async def alert(kind: str, says: Message) -> None:
            told.append((kind, says))
            heard.set()

        goes_on = asyncio.ensure_future(retaining_of(MemoryStore(), alert))
        await heard.wait()
        assert not goes_on.done()
        goes_on.cancel()

    asyncio.run(scenario())
    assert [kind for kind, _ in told] == ["record/not-archived"]
    assert "the log says why" in told[0][1].words()
    (why,) = [one.exc_info for one in caplog.records if one.exc_info is not None]
    assert "No space left" in str(why)


def test_a_write_that_fails_stops_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()

    def fails(*_: object) -> None:
        store.failure = StoreFailed("the disk is gone")
        raise store.failure

    monkeypatch.setattr(retaining, "archive_older", fails)

    async def alert(kind: str, says: Message) -> None:
        raise AssertionError("nothing more can be put on record")

    async def scenario() -> None:
        await retaining_of(store, alert)

    with pytest.raises(StoreFailed):
        asyncio.run(scenario())
