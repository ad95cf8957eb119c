"""Checks that the settings of a house fit its books, its machine and each other.

Each check gives what it doubts, with the key of the setting to change. It reads the files that the
settings name, and nothing else.
"""

import ssl
import stat
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from croupier import books
from croupier.house.checks import bad_name, mixed
from croupier.house.lookalikes import alike
from croupier.journal.places import SQLITE
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError, Refusal, refusal
from croupier.rules.wager import MULTI_PIECE
from croupier.server.config.house import HouseConfig, zone_of
from croupier.server.config.settings import Span, Table, TableLimits, Tls
from croupier.wheels.slingshot.packets import Labels
from croupier.wheels.source import WheelError

OTHERS = 0o077
"""The rights of everyone but the owner of a file."""
REACH = {"listen", "tls", "behind_proxy", "demonstration", "origins"}
"""The settings that decide who can reach the server."""


Key = tuple[str | int, ...]
"""The path to a value: names of tables and keys, and array indices from 0."""


class Doubt(NamedTuple):
    """A conflict, and the key of the setting to change."""

    key: Key
    refusal: Refusal


def doubts(
    house: HouseConfig, places: Mapping[int, Key] | None = None, broken: Collection[str] = ()
) -> Iterator[Doubt]:
    """Everything that does not fit together in a house.

    ``places`` has the key of each section by its identity; ``broken`` names the settings whose
    value is not known, which cannot be checked further.
    """
    keys = places or {}
    if not house.tables and "table" not in broken:
        yield Doubt(("table",), refusal("config/no-table"))
    if not REACH & set(broken):
        yield from _reach(house)
    if house.tls is not None:
        yield from tls_doubts(house.tls)
    yield from _zone(house)
    yield from _folders(house)
    yield from _store(house)
    yield from _excluded(house, keys)
    yield from _twice(house.tables, keys)
    for table in house.tables:
        yield from _table(house, table, keys.get(id(table), ("table",)))


def _reach(house: HouseConfig) -> Iterator[Doubt]:
    listen, secure = house.listen, house.tls is not None or house.behind_proxy
    host = ("listen", "host")
    if house.demonstration and not listen.is_loopback:
        yield Doubt(host, refusal("config/demonstration-open", host=listen.host))
    elif not listen.is_loopback and not secure:
        yield Doubt(host, refusal("config/open-to-others", host=listen.host))
    example = '"https://roulette.example.com"'
    if not house.origins and (not listen.is_loopback or house.behind_proxy):
        yield Doubt(("origins",), refusal("config/origins-needed", example=f"[{example}]"))
    for at, origin in enumerate(house.origins):
        if not _is_origin(origin):
            no = refusal("config/bad-origin", origin=repr(origin), example=example)
            yield Doubt(("origins", at), no)


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        return False
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return parts.scheme in ("http", "https") and text == f"{parts.scheme}://{host}{port}"


def tls_doubts(tls: Tls) -> Iterator[Doubt]:
    """What is wrong with a certificate and its key."""
    files = {"certificate": tls.certificate, "key": tls.key}
    unreadable = {name: reason for name, path in files.items() if (reason := _unreadable(path))}
    for name, reason in unreadable.items():
        no = refusal("config/tls-unusable", file=str(files[name]), reason=reason)
        yield Doubt(("tls", name), no)
    if not unreadable:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(tls.certificate, tls.key, "")
        except (ssl.SSLError, OSError) as error:
            reason = f"or not with {tls.key}: {getattr(error, 'reason', None) or error}"
            no = refusal("config/tls-unusable", file=str(tls.certificate), reason=reason)
            yield Doubt(("tls",), no)
        else:
            if _is_open(tls.key):
                yield Doubt(("tls", "key"), refusal("config/tls-key-open", file=str(tls.key)))


def _is_open(key: Path) -> bool:
    """Whether others have rights to a private key; root may lend its own to a group to read."""
    found = key.stat()
    allowed = stat.S_IRGRP if found.st_uid == 0 else 0
    return bool(found.st_mode & OTHERS & ~allowed)


def _unreadable(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return None


def _zone(house: HouseConfig) -> Iterator[Doubt]:
    try:
        zone_of(house.gaming_day.zone)
    except CroupierError as error:
        yield Doubt(("gaming_day", "zone"), error.refusal)


def _folders(house: HouseConfig) -> Iterator[Doubt]:
    if house.secrets.resolve().is_relative_to(house.data.resolve()):
        no = refusal("config/secrets-in-data", secrets=str(house.secrets), data=str(house.data))
        yield Doubt(("secrets",), no)


def _store(house: HouseConfig) -> Iterator[Doubt]:
    """The driver of the database is imported only for a house that has one."""
    if house.store == SQLITE:
        return
    from croupier.journal.errors import StoreRefused
    from croupier.journal.postgres_database import Address, shown

    given, example = shown(house.store), '"postgresql://croupier@db.example.com/house"'
    try:
        if Address.parse(house.store).has_password:
            yield Doubt(("store",), refusal("config/store-password"))
    except StoreRefused:
        yield Doubt(("store",), refusal("config/bad-store", store=given, example=example))


def _excluded(house: HouseConfig, keys: Mapping[int, Key]) -> Iterator[Doubt]:
    seen: list[str] = []
    for one in house.excluded:
        key = (*keys.get(id(one), ("excluded",)), "player")
        if (no := bad_name(one.player) or mixed(one.player)) is not None:
            yield Doubt(key, no)
        if any(alike(one.player, other) for other in seen):
            yield Doubt(key, refusal("config/excluded-twice", player=one.player))
        seen.append(one.player)


def _twice(tables: Collection[Table], keys: Mapping[int, Key]) -> Iterator[Doubt]:
    """Values that two tables cannot share."""
    ids: set[str] = set()
    ports: set[str] = set()
    for table in tables:
        key = keys.get(id(table), ("table",))
        if table.id in ids:
            yield Doubt((*key, "id"), refusal("config/table-twice", id=table.id))
        if table.serial_port is not None and table.serial_port in ports:
            no = refusal("config/serial-port-taken", port=table.serial_port)
            yield Doubt((*key, "serial_port"), no)
        ids.add(table.id)
        ports |= {table.serial_port} if table.serial_port is not None else set()


def _table(house: HouseConfig, table: Table, key: Key) -> Iterator[Doubt]:
    if table.deals == "automatic" and table.wheel != "own":
        yield Doubt((*key, "wheel"), refusal("config/wheel-not-own"))
    yield from _limits(table.limits, (*key, "limits"))
    yield from _serial_port(table, key)
    try:
        book = table.rules()
    except CroupierError as error:
        yield Doubt((*key, "book"), error.refusal)
    else:
        yield from _under(book, house, table, key)


def _limits(limits: TableLimits, key: Key) -> Iterator[Doubt]:
    spans: list[tuple[Key, TableLimits | Span]] = [(key, limits)]
    spans += [((*key, "kinds", kind), span) for kind, span in limits.kinds.items()]
    for at, span in spans:
        if span.min > span.max:
            no = refusal("config/limits-crossed", min=span.min, max=span.max)
            yield Doubt((*at, "min"), no)


def _serial_port(table: Table, key: Key) -> Iterator[Doubt]:
    if table.wheel == "serial" and not table.serial_port:
        yield Doubt((*key, "serial_port"), refusal("config/serial-port-missing"))
    if table.wheel != "serial" and table.serial_port is not None:
        no = refusal("config/serial-port-unused", wheel=table.wheel)
        yield Doubt((*key, "serial_port"), no)


def _under(book: Book, house: HouseConfig, table: Table, key: Key) -> Iterator[Doubt]:
    """Conflicts of a table with its book."""
    if book.id in books.ids() and book.sha256 != books.load(book.id).sha256:
        no = refusal("config/book-id-taken", file=table.book, id=book.id)
        yield Doubt((*key, "book"), no)
    kinds = {wager.kind for wager in book.wagers.values()} - set(MULTI_PIECE)
    for kind in table.limits.kinds:
        if kind not in kinds:
            known = tuple(each for each in book.wager_terms if each in kinds)
            no = refusal("config/limits-of-unknown", book=book.id, kind=kind, known=known)
            yield Doubt((*key, "limits", "kinds", kind), no)
    if table.terminal is not None and table.terminal not in book.terminals:
        known = tuple(book.terminals)
        no = refusal("book/unknown-terminal", book=book.id, given=repr(table.terminal), known=known)
        yield Doubt((*key, "terminal"), no)
    if table.self_service and not (house.demonstration or "credits" in book.says.stakes.kinds):
        yield Doubt((*key, "self_service"), refusal("config/self-service", book=book.id))
    if table.wheel == "serial":
        try:
            Labels(book.pockets)
        except WheelError:
            no = refusal("config/sensor-unfit", book=book.id, count=len(book.pockets))
            yield Doubt((*key, "wheel"), no)
