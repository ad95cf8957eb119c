"""Closed days moved out of the store into archives; their heads stay.

The order makes it safe to be killed anywhere: the archive is whole and on the disk before the
store lets go of the entries, which it does in one transaction. Who was killed between the two
finds the archive at the next run, and lets go then.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from croupier.journal import archive
from croupier.journal.disk import sync
from croupier.journal.entry import Head, Stored
from croupier.journal.errors import ArchiveDamaged, RetentionRefused
from croupier.journal.events import CODEC, PRUNED, SIGNED, SNAPSHOT, Pruned, Signed, Snapshot
from croupier.journal.store import Record, Store


class Retired(NamedTuple):
    """What became of a stream's old days: an archive, nothing, or why they stay."""

    stream: str
    path: Path | None
    reason: str = ""


def archive_older(store: Store, folder: Path, before_ms: int) -> Iterator[Retired]:
    """Move the days of every stream that were closed before a moment into archives."""
    for stream in store.streams():
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

    Only what is old is looked through: what is kept may be a hundred times as much.
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
    _let_go(store, part)
    return path


def _let_go(store: Store, part: archive.Label) -> None:
    """Snapshot by snapshot: whoever writes meanwhile waits for some entries and not for a day, and
    what is left begins with a snapshot, whenever this is cut short."""
    stream, last = part.stream, part.through
    between = store.named(stream, {SNAPSHOT}, store.base(stream).seq + 1, last.seq + 1)
    for seq in [one.seq for one in between]:
        (before,) = store.read(stream, seq - 2, 1)
        store.drop(stream, before.head)
    store.drop(stream, last)


def finish_interrupted(store: Store, stream: str, folder: Path) -> None:
    """Let go of entries that are in an archive already, after a run that was cut short."""
    for path in sorted(folder.glob(f"{stream}-*{archive.SUFFIX}")):
        try:
            part = archive.read_label(path)
            base = store.base(stream).seq
            if part.stream == stream and part.after.seq <= base < part.through.seq:
                archive.require_whole(path, part)
                archive.keep(path)
                _let_go(store, part)
        except ArchiveDamaged:
            continue  # the entries are still in the store: they will be archived anew


class Prunable(NamedTuple):
    """An archive that is old enough to be deleted, and how far its stream goes with it."""

    path: Path
    stream: str
    through: Head


def prunable(folder: Path, before_ms: int) -> Iterator[Prunable]:
    """The archives whose entries are all from before a moment, of each stream the oldest first."""
    parts: dict[str, list[tuple[archive.Label, Path]]] = {}
    for path in folder.glob(f"*{archive.SUFFIX}"):
        part = archive.read_label(path)
        parts.setdefault(part.stream, []).append((part, path))
    for stream, of_stream in sorted(parts.items()):
        for part, path in sorted(of_stream, key=lambda one: one[0].after.seq):
            if any(stored.at_ms >= before_ms for stored in archive.read(path)):
                break
            yield Prunable(path, stream, part.through)


def delete(path: Path) -> None:
    """Delete an archive, once it is on record that it is not kept."""
    path.unlink(missing_ok=True)
    sync(path.parent)


def pruned_through(record: Record, stream: str) -> int:
    """The last entry of a stream whose archives are on record as kept no longer; 0, if none is."""
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
