"""The store of the scenario: watched, and where a test asks for it with a fault planted in it.

What is planted, and that the store checkpoints often, is for the tests alone: no program reads it.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from croupier.journal import heads, rows, sqlite, sqlite_file
from croupier.journal.disk import sync
from croupier.journal.entry import START, Entry, Head
from croupier.journal.errors import StoreFailed
from croupier.journal.sqlite import SqliteStore
from croupier.journal.store import place
from tests.crash import lines
from tests.table.floors import KEY

CHECKPOINT_ENTRIES = 100
"""Often enough that a day has several, and the write-ahead file begins anew."""
EVERY_S = 0.001
"""The heads file is written as often as it can be: the more there is to be hit."""
Gate = Callable[[], None]


class WatchedKeeper(heads.HeadKeeper):
    """A keeper of heads that says where its writing begins."""

    gate: Gate | None = None

    def _put(self, path: Path, text: bytes) -> None:
        gate, WatchedKeeper.gate = WatchedKeeper.gate, None
        if gate is not None:
            gate()
        super()._put(path, text)


class WatchedStore(SqliteStore):
    """A store that says what is durable, before anybody else can, and where the writing begins."""

    def __init__(self, folder: Path, note: lines.Note, gate: Gate) -> None:
        super().__init__(folder)
        self._note, self._gate, self._begun = note, gate, False
        # What is found at the start is durable: the store has seen to that before it shows it.
        note(lines.durable({stream: self.head(stream).seq for stream in self.streams()}))

    def append(self, entries: Sequence[Entry]) -> list[bytes]:
        if not self._begun:
            self._begun = True
            self._gate()
        hashes = self._tried(entries)
        self._note(lines.durable({entry.stream: entry.seq for entry in entries}))
        return hashes

    def _tried(self, entries: Sequence[Entry]) -> list[bytes]:
        return super().append(entries)


class ForgivingStore(WatchedStore):
    """Planted: it tries a failed write once more, as if the second fsync could be believed."""

    def _tried(self, entries: Sequence[Entry]) -> list[bytes]:
        try:
            return super()._tried(entries)
        except StoreFailed:
            self.failure = None
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            return super()._tried(entries)


class HastyStore(WatchedStore):
    """Planted: it says that entries are durable, and writes them when the next ones come."""

    _held: Sequence[Entry] = ()

    def __init__(self, folder: Path, note: lines.Note, gate: Gate) -> None:
        super().__init__(folder, note, gate)
        self._promised: dict[str, Head] = {}

    def _tried(self, entries: Sequence[Entry]) -> list[bytes]:
        held, self._held = self._held, entries
        super()._tried(held)
        placed = place(entries, lambda stream: self._promised.get(stream, START))
        self._promised.update(placed.heads)
        return placed.hashes


PLANTED = {"": WatchedStore, "forgiving": ForgivingStore, "hasty": HastyStore}


def opened(
    folder: Path, note: lines.Note, gate: Gate, planted: str, keeping: Gate | None = None
) -> SqliteStore:
    """The store, as it is or with a fault planted in it; this process is then spoilt for others."""
    sqlite.CHECKPOINT_ENTRIES, heads.EVERY_S = CHECKPOINT_ENTRIES, EVERY_S
    rows.HeadKeeper = WatchedKeeper  # type: ignore[attr-defined]
    WatchedKeeper.gate = keeping
    store = _opened(folder, note, gate, planted)
    store.keep_heads(KEY, (folder,))
    return store


def _opened(folder: Path, note: lines.Note, gate: Gate, planted: str) -> SqliteStore:
    if planted in PLANTED:
        return PLANTED[planted](folder, note, gate)
    if planted == "trusting":
        # It believes that what a killed process wrote is durable.
        sqlite_file.sync = _all_but_the_log  # type: ignore[attr-defined]
        return WatchedStore(folder, note, gate)
    assert planted.startswith("synchronous="), planted
    # The store reads its settings back and refuses to run like that: it must not look, here.
    sqlite_file.require_durable = lambda connection: None
    store = WatchedStore(folder, note, gate)
    store._writer.execute(f"PRAGMA {planted}")
    return store


def _all_but_the_log(path: Path) -> None:
    if not path.name.endswith("-wal"):
        sync(path)
