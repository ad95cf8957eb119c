"""Requests by address: who asks too much waits, and then is refused; others notice nothing."""

import asyncio
import selectors
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
import pytest
from starlette.types import Receive, Scope, Send

from croupier.office.names import HOUSE
from croupier.rules.refusal import Refusal
from croupier.server.api import guard as turnstile
from croupier.server.api.guard import Turnstile
from croupier.server.config.settings import Connections, Listen
from croupier.server.house import TURNS_AT_ONCE, VISITS_BURST, House
from croupier.server.live.rates import Bucket, Buckets, Kept, Pace
from tests.ports import free_port
from tests.server.houses import TIMEOUT_S, Hosted, Reply, automatic, configured, hosting

TABLE = "sands-2019"
A_SECOND = 5
AT_ONCE = A_SECOND * TURNS_AT_ONCE
HERE, THERE = "127.0.0.1", "127.0.0.2"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    few = Connections(requests_per_address=A_SECOND)
    folder = tmp_path_factory.mktemp("turns")
    config = configured(folder, [automatic(TABLE)], demonstration=True, connections=few)
    with hosting(config) as hosted:
        hosted.run(hosted.enrolled("ada"))
        yield hosted


@pytest.fixture(autouse=True)
def no_time_passes(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins anew, and nothing is forgiven meanwhile."""
    still = Pace(lambda: 0.0)
    monkeypatch.setattr(turnstile, "WAIT_MAX_S", 0.0)
    monkeypatch.setattr(turnstile, "REFUSED_AFTER_S", 0.0)
    monkeypatch.setattr(hosted.house, "turns", Buckets(AT_ONCE, A_SECOND, still))
    monkeypatch.setattr(hosted.house, "visits_from", Buckets(VISITS_BURST, 5, still))


def asked(hosted: Hosted, path: str, source: str = HERE, method: str = "GET", **sent: str) -> Reply:
    parts = urlsplit(hosted.address)
    line = HTTPConnection(HERE, parts.port, TIMEOUT_S, source_address=(source, 0))
    headers = {"Host": hosted.netloc, "Origin": hosted.address, **sent}
    try:
        line.request(method, path, b"{}" if method == "POST" else None, headers)
        answer = line.getresponse()
        return Reply(answer.status, answer.headers, answer.read())
    finally:
        line.close()


@pytest.mark.parametrize("path", ["/api/house", "/", "/metrics", "/nowhere", "/api/me"])
def test_one_address_asks_so_often_and_no_more(hosted: Hosted, path: str) -> None:
    usual = asked(hosted, path).status
    said = [asked(hosted, path) for _ in range(AT_ONCE)]
    assert [one.status for one in said] == [usual] * (AT_ONCE - 1) + [429]
    assert said[-1].code == "rate/requests"
    assert int(said[-1].headers["Retry-After"]) >= 1
    assert said[-1].headers["X-Content-Type-Options"] == "nosniff", "guarded as all answers are"
    assert asked(hosted, path, THERE).status == usual, "another address is another matter"


def test_a_terminal_has_its_own_turn_and_a_made_up_cookie_none(hosted: Hosted) -> None:
    for _ in range(AT_ONCE):
        asked(hosted, "/api/house")
    known, guess = hosted.cookie("ada"), "croupier-terminal=guess; croupier=guess"
    assert known is not None
    assert asked(hosted, "/api/me", Cookie=known).status == 200
    assert asked(hosted, "/api/me", Cookie=guess).status == 429
    forwarded = {"X-Forwarded-For": "192.0.2.1"}
    assert asked(hosted, "/api/me", **forwarded).status == 429, "there is no proxy to believe"


def test_a_cash_device_has_its_own_turn_and_a_made_up_token_none(hosted: Hosted) -> None:
    office = hosted.house.office
    made = hosted.run(office.enrol_device("acceptor", "ada", HOUSE))
    assert not isinstance(made, Refusal)
    for _ in range(AT_ONCE):
        asked(hosted, "/api/house")
    assert asked(hosted, "/api/cash", Authorization=f"Bearer {made.token}").status == 200
    assert asked(hosted, "/api/cash", Authorization="Bearer guess").status == 429
    for _ in range(AT_ONCE):
        asked(hosted, "/api/cash", Authorization=f"Bearer {made.token}")
    said = asked(hosted, "/api/cash", Authorization=f"Bearer {made.token}")
    assert said.code == "rate/requests", "and no more than that"
    hosted.run(office.cash.withdraw("acceptor", HOUSE, "stolen"))
    assert asked(hosted, "/api/cash", Authorization=f"Bearer {made.token}").status == 429


def test_a_burst_waits_for_its_turn_and_is_served(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turnstile, "WAIT_MAX_S", float(TIMEOUT_S))
    monkeypatch.setattr(hosted.house, "turns", Buckets(2, 20))
    with ThreadPoolExecutor(12) as pool:
        said = list(pool.map(lambda _: asked(hosted, "/healthz").status, range(24)))
    assert said == [200] * 24


def test_visits_of_one_address_leave_room_for_others(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted.house, "turns", Buckets(10**6, 10**6))
    said = [asked(hosted, "/api/visit", method="POST") for _ in range(130)]
    assert [one.status for one in said] == [200] * VISITS_BURST + [429] * (130 - VISITS_BURST)
    assert said[-1].code == "rate/visits"
    assert "Retry-After" in said[-1].headers
    assert asked(hosted, "/api/visit", THERE, "POST").status == 200


def test_all_visits_together_have_a_most(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted.house, "visits", Bucket(0, 0, hosted.house.pace))
    assert asked(hosted, "/api/visit", THERE, "POST").code == "rate/visits"


def test_behind_a_proxy_the_address_that_it_forwards_counts(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    few = Connections(requests_per_address=1)
    folder = tmp_path_factory.mktemp("proxied")
    config = configured(folder, [automatic(TABLE)], connections=few)
    port = free_port()
    config = msgspec.structs.replace(
        config, behind_proxy=True, origins=(f"http://localhost:{port}",), listen=Listen(port=port)
    )
    with hosting(config) as proxied:
        proxied.house.turns = Buckets(1, 1, Pace(lambda: 0.0))
        for address in ("192.0.2.1", "192.0.2.2"):
            forwarded = {"X-Forwarded-For": address}
            assert asked(proxied, "/healthz", **forwarded).status == 200
            assert asked(proxied, "/healthz", **forwarded).status == 429
        stranger = {"X-Forwarded-For": "192.0.2.3"}
        assert asked(proxied, "/healthz", THERE, **stranger).status == 200
        stranger = {"X-Forwarded-For": "192.0.2.4"}
        assert asked(proxied, "/healthz", THERE, **stranger).status == 429, "it is no proxy"


def test_requests_of_one_address_do_not_begin_together() -> None:
    """Whatever else waits comes between two of them: a burst holds nobody up for all of it."""
    begun = list[int]()

    async def scenario() -> None:
        turns = [0]

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            begun.append(turns[0])

        def turn() -> None:
            turns[0] += 1
            if len(begun) < 20:
                loop.call_soon(turn)

        loop = asyncio.get_running_loop()
        house = cast(House, SimpleNamespace(turns=Buckets(100, 100)))
        asked = Turnstile(app, house)
        scope = {"type": "http", "headers": [], "client": (HERE, 1)}
        loop.call_soon(turn)
        nothing = cast("Any", None)
        await asyncio.gather(*(asked(scope, nothing, nothing) for _ in range(20)))

    asyncio.run(scenario())
    assert len({*begun}) == len(begun) == 20


def test_the_loop_rests_between_requests_of_one_address() -> None:
    """A burst leaves time to others: a loop with nothing else to do waits before the next."""
    begun, rested = list[Scope](), set[int]()

    class Watched(selectors.DefaultSelector):
        def select(self, timeout: float | None = None) -> Any:
            if timeout is None or timeout > 0:
                rested.add(len(begun))
            return super().select(timeout)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope)

    async def scenario() -> None:
        house = cast(House, SimpleNamespace(turns=Buckets(100, 100)))
        asked = Turnstile(app, house)
        scope = {"type": "http", "headers": [], "client": (HERE, 1)}
        nothing = cast("Any", None)
        await asyncio.gather(*(asked(scope, nothing, nothing) for _ in range(20)))

    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(Watched())) as runner:
        runner.run(scenario())
    assert rested >= {*range(20)}


def test_of_many_those_not_seen_for_longest_are_let_go() -> None:
    kept = Kept(list[str], most=2)
    ada, ben = kept["ada"], kept["ben"]
    assert kept["ada"] is ada
    assert kept["eve"] is not ben
    assert kept["ada"] is ada
    assert kept["ben"] is not ben, "who was not seen for longest is new"
