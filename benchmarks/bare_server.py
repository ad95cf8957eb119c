"""The least that a server does for a wager over a WebSocket: the limit beside `server_load.py`.

In a process of its own, on the same loop: it reads each frame, looks at nothing, and answers with
bytes of the usual size, a seat and a verdict in one write. It decides, records and checks nothing.
It obeys the same lines as `load_house.py`.
"""

import asyncio
import gc
import json
import socket
import sys
from base64 import b64encode
from hashlib import sha1
from time import monotonic_ns, process_time_ns
from typing import cast

import uvloop

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
SEAT, TABLE_BYTES = 520, 1_400
"""The usual size of a player's own view, and of a public one."""


def frame(payload: bytes) -> bytes:
    return b"\x81\x7e" + len(payload).to_bytes(2) + payload


def padded(begin: bytes, size: int) -> bytes:
    return frame(begin + b" " * (size - len(begin)))


NOW = padded(b'{"type":"now"}', TABLE_BYTES)
ANSWER = padded(b'{"type":"seat"}', SEAT) + padded(
    b'{"type":"verdict","table":"t000","id":1,"accepted":true,"seq":1}', 90
)
OPENED = padded(b'{"type":"table","phase":"betting"}', TABLE_BYTES)
ENDED = padded(b'{"type":"table","phase":null}', TABLE_BYTES)


class Line(asyncio.Protocol):
    """One terminal."""

    def __init__(self, lines: "set[Line]") -> None:
        self.lines = lines
        self.watches = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"GET"):
            key = data.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0]
            accept = b64encode(sha1(key + MAGIC).digest())
            self.transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n"
            )
        elif not self.watches:
            self.watches = True
            self.lines.add(self)
            self.transport.write(NOW)
        else:
            self.transport.write(ANSWER)

    def connection_lost(self, error: Exception | None) -> None:
        self.lines.discard(self)


async def main(terminals: int) -> None:
    """Serve until the input ends."""
    lines: set[Line] = set()
    loop = asyncio.get_running_loop()
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    await loop.create_server(lambda: Line(lines), sock=listening)
    names = [(f"t000-{at:05}", "none") for at in range(terminals)]
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    gc.freeze()
    said(address=address, tokens={"t000": names})
    orders = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while order := (await orders.readline()).decode():
        if order.startswith("used"):
            said(cpu_ns=process_time_ns(), rss=0)
            continue
        at_ns = monotonic_ns()
        if not order.startswith("close"):
            for line in list(lines):
                line.transport.write(OPENED if order.startswith("open") else ENDED)
        said(at_ns=at_ns)


def said(**what: object) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[2])))
