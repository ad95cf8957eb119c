"""What the journal itself puts on record: its key, its signatures, its snapshots.

The first entry that a store holds of a stream names the key that signs it: ``journal.begun``, or
after archiving the ``journal.snapshot`` with which the days still open begin.
"""

from hashlib import sha256

import msgspec

from croupier.journal.codec import Codec, Registry
from croupier.journal.heads import SignedHead
from croupier.journal.keys import SigningKey, rotation, verify

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
    """The head of this stream at an earlier entry was signed, and perhaps carried away."""

    seq: int
    hash: bytes
    key_id: str
    signature: bytes

    def head(self, stream: str) -> SignedHead:
        """The signed head, as it can be carried away."""
        return SignedHead(stream, self.seq, self.hash, self.key_id, self.signature)


class KeyRotated(msgspec.Struct, frozen=True):
    """From here on another key signs; the old one and the new one both say so."""

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
    """All that the stream's entries up to here amount to: at the end of a gaming day, or within it.

    It is signed by itself: a start begins here, and must not wait for the next round's signature.
    """

    day: str
    public_key: bytes
    signature: bytes
    state: bytes
    within: bool = False
    """Whether the day goes on; earlier programs wrote one only at its end."""

    def is_genuine(self, stream: str) -> bool:
        """Whether the key that it names signed this state as the end of this day, or within it."""
        said = _said(stream, self.day, self.state, within=self.within)
        return verify(self.public_key, said, self.signature)


class Started(msgspec.Struct, frozen=True):
    """The program started: what it was, and the data it goes by, each as a SHA-256 in hex."""

    program: str
    program_sha256: str
    data_sha256: dict[str, str]
    heads_kept: bool = False
    """Whether the heads files were there: from then on, one that is gone was taken away."""


class Pruned(msgspec.Struct, frozen=True):
    """The archives of this stream up to here are kept no longer, as the house has set."""

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


def key_rotated(old: SigningKey, new: SigningKey) -> KeyRotated:
    """The event that a new key takes over; every stream that the old one signs needs it."""
    message = rotation(old.public, new.public)
    return KeyRotated(old.public, new.public, old.sign(message), new.sign(message))


def snapshot(
    stream: str, day: str, key: SigningKey, state: bytes, *, within: bool = False
) -> Snapshot:
    """The event that a stream's gaming day ends in this state, or has come to it."""
    signature = key.sign(_said(stream, day, state, within=within))
    return Snapshot(day, key.public, signature, state, within)


def _said(stream: str, day: str, state: bytes, *, within: bool) -> bytes:
    """What the key signs; one is never taken for the other."""
    word = b"croupier-snapshot-within-1\0" if within else b"croupier-snapshot-1\0"
    return word + f"{stream}\0{day}\0".encode() + sha256(state).digest()
