"""House procedure: cash devices, each bound to one player terminal.

A bill validator or ticket printer has a token of its own, apart from its terminal's: what it
reports is money, and it can do nothing else.
"""

from croupier.house.devices import Kind
from croupier.office import events as e
from croupier.office.names import bad_name, quoted
from croupier.office.staff import may, taken
from croupier.office.state import OfficeState
from croupier.office.terminals import ENROLS, not_enrolled
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import Refusal, refusal


def enrol(
    state: OfficeState, device: str, terminal: str, by: Actor, kind: Kind = "both"
) -> Decision:
    """A new device of a terminal, or one that was withdrawn and comes back with another token."""
    if (no := may(state, by, "enrol cash devices", ENROLS)) is not None:
        return no
    if (wrong := bad_name(device)) is not None:
        return refusal("device/bad-name", name=quoted(device), reason=wrong)
    before = state.cash_devices.get(device)
    if state.serves(device) is not None if before is not None else taken(state, device):
        return refusal("device/name-taken", name=device)
    if terminal not in state.terminals:
        return refusal("terminal/none", name=quoted(terminal))
    if (no := not_enrolled(state, terminal)) is not None:
        return no
    enrolment = before.enrolment + 1 if before is not None else 1
    return [
        e.DeviceEnrolled(device=device, terminal=terminal, by=by, enrolment=enrolment, kind=kind)
    ]


def withdraw(state: OfficeState, device: str, by: Actor, reason: str) -> Decision:
    """A device that is one no longer."""
    if (no := may(state, by, "withdraw cash devices", ENROLS) or bad_reason(reason)) is not None:
        return no
    if device not in state.cash_devices:
        return refusal("device/none", name=quoted(device))
    if (no := out_of_use(state, device)) is not None:
        return no
    return [e.DeviceWithdrawn(device=device, reason=reason, by=by)]


def out_of_use(state: OfficeState, device: str) -> Refusal | None:
    """Why a device may report nothing, or nothing if it may."""
    if device not in state.cash_devices:
        return refusal("device/not-enrolled")
    return None if state.serves(device) is not None else refusal("device/withdrawn", name=device)


def not_for(state: OfficeState, device: str, kind: Kind) -> Refusal | None:
    """Why a device may not do what is of a kind, or nothing if it was enrolled for it."""
    own = state.cash_devices[device].kind
    return None if own in (kind, "both") else refusal("device/not-its-kind", name=device, kind=own)
