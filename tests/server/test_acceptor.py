"""A house that cannot accept: those who wait longest make room, it rests, and it goes on."""

import asyncio
import errno
import os
import socket
import ssl
from collections.abc import Iterator

import pytest

from croupier.server import acceptor
from croupier.server.config import Connections
from croupier.server.gate import Gate, Slot
from croupier.server.pace import Pace
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


def test_a_house_that_cannot_accept_rests_and_has_somebody_make_room(
    listening: Full, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acceptor, "REST_S", 3600.0)

    async def scenario() -> None:
        gate = Spared(Connections(), Pace())
        accepts = acceptor.Acceptor(listening, gate, made, None)
        while not listening.tries:
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        assert (listening.tries, gate.times) == (1, 1)
        accepts.close()

    asyncio.run(scenario())


def test_it_goes_on_after_its_rest(listening: Full, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptor, "REST_S", 0.01)

    async def scenario() -> None:
        gate = Spared(Connections(), Pace())
        accepts = acceptor.Acceptor(listening, gate, made, None)
        async with asyncio.timeout(TIMEOUT_S):
            while listening.tries < 3:
                await asyncio.sleep(0.01)
        accepts.close()

    asyncio.run(scenario())


def test_who_never_begins_to_speak_tls_is_waited_for_as_anybody() -> None:
    """Until the handshake nobody has made the connection's protocol."""
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)

    async def scenario() -> None:
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

    asyncio.run(scenario())
