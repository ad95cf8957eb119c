"""The HTTP API of a house, asked from a thread: for signing in and looking back, not for play."""

import asyncio
import http.client
import os
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

T = TypeVar("T")
TIMEOUT_S = 30
TOO_MANY, TOO_MANY_WAIT_S, TOO_MANY_TRIES = "rate/too-many", 0.5, 20


class WebError(Exception):
    """The house refused a request."""

    def __init__(self, status: int, code: str, message: str, clause: str | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.clause = clause


class _Error(msgspec.Struct):
    code: str
    message: str
    clause: str | None = None


class _Errors(msgspec.Struct):
    error: _Error


class Web:
    """A client's HTTP requests to a house, with its cookies."""

    def __init__(self, address: str, kept: Path | None = None) -> None:
        """``kept`` is a file for the cookies, readable by its owner only."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{address!r} is not an address such as http://localhost:8000")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._kept = kept
        found = kept.read_bytes() if kept is not None and kept.exists() else b"{}"
        self.cookies = msgspec.json.decode(found, type=dict[str, str])
        self._secure = parts.scheme == "https"
        self._host = parts.netloc

    @property
    def socket_address(self) -> str:
        """The address of the WebSocket."""
        return f"{'wss' if self._secure else 'ws'}://{self._host}/socket"

    def headers(self) -> dict[str, str]:
        """The headers of every request, also of the WebSocket's."""
        headers = {"Origin": self.address}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        return headers

    async def get(self, path: str, kind: type[T]) -> T:
        """Send a GET request, again after a moment while the house limits the rate."""
        for _ in range(TOO_MANY_TRIES):
            try:
                return msgspec.json.decode(await self.raw("GET", path), type=kind)
            except WebError as error:
                if error.code != TOO_MANY:
                    raise
                await asyncio.sleep(TOO_MANY_WAIT_S)
        return msgspec.json.decode(await self.raw("GET", path), type=kind)

    async def post(self, path: str, body: Any, kind: type[T]) -> T:
        """Send a POST request."""
        return msgspec.json.decode(await self.raw("POST", path, body), type=kind)

    async def raw(self, method: str, path: str, body: Any = None) -> bytes:
        """The body of the answer at an address."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> bytes:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, timeout=TIMEOUT_S)
        try:
            content = msgspec.json.encode(body) if body is not None else None
            headers = self.headers() | {"Content-Type": "application/json"}
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            given = answer.read()
            lines = answer.headers.get_all("Set-Cookie") or ()
            for line in lines:
                self._keep(line)
            if lines and self._kept is not None:
                self._write(self._kept)
        finally:
            connection.close()
        if answer.status >= 400:
            raise _failure(answer.status, given)
        return given

    def _keep(self, line: str) -> None:
        name, _, value = line.split(";")[0].partition("=")
        if value and "max-age=0" not in line.lower():
            self.cookies[name] = value
        else:
            self.cookies.pop(name, None)

    def _write(self, kept: Path) -> None:
        """Write the cookies to a temporary file, then move it into place."""
        beside = kept.with_name(f".{kept.name}.new")
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(msgspec.json.encode(self.cookies))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(kept)


def _failure(status: int, content: bytes) -> WebError:
    try:
        error = msgspec.json.decode(content, type=_Errors).error
    except msgspec.DecodeError:
        return WebError(status, "http/error", content[:200].decode(errors="replace"))
    return WebError(status, error.code, error.message, error.clause)
