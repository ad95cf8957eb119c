"""Clients that flood a house, each in its own way, until they are told to stop.

python -m benchmarks.flooders KIND PORT COOKIE: a process of its own, from another address of this
machine (127.0.0.2) than the bettor. Whoever is cut off comes back. Each half second, and at
the end, it prints what it sent and how often it was refused or cut off. No house but one on this
machine can be reached with it.
"""

import json
import os
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

HOUSE, SOURCE = "127.0.0.1", "127.0.0.2"
EMPTY = bytes((0x80,)) + bytes(4)
PING, PONG, PIECE, FIRST = (bytes((code,)) + EMPTY for code in (0x89, 0x8A, 0x00, 0x01))
TEXT = bytes((0x81, 0x80 | 2)) + bytes(4) + b"{}"
SIZE = 60_000
LARGE = bytes((0x81, 0x80 | 126)) + SIZE.to_bytes(2, "big") + bytes(4) + b"x" * SIZE
LINES = 16
"""Connections that send as fast as they can."""
OPEN = 2_000
"""Connections that are held open."""
TIMEOUT_S = 5.0
AGAIN_S = 0.02
"""How soon whoever was cut off is back."""
STOP = {signal.SIGTERM}


class Flood:
    """A flooder's means, and what came of them."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port = port
        self.cookie = cookie
        self.counts: Counter[str] = Counter()

    def line(self) -> socket.socket:
        """A connection from the flooder's address."""
        self.counts["connections"] += 1
        return socket.create_connection((HOUSE, self.port), TIMEOUT_S, (SOURCE, 0))

    def request(self, path: str, *headers: str, method: str = "GET") -> bytes:
        """A request, whole but for the empty line."""
        host = f"localhost:{self.port}"
        lines = (f"{method} {path} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", *headers)
        return "".join(f"{one}\r\n" for one in lines).encode()

    def socket_(self) -> socket.socket:
        """A WebSocket of the flooder's terminal, upgraded."""
        line = self.line()
        upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        line.sendall(self.request("/socket", *upgrade, key, f"Cookie: {self.cookie}") + b"\r\n")
        came = line.recv(1 << 16)
        if b" 101 " not in came[:20]:
            line.close()
            raise ConnectionRefusedError
        return line

    def pour(self, frames: bytes, first: bytes = b"") -> None:
        """Send frames as fast as they are taken."""
        with self.socket_() as line:
            line.sendall(first)
            while True:
                line.sendall(frames)
                self.counts["bytes"] += len(frames)

    def headers(self) -> None:
        """A header that never ends."""
        with self.line() as line:
            line.sendall(self.request("/") + b"X: ")
            while True:
                line.sendall(b"a" * (1 << 16))
                self.counts["bytes"] += 1 << 16

    def asks(self, request: bytes) -> None:
        """The same question again and again."""
        with self.line() as line:
            while True:
                line.sendall(request)
                self.counts["requests"] += 1
                came = line.recv(1 << 16)
                if not came:
                    raise ConnectionResetError
                if came.startswith(b"HTTP/1.1 429"):
                    self.counts["refused"] += 1

    def holds(self, begins: bytes, drips: bytes) -> None:
        """Many connections that ask nothing, or never whole."""
        lines: list[socket.socket] = []
        while True:
            while len(lines) < OPEN:
                lines.append(line := self.line())
                with suppress(OSError):
                    line.setblocking(False)
                    line.send(begins)
            time.sleep(0.5)
            for line in lines[:]:
                try:
                    if drips:
                        line.send(drips)
                    gone = not line.recv(1)
                except BlockingIOError:
                    gone = False
                except OSError:
                    gone = True
                if gone:
                    self.counts["cut"] += 1
                    line.close()
                    lines.remove(line)

    def wagers(self, table: str = "edz-2020") -> None:
        """Batches of wagers, as fast as messages are taken, and taken back again."""
        bets = ",".join('{"wager":"red","amount":100}' for _ in range(400))
        place = f'{{"type":"place-wagers","wagers":[{bets}]}}'
        clear = '{"type":"clear-wagers"}'
        with self.socket_() as line:
            line.settimeout(0)
            for id_ in range(1, 1_000_000):
                command = place if id_ % 2 else clear
                text = f'{{"type":"act","table":"{table}","id":{id_},"command":{command}}}'.encode()
                large = len(text) > 125
                size = bytes((0x80 | 126,)) + len(text).to_bytes(2, "big") if large else None
                line.settimeout(TIMEOUT_S)
                line.sendall(b"\x81" + (size or bytes((0x80 | len(text),))) + bytes(4) + text)
                self.counts["actions"] += 1
                line.settimeout(0)
                with suppress(BlockingIOError):
                    if not line.recv(1 << 20):
                        raise ConnectionResetError
                time.sleep(0.055)


def kinds(flood: Flood) -> dict[str, tuple[int, Callable[[], None]]]:
    """Every way to flood, with how many at once do it."""
    visit = flood.request("/api/visit", "Content-Length: 2", method="POST") + b"\r\n{}"
    return {
        "frames": (LINES, lambda: flood.pour(TEXT * 1000)),
        "pings": (LINES, lambda: flood.pour(PING * 1000)),
        "pongs": (LINES, lambda: flood.pour(PONG * 1000)),
        "fragments": (LINES, lambda: flood.pour(PIECE * 1000, FIRST)),
        "bytes": (LINES, lambda: flood.pour(LARGE)),
        "headers": (LINES, flood.headers),
        "unfinished requests": (1, lambda: flood.holds(flood.request("/") + b"X: ", b"a")),
        "idle sockets": (1, lambda: flood.holds(b"", b"")),
        "anonymous reads": (LINES, lambda: flood.asks(flood.request("/api/house") + b"\r\n")),
        "visits": (LINES, lambda: flood.asks(visit)),
        "batches of wagers": (1, flood.wagers),
    }


def main(kind: str, port: int, cookie: str) -> None:
    """Flood until a signal comes."""
    flood = Flood(port, cookie)
    at_once, work = kinds(flood)[kind]

    def again() -> None:
        while True:
            try:
                work()
            except OSError:
                flood.counts["cut"] += 1
                time.sleep(AGAIN_S)

    signal.pthread_sigmask(signal.SIG_BLOCK, STOP)  # before the threads, which have it so too
    for _ in range(at_once):
        threading.Thread(target=again, daemon=True).start()
    stopped = None
    while stopped is None:
        print(json.dumps(flood.counts), flush=True)
        stopped = signal.sigtimedwait(STOP, 0.5)
    print(json.dumps(flood.counts), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
