"""Sessions of staff: who is signed in, since when, and callbacks for when that ends.

A session is known by a token of 256 random bits, of which only the hash is kept, and only in
memory: a restart signs everyone out. Idle sessions lock and need the password again; old ones end.
"""

import logging
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from croupier.office.base import SessionEnd
from croupier.round.base import Actor
from croupier.rules.refusal import Refusal, refusal

IDLE_MS = 5 * 60_000
LIFE_MS = 12 * 3600_000
"""A long shift."""
PER_PERSON_MAX = 8
TOKEN_BYTES = 32

OnEnd = Callable[[str], None]
"""Called with the reason why a session ended or locked."""

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
    on_end: set[OnEnd] = field(default_factory=set)
    """Called once, when the session ends: sockets close themselves here."""
    on_lock: set[OnEnd] = field(default_factory=set)
    """Called each time that the session locks."""

    def attach(self, out: OnEnd) -> Callable[[], None]:
        """Have a socket closed when the session locks or ends; the result detaches it."""
        self.on_end.add(out)
        self.on_lock.add(out)

        def detach() -> None:
            self.on_end.discard(out)
            self.on_lock.discard(out)

        return detach


@dataclass(slots=True)
class Happened:
    """A lock or expiry of a session that is not yet on record."""

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
        """The session of a token, locked or not; this does not reset the idle time."""
        session = self._by_key.get(token_hash(token)) if token else None
        if session is not None:
            self._age(session)
        if session is None or session.ended:
            return refusal("sign-in/needed")
        return session

    def use(self, session: Session) -> Refusal | None:
        """Use a session: why it is refused, or None; resets the idle time."""
        self._age(session)
        if session.ended:
            return refusal("sign-in/needed")
        if session.locked:
            return refusal("sign-in/locked")
        session.seen_ms = self._ticks()
        return None

    def unlock(self, session: Session) -> str:
        """Unlock a session, under a new token."""
        del self._by_key[session.key]
        token = new_token()
        session.key, session.locked, session.seen_ms = token_hash(token), False, self._ticks()
        self._by_key[session.key] = session
        return token

    def end(self, session: Session, why: SessionEnd) -> None:
        """End a session and call its callbacks."""
        if not session.ended:
            session.ended = True
            del self._by_key[session.key]
            _call(session.on_end, why)

    def of(self, name: str) -> list[Session]:
        """The sessions of one person."""
        return [session for session in self._by_key.values() if session.actor.name == name]

    def age(self) -> None:
        """Lock idle sessions and end old ones."""
        for session in list(self._by_key.values()):
            self._age(session)

    def take_happened(self) -> list[Happened]:
        """Locks and expiries to record, once."""
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
            _call(session.on_lock, "idle")


def _call(callbacks: Iterable[OnEnd], why: str) -> None:
    for callback in list(callbacks):
        try:
            callback(why)
        except Exception:
            # One failing socket must not keep the others open.
            log.exception("session callback failed")
