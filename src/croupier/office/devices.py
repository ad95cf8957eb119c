"""House procedure: cash devices, each bound to one player terminal.

A bill validator or ticket printer has a token of its own, apart from its terminal's: what it
reports is money, and it can do nothing else.
"""

from typing import ClassVar

from msgspec.structs import replace

from croupier.house.chips import DeviceKind
from croupier.office.base import Change, OfficeEvent
from croupier.office.checks import ENROLS, not_allowed, not_enrolled, taken
from croupier.office.names import NAME_LENGTH_MAX, bad_name, quoted
from croupier.office.state import CashDevice, OfficeState
from croupier.round.base import Actor, Decision
from croupier.rules.refusal import Refusal, refusal


class DeviceEnrolled(OfficeEvent, frozen=True, kw_only=True):
    """A bill validator or ticket printer became a cash device of one terminal."""

    name: ClassVar[str] = "device.enrolled"
    became = ("not enrolled", "enrolled")
    device: str
    terminal: str
    by: Actor
    enrolment: int = 1
    """How often this device was enrolled; each time its reports start again at one."""
    approver: Actor | None = None
    kind: DeviceKind = "both"

    def change_office(self, office: OfficeState) -> None:
        office.names.add(self.device.casefold())
        device = CashDevice(self.terminal, enrolment=self.enrolment, kind=self.kind)
        office.cash_devices[self.device] = device


class DeviceWithdrawn(OfficeEvent, frozen=True, kw_only=True):
    """A cash device was withdrawn; its token is invalid."""

    name: ClassVar[str] = "device.withdrawn"
    became = ("enrolled", "withdrawn")
    device: str
    reason: str
    by: Actor

    def change_office(self, office: OfficeState) -> None:
        before = office.cash_devices[self.device]
        office.cash_devices[self.device] = replace(before, enrolled=False)


def enrol(
    state: OfficeState, device: str, terminal: str, by: Actor, kind: DeviceKind = "both"
) -> Decision:
    """Enrol a new device for a terminal, or a withdrawn one with another token."""
    if (no := not_allowed(state, by, "enrol-device", ENROLS)) is not None:
        return no
    if (wrong := bad_name(device)) is not None:
        return refusal("device/bad-name", name=quoted(device), reason=wrong, max=NAME_LENGTH_MAX)
    before = state.cash_devices.get(device)
    if state.serves(device) is not None if before is not None else taken(state, device):
        return refusal("device/name-taken", name=device)
    if terminal not in state.terminals:
        return refusal("terminal/none", name=quoted(terminal))
    if (no := not_enrolled(state, terminal)) is not None:
        return no
    enrolment = before.enrolment + 1 if before is not None else 1
    return [DeviceEnrolled(device=device, terminal=terminal, by=by, enrolment=enrolment, kind=kind)]


def withdraw(state: OfficeState, device: str, by: Actor, reason: str) -> Decision:
    """Withdraw a device."""
    if (no := not_allowed(state, by, "withdraw-device", ENROLS, reason)) is not None:
        return no
    if device not in state.cash_devices:
        return refusal("device/none", name=quoted(device))
    if (no := out_of_use(state, device)) is not None:
        return no
    return [DeviceWithdrawn(device=device, reason=reason, by=by)]


def out_of_use(state: OfficeState, device: str) -> Refusal | None:
    """Why a device may not report anything, or None if it may."""
    if device not in state.cash_devices:
        return refusal("device/not-enrolled")
    return None if state.serves(device) is not None else refusal("device/withdrawn", name=device)


def not_for(state: OfficeState, device: str, kind: DeviceKind) -> Refusal | None:
    """Why a device may not do this kind of thing, or None if it was enrolled for it."""
    own = state.cash_devices[device].kind
    return None if own in (kind, "both") else refusal("device/not-its-kind", name=device, kind=own)


class EnrolDevice(Change, frozen=True, kw_only=True, tag="enrol-device"):
    """A bill validator or ticket printer becomes a cash device of a terminal."""

    of_money = True
    terminal: str
    kind: DeviceKind = "both"

    def decide(self, office: OfficeState, by: Actor, reason: str, now_ms: int) -> Decision:
        return enrol(office, self.name, self.terminal, by, self.kind)
