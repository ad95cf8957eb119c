"""An HTTP connection on which a request must be small, and whole in time.

uvicorn reads requests with httptools, which has no limit for a header, and waits for the rest of a
request for ever. What is asked is not known here; deadlines are the gate's (``gate``).
"""

import re
from asyncio import Transport

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from croupier.server.live.gate import Slot
from croupier.server.live.link import Link

HEADER_MAX = 32 * 1024
HEADERS_MAX = 100
REQUEST_MAX = 1 << 20
"""In bytes, with all that frames a body in small pieces; what the body itself may be is less."""
PIPELINE_MAX = 16
"""Requests that may wait behind the one that is being answered."""
TOO_LARGE = 431
HOST = b"host"


class TooLarge(ValueError):  # noqa: N818
    """Raised to the parser, which ends the reading."""


class Outlet:
    """Where an answer is written: nowhere, once the connection is closed. uvloop raises then, and
    uvicorn learns of the close only later."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.is_closing, self.close = transport.is_closing, transport.close

    def write(self, data: bytes) -> None:
        """Write it, if anybody is there."""
        if not self._transport.is_closing():
            self._transport.write(data)


class Intake(HttpToolsProtocol):
    """A connection with a place at the gate."""

    slot: Slot
    _in_header = False
    _in_request = False
    _came = 0
    """Bytes of the request in hand; those that came together with its end are not counted."""
    _header = 0
    """Bytes of the header in hand that the parser has found."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.slot.cut = transport.abort
        self.slot.paused = lambda: self.flow.read_paused and not self.flow.write_paused
        self.slot.wait("idle")

    def connection_lost(self, exc: Exception | None) -> None:
        self.slot.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        began = not self._in_request
        if not began and not self.slot.goes_on():
            self.transport.pause_reading()
            return
        super().data_received(data)
        if self.transport.is_closing() or not self._in_request:
            return
        self._came = len(data) if began else self._came + len(data)
        if self._is_large():
            self.send_400_response("")
        elif self._came > REQUEST_MAX:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self.slot.fine()
        if self._is_large():
            line = STATUS_LINE[TOO_LARGE] + b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(line)
            self.transport.close()
        else:
            super().send_400_response(msg)

    def _is_large(self) -> bool:
        """Whether the header, or what follows a body in its place, is more than is read."""
        if self._header > HEADER_MAX or len(self.headers or ()) > HEADERS_MAX:
            return True
        return self._in_header and self._came > HEADER_MAX

    # What the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_request = self._in_header = True
        self._header = 0
        self.slot.wait("header")

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value) + 4)

    def _count(self, size: int) -> None:
        self._header += size
        if self._is_large():
            raise TooLarge("too large a header")

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINE_MAX:
            raise TooLarge("too many requests in a row")
        self._in_header = False
        self.slot.wait("body")
        self._note_host()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self.cycle.transport = Outlet(self.transport)  # type: ignore[assignment]

    def _note_host(self) -> None:
        """The host that the target itself names is one more Host, unless it is the same."""
        begins, is_whole, rest = self.url.partition(b"://")
        if is_whole and b"/" not in begins:
            named = re.split(rb"[/?#]", rest, maxsplit=1)[0]
            if named.lower() not in [value.lower() for name, value in self.headers if name == HOST]:
                self.headers.append((HOST, named))

    def on_message_complete(self) -> None:
        self._in_request = False
        self._settle()
        super().on_message_complete()

    # What the house does

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._unset_keepalive_if_required()  # the gate has the deadline
        if not self._in_request:
            self._settle()

    def _settle(self) -> None:
        """All of a request is here: the house is to answer, or has answered already."""
        # There is no cycle before the first request, nor for one that becomes a WebSocket.
        answered = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]
        if self.flow.write_paused:
            self.slot.wait("answer")
        elif answered:
            self.slot.wait("idle")
        else:
            self.slot.busy()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._settle()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self._in_request:
            self._settle()

    def handle_websocket_upgrade(self) -> None:
        self.slot.busy()
        super().handle_websocket_upgrade()
        link = self.transport.get_protocol()
        if isinstance(link, Link):
            link.slot = self.slot
