"""What every answer carries and every request must: headers, and the Origin of what changes things.

Pure ASGI, so that it stands before everything else and costs little.
"""

from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.rules.refusal import Refusal, refusal
from croupier.server.endpoint import failed
from croupier.server.noting import note_refused_request

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


class Guard:
    """Stands before the application."""

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
        """Why a request goes no further, or nothing if it does."""
        headers = Headers(scope=scope)
        if (count := len(headers.getlist("host"))) > 1:
            # A proxy before the house may have gone by the other one.
            return refusal("request/one-host", count=count)
        return None if self._is_from_here(scope, headers) else refusal("request/origin")

    def _is_from_here(self, scope: Scope, headers: Headers) -> bool:
        """A page of another site cannot act in a visitor's name (requirement 18).

        Nor can one whose name was made to lead here: the host that is asked for must be ours too.
        """
        if headers.get("host", "").lower() not in self._hosts:
            return False
        if scope["type"] == "http" and scope["method"] in SAFE:
            return True
        origin = headers.get("origin")
        if origin is None:
            # No browser: browsers send it with every WebSocket and every POST.
            return "sec-fetch-site" not in headers
        return origin in self._origins


async def _refuse(no: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await failed(no)(scope, receive, send)
