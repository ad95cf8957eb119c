"""A closed part of a stream as a file: gzipped lines of JSON, which can be checked without a store.

The first line says which stream and from which head to which; every other line is an entry with
its hash. A file is written under another name, and has its own name only when it is whole and on
the disk. Nothing here takes anything out of a store.
"""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Literal

import msgspec

from croupier.journal.disk import make_file, make_folder, sync
from croupier.journal.entry import Head, Stored, chain
from croupier.journal.errors import ArchiveDamaged
from croupier.journal.store import Record

SUFFIX = ".jsonl.gz"


class Label(msgspec.Struct, frozen=True):
    """The first line of an archive: the entries that follow one head, up to another."""

    format: Literal["croupier-archive-1"]
    stream: str
    after: Head
    through: Head


def label(stream: str, after: Head, through: Head) -> Label:
    """What an archive of this part of a stream says of itself."""
    return Label("croupier-archive-1", stream, after, through)


def write(folder: Path, part: Label, entries: Iterable[Stored]) -> Path:
    """Make the archive of a part of a stream; when this returns it is whole and on the disk."""
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
    """Have the disk keep an archive: its content, its name, and its folder's name."""
    for one in (path, path.parent, path.parent.parent):
        sync(one)


def read_label(path: Path) -> Label:
    """What an archive says of itself."""
    for line in _lines(path):
        try:
            return msgspec.json.decode(line, type=Label)
        except msgspec.MsgspecError as error:
            raise ArchiveDamaged(f"{path} is no archive: {error}") from error
    raise ArchiveDamaged(f"{path} is empty")


def read(path: Path) -> Iterator[Stored]:
    """The entries of an archive as they are written there."""
    decode = msgspec.json.Decoder(Stored).decode
    try:
        for line in islice(_lines(path), 1, None):
            yield decode(line)
    except msgspec.MsgspecError as error:
        raise ArchiveDamaged(f"{path} cannot be read: {error}") from error


def require_whole(path: Path, part: Label) -> None:
    """Refuse an archive that is not an unbroken chain from the one head to the other."""
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
