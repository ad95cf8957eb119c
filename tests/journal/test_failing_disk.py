"""A disk whose fsync fails, by strace: nothing is acknowledged afterwards, and nothing is lost.

One commit after another, with a checkpoint now and then, and the Nth fdatasync says EIO. And no
start at all where SQLite would not ask the disk for it.
"""

import shutil
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier.journal import sqlite
from croupier.journal.check import check
from croupier.journal.errors import NotDurable, StoreFailed
from croupier.journal.sqlite import SqliteStore
from tests.journal.samples import KEY, begin, place_wagers

APPENDS = 8


def append(folder: Path) -> None:
    """What runs under strace: it prints each acknowledged sequence, or that it failed."""
    sqlite.CHECKPOINT_ENTRIES = 32
    store = SqliteStore(folder)
    for _ in range(APPENDS):
        try:
            print(place_wagers(store, "a", 5).seq, flush=True)
        except StoreFailed:
            print("failed", flush=True)


def under_strace(folder: Path, trace: Path, inject: str) -> list[str]:
    strace = shutil.which("strace")
    assert strace, "strace is needed: apt-get install strace"
    options = ["-f", "-qq", "-o", str(trace), "-e", "trace=fdatasync", "-e", inject]
    for name in ("journal.sqlite3", "journal.sqlite3-wal"):
        options += ["-P", str(folder / name)]
    code = (
        "import sys, pathlib\n"
        "from tests.journal.test_failing_disk import append\n"
        "append(pathlib.Path(sys.argv[1]))\n"
    )
    ran = subprocess.run(
        [strace, *options, sys.executable, "-c", code, str(folder)],
        cwd=Path(__file__).parent.parent.parent,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    assert "INJECTED" in trace.read_text(encoding="utf-8")
    return ran.stdout.split()


@pytest.mark.parametrize("number", range(1, 10))
def test_the_first_failed_fsync_stops_everything(tmp_path: Path, number: int) -> None:
    folder = tmp_path / "data"
    with SqliteStore(folder) as store:
        begin(store, "a")
    told = under_strace(folder, tmp_path / "trace", f"inject=fdatasync:error=EIO:when={number}")
    failed = told.count("failed")
    assert told[APPENDS - failed :] == ["failed"] * failed, "nothing is acknowledged after it"
    with SqliteStore(folder) as store:
        assert check(store, KEY.public).findings == []
        assert store.head("a").seq >= 1 + 5 * (APPENDS - failed)
        assert failed > 0


@pytest.mark.parametrize(
    ("wanted", "instead"),
    [
        ("synchronous=FULL", "synchronous=NORMAL"),
        ("synchronous=FULL", "synchronous=OFF"),
        ("journal_mode=WAL", "journal_mode=DELETE"),
    ],
)
def test_no_start_on_a_sqlite_that_does_not_take_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, instead: str
) -> None:
    class Stubborn(sqlite3.Connection):
        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            return super().execute(sql.replace(wanted, instead), *parameters)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Stubborn))
        with pytest.raises(NotDurable, match=wanted.partition("=")[0]):
            SqliteStore(tmp_path)
    SqliteStore(tmp_path).close()
