"""The journal's own events: keys, signatures, snapshots, and the hashes of code and data at starts.

The first entry that a store holds of a stream names the key that signs it: ``journal.begun``, or
after archiving the ``journal.snapshot`` with which the days still open begin.
"""

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from croupier.journal.codec import Codec, Registry
from croupier.journal.heads import SignedHead
from croupier.journal.keys import SigningKey, rotation, verify
from croupier.journal.store import Record

FORMAT = 1
BEGUN = "journal.begun"
SIGNED = "journal.signed"
KEY_ROTATED = "journal.key-rotated"
SNAPSHOT = "journal.snapshot"
STARTED = "journal.started"
PRUNED = "journal.pruned"


class Begun(msgspec.Struct, frozen=True):
    """A stream's first entry."""

    format: int
    public_key: bytes


class Signed(msgspec.Struct, frozen=True):
    """The head of this stream at an earlier entry was signed, and may have left the house."""

    seq: int
    hash: bytes
    key_id: str
    signature: bytes

    def head(self, stream: str) -> SignedHead:
        """The signed head."""
        return SignedHead(stream, self.seq, self.hash, self.key_id, self.signature)


class KeyRotated(msgspec.Struct, frozen=True):
    """Another key signs from here on; both keys signed this."""

    old_key: bytes
    new_key: bytes
    signature: bytes
    accepted: bytes

    def is_genuine(self) -> bool:
        """Whether both keys signed it."""
        message = rotation(self.old_key, self.new_key)
        return verify(self.old_key, message, self.signature) and verify(
            self.new_key, message, self.accepted
        )


class Snapshot(msgspec.Struct, frozen=True):
    """The state after all entries so far, at the end of a gaming day or within it.

    It is signed by itself: a start begins here, and must not wait for the next round's signature.
    """

    day: str
    public_key: bytes
    signature: bytes
    state: bytes
    within: bool = False
    """Whether the day goes on; earlier programs wrote one only at its end."""

    def is_genuine(self, stream: str) -> bool:
        """Whether its key signed this state for this day."""
        message = _message(stream, self.day, self.state, within=self.within)
        return verify(self.public_key, message, self.signature)


class Started(msgspec.Struct, frozen=True):
    """The program started: its version, and hashes (SHA-256, hex) of its code and data."""

    program: str
    program_sha256: str
    data_sha256: dict[str, str]
    heads_kept: bool = False
    """Whether the heads files were kept: from then on, one that is gone was taken away."""


class Pruned(msgspec.Struct, frozen=True):
    """Archives of this stream up to an entry were deleted, as the house has set."""

    seq: int
    hash: bytes


EVENTS = Registry()
EVENTS.register(BEGUN, 1, Begun)
EVENTS.register(SIGNED, 1, Signed)
EVENTS.register(KEY_ROTATED, 1, KeyRotated)
EVENTS.register(SNAPSHOT, 1, Snapshot)
EVENTS.register(STARTED, 1, Started)
EVENTS.register(PRUNED, 1, Pruned)

CODEC = Codec(EVENTS)
"""For those who read the journal's own events and no others."""


def begun(key: SigningKey) -> Begun:
    """The first event of a stream that this key signs."""
    return Begun(FORMAT, key.public)


def signed(head: SignedHead) -> Signed:
    """The event that a head was signed."""
    return Signed(head.seq, head.hash, head.key_id, head.signature)


def snapshot(
    stream: str, day: str, key: SigningKey, state: bytes, *, within: bool = False
) -> Snapshot:
    """A signed snapshot of a stream's state, at the end of its gaming day or within it."""
    signature = key.sign(_message(stream, day, state, within=within))
    return Snapshot(day, key.public, signature, state, within)


def _message(stream: str, day: str, state: bytes, *, within: bool) -> bytes:
    """The bytes to sign, different for the end of a day and for within it."""
    word = b"croupier-snapshot-within-1\0" if within else b"croupier-snapshot-1\0"
    return word + f"{stream}\0{day}\0".encode() + sha256(state).digest()


class Difference(NamedTuple):
    """A difference from the last start; ``before`` or ``now`` is empty if there is none."""

    what: str
    before: str
    now: str


def hash_of_sources(folder: Path) -> str:
    """One SHA-256 over the names and contents of all Python files in a folder, in hex."""
    total = sha256()
    for name in sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py")):
        content = (folder / name).read_bytes()
        total.update(f"{name}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def last_start(record: Record, stream: str, codec: Codec) -> Started | None:
    """The last start on record."""
    entry = record.last(stream, STARTED)
    if entry is None:
        return None
    event = codec.event(entry)
    assert isinstance(event, Started)
    return event


def differences(before: Started, now: Started) -> list[Difference]:
    """The differences between two starts."""
    pairs = [
        Difference("program", before.program, now.program),
        Difference("program_sha256", before.program_sha256, now.program_sha256),
    ]
    for name in sorted(before.data_sha256.keys() | now.data_sha256.keys()):
        old, new = before.data_sha256.get(name, ""), now.data_sha256.get(name, "")
        pairs.append(Difference(name, old, new))
    return [pair for pair in pairs if pair.before != pair.now]
