"""Decisions about terminals: devices that each play as the player of their name."""

from collections.abc import Collection

from croupier.office import events as e
from croupier.office.names import bad_name, quoted
from croupier.office.staff import may, taken
from croupier.office.state import OfficeState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.positions import Position
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import Refusal, refusal

ENROLS = Position.PIT_MANAGER


def enrol(
    state: OfficeState,
    terminal: str,
    by: Actor,
    profile: str | None = None,
    known: Collection[str] = (),
    ended: tuple[str, ...] = (),
) -> Decision:
    """A new terminal, or one that was withdrawn and comes back with another token.

    Its profile is one of those that are known: what it offers hangs on it. Vouchers that were given
    under its name before have ended: whoever has the terminal now is not shown them.
    """
    if (no := may(state, by, "enrol terminals", ENROLS)) is not None:
        return no
    if (wrong := bad_name(terminal)) is not None:
        return refusal("terminal/bad-name", name=quoted(terminal), reason=wrong)
    before = state.terminals.get(terminal)
    if before.enrolled if before is not None else taken(state, terminal):
        return refusal("terminal/name-taken", name=terminal)
    if profile is not None and profile not in known:
        names = ", ".join(known) or "none: leave it out"
        return refusal("terminal/no-such-profile", profile=quoted(profile), known=names)
    enrolment = before.enrolment + 1 if before is not None else 1
    return [
        e.TerminalEnrolled(
            terminal=terminal, by=by, profile=profile, enrolment=enrolment, ended=ended
        )
    ]


def withdraw(state: OfficeState, terminal: str, by: Actor, reason: str) -> Decision:
    """A terminal that is one no longer, nor are its cash devices."""
    if (no := may(state, by, "withdraw terminals", ENROLS) or bad_reason(reason)) is not None:
        return no
    if terminal not in state.terminals:
        return refusal("terminal/none", name=quoted(terminal))
    if (no := not_enrolled(state, terminal)) is not None:
        return no
    gone = [
        e.DeviceWithdrawn(device=device, reason=reason, by=by)
        for device in state.devices_of(terminal)
    ]
    return [e.TerminalWithdrawn(terminal=terminal, reason=reason, by=by), *gone]


def not_enrolled(state: OfficeState, terminal: str) -> Refusal | None:
    """Why a device may not play, or nothing if it may."""
    known = state.terminals.get(terminal)
    if known is None:
        return refusal("terminal/unknown")
    return None if known.enrolled else refusal("terminal/withdrawn", name=terminal)
