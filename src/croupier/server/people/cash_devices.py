"""Cash devices: identified by their tokens, their reports sent to the right table.

A device numbers its reports, and each counts once in the whole house: a repeat goes to the table
that answered it, wherever its player sits now. A device's reports are decided one at a time.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable

from croupier.house import TableState
from croupier.office import devices
from croupier.office.state import OfficeState
from croupier.round.base import Actor, Command
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.people.credentials import Credentials
from croupier.server.people.logbook import Entered, Logbook
from croupier.table.answers import ID_JUMP_MAX, Answer, id_jump, not_recorded
from croupier.table.core import Core, Request


class CashDevices:
    """The cash devices of a house."""

    def __init__(self, logbook: Logbook, credentials: Credentials) -> None:
        self._logbook = logbook
        self._credentials = credentials
        self.reporting: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """One report of each device at a time."""

    @property
    def state(self) -> OfficeState:
        """The durable state of the office."""
        return self._logbook.state

    async def withdraw(self, device: str, by: Actor, reason: str) -> Entered | Refusal:
        """Withdraw a device: its token becomes invalid."""

        async def work() -> Entered | Refusal:
            decided = devices.withdraw(self.state, device, by, reason)
            if isinstance(decided, Refusal):
                return decided
            entered = await self._logbook.put(decided)
            await asyncio.to_thread(self._credentials.keep_cash_token, device, None)
            return entered

        return await self._logbook.alone(work)

    def known(self, authorization: str | None) -> str | Refusal:
        """The device that sent this header."""
        scheme, _, token = (authorization or "").partition(" ")
        name = self._credentials.cash_device_of(token) if scheme.lower() == "bearer" else None
        if name is None:
            return refusal("device/not-enrolled")
        return devices.out_of_use(self.state, name) or name

    def request(self, device: str, command: Command, id_: int) -> Request:
        """A report as a request to a table."""
        counted = self.state.cash_devices[device].counted_as(device)
        return Request(Actor(device), command, counted, id_)

    def last_id(self, device: str, tables: Iterable[Core]) -> int:
        """The last report answered by any table."""
        counted = self.state.cash_devices[device].counted_as(device)
        return max((core.answers.newest.get(counted, 0) for core in tables), default=0)

    def answered_at(
        self, device: str, id_: int, tables: Collection[Core]
    ) -> tuple[str | None, Answer | None]:
        """The table that answered a report with this id, if any; a jump is refused.

        An older id that no table remembers is answered here: any of them may have had it.
        """
        counted = self.state.cash_devices[device].counted_as(device)
        newest = {core.state.id: core.answers.newest.get(counted, 0) for core in tables}
        last = max(newest.values(), default=0)
        if id_ > last:
            if id_ > last + ID_JUMP_MAX:
                raise CroupierError(id_jump(device, id_, last))
            return None, None
        for core in tables:
            if core.answers.has(counted, id_):
                return core.state.id, None
        too_old = not_recorded(refusal("action/too-old", terminal=device, id=id_))
        return max(newest, key=newest.__getitem__), too_old


def table_of(terminal: str, wanted: str | None, tables: Iterable[TableState]) -> str:
    """The table at which the player of a terminal is seated."""
    seated = [state.id for state in tables if terminal in state.seats]
    if wanted is not None:
        seated = [table for table in seated if table == wanted]
    if not seated:
        raise CroupierError(refusal("device/nobody-seated", terminal=terminal))
    if len(seated) > 1:
        raise CroupierError(refusal("device/which-table", terminal=terminal, tables=tuple(seated)))
    return seated[0]
