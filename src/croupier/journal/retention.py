"""Closed days moved out of the store into archives; their heads stay.

The order makes it safe to be killed anywhere: the archive is whole and on the disk before the
store lets go of the entries, which it does in one transaction. Who was killed between the two
finds the archive at the next run, and lets go then.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from croupier.journal import archive
from croupier.journal.entry import Stored
from croupier.journal.errors import ArchiveDamaged, RetentionRefused
from croupier.journal.events import CODEC, SIGNED, SNAPSHOT, Signed
from croupier.journal.store import Store


class Retired(NamedTuple):
    """What became of a stream's old days: an archive, nothing, or why they stay."""

    stream: str
    path: Path | None
    reason: str = ""


def archive_older(store: Store, folder: Path, before_ms: int) -> Iterator[Retired]:
    """Move the days of every stream that were closed before a moment into archives."""
    for stream in store.streams():
        finish_interrupted(store, stream, folder)
        snapshots = store.named(stream, {SNAPSHOT}, latest_first=True)
        old = next((one for one in snapshots if one.at_ms < before_ms), None)
        if old is None:
            yield Retired(stream, None, "no day was closed so long ago")
            continue
        try:
            path = archive_closed_days(store, stream, folder, old.seq)
        except RetentionRefused as no:
            yield Retired(stream, None, str(no))
        else:
            yield Retired(stream, path, "" if path else "archived already")


def archive_closed_days(
    store: Store, stream: str, folder: Path, snapshot_seq: int | None = None
) -> Path | None:
    """Move the entries before a snapshot, by default the last one, into an archive.

    The snapshot itself stays, so that a start and a check have where to begin. None, if there is
    nothing before it any more.
    """
    finish_interrupted(store, stream, folder)
    snapshot = _closing(store, stream, snapshot_seq)
    base = store.base(stream)
    count = snapshot.seq - 1 - base.seq
    if count <= 0:
        return None
    (before,) = store.read(stream, snapshot.seq - 2, 1)
    part = archive.label(stream, base, before.head)
    path = archive.write(folder, part, store.read(stream, base.seq, count))
    store.drop(stream, before.head)
    return path


def finish_interrupted(store: Store, stream: str, folder: Path) -> None:
    """Let go of entries that are in an archive already, after a run that was cut short."""
    for path in sorted(folder.glob(f"{stream}-*{archive.SUFFIX}")):
        try:
            part = archive.read_label(path)
            if part.stream == stream and part.after == store.base(stream):
                archive.require_whole(path, part)
                archive.keep(path)
                store.drop(stream, part.through)
        except ArchiveDamaged:
            continue  # the entries are still in the store: they will be archived anew


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
