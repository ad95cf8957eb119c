"""Everything wired together: a house from its configuration, opened, served and closed again."""

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from time import time_ns
from typing import NamedTuple

from croupier.fair.key_file import make_key_file, read_key_file
from croupier.fair.sealed import SealingKey
from croupier.house import HouseState
from croupier.journal.committer import ThreadCommitter
from croupier.journal.disk import make_folder
from croupier.journal.keys import SigningKey
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.journal.sqlite_file import FILE
from croupier.office.names import HOUSE
from croupier.office.state import OfficeState
from croupier.rules.positions import Position
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.server import (
    api_book,
    api_cash,
    api_desk,
    api_factors,
    api_odds,
    api_people,
    api_play,
    api_record,
    api_wheel,
)
from croupier.server.config import HouseConfig, Tls, demo_config, table_settings
from croupier.server.config_checks import tls_doubts
from croupier.server.control import Control
from croupier.server.credentials import OTHERS, Credentials, new_password
from croupier.server.descriptors import raise_descriptors
from croupier.server.house import House, monotonic_ms
from croupier.server.pages import Pages
from croupier.server.people import Office
from croupier.server.serving import Serving, application, bound, serving
from croupier.server.vouchers import VoucherKey, need_key
from croupier.table.codec import CODEC
from croupier.table.draws import Draws
from croupier.table.events import BookAdopted
from croupier.table.recovery import load
from croupier.table.running import RunningFloor
from croupier.table.start import Start, start, this_program

log = logging.getLogger(__name__)

ENDPOINTS = (
    *api_play.ENDPOINTS,
    *api_book.ENDPOINTS,
    *api_odds.ENDPOINTS,
    *api_record.ENDPOINTS,
    *api_people.ENDPOINTS,
    *api_factors.ENDPOINTS,
    *api_desk.ENDPOINTS,
    *api_cash.ENDPOINTS,
    *api_wheel.ENDPOINTS,
)
SIGNING, CREDENTIALS = "signing.pem", "credentials.json"
VOUCHER_KEY, METRICS_TOKEN = "voucher.key", "metrics.token"
DEMO_STAFF = {
    "dealer": Position.DEALER,
    "supervisor": Position.PIT_SUPERVISOR,
    "manager": Position.PIT_MANAGER,
    "shift-manager": Position.GAMING_SHIFT_MANAGER,
}


class Secrets(NamedTuple):
    """What a house knows that its record does not show."""

    signing: SigningKey
    sealing: SealingKey
    credentials: Credentials


def wall_clock_ms() -> int:
    """UTC, in milliseconds."""
    return time_ns() // 1_000_000


def secrets_of(config: HouseConfig) -> Secrets:
    """The keys and credentials of a house, made where there are none yet."""
    folder, data = config.secrets, config.data
    signing, sealing, kept = (folder / name for name in (SIGNING, "sealing.key", CREDENTIALS))
    key = _signing_key(config) if has_record(config) else None
    make_folder(folder)
    if key is None:
        key = (SigningKey.load if signing.exists() else SigningKey.make)(signing, data)
    if not sealing.exists():
        make_key_file(sealing, data, os.urandom)
    opened = Credentials.load if kept.exists() else Credentials.make
    return Secrets(key, SealingKey(read_key_file(sealing, data)), opened(kept, data))


def voucher_key(config: HouseConfig, house: HouseState) -> VoucherKey:
    """The key of the vouchers' numbers, made where nothing depends on an earlier one."""
    file, out = config.secrets / VOUCHER_KEY, need_key(house)
    if not file.exists():
        if out:
            no = refusal("house/voucher-key-missing", count=len(out), file=file)
            raise CroupierError(no)
        make_key_file(file, config.data, os.urandom)
    return VoucherKey(read_key_file(file, config.data), os.urandom)


def _metrics_token(config: HouseConfig) -> str | None:
    """What lets another machine read the metrics, where the operator has made it."""
    file = config.secrets / METRICS_TOKEN
    return read_key_file(file, config.data).hex() if file.exists() else None


def has_record(config: HouseConfig) -> bool:
    """Whether the house was opened before."""
    return (config.data / FILE).exists()


def _signing_key(config: HouseConfig) -> SigningKey:
    """The key of a house that has a record; another would not fit it."""
    signing = config.secrets / SIGNING
    if not signing.exists():
        no = refusal("house/keys-missing", folder=config.secrets, data=config.data)
        raise CroupierError(no)
    return SigningKey.load(signing, config.data)


def office_on_record(config: HouseConfig) -> OfficeState:
    """The office of a house that is not running, looked at and left as it is."""
    if not has_record(config):
        return OfficeState()
    with SqliteRecord(config.data) as record:
        return load(record, {}, _signing_key(config)).office


def begin(
    config: HouseConfig,
    store: SqliteStore,
    key: SigningKey,
    now_ms: int,
    *,
    adopt_books: bool = False,
) -> Start:
    """A start of a house's tables by this program and the books that are here."""
    settings = table_settings(config)
    program = this_program(setting.book for setting in settings.values())
    return start(store, settings, key, program, now_ms, adopt_books=adopt_books)


def _warn_if_open(folder: Path) -> None:
    """Folders made here are for their owner alone; what others made is left as it is."""
    if folder.stat().st_mode & OTHERS:
        fields = {"folder": str(folder), "remedy": f"chmod 700 {folder}"}
        log.warning("others can read the record", extra={"fields": fields})


@asynccontextmanager
async def opened(
    config: HouseConfig,
    clock: Callable[[], int] = wall_clock_ms,
    ticks: Callable[[], int] = monotonic_ms,
) -> AsyncIterator[House]:
    """A house, read from its record, recovered by its books, and running."""
    make_folder(config.data)
    _warn_if_open(config.data)
    secrets = await asyncio.to_thread(secrets_of, config)
    with SqliteStore(config.data) as store:
        begun = begin(config, store, secrets.signing, clock())
        key = voucher_key(config, begun.floor.house)

        def seal(table: str) -> Draws:
            return Draws(table, secrets.sealing, os.urandom)

        house = House(config, store, begun, clock, secrets.credentials, seal, key, ticks)
        house.metrics_token = _metrics_token(config)
        try:
            await house.open()
            yield house
        finally:
            await house.close()


@asynccontextmanager
async def office_of(config: HouseConfig) -> AsyncIterator[Office]:
    """The office of a house that is not running, to add staff and terminals."""
    make_folder(config.data)
    secrets = await asyncio.to_thread(secrets_of, config)
    with SqliteStore(config.data) as store:
        begun = begin(config, store, secrets.signing, wall_clock_ms())
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
    with SqliteStore(config.data) as store:
        begun = begin(config, store, secrets.signing, wall_clock_ms(), adopt_books=True)
        store.append(begun.entries)
    events = ((each.stream, CODEC.event(each)) for each in begun.entries)
    return {
        stream.removeprefix("table-"): event.after
        for stream, event in events
        if isinstance(event, BookAdopted)
    }


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
    """Take the certificate from its files anew; connections that are open go on.

    One that is no good is told and left: whoever is connected and whoever comes keeps the old one.
    """
    if tls is None or server.config.ssl is None:
        log.info("there is no certificate to take anew")
        return
    doubt = next(tls_doubts(tls), None)
    if doubt is not None:
        fields = {"code": doubt.refusal.code, "reason": doubt.refusal.message}
        log.error("the certificate is not taken anew", extra={"fields": fields})
        return
    server.config.ssl.load_cert_chain(tls.certificate, tls.key, "")
    log.info("the certificate is taken anew", extra={"fields": {"file": str(tls.certificate)}})


def _listening(config: HouseConfig) -> socket.socket:
    """The port of the house, which nobody else may have."""
    host, port = config.listen.host, config.listen.port
    try:
        return bound(host, port)
    except OSError as error:
        where, reason = f"{host}:{port}", error.strerror or str(error)
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            setting = "--port" if config.demonstration else "listen.port in the house file"
            reason = f"{reason}: choose another port with {setting}"
        raise CroupierError(refusal("house/cannot-open", where=where, reason=reason)) from None


async def demo_staff(house: House) -> dict[str, str]:
    """The staff of a demonstration, with passwords made now: those of the last start are gone."""
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


async def run(config: HouseConfig, ready: Callable[[House, str, dict[str, str]], None]) -> bool:
    """Serve until a signal comes or the house stops; whether it stopped in good order."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, asked.set)
    async with served(config) as (house, address):
        loop.add_signal_handler(signal.SIGHUP, house.renew_certificate)
        ready(house, address, await demo_staff(house) if config.demonstration else {})
        ends = [asyncio.ensure_future(each.wait()) for each in (asked, house.stopped)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        return not house.stopped.is_set()


DEMONSTRATION = Path("croupier-demo")
"""Where a demonstration keeps its record: never where a house file has its own."""


def demonstration(data: Path = DEMONSTRATION, port: int = 8000) -> HouseConfig:
    """A demonstration, with its secrets beside its record."""
    return demo_config(data, data.with_name(f"{data.name}-secrets"), port)
