"""A copy of a data folder, taken while its house runs: one moment of the journal, and the archives.

The copy is made under a temporary name and renamed when it is complete and on the disk. The
heads file is copied before the journal, so that it promises no more than the copy holds, and the
journal before the archives: what is archived meanwhile is then in both, and not in neither.
Nothing here looks into the entries, and nothing is written where the copy comes from.
"""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkdtemp

from croupier.journal.archive import SUFFIX
from croupier.journal.disk import make_file, make_folder, sync, why_unwritten
from croupier.journal.errors import StoreDamaged, StoreRefused
from croupier.journal.heads import HEADS
from croupier.journal.places import address_of, open_record
from croupier.journal.rows import OnProgress
from croupier.journal.sqlite import SqliteStore
from croupier.journal.sqlite_file import FILE, LOCK, UNREADABLE, open_reader

ARCHIVES = "archives"
"""The folder beside the journal that holds its archives."""
PAGES_AT_ONCE = 1024


def archives_of(data: Path) -> list[Path]:
    """The archives beside a journal."""
    return sorted((data / ARCHIVES).glob(f"*{SUFFIX}"))


def copy_data(data: Path, to: Path, progress: OnProgress = lambda done, of: None) -> None:
    """Copy a data folder to a new or an empty one."""
    with _made(to) as folder:
        if (data / HEADS).exists():
            _copy_file(data / HEADS, folder / HEADS)
        if address_of(data) is None:
            _copy_journal(data, folder / FILE, progress)
        else:
            copy_rows(data, folder, progress)
        paths = archives_of(data)
        if paths:
            (folder / ARCHIVES).mkdir(mode=0o700)
        for path in paths:
            _copy_file(path, folder / ARCHIVES / path.name)
        if paths:
            sync(folder / ARCHIVES)


def copy_secrets(secrets: Path, to: Path, data: Path) -> None:
    """Copy a folder of secrets to a new one, readable by its owner only.

    The heads file comes from the copied data: that of the secrets may be ahead of it by now.
    """
    with _made(to) as folder:
        for path in sorted(secrets.iterdir()):
            if stat.S_ISREG(path.lstat().st_mode) and not path.name.startswith(HEADS):
                _copy_file(path, folder / path.name)
        if (data / HEADS).exists():
            _copy_file(data / HEADS, folder / HEADS)


@contextmanager
def _made(to: Path) -> Iterator[Path]:
    """A folder for its owner only, renamed to its final name when all of it is on the disk."""
    require_free(to)
    make_folder(to.parent)
    folder = Path(mkdtemp(prefix=f".{to.name}.", suffix=".partial", dir=to.parent))
    try:
        yield folder
        sync(folder)
        require_free(to)
        folder.replace(to)
        sync(to.parent)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def require_free(to: Path) -> None:
    """Raise if the path is taken."""
    if to.is_symlink() or (to.exists() and not (to.is_dir() and not any(to.iterdir()))):
        raise StoreRefused(f"{to} is there already, and is not an empty folder")


def copy_rows(data: Path, folder: Path, progress: OnProgress) -> None:
    """Copy a journal of whatever kind into a SQLite file."""
    with open_record(data) as source, source.whole() as whole, SqliteStore(folder) as copy:
        copy.fill(whole, progress)
    (folder / LOCK).unlink()
    sync(folder / FILE)
    sync(folder)


def _copy_journal(data: Path, to: Path, report: OnProgress) -> None:
    make_file(to)
    with closing(open_reader(data)) as source, closing(sqlite3.connect(to)) as copy:
        try:
            # One reading transaction for all the steps: who writes meanwhile is not waited for,
            # and does not make the copy start again.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM streams").fetchone()
            source.backup(
                copy,
                pages=PAGES_AT_ONCE,
                progress=lambda _, left, all_: report(all_ - left, all_),
                sleep=0,
            )
            source.execute("ROLLBACK")
        except UNREADABLE as error:
            if (why := why_unwritten(error, to.parent.parent)) != str(error):
                raise StoreRefused(why) from error
            raise StoreDamaged(str(error)) from error
    sync(to)


def _copy_file(path: Path, to: Path) -> None:
    with path.open("rb") as source:
        descriptor = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as copy:
            shutil.copyfileobj(source, copy)
            copy.flush()
            os.fsync(copy.fileno())
