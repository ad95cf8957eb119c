"""Requests that are too large, or never whole: each is answered or cut off, and others are served.

No time is measured: a connection that must end is waited for, and one that stays open is an error.
"""

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from croupier.server.config.settings import Connections
from croupier.server.live import gate, intake
from croupier.server.live.gate import Gate
from croupier.server.live.rates import Buckets, Pace
from tests.server.houses import TIMEOUT_S, Hosted, configured, dealt, hosting, raw

TABLE = "sands-2019"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(configured(tmp_path_factory.mktemp("intake"), [dealt(TABLE)])) as hosted:
        yield hosted


def get(hosted: Hosted, *headers: str, path: str = "/api/house") -> bytes:
    lines = (f"GET {path} HTTP/1.1", f"Host: {hosted.netloc}", *headers)
    return "\r\n".join(lines).encode()


def until_closed(line: socket.socket) -> bytes:
    """All that comes until the house closes the connection; an error if it does not."""
    came = b""
    with suppress(ConnectionResetError):
        while some := line.recv(1 << 16):
            came += some
    return came


def asked(hosted: Hosted, request: bytes) -> bytes:
    with closing(raw(hosted)) as line:
        with suppress(BrokenPipeError, ConnectionResetError):
            line.sendall(request)
        return until_closed(line)


def served_still(hosted: Hosted) -> None:
    assert hosted.http("GET", "/api/house").status == 200


ENDLESS = 8 << 20
SOON = dict.fromkeys(gate.DEADLINES_S, 0.1)
NEVER = dict.fromkeys(gate.DEADLINES_S, 1e9)
CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    "begins",
    [
        "GET /",
        "GET / HTTP/1.1\r\nX: ",
        "GET / HTTP/1.1\r\nX",
        f"POST /api/sign-in HTTP/1.1\r\n{CHUNKED}\r\n\r\n2\r\n{{}}\r\n0\r\nX: ",
    ],
    ids=["address", "value", "name", "trailer"],
)
def test_what_never_ends_is_cut_off(hosted: Hosted, begins: str) -> None:
    asked(hosted, begins.encode() + b"a" * ENDLESS)
    served_still(hosted)


def test_a_request_that_drips_is_cut_off_long_before_it_is_late(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "DEADLINES_S", NEVER)
    pieces, still = 5, Buckets(6, 0, Pace(lambda: 0.0))  # one is the arrival
    monkeypatch.setattr(hosted.house.gate, "arrivals", still)
    read, take = list[bytes](), HttpToolsProtocol.data_received

    def reads(line: HttpToolsProtocol, data: bytes) -> None:
        read.append(data)
        take(line, data)

    monkeypatch.setattr(HttpToolsProtocol, "data_received", reads)
    with closing(raw(hosted)) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(get(hosted, "X: "))
        with suppress(BrokenPipeError, ConnectionResetError):
            for sent in range(10 * pieces):
                while len(read) < min(sent, pieces + 1):
                    time.sleep(0.001)
                line.sendall(b"a")
        assert until_closed(line) == b""
    assert len(read) == 1 + pieces


def test_headers_have_a_most(hosted: Hosted) -> None:
    last = "Connection: close\r\n\r\n"
    fits = [f"X-{n}: {n}" for n in range(intake.HEADERS_MAX - 2)]
    assert asked(hosted, get(hosted, *fits, last)).startswith(b"HTTP/1.1 200 ")
    assert asked(hosted, get(hosted, *fits, "X: one more", last)).startswith(b"HTTP/1.1 431 ")
    long = "X: " + "a" * (intake.HEADER_MAX - 400)
    assert asked(hosted, get(hosted, long, last)).startswith(b"HTTP/1.1 200 ")
    longer = "X: " + "a" * intake.HEADER_MAX
    assert asked(hosted, get(hosted, longer, last)).startswith(b"HTTP/1.1 431 ")


def test_a_header_that_is_too_long_is_refused_before_it_ends(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "REQUEST_MAX", 1 << 40)
    monkeypatch.setattr(gate, "DEADLINES_S", NEVER)
    begun = b"GET / HTTP/1.1\r\nX: " + b"a" * 2 * intake.HEADER_MAX
    assert asked(hosted, begun).startswith(b"HTTP/1.1 431 ")


def test_who_goes_gives_the_place_back(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "DEADLINES_S", NEVER)
    slots = hosted.house.gate.slots
    known = set(slots)

    async def until(there: bool) -> None:
        while bool(slots - known) is not there:
            await asyncio.sleep(0.01)

    with closing(raw(hosted)):
        hosted.run(until(True))
    hosted.run(until(False))


def test_who_has_no_place_at_the_gate_is_not_heard(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = get(hosted, "Connection: close\r\n\r\n")
    assert asked(hosted, request).startswith(b"HTTP/1.1 200 ")
    with monkeypatch.context() as full:
        full.setattr(hosted.house.gate, "admit", lambda peer: None)
        assert asked(hosted, request) == b""
    served_still(hosted)


def test_a_websocket_may_have_a_long_header(hosted: Hosted) -> None:
    wire = hosted.run(hosted.wire(None, {f"X-{n}": "a" * 2_000 for n in range(6)}))
    assert wire.closed is None


def test_a_websocket_outlives_the_deadlines_of_its_request(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = hosted.run(hosted.wire(None))
    monkeypatch.setattr(gate, "DEADLINES_S", SOON)
    asked(hosted, b"GET / HTTP/1.1")  # until one that is late has been closed

    async def answers() -> None:
        await (await wire.socket.ping())

    hosted.run(answers())


def test_requests_in_a_row_have_a_most(hosted: Hosted) -> None:
    one = get(hosted, "\r\n", path="/healthz")
    few = one * intake.PIPELINE_MAX + get(hosted, "Connection: close", "\r\n", path="/healthz")
    assert asked(hosted, few).count(b"HTTP/1.1 200 ") == intake.PIPELINE_MAX + 1
    assert asked(hosted, one * 5000).count(b"HTTP/1.1 200 ") <= intake.PIPELINE_MAX + 1
    served_still(hosted)


def test_who_does_not_read_the_answer_is_closed(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "DEADLINES_S", SOON)
    request = get(hosted, "\r\n", path="/api/openapi.json")
    with closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(TIMEOUT_S)
        host, _, port = hosted.netloc.partition(":")
        line.connect((host, int(port)))
        with suppress(BrokenPipeError, ConnectionResetError):
            while True:  # until the house has closed it; what is sent is not read for ever
                line.sendall(request)
                time.sleep(0.01)


def test_a_websocket_that_cannot_be_opened_is_closed(hosted: Hosted) -> None:
    upgrade = "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"
    line = "X: " + "a" * 9_000
    request = get(hosted, *upgrade, line, "\r\n", path="/socket")
    assert b" 431 " in asked(hosted, request).partition(b"\r\n")[0]


@pytest.mark.parametrize(
    "begins",
    [
        "",
        "\r\n\r\n",
        "GET /api/house",
        "GET /api/house HTTP/1.1\r\nHost: ",
        "POST /api/sign-in HTTP/1.1\r\nHost: {}\r\nContent-Length: 50\r\n\r\n{{",
        f"POST /api/sign-in HTTP/1.1\r\nHost: {{}}\r\n{CHUNKED}\r\n\r\n",
        "POST /nowhere HTTP/1.1\r\nHost: {}\r\nContent-Length: 50\r\n\r\n{{",
    ],
)
def test_a_request_that_is_never_whole_is_closed(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, begins: str
) -> None:
    monkeypatch.setattr(gate, "DEADLINES_S", SOON)
    asked(hosted, begins.format(hosted.netloc).encode())
    monkeypatch.undo()
    served_still(hosted)


def test_so_is_one_after_another_that_was(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(raw(hosted)) as line:
        line.sendall(get(hosted, "\r\n"))
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
        monkeypatch.setattr(gate, "DEADLINES_S", SOON)
        line.sendall(b"\r\n")
        until_closed(line)


def test_who_goes_within_a_request_leaves_no_error(
    hosted: Hosted, caplog: pytest.LogCaptureFixture
) -> None:
    request = f"POST /api/sign-in HTTP/1.1\r\nHost: {hosted.netloc}\r\nContent-Length: 50\r\n\r\n{{"
    with closing(raw(hosted)) as line:
        line.sendall(request.encode())
    served_still(hosted)
    hosted.run(hosted.house.running.idle())
    assert [one for one in caplog.records if one.name == "uvicorn.error"] == []


class Gone(asyncio.Transport):
    """A connection that is cut off; like uvloop's, it raises when it is written to."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        return default

    def is_closing(self) -> bool:
        return True

    def write(self, data: object) -> None:
        raise RuntimeError("the handler is closed")

    def close(self) -> None: ...

    def abort(self) -> None: ...


def test_an_answer_to_nobody_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """Who is cut off is not answered, and the log does not call that a failure of the program."""
    answered = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("too late")(scope, receive, send)
        answered.append(scope["path"])

    async def scenario() -> None:
        config, state = Config(app, lifespan="off"), ServerState()
        config.load()
        held = Gate(Connections(), Pace()).admit("192.0.2.1")
        assert held is not None
        line = intake.Intake(config, state, app_state={}, _loop=asyncio.get_running_loop())
        line.slot = held
        line.connection_made(Gone())
        line.data_received(b"GET /odds HTTP/1.1\r\nHost: x\r\n\r\n")
        await asyncio.gather(*state.tasks)

    asyncio.run(scenario())
    assert answered == ["/odds"]
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == []
