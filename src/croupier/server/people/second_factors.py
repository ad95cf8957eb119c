"""Second factors: enrolled by their owner, required at sign-in and for each approval.

A second factor is a TOTP code (RFC 6238), which works once. Its secret is shown to its owner once
and is then only in the credentials. The libraries are loaded on first use.
"""

import asyncio
import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from croupier.office.staff import SecondFactorEnrolled
from croupier.protocol.requests import FactorShown
from croupier.round.base import Actor
from croupier.round.permissions import APPROVER
from croupier.rules.refusal import Refusal, refusal
from croupier.server.config.house import Accounts
from croupier.server.people.logbook import Entered, Logbook
from croupier.server.people.throttle import Throttle

if TYPE_CHECKING:
    from croupier.server.people.credentials import Credentials

BEGUN_MAX = 1_000
STEP_MS = 30_000
DRIFT = 1
"""The allowed clock difference, in steps."""
CODE_LENGTH = 6


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stored second factor."""

    secret: str
    """In base 32."""
    used: int = 0
    """The step of the last used code; it and earlier ones are invalid."""


def new_secret() -> str:
    """160 random bits, in base 32."""
    import pyotp

    return pyotp.random_base32()


def uri(secret: str, name: str, house: str) -> str:
    """The address that transfers a secret to a device."""
    import pyotp

    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=house or "croupier")


def picture(text: str) -> tuple[str, ...]:
    """A text as a QR code: one string per row, 1 for dark."""
    import segno

    code = segno.make(text, error="m", micro=False)
    return tuple("".join("1" if dark else "0" for dark in row) for row in code.matrix)


def step_of(factor: Factor, code: str, now_ms: int) -> int | None:
    """The step of a valid code, or None."""
    import pyotp

    given = "".join(code.split())
    if len(given) != CODE_LENGTH or not given.isascii() or not given.isdigit():
        return None
    now, makes = now_ms // STEP_MS, pyotp.TOTP(factor.secret)
    for step in range(max(now - DRIFT, factor.used + 1), now + DRIFT + 1):
        if hmac.compare_digest(makes.generate_otp(step), given):
            return step
    return None


class Factors:
    """The second factors of a house's staff."""

    def __init__(
        self,
        logbook: Logbook,
        credentials: "Credentials",
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
        """Whether someone who can approve has none although the house requires it."""
        known = self._logbook.state.staff.get(name)
        approves = known is not None and known.position.at_least(APPROVER)
        return self._accounts.second_factor and approves and not self.has(name)

    async def refuses(self, name: str, code: str) -> Refusal | None:
        """Use a code: why it is refused, or None. Throttled by name, since someone who tries codes
        already knows the password."""
        if wait_ms := self._codes.attempt(name):
            return refusal("sign-in/throttled", wait_s=-(-wait_ms // 1000))
        now_ms = self._logbook.clock()
        if not await asyncio.to_thread(self._credentials.use_code, name, code, now_ms):
            return refusal("second-factor/wrong-code")
        self._codes.forgive(name)
        return None

    async def refuses_approval(self, name: str, code: str) -> Refusal | None:
        """Why someone's second factor does not confirm an approval, or None."""
        if not self.has(name):
            needed = self._accounts.second_factor
            return refusal("second-factor/needed", name=name) if needed else None
        return refusal("second-factor/code-needed") if not code else await self.refuses(name, code)

    def begin(self, by: Actor) -> FactorShown | Refusal:
        """A new secret for someone, valid once confirmed with one of its codes."""
        if self.has(by.name):
            return refusal("second-factor/enrolled", name=by.name)
        if len(self._begun) >= BEGUN_MAX:
            self._begun.clear()
        self._begun[by.name] = secret = new_secret()
        address = uri(secret, by.name, self._accounts.house)
        return FactorShown(secret=secret, uri=address, picture=picture(address))

    async def enrol(self, by: Actor, code: str) -> Entered | Refusal:
        """Confirm the secret with a code: recorded, and required from now on."""

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
