"""Reading for a start: from the last snapshot, and only what is proven."""

from pathlib import Path

import pytest

from croupier.journal.entry import Entry
from croupier.journal.errors import RecordBroken
from croupier.journal.events import Difference, Started, differences, hash_of_sources, last_start
from croupier.journal.memory import MemoryStore
from croupier.journal.sqlite import SqliteStore
from croupier.journal.walk import since_snapshot
from tests.journal.samples import CODEC, KEY, THIEF, begin, place_wagers, play_day, put, sign

TABLE = "table-1"


def test_without_a_snapshot_everything_is_read() -> None:
    store = MemoryStore()
    assert list(since_snapshot(store, TABLE, KEY.public)) == []
    begin(store, TABLE)
    place_wagers(store, TABLE, 3)
    assert [one.seq for one in since_snapshot(store, TABLE, KEY.public)] == [1, 2, 3, 4]


def test_a_start_begins_with_the_last_snapshot() -> None:
    store = MemoryStore()
    play_day(store, TABLE, "2026-03-01")
    last = play_day(store, TABLE, "2026-03-02")
    place_wagers(store, TABLE, 2)
    read = list(since_snapshot(store, TABLE))
    assert read[0].head == last
    assert read[-1].head == store.head(TABLE)


def test_a_broken_chain_ends_the_reading_where_it_breaks(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store:
        begin(store, TABLE)
        place_wagers(store, TABLE, 9)
        store._writer.execute("UPDATE entries SET at_ms = 0 WHERE seq = 6")
        seen: list[int] = []
        with pytest.raises(RecordBroken, match="table-1 at 6: damaged"):
            seen.extend(one.seq for one in since_snapshot(store, TABLE))
        assert seen in ([], [1, 2, 3, 4, 5])


def test_a_missing_tail_ends_the_reading(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store:
        begin(store, TABLE)
        place_wagers(store, TABLE, 9)
        store._writer.execute("DELETE FROM entries WHERE seq > 8")
        with pytest.raises(RecordBroken, match="table-1 at 9: tail-missing"):
            list(since_snapshot(store, TABLE))


def test_another_key_ends_the_reading() -> None:
    store = MemoryStore()
    begin(store, TABLE, THIEF)
    sign(store, TABLE, THIEF)
    assert len(list(since_snapshot(store, TABLE, THIEF.public))) == 2
    with pytest.raises(RecordBroken, match="another key"):
        list(since_snapshot(store, TABLE, KEY.public))


def test_a_record_without_a_key_ends_the_reading() -> None:
    store = MemoryStore()
    store.append([Entry(TABLE, 1, 0, "wager.placed", 1, b"{}")])
    with pytest.raises(RecordBroken, match="no-key"):
        list(since_snapshot(store, TABLE))


def test_each_start_is_compared_with_the_one_before() -> None:
    first = Started("1.0", "ab", {"sands-2019": "one", "edz-2020": "two"})
    store = MemoryStore()
    assert last_start(store, "house", CODEC) is None
    put(store, "house", first)
    assert last_start(store, "house", CODEC) == first
    assert differences(first, Started("1.0", "ab", {"edz-2020": "two", "sands-2019": "one"})) == []
    second = Started("1.1", "cd", {"sands-2019": "changed", "sixth": "new"})
    put(store, "house", second)
    assert last_start(store, "house", CODEC) == second
    assert differences(first, second) == [
        Difference("program", "1.0", "1.1"),
        Difference("program_sha256", "ab", "cd"),
        Difference("edz-2020", "two", ""),
        Difference("sands-2019", "one", "changed"),
        Difference("sixth", "", "new"),
    ]


def test_every_file_of_the_program_counts(tmp_path: Path) -> None:
    hashes = set()
    for name, content in (("a.py", "1"), ("b.py", "1"), ("deep/a.py", "1"), ("a.py", "2")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
        hashes.add(hash_of_sources(tmp_path))
    assert len(hashes) == 4
    (tmp_path / "notes.txt").write_text("not the program", encoding="utf-8")
    assert hash_of_sources(tmp_path) in hashes


def test_what_a_start_says_is_on_record_word_for_word() -> None:
    event = Started("1.0", "ab", {"b": "2", "a": "1"})
    assert CODEC.encode(event)[2] == (
        b'{"program":"1.0","program_sha256":"ab","data_sha256":{"a":"1","b":"2"},'
        b'"heads_kept":false}'
    )
