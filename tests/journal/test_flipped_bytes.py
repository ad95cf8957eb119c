"""Any byte of a small journal's file flipped: it is found, or every entry is still the same."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.journal.check import check
from croupier.journal.entry import Stored
from croupier.journal.errors import StoreError
from croupier.journal.heads import SignedHead, sign_head
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.journal.store import Record
from tests.journal.samples import KEY, begin, place_wagers, sign

FILE = "journal.sqlite3"
WAL = "journal.sqlite3-wal"
SHM = "journal.sqlite3-shm"


def make(folder: Path) -> SqliteStore:
    """A journal of few bytes, in the smallest pages that SQLite has."""
    store = SqliteStore(folder, page_size=512)
    begin(store, "table-1")
    place_wagers(store, "table-1", 2)
    sign(store, "table-1")
    begin(store, "house")
    return store


def everything(record: Record) -> list[Stored]:
    return [stored for stream in record.streams() for stored in record.read(stream)]


def verdict(folder: Path, whole: list[Stored], heads: list[SignedHead]) -> str:
    """What becomes of a folder with a flipped byte: refused, found, identical, or overlooked."""
    try:
        with SqliteRecord(folder) as record:
            if check(record, KEY.public, heads).findings:
                return "found"
            return "identical" if everything(record) == whole else "overlooked"
    except StoreError:
        return "refused"


@contextmanager
def flipped(path: Path, at: int, flip: int) -> Iterator[None]:
    """A file with bits of one byte turned around, and then as it was again."""
    with path.open("r+b", buffering=0) as file:
        byte = os.pread(file.fileno(), 1, at)
        os.pwrite(file.fileno(), bytes([byte[0] ^ flip]), at)
        yield
        os.pwrite(file.fileno(), byte, at)


def verdicts(folder: Path, step: int, flip_at: Callable[[int], int]) -> dict[str, int]:
    """How often each verdict is given, over many flips in the main file."""
    with make(folder) as store:
        whole = everything(store)
    counts: dict[str, int] = {}
    for at in range(0, (folder / FILE).stat().st_size, step):
        with flipped(folder / FILE, at, flip_at(at)):
            given = verdict(folder, whole, [])
        assert given != "overlooked", f"bits {flip_at(at):#x} of byte {at}"
        counts[given] = counts.get(given, 0) + 1
    assert verdict(folder, whole, []) == "identical"
    return counts


def test_any_byte_of_the_main_file(tmp_path: Path) -> None:
    counts = verdicts(tmp_path, 1, lambda _: 0xFF)
    assert sum(counts.values()) == (tmp_path / FILE).stat().st_size
    assert counts.keys() == {"refused", "found", "identical"}
    assert min(counts.values()) > 100


def test_single_bits_of_the_main_file(tmp_path: Path) -> None:
    verdicts(tmp_path, 5, lambda at: 1 << at // 5 % 8)


def test_any_frame_of_the_write_ahead_file_when_the_heads_are_known(tmp_path: Path) -> None:
    """SQLite takes a damaged end of that file for one that a power cut tore: the head tells."""
    copy = tmp_path / "copy"
    with make(tmp_path / "data") as store:
        whole = everything(store)
        heads = [sign_head(KEY, name, store.head(name)) for name in store.streams()]
        shutil.copytree(tmp_path / "data", copy)
    given = set()
    for at in range(0, (copy / WAL).stat().st_size, 9):
        (copy / SHM).unlink(missing_ok=True)  # SQLite's index of the file, made before the flip
        with flipped(copy / WAL, at, 0xFF):
            given.add(verdict(copy, whole, heads))
    assert "found" in given
    assert "overlooked" not in given
