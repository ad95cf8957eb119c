"""A house that cannot accept: those who wait longest make room, it rests, and it goes on."""

import asyncio
import contextlib
import errno
import os
import selectors
import socket
import ssl
from collections.abc import Iterator
from typing import Any, cast

import pytest

from croupier.server.config.settings import Connections
from croupier.server.live import gate as acceptor
from croupier.server.live.gate import Gate, Slot
from croupier.server.live.rates import Buckets, Pace
from tests.server.houses import TIMEOUT_S


class Full(socket.socket):
    """A listening socket for which there are no descriptors."""

    tries = 0

    def accept(self) -> tuple[socket.socket, object]:
        self.tries += 1
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


class Spared(Gate):
    """A gate that counts how often somebody was to make room."""

    times = 0

    def spare(self, address: str | None = None) -> bool:
        self.times += 1
        return True


@pytest.fixture
def listening() -> Iterator[Full]:
    """Somebody is at the door."""
    with Full(socket.AF_INET, socket.SOCK_STREAM) as full:
        full.bind(("127.0.0.1", 0))
        full.listen()
        full.setblocking(False)
        with socket.create_connection(full.getsockname()):
            yield full


def made(slot: Slot) -> asyncio.Protocol:
    raise AssertionError("nobody came in")


async def test_a_house_that_cannot_accept_rests_and_has_somebody_make_room(
    listening: Full, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acceptor, "REST_S", 3600.0)
    gate = Spared(Connections(), Pace())
    accepts = acceptor.Acceptor(listening, gate, made, None)
    while not listening.tries:
        await asyncio.sleep(0)
    for _ in range(100):
        await asyncio.sleep(0)
    assert (listening.tries, gate.times) == (1, 1)
    accepts.close()


async def test_it_goes_on_after_its_rest(listening: Full, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptor, "REST_S", 0.01)
    gate = Spared(Connections(), Pace())
    accepts = acceptor.Acceptor(listening, gate, made, None)
    async with asyncio.timeout(TIMEOUT_S):
        while listening.tries < 3:
            await asyncio.sleep(0.01)
    accepts.close()


async def test_who_never_begins_to_speak_tls_is_waited_for_as_anybody() -> None:
    """Until the handshake nobody has made the connection's protocol."""
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    gate = Gate(Connections(), Pace())
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        accepts = acceptor.Acceptor(listening, gate, lambda slot: asyncio.Protocol(), tls)
        with socket.create_connection(listening.getsockname()):
            async with asyncio.timeout(TIMEOUT_S):
                while not gate.slots:
                    await asyncio.sleep(0.01)
            assert [slot.stage for slot in gate.waiting] == ["idle"]
            accepts.close()
            await accepts.wait_closed()
    assert not gate.slots


class Leaves(asyncio.Protocol):
    """Goes as soon as it has come in."""

    def __init__(self, gone: list[Exception | None]) -> None:
        self.gone = gone

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone.append(exc)


class Counted(Gate):
    """A gate that notes in which turn of the loop each came, from when its crowd is there."""

    def __init__(self, let_in: int) -> None:
        super().__init__(Connections(), Pace())
        self.arrivals = Buckets(let_in, 0, Pace(lambda: 0.0))
        self.turn = 0
        self.came = list[int]()

    def admit(self, peer: str) -> Slot | None:
        self.came.append(self.turn)
        return super().admit(peer)


CROWD = 20


async def crowd(gate: Counted) -> None:
    """So many come at once, and go again; nobody takes part in the loop but the acceptor."""
    gone = list[Exception | None]()
    with socket.create_server(("127.0.0.1", 0)) as listening, contextlib.ExitStack() as lines:
        listening.setblocking(False)
        for _ in range(CROWD):
            lines.enter_context(socket.create_connection(listening.getsockname()))
        accepts = acceptor.Acceptor(listening, gate, lambda slot: Leaves(gone), None)
        async with asyncio.timeout(TIMEOUT_S):
            while len(gate.came) < CROWD:
                await asyncio.sleep(0.01)
        accepts.close()
        await accepts.wait_closed()
        await asyncio.sleep(0)


def test_of_a_crowd_one_is_looked_at_in_a_turn_of_the_loop() -> None:
    """Those who are connected are read between them."""
    gate = Counted(let_in=0)

    async def scenario() -> None:
        loop = asyncio.get_running_loop()

        def turn() -> None:
            gate.turn += 1
            loop.call_soon(turn)

        loop.call_soon(turn)
        await crowd(gate)

    asyncio.run(scenario())
    assert len({*gate.came}) == CROWD


def test_the_loop_rests_after_each_that_was_let_in() -> None:
    """It costs more than to look at them: most of the time is left to others."""
    gate = Counted(let_in=CROWD)
    rested = set[int]()

    class Watched(selectors.DefaultSelector):
        def select(self, timeout: float | None = None) -> Any:
            ready = super().select(timeout)
            if not ready:  # nothing to do until some timer
                rested.add(len(gate.came))
            return ready

    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(Watched())) as runner:
        runner.run(crowd(gate))
    assert rested >= {*range(1, CROWD)}
