"""A house whose loop is held up cuts off nobody who behaves.

The loop is held up on purpose, for longer than the deadlines that are set here, while clients in
threads of their own go on as they should. What they sent meanwhile is read afterwards.
"""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPResponse
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from croupier.protocol import frames as f
from croupier.server.live import gate
from croupier.server.live.connection import Connection
from croupier.server.live.link import Link
from croupier.server.live.rates import BEAT_S, BURST, PER_SECOND
from tests.server.houses import TIMEOUT_S, Hosted, configured, dealt, decode, hosting, raw

TABLE = "sands-2019"
HELD_UP_S = 2.0
DEADLINE_S = 1.0


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("starved"), [dealt(TABLE)])) as hosted:
        hosted.run(hosted.enrolled("ada"))
        yield hosted


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "DEADLINES_S", dict.fromkeys(gate.DEADLINES_S, DEADLINE_S))


def held_up(hosted: Hosted, seconds: float = HELD_UP_S) -> None:
    """From now on the loop does nothing else for a while; this comes back when it begins."""
    begun = threading.Event()

    def hold() -> None:
        begun.set()
        time.sleep(seconds)

    hosted.loop.call_soon_threadsafe(hold)
    begun.wait(TIMEOUT_S)


async def _event() -> asyncio.Event:
    return asyncio.Event()


@contextmanager
def linked(hosted: Hosted, who: str | None) -> Iterator[ClientConnection]:
    headers = {"Origin": hosted.address, "Cookie": hosted.cookie(who) or ""}
    address = hosted.address.replace("http", "ws")
    timeouts: dict[str, Any] = {"open_timeout": TIMEOUT_S, "ping_timeout": TIMEOUT_S}
    with connect(f"{address}/socket", additional_headers=headers, proxy=None, **timeouts) as line:
        assert isinstance(decode(line.recv(TIMEOUT_S)), f.Hello)
        yield line


def test_a_request_that_came_while_nothing_was_read_is_answered(
    hosted: Hosted, short: None
) -> None:
    request = f"GET /healthz HTTP/1.1\r\nHost: {hosted.netloc}\r\n\r\n".encode()
    with raw(hosted) as whole, raw(hosted) as half:
        half.sendall(request[:20])
        held_up(hosted)
        whole.sendall(request)
        half.sendall(request[20:])
        assert whole.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
        assert half.recv(1 << 16).startswith(b"HTTP/1.1 200 ")


def test_a_line_that_is_kept_is_good_after_the_house_was_held_up(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the house's clock it was held up for an hour, and went on long enough to close."""
    lines = ("GET /healthz HTTP/1.1", f"Host: {hosted.netloc}", "Accept: text/plain", "", "")
    request = "\r\n".join(lines).encode()

    def answered(line: socket.socket) -> bytes:
        came = b""
        while not came.endswith(b"\r\n\r\nok\n"):
            came += line.recv(1 << 16)
        return came

    with raw(hosted) as kept, raw(hosted) as half, raw(hosted) as new:
        kept.sendall(request)
        assert answered(kept).startswith(b"HTTP/1.1 200 ")
        half.sendall(request[:20])
        monkeypatch.setattr(hosted.house.pace, "clock", lambda: time.monotonic() + 3600)
        hosted.run(asyncio.sleep(5 * BEAT_S))
        half.sendall(request[20:])
        for line in (kept, half, new):
            if line is not half:
                line.sendall(request)
            assert answered(line).startswith(b"HTTP/1.1 200 ")


def test_messages_within_the_rate_are_taken_however_long_they_waited(hosted: Hosted) -> None:
    unknown = '{"type":"unwatch","table":"sands-2019"}'
    with linked(hosted, "ada") as line:
        held_up(hosted)
        for _ in range(round(HELD_UP_S * PER_SECOND) + BURST // 2):
            line.send(unknown)
            line.ping()
        line.send(f'{{"type":"watch","table":"{TABLE}"}}')
        assert isinstance(decode(line.recv(TIMEOUT_S)), f.Now), "no problem and no bye"


def test_a_pong_that_waited_to_be_read_is_in_time(hosted: Hosted) -> None:
    with linked(hosted, "ada") as line:
        (link,) = [wire for wire in map(wire_of, hosted.house.connections) if wire is not None]

        def ping_and_hold() -> None:
            link.ping_timeout = DEADLINE_S
            link.send_keepalive_ping()
            time.sleep(2 * DEADLINE_S)

        hosted.loop.call_soon_threadsafe(ping_and_hold)
        with ThreadPoolExecutor() as pool:
            said = pool.submit(line.recv, 4 * DEADLINE_S)
            with pytest.raises(TimeoutError):
                said.result()
        line.send(f'{{"type":"watch","table":"{TABLE}"}}')
        assert isinstance(decode(line.recv(TIMEOUT_S)), f.Now)


def wire_of(connection: Connection) -> Link | None:
    mine = connection.terminal == "ada" and isinstance(connection.wire, Link)
    return connection.wire if mine and isinstance(connection.wire, Link) else None


def test_a_house_that_is_held_up_all_the_time_serves_whoever_behaves(
    hosted: Hosted, short: None
) -> None:
    """Nine tenths of the time nothing is read, for many times the deadlines."""
    ends = asyncio.run_coroutine_threadsafe(_event(), hosted.loop).result()

    async def starve() -> None:
        while not ends.is_set():
            time.sleep(9 * BEAT_S)
            await asyncio.sleep(BEAT_S)

    starving = asyncio.run_coroutine_threadsafe(starve(), hosted.loop)
    request = f"GET /api/house HTTP/1.1\r\nHost: {hosted.netloc}\r\n\r\n".encode()
    try:
        with linked(hosted, "ada") as line, raw(hosted) as kept:
            for n in range(5):
                line.send(f'{{"type":"{"unwatch" if n % 2 else "watch"}","table":"{TABLE}"}}')
                kept.sendall(request)
                with HTTPResponse(kept) as reply:
                    reply.begin()
                    assert reply.status == 200
                    reply.read()
                line.ping().wait(TIMEOUT_S)
            assert isinstance(decode(line.recv(TIMEOUT_S)), f.Now)
    finally:
        hosted.loop.call_soon_threadsafe(ends.set)
        starving.result(TIMEOUT_S)


def test_the_loop_is_really_held_up(hosted: Hosted) -> None:
    begun = time.monotonic()
    held_up(hosted, 1.0)
    hosted.run(asyncio.sleep(0))
    assert time.monotonic() - begun >= 1.0
