"""One entry of the record, and the hash that chains it to the entry before.

An entry is chained alone: how many were written together leaves no trace. Nothing here knows
where entries are kept or what their bodies say.
"""

import re
import struct
from hashlib import sha256

import msgspec

GENESIS = bytes(32)
"""The hash before the first entry of a stream. The stream's name is in every entry's own hash."""

STREAM_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
"""A stream's name goes into a head's line of text and into an archive's file name."""

# Sequence, time, version, and the lengths of stream, name and body: with a width for each number
# and a length for each text, no two entries have the same bytes.
_pack = struct.Struct(">QqIHHI").pack


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a stream: its last sequence number and the hash that commits to all of it."""

    seq: int
    hash: bytes


START = Head(0, GENESIS)
"""The head of a stream without entries."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An event as it is recorded: entry number ``seq`` of its stream, counted from 1."""

    stream: str
    seq: int
    at_ms: int
    name: str
    version: int
    body: bytes


class Stored(Entry, frozen=True, gc=False):
    """An entry as it is on record, with its hash."""

    hash: bytes

    @property
    def head(self) -> Head:
        """The head of its stream as of this entry."""
        return Head(self.seq, self.hash)


def chain(previous: bytes, entry: Entry) -> bytes:
    """The hash of an entry, chained to the hash of the one before it in its stream.

    >>> chain(GENESIS, Entry("table-1", 1, 0, "table.opened", 1, b"{}")).hex()[:16]
    'f28faaffc5b6b6c0'
    """
    stream, name, body = entry.stream.encode(), entry.name.encode(), entry.body
    numbers = _pack(entry.seq, entry.at_ms, entry.version, len(stream), len(name), len(body))
    return sha256(b"".join((previous, numbers, stream, name, body))).digest()
