"""The office: people, devices, approvals and alerts, recorded before anyone sees them.

``croupier.office`` decides; here it is written. Hashes of passwords and tokens, which must not be
on record, go to the credentials. A person on record without credentials cannot sign in, and
credentials of somebody not on record give no access.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from croupier.house.state import TableState
from croupier.office import (
    alerts,
    appointments,
    approvals,
    assignments,
    changes,
    checks,
    terminals,
    wheels,
)
from croupier.office.alerts import AlertRaised
from croupier.office.approvals import ApprovalAsked, ApprovalCarriedOut
from croupier.office.devices import DeviceWithdrawn
from croupier.office.state import Approval, Assignment
from croupier.round.base import Actor, Command, Decision, Event
from croupier.rules.refusal import Refusal, refusal
from croupier.server.config.house import USUAL, Accounts
from croupier.server.people.cash_devices import CashDevices
from croupier.server.people.credentials import Credentials
from croupier.server.people.logbook import Announce, Entered, Logbook
from croupier.server.people.sessions import OnEnd, new_token
from croupier.server.people.sign_in import Door
from croupier.server.people.staff import StaffChanges
from croupier.table.answers import Answer, not_recorded
from croupier.table.core import Request
from croupier.table.running import RunningFloor
from croupier.words.message import Message, alert

MONEY = "terminal/money"
APPROVALS = "/approvals"
"""The name under which tables count approved commands; no terminal can have it."""


class Asked(NamedTuple):
    """A pending request and its entry."""

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
        announce: Announce | None = None,
        accounts: Accounts = USUAL,
    ) -> None:
        """``ticks`` counts milliseconds and never steps back, for locks and throttles; ``announce``
        is called with durable events."""
        self.logbook = Logbook(running, clock, announce)
        self.door = Door(self.logbook, credentials, ticks or clock, accounts)
        self.running = running
        super().__init__(self.logbook, self.door, credentials, accounts)
        self._on_withdrawn: dict[str, set[OnEnd]] = {}
        self.cash = CashDevices(self.logbook, credentials)
        self.as_recorded: Callable[[Command, Actor], Command | Refusal] = lambda command, by: (
            command
        )
        """A command for the record: without a voucher's number."""

    def at_most(self, actor: Actor) -> Actor:
        """Someone in the highest position they currently hold anywhere in the house."""
        known = self.state.staff.get(actor.name)
        if known is None or known.acting is None or actor.position is None:
            return actor
        over = self.logbook.clock() >= known.acting_until_ms
        higher = known.acting.at_least(actor.position)
        return actor if over or not higher else Actor(actor.name, known.acting)

    def acting_at(self, table: str, actor: Actor) -> Actor:
        """Someone in the position in which they act at a table: appointed, if the table's book
        allows it and the shift has not ended."""
        core = self.running.floor.tables.get(table)
        known = self.state.staff.get(actor.name)
        if core is None or known is None or core.state.book.says.acting_up is None:
            return actor
        over = self.logbook.clock() >= known.acting_until_ms
        return actor if over else self.state.acting(actor)

    def away(self, table: str, actor: Actor) -> Refusal | None:
        """Why a member of staff may not act at a table now."""
        only, now_ms = self.running.floor.assigned_only, self.logbook.clock()
        return assignments.away(self.state, table, actor, now_ms, assigned_only=only)

    def assigned_now(self) -> frozenset[int]:
        """The current assignments."""
        now_ms, known = self.logbook.clock(), self.state.assignments.items()
        return frozenset(id_ for id_, one in known if one.from_ms <= now_ms < one.until_ms)

    async def assign(self, asked: Assignment, hours: int) -> Entered | Refusal:
        """Assign someone to tables for a shift."""
        tables = self.running.floor.tables
        return await self.logbook.decided(
            lambda state, now_ms: assignments.assign(state, asked, hours, tables, now_ms)
        )

    async def withdraw_assignment(self, id_: int, by: Actor, reason: str) -> Entered | Refusal:
        """End an assignment early."""
        return await self.logbook.decided(
            lambda state, now_ms: assignments.withdraw(state, id_, by, reason)
        )

    # Terminals

    async def enrol(self, names: Mapping[str, str | None], by: Actor) -> dict[str, str] | Refusal:
        """Enrol terminals, all or none, with their profiles; the tokens are returned once."""
        return await self._enrol(names, by, self._credentials.keep_tokens)

    async def admit(self, names: Mapping[str, str | None], by: Actor) -> dict[str, str] | Refusal:
        """The same for devices that get their first key at once."""
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
            told: list[Event] = []
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
                told += self._money_alert(name, by, len(told))
            await asyncio.to_thread(keep, tokens, self.logbook.clock())
            await self.logbook.put([*events, *told])
            return tokens

        return await self.logbook.alone(work)

    def _tables(self) -> list[TableState]:
        return [core.state for core in self.running.floor.tables.values()]

    def _given_to(self, player: str) -> tuple[str, ...]:
        """A player's vouchers that might still be shown."""
        return tuple(id_ for table in self._tables() for id_ in table.slips.get(player, ()))

    def _money_alert(self, name: str, by: Actor, before: int) -> list[Event]:
        """An alert if a new terminal's name has money; so many are raised before it at once."""
        cents = sum(table.money_of(name) for table in self._tables())
        if not cents:
            return []
        messages = [alert("terminal.money", terminal=name, by=by.name, amount=cents)]
        now_ms, about = self.logbook.clock(), (by.name,)
        return alerts.raised(self.state, None, MONEY, messages, now_ms, about, before)

    def _profiles(self) -> tuple[str, ...]:
        """The makes of terminal in the books of this house."""
        books = (core.state.book for core in self.running.floor.tables.values())
        return tuple(dict.fromkeys(name for book in books for name in book.terminals))

    async def withdraw(self, terminal: str, by: Actor, reason: str) -> Entered | Refusal:
        """Withdraw a terminal: its token becomes invalid, and its sockets close."""

        async def work() -> Entered | Refusal:
            decided = terminals.withdraw(self.state, terminal, by, reason)
            if isinstance(decided, Refusal):
                return decided
            entered = await self.logbook.put(decided)
            for end in list(self._on_withdrawn.pop(terminal, ())):
                end("withdrawn")
            await asyncio.to_thread(self._credentials.forget_device, terminal)
            for event in decided:
                if isinstance(event, DeviceWithdrawn):
                    await asyncio.to_thread(self._credentials.keep_cash_token, event.device, None)
            return entered

        return await self.logbook.alone(work)

    def terminal(self, key: str | None) -> str | Refusal:
        """The terminal of a key, if it may play now."""
        name = self._credentials.terminal_of(key, self.logbook.clock()) if key else None
        if name is None:
            return refusal("terminal/unknown")
        return checks.not_enrolled(self.state, name) or name

    def has_old_key(self, key: str | None) -> bool:
        """Whether a key comes from an earlier version, with that version's cookie name."""
        return bool(key) and self._credentials.is_of_old(key or "")

    async def exchange(self, token: str) -> tuple[str, str] | Refusal:
        """Exchange a token for the first key, once; returns the terminal's name and the key.

        Sockets of the device that had the name until now are closed.
        """
        clock = self.logbook.clock
        got = await asyncio.to_thread(self._credentials.exchanged, token, clock())
        if got is None:
            return refusal("terminal/unknown")
        if (no := checks.not_enrolled(self.state, got[0])) is not None:
            return no
        for end in list(self._on_withdrawn.pop(got[0], ())):
            end("enrolled again")
        return got

    async def renewed(self, key: str | None) -> str | None:
        """A new key for a device, if due."""
        now_ms = self.logbook.clock()
        if not key or not self._credentials.due(key, now_ms):
            return None
        return await asyncio.to_thread(self._credentials.renewed, key, now_ms)

    def when_withdrawn(self, terminal: str, end: OnEnd) -> Callable[[], None]:
        """Call back when a terminal is withdrawn; the result unregisters."""
        waiting = self._on_withdrawn.setdefault(terminal, set())
        waiting.add(end)

        def let_go() -> None:
            waiting.discard(end)
            if not waiting and self._on_withdrawn.get(terminal) is waiting:
                del self._on_withdrawn[terminal]

        return let_go

    # Approvals

    async def ask_approval(
        self, table: str, by: Actor, command: Command, reason: str
    ) -> Asked | Refusal:
        """Ask for a second person; an approver named in the command is ignored."""
        if table not in self.running.floor.tables:
            return refusal("table/unknown", table=ascii(table[:40]))
        kept = self.as_recorded(command, by)
        if isinstance(kept, Refusal):
            return kept
        kept = self._of_this_round(table, kept)
        asker = self.acting_at(table, by)
        entered = await self.logbook.decided(
            lambda state, now_ms: (
                self.away(table, by) or approvals.ask(state, table, asker, kept, reason, now_ms)
            ),
            lambda no, _: approvals.not_to_ask(table, asker, kept, no),
        )
        if isinstance(entered, Refusal):
            return entered
        asked = entered.events[0]
        assert isinstance(asked, ApprovalAsked)
        return Asked(asked.id, entered.seq)

    def _of_this_round(self, table: str, command: Command) -> Command:
        """A request about the round in play names the round, so that it counts in no other."""
        if not approvals.about_play(command):
            return command
        number = self.running.floor.tables[table].state.round_number
        return replace(command, in_round=number)

    async def approve(self, id_: int, by: Actor, code: str = "") -> Answer | Refusal:
        """Approve as the second person, with a code of their second factor, and carry it out: the
        answer is the table's."""

        async def work() -> Answer | Refusal:
            second, decided = self._acting(id_, by), self.may_approve(id_, by)
            if not isinstance(decided, Refusal):
                decided = await self.door.factors.refuses_approval(by.name, code) or decided
            if isinstance(decided, Refusal):
                return await self.logbook.noted(decided, partial(self._not_to_decide, id_, second))
            await self.logbook.put(decided)
            return await self._carried_out(self.state.approvals[id_])

        return await self.logbook.alone(work)

    def may_approve(self, id_: int, by: Actor) -> Decision:
        """The events of an approval, or why this person may not approve."""
        return self._away_from(id_, by) or approvals.approve(
            *(self.state, id_, self._acting(id_, by), self.logbook.clock()),
            new_wait_ms=self._accounts.new_wait_ms,
        )

    def _away_from(self, id_: int, by: Actor) -> Refusal | None:
        """Why someone may not act at the table of a request."""
        asked = self.state.approvals.get(id_)
        at_a_table = asked is not None and asked.table in self.running.floor.tables
        return self.away(asked.table, by) if asked is not None and at_a_table else None

    def _acting(self, id_: int, by: Actor) -> Actor:
        """Someone in the position in which they act at the table of a request."""
        asked = self.state.approvals.get(id_)
        return by if asked is None else self.acting_at(asked.table, by)

    async def decline(self, id_: int, by: Actor, reason: str) -> Entered | Refusal:
        """Decline as the second person, or withdraw one's own request."""
        return await self.logbook.decided(
            lambda state, now_ms: approvals.decline(
                state, id_, self._acting(id_, by), reason, now_ms
            ),
            lambda no, now_ms: self._not_to_decide(id_, self._acting(id_, by), no, now_ms),
        )

    def _not_to_decide(self, id_: int, second: Actor, no: Refusal, now_ms: int) -> list[Event]:
        return approvals.not_to_decide(self.state, id_, second, no, now_ms)

    async def resume(self) -> None:
        """At a start: carry out approved requests that may not have been, once each."""

        async def work() -> None:
            given = [one for one in self.state.approvals.values() if one.verdict == "given"]
            for approval in sorted(given, key=lambda one: one.number):
                await self._carried_out(approval)

        await self.logbook.alone(work)

    async def _carried_out(self, approval: Approval) -> Answer:
        """Carry out an approved request at its table, or in the office, once."""
        if changes.is_change(approval.asked):
            return await self.carried_out_change(approval)
        answer = await self._at_its_table(approval)
        done = ApprovalCarriedOut(
            id=approval.id,
            accepted=answer.accepted,
            seq=answer.seq,
            code=answer.code,
            message=answer.message,
        )
        await self.logbook.put([done])
        return answer

    async def _at_its_table(self, approval: Approval) -> Answer:
        """Ask the table in the first person's name, under the approval's number, so that it counts
        once, also across restarts."""
        assert approval.second is not None
        if approval.table not in self.running.floor.tables:
            return not_recorded(refusal("table/unknown", table=approval.table))
        command = approvals.carried_out(approval, approval.second)
        asked = Request(approval.by, command, APPROVALS, approval.number)
        return await self.running.ask(approval.table, asked)

    # Alerts

    async def raise_alert(
        self, table: str | None, kind: str, *messages: Message, about: tuple[str, ...] = ()
    ) -> int:
        """Raise an alert and return its number; an alert that already stands is not raised
        again."""
        await self.logbook.decided(
            lambda state, now_ms: alerts.raised(state, table, kind, messages, now_ms, about)
        )
        return alerts.standing(self.state, table, kind, messages) or self.state.alerts_raised

    async def raise_decision(self, alert: AlertRaised, table: str, decision: int) -> bool:
        """Raise the alert of a decision once; whether it was raised now."""
        done = await self.logbook.decided(
            lambda state, _: alerts.decided(state, table, decision, alert)
        )
        return not isinstance(done, Refusal) and bool(done.events)

    async def raise_rate(self, name: str, measure: str, day: str, *messages: Message) -> None:
        """Raise an alert, once a gaming day, about somebody above the house's thresholds."""
        await self.logbook.decided(
            lambda state, now_ms: alerts.once_a_day(
                state, measure, day, "oversight/rate", messages, now_ms, name=name
            )
        )

    async def raise_figure(
        self, table: str, kind: str, measure: str, day: str, *messages: Message
    ) -> None:
        """Raise an alert, once a gaming day, about a table beyond the house's thresholds."""
        await self.logbook.decided(
            lambda state, now_ms: alerts.once_a_day(
                state, measure, day, kind, messages, now_ms, table=table
            )
        )

    async def acknowledge(self, id_: int, by: Actor) -> Entered | Refusal:
        """Acknowledge an alert."""
        return await self.logbook.decided(lambda state, now_ms: alerts.acknowledge(state, id_, by))

    async def order_wheel(
        self, table: str, order: str, reason: str | None, by: Actor
    ) -> Entered | Refusal:
        """Record an order to a wheel before it is given."""
        return await self.logbook.decided(
            lambda state, _: self.away(table, by) or wheels.order(state, table, order, reason, by)
        )

    async def sweep(self) -> None:
        """Handle timeouts every few seconds: locks, ends of sessions, lapsed requests."""
        await self.door.sweep()
        await self.forget_decided()
        if approvals.lapse(self.state, self.logbook.clock()):
            await self.logbook.decided(approvals.lapse)
        if appointments.over(self.state, self.logbook.clock()):
            await self.logbook.decided(appointments.over)
        if assignments.over(self.state, self.logbook.clock()):
            await self.logbook.decided(assignments.over)
