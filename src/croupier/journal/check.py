"""A whole record checked, with what was kept outside it: a public key, signed heads, heads files.

The chain shows damage. Only what was kept outside shows that a record was rewritten from end to
end, or that its end is missing. It must not know what the entries of other packages mean.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from croupier.journal.errors import ArchiveDamaged, HeadsRefused, StoreDamaged
from croupier.journal.heads import HEADS, SignedHead, read_heads_file, sign_head
from croupier.journal.keys import SigningKey, key_id
from croupier.journal.store import Record
from croupier.journal.walk import Finding, Walk, What, tail_missing


class Followed(msgspec.Struct, frozen=True):
    """How far a stream was checked: its first and last entry, and the last signed one."""

    stream: str
    base_seq: int
    seq: int
    signed_seq: int
    key_id: str


class Report(msgspec.Struct, frozen=True):
    """The result of a check; without findings the record is intact."""

    streams: list[Followed]
    findings: list[Finding]


def check(record: Record, key: bytes | None = None, heads: Iterable[SignedHead] = ()) -> Report:
    """Check every stream of a record from its first entry here to its last.

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
    """All streams of the record, and those named by a head."""
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
    """Findings for streams that begin with a key unrelated to the one kept outside."""
    if key is None:
        return
    related = _related(walks, key)
    for walk in walks:
        if walk.first_key and walk.first_key not in related:
            detail = f"key {key_id(walk.first_key)} does not lead to the key kept outside"
            yield Finding(walk.stream, walk.base.seq + 1, What.BAD_KEY, detail)


def _related(walks: Sequence[Walk], key: bytes) -> set[bytes]:
    """All keys related to one by rotations that both keys signed."""
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
    """Findings for heads that neither a key of this record nor the one kept outside signed."""
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


class Promised(NamedTuple):
    """The heads that the heads files of some folders promise, and what is wrong with the files."""

    heads: list[SignedHead]
    missing: list[Path]
    doubted: list[tuple[Path, str]]
    """Files that cannot be trusted, and why."""
    genuine: list[Path]
    """Files that can be trusted; that of a house without entries promises nothing."""


class Lost(NamedTuple):
    """A head that the record does not match, and the finding."""

    head: SignedHead
    finding: Finding


def promised(folders: Sequence[Path], public: bytes | None = None) -> Promised:
    """Read the heads files of some folders; if a key is given, it must have signed them."""
    found = Promised([], [], [], [])
    for folder in folders:
        path = folder / HEADS
        try:
            kept = read_heads_file(folder)
        except HeadsRefused as error:
            found.doubted.append((path, str(error)))
            continue
        if kept is None:
            found.missing.append(path)
        elif public is not None and kept.public_key != public:
            found.doubted.append((path, "another house signed it"))
        else:
            found.genuine.append(path)
            found.heads.extend(head for head in kept.heads if head not in found.heads)
    return found


def lost(record: Record, heads: Iterable[SignedHead]) -> Iterator[Lost]:
    """The heads that the record does not match, found without reading whole streams."""
    for head in heads:
        end = record.end(head.stream)
        if head.seq > end.seq:
            yield Lost(head, tail_missing(head.stream, end.seq + 1, head.seq))
        elif _hash_at(record, head.stream, head.seq) not in (None, head.hash):
            detail = "a head kept outside is not on this chain"
            yield Lost(head, Finding(head.stream, head.seq, What.REWRITTEN, detail))


def taken_out(record: Record, key: SigningKey) -> Iterator[Lost]:
    """Streams that end before the head which the record itself has for them, whatever was promised:
    that head, signed."""
    for stream in record.streams():
        head, end = record.head(stream), record.end(stream)
        if end.seq < head.seq:
            signed = sign_head(key, stream, head)
            yield Lost(signed, tail_missing(stream, end.seq + 1, head.seq))


def _hash_at(record: Record, stream: str, seq: int) -> bytes | None:
    """The hash of an entry; None if it is archived or missing, which the full check reports."""
    base = record.base(stream)
    if seq <= base.seq:
        return base.hash if seq == base.seq else None
    stored = next(record.read(stream, seq - 1, 1), None)
    return stored.hash if stored is not None and stored.seq == seq else None
