"""A whole record checked, with what was kept outside it: a public key, signed heads.

The chain shows damage. Only what was kept outside shows that a record was rewritten from end to
end, or that its end was cut off. It must not know what the entries of other packages mean.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from croupier.journal.errors import ArchiveDamaged, StoreDamaged
from croupier.journal.heads import SignedHead
from croupier.journal.keys import key_id
from croupier.journal.store import Record
from croupier.journal.walk import Finding, Walk, What


class Followed(msgspec.Struct, frozen=True):
    """How far a stream was followed: from which entry, to which, and up to where it is signed."""

    stream: str
    base_seq: int
    seq: int
    signed_seq: int
    key_id: str


class Report(msgspec.Struct, frozen=True):
    """What a check found: nothing, if the record is whole."""

    streams: list[Followed]
    findings: list[Finding]


def check(record: Record, key: bytes | None = None, heads: Iterable[SignedHead] = ()) -> Report:
    """Follow every stream of a record from its first entry here to its last.

    A public key that was kept outside must be the one that signs, or one that it took over from,
    or one that took over from it. A signed head that was kept outside must be on its chain.
    """
    kept = list(heads)
    walks: list[Walk] = []
    findings = [Finding("", 0, What.UNREADABLE, fault) for fault in record.faults()]
    for stream in _streams(record, kept, findings):
        findings += _follow(record, stream, [one for one in kept if one.stream == stream], walks)
    findings += _strange_keys(walks, key)
    findings += _strange_heads(walks, key, kept)
    return Report([_followed(walk) for walk in walks], findings)


def _streams(record: Record, heads: Sequence[SignedHead], findings: list[Finding]) -> list[str]:
    """All streams that are there, or that a head says were there."""
    try:
        known = record.streams()
    except StoreDamaged as error:
        findings.append(Finding("", 0, What.UNREADABLE, error.reason))
        known = []
    return sorted({*known, *(head.stream for head in heads)})


def _follow(
    record: Record, stream: str, heads: Sequence[SignedHead], walks: list[Walk]
) -> Iterator[Finding]:
    seq = 0
    try:
        # The end first: a record that is being written grows while it is read.
        end, base = record.head(stream), record.base(stream)
        walk = Walk(stream, base, end, heads)
        walks.append(walk)
        seq = base.seq
        yield from walk.begin()
        for stored in record.read(stream):
            yield from walk.see(stored)
            seq = stored.seq
        yield from walk.finish(record.head(stream).seq)
    except (StoreDamaged, ArchiveDamaged) as error:
        yield Finding(stream, seq + 1, What.UNREADABLE, str(error))


def _strange_keys(walks: Sequence[Walk], key: bytes | None) -> Iterator[Finding]:
    """Streams that begin with a key which has nothing to do with the one kept outside."""
    if key is None:
        return
    related = _related(walks, key)
    for walk in walks:
        if walk.first_key and walk.first_key not in related:
            detail = f"key {key_id(walk.first_key)} does not lead to the key kept outside"
            yield Finding(walk.stream, walk.base.seq + 1, What.BAD_KEY, detail)


def _related(walks: Sequence[Walk], key: bytes) -> set[bytes]:
    """All keys that one key leads to by rotations, which both keys signed each time."""
    pairs = [(one.old_key, one.new_key) for walk in walks for one in walk.rotations]
    related, before = {key}, 0
    while len(related) > before:
        before = len(related)
        for old, new in pairs:
            if old in related or new in related:
                related |= {old, new}
    return related


def _strange_heads(
    walks: Sequence[Walk], key: bytes | None, heads: Sequence[SignedHead]
) -> Iterator[Finding]:
    """Heads kept outside that no key of this record, nor the one kept outside, signed."""
    keys = {one.new_key for walk in walks for one in walk.rotations}
    keys |= {walk.first_key for walk in walks if walk.first_key}
    keys |= set() if key is None else {key}
    for head in heads if keys else ():  # an empty record has no key to judge them by
        if not any(head.is_signed_by(public) for public in keys):
            detail = f"no key of this record signed it as key {head.key_id}"
            yield Finding(head.stream, head.seq, What.HEAD_NOT_GENUINE, detail)


def _followed(walk: Walk) -> Followed:
    signer = key_id(walk.key) if walk.key else ""
    return Followed(walk.stream, walk.base.seq, walk.seq, walk.signed_seq, signer)
