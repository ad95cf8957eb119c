"""One WebSocket connection: who it is, what it asks, and what it is answered.

Whatever cannot be taken is answered with a ``problem`` and changes nothing. Every action that
reaches a table is answered by exactly one verdict, when it is durable.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

import msgspec

from croupier.protocol import frames
from croupier.round.base import Actor, Command
from croupier.rules.refusal import Refusal, refusal
from croupier.server.live.channel import Channel, encode
from croupier.server.live.link import frame
from croupier.server.live.metrics import Metrics
from croupier.server.live.rates import PER_SECOND, Meters
from croupier.server.logs import note_refused
from croupier.server.people.sessions import Session
from croupier.table.answers import Answer
from croupier.table.core import Request
from croupier.table.running import FloorStopped, Verdict
from croupier.words import Values

ID_MAX = 2**53 - 1
"""The largest number that every JSON reader keeps exact."""
POLICY, GOING_AWAY = 1008, 1001

decode = msgspec.json.Decoder(frames.FromClient).decode
named = msgspec.json.Decoder(frames.Named).decode


class Who(msgspec.Struct, frozen=True):
    """Who is at the other end, as the house found at the handshake."""

    actor: Actor | None = None
    """Nobody: a public display."""
    terminal: str | None = None
    """The name under which this client's actions are counted."""
    session: Session | None = None
    """Of staff."""
    address: str = ""

    @property
    def kind(self) -> str:
        """What kind of viewer it is."""
        if self.actor is None:
            return "public"
        return "player" if self.actor.position is None else "staff"


class Wire(Protocol):
    """What a connection writes to."""

    def put(self, ready: bytes) -> None: ...

    def end(self, code: int, reason: str) -> None: ...

    def deafen(self) -> None: ...


class Desk(Protocol):
    """What a connection needs of the house."""

    channels: dict[str, Channel]
    metrics: Metrics
    meters: Meters

    def hello(self, who: Who) -> frames.Hello: ...

    def request(self, who: Who, table: str, request: Request, verdict: Verdict) -> None: ...

    def unfit(self, who: Who, table: str, command: Command) -> Refusal | None: ...

    def carries_out(self, who: Who, table: str, command: Command) -> Actor: ...

    async def ask_office(self, who: Who, asked: frames.ToOffice) -> frames.Verdict: ...

    def watch_floor(self, connection: "Connection") -> Refusal | None: ...

    def leave(self, connection: "Connection") -> None: ...

    def active(self, who: Who) -> Refusal | None: ...


class Connection:
    """A client, as long as it is connected."""

    def __init__(self, desk: Desk, who: Who, wire: Wire) -> None:
        self.desk = desk
        self.who = who
        self.actor, self.terminal = who.actor, who.terminal
        self.wire = wire
        self._meters = desk.meters.of(who.terminal, who.address)
        self._cut_off = False
        self._watching: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.let_go: Callable[[], object] = int
        """Undoes whatever would have had this connection closed by the house."""
        self.send(desk.hello(who))

    # Out

    def put(self, ready: bytes) -> None:
        """Send a frame that is ready."""
        self.wire.put(ready)

    def send(self, message: frames.Frame, after: bytes = b"") -> None:
        """Send a message to this client alone, in one write with a frame that comes before it."""
        self.wire.put(after + frame(encode(message)))

    def end(
        self,
        code: str,
        message: str,
        close_code: int = POLICY,
        figures: Values | None = None,
    ) -> None:
        """Tell the client why, and close."""
        self.send(frames.Bye(code=code, message=message, figures=figures))
        self.wire.end(close_code, code)

    def gone(self) -> None:
        """The client is no longer there; what it asked goes on."""
        for table in self._watching:
            self.desk.channels[table].leave(self)
        self.desk.leave(self)

    # In

    def counted(self, frames: int, size: int) -> None:
        """So much came, messages or not: a flood ends here, and nothing more of it is read."""
        over = False
        for meter in self._meters:
            if not meter.counts(frames, size):
                over = True
        if over and not self._cut_off:
            self._cut_off = True
            self.desk.metrics.problems["rate/flood"] += 1
            flood = refusal("rate/flood")
            self._note(flood)
            self.end(flood.code, flood.message)
            self.wire.deafen()

    def received(self, data: bytes | str) -> None:
        """Take a message."""
        self.desk.metrics.messages += 1
        for meter in self._meters:
            if not meter.messages.take():
                self._refused(refusal("rate/too-many", most=PER_SECOND), _named(data))
                return
        try:
            message = decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refused(refusal("message/malformed", reason=str(error)[:200]))
            return
        if (no := self.desk.active(self.who)) is not None:
            self._refused(no, message if isinstance(message, frames.Act) else None)
            return
        if isinstance(message, frames.Act):
            self._act(message)
        else:
            self._take(message)

    def _take(self, message: frames.FromClient) -> None:
        match message:
            case frames.Watch(table=table):
                if (channel := self._channel(table)) is not None and table not in self._watching:
                    self._watching.add(table)
                    channel.watch(self)
            case frames.Unwatch(table=table):
                if table in self._watching:
                    self._watching.discard(table)
                    self.desk.channels[table].leave(self)
            case frames.WatchFloor():
                if (no := self.desk.watch_floor(self)) is not None:
                    self._refused(no)
            case frames.ToOffice():
                self._soon(self._ask_office(message))

    def _act(self, act: frames.Act) -> None:
        who = self.who
        if who.actor is None or who.terminal is None:
            self._refused(refusal("terminal/not-enrolled"), act)
        elif not 1 <= act.id <= ID_MAX:
            self._refused(refusal("action/bad-id", most=ID_MAX), act)
        elif self._channel(act.table, act) is not None:
            if (no := self.desk.unfit(who, act.table, act.command)) is not None:
                self._refused(no, act)
                return
            actor = self.desk.carries_out(who, act.table, act.command)
            request = Request(actor, act.command, who.terminal, act.id)
            self.desk.request(who, act.table, request, partial(self._answered, act.table, act.id))

    def _answered(self, table: str, id_: int, answer: Answer | FloorStopped) -> None:
        if isinstance(answer, FloorStopped):
            # Whether it is on record is not known: the client learns it once the house is back.
            self.end("house/stopped", "the house has stopped; reconnect", GOING_AWAY)
            return
        self.send(verdict(table, id_, answer), self.desk.channels[table].with_answer(self))

    async def _ask_office(self, message: frames.ToOffice) -> None:
        try:
            answer = await self.desk.ask_office(self.who, message)
            self.send(msgspec.structs.replace(answer, table=None, id=message.id))
        except FloorStopped:
            self.end("house/stopped", "the house has stopped; reconnect", GOING_AWAY)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _channel(self, table: str, act: frames.Act | None = None) -> Channel | None:
        channel = self.desk.channels.get(table)
        if channel is None:
            self._refused(refusal("table/unknown", table=table[:40]), act)
        return channel

    def _refused(self, no: Refusal, act: frames.Act | frames.Named | None = None) -> None:
        """Say why a message was not taken, and of an action which it was."""
        self.desk.metrics.problems[no.code] += 1
        self._note(no)
        table, id_ = (act.table, act.id) if act is not None else (None, None)
        problem = frames.Problem(
            code=no.code, message=no.message, table=table, id=id_, figures=no.figures or None
        )
        self.send(problem)

    def _note(self, no: Refusal) -> None:
        who = self.who
        note_refused(no, "/socket", who.address, who.actor.name if who.actor else None)


def _named(data: bytes | str) -> frames.Named | None:
    """Which action a message is that is not taken, if it can be read so far."""
    try:
        return named(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def verdict(table: str, id_: int, answer: Answer) -> frames.Verdict:
    """An answer as it is sent."""
    if answer.accepted:
        return frames.Verdict(table=table, id=id_, accepted=True, seq=answer.seq)
    return frames.Verdict(
        table=table,
        id=id_,
        accepted=answer.accepted,
        seq=answer.seq,
        code=answer.code,
        clause=answer.clause,
        message=answer.message,
        figures=answer.figures,
    )
