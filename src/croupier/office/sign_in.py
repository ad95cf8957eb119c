"""Signing in and out: successes, failures with their reasons, and the ends of sessions.

Sessions themselves outlive no process and are not part of the office's state.
"""

from typing import ClassVar, Literal

from croupier.office.base import OfficeEvent, SessionEnd
from croupier.office.state import OfficeState
from croupier.round.base import Actor, Decision
from croupier.rules.refusal import refusal

SignInFault = Literal["unknown", "disabled", "password", "code"]


class StaffSignedIn(OfficeEvent, frozen=True, kw_only=True):
    """A member of staff signed in, or came back to a locked session with their password."""

    name: ClassVar[str] = "staff.signed-in"
    by: Actor
    address: str
    unlocked: bool = False


class StaffSignedOut(OfficeEvent, frozen=True, kw_only=True):
    """A session of a member of staff ended."""

    name: ClassVar[str] = "staff.signed-out"
    by: Actor
    why: SessionEnd


class StaffLocked(OfficeEvent, frozen=True, kw_only=True):
    """A session was idle for too long and needs its password again."""

    name: ClassVar[str] = "staff.locked"
    by: Actor
    idle_ms: int


class SignInFailed(OfficeEvent, frozen=True, kw_only=True):
    """Someone did not get in.

    A name that is nobody's is left out: people type passwords where the name belongs.
    """

    name: ClassVar[str] = "staff.sign-in-failed"
    staff: str | None
    why: SignInFault
    address: str


class SignInThrottled(OfficeEvent, frozen=True, kw_only=True):
    """Too many attempts: the next ones must wait. Recorded once, not for each attempt."""

    name: ClassVar[str] = "staff.sign-in-throttled"
    staff: str | None
    address: str
    wait_ms: int


def sign_in(state: OfficeState, name: str, address: str, *, unlocked: bool = False) -> Decision:
    """Sign in someone whose password was right, unless they were disabled meanwhile."""
    actor = state.actor(name)
    if actor is None:
        return refusal("sign-in/refused")
    return [StaffSignedIn(by=actor, address=address, unlocked=unlocked)]


def fail(
    state: OfficeState, name: str, address: str, *, by_code: bool = False
) -> list[OfficeEvent]:
    """A failed sign-in and its reason, for the record only, never for the person who tried."""
    known = state.staff.get(name)
    if known is None:
        return [SignInFailed(staff=None, why="unknown", address=address)]
    why: SignInFault = "password" if known.enabled else "disabled"
    if by_code:
        why = "code"
    return [SignInFailed(staff=name, why=why, address=address)]
