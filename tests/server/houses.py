"""Houses that are really served, for tests: tables that a dealer runs, staff, and raw connections.

A house runs in a loop of its own thread, so that tests can block; what must happen within that
loop is given to ``run``. Nothing here knows what is right: the tests do.
"""

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPMessage, HTTPSConnection
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
import pytest
import uvloop
from argon2 import PasswordHasher
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier import books
from croupier.bootstrap import served, wall_clock_ms
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.entry import Stored
from croupier.office.names import HOUSE
from croupier.office.staff import PasswordChanged
from croupier.protocol import frames as f
from croupier.round.base import Actor, Command
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets
from croupier.round.spin import SpinBall
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.server import keyring, lab
from croupier.server.config.house import HouseConfig
from croupier.server.config.settings import (
    Alerts,
    Approvals,
    Connections,
    GamingDay,
    Listen,
    Table,
    TableLimits,
    Times,
)
from croupier.server.floor.alerts import ClockWatch
from croupier.server.house import House, monotonic_ms
from croupier.server.live import rates as meters
from croupier.server.people.credentials import Credentials, Kept
from croupier.server.people.office import Office
from croupier.table.answers import Answer
from croupier.table.core import HOUSE_STREAM, Request, table_stream
from tests.server.offices import QUICK as QUICK_HASHES

T = TypeVar("T")
TIMEOUT_S = 90
lab.ANSWER_S = lab.READY_S = float(TIMEOUT_S)  # its worker yields to a busy machine
DEALER = Actor("dora", Position.DEALER)
SUPERVISOR = Actor("sue", Position.PIT_SUPERVISOR)
SECOND = Actor("sam", Position.PIT_SUPERVISOR)
MANAGER = Actor("max", Position.PIT_MANAGER)
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)
STAFF = (DEALER, SUPERVISOR, SECOND, MANAGER, SHIFT)
OPENER = 10_000_000
QUICK = Times(pause=0.02, countdown=0.1, spinning=0.02, running=0.02, reading=0.01)
decode = msgspec.json.Decoder(f.FromServer).decode


class QuickCredentials(Credentials):
    """Passwords that cost no time; what they cost a real house is shown in test_credentials."""

    def __init__(self, path: Path, kept: Kept, hasher: PasswordHasher = QUICK_HASHES) -> None:
        super().__init__(path, kept, QUICK_HASHES)


keyring.Credentials = QuickCredentials  # type: ignore[attr-defined]


def password_of(name: str) -> str:
    """A password that a scan of what was sent can look for."""
    return f"A quiet heron, {name[1:]}."


async def chosen(office: Office, one: Actor) -> None:
    """On record: a password is this person's own choice now."""
    changed = [PasswordChanged(staff=one.name, by=one)]
    await office.logbook.alone(lambda: office.logbook.put(changed))


def today() -> str:
    """A gaming day that may begin now: a day apart is allowed, so that midnight is no matter."""
    return datetime.now(UTC).date().isoformat()


def half_a_day_away() -> str:
    """A closing hour that no test meets by chance."""
    return (datetime.now(UTC) + timedelta(hours=12)).strftime("%H:%M")


def dealt(book: str, **terms: Any) -> Table:
    """A table of a book, named by it, that commands alone run."""
    limits = TableLimits(min=100, max=100_000)
    return Table(id=book, book=book, deals="dealer", limits=limits, **terms)


def automatic(book: str, times: Times = QUICK, **terms: Any) -> Table:
    """A table of a book that runs by itself, whether or not somebody looks."""
    own = {"deals": "automatic", "deals_when": "always", "wheel": "own", "timetable": times}
    return msgspec.structs.replace(dealt(book), **own | terms)


def configured(folder: Path, tables: Sequence[Table] = (), **terms: Any) -> HouseConfig:
    """A house of the five games, unless the test says which; connections may be left open, and
    nobody needs a second factor."""
    usual = {
        "connections": Connections(each=1000),
        "approvals": Approvals(second_factor=False),
        "alerts": Alerts(void_share=100, win=AMOUNT_MAX),  # a test's rounds are no usual evening
        "gaming_day": GamingDay(closes=half_a_day_away()),
    }
    terms = usual | terms
    return HouseConfig(
        name="The Test House",
        data=folder / "data",
        secrets=folder / "secrets",
        listen=Listen(port=0),
        tables=tuple(tables) or tuple(map(dealt, books.ids())),
        **terms,
    )


@dataclass(frozen=True)
class Reply:
    """What an address answered."""

    status: int
    headers: HTTPMessage
    content: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.content)

    @property
    def code(self) -> str:
        """The code of the error, which has one shape everywhere."""
        code: str = self.json["error"]["code"]
        return code

    @property
    def cookies(self) -> dict[str, str]:
        lines = self.headers.get_all("set-cookie") or ()
        return dict(line.split(";")[0].split("=", 1) for line in lines)


@dataclass
class Wire:
    """A WebSocket without the client library: every text that comes is kept as it came."""

    socket: ClientConnection
    texts: list[str] = field(default_factory=list)
    closed: ConnectionClosed | None = None
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _reading: asyncio.Task[None] | None = None

    def listen(self) -> "Wire":
        self._reading = asyncio.ensure_future(self._read())
        return self

    async def _read(self) -> None:
        try:
            while True:
                text = await self.socket.recv(decode=True)
                assert isinstance(text, str)
                async with self._changed:
                    self.texts.append(text)
                    self._changed.notify_all()
        except ConnectionClosed as closed:
            async with self._changed:
                self.closed = closed
                self._changed.notify_all()

    async def send(self, message: f.Asked | str | bytes) -> None:
        text = (
            message if isinstance(message, str | bytes) else msgspec.json.encode(message).decode()
        )
        await self.socket.send(text)

    def heard(self, kind: type[T], since: int = 0) -> list[T]:
        """All messages of a kind that came."""
        return [m for m in map(decode, self.texts[since:]) if isinstance(m, kind)]

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT_S), self._changed:
            await self._changed.wait_for(holds)

    async def next(
        self,
        kind: type[T],
        since: int | None = None,
        where: Callable[[T], bool] = lambda message: True,
    ) -> T:
        """The first message of a kind that is meant, from now on or since a count of texts: news
        of what happened before may still be on its way."""
        begin = len(self.texts) if since is None else since

        def meant() -> list[T]:
            return [one for one in self.heard(kind, begin) if where(one)]

        await self.until(lambda: bool(meant()) or self.closed is not None)
        return meant()[0]

    async def ask(self, message: f.Asked | str | bytes, kind: type[T]) -> T:
        """Send, and take the first answer of a kind."""
        begin = len(self.texts)
        await self.send(message)
        return await self.next(kind, begin)

    async def end(self) -> ConnectionClosed:
        """Until the house has closed it."""
        await self.until(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    async def close(self) -> None:
        await self.socket.close()
        if self._reading is not None:
            await self._reading


@dataclass
class Hosted:
    """A house that is served, and the ways to it."""

    house: House
    address: str
    loop: asyncio.AbstractEventLoop
    tokens: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    """The session of each of the staff who signed in."""
    trust: ssl.SSLContext | None = None
    ids: Iterator[int] = field(default_factory=lambda: count(1))
    wires: list[Wire] = field(default_factory=list)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done in the house's own loop."""

        async def bounded() -> T:
            async with asyncio.timeout(TIMEOUT_S):
                return await work

        return asyncio.run_coroutine_threadsafe(bounded(), self.loop).result()

    # At the tables, past the server

    async def ask(self, table: str, command: Command, by: Actor = DEALER) -> Answer:
        return await self.house.running.ask(table, Request(by, command))

    async def must(self, table: str, *commands: Command, by: Actor = DEALER) -> None:
        for command in commands:
            answer = await self.ask(table, command, by)
            assert answer.accepted, f"{command}: {answer}"

    async def open(self, table: str, *players: str, day: str = "2026-11-15") -> None:
        """A gaming day, an open table, and players with money."""
        await self.must(table, StartDay(day=day), by=SHIFT)
        await self.must(table, OpenTable(opener=OPENER), by=SUPERVISOR)
        for player in players:
            sit, buy = TakeSeat(player=player), BuyIn(player=player, amount=100_000)
            await self.must(table, sit, buy)

    async def close_bets(self, table: str) -> None:
        """To the moment at which only the outcome is missing."""
        await self.must(table, *closing(table))

    def head(self) -> dict[str, int]:
        """The last entry of every stream: what must not move by what is refused."""
        self.run(self.house.running.idle())
        streams = [HOUSE_STREAM, *map(table_stream, self.house.channels)]
        return {stream: self.house.store.head(stream).seq for stream in streams}

    def entries(self, stream: str, after: int = 0) -> list[Stored]:
        return [one for one in self.house.store.read(stream) if one.seq > after]

    # People and devices

    async def staffed(self, *staff: Actor) -> None:
        for one in staff:
            assert one.position is not None
            password = password_of(one.name)
            office = self.house.office
            done = await office.add_staff(one.name, one.position, password, HOUSE)
            assert not isinstance(done, Refusal), done
            await chosen(office, one)

    async def enrolled(self, *terminals: str, profile: str | None = None) -> None:
        tokens = await self.house.office.admit(dict.fromkeys(terminals, profile), HOUSE)
        assert not isinstance(tokens, Refusal), tokens
        self.tokens |= tokens

    def signed_in(self, one: Actor) -> str:
        """The cookie of a member of staff, who signs in if they have not yet."""
        if one.name not in self.cookies:
            body = {"name": one.name, "password": password_of(one.name)}
            reply = self.http("POST", "/api/sign-in", body)
            assert reply.status == 200, reply.content
            name = self.called("croupier")
            self.cookies[one.name] = f"{name}={reply.cookies[name]}"
        return self.cookies[one.name]

    def cookie(self, who: Actor | str | None) -> str | None:
        """What someone sends along: staff their session, a terminal its key, others nothing."""
        if isinstance(who, Actor):
            return self.signed_in(who)
        if who is None:
            return None
        return f"{self.called('croupier-terminal')}={self.tokens[who]}"

    def called(self, cookie: str) -> str:
        """What a cookie is called here."""
        return f"__Host-{cookie}" if self.trust is not None else cookie

    def by_two(
        self, path: str, body: dict[str, Any], first: Actor = SHIFT, second: Actor = MANAGER
    ) -> Reply:
        """What one asks for and another approves, where it takes two; else what came of it."""
        asked = self.http("POST", path, {"reason": "two people agree"} | body, first)
        if asked.status != 200 or not (waits := asked.json.get("approval")):
            return asked
        return self.http("POST", f"/api/approvals/{waits}/approve", {}, second)

    # Over the network

    @property
    def netloc(self) -> str:
        return urlsplit(self.address).netloc

    def http(
        self,
        method: str,
        path: str,
        body: object = None,
        who: Actor | str | None = None,
        headers: Mapping[str, str | None] | None = None,
        raw: bytes | None = None,
        line: HTTPConnection | None = None,
    ) -> Reply:
        """One request, with the headers that a good client sends, on a line of its own or not."""
        sent: dict[str, str | None] = {"Origin": self.address, "Content-Type": "application/json"}
        sent["Cookie"] = self.cookie(who)
        sent |= headers or {}
        used = line or self.line()
        content = msgspec.json.encode(body) if body is not None else raw
        try:
            used.request(method, path, content, {k: v for k, v in sent.items() if v is not None})
            answer = used.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            if line is None:
                used.close()

    def line(self) -> HTTPConnection:
        """A line to the house, for one request or many."""
        if self.trust is None:
            return HTTPConnection(self.netloc, timeout=TIMEOUT_S)
        return HTTPSConnection(self.netloc, timeout=TIMEOUT_S, context=self.trust)

    def act(self, who: Actor | str | None, table: str, command: object) -> Reply:
        """An action over HTTP, under the next id."""
        body = {"id": next(self.ids), "command": command}
        return self.http("POST", f"/api/tables/{table}/actions", body, who)

    async def wire(
        self,
        who: Actor | str | None = None,
        headers: Mapping[str, str | None] | None = None,
        **terms: Any,
    ) -> Wire:
        """A raw WebSocket of someone, who has been greeted."""
        cookie = await asyncio.to_thread(self.cookie, who)
        sent = {"Origin": self.address, "Cookie": cookie} | dict(headers or {})
        called = sent.pop("Host", self.netloc)
        parts = urlsplit(self.address)
        socket = await connect(
            f"{parts.scheme.replace('http', 'ws')}://{called}/socket",
            host=parts.hostname,
            port=parts.port,
            additional_headers={k: v for k, v in sent.items() if v is not None},
            compression=None,
            proxy=None,
            ssl=self.trust,
            max_size=16 << 20,
            **terms,
        )
        wire = Wire(socket).listen()
        self.wires.append(wire)
        await wire.next(f.Hello, 0)
        return wire


def posted(hosted: Hosted, who: Actor, path: str, **body: object) -> dict[str, Any]:
    """The verdict, or why there is none."""
    reply = hosted.http("POST", path, body, who)
    answer: dict[str, Any] = reply.json
    return answer if reply.status == 200 else answer["error"] | {"accepted": False}


def raw(hosted: Hosted) -> socket.socket:
    host, _, port = hosted.netloc.partition(":")
    return socket.create_connection((host, int(port)), TIMEOUT_S)


def unhurried(patch: pytest.MonkeyPatch) -> None:
    """Let everybody send over their WebSockets as much as they like."""
    for most in ("BURST", "FRAMES_BURST", "BYTES_BURST", "WAGERS_BURST"):
        patch.setattr(meters, most, 10**9)


def closing(book_id: str) -> list[Command]:
    """What closes the bets of a book's round, up to the outcome."""
    book = books.load(book_id)
    steps: list[Command] = [SpinBall(), CloseBets()]
    if book.says.close.when == "before-spin":
        steps.reverse()
    if book.bonus is not None:
        steps += [DrawBonusNumbers(), ReportLights()]
    return steps


@contextlib.contextmanager
def hosting(
    config: HouseConfig,
    clock: Callable[[], int] = wall_clock_ms,
    trust: ssl.SSLContext | None = None,
    ticks: Callable[[], int] = monotonic_ms,
) -> Iterator[Hosted]:
    """A house served for as long as the test wants, by a thread of its own."""
    loop = uvloop.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="house")
    thread.start()
    done = asyncio.run_coroutine_threadsafe(_event(), loop).result()

    async def serve(opened: "asyncio.Future[Hosted]") -> None:
        async with served(config, clock, ticks) as (house, address):
            if clock is not wall_clock_ms and ticks is monotonic_ms:
                house.watch.clock = ClockWatch(clock, clock)  # that a test moves it is no alert
            opened.set_result(Hosted(house, address, loop, trust=trust))
            await done.wait()

    async def begin() -> tuple[Hosted, "asyncio.Task[None]"]:
        opened: asyncio.Future[Hosted] = loop.create_future()
        task = asyncio.ensure_future(serve(opened))
        either: list[asyncio.Future[Any]] = [opened, task]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        return opened.result(), task

    try:
        hosted, task = asyncio.run_coroutine_threadsafe(begin(), loop).result(TIMEOUT_S)
        try:
            yield hosted
        finally:

            async def end() -> None:
                for wire in hosted.wires:
                    await wire.close()
                done.set()
                await task

            asyncio.run_coroutine_threadsafe(end(), loop).result(TIMEOUT_S)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _event() -> asyncio.Event:
    return asyncio.Event()
