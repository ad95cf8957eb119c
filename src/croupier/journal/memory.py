"""A store in memory, for tests, demonstrations and the simulator, which can be made to fail.

It keeps the whole contract except that nothing outlives the process. A crash is simulated by
``reopened``: a new store on the same entries, as a start would find them.
"""

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import NamedTuple

from croupier.journal.entry import START, Entry, Head, Stored
from croupier.journal.errors import RetentionRefused, StoreClosed
from croupier.journal.store import Store, place


class Failure(NamedTuple):
    """Which append fails, counted from 1, and whether its entries are kept nevertheless."""

    append: int
    kept: bool


class MemoryStore(Store):
    """A store that forgets everything when the process ends."""

    def __init__(self, failure_at: Failure | None = None) -> None:
        self.failure_at = failure_at
        self.appends = 0
        self._stored: dict[str, list[Stored]] = {}
        self._bases: dict[str, Head] = {}
        self._writing = Lock()
        self._closed = False

    def reopened(self, failure_at: Failure | None = None) -> "MemoryStore":
        """A store with what a restart would find."""
        store = MemoryStore(failure_at)
        store._stored = {stream: list(stored) for stream, stored in self._stored.items()}
        store._bases = dict(self._bases)
        return store

    def append(self, entries: Sequence[Entry]) -> list[bytes]:
        with self._writing:
            self._require_open()
            self._require_running()
            hashes = place(entries, self.head).hashes
            self.appends += 1
            if self.failure_at is None or self.failure_at.append != self.appends:
                self._keep(entries, hashes)
                return hashes
            if self.failure_at.kept:
                self._keep(entries, hashes)
            raise self._stop(f"append {self.appends} was told to fail")

    def drop(self, stream: str, through: Head) -> None:
        with self._writing:
            self._require_open()
            self._require_running()
            stored = self._stored.get(stream, [])
            count = through.seq - self.base(stream).seq
            if not 0 < count <= len(stored) or stored[count - 1].head != through:
                raise RetentionRefused(f"{stream} has no such head at {through.seq}")
            # A new list, so that who is reading goes on with the old one.
            self._stored[stream] = stored[count:]
            self._bases[stream] = through

    def end_here(self, stream: str) -> None:
        """It always does."""

    def streams(self) -> list[str]:
        return sorted(self._stored)

    def head(self, stream: str) -> Head:
        stored = self._stored.get(stream)
        return stored[-1].head if stored else self.base(stream)

    def base(self, stream: str) -> Head:
        return self._bases.get(stream, START)

    def last(self, stream: str, name: str) -> Stored | None:
        stored = self._stored.get(stream, [])
        return next((one for one in reversed(stored) if one.name == name), None)

    def faults(self) -> Iterator[str]:
        return iter(())

    def close(self) -> None:
        self._closed = True

    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        self._require_open()
        at = after_seq - self.base(stream).seq
        end = None if limit is None else at + limit
        return _from(self._stored.get(stream, []), at, end)

    def _keep(self, entries: Sequence[Entry], hashes: Sequence[bytes]) -> None:
        for entry, digest in zip(entries, hashes, strict=True):
            stored = Stored(
                entry.stream, entry.seq, entry.at_ms, entry.name, entry.version, entry.body, digest
            )
            self._stored.setdefault(entry.stream, []).append(stored)

    def _require_open(self) -> None:
        if self._closed:
            raise StoreClosed("the store is closed")


def _from(stored: list[Stored], at: int, end: int | None) -> Iterator[Stored]:
    while at < len(stored) and (end is None or at < end):
        yield stored[at]
        at += 1
