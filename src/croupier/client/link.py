"""The WebSocket to a house: kept up, taken up again after a break, with nothing asked twice.

Whoever waits for a verdict goes on waiting over a break: the action is sent again under its own id,
and the house gives the answer that it gave, or decides it now. Only staff whose session has ended
meanwhile cannot ask that: they sign in again and look at the table.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from croupier.client.web import Web
from croupier.protocol import SUBPROTOCOL
from croupier.protocol import frames as f

WAIT_FIRST_S, WAIT_MOST_S = 0.05, 5.0
TOO_MANY, TOO_MANY_WAIT_S = "rate/too-many", 0.5
A_FEW = 8
"""So many messages are within the rate after that wait."""
MESSAGE_MAX = 4 << 20
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(f.FromServer).decode


class SignedOut(ConnectionError):  # noqa: N818
    """The session ended before an answer came: whether it was done is to be seen at the table."""


class Link:
    """A connection that comes back."""

    def __init__(self, web: Web, heard: Callable[[f.FromServer], None]) -> None:
        self.hello: f.Hello | None = None
        self.is_up = asyncio.Event()
        self.breaks = 0
        self._web = web
        self._heard = heard
        self._socket: ClientConnection | None = None
        self._unanswered: dict[tuple[str, int], tuple[f.Act, asyncio.Future[f.Verdict]]] = {}
        self._office: dict[int, asyncio.Future[f.Verdict]] = {}
        self._asked = 0
        self._watched: dict[str, bool] = {}
        """Whether each table was shown since the connection is up."""
        self._floor = False
        self._run: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect, at first or as somebody else; an address that nobody answers at is an error."""
        if self._run is not None:
            await self._stop()
            self._broken()
        self._socket = await self._connect()
        self._run = asyncio.ensure_future(self._keep_up())
        await self.is_up.wait()

    async def close(self) -> None:
        """Leave for good."""
        await self._stop()
        for _, waiting in self._unanswered.values():
            waiting.cancel()

    async def _stop(self) -> None:
        if self._again is not None:
            self._again.cancel()
            self._again = None
        for task in (self._run, *self._sending):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def watch(self, table: str) -> None:
        """Be shown a table, after every break anew."""
        self._watched[table] = False
        await self._send(f.Watch(table=table))

    async def watch_floor(self) -> None:
        """Be shown all tables; for staff."""
        self._floor = True
        await self._send(f.WatchFloor())

    async def act(self, act: f.Act) -> f.Verdict:
        """Do something, and wait for the one durable verdict."""
        answer: asyncio.Future[f.Verdict] = asyncio.get_running_loop().create_future()
        self._unanswered[act.table, act.id] = act, answer
        await self._send(act)
        return await answer

    async def ask_office(self, message: f.Ask | f.Approve | f.Decline | f.Acknowledge) -> f.Verdict:
        """Ask something of the office; over a break it is not asked again."""
        answer: asyncio.Future[f.Verdict] = asyncio.get_running_loop().create_future()
        self._asked += 1
        self._office[self._asked] = answer
        await self._send(msgspec.structs.replace(message, id=self._asked))
        return await answer

    async def _send(self, message: f.FromClient) -> None:
        if self._socket is not None:
            # What does not get through is asked again when the connection is back.
            with suppress(WebSocketException):
                await self._socket.send(encode(message).decode())

    async def _connect(self) -> ClientConnection:
        return await connect(
            self._web.socket_address,
            additional_headers=self._web.headers(),
            subprotocols=[SUBPROTOCOL],  # type: ignore[list-item]
            max_size=MESSAGE_MAX,
            compression=None,
            user_agent_header=None,
            proxy=None,
        )

    async def _keep_up(self) -> None:
        wait_s = WAIT_FIRST_S
        while True:
            try:
                if self._socket is None:
                    self._socket = await self._connect()
                async for text in self._socket:
                    message = decode(text)
                    self._take(message)
                    if isinstance(message, f.Hello):
                        await self._take_up()
                    else:
                        wait_s = WAIT_FIRST_S  # more than a greeting: it is no revolving door
            except (OSError, WebSocketException, InvalidHandshake, InvalidURI):
                pass  # the house is away: it is tried again until someone closes this
            self._broken()
            await asyncio.sleep(wait_s)
            wait_s = min(wait_s * 2, WAIT_MOST_S)

    async def _take_up(self) -> None:
        """Watch what was watched, and ask again what was not answered."""
        for table, shown in list(self._watched.items()):
            if not shown:
                await self._send(f.Watch(table=table))
        if self._floor:
            await self._send(f.WatchFloor())
        for act, _ in list(self._unanswered.values()):
            await self._send(act)

    async def _ask_a_few_again(self) -> None:
        unseen = [f.Watch(table=table) for table, shown in self._watched.items() if not shown]
        asked: list[f.FromClient] = [*unseen, *(act for act, _ in self._unanswered.values())]
        for message in asked[:A_FEW]:
            await self._send(message)
        if len(asked) > A_FEW:
            self._slow_down()

    def _broken(self) -> None:
        self.breaks += 1
        self._socket = None
        self.is_up.clear()
        self._watched = dict.fromkeys(self._watched, False)
        office, self._office = self._office, {}
        for waiting in office.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the connection broke before the answer"))

    def _take(self, message: f.FromServer) -> None:
        if isinstance(message, f.Hello):
            if self.hello is not None and self.hello.you != message.you:
                self._out()
            self.hello = message
            self.is_up.set()
        elif isinstance(message, f.Now):
            self._watched[message.table.table] = True
        elif isinstance(message, f.Verdict):
            self._answered(message)
        elif isinstance(message, f.Problem):
            self._refused(message)
        self._heard(message)

    def _answered(self, verdict: f.Verdict) -> None:
        if verdict.table is None:
            waiting = self._office.pop(verdict.id or 0, None)
        else:
            _, waiting = self._unanswered.pop((verdict.table, verdict.id or 0), (None, None))
        if waiting is not None and not waiting.done():
            waiting.set_result(verdict)

    def _out(self) -> None:
        """We are taken for somebody else now, whose answers are not ours to ask for."""
        unanswered, self._unanswered = self._unanswered, {}
        for _, waiting in unanswered.values():
            if not waiting.done():
                waiting.set_exception(SignedOut("signed out before the answer; sign in again"))

    def _slow_down(self) -> None:
        """What the house did not look at is asked again in a moment."""
        if self._again is None:
            loop = asyncio.get_running_loop()
            self._again = loop.call_later(TOO_MANY_WAIT_S, self._go_on)

    def _go_on(self) -> None:
        self._again = None
        sending = asyncio.ensure_future(self._ask_a_few_again())
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    def _refused(self, problem: f.Problem) -> None:
        """A message that the house did not take is answered too: with nothing on record."""
        if problem.id is None:
            if problem.code == TOO_MANY:
                self._slow_down()
            return
        for key, (_, waiting) in list(self._unanswered.items()):
            if key[1] == problem.id and problem.table in (None, key[0]):
                del self._unanswered[key]
                if not waiting.done():
                    waiting.set_result(
                        f.Verdict(
                            id=problem.id,
                            accepted=False,
                            code=problem.code,
                            message=problem.message,
                        )
                    )
