"""Sessions of staff: who is signed in, since when, and who is told when that ends.

A session is known by a token of 256 random bits, of which only the hash is kept, and only in
memory: a restart signs everyone out. Idle sessions lock and need the password again; old ones end.
"""

import logging
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from croupier.office.events import SessionEnd
from croupier.round.commands import Actor
from croupier.rules.refusal import Refusal, refusal

IDLE_MS = 5 * 60_000
LIFE_MS = 12 * 3600_000
"""A long shift."""
PER_PERSON_MAX = 8
TOKEN_BYTES = 32

Told = Callable[[str], None]
"""Told why a session ended or locked."""

log = logging.getLogger(__name__)


def new_token() -> str:
    """256 random bits, as text for a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """What is kept of a token: enough to know it again, not to make it."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True, eq=False)
class Session:
    """Someone signed in, at one browser."""

    actor: Actor
    address: str
    began_ms: int
    seen_ms: int
    key: str
    id: str
    """A name for it that stays when its token changes."""
    locked: bool = False
    ended: bool = False
    on_end: set[Told] = field(default_factory=set)
    """Called once, when the session ends: sockets close themselves here."""
    on_lock: set[Told] = field(default_factory=set)
    """Called each time that the session locks."""


@dataclass(slots=True)
class Happened:
    """What befell a session without anyone asking for it, still to be put on record."""

    session: Session
    ended: SessionEnd | None = None
    """Why it ended; nothing where it locked."""
    idle_ms: int = 0


class Sessions:
    """Every session of the house."""

    def __init__(self, ticks: Callable[[], int]) -> None:
        self._ticks = ticks
        self._by_key: dict[str, Session] = {}
        self._happened: list[Happened] = []

    def __len__(self) -> int:
        return len(self._by_key)

    def begin(self, actor: Actor, address: str) -> tuple[str, Session]:
        """A new session under a new token; of too many of one person the oldest ends."""
        mine = [one for one in self._by_key.values() if one.actor.name == actor.name]
        for oldest in mine[: max(0, len(mine) - PER_PERSON_MAX + 1)]:
            self._happened.append(Happened(oldest, "replaced"))
            self.end(oldest, "replaced")
        token, now_ms = new_token(), self._ticks()
        key = token_hash(token)
        session = Session(actor, address, now_ms, now_ms, key, key[:12])
        self._by_key[session.key] = session
        return token, session

    def find(self, token: str | None) -> Session | Refusal:
        """The session of a token, locked or not; whoever only looks does not keep it awake."""
        session = self._by_key.get(token_hash(token)) if token else None
        if session is not None:
            self._age(session)
        if session is None or session.ended:
            return refusal("sign-in/needed")
        return session

    def use(self, session: Session) -> Refusal | None:
        """Somebody does something in a session: why they may not, or nothing, and it is awake."""
        self._age(session)
        if session.ended:
            return refusal("sign-in/needed")
        if session.locked:
            return refusal("sign-in/locked")
        session.seen_ms = self._ticks()
        return None

    def unlock(self, session: Session) -> str:
        """A locked session goes on, under another token."""
        del self._by_key[session.key]
        token = new_token()
        session.key, session.locked, session.seen_ms = token_hash(token), False, self._ticks()
        self._by_key[session.key] = session
        return token

    def end(self, session: Session, why: SessionEnd) -> None:
        """A session is over, and whoever hangs on it is told."""
        if not session.ended:
            session.ended = True
            del self._by_key[session.key]
            _tell(session.on_end, why)

    def of(self, name: str) -> list[Session]:
        """The sessions of one person."""
        return [session for session in self._by_key.values() if session.actor.name == name]

    def age(self) -> None:
        """Lock those that are idle, and end those that are old."""
        for session in list(self._by_key.values()):
            self._age(session)

    def take_happened(self) -> list[Happened]:
        """What is to be put on record, once."""
        happened, self._happened = self._happened, []
        return happened

    def _age(self, session: Session) -> None:
        if session.ended:
            return
        now_ms = self._ticks()
        if now_ms - session.began_ms >= LIFE_MS:
            self._happened.append(Happened(session, "expired"))
            self.end(session, "expired")
        elif not session.locked and now_ms - session.seen_ms >= IDLE_MS:
            session.locked = True
            self._happened.append(Happened(session, idle_ms=now_ms - session.seen_ms))
            _tell(session.on_lock, "idle")


def _tell(told: Iterable[Told], why: str) -> None:
    for callback in list(told):
        try:
            callback(why)
        except Exception:
            # One socket that cannot be told must not keep the others open.
            log.exception("a session's end could not be told")
