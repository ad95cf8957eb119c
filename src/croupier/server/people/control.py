"""The local control socket: staff and terminals from the command line.

The socket is in the secrets folder, which only its owner can access: a user who can reach it could
read the keys as well. Each request is one line of JSON, and so is the answer.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Literal

import msgspec

from croupier.house.chips import DeviceKind
from croupier.office.names import HOUSE
from croupier.office.state import OfficeState
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.server.people.office import Office

SOCKET = "control.sock"
ADDRESS_MAX = 100
"""Slightly below the shortest limit that systems have for a local socket's address."""
OPEN_FILES = Path("/proc/self/fd")
LINE_MAX = 64 * 1024
TIMEOUT_S = 30


class Order(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """What the command line asks of the office."""

    async def carry_out(self, office: Office) -> Any:
        """Have the office do it: what was done, or a refusal."""
        raise NotImplementedError


class AboutStaff(Order, frozen=True, kw_only=True):
    """About one person, with a reason."""

    name: str
    reason: str


class AddStaff(Order, frozen=True, kw_only=True, tag="add-staff"):
    """Someone joins the staff."""

    name: str
    position: Position
    password: str

    async def carry_out(self, office: Office) -> Any:
        return await office.add_staff(self.name, self.position, self.password, HOUSE)


class DisableStaff(AboutStaff, frozen=True, kw_only=True, tag="disable-staff"):
    """Someone may no longer sign in."""

    async def carry_out(self, office: Office) -> Any:
        return await office.disable_staff(self.name, HOUSE, self.reason)


class EnableStaff(AboutStaff, frozen=True, kw_only=True, tag="enable-staff"):
    """Someone may sign in again."""

    async def carry_out(self, office: Office) -> Any:
        return await office.enable_staff(self.name, HOUSE, self.reason)


class MoveStaff(AboutStaff, frozen=True, kw_only=True, tag="move-staff"):
    """Someone has another position."""

    position: Position

    async def carry_out(self, office: Office) -> Any:
        return await office.move_staff(self.name, self.position, HOUSE, self.reason)


class Appoint(AboutStaff, frozen=True, kw_only=True, tag="appoint-staff"):
    """Someone acts in a higher position for a shift."""

    position: Position
    hours: int

    async def carry_out(self, office: Office) -> Any:
        return await office.appoint(self.name, self.position, self.hours, HOUSE, self.reason)


class WithdrawAppointment(AboutStaff, frozen=True, kw_only=True, tag="withdraw-appointment"):
    """Someone no longer acts in a higher position."""

    async def carry_out(self, office: Office) -> Any:
        return await office.withdraw_appointment(self.name, HOUSE, self.reason)


class SetPassword(Order, frozen=True, kw_only=True, tag="set-password"):
    """A new password for someone."""

    name: str
    password: str

    async def carry_out(self, office: Office) -> Any:
        return await office.change_password(self.name, self.password, HOUSE)


class ResetSecondFactor(AboutStaff, frozen=True, kw_only=True, tag="reset-second-factor"):
    """Someone's second factor no longer counts."""

    async def carry_out(self, office: Office) -> Any:
        return await office.reset_second_factor(self.name, HOUSE, self.reason)


class EnrolTerminals(Order, frozen=True, kw_only=True, tag="enrol-terminals"):
    """Devices become terminals."""

    terminals: tuple[str, ...]
    profile: str | None = None

    async def carry_out(self, office: Office) -> Any:
        return await office.enrol(dict.fromkeys(self.terminals, self.profile), HOUSE)


class WithdrawTerminal(Order, frozen=True, kw_only=True, tag="withdraw-terminal"):
    """A device is no longer a terminal."""

    terminal: str
    reason: str

    async def carry_out(self, office: Office) -> Any:
        return await office.withdraw(self.terminal, HOUSE, self.reason)


class EnrolDevice(Order, frozen=True, kw_only=True, tag="enrol-device"):
    """A bill validator or ticket printer becomes a cash device of a terminal."""

    device: str
    terminal: str
    kind: DeviceKind = "both"

    async def carry_out(self, office: Office) -> Any:
        made = await office.enrol_device(self.device, self.terminal, HOUSE, kind=self.kind)
        return made if isinstance(made, Refusal) else {self.device: made.token}


class WithdrawDevice(Order, frozen=True, kw_only=True, tag="withdraw-device"):
    """A device is no longer a cash device."""

    device: str
    reason: str

    async def carry_out(self, office: Office) -> Any:
        return await office.cash.withdraw(self.device, HOUSE, self.reason)


class Listing(Order, frozen=True, kw_only=True, tag="list"):
    """Part of what is on record, by name."""

    of: Literal["staff", "terminals", "cash_devices"]

    async def carry_out(self, office: Office) -> Any:
        return self.listed(office.state)

    def listed(self, state: OfficeState) -> Any:
        """The same of an office that is not running."""
        return msgspec.to_builtins(getattr(state, self.of))


def _kinds(of: type[Order]) -> list[type[Order]]:
    below = [kind for each in of.__subclasses__() for kind in _kinds(each)]
    return below if of.__struct_config__.tag is None else [of, *below]


decode = msgspec.json.Decoder(reduce(or_, _kinds(Order))).decode


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer: what was done, or why not."""

    done: Any = None
    code: str | None = None
    figures: dict[str, Any] = {}


async def carried_out(office: Office, order: Order) -> Outcome:
    """Have the office do it."""
    done = await order.carry_out(office)
    if isinstance(done, Refusal):
        return Outcome(code=done.code, figures=dict(done.figures))
    return Outcome(done=done if isinstance(done, dict) else True)


class Control:
    """The local socket of a running house."""

    def __init__(self, office: Office, folder: Path) -> None:
        self._office = office
        self._path = folder / SOCKET
        self._server: asyncio.Server | None = None
        self._own = 0

    async def open(self) -> None:
        """Listen; the store's lock guarantees that no other server does."""
        self._path.unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            with _way(self._path.parent) as way:
                self._server = await asyncio.start_unix_server(self._serve, way, limit=LINE_MAX)
                self._own = self._path.stat().st_ino
        finally:
            os.umask(before)

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            with contextlib.suppress(FileNotFoundError):
                if self._path.stat().st_ino == self._own:  # else of the server that took over
                    self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            try:
                order = decode(await reader.readline())
                outcome = await carried_out(self._office, order)
            except (msgspec.DecodeError, ValueError) as error:
                outcome = Outcome(code="message/malformed", figures={"reason": str(error)})
            writer.write(msgspec.json.encode(outcome) + b"\n")
            await writer.drain()
        writer.close()


@contextlib.contextmanager
def _way(folder: Path) -> Iterator[str]:
    """The socket's address, short enough for the kernel however long the folder's path is."""
    plain = str(folder / SOCKET)
    if len(os.fsencode(plain)) < ADDRESS_MAX or not OPEN_FILES.is_dir():
        yield plain
        return
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield str(OPEN_FILES / str(held) / SOCKET)
    finally:
        os.close(held)


def ask(folder: Path, order: Order) -> Outcome | None:
    """Ask a running house; None if none is running."""
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
    return msgspec.json.decode(answer, type=Outcome)
