"""Signed heads as the line of text that leaves the house."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.journal import heads
from croupier.journal.entry import STREAM_NAME, Head
from croupier.journal.errors import HeadsRefused, HeadUnreadable, StoreFailed, StoreStopped
from croupier.journal.heads import SignedHead, sign_head
from croupier.journal.sqlite import SqliteStore
from tests.journal.samples import KEY, THIEF, begin, place_wagers

HEAD = sign_head(KEY, "table-1", Head(41, bytes(range(32))))


@given(
    st.from_regex(STREAM_NAME, fullmatch=True),
    st.integers(0, 2**63),
    st.binary(min_size=32, max_size=32),
)
def test_a_line_of_text_gives_the_same_head_back(stream: str, seq: int, digest: bytes) -> None:
    head = sign_head(KEY, stream, Head(seq, digest))
    assert "\n" not in head.line
    read = SignedHead.parse(f"  {head.line}\n")
    assert read == head
    assert read.is_signed_by(KEY.public)
    assert not read.is_signed_by(THIEF.public)


def test_the_line_never_changes_its_form() -> None:
    word, stream, seq, digest, key, signature = HEAD.line.split(" ")
    assert (word, stream, seq) == ("croupier-head-1", "table-1", "41")
    assert digest == bytes(range(32)).hex()
    assert key == KEY.id
    assert len(signature) == 88


@pytest.mark.parametrize("at", range(1, 6))
def test_a_line_with_one_word_of_another_head_is_not_genuine(at: int) -> None:
    other = sign_head(THIEF, "table-2", Head(42, bytes(32)))
    words, theirs = HEAD.line.split(), other.line.split()
    words[at] = theirs[at]
    assert not SignedHead.parse(" ".join(words)).is_signed_by(KEY.public)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "croupier-head-1",
        HEAD.line.replace("head-1", "head-2"),
        HEAD.line.replace(" 41 ", " x "),
        HEAD.line.replace(" 41 ", " "),
        HEAD.line.replace("table-1", "../etc"),
        HEAD.line.replace("0001", "zz01"),
        HEAD.line.replace("0001", ""),
        HEAD.line + "!",
        HEAD.line + " more",
    ],
)
def test_what_is_no_head_is_refused(line: str) -> None:
    with pytest.raises(HeadUnreadable):
        SignedHead.parse(line)


def test_a_sealed_heads_file_with_a_head_that_another_signed_is_refused() -> None:
    assert heads.parse_heads_file(heads.heads_file(KEY, [HEAD])).heads == (HEAD,)
    foreign = sign_head(THIEF, "table-2", Head(7, bytes(32)))
    with pytest.raises(HeadsRefused, match="its signature does not fit"):
        heads.parse_heads_file(heads.heads_file(KEY, [HEAD, foreign]))


def test_a_heads_file_that_cannot_be_written_stops_the_store(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "data") as store:
        begin(store, "table-1")
        kept = tmp_path / "kept"
        kept.mkdir()
        store.keep_heads(KEY, (kept,))
        shutil.rmtree(kept)
        place_wagers(store, "table-1", 1)
        assert store._keeper is not None
        store._keeper.close()
        with pytest.raises(StoreStopped, match="kept"):
            place_wagers(store, "table-1", 1)


def test_a_first_heads_file_that_cannot_be_written_stops_the_store_too(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "data") as store:
        with pytest.raises(StoreFailed, match="nowhere"):
            store.keep_heads(KEY, (tmp_path / "nowhere",))
        with pytest.raises(StoreStopped):
            begin(store, "table-1")
