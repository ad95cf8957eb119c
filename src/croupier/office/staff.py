"""Decisions about staff: who joins, moves, is disabled, and whose password changes.

Managing staff is for the Gaming Shift Manager and for the house itself. Nobody manages themselves,
but everyone may change their own password.
"""

from croupier.office import events as e
from croupier.office.names import HOUSE, bad_name, quoted
from croupier.office.state import OfficeState, Staff
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.positions import Position
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import Refusal, refusal

MANAGES_STAFF = Position.GAMING_SHIFT_MANAGER


def add(state: OfficeState, name: str, position: Position, by: Actor, now_ms: int) -> Decision:
    """A new member of staff."""
    if (no := may(state, by, "add staff", MANAGES_STAFF)) is not None:
        return no
    if (wrong := bad_name(name)) is not None:
        return refusal("staff/bad-name", name=quoted(name), reason=wrong)
    if taken(state, name):
        return refusal("staff/name-taken", name=name)
    return [e.StaffAdded(staff=name, position=position, by=by, at_ms=now_ms)]


def move(state: OfficeState, name: str, position: Position, by: Actor, reason: str) -> Decision:
    """Another position for a member of staff."""
    found = _managed(state, name, by, reason)
    if isinstance(found, Refusal):
        return found
    if found.position == position:
        return refusal("staff/same-position", name=name, position=position)
    moved = e.StaffMoved(staff=name, before=found.position, after=position, reason=reason, by=by)
    return [moved]


def disable(state: OfficeState, name: str, by: Actor, reason: str) -> Decision:
    """Out, at once and until enabled again; what they asked approval for is declined with it."""
    found = _managed(state, name, by, reason)
    if isinstance(found, Refusal):
        return found
    if not found.enabled:
        return refusal("staff/disabled", name=name)
    asked = [one for one in state.approvals.values() if one.verdict == "pending"]
    why = f"{name} is disabled"
    return [
        e.StaffDisabled(staff=name, reason=reason, by=by),
        *(e.ApprovalDeclined(id=o.id, reason=why, by=by) for o in asked if o.by.name == name),
    ]


def enable(state: OfficeState, name: str, by: Actor, reason: str) -> Decision:
    """In again."""
    found = _managed(state, name, by, reason)
    if isinstance(found, Refusal):
        return found
    if found.enabled:
        return refusal("staff/enabled", name=name)
    return [e.StaffEnabled(staff=name, reason=reason, by=by)]


def change_password(state: OfficeState, name: str, by: Actor, now_ms: int) -> Decision:
    """One's own, or another's where one manages staff."""
    own = by.name == name and state.actor(name) == by
    if not own and (no := may(state, by, "change others' passwords", MANAGES_STAFF)) is not None:
        return no
    if name not in state.staff:
        return unknown(name)
    return [e.PasswordChanged(staff=name, by=by, at_ms=now_ms)]


def reset_second_factor(
    state: OfficeState, name: str, by: Actor, reason: str, now_ms: int
) -> Decision:
    """Someone's device is lost or another's: they enrol one anew."""
    found = _managed(state, name, by, reason)
    if isinstance(found, Refusal):
        return found
    return [e.SecondFactorReset(staff=name, reason=reason, by=by, at_ms=now_ms)]


def sign_in(state: OfficeState, name: str, address: str, *, unlocked: bool = False) -> Decision:
    """Someone whose password was right comes in, unless they are disabled by now."""
    actor = state.actor(name)
    if actor is None:
        return refusal("sign-in/refused")
    return [e.StaffSignedIn(by=actor, address=address, unlocked=unlocked)]


def fail(
    state: OfficeState, name: str, address: str, *, by_code: bool = False
) -> list[e.OfficeEvent]:
    """Someone did not get in, and why: for the record alone, never for who tried."""
    known = state.staff.get(name)
    if known is None:
        return [e.SignInFailed(staff=None, why="unknown", address=address)]
    why: e.SignInFault = "password" if known.enabled else "disabled"
    if by_code:
        why = "code"
    return [e.SignInFailed(staff=name, why=why, address=address)]


def taken(state: OfficeState, name: str) -> bool:
    """Whether a person or a device has this name, or one that reads the same."""
    return name.casefold() in state.names


def may(state: OfficeState, by: Actor, action: str, least: Position) -> Refusal | None:
    """Why someone may not run the office like this, or nothing if they may."""
    if by == HOUSE:
        return None
    if by.position is None or not by.position.at_least(least):
        return refusal(
            "position/not-allowed",
            name=by.name,
            position=by.position or "player",
            action=action,
            who=least,
        )
    return serving(state, by)


def serving(state: OfficeState, actor: Actor) -> Refusal | None:
    """Whether someone is on the staff now, in the position that they act in."""
    if actor.name not in state.staff:
        return unknown(actor.name)
    own = state.actor(actor.name)
    if own is None or actor not in (own, state.acting(own)):
        return refusal("staff/not-serving", name=actor.name, position=actor.position or "player")
    return None


def unknown(name: str) -> Refusal:
    """The refusal of a name that is nobody's."""
    return refusal("staff/unknown", name=quoted(name))


def _managed(state: OfficeState, name: str, by: Actor, reason: str) -> Staff | Refusal:
    """The member of staff that someone manages, for a reason."""
    if (no := may(state, by, "manage staff", MANAGES_STAFF) or bad_reason(reason)) is not None:
        return no
    if name == by.name:
        return refusal("staff/own-self", name=name)
    return state.staff.get(name) or unknown(name)
