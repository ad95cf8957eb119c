"""Second factors at work: enrolled by their owner, asked at sign-in and again for an approval.

A secret is shown once, to its owner, and is then in the credentials alone. A code counts once.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from croupier.house.permissions import APPROVER
from croupier.office.events import SecondFactorEnrolled
from croupier.round.commands import Actor
from croupier.rules.refusal import Refusal, refusal
from croupier.server.accounts import Accounts
from croupier.server.credentials import Credentials
from croupier.server.logbook import Entered, Logbook
from croupier.server.second_factor import Factor, new_secret, picture, step_of, uri
from croupier.server.throttle import Throttle

BEGUN_MAX = 1_000


class Begun(NamedTuple):
    """What someone brings into their device, shown once."""

    secret: str
    uri: str
    picture: tuple[str, ...]


class Factors:
    """The second factors of a house's staff."""

    def __init__(
        self,
        logbook: Logbook,
        credentials: Credentials,
        ticks: Callable[[], int],
        accounts: Accounts,
    ) -> None:
        self._logbook = logbook
        self._credentials = credentials
        self._accounts = accounts
        self._codes = Throttle(ticks, free=5, first_ms=1_000, most_ms=15 * 60_000)
        self._begun: dict[str, str] = {}

    def has(self, name: str) -> bool:
        """Whether someone has enrolled one."""
        return self._credentials.has_factor(name)

    def is_missing(self, name: str) -> bool:
        """Whether someone who can approve has none, where the house asks for it."""
        known = self._logbook.state.staff.get(name)
        approves = known is not None and known.position.at_least(APPROVER)
        return self._accounts.second_factor and approves and not self.has(name)

    async def refuses(self, name: str, code: str) -> Refusal | None:
        """Why a code does not count, or nothing: then it has counted, and counts no more. The
        waits are by name: whoever tries codes knows the password already."""
        if wait_ms := self._codes.attempt(name):
            return refusal("sign-in/throttled", wait_s=-(-wait_ms // 1000))
        now_ms = self._logbook.clock()
        if not await asyncio.to_thread(self._credentials.use_code, name, code, now_ms):
            return refusal("second-factor/wrong-code")
        self._codes.forgive(name)
        return None

    async def refuses_approval(self, name: str, code: str) -> Refusal | None:
        """Why someone's second factor does not stand behind an approval, or nothing if it does."""
        if not self.has(name):
            needed = self._accounts.second_factor
            return refusal("second-factor/needed", name=name) if needed else None
        return refusal("second-factor/code-needed") if not code else await self.refuses(name, code)

    def begin(self, by: Actor) -> Begun | Refusal:
        """A new secret for someone; it counts once a code that it makes is given back."""
        if self.has(by.name):
            return refusal("second-factor/enrolled", name=by.name)
        if len(self._begun) >= BEGUN_MAX:
            self._begun.clear()
        self._begun[by.name] = secret = new_secret()
        address = uri(secret, by.name, self._accounts.house)
        return Begun(secret, address, picture(address))

    async def enrol(self, by: Actor, code: str) -> Entered | Refusal:
        """The device of its owner makes the right codes: on record, and asked for from now on."""

        async def work() -> Entered | Refusal:
            secret = self._begun.get(by.name)
            if secret is None or self.has(by.name):
                return refusal("second-factor/not-begun")
            step = step_of(Factor(secret), code, self._logbook.clock())
            if step is None:
                return refusal("second-factor/wrong-code")
            entered = await self._logbook.put([SecondFactorEnrolled(staff=by.name, by=by)])
            kept = Factor(secret, step)
            await asyncio.to_thread(self._credentials.keep_factor, by.name, kept)
            self._begun.pop(by.name, None)
            return entered

        return await self._logbook.alone(work)
