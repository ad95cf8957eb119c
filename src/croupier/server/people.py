"""The office at work: people, devices, approvals and alerts, on record before anyone is told.

What may be done is decided in ``croupier.office``; here it is written, and what must not be on
record, hashes of passwords and tokens, goes to the credentials. Whoever is on the record without
credentials cannot get in, and credentials of someone who is not on the record open nothing.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from croupier.office import alerts, appointments, approvals, staff, terminals, wheels
from croupier.office import events as e
from croupier.office.state import Approval, OfficeState
from croupier.round.commands import Actor, Command
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.server.credentials import Credentials, weak
from croupier.server.door import Door
from croupier.server.logbook import Entered, Logbook, Tell
from croupier.server.sessions import Told, new_token
from croupier.table.answers import Answer, not_recorded
from croupier.table.core import Request
from croupier.table.running import RunningFloor

APPROVALS = "/approvals"
"""Under which tables count approved commands: a name that no terminal can have."""

Decide = Callable[[OfficeState, int], Decision]
Note = Callable[[Refusal, int], Sequence[Event]]
"""What of a refusal must leave a trace."""


class Asked(NamedTuple):
    """What waits for a second person, and the entry that says so."""

    id: int
    seq: int


class Office:
    """The office of a running house."""

    def __init__(
        self,
        running: RunningFloor,
        credentials: Credentials,
        clock: Callable[[], int],
        ticks: Callable[[], int] | None = None,
        tell: Tell | None = None,
        new_wait_ms: int = approvals.NEW_WAIT_MS,
    ) -> None:
        """``ticks`` counts milliseconds and never steps back, for locks and throttles; ``tell`` is
        called with what has become durable; a new account waits before it approves."""
        self.logbook = Logbook(running, clock, tell)
        self.door = Door(self.logbook, credentials, ticks or clock)
        self._running = running
        self._credentials = credentials
        self._new_wait_ms = new_wait_ms
        self._on_withdrawn: dict[str, set[Told]] = {}

    @property
    def state(self) -> OfficeState:
        """The office as it is on record."""
        return self.logbook.state

    # Staff

    async def add_staff(
        self, name: str, position: Position, password: str, by: Actor
    ) -> Entered | Refusal:
        """Someone joins, with a first password."""
        if (no := weak(password, name)) is not None:
            return no
        hashed = await asyncio.to_thread(self._credentials.hash, password)

        async def work() -> Entered | Refusal:
            decided = staff.add(self.state, name, position, by, self.logbook.clock())
            if isinstance(decided, Refusal):
                return decided
            await asyncio.to_thread(self._credentials.keep_password, name, hashed)
            return await self.logbook.put(decided)

        return await self.logbook.alone(work)

    async def move_staff(
        self, name: str, position: Position, by: Actor, reason: str
    ) -> Entered | Refusal:
        """Someone has another position, and signs in anew to use it."""
        return await self._and_out(
            lambda state, now_ms: staff.move(state, name, position, by, reason), name, "moved"
        )

    async def disable_staff(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Someone may no longer sign in; their sessions end and their sockets close."""
        return await self._and_out(
            lambda state, now_ms: staff.disable(state, name, by, reason), name, "disabled"
        )

    async def enable_staff(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Someone may sign in again."""
        return await self._decided(lambda state, now_ms: staff.enable(state, name, by, reason))

    async def appoint(
        self, name: str, position: Position, hours: int, by: Actor, reason: str
    ) -> Entered | Refusal:
        """Someone acts in a higher position for a shift."""
        return await self._decided(
            lambda state, now_ms: appointments.appoint(
                state, name, position, hours, by, reason, now_ms
            )
        )

    async def withdraw_appointment(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Someone acts in a higher position no longer."""
        return await self._decided(
            lambda state, now_ms: appointments.withdraw(state, name, by, reason)
        )

    def acting_at(self, table: str, actor: Actor) -> Actor:
        """Someone as they act at a table: in the position that they are appointed to, where the
        table's book lets them and the shift has not ended."""
        core = self._running.floor.tables.get(table)
        known = self.state.staff.get(actor.name)
        if core is None or known is None or core.state.book.says.acting_up is None:
            return actor
        over = self.logbook.clock() >= known.acting_until_ms
        return actor if over else self.state.acting(actor)

    async def change_password(self, name: str, password: str, by: Actor) -> Entered | Refusal:
        """Another password for someone else. One's own takes the old one: an open session that
        somebody found is not enough."""
        if by.name == name:
            return refusal("staff/old-password-needed", name=name)
        return await self._new_password(name, password, by)

    async def change_own_password(
        self, old: str, password: str, by: Actor, address: str
    ) -> Entered | Refusal:
        """Another password of one's own, for whoever knows the old one."""
        no = await self.door.confirmed(by, old, address)
        return no or await self._new_password(by.name, password, by)

    async def _new_password(self, name: str, password: str, by: Actor) -> Entered | Refusal:
        """On record before it counts; their sessions end."""
        if (no := weak(password, name)) is not None:
            return no
        hashed = await asyncio.to_thread(self._credentials.hash, password)

        async def work() -> Entered | Refusal:
            decided = staff.change_password(self.state, name, by, self.logbook.clock())
            if isinstance(decided, Refusal):
                return decided
            entered = await self.logbook.put(decided)
            await asyncio.to_thread(self._credentials.keep_password, name, hashed)
            await self.logbook.put(self.door.put_out(name, "password-changed"))
            return entered

        return await self.logbook.alone(work)

    # Terminals

    async def enrol(self, names: Mapping[str, str | None], by: Actor) -> dict[str, str] | Refusal:
        """Make devices terminals, all or none, each with its profile; their tokens, told once."""
        tokens = {name: new_token() for name in names}

        async def work() -> dict[str, str] | Refusal:
            events: list[Event] = []
            seen: set[str] = set()
            for name, profile in names.items():
                decided = terminals.enrol(self.state, name, by, profile, self._profiles())
                if isinstance(decided, Refusal):
                    return decided
                if name.casefold() in seen:
                    return refusal("terminal/name-taken", name=name)
                seen.add(name.casefold())
                events += decided
            await asyncio.to_thread(self._credentials.keep_tokens, tokens)
            await self.logbook.put(events)
            return tokens

        return await self.logbook.alone(work)

    def _profiles(self) -> tuple[str, ...]:
        """The makes of terminal that the books of this house's tables name."""
        books = (core.state.book for core in self._running.floor.tables.values())
        return tuple(dict.fromkeys(name for book in books for name in book.terminals))

    async def withdraw(self, terminal: str, by: Actor, reason: str) -> Entered | Refusal:
        """A device is a terminal no longer: its token opens nothing, and its sockets close."""

        async def work() -> Entered | Refusal:
            decided = terminals.withdraw(self.state, terminal, by, reason)
            if isinstance(decided, Refusal):
                return decided
            entered = await self.logbook.put(decided)
            for told in list(self._on_withdrawn.pop(terminal, ())):
                told("withdrawn")
            await asyncio.to_thread(self._credentials.forget_token, terminal)
            return entered

        return await self.logbook.alone(work)

    def terminal(self, token: str | None) -> str | Refusal:
        """The terminal that a token is of, if it may play now."""
        name = self._credentials.terminal_of(token) if token else None
        if name is None:
            return refusal("terminal/unknown")
        return terminals.not_enrolled(self.state, name) or name

    def when_withdrawn(self, terminal: str, told: Told) -> Callable[[], None]:
        """Have a terminal's socket told when it is withdrawn; call what comes back to be let go."""
        waiting = self._on_withdrawn.setdefault(terminal, set())
        waiting.add(told)

        def let_go() -> None:
            waiting.discard(told)
            if not waiting and self._on_withdrawn.get(terminal) is waiting:
                del self._on_withdrawn[terminal]

        return let_go

    # Approvals

    async def ask_approval(
        self, table: str, by: Actor, command: Command, reason: str
    ) -> Asked | Refusal:
        """Ask for a second person; the command's own approver, if it names one, is not heard."""
        if table not in self._running.floor.tables:
            return refusal("table/unknown", table=ascii(table[:40]))
        asker = self.acting_at(table, by)
        entered = await self._decided(
            lambda state, now_ms: approvals.ask(state, table, asker, command, reason, now_ms),
            lambda no, _: approvals.not_to_ask(table, asker, command, no),
        )
        if isinstance(entered, Refusal):
            return entered
        asked = entered.events[0]
        assert isinstance(asked, e.ApprovalAsked)
        return Asked(asked.id, entered.seq)

    async def approve(self, id_: int, by: Actor) -> Answer | Refusal:
        """Approve as the second person, and have it carried out: the answer is the table's."""

        async def work() -> Answer | Refusal:
            second = self._acting(id_, by)
            now_ms = self.logbook.clock()
            decided = approvals.approve(self.state, id_, second, now_ms, self._new_wait_ms)
            if isinstance(decided, Refusal):
                return await self._noted(decided, partial(self._not_to_decide, id_, second))
            await self.logbook.put(decided)
            return await self._carried_out(self.state.approvals[id_])

        return await self.logbook.alone(work)

    def _acting(self, id_: int, by: Actor) -> Actor:
        """Someone as they act at the table that an approval is for."""
        asked = self.state.approvals.get(id_)
        return by if asked is None else self.acting_at(asked.table, by)

    async def decline(self, id_: int, by: Actor, reason: str) -> Entered | Refusal:
        """Decline as the second person, or take back what one asked for."""
        return await self._decided(
            lambda state, now_ms: approvals.decline(
                state, id_, self._acting(id_, by), reason, now_ms
            ),
            lambda no, now_ms: self._not_to_decide(id_, self._acting(id_, by), no, now_ms),
        )

    def _not_to_decide(self, id_: int, second: Actor, no: Refusal, now_ms: int) -> list[Event]:
        return approvals.not_to_decide(self.state, id_, second, no, now_ms)

    async def resume(self) -> None:
        """At a start: have carried out what was approved and may not have been, once each."""

        async def work() -> None:
            given = [one for one in self.state.approvals.values() if one.verdict == "given"]
            for approval in sorted(given, key=lambda one: one.number):
                await self._carried_out(approval)

        await self.logbook.alone(work)

    async def _carried_out(self, approval: Approval) -> Answer:
        """Ask the table as the first person. By its number it counts once, restarts included."""
        assert approval.second is not None
        if approval.table not in self._running.floor.tables:
            answer = not_recorded(refusal("table/unknown", table=approval.table))
        else:
            command = approvals.carried_out(approval, approval.second)
            asked = Request(approval.by, command, APPROVALS, approval.number)
            answer = await self._running.ask(approval.table, asked)
        done = e.ApprovalCarriedOut(
            id=approval.id,
            accepted=answer.accepted,
            seq=answer.seq,
            code=answer.code,
            message=answer.message,
        )
        await self.logbook.put([done])
        return answer

    # Alerts

    async def raise_alert(self, table: str | None, kind: str, text: str) -> int:
        """Raise an alert, and give its number; the same one again while it stands is no new one."""
        await self._decided(lambda state, now_ms: alerts.raised(state, table, kind, text, now_ms))
        return alerts.standing(self.state, table, kind, text) or self.state.alerts_raised

    async def acknowledge(self, id_: int, by: Actor) -> Entered | Refusal:
        """Somebody has seen an alert."""
        return await self._decided(lambda state, now_ms: alerts.acknowledge(state, id_, by))

    async def order_wheel(
        self, table: str, order: str, reason: str | None, by: Actor
    ) -> Entered | Refusal:
        """Put an order to a wheel on record, before it is given."""
        return await self._decided(lambda state, _: wheels.order(state, table, order, reason, by))

    async def sweep(self) -> None:
        """What time alone does, every few seconds: locks, sessions' ends, lapsed approvals."""
        await self.door.sweep()
        if approvals.lapse(self.state, self.logbook.clock()):
            await self._decided(approvals.lapse)
        if appointments.over(self.state, self.logbook.clock()):
            await self._decided(appointments.over)

    async def _decided(
        self, decide: Decide, note: Note = lambda _no, _now_ms: []
    ) -> Entered | Refusal:
        async def work() -> Entered | Refusal:
            decided = decide(self.state, self.logbook.clock())
            if isinstance(decided, Refusal):
                return await self._noted(decided, note)
            return await self.logbook.put(decided)

        return await self.logbook.alone(work)

    async def _noted(self, no: Refusal, note: Note) -> Refusal:
        """A refusal, of which what must leave a trace is on record first."""
        if events := note(no, self.logbook.clock()):
            await self.logbook.put(events)
        return no

    async def _and_out(self, decide: Decide, name: str, why: e.SessionEnd) -> Entered | Refusal:
        """What ends someone's sessions: on record first, then they are out."""

        async def work() -> Entered | Refusal:
            decided = decide(self.state, self.logbook.clock())
            if isinstance(decided, Refusal):
                return decided
            entered = await self.logbook.put(decided)
            await self.logbook.put(self.door.put_out(name, why))
            return entered

        return await self.logbook.alone(work)
