"""Changes of the staff and new cash devices: by one person, or asked by one and carried out when
another approves.

No password or token is on record: the hash of one that waits for a second person is in the
credentials.
"""

import asyncio
from typing import NamedTuple

from croupier.house.devices import Kind
from croupier.house.permissions import APPROVER
from croupier.office import alerts, appointments, approvals, changes, staff
from croupier.office import events as e
from croupier.office.names import HOUSE
from croupier.office.state import Approval, OfficeState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.server.accounts import Accounts
from croupier.server.credentials import Credentials, weak
from croupier.server.door import Door
from croupier.server.logbook import Entered, Logbook
from croupier.server.sessions import new_token, token_hash
from croupier.table.answers import Answer, not_recorded

ALERT, ENROLLED = "staff/command-line", "device/enrolled"
WITH_SECRET = (changes.AddStaff, changes.ResetPassword, changes.EnrolDevice)
ENDS: dict[type[changes.Change], e.SessionEnd] = {
    changes.MoveStaff: "moved",
    changes.ResetPassword: "password-changed",
    changes.ResetSecondFactor: "second-factor-reset",
}
"""Changes after which someone signs in anew."""


class NewDevice(NamedTuple):
    """The token of a cash device, told once, and what waits for a second person before it opens
    anything."""

    token: str
    approval: int | None


class StaffChanges:
    """The part of the office that changes the staff."""

    def __init__(
        self, logbook: Logbook, door: Door, credentials: Credentials, accounts: Accounts
    ) -> None:
        self.logbook = logbook
        self.door = door
        self._credentials = credentials
        self._accounts = accounts

    @property
    def state(self) -> OfficeState:
        """The office as it is on record."""
        return self.logbook.state

    async def add_staff(
        self, name: str, position: Position, password: str, by: Actor, reason: str = ""
    ) -> Entered | Refusal:
        """Someone joins, with a first password."""
        if (no := weak(password, name, self._accounts.house)) is not None:
            return no
        added = changes.AddStaff(name=name, position=position)
        return await self._change(added, by, reason, await self._hashed(password))

    async def move_staff(
        self, name: str, position: Position, by: Actor, reason: str
    ) -> Entered | Refusal:
        """Someone has another position, and signs in anew to use it."""
        return await self._change(changes.MoveStaff(name=name, position=position), by, reason)

    async def enable_staff(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Someone may sign in again."""
        return await self._change(changes.EnableStaff(name=name), by, reason)

    async def appoint(
        self, name: str, position: Position, hours: int, by: Actor, reason: str
    ) -> Entered | Refusal:
        """Someone acts in a higher position for a shift."""
        appointed = changes.AppointStaff(name=name, position=position, hours=hours)
        return await self._change(appointed, by, reason)

    async def reset_second_factor(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Someone's device is lost: they sign in without it and enrol another."""
        if name in self.state.staff and not self.door.factors.has(name):
            return refusal("second-factor/none", name=name)
        return await self._change(changes.ResetSecondFactor(name=name), by, reason)

    async def enrol_device(
        self, device: str, terminal: str, by: Actor, reason: str = "", kind: Kind = "both"
    ) -> NewDevice | Refusal:
        """A device of a terminal reports money; whoever asks is told its token."""
        token = new_token()
        change = changes.EnrolDevice(name=device, terminal=terminal, kind=kind)
        done = await self._change(change, by, reason, token_hash(token))
        return done if isinstance(done, Refusal) else NewDevice(token, done.approval)

    async def change_password(
        self, name: str, password: str, by: Actor, reason: str = ""
    ) -> Entered | Refusal:
        """Another password for someone else. One's own takes the old one: an open session that
        somebody found is not enough."""
        if by.name == name:
            return refusal("staff/old-password-needed", name=name)
        if (no := weak(password, name, self._accounts.house)) is not None:
            return no
        reset = changes.ResetPassword(name=name)
        return await self._change(reset, by, reason, await self._hashed(password))

    async def change_own_password(
        self, old: str, password: str, by: Actor, address: str, session: str | None = None
    ) -> Entered | Refusal:
        """Another password of one's own, for whoever knows the old one."""
        no = await self.door.confirmed(by, old, address, session)
        if no is None and old == password:
            no = refusal("staff/same-password")
        if (no := no or weak(password, by.name, self._accounts.house)) is not None:
            return no
        hashed = await self._hashed(password)

        async def work() -> Entered | Refusal:
            decided = staff.change_password(self.state, by.name, by, self.logbook.clock())
            if isinstance(decided, Refusal):
                return decided
            return await self._made(changes.ResetPassword(name=by.name), decided, hashed)

        return await self.logbook.alone(work)

    async def disable_staff(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Someone may no longer sign in; their sessions end and their sockets close."""

        async def work() -> Entered | Refusal:
            decided = staff.disable(self.state, name, by, reason)
            if isinstance(decided, Refusal):
                return decided
            concerned = self.state.staff[name].position.at_least(APPROVER)
            entered = await self.logbook.put(self._loud(decided, by, "disabled", name, concerned))
            await self.logbook.put(self.door.put_out(name, "disabled"))
            return entered

        return await self.logbook.alone(work)

    async def withdraw_appointment(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Someone acts in a higher position no longer."""

        async def work() -> Entered | Refusal:
            decided = appointments.withdraw(self.state, name, by, reason)
            return decided if isinstance(decided, Refusal) else await self.logbook.put(decided)

        return await self.logbook.alone(work)

    async def carried_out_change(self, approval: Approval) -> Answer:
        """An approved change, as it may be made now: with the approval's end in one write, so
        that it counts once."""
        change = changes.read(approval.command)
        hashed = self._credentials.waiting(approval.id)
        now_ms = self.logbook.clock()
        asked = (self.state, change, approval.by, approval.reason, now_ms, approval.second)
        decided: Decision = changes.decide(*asked)
        if isinstance(change, WITH_SECRET) and hashed is None:
            decided = refusal("approval/password-gone")
        no = decided if isinstance(decided, Refusal) else None
        done = e.ApprovalCarriedOut(
            id=approval.id,
            accepted=no is None,
            seq=0,
            code=no.code if no is not None else None,
            message=no.message if no is not None else None,
        )
        if isinstance(decided, Refusal):
            await self.logbook.put([done])
            return not_recorded(decided)
        entered = await self._made(change, [*decided, done, *self._seen(change, approval)], hashed)
        return Answer(True, entered.seq)

    def _seen(self, change: changes.Any, approval: Approval) -> list[Event]:
        """An alert where two people made what reports money: everybody else is to see it."""
        if not isinstance(change, changes.EnrolDevice) or approval.second is None:
            return []
        by, second = approval.by.name, approval.second.name
        text = f"{change.name} for {change.terminal}: asked by {by}, approved by {second}"
        return alerts.raised(self.state, None, ENROLLED, text, self.logbook.clock(), (by,))

    async def forget_decided(self) -> None:
        """Passwords that wait for nobody any more are kept no longer."""

        async def work() -> None:
            still = {id_ for id_, one in self.state.approvals.items() if one.is_open}
            await asyncio.to_thread(self._credentials.forget_waiting, still)

        if self._credentials.is_waited_for:
            await self.logbook.alone(work)

    async def _hashed(self, password: str) -> str:
        return await asyncio.to_thread(self._credentials.hash, password)

    async def _change(
        self, change: changes.Any, by: Actor, reason: str, hashed: str | None = None
    ) -> Entered | Refusal:
        """Make a change, or ask for a second person where it takes two."""

        async def work() -> Entered | Refusal:
            concerned = changes.takes_two(self.state, change)
            if concerned and self._accounts.two_people and by != HOUSE:
                return await self._asked(change, by, reason, hashed)
            decided = changes.decide(self.state, change, by, reason, self.logbook.clock())
            if isinstance(decided, Refusal):
                return decided
            what = str(change.__struct_config__.tag)
            return await self._made(
                change, self._loud(decided, by, what, change.name, concerned), hashed
            )

        return await self.logbook.alone(work)

    async def _asked(
        self, change: changes.Any, by: Actor, reason: str, hashed: str | None
    ) -> Entered | Refusal:
        decided = approvals.ask_change(self.state, by, change, reason, self.logbook.clock())
        if isinstance(decided, Refusal):
            return decided
        [asked] = decided
        assert isinstance(asked, e.ApprovalAsked)
        if hashed is not None:
            await asyncio.to_thread(self._credentials.keep_waiting, asked.id, hashed)
        return (await self.logbook.put(decided))._replace(approval=asked.id)

    async def _made(self, change: changes.Any, events: list[Event], hashed: str | None) -> Entered:
        """On record; a first password or token is kept before it, any other after it, and then
        sessions end that are no longer what they were."""
        if hashed is not None and isinstance(change, changes.EnrolDevice):
            await asyncio.to_thread(self._credentials.keep_cash_token, change.name, hashed)
            return await self.logbook.put(events)
        joins = isinstance(change, changes.AddStaff)
        if hashed is not None and joins:
            await asyncio.to_thread(self._credentials.keep_password, change.name, hashed)
        entered = await self.logbook.put(events)
        if hashed is not None and not joins:
            await asyncio.to_thread(self._credentials.keep_password, change.name, hashed)
        if isinstance(change, changes.ResetSecondFactor):
            await asyncio.to_thread(self._credentials.forget_factor, change.name)
        if (why := ENDS.get(type(change))) is not None:
            await self.logbook.put(self.door.put_out(change.name, why))
        return entered

    def _loud(
        self, decided: list[Event], by: Actor, what: str, name: str, concerned: bool
    ) -> list[Event]:
        """What happened, with an alert where the command line did what else takes two."""
        text = changes.loud(self.state, what, name)
        if by != HOUSE or not concerned or text is None or not self._accounts.two_people:
            return decided
        raised = alerts.raised(self.state, None, ALERT, text, self.logbook.clock(), (name,))
        return [*decided, *raised]
