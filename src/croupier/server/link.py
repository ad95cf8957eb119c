"""A WebSocket connection without the detour: messages in by a call, ready frames out by a write.

uvicorn hands every message through a queue to a task and builds every outgoing frame anew. A table
tells thousands of terminals the same thing: here one frame is built once and written to all.
"""

import struct
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

BUFFER_MAX = 1 << 20
"""A reader with so many bytes unread is too slow, and is disconnected rather than waited for."""

TEXT_FINAL = 0x81


def frame(payload: bytes) -> bytes:
    """A text as one WebSocket frame of a server.

    >>> frame(b"hi")
    b'\\x81\\x02hi'
    """
    size = len(payload)
    if size < 126:
        return bytes((TEXT_FINAL, size)) + payload
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT_FINAL, 126, size) + payload
    return struct.pack("!BBQ", TEXT_FINAL, 127, size) + payload


class Link(WebSocketsSansIOProtocol):
    """A connection that its application may take over once it has accepted it."""

    heard: Callable[[bytes | str], None] | None = None
    """Who gets the messages; until someone does, they wait in uvicorn's queue."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            # The task that runs the application has not begun yet.
            self.scope["state"]["link"] = self

    def listen(self, heard: Callable[[bytes | str], None]) -> None:
        """Take every message from now on, and those that have come already."""
        self.heard = heard
        waiting = []
        while not self.queue.empty():
            message: Any = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                heard(message.get("text") or message.get("bytes") or b"")
            else:
                waiting.append(message)
        for message in waiting:
            self.queue.put_nowait(message)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        if self.heard is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.heard(data)

    def handle_ping(self) -> None:
        """Answer, but not without end: pongs that nobody reads would fill the memory."""
        if self.transport.get_write_buffer_size() > BUFFER_MAX:
            self.transport.abort()
            return
        super().handle_ping()

    def put(self, ready: bytes) -> None:
        """Write a frame that is ready; a reader that does not keep up is cut off."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        if transport.get_write_buffer_size() > BUFFER_MAX:
            transport.abort()
            return
        transport.write(ready)

    def end(self, code: int, reason: str) -> None:
        """Close the connection properly, from our side."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
