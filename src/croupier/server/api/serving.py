"""The web server around a house: starlette for the addresses, uvicorn for the connections."""

import asyncio
import contextlib
import gc
import hmac
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import cast

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request as HttpRequest
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from croupier.protocol import SUBPROTOCOL
from croupier.rules.refusal import refusal
from croupier.server.api import health
from croupier.server.api.endpoint import Endpoint, Reply, compressible, encode, failed, openapi
from croupier.server.api.guard import Guard, Turnstile
from croupier.server.api.routes import respond, route, who_asks
from croupier.server.house import House
from croupier.server.live.connection import Connection
from croupier.server.live.gate import Acceptor, Gate, Slot
from croupier.server.live.intake import Intake
from croupier.server.live.link import Link
from croupier.server.logs import note_refused_request
from croupier.server.people.throttle import address_key

MESSAGE_MAX = 64 * 1024
BACKLOG = 4096
TRY_AGAIN_LATER = 1013
SWITCH_S = 0.0005
"""The interpreter's switch interval between threads."""
CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""Of TLS 1.2: forward secrecy and authenticated encryption only. TLS 1.3 has no others."""


def application(
    house: House, endpoints: Sequence[Endpoint], pages: Sequence[BaseRoute], origins: Sequence[str]
) -> ASGIApp:
    """The whole ASGI application of a house."""
    title = f"{house.config.name}: the croupier house server"
    described = compressible(Reply(encode(openapi(endpoints, title))))

    async def healthz(http: HttpRequest) -> Response:
        if health.stopped(house):
            return failed(refusal("house/stopped"))
        accepts = http.headers.get("accept", "")
        if accepts.startswith("text/plain"):
            return PlainTextResponse("ok\n")
        return Response(encode(health.health(house)), media_type="application/json")

    async def metrics(http: HttpRequest) -> Response:
        if not _measures(http, house.metrics_token):
            no = refusal("metrics/not-here")
            note_refused_request(no, http.scope)
            return failed(no)
        lines = [*house.metrics.lines(), *health.lines(health.health(house))]
        return PlainTextResponse("\n".join(lines) + "\n")

    async def description(http: HttpRequest) -> Response:
        return await respond(house, http, described)

    routes: list[BaseRoute] = [
        *(route(house, endpoint) for endpoint in endpoints),
        Route("/api/openapi.json", description),
        Route("/healthz", healthz),
        Route("/metrics", metrics),
        WebSocketRoute("/socket", lambda socket_: connected(house, socket_)),
        *pages,
    ]
    app = Starlette(routes=routes, exception_handlers={404: _unknown, 405: _unknown})
    app.router.redirect_slashes = False  # no redirects
    turns = Turnstile(app, house)
    return Guard(turns, origins, tls=house.config.secure)


def _measures(http: HttpRequest, token: str | None) -> bool:
    """Whether the caller may read the metrics, which reveal wagers before the close: from this
    machine, or with the operator's token."""
    sent = http.headers.get("authorization", "").encode("utf-8", "surrogatepass")
    if token is not None and hmac.compare_digest(sent, f"Bearer {token}".encode()):
        return True
    try:
        return http.client is not None and ip_address(http.client.host).is_loopback
    except ValueError:
        return False


async def _unknown(http: HttpRequest, error: Exception) -> Response:
    answer = failed(refusal("request/unknown-address", path=http.url.path[:80]))
    answer.status_code = getattr(error, "status_code", 404)
    return answer


async def connected(house: House, websocket: WebSocket) -> None:
    """A WebSocket from its handshake to its end."""
    who = who_asks(house, websocket)
    no = house.active(who)
    offered = websocket.scope.get("subprotocols", [])
    await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
    link: Link = websocket.scope["state"]["link"]
    if house.closing or house.stopped.is_set():
        link.end(TRY_AGAIN_LATER, "house/stopped")
        return
    name = who.terminal or address_key(who.address)
    if (full := house.gate.name(link.slot, who.kind, name)) is not None:
        link.end(TRY_AGAIN_LATER, full)
        return
    connection = Connection(house, who, link)
    if no is not None:
        connection.end(no.code, no.message)
        return
    house.join(connection)
    link.listen(connection)
    try:
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        connection.gone()


class Serving(uvicorn.Server):
    """A uvicorn server without signal handlers, whose connections come through the gate."""

    def __init__(self, config: uvicorn.Config, gate: Gate) -> None:
        super().__init__(config)
        self._gate = gate

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        def made(slot: Slot) -> Intake:
            intake = Intake(self.config, self.server_state, app_state={})
            intake.slot = slot
            return intake

        tls = self.config.ssl
        acceptors = [Acceptor(each, self._gate, made, tls) for each in sockets or ()]
        self.servers = cast("list[asyncio.Server]", acceptors)
        self.started = True

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        yield


def bound(host: str, port: int) -> socket.socket:
    """A listening socket, so that the port is known before serving."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    listening.listen(BACKLOG)
    listening.setblocking(False)
    return listening


@asynccontextmanager
async def serving(
    app: ASGIApp,
    listening: socket.socket,
    gate: Gate,
    tls: tuple[Path, Path] | None = None,
    *,
    behind_proxy: bool = False,
) -> AsyncIterator[Serving]:
    """Serve on a socket until the context ends."""
    certificate, key = tls if tls is not None else (None, None)
    config = uvicorn.Config(
        app,
        http=Intake,
        ws=Link,
        ws_max_size=MESSAGE_MAX,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        # Anyone but our proxy could claim any address, and so evade the throttles.
        proxy_headers=behind_proxy,
        forwarded_allow_ips="127.0.0.1,::1",
        date_header=True,
        backlog=BACKLOG,
        timeout_graceful_shutdown=3,
        ssl_certfile=certificate,
        ssl_keyfile=key,
        ssl_ciphers=CIPHERS,
    )
    server = Serving(config, gate)
    gate.pace.begin()
    running = asyncio.ensure_future(server.serve(sockets=[listening]))
    while not server.started and not running.done():
        await asyncio.sleep(0.01)
    settle_down()
    try:
        yield server
    finally:
        server.should_exit = True
        await running
        gate.pace.end()


def settle_down() -> None:
    """Exclude everything made at the start from garbage collection, and collect less often.

    A collection while a thousand wagers wait shows in the slowest answers. So does the committer's
    thread waiting for a busy loop: each statement of a commit would wait 5 ms.
    """
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
