"""Wires a house together from its configuration; opens, serves and closes it."""

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from time import time_ns

import msgspec

from croupier.journal.committer import ThreadCommitter
from croupier.journal.disk import make_folder
from croupier.journal.errors import StoreBusy
from croupier.journal.places import (
    SQLITE,
    address_of,
    is_same,
    is_there,
    open_record,
    open_store,
    point_to,
)
from croupier.journal.rows import RowStore
from croupier.journal.walk import Finding
from croupier.office.names import HOUSE
from croupier.office.state import OfficeState
from croupier.round.base import Actor
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server.api import book, desk, devices, odds, people, play, record
from croupier.server.api.pages import Pages
from croupier.server.api.serving import Serving, application, bound, serving
from croupier.server.config.checks import OTHERS, tls_doubts
from croupier.server.config.house import HouseConfig, demo_config, table_settings
from croupier.server.config.settings import Tls
from croupier.server.floor.vouchers import need_key
from croupier.server.house import House, monotonic_ms
from croupier.server.keyring import (
    SEALING,
    VOUCHER_KEY,
    Secrets,
    has_people,
    has_record,
    metrics_token,
    require_opening,
    secrets_of,
    signing_key,
    voucher_key,
)
from croupier.server.live.gate import raise_descriptors
from croupier.server.people.control import Control
from croupier.server.people.office import Office
from croupier.server.people.password_rules import new_password
from croupier.table.codec import CODEC
from croupier.table.events import BookAdopted
from croupier.table.keeping import accept_losses, require_kept
from croupier.table.lost import declare_lost as lose
from croupier.table.lost import unopened
from croupier.table.recovery import load
from croupier.table.round_secrets import Draws
from croupier.table.running import RunningFloor
from croupier.table.start import Start, start, this_program
from croupier.words.message import Message, alert

log = logging.getLogger(__name__)

ENDPOINTS = tuple(
    endpoint
    for room in (play, book, odds, record, people, desk, devices)
    for endpoint in room.ENDPOINTS
)
DEMO_STAFF = {
    "dealer": Position.DEALER,
    "supervisor": Position.PIT_SUPERVISOR,
    "manager": Position.PIT_MANAGER,
    "shift-manager": Position.GAMING_SHIFT_MANAGER,
}


def wall_clock_ms() -> int:
    """UTC, in milliseconds."""
    return time_ns() // 1_000_000


def office_on_record(config: HouseConfig) -> OfficeState:
    """The office of a house that is not running, read only."""
    if not has_record(config):
        return OfficeState()
    with open_record(config.data) as record:
        return load(record, {}, signing_key(config)).office


def begin(
    config: HouseConfig,
    store: RowStore,
    secrets: Secrets,
    now_ms: int,
    *,
    adopt_books: bool = False,
    lost: str | None = None,
) -> Start:
    """A start of a house's tables by this program and the books that are here."""
    settings = table_settings(config)
    books = (setting.book for setting in settings.values())
    program = msgspec.structs.replace(this_program(books), heads_kept=True)
    begun = start(store, settings, secrets.signing, program, now_ms, adopt_books=adopt_books)
    if lost != SEALING:
        require_opening(config, begun.floor, secrets.sealing)
    return begun


def place(config: HouseConfig) -> None:
    """Let the data folder of a new house point to its store; refuse a folder whose record is in
    another."""
    there = address_of(config.data)
    if config.store == SQLITE or there is not None:
        same = there is None if config.store == SQLITE else is_same(there or "", config.store)
    else:
        same = not is_there(config.data)
    if not same:
        where, stands = str(config.data), there or SQLITE
        raise CroupierError(
            refusal("house/store-elsewhere", data=where, there=stands, store=config.store)
        )
    if config.store not in (SQLITE, there):
        make_folder(config.data)
        point_to(config.data, config.store)


@contextmanager
def _kept(config: HouseConfig, secrets: Secrets) -> Iterator[tuple[RowStore, list[str]]]:
    """The store of a house whose record keeps all that was promised of it, and goes on promising.

    A doubtful heads file is left as it is until an alert can be raised.
    """
    key, known = secrets.signing, not secrets.credentials.is_empty
    place(config)
    doubts = require_kept(config.data, config.secrets, key, had_people=known)
    server = f"{socket.gethostname()}, process {os.getpid()},"
    with open_store(config.data, server) as store:
        if not doubts:
            store.keep_heads(key, (config.data, config.secrets))
        yield store, doubts


def accept_loss(config: HouseConfig, reason: str) -> list[Finding]:
    """Let a stopped house continue without the missing entries; returns what is missing."""
    place(config)
    key, now_ms, known = signing_key(config), wall_clock_ms(), has_people(config)
    return accept_losses(config.data, config.secrets, key, reason, now_ms, had_people=known)


def _warn_if_open(folder: Path) -> None:
    """Warn if others can access a folder; only folders created here are made private."""
    if folder.stat().st_mode & OTHERS:
        fields = {"folder": str(folder), "remedy": f"chmod 700 {folder}"}
        log.warning("record readable by others", extra={"fields": fields})


@asynccontextmanager
async def opened(
    config: HouseConfig,
    clock: Callable[[], int] = wall_clock_ms,
    ticks: Callable[[], int] = monotonic_ms,
) -> AsyncIterator[House]:
    """A running house, read from its record and recovered by its books."""
    make_folder(config.data)
    _warn_if_open(config.data)
    secrets = await asyncio.to_thread(secrets_of, config)
    with _kept(config, secrets) as (store, doubts):
        begun = begin(config, store, secrets, clock())
        key = voucher_key(config, begun.floor.house)

        def seal(table: str) -> Draws:
            return Draws(table, secrets.sealing, os.urandom)

        house = House(config, store, begun, clock, secrets.credentials, seal, key, ticks)
        house.metrics_token = metrics_token(config)
        try:
            await house.open()
            if doubts:
                messages = [alert("record.heads", file=doubt) for doubt in doubts]
                await house.office.raise_alert(None, "record/heads", *messages)
                store.keep_heads(secrets.signing, (config.data, config.secrets))
            yield house
        finally:
            await house.close()


@asynccontextmanager
async def office_of(config: HouseConfig, lost: str | None = None) -> AsyncIterator[Office]:
    """The office of a house that is not running, to add staff and terminals."""
    make_folder(config.data)
    secrets = await asyncio.to_thread(secrets_of, config, lost)
    with _kept(config, secrets) as (store, _):
        now_ms = wall_clock_ms()
        begun = begin(config, store, secrets, now_ms, lost=lost)
        committer = ThreadCommitter(store)
        try:
            running = RunningFloor(begun.floor, committer, wall_clock_ms)
            await running.write(begun.entries)
            yield Office(
                *(running, secrets.credentials, wall_clock_ms, monotonic_ms),
                accounts=config.accounts,
            )
            await running.idle()
        finally:
            committer.close()


def adopt_books(config: HouseConfig) -> dict[str, str]:
    """Let the tables of a stopped house go on by the editions of the books that are here.

    The tables that changed, each with the new edition's hash.
    """
    secrets = secrets_of(config)
    with _kept(config, secrets) as (store, _):
        begun = begin(config, store, secrets, wall_clock_ms(), adopt_books=True)
        store.append(begun.entries)
    events = ((each.stream, CODEC.event(each)) for each in begun.entries)
    return {
        stream.removeprefix("table-"): event.after
        for stream, event in events
        if isinstance(event, BookAdopted)
    }


def declare_lost(config: HouseConfig, file: str, reason: str) -> list[Message]:
    """Let a stopped house go on without a key that is lost; what is lost with it.

    Rounds that cannot be drawn any more are ended by their books. An alert stays for the staff.
    """
    path = config.secrets / file
    is_there = path.exists()
    if not has_record(config):
        raise CroupierError(refusal("house/nothing-lost", file=str(path)))

    async def declared() -> list[Message]:
        async with office_of(config, file) as office:
            lost_with_it = await _without(config, office, file, reason)
            if is_there and (file != SEALING or not lost_with_it):
                raise CroupierError(refusal("house/key-there", file=str(path)))
            lost = lost_with_it or [alert("key.nothing")]
            messages = (alert("key.lost", file=file), alert("reason", reason=reason), *lost)
            await office.raise_alert(None, "key/lost", *messages)
        return lost_with_it

    return asyncio.run(declared())


async def _without(config: HouseConfig, office: Office, file: str, reason: str) -> list[Message]:
    floor = office.running.floor
    if file == SEALING:
        shut = unopened(floor, secrets_of(config).sealing)
        by = Actor(HOUSE.name, Position.GAMING_SHIFT_MANAGER)
        await office.running.write(lose(shut, by, reason, wall_clock_ms()))
        return [alert("key.secret", round=each.number, table=core.state.id) for core, each in shut]
    if file == VOUCHER_KEY:
        voucher_key(config, floor.house, lost=file)
        out, people = need_key(floor.house), floor.house.identities
        vouchers = [alert("key.vouchers", count=len(out))] if out else []
        return vouchers + ([alert("key.documents", count=len(people))] if people else [])
    staff, terminals = len(office.state.staff), len(office.state.terminals)
    return [alert("key.people", staff=staff, terminals=terminals)]


@asynccontextmanager
async def served(
    config: HouseConfig,
    clock: Callable[[], int] = wall_clock_ms,
    ticks: Callable[[], int] = monotonic_ms,
) -> AsyncIterator[tuple[House, str]]:
    """A house that is open and served, with its address; ``ticks`` is the wheels' clock."""
    listening = _listening(config)
    try:
        port = listening.getsockname()[1]
        async with opened(config, clock, ticks) as house:
            raise_descriptors(house.gate, demonstration=config.demonstration)
            origins = config.allowed_origins(port)
            app = application(house, ENDPOINTS, Pages().routes(), origins)
            tls = (config.tls.certificate, config.tls.key) if config.tls is not None else None
            control = Control(house.office, config.secrets)
            await control.open()
            try:
                async with serving(
                    *(app, listening, house.gate, tls), behind_proxy=config.behind_proxy
                ) as server:
                    house.renew_certificate = partial(_renew_certificate, config.tls, server)
                    try:
                        yield house, origins[0]
                    finally:
                        await house.dismiss()
            finally:
                await control.close()
    finally:
        with contextlib.suppress(OSError):
            listening.close()


def _renew_certificate(tls: Tls | None, server: Serving) -> None:
    """Reload the certificate from its files; open connections go on.

    A bad certificate is logged and not used: old and new connections keep the previous one.
    """
    if tls is None or server.config.ssl is None:
        log.info("no certificate to reload")
        return
    doubt = next(tls_doubts(tls), None)
    if doubt is not None:
        fields = {"code": doubt.refusal.code, "reason": doubt.refusal.message}
        log.error("certificate not reloaded", extra={"fields": fields})
        return
    server.config.ssl.load_cert_chain(tls.certificate, tls.key, "")
    log.info("certificate reloaded", extra={"fields": {"file": str(tls.certificate)}})


def _listening(config: HouseConfig) -> socket.socket:
    """The port of the house, which nobody else may have."""
    host, port = config.listen.host, config.listen.port
    try:
        return bound(host, port)
    except OSError as error:
        where, reason = f"{host}:{port}", error.strerror or str(error)
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            setting = "listen.port in the house file"
            setting = f"--port, or {setting}" if config.demonstration else setting
            reason = f"{reason}: choose another port with {setting}"
        raise CroupierError(refusal("house/cannot-open", where=where, reason=reason)) from None


async def demo_staff(house: House) -> dict[str, str]:
    """The staff of a demonstration, with new passwords at each start."""
    passwords = {name: new_password() for name in DEMO_STAFF}
    for name, position in DEMO_STAFF.items():
        known = name in house.office.state.staff
        if known:
            done = await house.office.change_password(name, passwords[name], HOUSE)
        else:
            done = await house.office.add_staff(name, position, passwords[name], HOUSE)
        if isinstance(done, Refusal):
            raise CroupierError(done)
    return passwords


async def run(
    config: HouseConfig,
    ready: Callable[[House, str, dict[str, str]], None],
    *,
    standby: bool = False,
) -> bool:
    """Serve until a signal comes or the house stops; whether it stopped in good order.

    A standby first waits until no other server runs the house, or one that does hangs.
    """
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, asked.set)
    while True:
        if standby and not await _is_our_turn(config, asked):
            return True
        try:
            async with served(config) as (house, address):
                loop.add_signal_handler(signal.SIGHUP, house.renew_certificate)
                ready(house, address, await demo_staff(house) if config.demonstration else {})
                ends = [asyncio.ensure_future(each.wait()) for each in (asked, house.stopped)]
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                for end in ends:
                    end.cancel()
                return not house.stopped.is_set()
        except StoreBusy:
            if not standby:
                raise  # else another one was faster


async def _is_our_turn(config: HouseConfig, asked: asyncio.Event) -> bool:
    """Wait for the turn to run the house; False if a signal came before."""
    from croupier.journal.postgres_lease import wait_for_turn

    given_up = threading.Event()
    log.info("standing by", extra={"fields": {"store": config.store}})
    turn = asyncio.to_thread(wait_for_turn, config.store, lambda s: not given_up.wait(s))
    waits = [asyncio.ensure_future(turn), asyncio.ensure_future(asked.wait())]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    given_up.set()
    waits[1].cancel()
    ended = await waits[0]
    if ended:
        log.warning("ended a server that hangs", extra={"fields": {"server": ended}})
    return not asked.is_set()


DEMONSTRATION = Path("croupier-demo")
"""The data folder of a demonstration, never that of a house file."""


def demonstration(data: Path = DEMONSTRATION, port: int = 8000) -> HouseConfig:
    """A demonstration, with its secrets beside its record."""
    return demo_config(data, data.with_name(f"{data.name}-secrets"), port)
