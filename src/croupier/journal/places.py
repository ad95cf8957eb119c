"""Where the journal of a data folder is: in a SQLite file there, or in a PostgreSQL database.

The folder itself says which, so that whoever has the folder finds the journal: a file beside the
heads has the address of the database. The driver is imported only where a folder has one.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.journal import sqlite_file
from croupier.journal.disk import sync, write_over
from croupier.journal.errors import StoreRefused
from croupier.journal.rows import RowRecord, RowStore
from croupier.journal.sqlite import SqliteRecord, SqliteStore

if TYPE_CHECKING:
    from croupier.journal.postgres_database import Address

ADDRESS = "journal.address"
"""The file in a data folder that has the address of its journal."""
SQLITE = "sqlite"
"""The store of a folder that has its journal in a file of its own."""


def address_of(folder: Path) -> str | None:
    """The address of a folder's journal; None if it is a file in the folder."""
    try:
        text = (folder / ADDRESS).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise StoreRefused(f"{folder / ADDRESS} cannot be read: {error}") from error
    _parsed(text)
    return text


def _parsed(text: str) -> "Address":
    from croupier.journal.postgres_database import Address

    return Address.parse(text)


def point_to(folder: Path, address: str) -> None:
    """Say that the journal of a folder is in a database from now on."""
    _parsed(address)
    write_over(folder / ADDRESS, f"{address}\n".encode(), 0o644)


def point_here(folder: Path) -> None:
    """Say that the journal of a folder is its own file from now on."""
    (folder / ADDRESS).unlink()
    sync(folder)


def is_same(address: str, other: str) -> bool:
    """Whether two addresses name one journal, whoever asks for it and how."""
    return _parsed(address).place == _parsed(other).place


def open_record(folder: Path) -> RowRecord:
    """The journal of a folder, for reading."""
    if (address := address_of(folder)) is None:
        return SqliteRecord(folder)
    from croupier.journal.postgres import PostgresRecord

    return PostgresRecord(address)


def open_store(folder: Path, server: str = "") -> RowStore:
    """The journal of a folder, which only this process writes; ``server`` says who that is."""
    if (address := address_of(folder)) is None:
        return SqliteStore(folder)
    from croupier.journal.postgres import PostgresStore

    return PostgresStore(address, server)


def is_new(folder: Path) -> bool:
    """Whether there is no journal yet."""
    if (address := address_of(folder)) is None:
        return sqlite_file.is_new(folder)
    from croupier.journal.postgres import is_new_at

    return is_new_at(address)


def is_there(folder: Path) -> bool:
    """Whether a folder has a journal, or says where it is."""
    return (folder / sqlite_file.FILE).exists() or (folder / ADDRESS).exists()


def name_of(folder: Path) -> str:
    """What people call the journal of a folder."""
    address = address_of(folder)
    if address is None:
        return sqlite_file.FILE
    from croupier.journal.postgres_database import shown

    return shown(address)
