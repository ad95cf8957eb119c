"""Damage and losses of a record with which somebody chose to go on: on record, with the reason.

Damage that was accepted is damage all the same. It is kept apart from new damage.
"""

from collections.abc import Iterable, Sequence

from croupier.journal.check import Lost
from croupier.journal.entry import Entry
from croupier.journal.errors import ArchiveDamaged, EventError, StoreDamaged
from croupier.journal.heads import SignedHead
from croupier.journal.store import Record
from croupier.journal.walk import Finding, What
from croupier.office.names import HOUSE
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM
from croupier.table.events import DamageAccepted


class Accepted:
    """What was accepted of a record."""

    def __init__(self, events: Iterable[DamageAccepted] = ()) -> None:
        self.findings: set[Finding] = set()
        self.losses: list[Finding] = []
        """Entries that are gone: nothing in the record shows it any more."""
        self._heads: dict[tuple[str, int, bytes], int] = {}
        """The heads of what is gone, and the first entry that went with each."""
        for event in events:
            self._add(event)

    def _add(self, event: DamageAccepted) -> None:
        self.findings.update(event.findings)
        gone = {one.stream: one for one in event.findings if one.what == What.TAIL_MISSING}
        for head in map(SignedHead.parse, event.heads):
            first = gone[head.stream].seq if head.stream in gone else head.seq
            self._heads[head.stream, head.seq, head.hash] = first
        of_heads = {stream for stream, _, _ in self._heads}
        self.losses += [one for one in event.findings if one.stream in of_heads]

    def split(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
        """Findings that are new, and those that were accepted."""
        known = set(map(_same, self.findings))
        all_ = list(findings)
        new = [one for one in all_ if _same(one) not in known]
        old = [one for one in all_ if _same(one) in known]
        return new, [*old, *(one for one in self.losses if _same(one) not in map(_same, old))]

    def has(self, head: SignedHead) -> bool:
        """Whether this very head is one of what is gone."""
        return (head.stream, head.seq, head.hash) in self._heads

    def covers(self, head: SignedHead) -> bool:
        """Whether a head may be of entries that are gone: others stand at their place by now."""
        return any(
            stream == head.stream and first <= head.seq <= last
            for (stream, last, _), first in self._heads.items()
        )


def _same(one: Finding) -> Finding:
    """A finding without what an earlier program worded differently."""
    is_tail = one.what == What.TAIL_MISSING
    return Finding(one.stream, one.seq, one.what, "") if is_tail else one


def accepted(record: Record) -> Accepted:
    """What was accepted of a record."""
    found = []
    try:
        for stored in record.named(HOUSE_STREAM, (DamageAccepted.name,)):
            event = CODEC.event(stored)
            assert isinstance(event, DamageAccepted)
            found.append(event)
    except (StoreDamaged, ArchiveDamaged, EventError):
        pass  # then it is not known that anybody accepted it
    return Accepted(found)


def decision(findings: Sequence[Finding], reason: str, lost: Iterable[Lost] = ()) -> DamageAccepted:
    """The event by which somebody goes on with a record that does not hold."""
    heads = tuple(one.head.line for one in lost)
    return DamageAccepted(by=HOUSE, reason=reason, findings=tuple(findings), heads=heads)


def acceptance(record: Record, event: DamageAccepted, now_ms: int) -> Entry:
    """The entry of such a decision, next on the house's stream."""
    return CODEC.entry(HOUSE_STREAM, record.head(HOUSE_STREAM).seq + 1, now_ms, event)
