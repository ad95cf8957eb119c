"""A line between browsers and a house that can be cut, or go dead without a word."""

import asyncio
from contextlib import suppress

from tests.ports import free_port


class Line:
    """Passes on what both sides say; runs in the loop of the house."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"
        self._server: asyncio.Server | None = None
        self._house = 0
        self._ends: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()

    async def open(self, house_port: int) -> None:
        """Lead to a house."""
        self._house = house_port
        await self.mend()

    async def mend(self) -> None:
        """Let people through again."""
        self._flows.set()
        if self._server is None:
            self._server = await asyncio.start_server(self._taken, "127.0.0.1", self.port)

    async def cut(self) -> None:
        """Every connection breaks, and none is taken."""
        if self._server is not None:
            self._server.close()
            self._server = None
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    async def close(self) -> None:
        await self.cut()
        self._flows.set()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def go_dead(self) -> None:
        """What people say no longer gets through, and nobody is told."""
        self._flows.clear()

    async def _taken(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_house = await asyncio.open_connection("127.0.0.1", self._house)
        self._ends |= {writer, to_house[1]}
        ways = (self._passes(reader, to_house[1], True), self._passes(to_house[0], writer, False))
        tasks = [asyncio.ensure_future(way) for way in ways]
        self._passing |= set(tasks)
        for task in tasks:
            task.add_done_callback(self._passing.discard)

    async def _passes(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, held: bool
    ) -> None:
        with suppress(OSError):
            while said := await reader.read(1 << 16):
                if held:
                    await self._flows.wait()
                writer.write(said)
                await writer.drain()
        writer.close()
