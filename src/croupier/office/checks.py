"""The checks shared by the office's matters; each gives a refusal or None."""

from croupier.office.names import HOUSE, quoted
from croupier.office.state import OfficeState
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.typed_reason import bad_reason

MANAGES_STAFF = Position.GAMING_SHIFT_MANAGER
ENROLS = Position.PIT_MANAGER
"""The lowest position that enrols terminals and cash devices."""


def not_allowed(
    state: OfficeState, by: Actor, action: str, least: Position, reason: str | None = None
) -> Refusal | None:
    """Why someone may not run the office like this or for this reason, or None if they may."""
    if by != HOUSE:
        if by.position is None or not by.position.at_least(least):
            return refusal("position/not-allowed", action=action, who=(least,))
        if (no := not_serving(state, by)) is not None:
            return no
    return None if reason is None else bad_reason(reason)


def not_serving(state: OfficeState, actor: Actor) -> Refusal | None:
    """Why someone is not on the staff now in the position that they act in, or None if they are."""
    if actor.name not in state.staff:
        return unknown(actor.name)
    own = state.actor(actor.name)
    if own is None or actor not in (own, state.acting(own)):
        return refusal("staff/not-serving", name=actor.name, position=actor.position or "player")
    return None


def unknown(name: str) -> Refusal:
    """The refusal of an unknown name."""
    return refusal("staff/unknown", name=quoted(name))


def taken(state: OfficeState, name: str) -> bool:
    """Whether a person or a device already has this name, in any capitals."""
    return name.casefold() in state.names


def not_enrolled(state: OfficeState, terminal: str) -> Refusal | None:
    """Why a device may not play, or None if it may."""
    known = state.terminals.get(terminal)
    if known is None:
        return refusal("terminal/unknown")
    return None if known.enrolled else refusal("terminal/withdrawn", name=terminal)
