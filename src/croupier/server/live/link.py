"""A WebSocket connection without the detour: messages in by a call, ready frames out by a write.

uvicorn hands every message through a queue to a task and builds every outgoing frame again. A table
sends thousands of terminals the same thing: here one frame is built once and written to all. A
short text in one frame, which is what a wager is, is read here; everything else goes to websockets
as it came, frame by frame.
"""

import struct
from asyncio import TimerHandle
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from croupier.server.live.gate import Slot

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it is not compiled
    from websockets.utils import apply_mask

PIECE_MAX = 4096
"""So many bytes of a large frame are taken at a time."""
PIECES_MAX = 100
"""So many frames may make up one message."""
EARLY_MAX = 16
"""So many frames may come before the connection has been taken over."""
CLOSING_S = 10.0
"""The other side gets so long to close a connection that we have ended."""
DEAF_S = 1.0
"""Who was cut off gets so long to read why."""
BUFFER_MAX = 1 << 20
"""A reader with so many bytes unread is too slow, and is disconnected rather than waited for."""

TEXT_FINAL, MASKED = 0x81, 0x80
SHORT = 126
"""The length of a frame that is shorter than this stands in its second byte."""
MASK_BYTES = 4
MASKED_HEADER = 2 + MASK_BYTES
"""Of a short frame from a client."""
TOO_BIG = 1009


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


def frame_size(data: bytes, at: int) -> int | None:
    r"""How many bytes a client's frame has that begins there, its header included; nothing if its
    length has not come yet.

    >>> frame_size(b"\x89\x80mask", 0), frame_size(b"\x81\xfe\x01\x00", 0)
    (6, 264)
    >>> frame_size(b"\x81", 0) is None
    True
    """
    header = 2
    if len(data) - at < header:
        return None
    size, masked = data[at + 1] & ~MASKED, data[at + 1] & MASKED
    if size >= SHORT:
        header += 2 if size == SHORT else 8
        if len(data) - at < header:
            return None
        size = int.from_bytes(data[at + 2 : at + header])
    return header + (MASK_BYTES if masked else 0) + size


class Listener(Protocol):
    """Who takes a connection over."""

    def received(self, data: bytes | str) -> None:
        """A message came."""
        ...

    def counted(self, frames: int, size: int) -> None:
        """So many frames came, of any kind, and so many bytes; a flooding client is cut off."""
        ...


class Link(WebSocketsSansIOProtocol):
    """A connection that its application may take over once it has accepted it."""

    slot: Slot
    listener: Listener | None = None
    """Who gets the messages; until someone does, they wait in uvicorn's queue."""
    deaf = False
    """Whether what comes is no longer read."""
    close_timer: TimerHandle | None = None
    _early = 0
    _frames = 0
    """How many have come, of any kind."""
    _rest = b""
    """What came and has not been taken yet."""
    _part = b""
    """The beginning of a frame of which more must come before it is taken."""
    _left = 0
    """How many bytes of the frame in hand websockets has not been given yet."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            # The task that runs the application has not begun yet.
            self.scope["state"]["link"] = self

    def listen(self, listener: Listener) -> None:
        """Take every message from now on, and those that have come already."""
        self.listener = listener
        waiting = []
        while not self.queue.empty():
            message: Any = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                listener.received(message.get("text") or message.get("bytes") or b"")
            else:
                waiting.append(message)
        for message in waiting:
            self.queue.put_nowait(message)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.slot.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came frame by frame: a flood is noticed before all of it is read, and others
        have their turn between its frames."""
        if self._is_one_message(data):
            self._short_text(data)
            return
        if not self.handshake_initiated:
            super().data_received(data)
            begun: bool = self.handshake_initiated
            if not begun and not self.transport.is_closing():
                # The whole request is here: what websockets does not take of it never comes.
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()
            return
        if self._rest:
            self._rest += data
            return
        if self._part:
            data, self._part = self._part + data, b""
        at, before = 0, self._frames
        while at < len(data):
            if self.deaf or self.transport.is_closing():
                return
            if self._frames > before and self.listener is not None:
                self._later(data[at:])
                return
            taken = self._take(data, at)
            if not taken:
                self._part = data[at:]
                return
            at += taken

    def _is_one_message(self, data: bytes) -> bool:
        """Whether this is one short text and nothing else, as wagers mostly come."""
        size = len(data)
        return (
            MASKED_HEADER < size < MASKED_HEADER + SHORT
            and data[1] == size - MASKED_HEADER + MASKED
            and not (self._rest or self._part or self._left or self.deaf)
            and self._is_short_text(data, 0)
            and not self.transport.is_closing()
        )

    def _take(self, data: bytes, at: int) -> int:
        """Take a short text, or a piece of any other frame, and say how many bytes it had; none if
        more of it must come first."""
        if not self._left:
            size = frame_size(data, at)
            if size is None:
                return 0
            if self._is_short_text(data, at):
                if len(data) - at < size:
                    return 0
                self._short_text(data[at : at + size])
                return size
            self._left = size
        piece = data[at : at + min(self._left, PIECE_MAX)]
        self._left -= len(piece)
        if self._count(0, len(piece)):
            super().data_received(piece)
        return len(piece)

    def _is_short_text(self, data: bytes, at: int) -> bool:
        """Whether a frame is a whole message, and one that may come now."""
        return (
            data[at] == TEXT_FINAL
            and MASKED <= data[at + 1] < MASKED + SHORT
            and self.listener is not None
            and not self.frames
            and self.conn.state is State.OPEN
        )

    def _short_text(self, whole: bytes) -> None:
        if self._count(1, len(whole)) and self.listener is not None and not self.close_sent:
            self.listener.received(apply_mask(whole[MASKED_HEADER:], whole[2:MASKED_HEADER]))

    def _later(self, rest: bytes) -> None:
        """Take the rest once everybody else had their turn, and read nothing more until then."""
        self._rest = rest
        self.transport.pause_reading()
        self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        rest, self._rest = self._rest, b""
        if self.deaf or self.transport.is_closing():
            return
        self.transport.resume_reading()
        self.data_received(rest)

    def send_receive_event_to_app(self) -> None:
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.listener.received(data)

    # Every frame counts, whatever its kind

    def handle_text(self, event: Frame) -> None:
        if self._count(1):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._count(1):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= PIECES_MAX:
            self.end(TOO_BIG, "message/pieces")
            self.deafen()
        elif self._count(1):
            super().handle_cont(event)

    def handle_pong(self, event: Frame) -> None:
        if self._count(1):
            super().handle_pong(event)

    def _count(self, frames: int, size: int = 0) -> bool:
        """Count what came; whether it is to be taken."""
        self._frames += frames
        if self.listener is not None:
            self.listener.counted(frames, size)
        elif self.handshake_initiated:
            self._early += frames
            if self._early > EARLY_MAX:
                self.deaf = True
                self.transport.abort()
        return not self.deaf

    def handle_ping(self) -> None:
        """Answer, but not without end: pongs that nobody reads would fill the memory."""
        if not self._count(1):
            return
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
        self.close_timer = self.loop.call_later(CLOSING_S, self.transport.close)

    def deafen(self) -> None:
        """Read nothing more, and be gone soon: the connection has been ended."""
        if self.deaf:
            return
        self.deaf = True
        if not self.transport.is_closing():
            self.transport.pause_reading()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(DEAF_S, self.transport.abort)
