"""Sign-in: passwords, throttling, sessions, and their end.

A refused person learns neither whether the name exists nor what was wrong; the record has it.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from croupier.office import sign_in
from croupier.office.base import SessionEnd
from croupier.office.names import bad_name
from croupier.office.sign_in import SignInThrottled, StaffLocked, StaffSignedOut
from croupier.round.base import Actor, Event
from croupier.rules.refusal import Refusal, refusal
from croupier.server.config.house import USUAL, Accounts
from croupier.server.people.credentials import Checked, Credentials
from croupier.server.people.device_keys import known, remembered
from croupier.server.people.logbook import Logbook
from croupier.server.people.second_factors import Factors
from croupier.server.people.sessions import Session, Sessions
from croupier.server.people.throttle import Throttle, address_key

HASHING_MAX = 2
"""Passwords checked in parallel: each takes memory and a core."""
WAITING_MAX = 32
"""The length of the queue."""


class SignedIn(NamedTuple):
    """Someone signed in; the token is for their cookie only."""

    token: str
    session: Session
    device: str | None = None
    """The cookie that recognises this device later."""

    @property
    def actor(self) -> Actor:
        """The person and their position."""
        return self.session.actor


class Door:
    """Signing in, unlocking and signing out."""

    def __init__(
        self,
        logbook: Logbook,
        credentials: Credentials,
        ticks: Callable[[], int],
        accounts: Accounts = USUAL,
    ) -> None:
        self.sessions = Sessions(ticks)
        self._logbook = logbook
        self._credentials = credentials
        self._accounts = accounts
        self.factors = Factors(logbook, credentials, ticks, accounts)
        self._lanes = Throttle(ticks, free=5, first_ms=1_000, most_ms=15 * 60_000)
        self._names = Throttle(ticks, free=20, first_ms=1_000, most_ms=10_000)
        self._addresses = Throttle(ticks, free=20, first_ms=1_000, most_ms=15 * 60_000)
        self._hashing = asyncio.Semaphore(HASHING_MAX)
        self._waiting = 0

    async def sign_in(
        self,
        name: str,
        password: str,
        address: str,
        replaces: str | None = None,
        device: str | None = None,
        code: str = "",
    ) -> SignedIn | Refusal:
        """Sign someone in under a new token; the session of the browser's old token ends. Attempts
        at a person's own device, recognised by its cookie, are throttled separately. A second
        factor, if enrolled, needs its code."""
        nonce = known(self._credentials.device_key, device, name)
        no = await self._refused(name, password, address, nonce and f"device/{nonce}", code)
        if no is not None:
            return no

        async def work() -> SignedIn | Refusal:
            decided = sign_in.sign_in(self._logbook.state, name, address_key(address))
            if isinstance(decided, Refusal):
                return decided
            old = self.sessions.find(replaces)
            if isinstance(old, Session):
                self.sessions.end(old, "replaced")
                decided.insert(0, StaffSignedOut(by=old.actor, why="replaced"))
            actor = self._logbook.state.actor(name)
            assert actor is not None
            await self._logbook.put(decided)
            now = remembered(self._credentials.device_key, device, name)
            return SignedIn(*self.sessions.begin(actor, address_key(address)), now)

        return await self._logbook.alone(work)

    async def unlock(self, token: str | None, password: str, address: str) -> SignedIn | Refusal:
        """Unlock a session under a new token."""
        session = self.sessions.find(token)
        if isinstance(session, Refusal):
            return session
        name = session.actor.name
        no = await self._refused(name, password, address, f"session/{session.id}")
        if no is not None:
            return no

        async def work() -> SignedIn | Refusal:
            if isinstance(gone := self.sessions.find(token), Refusal):
                return gone
            where = address_key(address)
            decided = sign_in.sign_in(self._logbook.state, name, where, unlocked=True)
            if isinstance(decided, Refusal):
                return decided
            await self._logbook.put(decided)
            if session.ended:
                return refusal("sign-in/needed")
            return SignedIn(self.sessions.unlock(session), session)

        return await self._logbook.alone(work)

    async def sign_out(self, token: str | None) -> None:
        """End a session at once, then record it."""
        session = self.sessions.find(token)
        if isinstance(session, Session):
            self.sessions.end(session, "asked")
            await self._note([StaffSignedOut(by=session.actor, why="asked")])

    async def confirmed(
        self, actor: Actor, password: str, address: str, session: str | None = None
    ) -> Refusal | None:
        """Check the password again, before it is changed."""
        return await self._refused(actor.name, password, address, session and f"session/{session}")

    def first(self, name: str) -> Refusal | None:
        """What someone must do first after signing in, or None."""
        found = self._logbook.state.staff.get(name)
        if found is not None and self._accounts.own_password and found.password_by != name:
            return refusal("first/password")
        return refusal("first/second-factor") if self.factors.is_missing(name) else None

    async def sweep(self) -> None:
        """Lock idle sessions, end old ones, and record it."""
        self.sessions.age()
        events: list[Event] = []
        for one in self.sessions.take_happened():
            by = one.session.actor
            if one.ended is None:
                events.append(StaffLocked(by=by, idle_ms=one.idle_ms))
            else:
                events.append(StaffSignedOut(by=by, why=one.ended))
        await self._note(events)

    def put_out(self, name: str, why: SessionEnd) -> list[Event]:
        """End all sessions of a person, and return the events to record."""
        ended = self.sessions.of(name)
        for session in ended:
            self.sessions.end(session, why)
        return [StaffSignedOut(by=session.actor, why=why) for session in ended]

    async def _refused(
        self, name: str, password: str, address: str, lane: str | None, code: str | None = None
    ) -> Refusal | None:
        """Throttle, check, and record a failure. A lane counts attempts that strangers cannot make:
        on a device where this person signed in before, or in their session. With no code given,
        none is required."""
        where = address_key(address)
        counts = self._counts(_key(name), where, lane)
        if (no := await self._throttled(name, where, counts)) is not None:
            return no
        self._waiting += 1
        try:
            async with self._hashing:
                checked = await asyncio.to_thread(self._credentials.check, name, password)
                if checked.stale:
                    await asyncio.to_thread(self._credentials.rehash, name, password)
        finally:
            self._waiting -= 1
        no = None if self._let_in(name, checked) else refusal("sign-in/refused")
        if no is None and code is not None and self.factors.has(name):
            no = await self.factors.refuses(name, code) if code else refusal("sign-in/code-needed")
        if no is None or no.code == "sign-in/code-needed":
            for throttle, key in counts:
                throttle.refund(key)
        if no is None:
            self._lanes.forgive(counts[0][1])
        elif no.code in ("sign-in/refused", "second-factor/wrong-code"):
            by_code = no.code != "sign-in/refused"
            failed = sign_in.fail(self._logbook.state, name, where, by_code=by_code)
            await self._note(list(failed))
        return no

    def _let_in(self, name: str, checked: Checked) -> bool:
        return checked.right and self._logbook.state.actor(name) is not None

    def _counts(self, key: str, where: str, lane: str | None) -> list[tuple[Throttle, str]]:
        """The counters of an attempt: by lane and name only; otherwise by address and name
        together, by address, and more gently by name."""
        own = (self._lanes, f"{lane or where}/{key}")
        return [own] if lane else [own, (self._addresses, where), (self._names, key)]

    async def _throttled(
        self, name: str, where: str, counts: list[tuple[Throttle, str]]
    ) -> Refusal | None:
        if self._waiting >= WAITING_MAX:
            return refusal("sign-in/throttled", wait_s=1)
        slowed = [(throttle, key) for throttle, key in counts if throttle.wait_ms(key)]
        if not slowed:
            for throttle, key in counts:
                throttle.attempt(key)
            return None
        wait_ms = max(throttle.wait_ms(key) for throttle, key in slowed)
        first = [throttle.first_refusal(key) for throttle, key in slowed]
        if any(first):
            of = name if name in self._logbook.state.staff else None
            await self._note([SignInThrottled(staff=of, address=where, wait_ms=wait_ms)])
        return refusal("sign-in/throttled", wait_s=-(-wait_ms // 1000))

    async def _note(self, events: list[Event]) -> None:
        if events:
            await self._logbook.alone(lambda: self._logbook.put(events))


def _key(name: str) -> str:
    """The key of a name; all invalid names share one."""
    return name.casefold() if bad_name(name) is None else ""
