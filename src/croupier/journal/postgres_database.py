"""The PostgreSQL database of a journal: reached, made by steps, and checked before it is trusted.

A journal is one schema of a database. It must survive a power cut, so the settings that promise
that are read back. Entries are written by one function of the schema, which takes the next of each
stream or nothing: a role that may only call it can neither change an entry nor take one out.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

import psycopg
from psycopg import errors
from psycopg.sql import SQL, Composed, Identifier

from croupier.journal.errors import (
    FormatRefused,
    NotDurable,
    StoreDamaged,
    StoreRefused,
    StoreUnreachable,
)
from croupier.journal.postgres_schema import READER, SHAPE, STEPS, WRITER, shape

SCHEMES = ("postgresql", "postgres")
SCHEMA = "croupier"
"""The schema of a journal whose address names none."""
SCHEMA_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")
PLACE = ("host", "hostaddr", "port", "dbname", "service")
SERVER_MIN = 14_00_00
Connection = psycopg.Connection[tuple[Any, ...]]

# A server that is gone, or cut off, is noticed after some seconds by either side.
NOTICED = {
    "connect_timeout": "10",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
SETTINGS = {
    "synchronous_commit": "on",
    "client_encoding": "UTF8",
    "timezone": "UTC",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "idle_session_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "statement_timeout": "0",
}
DURABLE = ("synchronous_commit", "fsync", "full_page_writes")
SET = "SELECT set_config(%s, %s, false)"
SHOW = "SELECT current_setting(%s)"

FORMAT = "SELECT format FROM journal_format"
HAS_FORMAT = "SELECT to_regclass('journal_format') IS NOT NULL"
ANY_TABLE = """SELECT count(*) FROM pg_class
WHERE relnamespace = to_regnamespace(%s) AND relkind IN ('r', 'p', 'v', 'm', 'f')"""


class Address(NamedTuple):
    """Where a journal is: the database as libpq takes it, and the schema."""

    database: str
    schema: str

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Read an address such as ``postgresql://croupier@db.example.com/house?schema=main``."""
        parts = urlsplit(text)
        given = parse_qsl(parts.query, keep_blank_values=True)
        named = [value for name, value in given if name == "schema"] or [SCHEMA]
        if parts.scheme not in SCHEMES or len(named) > 1 or not SCHEMA_NAME.fullmatch(named[0]):
            raise StoreRefused(f"{shown(text)} is no address of a PostgreSQL journal")
        query = urlencode([each for each in given if each[0] != "schema"])
        database = parts._replace(query=query).geturl()
        try:
            psycopg.conninfo.conninfo_to_dict(database)
            _ = parts.port
        except (psycopg.ProgrammingError, ValueError) as error:
            raise StoreRefused(f"{shown(text)} is no address: {str(error).strip()}") from None
        return cls(database, named[0])

    @property
    def place(self) -> dict[str, str]:
        """What says which journal it is, without who asks for it and how."""
        given = psycopg.conninfo.conninfo_to_dict(self.database)
        return {"schema": self.schema, **{name: str(given.get(name, "")) for name in PLACE}}

    @property
    def has_password(self) -> bool:
        """Whether the address has a password in it."""
        return bool(psycopg.conninfo.conninfo_to_dict(self.database).get("password"))


def is_address(text: str) -> bool:
    """Whether a text names a PostgreSQL journal and not a folder."""
    return text.partition("://")[0] in SCHEMES


def shown(text: str) -> str:
    """An address without its password, for people and logs."""
    return re.sub(r"(://[^/:@]*):[^/@]*@", r"\1@", re.sub(r"([?&]password=)[^&]*", r"\1…", text))


@contextmanager
def reported(text: str) -> Iterator[None]:
    """Errors of the database as those of a store."""
    where = shown(text)
    try:
        yield
    except errors.InsufficientPrivilege as error:
        reason = f"{where}: {first_line(error)}: have its owner run croupier prepare"
        raise StoreRefused(reason) from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise StoreUnreachable(f"{where} does not answer: {first_line(error)}") from error
    except psycopg.Error as error:
        raise StoreDamaged(first_line(error)) from error


def first_line(error: object) -> str:
    """An error without what the database adds to it."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def connect(text: str, name: str, *, read_only: bool = False) -> Connection:
    """A session with the database of a journal, in its schema."""
    address = Address.parse(text)
    with reported(text):
        given = psycopg.conninfo.conninfo_to_dict(address.database)
        options = {**NOTICED, "application_name": name, **given}
        connection: Connection = psycopg.connect(autocommit=True, **options)  # type: ignore[arg-type]
        try:
            if connection.info.server_version < SERVER_MIN:
                raise StoreRefused(f"{shown(text)} is older than PostgreSQL 14")
            given = {**SETTINGS, "search_path": f"{address.schema}, pg_temp"}
            with connection.pipeline():
                for setting, value in given.items():
                    connection.execute(SET, (setting, value))
                if read_only:
                    connection.execute(SET, ("default_transaction_read_only", "on"))
            encoding = connection.info.parameter_status("server_encoding")
            if encoding != "UTF8":
                raise StoreRefused(f"{shown(text)} is encoded in {encoding}, and must be in UTF8")
        except BaseException:
            connection.close()
            raise
    return connection


def require_durable(connection: Connection) -> None:
    """Raise if commits of this session would not survive a power cut."""
    for setting in DURABLE:
        ((found,),) = connection.execute(SHOW, (setting,)).fetchall()
        if found != "on":
            raise NotDurable(f"PostgreSQL's {setting} is {found!r} here, and must be 'on'")


def format_of(connection: Connection, schema: str) -> int:
    """The format of the journal in a schema; 0 if nothing is there yet."""
    ((known,),) = connection.execute(HAS_FORMAT).fetchall()
    if known:
        found = connection.execute(FORMAT).fetchall()
        if len(found) == 1:
            return int(found[0][0])
    ((tables,),) = connection.execute(ANY_TABLE, (schema,)).fetchall()
    if tables:
        raise FormatRefused(f"the schema {schema} is not a journal of croupier")
    return 0


def make(connection: Connection, schema: str) -> None:
    """Bring the journal in a schema to this program's format, making it if it is new.

    One transaction: it is of the old format or of the new one.
    """
    found = format_of(connection, schema)
    if found >= len(STEPS):
        return
    with connection.transaction():
        if not found:
            connection.execute(_of("CREATE SCHEMA IF NOT EXISTS {schema}", schema))
        for step in STEPS[found:]:
            connection.execute(step)


def require_format(connection: Connection, schema: str) -> None:
    """Raise if the schema is not a journal of this program's format."""
    found, known = format_of(connection, schema), len(STEPS)
    if not found:
        raise StoreRefused(f"there is no journal in the schema {schema}")
    if found != known:
        raise FormatRefused(f"the journal has format {found}, and this program reads {known}")
    rows = connection.execute(SHAPE, {"schema": schema}).fetchall()
    if {row[0] for row in rows} != shape():
        raise FormatRefused(
            "the journal's tables are not those of its format: they were changed; keep them, and "
            "restore a backup"
        )


def grant(connection: Connection, schema: str, role: str, *, writes: bool) -> None:
    """Give a role what a house needs, or what an auditor needs, and nothing else."""
    connection.execute(_of(WRITER if writes else READER, schema, role))


def rename(connection: Connection, schema: str, to: str) -> None:
    """Rename the schema of a journal that was moved, so that no house goes on with it."""
    connection.execute(_of("ALTER SCHEMA {schema} RENAME TO {role}", schema, to))


def _of(statement: str, schema: str, role: str = "") -> Composed:
    return SQL(statement).format(schema=Identifier(schema), role=Identifier(role or schema))
