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
from croupier.server.credentials import Checked, Credentials
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

    @property
    def actor(self) -> Actor:
        """Who it is, in their position."""
        return self.session.actor


class Door:
    """Signing in, unlocking and signing out."""

    def __init__(
        self, logbook: Logbook, credentials: Credentials, ticks: Callable[[], int]
    ) -> None:
        self.sessions = Sessions(ticks)
        self._logbook = logbook
        self._credentials = credentials
        self._names = Throttle(ticks, free=5, first_ms=1_000, most_ms=60_000)
        self._addresses = Throttle(ticks, free=20, first_ms=1_000, most_ms=15 * 60_000)
        self._hashing = asyncio.Semaphore(HASHING_MAX)
        self._waiting = 0

    async def sign_in(
        self, name: str, password: str, address: str, replaces: str | None = None
    ) -> SignedIn | Refusal:
        """Let someone in under a new token; the session of the browser's old token ends."""
        no = await self._refused(name, password, address)
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
            return SignedIn(*self.sessions.begin(actor, address_key(address)))

        return await self._logbook.alone(work)

    async def unlock(self, token: str | None, password: str, address: str) -> SignedIn | Refusal:
        """Let a locked session go on under a new token."""
        session = self.sessions.find(token)
        if isinstance(session, Refusal):
            return session
        name = session.actor.name
        no = await self._refused(name, password, address)
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

    async def confirmed(self, actor: Actor, password: str, address: str) -> Refusal | None:
        """Whether it is really them: asked again before they change their password."""
        return await self._refused(actor.name, password, address)

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

    async def _refused(self, name: str, password: str, address: str) -> Refusal | None:
        """Throttle, check, and put a failure on record."""
        where = address_key(address)
        if (no := await self._throttled(name, where)) is not None:
            return no
        self._waiting += 1
        try:
            async with self._hashing:
                checked = await asyncio.to_thread(self._credentials.check, name, password)
                if checked.stale:
                    await asyncio.to_thread(self._credentials.rehash, name, password)
        finally:
            self._waiting -= 1
        if self._let_in(name, checked):
            self._names.forgive(_key(name))
            self._addresses.refund(where)
            return None
        await self._note(list(staff.fail(self._logbook.state, name, where)))
        return refusal("sign-in/refused")

    def _let_in(self, name: str, checked: Checked) -> bool:
        return checked.right and self._logbook.state.actor(name) is not None

    async def _throttled(self, name: str, where: str) -> Refusal | None:
        if self._waiting >= WAITING_MAX:
            return refusal("sign-in/throttled", wait_s=1)
        of_address, of_name = self._addresses.wait_ms(where), self._names.wait_ms(_key(name))
        wait_ms = max(of_address, of_name)
        if wait_ms == 0:
            self._addresses.attempt(where)
            self._names.attempt(_key(name))
            return None
        first = self._addresses.first_told(where) if of_address else False
        first = (self._names.first_told(_key(name)) if of_name else False) or first
        if first:
            known = name if name in self._logbook.state.staff else None
            await self._note([e.SignInThrottled(staff=known, address=where, wait_ms=wait_ms)])
        return refusal("sign-in/throttled", wait_s=-(-wait_ms // 1000))

    async def _note(self, events: list[Event]) -> None:
        if events:
            await self._logbook.alone(lambda: self._logbook.put(events))


def _key(name: str) -> str:
    """What a name counts as: those that are none count as one."""
    return name.casefold() if bad_name(name) is None else ""
