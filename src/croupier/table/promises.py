"""The chain of a record checked beside all that was promised of it, as an auditor would.

The heads file beside the journal counts by itself; other heads are those that somebody kept.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from croupier.journal.check import Lost, Promised, Report, check, lost
from croupier.journal.errors import ArchiveDamaged, EventError, StoreDamaged
from croupier.journal.events import SNAPSHOT, Snapshot, last_start
from croupier.journal.heads import HEADS, SignedHead
from croupier.journal.store import Record
from croupier.journal.walk import Finding, What
from croupier.table.accepting import Accepted, accepted
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM
from croupier.table.snapshots import started_kept


class Checked(NamedTuple):
    """What a check of the chain found, and what of the damage is known."""

    report: Report
    accepted: Accepted
    covered: list[Finding]
    """Heads of entries that are gone, which is accepted."""


def check_promised(
    record: Record,
    file: Promised,
    heads: Sequence[SignedHead] = (),
    key: bytes | None = None,
) -> Checked:
    """Follow every stream; the heads file must have been read before."""
    known = accepted(record)
    of_lost = [head for head in heads if known.covers(head)]
    covered = list(lost(record, of_lost))
    gone = [one.head for one in covered]
    promises = [head for head in file.heads if not known.has(head)]
    report = check(record, key, [*(head for head in heads if head not in gone), *promises])
    report.findings.extend(_of_the_file(record, file))
    return Checked(report, known, [one.finding for one in covered])


def lost_of(record: Record, file: Promised) -> list[Lost]:
    """The heads of a heads file that a record does not keep, and nobody has accepted yet."""
    gone = list(lost(record, file.heads))
    known = accepted(record) if gone else Accepted()
    return [one for one in gone if not known.has(one.head)]


def kept_before(record: Record) -> bool:
    """Whether heads files were kept at an earlier start."""
    before = last_start(record, HOUSE_STREAM, CODEC)
    if before is None and (entry := record.last(HOUSE_STREAM, SNAPSHOT)) is not None:
        event = CODEC.event(entry)  # the start itself is archived
        assert isinstance(event, Snapshot)
        before = started_kept(event.state)
    return before is not None and before.heads_kept


def _of_the_file(record: Record, file: Promised) -> Iterator[Finding]:
    for path, why in file.doubted:
        yield Finding("", 0, What.HEADS_DOUBTED, f"{path.name}: {why}")
    try:
        before = kept_before(record)
    except (StoreDamaged, ArchiveDamaged, EventError):
        return  # the check of the chain says so
    if file.missing and before:
        detail = f"{HEADS} is gone: nothing shows that the record is whole"
        yield Finding("", 0, What.HEADS_MISSING, detail)
