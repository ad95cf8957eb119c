"""A write that fails stops the house: nobody is answered any more, everyone is told, nothing lost.

A disk that is really full (for SQLite: its file may not grow), and a disk that says that a write
failed, which may or may not be on it. A new start goes on from the record (requirements 5, 9, 20).
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier import books
from croupier.journal.check import check
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.protocol import frames as f
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.interruption import ResumeRound
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome
from croupier.round.spin import SpinBall
from croupier.server.config.house import HouseConfig
from croupier.server.live.rates import Buckets
from croupier.table.core import table_stream
from croupier.table.verifying import verify
from tests.server.houses import (
    DEALER,
    QUICK,
    SHIFT,
    SUPERVISOR,
    Hosted,
    Wire,
    automatic,
    configured,
    dealt,
    hosting,
    password_of,
)

TABLE, OTHER = "sands-2019", "edz-2020"
TABLES = dealt(TABLE, wheel="own"), dealt(OTHER)
STAFF = DEALER, SUPERVISOR, SHIFT


@contextmanager
def opened(config: HouseConfig) -> Iterator[Hosted]:
    with hosting(config) as hosted:
        hosted.house.requests = Buckets(10**6, 10**6)
        hosted.run(hosted.staffed(*STAFF))
        hosted.run(hosted.enrolled("ada", "ben"))
        for table in (TABLE, OTHER):
            hosted.run(hosted.open(table, "ada", "ben"))
            hosted.run(hosted.must(table, OpenBets()))
        for one in STAFF:
            hosted.signed_in(one)
        yield hosted


def full_disk(store: SqliteStore) -> None:
    """No page more than there are."""
    (pages,) = store._writer.execute("PRAGMA page_count").fetchone()
    store._writer.execute(f"PRAGMA max_page_count={pages}")


def failing(store: SqliteStore, *, kept: bool) -> None:
    """The next write fails, and is on the disk all the same, or not."""
    written = store._write

    def fails(*given: Any) -> None:
        if kept:
            written(*given)
        raise OSError(5, "Input/output error")

    store._write = fails  # type: ignore[method-assign, assignment]


FAULTS: dict[str, Callable[[SqliteStore], None]] = {
    "a full disk": full_disk,
    "a failed write": lambda store: failing(store, kept=False),
    "a failed write that is on the disk": lambda store: failing(store, kept=True),
}


async def heard_to_the_end(wire: Wire) -> Sequence[f.Verdict]:
    closed = await wire.end()
    assert closed.rcvd is not None
    assert closed.rcvd.reason == "house/stopped"
    assert closed.rcvd.code in (1001, 1011)
    assert [one.code for one in wire.heard(f.Bye)] == ["house/stopped"]
    return wire.heard(f.Verdict)


def assert_stopped(hosted: Hosted) -> None:
    """Nobody gets an answer that the record might not hold."""
    health = hosted.http("GET", "/healthz")
    assert (health.status, health.code) == (503, "house/stopped")
    body = {"id": 10**6, "command": {"type": "place-wager", "wager": "red", "amount": 500}}
    for table in (TABLE, OTHER):
        reply = hosted.http("POST", f"/api/tables/{table}/actions", body, "ben")
        assert (reply.status, reply.code) == (503, "house/stopped")
        assert hosted.http("GET", f"/api/tables/{table}/seat", who="ben").status == 503
    terminal = hosted.http("POST", "/api/terminals", {"terminal": "kiosk"}, SHIFT)
    assert (terminal.status, terminal.code) == (503, "house/stopped")
    sign_in = {"name": DEALER.name, "password": password_of(DEALER.name)}
    signing = hosted.http("POST", "/api/sign-in", sign_in)
    assert (signing.status, signing.cookies) == (503, {})
    with pytest.raises(IndexError):  # no hello
        hosted.run(hosted.wire("ada"))
    closed = hosted.run(hosted.wires[-1].end())
    assert closed.rcvd is not None
    assert (closed.rcvd.code, closed.rcvd.reason) == (1013, "house/stopped")


def assert_whole(folder: Path) -> list[Any]:
    """What ``verify`` says of the record that is left; and the wagers on it."""
    with SqliteRecord(folder) as record:
        assert check(record).findings == []
        found = verify(record, {book: books.load(book) for book in books.ids()})
        assert found.findings == []
        entries = record.read(table_stream(TABLE))
        return [one for one in entries if one.name == "wager.placed"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failed_write_stops_the_house_and_loses_nothing(tmp_path: Path, fault: str) -> None:
    config = configured(tmp_path, TABLES)
    acts = [
        f.Act(table=TABLE, id=n, command=PlaceWager(wager="red", amount=100)) for n in range(1, 200)
    ]
    with opened(config) as hosted:
        store = hosted.house.store
        assert isinstance(store, SqliteStore)

        async def scenario() -> tuple[int, Sequence[f.Verdict]]:
            ada, ben, display = [await hosted.wire(who) for who in ("ada", "ben", None)]
            for wire in (ada, ben, display):
                await wire.ask(f.Watch(table=TABLE), f.Now)
            for act in acts[:5]:
                assert (await ada.ask(act, f.Verdict)).accepted
            FAULTS[fault](store)
            sent = 5
            for act in acts[5:50]:
                await ada.send(act)
                sent += 1
                await ada.until(
                    lambda sent=sent: (
                        ada.closed is not None  # type: ignore[misc]
                        or len(ada.heard(f.Verdict)) >= sent
                    )
                )
                if ada.closed is not None:
                    break
            for wire in (ben, display):
                assert not await heard_to_the_end(wire)
            return sent, await heard_to_the_end(ada)

        sent, verdicts = hosted.run(scenario())
        assert len(verdicts) < sent, "the write that failed was not answered"
        assert hosted.house.stopped.is_set()
        assert_stopped(hosted)
        token = hosted.tokens["ada"]
    wagers = assert_whole(config.data)
    assert len(verdicts) <= len(wagers) <= sent, "acknowledged ⊆ recovered ⊆ submitted"
    if fault == "a failed write that is on the disk":
        assert len(wagers) == sent
    with hosting(config) as again:
        again.tokens["ada"] = token
        resumed(again, sent, verdicts, len(wagers))
    assert len(assert_whole(config.data)) == sent


def resumed(again: Hosted, sent: int, verdicts: Sequence[f.Verdict], kept: int) -> None:
    """Asked again under its own id, the unanswered wager counts once, kept or not."""

    async def scenario() -> None:
        ada = await again.wire("ada")
        now = await ada.ask(f.Watch(table=TABLE), f.Now)
        assert now.seat is not None
        assert now.seat.staked == 100 * kept
        if now.table.waiting is not None:
            await again.must(TABLE, ResumeRound())
        act = f.Act(table=TABLE, id=sent, command=PlaceWager(wager="red", amount=100))
        first, second = await ada.ask(act, f.Verdict), await ada.ask(act, f.Verdict)
        assert first.accepted
        assert first == second
        known = f.Act(table=TABLE, id=3, command=PlaceWager(wager="red", amount=100))
        assert await ada.ask(known, f.Verdict) == verdicts[2]
        await ada.until(
            lambda: any(s.seat.staked == 100 * sent for s in ada.heard(f.SeatFrame)) or kept == sent
        )

    again.run(scenario())


@pytest.mark.parametrize("path", ["office", "round's end", "sign-in"])
def test_whatever_cannot_be_written_everyone_is_told(tmp_path: Path, path: str) -> None:
    """The office's entries, and signatures that nobody waits for, stop the house as well."""
    config = configured(tmp_path, TABLES)
    with opened(config) as hosted:
        store = hosted.house.store
        assert isinstance(store, SqliteStore)
        wires = [hosted.run(hosted.wire(who)) for who in ("ada", DEALER, None)]
        if path == "round's end":
            hosted.run(hosted.must(TABLE, SpinBall(), CloseBets()))
            hosted.run(fail_after_the_settlement(hosted, store))
        else:
            failing(store, kept=False)
            body: dict[str, str] = {"terminal": "kiosk"}
            if path == "sign-in":
                body = {"name": DEALER.name, "password": password_of(DEALER.name)}
            address = "/api/terminals" if path == "office" else "/api/sign-in"
            reply = hosted.http("POST", address, body, SHIFT if path == "office" else None)
            assert (reply.status, reply.code) == (503, "house/stopped")
        for wire in wires:
            assert not hosted.run(heard_to_the_end(wire))
        assert hosted.house.stopped.is_set()
        assert_stopped(hosted)
    assert_whole(config.data)


async def fail_after_the_settlement(hosted: Hosted, store: SqliteStore) -> None:
    answer = await hosted.ask(TABLE, CallOutcome())
    assert answer.accepted
    failing(store, kept=False)


def test_automatic_tables_stop_and_a_new_start_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = configured(tmp_path, [automatic(TABLE, QUICK), automatic(OTHER, QUICK)])
    with hosting(config) as hosted:
        store = hosted.house.store
        assert isinstance(store, SqliteStore)
        display = hosted.run(hosted.wire())
        hosted.run(display.ask(f.Watch(table=TABLE), f.Now))
        hosted.run(display.until(lambda: any(t.table.results for t in display.heard(f.TableFrame))))
        failing(store, kept=False)
        assert not hosted.run(heard_to_the_end(display))
        ended = max(t.table.round for t in display.heard(f.TableFrame))
    assert "house stopped" in caplog.messages
    assert not any(one.exc_info for one in caplog.records), "a full disk is no bug"
    assert_whole(config.data)
    with hosting(config) as again:

        async def goes_on() -> None:
            wire = await again.wire()
            await wire.ask(f.Watch(table=TABLE), f.Now)
            await wire.until(lambda: any(t.table.round > ended for t in wire.heard(f.TableFrame)))

        again.run(goes_on())
    assert_whole(config.data)


def test_a_house_that_closes_says_so_and_answers_what_was_asked(tmp_path: Path) -> None:
    config = configured(tmp_path, TABLES)
    with opened(config) as hosted:

        async def asked() -> tuple[Wire, "asyncio.Task[Any]"]:
            ada = await hosted.wire("ada")
            act = f.Act(table=TABLE, id=1, command=PlaceWager(wager="red", amount=100))
            return ada, asyncio.ensure_future(ada.ask(act, f.Verdict))

        ada, verdict = hosted.run(asked())
        hosted.run(ada.until(lambda: bool(ada.heard(f.Verdict))))
        hosted.wires.remove(ada)
    assert ada.heard(f.Bye)[0].code == "house/closing"
    assert verdict.result().accepted
    assert len(assert_whole(config.data)) == 1
