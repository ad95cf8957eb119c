"""Whole evenings over HTTP: the lab's own figures, in a process that the tables never wait for."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from croupier import books, lab
from croupier.protocol.odds import SPINS_MAX, SessionShown, Strategy
from croupier.server import lab as house_lab
from croupier.server.lab_worker import SESSIONS_MAX, SESSIONS_MIN
from tests.server.houses import Hosted, configured, hosting

BOOK = "racetrack-2012"
RED = [{"wager": "red", "amount": 100}]
SEVENTEEN = [{"wager": "straight:17", "amount": 100}]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("evenings"))) as hosted:
        yield hosted


def posted(hosted: Hosted, book: str = BOOK, **asked: Any) -> Any:
    body = {"wagers": RED, "bank": 20_000, "spins": 100} | asked
    return hosted.http("POST", f"/api/books/{book}/session", body)


def shown(hosted: Hosted, book: str = BOOK, **asked: Any) -> SessionShown:
    reply = posted(hosted, book, **asked)
    assert reply.status == 200, reply.content
    return msgspec.json.decode(reply.content, type=SessionShown)


def worker(hosted: Hosted) -> int | None:
    """The process that works out evenings, if there is one."""
    process = hosted.house.lab._worker
    return None if process is None else process.pid


def test_every_strategy_of_the_lab_can_be_asked_for() -> None:
    assert set(get_args(Strategy)) == set(lab.NAMED) - set(lab.SPREADS)


@pytest.mark.parametrize("book", books.ids())
def test_an_evening_has_the_figures_of_the_lab(hosted: Hosted, book: str) -> None:
    asked: dict[str, Any] = {"bank": 50_000, "spins": 40, "stop_win": 8_000}
    told = shown(hosted, book, wagers=SEVENTEEN, strategy="martingale", ahead=5_000, **asked)
    session = lab.session(books.load(book), "straight:17", "martingale", **asked)
    right = lab.exact(session, ahead=[5_000])
    assert told.exact
    found = (told.mean, told.ruin, told.stop_win, told.ahead, told.spins, told.ever_ahead)
    wanted = (
        right.distribution.mean,
        right.ruin,
        right.target,
        right.distribution.at_least(1),
        right.spins,
    )
    assert [each.value for each in found if each is not None] == [*wanted, right.ahead[5_000]]
    assert not any(each.margin for each in found if each is not None)
    assert told.results[3] == right.distribution.quantile(0.5)
    assert sum(bar.chance for bar in told.bars) == pytest.approx(1)
    assert [moment.spin for moment in told.moments][-1] == 40
    assert told.moments[-1].results == told.results[1:-1]


def test_what_is_too_much_to_work_out_is_played_and_says_how_exactly(hosted: Hosted) -> None:
    told = shown(hosted, strategy="labouchere", spins=500)
    p = told.ruin.value
    assert not told.exact
    assert SESSIONS_MIN <= told.sessions <= SESSIONS_MAX
    assert told.ruin.margin == pytest.approx(1.96 * sqrt(p * (1 - p) / told.sessions))


def test_a_table_lends_its_limits(hosted: Hosted) -> None:
    tables = {core.state.book.id: id_ for id_, core in hosted.house.floor.tables.items()}
    table = tables[BOOK]
    most = hosted.house.floor.tables[table].state.limits.table.max
    half = [{"wager": "red", "amount": most // 2}]
    free = shown(hosted, strategy="martingale", wagers=half, bank=10 * most, spins=4)
    held = shown(hosted, strategy="martingale", wagers=half, bank=10 * most, spins=4, table=table)
    assert free.results[0] < held.results[0]
    over = posted(hosted, wagers=[{"wager": "red", "amount": most + 100}], table=table)
    assert (over.status, over.code) == (409, "limits/over-maximum")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"wagers": []}, 400, "message/malformed"),
        ({"bank": 0}, 400, "message/malformed"),
        ({"spins": SPINS_MAX + 1}, 400, "message/malformed"),
        ({"strategy": "hope"}, 400, "message/malformed"),
        ({"wagers": [{"wager": "split:1/36", "amount": 100}]}, 409, "wager/not-on-layout"),
        ({"table": "nonesuch"}, 404, "table/unknown"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    hosted: Hosted, asked: dict[str, Any], status: int, code: str
) -> None:
    reply = posted(hosted, **asked)
    assert (reply.status, reply.code) == (status, code)


@pytest.mark.parametrize("noticed", [False, True], ids=["just now", "noticed"])
def test_a_worker_that_dies_is_replaced(hosted: Hosted, *, noticed: bool) -> None:
    shown(hosted)
    pid = worker(hosted)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    if noticed:
        at_it = hosted.house.lab._worker
        assert at_it is not None
        assert at_it.stdin is not None
        hosted.run(at_it.wait())
        while not at_it.stdin.is_closing():
            time.sleep(0.01)
    refused = posted(hosted)
    assert (refused.status, refused.code) == (503, "lab/failed")
    assert shown(hosted).exact
    assert worker(hosted) not in (pid, None)


def test_whoever_asks_for_too_much_is_cut_off(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(hosted)
    pid = worker(hosted)
    assert pid is not None
    monkeypatch.setattr(house_lab, "ANSWER_S", 0.3)
    os.kill(pid, signal.SIGSTOP)
    refused = posted(hosted)
    assert (refused.status, refused.code) == (503, "lab/too-long")
    assert not Path(f"/proc/{pid}").exists()


def test_too_many_at_once_are_sent_away_and_the_house_goes_on(hosted: Hosted) -> None:
    shown(hosted)
    pid = worker(hosted)
    assert pid is not None

    async def all_waiting() -> None:
        while hosted.house.lab.waiting < house_lab.WAITING_MAX:
            await asyncio.sleep(0)

    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(house_lab.WAITING_MAX) as people:
        asking = [people.submit(posted, hosted) for _ in range(house_lab.WAITING_MAX)]
        try:
            hosted.run(all_waiting())
            refused = posted(hosted)
            still_open = hosted.http("GET", "/api/house")
        finally:
            os.kill(pid, signal.SIGCONT)
        answered = [each.result() for each in asking]
    assert (refused.status, refused.code) == (429, "rate/odds")
    assert still_open.status == 200
    assert [each.status for each in answered] == [200] * house_lab.WAITING_MAX


def test_whoever_looks_at_odds_finds_the_worker_ready(tmp_path: Path) -> None:
    with hosting(configured(tmp_path)) as hosted:
        hosted.http("GET", f"/api/books/{BOOK}/odds")

        async def ready() -> None:
            while hosted.house.lab.waiting:
                await asyncio.sleep(0.01)

        hosted.run(ready())
        pid = worker(hosted)
        assert pid is not None
        assert shown(hosted).exact
        assert worker(hosted) == pid


def test_a_house_closes_while_its_worker_begins(tmp_path: Path) -> None:
    with hosting(configured(tmp_path)) as hosted:
        hosted.http("GET", f"/api/books/{BOOK}/odds")
    assert worker(hosted) is None


def test_a_worker_that_nobody_asks_leaves(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    shown(hosted)
    process = hosted.house.lab._worker
    monkeypatch.setattr(house_lab, "IDLE_S", 0.0)  # counted from the answer: else over before it
    shown(hosted)

    async def gone() -> int | None:
        return None if process is None else await process.wait()

    assert hosted.run(gone()) == 0
    assert worker(hosted) is None


def test_a_house_without_a_lab_says_what_to_install(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_lab, "has_lab", lambda: False)
    refused = posted(hosted)
    assert (refused.status, refused.code) == (503, "lab/missing")
    assert "croupier[lab]" in refused.content.decode()


def test_the_worker_ends_with_its_house(tmp_path: Path) -> None:
    with hosting(configured(tmp_path)) as hosted:
        shown(hosted)
        pid = worker(hosted)
        assert Path(f"/proc/{pid}").exists()
    assert not Path(f"/proc/{pid}").exists()
