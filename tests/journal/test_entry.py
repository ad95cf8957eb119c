"""The chain: every field counts, and no two entries have the same bytes."""

import struct
from hashlib import sha256

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from croupier.journal.entry import GENESIS, Entry, chain

ENTRIES = st.builds(
    Entry,
    stream=st.text(max_size=8),
    seq=st.integers(1, 2**40),
    at_ms=st.integers(-(2**40), 2**40),
    name=st.text(max_size=8),
    version=st.integers(1, 9),
    body=st.binary(max_size=20),
)


@given(ENTRIES, ENTRIES)
def test_two_entries_have_the_same_hash_only_if_they_are_the_same(a: Entry, b: Entry) -> None:
    assert (chain(GENESIS, a) == chain(GENESIS, b)) == (a == b)


def test_text_moved_from_one_field_to_the_next_changes_the_hash() -> None:
    shifted = [
        Entry("ab", 1, 0, "c", 1, b"d"),
        Entry("a", 1, 0, "bc", 1, b"d"),
        Entry("a", 1, 0, "b", 1, b"cd"),
        Entry("abc", 1, 0, "", 1, b"d"),
        Entry("", 1, 0, "", 1, b"abcd"),
    ]
    assert len({chain(GENESIS, entry) for entry in shifted}) == len(shifted)


def test_the_hash_before_counts() -> None:
    entry = Entry("a", 2, 0, "b", 1, b"c")
    assert chain(GENESIS, entry) != chain(bytes(31) + b"\1", entry)


def test_the_bytes_that_are_hashed_never_change() -> None:
    """Written down once more: a journal of today must be checked by the program of any year."""
    entry = Entry("table-1", 7, 1_700_000_000_123, "wager.placed", 2, b'{"amount":2500}')
    written = (
        b"\x11" * 32
        + struct.pack(">QqIHHI", 7, 1_700_000_000_123, 2, 7, 12, 15)
        + b'table-1wager.placed{"amount":2500}'
    )
    assert chain(b"\x11" * 32, entry) == sha256(written).digest()


@given(ENTRIES, st.sampled_from(Entry.__struct_fields__), ENTRIES)
def test_every_field_counts(entry: Entry, field: str, other: Entry) -> None:
    changed = msgspec.structs.replace(entry, **{field: getattr(other, field)})
    assert (chain(GENESIS, changed) == chain(GENESIS, entry)) == (changed == entry)
