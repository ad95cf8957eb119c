"""Events and entries that only the journal's tests have."""

import msgspec

from croupier.journal.codec import Codec, Registry
from croupier.journal.entry import Entry, Head
from croupier.journal.events import EVENTS, begun, signed, snapshot
from croupier.journal.heads import SignedHead, sign_head
from croupier.journal.keys import SigningKey
from croupier.journal.store import Store

NOW_MS = 1_700_000_000_000
KEY = SigningKey.from_seed(b"k" * 32)
NEXT_KEY = SigningKey.from_seed(b"n" * 32)
THIEF = SigningKey.from_seed(b"t" * 32)


class WagerPlaced(msgspec.Struct, frozen=True):
    seat: str
    wager: str
    amount: int


REGISTRY = Registry()
REGISTRY.register("wager.placed", 1, WagerPlaced)
CODEC = Codec(EVENTS, REGISTRY)


def entry(stream: str, seq: int, amount: int = 100) -> Entry:
    return CODEC.entry(stream, seq, NOW_MS + seq, WagerPlaced("p-1", "red", amount))


def entries(stream: str, first: int, last: int) -> list[Entry]:
    return [entry(stream, seq) for seq in range(first, last + 1)]


def put(store: Store, stream: str, event: msgspec.Struct) -> Head:
    """Append one event as the next of its stream; the new head."""
    seq = store.head(stream).seq + 1
    (digest,) = store.append([CODEC.entry(stream, seq, NOW_MS + seq, event)])
    return Head(seq, digest)


def begin(store: Store, stream: str, key: SigningKey = KEY) -> Head:
    return put(store, stream, begun(key))


def place_wagers(store: Store, stream: str, count: int) -> Head:
    first = store.head(stream).seq + 1
    store.append(entries(stream, first, first + count - 1))
    return store.head(stream)


def sign(store: Store, stream: str, key: SigningKey = KEY) -> SignedHead:
    """Sign the head and put that on record, as at the end of a round."""
    head = sign_head(key, stream, store.head(stream))
    put(store, stream, signed(head))
    return head


def play_day(store: Store, stream: str, day: str, wagers: int = 5) -> Head:
    """Wagers, a signed round, and the signed snapshot that closes the day; the snapshot's head."""
    if not store.head(stream).seq:
        begin(store, stream)
    place_wagers(store, stream, wagers)
    sign(store, stream)
    closed = put(store, stream, snapshot(stream, day, KEY, f"state of {day}".encode()))
    sign(store, stream)
    return closed
