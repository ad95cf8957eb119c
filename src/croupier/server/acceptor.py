"""Connections are accepted here: a few at a time, each with a place at the gate or not at all.

The loops' own servers go on accepting when descriptors run out, and log every attempt.
"""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from croupier.server.gate import Gate, Slot

log = logging.getLogger(__name__)

AT_ONCE = 4
"""So many are accepted before those who are connected have their turn."""
REST_S = 0.5
"""For so long nobody is accepted after it could not be done."""


class Acceptor:
    """Accepts on a socket; looks like a server of the loop to uvicorn."""

    def __init__(
        self,
        listening: socket.socket,
        gate: Gate,
        made: Callable[[Slot], asyncio.Protocol],
        tls: ssl.SSLContext | None,
    ) -> None:
        self._listening = listening
        self._gate = gate
        self._made = made
        self._tls = tls
        self._loop = asyncio.get_running_loop()
        self._taking: set[asyncio.Task[None]] = set()
        self._resting: asyncio.TimerHandle | None = None
        self._loop.add_reader(listening, self._some)

    def close(self) -> None:
        """Accept nobody any more."""
        self._loop.remove_reader(self._listening)
        if self._resting is not None:
            self._resting.cancel()
        for task in self._taking:
            task.cancel()

    async def wait_closed(self) -> None:
        """Until those who were being accepted are gone."""
        await asyncio.gather(*self._taking, return_exceptions=True)

    def _some(self) -> None:
        for _ in range(AT_ONCE):
            try:
                line, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._rest(error)
                return
            slot = self._gate.admit(peer[0])
            if slot is None:
                line.close()
                continue
            task = self._loop.create_task(self._take(line, slot))
            slot.cut = task.cancel
            slot.wait("idle")  # through a handshake of TLS too
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)

    async def _take(self, line: socket.socket, slot: Slot) -> None:
        try:
            line.setblocking(False)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(lambda: self._made(slot), line, ssl=self._tls)
        except (OSError, asyncio.CancelledError):
            # Gone already, no TLS, or nobody waits for it any more.
            slot.leave()
            line.close()

    def _rest(self, error: OSError) -> None:
        """No descriptors, most likely: those who wait longest make room, and then on we go."""
        log.warning("connections cannot be accepted: %s", error.strerror or error)
        self._loop.remove_reader(self._listening)
        with suppress(OSError):
            self._gate.spare()
        self._resting = self._loop.call_later(REST_S, self._go_on)

    def _go_on(self) -> None:
        self._resting = None
        self._loop.add_reader(self._listening, self._some)
