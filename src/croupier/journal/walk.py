"""One stream checked entry by entry: chain, sequence, keys and signatures.

A walk sees entry after entry and reports findings. It must not know where the entries come from: a
store, an archive, or both. A start reads a stream from its last snapshot, checked the same way.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from croupier.journal.entry import Head, Stored, chain
from croupier.journal.errors import EventError, RecordBroken, SignedByOther
from croupier.journal.events import CODEC, SNAPSHOT, Begun, KeyRotated, Signed, Snapshot
from croupier.journal.heads import SignedHead
from croupier.journal.keys import key_id
from croupier.journal.store import Record

OWN = "journal."
"""How the names of the journal's own events begin."""


class What(StrEnum):
    """What can be wrong with a record."""

    UNREADABLE = "unreadable"
    DAMAGED = "damaged"
    GAP = "gap"
    TAIL_MISSING = "tail-missing"
    REWRITTEN = "rewritten"
    NO_KEY = "no-key"
    BAD_KEY = "bad-key"
    BAD_SIGNATURE = "bad-signature"
    HEAD_ARCHIVED = "head-archived"
    ARCHIVE_MISSING = "archive-missing"
    HEAD_NOT_GENUINE = "head-not-genuine"
    HEADS_MISSING = "heads-missing"
    HEADS_DOUBTED = "heads-doubted"


class Finding(msgspec.Struct, frozen=True):
    """What is wrong, and where; no stream means the store as a whole."""

    stream: str
    seq: int
    what: What
    detail: str

    def __str__(self) -> str:
        where = f"{self.stream} at {self.seq}" if self.stream else "the store"
        return f"{where}: {self.what}: {self.detail}"


def tail_missing(stream: str, first_seq: int, last_seq: int) -> Finding:
    """The finding that a stream, or its end, is missing."""
    detail = f"entries {first_seq} to {last_seq}, at the end, are not there"
    return Finding(stream, first_seq, What.TAIL_MISSING, detail)


class Walk:
    """One stream checked entry by entry: how far, and which key signs there."""

    def __init__(
        self, stream: str, base: Head, end: Head, heads: Iterable[SignedHead] = ()
    ) -> None:
        self.stream = stream
        self.base = base
        self.end = end
        self.seq = base.seq
        self.signed_seq = 0
        self.first_key: bytes | None = None
        self.key: bytes | None = None
        self.rotations: list[KeyRotated] = []
        # The hash that the next entry may follow: two after a damaged entry, because either its
        # hash or its content can be the part that is wrong. So one damage is one finding.
        self._ends: tuple[bytes, ...] = (base.hash,)
        self._unsigned: dict[int, tuple[bytes, ...]] = {base.seq: self._ends}
        self._heads: dict[int, list[SignedHead]] = {}
        for head in heads:
            self._heads.setdefault(head.seq, []).append(head)
        self._known = {end.seq, *self._heads}
        """The sequences of which the hash is known from elsewhere."""

    def begin(self) -> Iterator[Finding]:
        """Findings about the archived part, of which only heads are known."""
        for seq in sorted(seq for seq in self._heads if seq < self.base.seq):
            yield self._finding(seq, What.HEAD_ARCHIVED, "only the archives can show this head")
        if self.end.seq < self.base.seq:
            yield self._finding(self.end.seq, What.DAMAGED, "its end lies before its beginning")
        yield from self._compare(self.base.seq)

    def see(self, stored: Stored) -> Iterable[Finding]:
        """Findings about the next entry; fast when there are none."""
        seq, digest = stored.seq, stored.hash
        if (
            seq == self.seq + 1
            and seq not in self._known
            and self.first_key is not None
            and not stored.name.startswith(OWN)
            and chain(self._ends[0], stored) == digest
        ):
            self.seq = seq
            self._ends = self._unsigned[seq] = (digest,)
            return ()
        return self._look_at(stored)

    def _look_at(self, stored: Stored) -> Iterator[Finding]:
        missing = stored.seq - self.seq - 1
        if missing:
            yield self._finding(self.seq + 1, What.GAP, f"{missing} entries are not there")
            # Without the entry before, its own hash must be believed.
            self._ends = (stored.hash,)
        damaged = not missing and not self._follows(stored)
        self.seq = stored.seq
        self._unsigned[stored.seq] = self._ends
        if damaged:
            yield self._finding(stored.seq, What.DAMAGED, "its content does not give its hash")
        yield from self._compare(stored.seq)
        if stored.name.startswith(OWN) or self.first_key is None:
            findings = list(self._check_own(stored))
            yield from () if damaged else findings

    def finish(self, seq_max: int) -> Iterator[Finding]:
        """Findings about the end, given the last entry that the store claims."""
        known = max(self.end.seq, *self._heads, 0)
        if known > self.seq:
            yield tail_missing(self.stream, self.seq + 1, known)
        if self.seq > max(seq_max, self.end.seq):
            yield self._finding(self.seq, What.DAMAGED, "it lies beyond the end of the stream")

    def _follows(self, stored: Stored) -> bool:
        """Whether an entry is chained to the one before it."""
        for end in self._ends:
            digest = chain(end, stored)
            if digest == stored.hash:
                self._ends = (digest,)
                return True
        self._ends = (stored.hash, *(chain(end, stored) for end in self._ends))
        return False

    def _compare(self, seq: int) -> Iterator[Finding]:
        if seq == self.end.seq and self.end.hash not in self._ends:
            yield self._finding(seq, What.DAMAGED, "the store keeps another hash for its end")
        for head in self._heads.get(seq, ()):
            if head.hash not in self._ends:
                yield self._finding(seq, What.REWRITTEN, "a head kept outside is not on this chain")

    def _check_own(self, stored: Stored) -> Iterator[Finding]:
        """Check what the journal's own events claim."""
        try:
            event = CODEC.event(stored) if stored.name.startswith(OWN) else None
        except EventError as error:
            yield self._finding(stored.seq, What.DAMAGED, str(error))
            return
        match event:
            case Begun(public_key=key):
                yield from self._hear_key(stored.seq, key)
            case Snapshot(public_key=key):
                yield from self._hear_key(stored.seq, key)
                if not event.is_genuine(self.stream):
                    detail = "the key did not sign this state"
                    yield self._finding(stored.seq, What.BAD_SIGNATURE, detail)
            case KeyRotated():
                yield from self._hear_rotation(stored.seq, event)
            case Signed():
                yield from self._hear_signature(stored.seq, event)
        if self.first_key is None:
            self.first_key = b""
            yield self._finding(stored.seq, What.NO_KEY, "the first entry names no key")

    def _hear_key(self, seq: int, key: bytes) -> Iterator[Finding]:
        if self.first_key is None:
            self.first_key = self.key = key
        elif key != self.key:
            yield self._finding(
                seq, What.BAD_KEY, f"it names key {key_id(key)}, not the one in force"
            )

    def _hear_rotation(self, seq: int, event: KeyRotated) -> Iterator[Finding]:
        if self.key is None:
            return
        if event.old_key != self.key:
            yield self._finding(seq, What.BAD_KEY, "it rotates a key that is not the one in force")
        elif not event.is_genuine():
            yield self._finding(seq, What.BAD_SIGNATURE, "the keys did not sign this rotation")
        else:
            self.rotations.append(event)
            self.key = event.new_key

    def _hear_signature(self, seq: int, event: Signed) -> Iterator[Finding]:
        if self.key is None:
            return
        if not event.head(self.stream).is_signed_by(self.key):
            yield self._finding(seq, What.BAD_SIGNATURE, "the key in force did not sign this head")
        elif not self.signed_seq < event.seq < seq:
            yield self._finding(seq, What.BAD_SIGNATURE, f"it signs {event.seq}, out of its turn")
        else:
            if event.hash not in self._unsigned.get(event.seq, (event.hash,)):
                detail = f"the head that entry {seq} signs is not on this chain"
                yield self._finding(event.seq, What.REWRITTEN, detail)
            self._forget_through(event.seq)

    def _forget_through(self, seq: int) -> None:
        """Forget the hashes of signed entries, so that memory stays bounded."""
        self.signed_seq = seq
        self._unsigned = {at: ends for at, ends in self._unsigned.items() if at > seq}

    def _finding(self, seq: int, what: What, detail: str) -> Finding:
        return Finding(self.stream, seq, what, detail)


def since_snapshot(record: Record, stream: str, key: bytes | None = None) -> Iterator[Stored]:
    """The last snapshot of a stream and all later entries, checked on the way.

    The first finding raises RecordBroken: nothing may be served from a broken record. A public key,
    if given, must be the one that signs at the end.
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
        raise SignedByOther(f"{stream} is signed with another key")


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
