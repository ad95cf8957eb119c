"""Changes of the staff and new cash devices: by one person, or requested by one and approved by
another.

Passwords and tokens are not on record: the hash of a pending one is in the credentials.
"""

import asyncio

from croupier.house.chips import DeviceKind
from croupier.office import alerts, appointments, approvals, changes, staff
from croupier.office.appointments import AppointStaff
from croupier.office.approvals import ApprovalAsked, ApprovalCarriedOut
from croupier.office.base import Change
from croupier.office.devices import EnrolDevice
from croupier.office.names import HOUSE
from croupier.office.staff import AddStaff, EnableStaff, MoveStaff, ResetPassword, ResetSecondFactor
from croupier.office.state import Approval, OfficeState
from croupier.protocol.requests import DeviceToken
from croupier.round.base import Actor, Decision, Event
from croupier.round.permissions import APPROVER
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.server.config.house import Accounts
from croupier.server.people.credentials import Credentials
from croupier.server.people.logbook import Entered, Logbook
from croupier.server.people.password_rules import weak
from croupier.server.people.sessions import new_token, token_hash
from croupier.server.people.sign_in import Door
from croupier.table.answers import Answer, not_recorded
from croupier.words.message import alert

ALERT, ENROLLED = "staff/command-line", "device/enrolled"
WITH_SECRET = (AddStaff, ResetPassword, EnrolDevice)


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
        """The durable state of the office."""
        return self.logbook.state

    async def add_staff(
        self, name: str, position: Position, password: str, by: Actor, reason: str = ""
    ) -> Entered | Refusal:
        """Add someone, with a first password."""
        if (no := weak(password, name, self._accounts.house)) is not None:
            return no
        added = AddStaff(name=name, position=position)
        return await self._change(added, by, reason, await self._hashed(password))

    async def move_staff(
        self, name: str, position: Position, by: Actor, reason: str
    ) -> Entered | Refusal:
        """Give someone another position; they must sign in again."""
        return await self._change(MoveStaff(name=name, position=position), by, reason)

    async def enable_staff(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Enable someone."""
        return await self._change(EnableStaff(name=name), by, reason)

    async def appoint(
        self, name: str, position: Position, hours: int, by: Actor, reason: str
    ) -> Entered | Refusal:
        """Appoint someone to a higher position for a shift."""
        appointed = AppointStaff(name=name, position=position, hours=hours)
        return await self._change(appointed, by, reason)

    async def reset_second_factor(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Reset someone's second factor: they sign in without it and enrol another."""
        if name in self.state.staff and not self.door.factors.has(name):
            return refusal("second-factor/none", name=name)
        return await self._change(ResetSecondFactor(name=name), by, reason)

    async def enrol_device(
        self, device: str, terminal: str, by: Actor, reason: str = "", kind: DeviceKind = "both"
    ) -> DeviceToken | Refusal:
        """Enrol a cash device of a terminal; its token is returned once."""
        token = new_token()
        change = EnrolDevice(name=device, terminal=terminal, kind=kind)
        done = await self._change(change, by, reason, token_hash(token))
        if isinstance(done, Refusal):
            return done
        return DeviceToken(device=device, token=token, approval=done.approval)

    async def change_password(
        self, name: str, password: str, by: Actor, reason: str = ""
    ) -> Entered | Refusal:
        """Reset someone else's password. Changing one's own needs the old one: an unattended
        session is not enough."""
        if by.name == name:
            return refusal("staff/old-password-needed")
        if (no := weak(password, name, self._accounts.house)) is not None:
            return no
        reset = ResetPassword(name=name)
        return await self._change(reset, by, reason, await self._hashed(password))

    async def change_own_password(
        self, old: str, password: str, by: Actor, address: str, session: str | None = None
    ) -> Entered | Refusal:
        """Change one's own password, with the old one."""
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
            return await self._made(ResetPassword(name=by.name), decided, hashed)

        return await self.logbook.alone(work)

    async def disable_staff(self, name: str, by: Actor, reason: str) -> Entered | Refusal:
        """Disable someone; their sessions end and their sockets close."""

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
        """End an appointment."""
        return await self.logbook.decided(
            lambda state, _: appointments.withdraw(state, name, by, reason)
        )

    async def carried_out_change(self, approval: Approval) -> Answer:
        """Carry out an approved change, in one write with the approval's end, so that it counts
        once."""
        change = changes.read(approval.command)
        hashed = self._credentials.waiting(approval.id)
        now_ms = self.logbook.clock()
        asked = (self.state, change, approval.by, approval.reason, now_ms, approval.second)
        decided: Decision = changes.decide(*asked)
        if isinstance(change, WITH_SECRET) and hashed is None:
            decided = refusal("approval/password-gone")
        no = decided if isinstance(decided, Refusal) else None
        done = ApprovalCarriedOut(
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

    def _seen(self, change: Change, approval: Approval) -> list[Event]:
        """An alert to everybody else about a new cash device."""
        if not isinstance(change, EnrolDevice) or approval.second is None:
            return []
        by, second = approval.by.name, approval.second.name
        device, terminal = change.name, change.terminal
        messages = [
            alert("device.enrolled", device=device, terminal=terminal, by=by, approver=second)
        ]
        return alerts.raised(self.state, None, ENROLLED, messages, self.logbook.clock(), (by,))

    async def forget_decided(self) -> None:
        """Delete hashes of passwords whose requests are decided."""

        async def work() -> None:
            still = {id_ for id_, one in self.state.approvals.items() if one.is_open}
            await asyncio.to_thread(self._credentials.forget_waiting, still)

        if self._credentials.is_waited_for:
            await self.logbook.alone(work)

    async def _hashed(self, password: str) -> str:
        return await asyncio.to_thread(self._credentials.hash, password)

    async def _change(
        self, change: Change, by: Actor, reason: str, hashed: str | None = None
    ) -> Entered | Refusal:
        """Make a change, or ask for a second person if needed."""

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
        self, change: Change, by: Actor, reason: str, hashed: str | None
    ) -> Entered | Refusal:
        decided = approvals.ask_change(self.state, by, change, reason, self.logbook.clock())
        if isinstance(decided, Refusal):
            return decided
        [asked] = decided
        assert isinstance(asked, ApprovalAsked)
        if hashed is not None:
            await asyncio.to_thread(self._credentials.keep_waiting, asked.id, hashed)
        return (await self.logbook.put(decided))._replace(approval=asked.id)

    async def _made(self, change: Change, events: list[Event], hashed: str | None) -> Entered:
        """Record a change: a first password or token is stored before, any other after; then the
        person's outdated sessions end."""
        if hashed is not None and isinstance(change, EnrolDevice):
            await asyncio.to_thread(self._credentials.keep_cash_token, change.name, hashed)
            return await self.logbook.put(events)
        joins = isinstance(change, AddStaff)
        if hashed is not None and joins:
            await asyncio.to_thread(self._credentials.keep_password, change.name, hashed)
        entered = await self.logbook.put(events)
        if hashed is not None and not joins:
            await asyncio.to_thread(self._credentials.keep_password, change.name, hashed)
        if isinstance(change, ResetSecondFactor):
            await asyncio.to_thread(self._credentials.forget_factor, change.name)
        if change.ends_session is not None:
            await self.logbook.put(self.door.put_out(change.name, change.ends_session))
        return entered

    def _loud(
        self, decided: list[Event], by: Actor, what: str, name: str, concerned: bool
    ) -> list[Event]:
        """The events, plus an alert if the command line did what otherwise takes two people. None
        while the house is being founded."""
        founded = changes.is_founded(self.state)
        if by != HOUSE or not concerned or not founded or not self._accounts.two_people:
            return decided
        messages = [alert("staff.command-line", what=what, name=name)]
        raised = alerts.raised(self.state, None, ALERT, messages, self.logbook.clock(), (name,))
        return [*decided, *raised]
