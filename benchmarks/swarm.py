"""Thousands of terminals in one process, each a real WebSocket, as light as can be.

croupier.client builds a view of every table and is at home with some hundred connections; a load
generator must not be what is measured, so these only count frames and take their times.
"""

import asyncio
import base64
import os
from collections.abc import Sequence
from functools import partial
from time import monotonic_ns
from urllib.parse import urlsplit

VERDICT, TABLE, NOW = b'{"type":"verdict"', b'{"type":"table"', b'{"type":"now"'
NO_MASK = bytes(4)
PING, PONG = 0x89, 0x8A


class Terminal(asyncio.Protocol):
    """One terminal: it watches its table, acts when told, and notes when it hears what."""

    def __init__(self, host: str, table: str, name: str, token: str) -> None:
        self.table = table
        self.name = name
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.answered: asyncio.Future[int] | None = None
        self.ended_ns = 0
        self.waits_ns: list[int] = []
        self.frames = 0
        self.bytes = 0
        self._asked_ns = 0
        self._id = 0
        self._buffer = b""
        self._upgraded = False
        self._in_round = False
        self._request = (
            f"GET /socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
            f"{base64.b64encode(os.urandom(16)).decode()}\r\n"
            f"Sec-WebSocket-Protocol: croupier.1\r\nCookie: croupier-terminal={token}\r\n\r\n"
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request.encode())

    def connection_lost(self, error: Exception | None) -> None:
        lost = ConnectionError(f"{self.name} was cut off")
        for waiting in (self.ready, self.answered):
            if waiting is not None and not waiting.done():
                waiting.set_exception(lost)

    def send(self, text: str) -> None:
        """A text, masked as a client must, with a mask that changes nothing."""
        payload = text.encode()
        assert len(payload) < 1 << 16
        size = bytes((0x80 | len(payload),))
        if len(payload) > 125:
            size = bytes((0x80 | 126,)) + len(payload).to_bytes(2)
        self.transport.write(b"\x81" + size + NO_MASK + payload)

    def act(self, wager: str, amount: int) -> "asyncio.Future[int]":
        """Place a wager; the time of its verdict."""
        self._id += 1
        self.answered = asyncio.get_running_loop().create_future()
        self._asked_ns = monotonic_ns()
        command = f'{{"type":"place-wager","wager":"{wager}","amount":{amount}}}'
        self.send(f'{{"type":"act","table":"{self.table}","id":{self._id},"command":{command}}}')
        return self.answered

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        buffer = self._buffer + data if self._buffer else data
        if not self._upgraded:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self._upgraded = True
            self.send(f'{{"type":"watch","table":"{self.table}"}}')
        at = 0
        while len(buffer) - at >= 2:
            size, begin = buffer[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, begin = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < begin + size:
                break
            if buffer[at] == PING:
                self.transport.write(
                    bytes((PONG, 0x80 | size)) + NO_MASK + buffer[begin : begin + size]
                )
            else:
                self._heard(buffer, begin, begin + size)
            at = begin + size
        self._buffer = buffer[at:]

    def _heard(self, buffer: bytes, begin: int, end: int) -> None:
        self.frames += 1
        if buffer.startswith(VERDICT, begin):
            now = monotonic_ns()
            self.waits_ns.append(now - self._asked_ns)
            assert b'"accepted":true' in buffer[begin:end], buffer[begin:end]
            if self.answered is not None and not self.answered.done():
                self.answered.set_result(now)
        elif buffer.startswith(TABLE, begin):
            between = buffer.find(b'"phase":null', begin, end) > 0
            if between and self._in_round:
                self.ended_ns = monotonic_ns()
            self._in_round = not between
        elif buffer.startswith(NOW, begin) and not self.ready.done():
            self.ready.set_result(None)


async def connected(
    address: str, tokens: dict[str, Sequence[tuple[str, str]]], at_once: int = 200
) -> list[Terminal]:
    """All terminals, each watching its table."""
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or 80
    loop, made = asyncio.get_running_loop(), list[Terminal]()
    wanted = [(table, name, token) for table, them in tokens.items() for name, token in them]
    for first in range(0, len(wanted), at_once):
        part = wanted[first : first + at_once]
        opened = [
            loop.create_connection(partial(Terminal, parts.netloc, *each), host, port)
            for each in part
        ]
        terminals = [protocol for _, protocol in await asyncio.gather(*opened)]
        await asyncio.gather(*(each.ready for each in terminals))
        made += terminals
    return made
