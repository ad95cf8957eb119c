"""Around every request: the checks of Origin and Host, the rate limit, and the answer's headers.

The rate limit is per terminal, session of staff or cash device, otherwise per address: bursts are
served, more requests wait a little, far more are refused. Pure ASGI, before anything expensive.
"""

import asyncio
from collections.abc import Collection
from math import ceil

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.rules.refusal import Refusal, refusal
from croupier.server.api.endpoint import failed
from croupier.server.api.routes import who_asks
from croupier.server.house import House
from croupier.server.live.rates import Kept
from croupier.server.logs import note_refused_request
from croupier.server.people.throttle import address_key

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
WAIT_MAX_S = 5.0
"""A request that would wait longer is refused."""
GAP_S = 0.001
"""Between two requests of one address: a burst leaves most of the time to others."""
REFUSED_AFTER_S = 1.0
"""Refusals are delayed: a flooding client gets one per second and connection."""


class Guard:
    """Middleware around the application."""

    def __init__(self, app: ASGIApp, origins: Collection[str], *, tls: bool) -> None:
        self._app = app
        self._origins = frozenset(origins)
        self._hosts = frozenset(origin.partition("://")[2].lower() for origin in origins)
        self._headers = dict(HEADERS)
        if tls:
            self._headers["strict-transport-security"] = "max-age=31536000; includeSubDomains"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        if (no := self._refused(scope)) is not None:
            note_refused_request(no, scope)
            await _refuse(no, scope, receive, guarded)
        else:
            await self._app(scope, receive, guarded)

    def _refused(self, scope: Scope) -> Refusal | None:
        """Why a request is refused, or None."""
        headers = Headers(scope=scope)
        if (count := len(headers.getlist("host"))) > 1:
            # A proxy in front may have used the other one.
            return refusal("request/one-host", count=count)
        return None if self._is_from_here(scope, headers) else refusal("request/origin")

    def _is_from_here(self, scope: Scope, headers: Headers) -> bool:
        """Against CSRF and DNS rebinding (requirement 18): origin and host must both be ours."""
        if headers.get("host", "").lower() not in self._hosts:
            return False
        if scope["type"] == "http" and scope["method"] in SAFE:
            return True
        origin = headers.get("origin")
        if origin is None:
            # Not a browser: browsers send it with every WebSocket and every POST.
            return "sec-fetch-site" not in headers
        return origin in self._origins


async def _refuse(no: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await failed(no)(scope, receive, send)


class Turnstile:
    """Middleware around the application."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house
        self._lanes = Kept(asyncio.Lock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        name = self._known(scope)
        address = f"at {_address(scope)}"
        wait_s = self._house.turns.turn_s(name or address, WAIT_MAX_S)
        if wait_s is None:
            await asyncio.sleep(REFUSED_AFTER_S)
            most = self._house.config.connections.requests_per_address
            no = refusal("rate/requests", most=most, wait_s=ceil(WAIT_MAX_S) or 1)
            note_refused_request(no, scope)
            await failed(no)(scope, receive, send)
            return
        if wait_s:
            await asyncio.sleep(wait_s)
        if name is None:
            async with self._lanes[address]:
                await asyncio.sleep(GAP_S)
        await self._app(scope, receive, send)

    def _known(self, scope: Scope) -> str | None:
        """The known client of a request, if any."""
        sent = Headers(scope=scope)
        if "authorization" in sent:
            device = self._house.office.cash.known(sent["authorization"])
            if not isinstance(device, Refusal):
                return f"{device}/cash"
        if "cookie" in sent:
            who = who_asks(self._house, HTTPConnection(scope))
            return who.terminal
        return None


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return address_key(client[0] if client else "")
