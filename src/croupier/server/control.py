"""What whoever runs the house's own machine may ask of it: staff and terminals, by a local socket.

The socket lies in the secrets folder, which is for its owner alone: who can reach it could read the
keys as well. One line of JSON is asked, one is answered.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from croupier.house.devices import Kind
from croupier.office.names import HOUSE
from croupier.office.state import OfficeState
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.server.people import Office

SOCKET = "control.sock"
ADDRESS_MAX = 100
"""Somewhat under the least that systems take as the address of a local socket."""
OPEN_FILES = Path("/proc/self/fd")
LINE_MAX = 64 * 1024
TIMEOUT_S = 30


class Order(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """Something asked of the office from the command line."""


class AddStaff(Order, frozen=True, kw_only=True, tag="add-staff"):
    """Someone joins the staff."""

    name: str
    position: Position
    password: str


class DisableStaff(Order, frozen=True, kw_only=True, tag="disable-staff"):
    """Someone may no longer sign in."""

    name: str
    reason: str


class EnableStaff(Order, frozen=True, kw_only=True, tag="enable-staff"):
    """Someone may sign in again."""

    name: str
    reason: str


class MoveStaff(Order, frozen=True, kw_only=True, tag="move-staff"):
    """Someone has another position."""

    name: str
    position: Position
    reason: str


class Appoint(Order, frozen=True, kw_only=True, tag="appoint-staff"):
    """Someone acts in a higher position for a shift."""

    name: str
    position: Position
    hours: int
    reason: str


class WithdrawAppointment(Order, frozen=True, kw_only=True, tag="withdraw-appointment"):
    """Someone acts in a higher position no longer."""

    name: str
    reason: str


class SetPassword(Order, frozen=True, kw_only=True, tag="set-password"):
    """Another password for someone."""

    name: str
    password: str


class ResetSecondFactor(Order, frozen=True, kw_only=True, tag="reset-second-factor"):
    """Someone's second factor counts no longer."""

    name: str
    reason: str


class ListStaff(Order, frozen=True, kw_only=True, tag="list-staff"):
    """Everyone on the staff."""


class EnrolTerminals(Order, frozen=True, kw_only=True, tag="enrol-terminals"):
    """Devices become terminals."""

    terminals: tuple[str, ...]
    profile: str | None = None


class WithdrawTerminal(Order, frozen=True, kw_only=True, tag="withdraw-terminal"):
    """A device is a terminal no longer."""

    terminal: str
    reason: str


class ListTerminals(Order, frozen=True, kw_only=True, tag="list-terminals"):
    """Every terminal."""


class EnrolDevice(Order, frozen=True, kw_only=True, tag="enrol-device"):
    """A bill validator or ticket printer becomes a cash device of a terminal."""

    device: str
    terminal: str
    kind: Kind = "both"


class WithdrawDevice(Order, frozen=True, kw_only=True, tag="withdraw-device"):
    """A cash device is one no longer."""

    device: str
    reason: str


class ListDevices(Order, frozen=True, kw_only=True, tag="list-devices"):
    """Every cash device."""


AnyOrder = (
    AddStaff
    | DisableStaff
    | EnableStaff
    | MoveStaff
    | Appoint
    | WithdrawAppointment
    | SetPassword
    | ResetSecondFactor
    | ListStaff
    | EnrolTerminals
    | WithdrawTerminal
    | ListTerminals
    | EnrolDevice
    | WithdrawDevice
    | ListDevices
)


LOOKS = (ListStaff, ListTerminals, ListDevices)
"""What only looks."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is answered: what was done, or why not."""

    done: Any = None
    code: str | None = None
    figures: dict[str, Any] = {}


def looked(state: OfficeState, order: ListStaff | ListTerminals | ListDevices) -> Said:
    """What is on record, by name."""
    found: Mapping[str, Any]
    match order:
        case ListStaff():
            found = state.staff
        case ListTerminals():
            found = state.terminals
        case ListDevices():
            found = state.cash_devices
    return Said(done=msgspec.to_builtins(found))


async def obeyed(office: Office, order: AnyOrder) -> Said:
    """Have the office do it."""
    done: Any
    match order:
        case AddStaff():
            done = await office.add_staff(order.name, order.position, order.password, HOUSE)
        case DisableStaff():
            done = await office.disable_staff(order.name, HOUSE, order.reason)
        case EnableStaff():
            done = await office.enable_staff(order.name, HOUSE, order.reason)
        case MoveStaff():
            done = await office.move_staff(order.name, order.position, HOUSE, order.reason)
        case Appoint():
            done = await office.appoint(
                order.name, order.position, order.hours, HOUSE, order.reason
            )
        case WithdrawAppointment():
            done = await office.withdraw_appointment(order.name, HOUSE, order.reason)
        case SetPassword():
            done = await office.change_password(order.name, order.password, HOUSE)
        case ResetSecondFactor():
            done = await office.reset_second_factor(order.name, HOUSE, order.reason)
        case EnrolTerminals():
            done = await office.enrol(dict.fromkeys(order.terminals, order.profile), HOUSE)
        case WithdrawTerminal():
            done = await office.withdraw(order.terminal, HOUSE, order.reason)
        case EnrolDevice():
            made = await office.enrol_device(order.device, order.terminal, HOUSE, kind=order.kind)
            done = made if isinstance(made, Refusal) else {order.device: made.token}
        case WithdrawDevice():
            done = await office.cash.withdraw(order.device, HOUSE, order.reason)
        case ListStaff() | ListTerminals() | ListDevices():
            return looked(office.state, order)
    if isinstance(done, Refusal):
        return Said(code=done.code, figures=dict(done.figures))
    return Said(done=done if isinstance(done, dict) else True)


class Control:
    """The local socket of a running house."""

    def __init__(self, office: Office, folder: Path) -> None:
        self._office = office
        self._path = folder / SOCKET
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen; the store's lock has made sure that no other server does."""
        self._path.unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            with _way(self._path.parent) as way:
                self._server = await asyncio.start_unix_server(self._hear, way, limit=LINE_MAX)
        finally:
            os.umask(before)

    async def close(self) -> None:
        """Listen no longer."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            try:
                order = msgspec.json.decode(await reader.readline(), type=AnyOrder)
                said = await obeyed(self._office, order)
            except (msgspec.DecodeError, ValueError) as error:
                said = Said(code="message/malformed", figures={"reason": str(error)})
            writer.write(msgspec.json.encode(said) + b"\n")
            await writer.drain()
        writer.close()


@contextlib.contextmanager
def _way(folder: Path) -> Iterator[str]:
    """The socket's address, short enough for the kernel however deep the folder lies."""
    plain = str(folder / SOCKET)
    if len(os.fsencode(plain)) < ADDRESS_MAX or not OPEN_FILES.is_dir():
        yield plain
        return
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield str(OPEN_FILES / str(held) / SOCKET)
    finally:
        os.close(held)


def asked(folder: Path, order: AnyOrder) -> Said | None:
    """Ask a running house; nothing where none runs."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(TIMEOUT_S)
        try:
            with _way(folder) as way:
                line.connect(way)
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        line.sendall(msgspec.json.encode(order) + b"\n")
        answer = b""
        while not answer.endswith(b"\n") and (part := line.recv(LINE_MAX)):
            answer += part
    return msgspec.json.decode(answer, type=Said)
