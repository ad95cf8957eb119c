"""A house server in a process of its own, as a casino runs it, and people with clients of theirs.

The process is ``croupier serve`` with a house file. It is told to stop, or killed, and started
again on the same folder and port; the record is then checked by ``croupier verify``.
"""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

from croupier import books
from croupier.bootstrap import DEMO_STAFF, office_of
from croupier.client import Client, Table
from croupier.journal.places import SQLITE
from croupier.office.names import HOUSE
from croupier.protocol import requests as q
from croupier.round.base import Actor
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import Refusal
from croupier.server.config.describe import in_toml
from croupier.server.config.reading import read_house
from tests.ports import free_port
from tests.server.houses import chosen

READY = "Ctrl-C stops the house."
PASSWORD = "seven-quiet-marbles"
MIN, MAX = 100, 100_000
LIMITS = Limits(Range(MIN, MAX))
OPENER = 10_000_000
PATIENCE_S = 300
NEVER, AT_ONCE = 3600, 0
STAYS_OPEN = {"countdown": NEVER}
"""A timetable in which bets never close by themselves."""

Setting = Mapping[str, Any]


def dealt_by_hand(book: str, id_: str | None = None) -> Setting:
    """A table with a wheel of wood and a Dealer."""
    return {"id": id_ or book, "book": book, "limits": {"min": MIN, "max": MAX}}


def dealt_by_itself(book: str, times: Mapping[str, float], id_: str | None = None) -> Setting:
    """A table that the house deals on a wheel of its own, and at which players help themselves."""
    by_itself = {"deals": "automatic", "wheel": "own", "self_service": True}
    return {**dealt_by_hand(book, id_), **by_itself, "timetable": times}


async def until_worth(table: Table, amount: int) -> None:
    """Until a player is told that so much lies in front of them."""
    await table.until(lambda: sum(table.seat.purse.values()) == amount)


class HouseProcess:
    """A house on a folder and a port; the process that serves it comes and goes."""

    def __init__(
        self,
        folder: Path,
        tables: Iterable[Setting],
        *,
        demonstration: bool,
        store: str = SQLITE,
    ) -> None:
        self.store = store
        self.port = free_port()
        self.demonstration = demonstration
        self.file = folder / "house.toml"
        self.data = folder / "croupier-data"
        self.address = f"http://localhost:{self.port}"
        self.passwords: dict[str, str] = dict.fromkeys(DEMO_STAFF, PASSWORD)
        self.printed: list[str] = []
        self._process: asyncio.subprocess.Process | None = None
        self._draining: asyncio.Task[bytes] | None = None
        self.write(tables)

    def write(self, tables: Iterable[Setting]) -> None:
        """The house file, with these tables."""
        said = ['name = "The test house"', f"demonstration = {in_toml(self.demonstration)}"]
        said += [f"store = {in_toml(self.store)}"]
        said += ["[listen]", f"port = {self.port}", "[approvals]", "second_factor = false"]
        for table in tables:
            said += ["[[table]]", *_settings(table, "table")]
        self.file.write_text("\n".join(said), encoding="utf-8")

    async def hire(self) -> None:
        """Put someone of each position on the staff, each with a password of their own choice; a
        demonstration does that by itself."""
        async with office_of(read_house(self.file)) as office:
            for name, position in DEMO_STAFF.items():
                done = await office.add_staff(name, position, PASSWORD, HOUSE)
                assert not isinstance(done, Refusal), done
                await chosen(office, Actor(name, position))

    # The process

    @property
    def pid(self) -> int:
        """The process that serves now."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Serve, and wait until it is said that the house is open."""
        await self.take_over(await self.begin())

    async def begin(self, *options: str) -> asyncio.subprocess.Process:
        """Begin a server, such as one that stands by."""
        command = ("-m", "croupier", "serve", str(self.file), "--log", "error", *options)
        return await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE
        )

    async def take_over(self, process: asyncio.subprocess.Process) -> None:
        """Wait until a server says that the house is open; from now on it serves."""
        self._process = process
        assert process.stdout is not None
        self.printed = []
        while READY not in "".join(self.printed):
            if not (line := (await process.stdout.readline()).decode()):
                await process.wait()
                self._process = None
                raise AssertionError(f"the house did not open: {self.printed}")
            self.printed.append(line)
        self._draining = asyncio.ensure_future(process.stdout.read())
        if self.demonstration:
            self.passwords = _passwords(self.printed)

    async def end(self, number: signal.Signals) -> int:
        """Send a signal and wait for the process to be gone; its exit code."""
        assert self._process is not None
        assert self._draining is not None
        self._process.send_signal(number)
        code = await self._process.wait()
        await self._draining
        self._process = None
        return code

    async def kill(self) -> None:
        """kill -9: the process has no chance to tidy up."""
        assert await self.end(signal.SIGKILL) == -signal.SIGKILL

    async def stop(self) -> None:
        """Stop it in good order, where it still serves."""
        if self._process is not None:
            assert await self.end(signal.SIGTERM) == 0

    async def verified(self) -> dict[str, dict[str, int]]:
        """Every account of every table, from a record that ``croupier verify`` accepts."""
        code, said = await croupier("verify", str(self.data), "--json")
        found = json.loads(said)
        assert code == 0, found["findings"]
        assert found["holds"]
        balances: dict[str, dict[str, int]] = found["balances"]
        for table, accounts in balances.items():
            assert sum(accounts.values()) == 0, table
        return balances


async def croupier(*arguments: str) -> tuple[int, str]:
    """Run a command of croupier's; its exit code and what it printed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "croupier", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


def _settings(section: Setting, name: str) -> list[str]:
    said = [f"{key} = {in_toml(v)}" for key, v in section.items() if not isinstance(v, Mapping)]
    for key, value in section.items():
        if isinstance(value, Mapping):
            said += [f"[{name}.{key}]", *_settings(value, f"{name}.{key}")]
    return said


def _passwords(printed: Iterable[str]) -> dict[str, str]:
    """The staff's passwords, as a demonstration prints them."""
    rows = (line.split() for line in printed)
    return {row[0]: row[1] for row in rows if len(row) == 2 and row[0] in DEMO_STAFF}


class People:
    """Everyone in a house, each with a client of their own that they keep."""

    def __init__(self, house: HouseProcess) -> None:
        self.house = house
        self._leaving = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._leaving.aclose()

    async def client(self) -> Client:
        """Someone who has not come in yet."""
        return await self._leaving.enter_async_context(Client(self.house.address))

    async def staff(self, name: str) -> Client:
        """Someone of the staff, signed in."""
        client = await self.client()
        await client.sign_in(name, self.house.passwords[name])
        return client

    async def terminals(self, by: Client, *names: str) -> list[Client]:
        """Devices that are enrolled by someone, and connect."""
        enrolled = []
        for name in names:
            body = q.NewTerminal(terminal=name)
            token = await by.web.post("/api/terminals", body, q.Token)
            client = await self.client()
            await client.enrol(token.token)
            enrolled.append(client)
        return enrolled

    async def visitor(self) -> Client:
        """A visitor of a demonstration."""
        client = await self.client()
        await client.visit()
        return client


@asynccontextmanager
async def house_process(
    folder: Path,
    tables: Iterable[Setting],
    *,
    demonstration: bool = False,
    store: str = SQLITE,
) -> AsyncIterator[tuple[HouseProcess, People]]:
    """A house that is served, and people who may come in; at the end nobody is left."""
    house = HouseProcess(folder, tables, demonstration=demonstration, store=store)
    if not demonstration:
        await house.hire()
    await house.start()
    try:
        async with People(house) as people:
            yield house, people
    finally:
        if house._process is not None:
            await house.end(signal.SIGKILL)


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a test's coroutine; what never comes fails the test."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await scenario()

    asyncio.run(bounded())


def chips_of(book_id: str) -> str:
    """The kind of chips with which a book's players are paid what has no colour."""
    kinds = books.load(book_id).says.stakes.kinds
    return next(kind for kind in kinds if kind != "colour-chips")


async def tables_of(client: Client, ids: Iterable[str]) -> dict[str, Table]:
    """Several tables, all watched."""
    return {id_: await client.table(id_) for id_ in ids}
