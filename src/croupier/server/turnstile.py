"""Requests take their turn: a burst is served, more wait a little, and far more are refused.

A terminal, a session of staff or a cash device takes its own turn, everybody else that of their
address. Of an address, one request begins at a time, and everything else that waits comes between
two of them. Pure ASGI, before everything that costs.
"""

import asyncio
from math import ceil

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.rules.refusal import Refusal, refusal
from croupier.server.endpoint import failed
from croupier.server.house import House
from croupier.server.noting import note_refused_request
from croupier.server.rates import Kept
from croupier.server.throttle import address_key

WAIT_MAX_S = 5.0
"""Who would wait longer for their turn is refused."""
REFUSED_AFTER_S = 1.0
"""A refusal is no answer to hurry with: whoever floods gets one a second for each connection."""


class Turnstile:
    """Stands before the application."""

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
                await asyncio.sleep(0)
        await self._app(scope, receive, send)

    def _known(self, scope: Scope) -> str | None:
        """Whose turn it is, if the house knows them."""
        sent = Headers(scope=scope)
        if "authorization" in sent:
            device = self._house.office.cash.known(sent["authorization"])
            if not isinstance(device, Refusal):
                return f"{device}/cash"
        if "cookie" in sent:
            who = self._house.who_asks(HTTPConnection(scope))
            return who.terminal
        return None


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return address_key(client[0] if client else "")
