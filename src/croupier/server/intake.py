"""An HTTP connection on which a request must be small, and whole in time.

uvicorn reads requests with httptools, which has no limit for a header, and waits for the rest of a
request for ever. Nothing here knows what is asked.
"""

from asyncio import Transport
from asyncio.events import TimerHandle

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_MAX = 16 * 1024
HEADERS_MAX = 100
REQUEST_MAX = 1 << 20
"""In bytes, with all that frames a body in small pieces; what the body itself may be is less."""
HEADER_S = 10.0
"""So long may a header take, its first byte included."""
BODY_S = 30.0


class TooLarge(ValueError):  # noqa: N818
    """Raised to the parser: uvicorn answers 400 and closes."""


class Intake(HttpToolsProtocol):
    """A connection that is closed when its request does not come."""

    _due: TimerHandle | None = None
    _began = False
    """Whether a request began with the bytes that came last."""
    _in_header = False
    _came = 0
    """Bytes of the request in hand, but for those that came together with its first."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait(HEADER_S)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._began = False
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._due is None and self._is_idle():
            # Something came that is no request, such as an empty line.
            self._wait(HEADER_S)
        if self._due is not None and not self._began:
            self._came += len(data)
            if self._in_header and self._came > HEADER_MAX:
                self.send_400_response("The header is too large.")
            elif self._came > REQUEST_MAX:
                self.transport.close()

    def _is_idle(self) -> bool:
        answered = self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]
        return answered and self.timeout_keep_alive_task is None

    def _wait(self, seconds: float | None) -> None:
        """Close the connection unless what is waited for comes in time."""
        if self._due is not None:
            self._due.cancel()
        late = self.timeout_keep_alive_handler
        self._due = None if seconds is None else self.loop.call_later(seconds, late)

    # What the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._began, self._in_header, self._came = True, True, 0
        if self._due is None:
            self._wait(HEADER_S)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > HEADERS_MAX:
            raise TooLarge("too many headers")

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(n) + len(v) for n, v in self.headers) > HEADER_MAX:
            raise TooLarge("too large a header")
        self._in_header = False
        self._wait(BODY_S)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._wait(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._wait(None)
        super().handle_websocket_upgrade()
