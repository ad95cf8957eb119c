"""A closed part of a stream as a file: gzipped lines of JSON, which can be checked without a store.

The first line says which stream and from which head to which; every other line is an entry with
its hash. A file is written under another name, and has its own name only when it is whole and on
the disk.

Closed days are moved from the store into archives; their heads stay. The archive is whole and on
the disk before the store lets go of the entries, which it does in one transaction. A run that was
killed between the two is finished by the next.
"""

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from croupier.journal.disk import make_file, make_folder, sync
from croupier.journal.entry import Head, Stored, chain
from croupier.journal.errors import ArchiveDamaged, RetentionRefused
from croupier.journal.events import CODEC, PRUNED, SIGNED, SNAPSHOT, Pruned, Signed, Snapshot
from croupier.journal.store import Record, Store

SUFFIX = ".jsonl.gz"


class Label(msgspec.Struct, frozen=True):
    """The first line of an archive: its stream, and the heads that it lies between."""

    format: Literal["croupier-archive-1"]
    stream: str
    after: Head
    through: Head


def label(stream: str, after: Head, through: Head) -> Label:
    """The first line of the archive of a part of a stream."""
    return Label("croupier-archive-1", stream, after, through)


def write(folder: Path, part: Label, entries: Iterable[Stored]) -> Path:
    """Write a part of a stream to an archive; when this returns, it is complete and on the disk."""
    make_folder(folder)
    path = folder / f"{part.stream}-{part.after.seq + 1}-{part.through.seq}{SUFFIX}"
    partial = path.with_name(f"{path.name}.partial")
    partial.unlink(missing_ok=True)  # a crash may have left one
    make_file(partial)
    # Without a time in it, the same entries give the same file.
    with partial.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as lines:
        lines.write(msgspec.json.encode(part) + b"\n")
        for stored in entries:
            lines.write(msgspec.json.encode(stored) + b"\n")
    sync(partial)
    require_whole(partial, part)
    partial.replace(path)
    keep(path)
    return path


def keep(path: Path) -> None:
    """Sync an archive: its content, its name, and the name of its folder."""
    for one in (path, path.parent, path.parent.parent):
        sync(one)


def read_label(path: Path) -> Label:
    """The first line of an archive."""
    for line in _lines(path):
        try:
            return msgspec.json.decode(line, type=Label)
        except msgspec.MsgspecError as error:
            raise ArchiveDamaged(f"{path} is no archive: {error}") from error
    raise ArchiveDamaged(f"{path} is empty")


def read(path: Path) -> Iterator[Stored]:
    """The entries of an archive."""
    decode = msgspec.json.Decoder(Stored).decode
    try:
        for line in islice(_lines(path), 1, None):
            yield decode(line)
    except msgspec.MsgspecError as error:
        raise ArchiveDamaged(f"{path} cannot be read: {error}") from error


def require_whole(path: Path, part: Label) -> None:
    """Raise if an archive is not an unbroken chain from one head to the other."""
    if read_label(path) != part:
        raise ArchiveDamaged(f"{path} is not the archive that it should be")
    end = part.after
    for stored in read(path):
        follows = stored.stream == part.stream and stored.seq == end.seq + 1
        if not follows or chain(end.hash, stored) != stored.hash:
            raise ArchiveDamaged(f"{path} breaks at entry {end.seq + 1}")
        end = stored.head
    if end != part.through:
        raise ArchiveDamaged(f"{path} ends at {end.seq}, and should at {part.through.seq}")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as lines:
            yield from lines
    except (OSError, EOFError, zlib.error) as error:
        raise ArchiveDamaged(f"{path} cannot be read: {error}") from error


class ArchivedRecord(Record):
    """A record together with its archives, read as if nothing had ever been archived."""

    def __init__(self, record: Record, paths: Iterable[Path]) -> None:
        self._record = record
        self._parts: dict[str, list[tuple[Label, Path]]] = {}
        for path in paths:
            part = read_label(path)
            self._parts.setdefault(part.stream, []).append((part, path))
        for parts in self._parts.values():
            parts.sort(key=lambda one: one[0].after.seq)

    def streams(self) -> list[str]:
        return sorted({*self._record.streams(), *self._parts})

    def head(self, stream: str) -> Head:
        return self._record.head(stream)

    def base(self, stream: str) -> Head:
        kept = self._record.base(stream)
        first = next((part.after for part, _ in self._parts.get(stream, ())), kept)
        return min(first, kept, key=lambda head: head.seq)

    def last(self, stream: str, name: str) -> Stored | None:
        return self._record.last(stream, name)

    def faults(self) -> Iterator[str]:
        return self._record.faults()

    def close(self) -> None:
        self._record.close()

    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        later = (one for one in self._all(stream) if one.seq > after_seq)
        return islice(later, limit)

    def _all(self, stream: str) -> Iterator[Stored]:
        kept = self._record.base(stream)
        for part, path in self._parts.get(stream, ()):
            # Entries of an archive that are still in the store as well are of no concern here.
            if part.after.seq < kept.seq:
                yield from (one for one in read(path) if one.seq <= kept.seq)
        yield from self._record.read(stream)


class Retired(NamedTuple):
    """The result for one stream: its new archive, nothing, or the reason why its days stay."""

    stream: str
    path: Path | None
    reason: str = ""


def archive_older(
    store: Store,
    folder: Path,
    before_ms: int,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Iterator[Retired]:
    """Move the days that closed before a moment into archives, for every stream."""
    streams = store.streams()
    for done, stream in enumerate(streams):
        progress(done, len(streams))
        finish_interrupted(store, stream, folder)
        old = _latest_before(store, stream, before_ms)
        if old is None:
            was = "archived already" if store.base(stream).seq else "no day was closed so long ago"
            yield Retired(stream, None, was)
            continue
        try:
            path = archive_closed_days(store, stream, folder, old.seq)
        except RetentionRefused as no:
            yield Retired(stream, None, str(no))
        else:
            yield Retired(stream, path, "" if path else "archived already")


def _latest_before(store: Store, stream: str, before_ms: int) -> Stored | None:
    """The last snapshot before a moment: the end of a day, or within one where none has ended.

    Only old entries are read: there may be a hundred times as many newer ones.
    """
    first_seq = store.base(stream).seq + 1
    within: Stored | None = None
    ended: Stored | None = None
    for one in store.named(stream, {SNAPSHOT}):
        if one.at_ms >= before_ms:
            break
        event = CODEC.event(one)
        if isinstance(event, Snapshot) and one.seq > first_seq:
            within, ended = one, ended if event.within else one
    return ended or within


def archive_closed_days(
    store: Store, stream: str, folder: Path, snapshot_seq: int | None = None
) -> Path | None:
    """Move the entries before a snapshot, by default the last one, into an archive.

    The snapshot itself stays, because starts and checks begin there. None if nothing is before it.
    """
    finish_interrupted(store, stream, folder)
    snapshot = _closing(store, stream, snapshot_seq)
    base = store.base(stream)
    count = snapshot.seq - 1 - base.seq
    if count <= 0:
        return None
    (before,) = store.read(stream, snapshot.seq - 2, 1)
    part = label(stream, base, before.head)
    path = write(folder, part, store.read(stream, base.seq, count))
    _let_go(store, part)
    return path


def _let_go(store: Store, part: Label) -> None:
    """Drop entries snapshot by snapshot: writers wait for a few entries, not for a day, and what is
    left begins with a snapshot even if this is interrupted."""
    stream, last = part.stream, part.through
    between = store.named(stream, {SNAPSHOT}, store.base(stream).seq + 1, last.seq + 1)
    for seq in [one.seq for one in between]:
        (before,) = store.read(stream, seq - 2, 1)
        store.drop(stream, before.head)
    store.drop(stream, last)


def finish_interrupted(store: Store, stream: str, folder: Path) -> None:
    """Drop entries that an interrupted run has already archived."""
    for path in sorted(folder.glob(f"{stream}-*{SUFFIX}")):
        try:
            part = read_label(path)
            base = store.base(stream).seq
            if part.stream == stream and part.after.seq <= base < part.through.seq:
                require_whole(path, part)
                keep(path)
                _let_go(store, part)
        except ArchiveDamaged:
            continue  # the entries are still in the store: they will be archived again


class Prunable(NamedTuple):
    """An archive that is old enough to be deleted, and the last entry in it."""

    path: Path
    stream: str
    through: Head


def prunable(folder: Path, before_ms: int) -> Iterator[Prunable]:
    """The archives with entries from before a moment only, oldest first in each stream."""
    parts: dict[str, list[tuple[Label, Path]]] = {}
    for path in folder.glob(f"*{SUFFIX}"):
        part = read_label(path)
        parts.setdefault(part.stream, []).append((part, path))
    for stream, of_stream in sorted(parts.items()):
        for part, path in sorted(of_stream, key=lambda one: one[0].after.seq):
            if any(stored.at_ms >= before_ms for stored in read(path)):
                break
            yield Prunable(path, stream, part.through)


def delete(path: Path) -> None:
    """Delete an archive; its deletion must be on record already."""
    path.unlink(missing_ok=True)
    sync(path.parent)


def pruned_through(record: Record, stream: str) -> int:
    """The last entry of a stream whose deletion is on record; 0 if none is."""
    entry = record.last(stream, PRUNED)
    event = CODEC.event(entry) if entry is not None else None
    return event.seq if isinstance(event, Pruned) else 0


def _closing(store: Store, stream: str, seq: int | None) -> Stored:
    """The snapshot that closes the days to archive; it must be under a signature."""
    found = store.last(stream, SNAPSHOT)
    if seq is not None and found is not None and seq > store.base(stream).seq:
        found = next(store.read(stream, seq - 1, 1), None)
    if found is None or found.name != SNAPSHOT:
        raise RetentionRefused(f"{stream} has no snapshot there: no day is closed")
    entry = store.last(stream, SIGNED)
    signed = None if entry is None else CODEC.event(entry)
    if not isinstance(signed, Signed) or signed.seq < found.seq:
        raise RetentionRefused(f"the snapshot of {stream} at {found.seq} is not signed yet")
    return found
