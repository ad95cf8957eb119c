"""The office at work: people, devices, approvals and alerts, on record before anyone is told.

What may be done is decided in ``croupier.office``; here it is written, and what must not be on
record, hashes of passwords and tokens, goes to the credentials. Whoever is on the record without
credentials cannot get in, and credentials of someone who is not on the record open nothing.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from croupier.house.state import TableState
from croupier.office import alerts, appointments, approvals, assignments, changes, terminals, wheels
from croupier.office import events as e
from croupier.office.state import Approval, Assignment, OfficeState
from croupier.round.commands import Actor, Command
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.rules.money import in_units
from croupier.rules.refusal import Refusal, refusal
from croupier.server.accounts import USUAL, Accounts
from croupier.server.cash_devices import CashDevices
from croupier.server.changing import StaffChanges
from croupier.server.credentials import Credentials
from croupier.server.door import Door
from croupier.server.logbook import Entered, Logbook, Tell
from croupier.server.sessions import Told, new_token
from croupier.table.answers import Answer, not_recorded
from croupier.table.core import Request
from croupier.table.running import RunningFloor

MONEY = "terminal/money"
APPROVALS = "/approvals"
"""Under which tables count approved commands: a name that no terminal can have."""

Decide = Callable[[OfficeState, int], Decision]
Note = Callable[[Refusal, int], Sequence[Event]]
"""What of a refusal must leave a trace."""


class Asked(NamedTuple):
    """What waits for a second person, and the entry that says so."""

    id: int
    seq: int


class Office(StaffChanges):
    """The office of a running house."""

    def __init__(
        self,
        running: RunningFloor,
        credentials: Credentials,
        clock: Callable[[], int],
        ticks: Callable[[], int] | None = None,
        tell: Tell | None = None,
        accounts: Accounts = USUAL,
    ) -> None:
        """``ticks`` counts milliseconds and never steps back, for locks and throttles; ``tell`` is
        called with what has become durable."""
        self.logbook = Logbook(running, clock, tell)
        self.door = Door(self.logbook, credentials, ticks or clock, accounts)
        self.running = running
        super().__init__(self.logbook, self.door, credentials, accounts)
        self._on_withdrawn: dict[str, set[Told]] = {}
        self.cash = CashDevices(self.logbook, credentials)
        self.as_recorded: Callable[[Command, Actor], Command | Refusal] = lambda command, by: (
            command
        )
        """What needs approval, as the record may hold it: without a voucher's number."""

    def at_most(self, actor: Actor) -> Actor:
        """Someone in the highest position that they have anywhere in the house just now."""
        known = self.state.staff.get(actor.name)
        if known is None or known.acting is None or actor.position is None:
            return actor
        over = self.logbook.clock() >= known.acting_until_ms
        higher = known.acting.at_least(actor.position)
        return actor if over or not higher else Actor(actor.name, known.acting)

    def acting_at(self, table: str, actor: Actor) -> Actor:
        """Someone as they act at a table: in the position that they are appointed to, where the
        table's book lets them and the shift has not ended."""
        core = self.running.floor.tables.get(table)
        known = self.state.staff.get(actor.name)
        if core is None or known is None or core.state.book.says.acting_up is None:
            return actor
        over = self.logbook.clock() >= known.acting_until_ms
        return actor if over else self.state.acting(actor)

    def away(self, table: str, actor: Actor) -> Refusal | None:
        """Why someone of the staff does not act at a table now, as far as it is on record."""
        only, now_ms = self.running.floor.assigned_only, self.logbook.clock()
        return assignments.away(self.state, table, actor, now_ms, assigned_only=only)

    def assigned_now(self) -> frozenset[int]:
        """The assignments whose time it is."""
        now_ms, known = self.logbook.clock(), self.state.assignments.items()
        return frozenset(id_ for id_, one in known if one.from_ms <= now_ms < one.until_ms)

    async def assign(self, asked: Assignment, hours: int) -> Entered | Refusal:
        """Someone acts at some tables for a shift, from a moment on."""
        tables = self.running.floor.tables
        return await self._decided(
            lambda state, now_ms: assignments.assign(state, asked, hours, tables, now_ms)
        )

    async def withdraw_assignment(self, id_: int, by: Actor, reason: str) -> Entered | Refusal:
        """An assignment ends before its time."""
        return await self._decided(
            lambda state, now_ms: assignments.withdraw(state, id_, by, reason)
        )

    # Terminals

    async def enrol(self, names: Mapping[str, str | None], by: Actor) -> dict[str, str] | Refusal:
        """Make devices terminals, all or none, each with its profile; their tokens, told once."""
        return await self._enrol(names, by, self._credentials.keep_tokens)

    async def admit(self, names: Mapping[str, str | None], by: Actor) -> dict[str, str] | Refusal:
        """The same for devices that are here: each has its first key at once."""
        return await self._enrol(names, by, self._credentials.keep_keys)

    async def _enrol(
        self,
        names: Mapping[str, str | None],
        by: Actor,
        keep: Callable[[Mapping[str, str], int], None],
    ) -> dict[str, str] | Refusal:
        tokens = {name: new_token() for name in names}

        async def work() -> dict[str, str] | Refusal:
            events: list[Event] = []
            seen: set[str] = set()
            for name, profile in names.items():
                ended = self._given_to(name)
                decided = terminals.enrol(self.state, name, by, profile, self._profiles(), ended)
                if isinstance(decided, Refusal):
                    return decided
                if name.casefold() in seen:
                    return refusal("terminal/name-taken", name=name)
                seen.add(name.casefold())
                events += decided
            await asyncio.to_thread(keep, tokens, self.logbook.clock())
            await self.logbook.put(events)
            for name in names:
                await self.logbook.put(self._money_told(name, by))
            return tokens

        return await self.logbook.alone(work)

    def _tables(self) -> list[TableState]:
        return [core.state for core in self.running.floor.tables.values()]

    def _given_to(self, player: str) -> tuple[str, ...]:
        """The vouchers that a player was given and might still be shown."""
        return tuple(id_ for table in self._tables() for id_ in table.slips.get(player, ()))

    def _money_told(self, name: str, by: Actor) -> list[Event]:
        """An alert where a terminal takes over money under its name, for others to look at."""
        cents = sum(table.money_of(name) for table in self._tables())
        if not cents:
            return []
        text = f"{name} is enrolled by {by.name} and has {in_units(cents)}"
        return alerts.raised(self.state, None, MONEY, text, self.logbook.clock(), (by.name,))

    def _profiles(self) -> tuple[str, ...]:
        """The makes of terminal that the books of this house's tables name."""
        books = (core.state.book for core in self.running.floor.tables.values())
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
            await asyncio.to_thread(self._credentials.forget_device, terminal)
            for event in decided:
                if isinstance(event, e.DeviceWithdrawn):
                    await asyncio.to_thread(self._credentials.keep_cash_token, event.device, None)
            return entered

        return await self.logbook.alone(work)

    def terminal(self, key: str | None) -> str | Refusal:
        """The terminal that a key is of, if it may play now."""
        name = self._credentials.terminal_of(key, self.logbook.clock()) if key else None
        if name is None:
            return refusal("terminal/unknown")
        return terminals.not_enrolled(self.state, name) or name

    def has_old_key(self, key: str | None) -> bool:
        """Whether a device has a key of an earlier program, under the cookie of that program."""
        return bool(key) and self._credentials.is_of_old(key or "")

    async def exchange(self, token: str) -> tuple[str, str] | Refusal:
        """A device gives its token for its first key: once; the name of the terminal, and the key.

        Sockets of a device that had the name until now are closed.
        """
        clock = self.logbook.clock
        got = await asyncio.to_thread(self._credentials.exchanged, token, clock())
        if got is None:
            return refusal("terminal/unknown")
        if (no := terminals.not_enrolled(self.state, got[0])) is not None:
            return no
        for told in list(self._on_withdrawn.pop(got[0], ())):
            told("enrolled again")
        return got

    async def renewed(self, key: str | None) -> str | None:
        """Another key for a device that asks with this one, where it is time for it."""
        now_ms = self.logbook.clock()
        if not key or not self._credentials.due(key, now_ms):
            return None
        return await asyncio.to_thread(self._credentials.renewed, key, now_ms)

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
        if table not in self.running.floor.tables:
            return refusal("table/unknown", table=ascii(table[:40]))
        kept = self.as_recorded(command, by)
        if isinstance(kept, Refusal):
            return kept
        kept = self._of_this_round(table, kept)
        asker = self.acting_at(table, by)
        entered = await self._decided(
            lambda state, now_ms: (
                self.away(table, by) or approvals.ask(state, table, asker, kept, reason, now_ms)
            ),
            lambda no, _: approvals.not_to_ask(table, asker, kept, no),
        )
        if isinstance(entered, Refusal):
            return entered
        asked = entered.events[0]
        assert isinstance(asked, e.ApprovalAsked)
        return Asked(asked.id, entered.seq)

    def _of_this_round(self, table: str, command: Command) -> Command:
        """What is asked about the round in play names it: approved, it counts in no other."""
        if not approvals.about_play(command):
            return command
        number = self.running.floor.tables[table].state.round_number
        return replace(command, in_round=number)

    async def approve(self, id_: int, by: Actor, code: str = "") -> Answer | Refusal:
        """Approve as the second person, with a code of their second factor, and have it carried
        out: the answer is the table's."""

        async def work() -> Answer | Refusal:
            second, decided = self._acting(id_, by), self.may_approve(id_, by)
            if not isinstance(decided, Refusal):
                decided = await self.door.factors.refuses_approval(by.name, code) or decided
            if isinstance(decided, Refusal):
                return await self._noted(decided, partial(self._not_to_decide, id_, second))
            await self.logbook.put(decided)
            return await self._carried_out(self.state.approvals[id_])

        return await self.logbook.alone(work)

    def may_approve(self, id_: int, by: Actor) -> Decision:
        """What an approval puts on record, or why this is no second person for it."""
        return self._away_from(id_, by) or approvals.approve(
            *(self.state, id_, self._acting(id_, by), self.logbook.clock()),
            new_wait_ms=self._accounts.new_wait_ms,
        )

    def _away_from(self, id_: int, by: Actor) -> Refusal | None:
        """Why someone does not act at the table that an approval is for."""
        asked = self.state.approvals.get(id_)
        at_a_table = asked is not None and asked.table in self.running.floor.tables
        return self.away(asked.table, by) if asked is not None and at_a_table else None

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
        """Have an approval carried out by its table, or by the office, once."""
        if approval.asked in changes.NAMES:
            return await self.carried_out_change(approval)
        answer = await self._at_its_table(approval)
        done = e.ApprovalCarriedOut(
            id=approval.id,
            accepted=answer.accepted,
            seq=answer.seq,
            code=answer.code,
            message=answer.message,
        )
        await self.logbook.put([done])
        return answer

    async def _at_its_table(self, approval: Approval) -> Answer:
        """Ask the table as the first person. By its number it counts once, restarts included."""
        assert approval.second is not None
        if approval.table not in self.running.floor.tables:
            return not_recorded(refusal("table/unknown", table=approval.table))
        command = approvals.carried_out(approval, approval.second)
        asked = Request(approval.by, command, APPROVALS, approval.number)
        return await self.running.ask(approval.table, asked)

    # Alerts

    async def raise_alert(
        self, table: str | None, kind: str, text: str, about: tuple[str, ...] = ()
    ) -> int:
        """Raise an alert, and give its number; the same one again while it stands is no new one."""
        await self._decided(
            lambda state, now_ms: alerts.raised(state, table, kind, text, now_ms, about)
        )
        return alerts.standing(self.state, table, kind, text) or self.state.alerts_raised

    async def raise_decision(self, alert: e.AlertRaised, table: str, decision: int) -> bool:
        """Raise the alert of a decision at a table, once; whether it is raised now."""
        done = await self._decided(lambda state, _: alerts.decided(state, table, decision, alert))
        return not isinstance(done, Refusal) and bool(done.events)

    async def raise_rate(self, name: str, measure: str, day: str, text: str) -> None:
        """Tell, once a gaming day, that somebody does more than the house lets pass."""
        await self._decided(
            lambda state, now_ms: alerts.too_often(state, name, measure, day, text, now_ms)
        )

    async def acknowledge(self, id_: int, by: Actor) -> Entered | Refusal:
        """Somebody has seen an alert."""
        return await self._decided(lambda state, now_ms: alerts.acknowledge(state, id_, by))

    async def order_wheel(
        self, table: str, order: str, reason: str | None, by: Actor
    ) -> Entered | Refusal:
        """Put an order to a wheel on record, before it is given."""
        return await self._decided(
            lambda state, _: self.away(table, by) or wheels.order(state, table, order, reason, by)
        )

    async def sweep(self) -> None:
        """What time alone does, every few seconds: locks, sessions' ends, lapsed approvals."""
        await self.door.sweep()
        await self.forget_decided()
        if approvals.lapse(self.state, self.logbook.clock()):
            await self._decided(approvals.lapse)
        if appointments.over(self.state, self.logbook.clock()):
            await self._decided(appointments.over)
        if assignments.over(self.state, self.logbook.clock()):
            await self._decided(assignments.over)

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
