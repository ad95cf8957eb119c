"""The door: who comes in with which password, how often they may try, and when they are out again.

Somebody who is refused learns neither whether the name exists nor what was wrong; the record does.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from croupier.office import events as e
from croupier.office import staff
from croupier.office.names import bad_name
from croupier.round.commands import Actor
from croupier.round.events import Event
from croupier.rules.refusal import Refusal, refusal
from croupier.server.accounts import USUAL, Accounts
from croupier.server.credentials import Checked, Credentials
from croupier.server.devices import known, remembered
from croupier.server.factors import Factors
from croupier.server.logbook import Logbook
from croupier.server.sessions import Session, Sessions
from croupier.server.throttle import Throttle, address_key

HASHING_MAX = 2
"""Passwords checked at once: each takes its memory and a core."""
WAITING_MAX = 32
"""How many may wait for that."""


class SignedIn(NamedTuple):
    """Someone is in: the token is for their cookie and is nowhere else."""

    token: str
    session: Session
    device: str | None = None
    """For the cookie by which this device is known again."""

    @property
    def actor(self) -> Actor:
        """Who it is, in their position."""
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
        """Let someone in under a new token; the session of the browser's old token ends. Their
        own device is known by its cookie and is not slowed by what others try elsewhere. Whoever
        has a second factor gives its code."""
        nonce = known(self._credentials.device_key, device, name)
        no = await self._refused(name, password, address, nonce and f"device/{nonce}", code)
        if no is not None:
            return no

        async def work() -> SignedIn | Refusal:
            decided = staff.sign_in(self._logbook.state, name, address_key(address))
            if isinstance(decided, Refusal):
                return decided
            old = self.sessions.find(replaces)
            if isinstance(old, Session):
                self.sessions.end(old, "replaced")
                decided.insert(0, e.StaffSignedOut(by=old.actor, why="replaced"))
            actor = self._logbook.state.actor(name)
            assert actor is not None
            await self._logbook.put(decided)
            now = remembered(self._credentials.device_key, device, name)
            return SignedIn(*self.sessions.begin(actor, address_key(address)), now)

        return await self._logbook.alone(work)

    async def unlock(self, token: str | None, password: str, address: str) -> SignedIn | Refusal:
        """Let a locked session go on under a new token."""
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
            decided = staff.sign_in(self._logbook.state, name, where, unlocked=True)
            if isinstance(decided, Refusal):
                return decided
            await self._logbook.put(decided)
            if session.ended:
                return refusal("sign-in/needed")
            return SignedIn(self.sessions.unlock(session), session)

        return await self._logbook.alone(work)

    async def sign_out(self, token: str | None) -> None:
        """End a session at once, then put it on record."""
        session = self.sessions.find(token)
        if isinstance(session, Session):
            self.sessions.end(session, "asked")
            await self._note([e.StaffSignedOut(by=session.actor, why="asked")])

    async def confirmed(
        self, actor: Actor, password: str, address: str, session: str | None = None
    ) -> Refusal | None:
        """Whether it is really them: asked again before they change their password."""
        return await self._refused(actor.name, password, address, session and f"session/{session}")

    def first(self, name: str) -> Refusal | None:
        """What someone who is in must do before anything else, or nothing."""
        found = self._logbook.state.staff.get(name)
        if found is not None and self._accounts.own_password and found.password_by != name:
            return refusal("first/password")
        return refusal("first/second-factor") if self.factors.is_missing(name) else None

    async def sweep(self) -> None:
        """Lock the idle, end the old, and put on record what befell sessions since."""
        self.sessions.age()
        events: list[Event] = []
        for one in self.sessions.take_happened():
            by = one.session.actor
            if one.ended is None:
                events.append(e.StaffLocked(by=by, idle_ms=one.idle_ms))
            else:
                events.append(e.StaffSignedOut(by=by, why=one.ended))
        await self._note(events)

    def put_out(self, name: str, why: e.SessionEnd) -> list[Event]:
        """End every session of one person, and give what is to be put on record."""
        ended = self.sessions.of(name)
        for session in ended:
            self.sessions.end(session, why)
        return [e.StaffSignedOut(by=session.actor, why=why) for session in ended]

    async def _refused(
        self, name: str, password: str, address: str, lane: str | None, code: str | None = None
    ) -> Refusal | None:
        """Throttle, check, and put a failure on record. A lane is what strangers do not have: a
        device at which this person signed in before, or a session of theirs. No code is asked
        for where nothing is said of one."""
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
            failed = staff.fail(self._logbook.state, name, where, by_code=by_code)
            await self._note(list(failed))
        return no

    def _let_in(self, name: str, checked: Checked) -> bool:
        return checked.right and self._logbook.state.actor(name) is not None

    def _counts(self, key: str, where: str, lane: str | None) -> list[tuple[Throttle, str]]:
        """Where an attempt is counted: by lane and name alone; else by address and name together,
        by address, and, far more gently, by name whatever the address."""
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
        first = [throttle.first_told(key) for throttle, key in slowed]
        if any(first):
            of = name if name in self._logbook.state.staff else None
            await self._note([e.SignInThrottled(staff=of, address=where, wait_ms=wait_ms)])
        return refusal("sign-in/throttled", wait_s=-(-wait_ms // 1000))

    async def _note(self, events: list[Event]) -> None:
        if events:
            await self._logbook.alone(lambda: self._logbook.put(events))


def _key(name: str) -> str:
    """What a name counts as: those that are none count as one."""
    return name.casefold() if bad_name(name) is None else ""
