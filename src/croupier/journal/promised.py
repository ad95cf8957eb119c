"""What was promised outside a record, beside what the record holds.

The promises are signed heads: of the heads files, and those that clients carried away. Every head
must be on its stream's chain. One that is beyond the end names entries that are gone.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from croupier.journal import heads_file
from croupier.journal.errors import HeadsRefused
from croupier.journal.heads import SignedHead
from croupier.journal.store import Record
from croupier.journal.walk import Finding, What, tail_missing


class Promised(NamedTuple):
    """What the heads files of some folders promise together, and what is wrong with the files."""

    heads: list[SignedHead]
    missing: list[Path]
    doubted: list[tuple[Path, str]]
    """Files that cannot be believed, and why."""


class Lost(NamedTuple):
    """A head that a record does not keep, and what that means."""

    head: SignedHead
    finding: Finding


def promised(folders: Sequence[Path], public: bytes | None = None) -> Promised:
    """What the heads files say; a key, where one is given, must have signed them."""
    found = Promised([], [], [])
    for folder in folders:
        path = folder / heads_file.HEADS
        try:
            kept = heads_file.read(folder)
        except HeadsRefused as error:
            found.doubted.append((path, str(error)))
            continue
        if kept is None:
            found.missing.append(path)
        elif public is not None and kept.public_key != public:
            found.doubted.append((path, "another house signed it"))
        else:
            found.heads.extend(head for head in kept.heads if head not in found.heads)
    return found


def lost(record: Record, heads: Iterable[SignedHead]) -> Iterator[Lost]:
    """The heads that are not on their chain, without following the chain."""
    for head in heads:
        end = record.head(head.stream)
        if head.seq > end.seq:
            yield Lost(head, tail_missing(head.stream, end.seq + 1, head.seq))
        elif _hash_at(record, head.stream, head.seq) not in (None, head.hash):
            detail = "a head kept outside is not on this chain"
            yield Lost(head, Finding(head.stream, head.seq, What.REWRITTEN, detail))


def _hash_at(record: Record, stream: str, seq: int) -> bytes | None:
    """The hash at a sequence; None where it is archived, or where a gap is for others to find."""
    base = record.base(stream)
    if seq <= base.seq:
        return base.hash if seq == base.seq else None
    stored = next(record.read(stream, seq - 1, 1), None)
    return stored.hash if stored is not None and stored.seq == seq else None
