"""Terminals: devices that each play as the player of their name."""

from collections.abc import Collection
from typing import ClassVar

from msgspec.structs import replace

from croupier.office.base import OfficeEvent
from croupier.office.checks import ENROLS, not_allowed, not_enrolled, taken
from croupier.office.devices import DeviceWithdrawn
from croupier.office.names import NAME_LENGTH_MAX, bad_name, quoted
from croupier.office.state import OfficeState, Terminal
from croupier.round.base import Actor, Decision
from croupier.rules.refusal import refusal


class TerminalEnrolled(OfficeEvent, frozen=True, kw_only=True):
    """A device became a terminal of the house, and plays as the player of its name."""

    name: ClassVar[str] = "terminal.enrolled"
    became = ("not enrolled", "enrolled")
    terminal: str
    by: Actor
    profile: str | None = None
    enrolment: int = 1
    """How often this terminal was enrolled; each time its action ids start again at one."""
    ended: tuple[str, ...] = ()
    """The vouchers issued under its name before; this device does not see them."""

    def change_office(self, office: OfficeState) -> None:
        office.names.add(self.terminal.casefold())
        terminal = Terminal(self.profile, enrolment=self.enrolment, ended=self.ended)
        office.terminals[self.terminal] = terminal


class TerminalWithdrawn(OfficeEvent, frozen=True, kw_only=True):
    """A terminal was withdrawn; its token is invalid."""

    name: ClassVar[str] = "terminal.withdrawn"
    became = ("enrolled", "withdrawn")
    terminal: str
    reason: str
    by: Actor

    def change_office(self, office: OfficeState) -> None:
        before = office.terminals[self.terminal]
        office.terminals[self.terminal] = replace(before, enrolled=False)
        office.put_out_devices(self.terminal)


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
    under its name before have ended: the terminal's present holder is not shown them.
    """
    if (no := not_allowed(state, by, "enrol-terminals", ENROLS)) is not None:
        return no
    if (wrong := bad_name(terminal)) is not None:
        return refusal(
            "terminal/bad-name", name=quoted(terminal), reason=wrong, max=NAME_LENGTH_MAX
        )
    before = state.terminals.get(terminal)
    if before.enrolled if before is not None else taken(state, terminal):
        return refusal("terminal/name-taken", name=terminal)
    if profile is not None and profile not in known:
        return refusal("terminal/no-such-profile", profile=quoted(profile), known=tuple(known))
    enrolment = before.enrolment + 1 if before is not None else 1
    return [
        TerminalEnrolled(
            terminal=terminal, by=by, profile=profile, enrolment=enrolment, ended=ended
        )
    ]


def withdraw(state: OfficeState, terminal: str, by: Actor, reason: str) -> Decision:
    """Withdraw a terminal and its cash devices."""
    if (no := not_allowed(state, by, "withdraw-terminal", ENROLS, reason)) is not None:
        return no
    if terminal not in state.terminals:
        return refusal("terminal/none", name=quoted(terminal))
    if (no := not_enrolled(state, terminal)) is not None:
        return no
    gone = [
        DeviceWithdrawn(device=device, reason=reason, by=by)
        for device in state.devices_of(terminal)
    ]
    return [TerminalWithdrawn(terminal=terminal, reason=reason, by=by), *gone]
