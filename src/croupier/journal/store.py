"""The contract of every store, and the order that all of them keep.

A record is read; a store is a record that one process writes. Its promises, which the contract
tests ask of each store:

- One append is one transaction over all the streams it touches: everything or nothing.
- An entry is taken only as the next of its stream; its own sequence is the fence.
- When append returns, the entries are durable. What is not durable is not read.
- After the first failed write, every further one is refused. Whether the failed one is on the
  disk only a new start can tell.

A store must not know what its entries mean.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from types import TracebackType
from typing import NamedTuple, Self

from croupier.journal.entry import STREAM_NAME, Entry, Head, Stored, chain
from croupier.journal.errors import (
    EntriesArchived,
    SequenceConflict,
    StoreFailed,
    StoreRefused,
    StoreStopped,
)


class Record(ABC):
    """A record for reading, from any thread."""

    @abstractmethod
    def streams(self) -> list[str]:
        """The names of all streams, sorted."""

    @abstractmethod
    def head(self, stream: str) -> Head:
        """The last entry's sequence and hash; (0, zeros) for a stream without entries."""

    def end(self, stream: str) -> Head:
        """The last entry that is here: before the head, where somebody took entries out."""
        return self.head(stream)

    @abstractmethod
    def base(self, stream: str) -> Head:
        """The head of the archived part, which the entries here follow."""

    @abstractmethod
    def last(self, stream: str, name: str) -> Stored | None:
        """The latest entry with this name, such as the last snapshot."""

    @abstractmethod
    def faults(self) -> Iterator[str]:
        """Faults of the medium itself, apart from the entries."""

    @abstractmethod
    def close(self) -> None:
        """Close it; closing twice is fine."""

    def read(
        self, stream: str, after_seq: int | None = None, limit: int | None = None
    ) -> Iterator[Stored]:
        """The entries after a sequence number, in order, as long as there are more.

        Asking for archived entries is an error, so that they are not left out unnoticed.
        """
        if after_seq is None:
            after_seq = self.base(stream).seq
        self._require_kept(stream, after_seq)
        return self._entries(stream, after_seq, limit)

    def named(
        self,
        stream: str,
        names: Collection[str] | None,
        after_seq: int | None = None,
        before_seq: int | None = None,
        *,
        latest_first: bool = False,
    ) -> Iterator[Stored]:
        """The entries between two sequence numbers, with these names or any.

        A few names cost no reading of the others. Archived entries are an error, as in ``read``.
        """
        if after_seq is None:
            after_seq = self.base(stream).seq
        self._require_kept(stream, after_seq)
        end_seq = self.head(stream).seq + 1
        before_seq = end_seq if before_seq is None else min(before_seq, end_seq)
        wanted = None if names is None else frozenset(names)
        return self._named(stream, wanted, after_seq, before_seq, latest_first)

    def _named(
        self,
        stream: str,
        names: frozenset[str] | None,
        after_seq: int,
        before_seq: int,
        latest: bool,
    ) -> Iterator[Stored]:
        """Filter all entries; a store that can search overrides this."""
        between = self._entries(stream, after_seq, max(before_seq - after_seq - 1, 0))
        found = (stored for stored in between if names is None or stored.name in names)
        return reversed(list(found)) if latest else found

    def _require_kept(self, stream: str, after_seq: int) -> None:
        base = self.base(stream)
        if after_seq < base.seq:
            raise EntriesArchived(f"{stream} is archived up to {base.seq}: read after that")

    @abstractmethod
    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        """The entries after a sequence that is not archived."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Store(Record):
    """A record that only this process writes."""

    failure: StoreFailed | None = None
    """The failed write that stopped the store."""

    def is_well(self) -> bool:
        """Whether the process does its work; a house replaces it. A store that several servers
        wait for is given up by one that is not well."""
        return True

    @abstractmethod
    def append(self, entries: Sequence[Entry]) -> list[bytes]:
        """Write entries of any streams in one transaction; the hash of each.

        Raises SequenceConflict, and writes nothing, if one is not the next of its stream.
        """

    @abstractmethod
    def drop(self, stream: str, through: Head) -> None:
        """Delete the entries up to this head, which must be archived already."""

    @abstractmethod
    def end_here(self, stream: str) -> None:
        """Let a stream end with its last entry that is here: those after it are given up."""

    def _require_running(self) -> None:
        if self.failure is not None:
            raise StoreStopped(f"the store stopped: {self.failure}") from self.failure

    def _stop(self, reason: object) -> StoreFailed:
        """Remember the first failure, which ends all writing; for the caller to raise."""
        if self.failure is None:
            self.failure = StoreFailed(f"a write failed: {reason}")
        return self.failure


class Placed(NamedTuple):
    """The hashes of a batch of entries, and the new heads of its streams."""

    hashes: list[bytes]
    heads: dict[str, Head]


def place(entries: Sequence[Entry], head_of: Callable[[str], Head]) -> Placed:
    """Chain a batch to the heads of its streams, or raise."""
    ends: dict[str, tuple[int, bytes]] = {}
    hashes = []
    for entry in entries:
        stream = entry.stream
        end = ends.get(stream)
        if end is None:
            end = _end(stream, head_of(stream))
        expected = end[0] + 1
        if entry.seq != expected:
            raise SequenceConflict(stream, expected, entry.seq)
        digest = chain(end[1], entry)
        ends[stream] = expected, digest
        hashes.append(digest)
    return Placed(hashes, {stream: Head(*end) for stream, end in ends.items()})


def _end(stream: str, head: Head) -> tuple[int, bytes]:
    if head.seq == 0 and not STREAM_NAME.fullmatch(stream):
        raise StoreRefused(f"{stream!r} is no name for a stream")
    return head.seq, head.hash
