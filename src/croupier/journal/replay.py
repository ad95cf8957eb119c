"""A stream read for a start, from its last snapshot, and proven on the way.

The first entry is the one to build on: the last snapshot, or ``journal.begun`` where there is none
yet. Nothing may be served from a record that does not hold, so the first finding ends the reading.
"""

from collections.abc import Iterable, Iterator

from croupier.journal.entry import Head, Stored
from croupier.journal.errors import RecordBroken
from croupier.journal.events import SNAPSHOT
from croupier.journal.store import Record
from croupier.journal.walk import Finding, Walk


def since_snapshot(record: Record, stream: str, key: bytes | None = None) -> Iterator[Stored]:
    """The last snapshot of a stream and all entries after it, each chained to the one before.

    Where a public key is given it must be the one that signs at the end. Raises RecordBroken.
    """
    before = _before_snapshot(record, stream)
    walk = Walk(stream, before, record.head(stream))
    _require_none(walk.begin())
    for stored in record.read(stream, before.seq):
        for finding in walk.see(stored):
            raise RecordBroken(str(finding))
        yield stored
    _require_none(walk.finish(record.head(stream).seq))
    if key is not None and walk.seq and walk.key != key:
        raise RecordBroken(f"{stream} is signed with another key")


def _before_snapshot(record: Record, stream: str) -> Head:
    """The head just before the last snapshot."""
    base = record.base(stream)
    snapshot = record.last(stream, SNAPSHOT)
    if snapshot is None or snapshot.seq <= base.seq + 1:
        return base
    return next(record.read(stream, snapshot.seq - 2, 1)).head


def _require_none(findings: Iterable[Finding]) -> None:
    for finding in findings:
        raise RecordBroken(str(finding))
