"""The WebSocket to a house: kept up, taken up again after a break, with nothing asked twice.

Waiting for a verdict survives a lost connection: the action is sent again under its own id,
and the house gives the answer that it gave, or decides it now. Only staff whose session has ended
meanwhile cannot ask that: they sign in again and look at the table. A house that stays away for
longer than the client's patience ends every wait with ``HouseGone``.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from croupier.client.web import Web
from croupier.protocol import SUBPROTOCOL, frames

WAIT_FIRST_S, WAIT_MOST_S = 0.05, 5.0
PATIENCE_S = 60.0
"""How long a house may be unreachable before waiting calls fail."""
TOO_MANY, TOO_MANY_WAIT_S = "rate/too-many", 0.5
TURN_S = 0.06
"""Between two actions that are asked again: within the rate of any house."""
MESSAGE_MAX = 4 << 20
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(frames.FromServer).decode
read_back = msgspec.json.Decoder(frames.FromClient).decode


class SignedOut(ConnectionError):  # noqa: N818
    """The session ended before an answer came; the table shows whether it was done."""


class HouseGone(ConnectionError):  # noqa: N818
    """The house was unreachable for too long; unanswered requests may have been carried out."""


class Link:
    """A connection that reconnects."""

    def __init__(
        self,
        web: Web,
        receive: Callable[[frames.FromServer], None],
        ended: Callable[[], None],
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.hello: frames.Hello | None = None
        self.is_up = asyncio.Event()
        self.breaks = 0
        self.patience_s = patience_s
        self.over: ConnectionError | None = ConnectionError(
            "not connected: visit, enrol, sign_in or look first"
        )
        """Why there is no connection, nor will be one until somebody comes in again."""
        self._web = web
        self._receive = receive
        self._ended = ended
        self._socket: ClientConnection | None = None
        self._unanswered: dict[
            tuple[str, int], tuple[frames.Act, asyncio.Future[frames.Verdict]]
        ] = {}
        self._office: dict[int, asyncio.Future[frames.Verdict]] = {}
        self._asked = 0
        self._watched: dict[str, bool] = {}
        """Whether each table was shown since the connection is up."""
        self._floor = False
        self._run: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None
        self._turns = asyncio.Lock()
        self._sending: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect, or reconnect as somebody else; an unreachable address is an error."""
        if self._run is not None:
            await self._stop()
            self._broken()
        self._socket = await self._connect()
        self.over = None
        self._run = asyncio.ensure_future(self._keep_up())
        try:
            async with asyncio.timeout(self.patience_s):
                await self.is_up.wait()
        except TimeoutError:
            raise HouseGone(f"{self._web.address} did not greet us") from None

    async def close(self) -> None:
        """Leave and do not reconnect."""
        await self._stop()
        self._give_up(ConnectionError("this client is closed"))

    def _give_up(self, why: ConnectionError) -> None:
        """Fail all waiting calls."""
        self.over = why
        self._broken()
        unanswered, self._unanswered = self._unanswered, {}
        for _, waiting in unanswered.values():
            if not waiting.done():
                waiting.set_exception(why)
        self._ended()

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
        """Watch a table, again after every reconnect."""
        self.require()
        self._watched[table] = False
        await self._send(frames.Watch(table=table))

    async def watch_floor(self) -> None:
        """Watch all tables; for staff."""
        self.require()
        self._floor = True
        await self._send(frames.WatchFloor())

    async def act(self, act: frames.Act) -> frames.Verdict:
        """Do something, and wait for the one durable verdict."""
        self.require(act)
        answer: asyncio.Future[frames.Verdict] = asyncio.get_running_loop().create_future()
        self._unanswered[act.table, act.id] = act, answer
        await self._send(act)
        return await answer

    async def turn(self) -> None:
        """Wait, first come first served, until one more action is within the rate."""
        async with self._turns:
            await asyncio.sleep(TURN_S)

    async def ask_office(
        self, message: frames.Ask | frames.Approve | frames.Decline | frames.Acknowledge
    ) -> frames.Verdict:
        """Ask the office; it is not asked again after a reconnect."""
        self.require(message)
        answer: asyncio.Future[frames.Verdict] = asyncio.get_running_loop().create_future()
        self._asked += 1
        self._office[self._asked] = answer
        await self._send(msgspec.structs.replace(message, id=self._asked))
        try:
            async with asyncio.timeout(self.patience_s):
                return await answer
        except TimeoutError:
            raise HouseGone(f"no answer from {self._web.address} to {message}") from None

    def require(self, message: frames.FromClient | None = None) -> None:
        """Raise unless there is a connection and the house can read the message."""
        if self.over is not None:
            raise self.over
        try:
            if message is not None:
                read_back(encode(message))
        except msgspec.ValidationError as error:
            raise TypeError(f"the house could not read this: {error}") from None

    async def _send(self, message: frames.FromClient) -> None:
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
        loop = asyncio.get_running_loop()
        wait_s, until = WAIT_FIRST_S, loop.time() + self.patience_s
        while True:
            begun = loop.time()
            try:
                if self._socket is None:
                    async with asyncio.timeout_at(until):
                        self._socket = await self._connect()
                async for text in self._socket:
                    message = decode(text)
                    self._take(message)
                    if isinstance(message, frames.Hello):
                        await self._take_up()
                    elif not isinstance(message, frames.Bye):
                        wait_s = WAIT_FIRST_S  # more than a greeting: it is no revolving door
            except (OSError, WebSocketException, InvalidHandshake, InvalidURI):
                pass  # the house is away: it is tried again for as long as we have patience
            stayed = self._socket is not None and loop.time() - begun > WAIT_MOST_S
            if stayed or wait_s == WAIT_FIRST_S:
                until = loop.time() + self.patience_s
            self._broken()
            if loop.time() >= until:
                break
            await asyncio.sleep(min(wait_s, until - loop.time()))
            wait_s = min(wait_s * 2, WAIT_MOST_S)
        self._give_up(HouseGone(f"{self._web.address} was away for {self.patience_s:g} s"))

    async def _take_up(self) -> None:
        """Watch again what was watched, and repeat unanswered requests."""
        for table, shown in list(self._watched.items()):
            if not shown:
                await self._send(frames.Watch(table=table))
        if self._floor:
            await self._send(frames.WatchFloor())
        for act, _ in list(self._unanswered.values()):
            await self._send(act)

    async def _watch_again(self) -> None:
        for table, shown in list(self._watched.items()):
            if not shown:
                await self._send(frames.Watch(table=table))
                await self.turn()

    def _broken(self) -> None:
        self.breaks += 1
        self._socket = None
        self.is_up.clear()
        self._watched = dict.fromkeys(self._watched, False)
        office, self._office = self._office, {}
        for waiting in office.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the connection broke before the answer"))

    def _take(self, message: frames.FromServer) -> None:
        if isinstance(message, frames.Hello):
            if self.hello is not None and self.hello.you != message.you:
                self._out()
            self.hello = message
            self.is_up.set()
        elif isinstance(message, frames.Now):
            self._watched[message.table.table] = True
        elif isinstance(message, frames.Verdict):
            self._answered(message)
        elif isinstance(message, frames.Problem):
            self._refused(message)
        self._receive(message)

    def _answered(self, verdict: frames.Verdict) -> None:
        if verdict.table is None:
            waiting = self._office.pop(verdict.id or 0, None)
        else:
            _, waiting = self._unanswered.pop((verdict.table, verdict.id or 0), (None, None))
        if waiting is not None and not waiting.done():
            waiting.set_result(verdict)

    def _out(self) -> None:
        """The house takes us for somebody else now, whose answers are not ours."""
        unanswered, self._unanswered = self._unanswered, {}
        for _, waiting in unanswered.values():
            if not waiting.done():
                waiting.set_exception(SignedOut("signed out before the answer; sign in again"))

    def _slow_down(self) -> None:
        """Repeat, after a moment, what the house ignored because of the rate."""
        if self._again is None:
            loop = asyncio.get_running_loop()
            self._again = loop.call_later(TOO_MANY_WAIT_S, self._go_on)

    def _go_on(self) -> None:
        self._again = None
        sending = asyncio.ensure_future(self._watch_again())
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    def _refused(self, problem: frames.Problem) -> None:
        """Fail the call whose message the house rejected; nothing is on record."""
        if problem.id is None:
            if problem.code == TOO_MANY:
                self._slow_down()
            return
        for key, (_, waiting) in list(self._unanswered.items()):
            if key[1] == problem.id and problem.table in (None, key[0]):
                del self._unanswered[key]
                if not waiting.done():
                    waiting.set_result(
                        frames.Verdict(
                            id=problem.id,
                            accepted=False,
                            code=problem.code,
                            message=problem.message,
                        )
                    )
