"""What every store promises. A store's own tests inherit these and say how to make one."""

from abc import ABC, abstractmethod
from pathlib import Path
from threading import Thread

import pytest

from croupier.journal.entry import GENESIS, START, Entry, Head, Stored, chain
from croupier.journal.errors import (
    EntriesArchived,
    RetentionRefused,
    SequenceConflict,
    StoreClosed,
    StoreFailed,
    StoreRefused,
    StoreStopped,
)
from croupier.journal.store import Store
from tests.journal.samples import entries, entry


class StoreContract(ABC):
    """The contract suite."""

    @abstractmethod
    def open(self, folder: Path) -> Store:
        """A store for this folder: a new one, or the one that is there."""

    @abstractmethod
    def reopen(self, store: Store, folder: Path) -> Store:
        """What a new start finds after this store was closed or failed."""

    @abstractmethod
    def break_writes(self, store: Store) -> None:
        """Make the next write of this store fail."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        return tmp_path / "data"

    @pytest.fixture
    def store(self, folder: Path) -> Store:
        return self.open(folder)

    def test_a_new_store_is_empty(self, store: Store) -> None:
        assert store.streams() == []
        assert store.head("table-1") == store.base("table-1") == START
        assert list(store.read("table-1")) == []
        assert store.last("table-1", "wager.placed") is None
        assert list(store.faults()) == []

    def test_what_is_appended_is_read_back_in_order(self, store: Store) -> None:
        given = [
            Entry("table-1", 1, -5, "a.b", 1, b""),
            Entry("table-1", 2, 2**62, "c.ö", 4_000_000_000, bytes(range(256)) * 50),
            Entry("table-1", 3, 0, "", 1, b"{}"),
        ]
        store.append(given)
        assert [unhashed(one) for one in store.read("table-1")] == given

    def test_entries_are_chained_one_by_one(self, store: Store) -> None:
        hashes = store.append(entries("table-1", 1, 2))
        hashes += store.append(entries("table-1", 3, 3))
        expected, previous = [], GENESIS
        for one in entries("table-1", 1, 3):
            previous = chain(previous, one)
            expected.append(previous)
        assert hashes == expected
        assert [stored.hash for stored in store.read("table-1")] == expected
        assert store.head("table-1") == Head(3, expected[-1])

    def test_groups_leave_no_trace(self, store: Store, tmp_path: Path) -> None:
        store.append(entries("table-1", 1, 9))
        other = self.open(tmp_path / "other")
        for one in entries("table-1", 1, 9):
            other.append([one])
        assert list(store.read("table-1")) == list(other.read("table-1"))

    def test_one_append_carries_several_streams(self, store: Store) -> None:
        mixed = [entry("b", 1), entry("a", 1), entry("b", 2), entry("house", 1), entry("a", 2)]
        store.append(mixed)
        assert store.streams() == ["a", "b", "house"]
        assert [unhashed(one) for one in store.read("a")] == entries("a", 1, 2)
        assert [unhashed(one) for one in store.read("b")] == entries("b", 1, 2)
        assert store.head("house").seq == 1

    def test_streams_do_not_share_a_chain(self, store: Store) -> None:
        first, second = store.append([entry("a", 1), entry("b", 1)])
        assert first != second

    @pytest.mark.parametrize("seq", [0, 1, 2, 4, 5, 100])
    def test_only_the_next_entry_is_taken(self, store: Store, seq: int) -> None:
        store.append(entries("table-1", 1, 2))
        with pytest.raises(SequenceConflict) as caught:
            store.append([entry("table-1", seq)])
        assert (caught.value.stream, caught.value.expected) == ("table-1", 3)
        assert caught.value.given == seq
        store.append([entry("table-1", 3)])

    def test_a_conflict_in_one_stream_writes_nothing_in_any(self, store: Store) -> None:
        store.append([entry("a", 1), entry("b", 1)])
        heads = store.head("a"), store.head("b")
        with pytest.raises(SequenceConflict):
            store.append([entry("a", 2), entry("new", 1), entry("b", 3), entry("a", 3)])
        assert (store.head("a"), store.head("b")) == heads
        assert store.streams() == ["a", "b"]
        assert len(list(store.read("a"))) == 1

    def test_a_gap_within_an_append_is_a_conflict(self, store: Store) -> None:
        with pytest.raises(SequenceConflict):
            store.append([entry("a", 1), entry("a", 3)])
        assert store.streams() == []

    def test_an_empty_append_is_taken(self, store: Store) -> None:
        assert store.append([]) == []
        assert store.streams() == []

    def test_large_appends_of_every_size(self, store: Store) -> None:
        seq = 0
        for size in (1, 2, 3, 511, 512, 513, 1023, 1500):
            store.append(entries("table-1", seq + 1, seq + size))
            seq += size
        assert [stored.seq for stored in store.read("table-1")] == list(range(1, seq + 1))

    @pytest.mark.parametrize("name", ["", " ", "a b", "-a", "../a", "a/b", "a\n", "ä", "x" * 65])
    def test_names_that_do_not_fit_a_line_or_a_file_are_refused(
        self, store: Store, name: str
    ) -> None:
        with pytest.raises(StoreRefused):
            store.append([entry(name, 1)])
        assert store.streams() == []

    def test_reading_begins_after_a_sequence_and_stops_at_a_limit(self, store: Store) -> None:
        store.append(entries("table-1", 1, 2500))

        def read(after: int | None, limit: int | None) -> list[int]:
            return [stored.seq for stored in store.read("table-1", after, limit)]

        assert read(None, None) == read(0, None) == list(range(1, 2501))
        assert read(2000, None) == list(range(2001, 2501))
        assert read(10, 3) == [11, 12, 13]
        assert read(0, 1700) == list(range(1, 1701))
        assert read(0, 0) == []
        assert read(2500, None) == read(9999, None) == []

    def test_a_reader_goes_on_with_what_is_written_meanwhile(self, store: Store) -> None:
        store.append(entries("table-1", 1, 1500))
        reading = store.read("table-1")
        assert next(reading).seq == 1
        store.append(entries("table-1", 1501, 1600))
        assert [stored.seq for stored in reading] == list(range(2, 1601))

    def test_the_last_entry_of_a_name(self, store: Store) -> None:
        store.append(
            [
                Entry("a", 1, 0, "x", 1, b"1"),
                Entry("a", 2, 0, "y", 1, b"2"),
                Entry("a", 3, 0, "x", 1, b"3"),
                Entry("a", 4, 0, "z", 1, b"4"),
                Entry("b", 1, 0, "x", 1, b"5"),
            ]
        )
        last = store.last("a", "x")
        assert last is not None
        assert (last.seq, last.body) == (3, b"3")
        assert store.last("a", "w") is None

    def test_entries_of_some_names(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("croupier.journal.rows.SEARCHED_ROWS", 7)
        given = [Entry("a", n, 0, "xyz"[n % 3], 1, b"%d" % n) for n in range(1, 31)]
        store.append([*given, Entry("b", 1, 0, "x", 1, b"")])

        def found(*names: str, after: int | None = None, before: int | None = None) -> list[int]:
            seqs = [one.seq for one in store.named("a", names, after, before)]
            turned = store.named("a", names, after, before, latest_first=True)
            assert [one.seq for one in turned] == seqs[::-1]
            return seqs

        wanted = [one.seq for one in given if one.name in "xz"]
        assert found("x", "z") == found("z", "x", "w") == wanted
        assert found("x", "z", after=7, before=23) == [n for n in wanted if 7 < n < 23]
        assert found("x", "y", "z", after=8, before=10) == [9]
        assert found("x", after=9, before=10) == found("x", after=30) == found("w") == found() == []
        assert [unhashed(one) for one in store.named("a", ["y"])] == given[::3]
        assert [unhashed(one) for one in store.named("a", None, 3, 9)] == given[3:8]
        latest = store.named("a", None, latest_first=True)
        assert [unhashed(one) for one in latest] == given[::-1]
        assert list(store.named("nowhere", ["x"])) == []

    def test_entries_of_a_name_go_no_further_than_the_stream_did(self, store: Store) -> None:
        store.append(entries("a", 1, 3))
        reading = store.named("a", [entry("a", 1).name])
        store.append(entries("a", 4, 6))
        assert [one.seq for one in reading] == [1, 2, 3]

    def test_archived_entries_of_a_name_are_not_passed_over(self, store: Store) -> None:
        store.append(entries("a", 1, 9))
        name = entry("a", 1).name
        store.drop("a", next(store.read("a", 3, 1)).head)
        assert [one.seq for one in store.named("a", [name])] == [5, 6, 7, 8, 9]
        with pytest.raises(EntriesArchived):
            list(store.named("a", [name], 2))

    def test_what_was_appended_outlives_the_store(self, store: Store, folder: Path) -> None:
        store.append([*entries("a", 1, 3), *entries("b", 1, 2)])
        before = [*store.read("a"), *store.read("b")]
        store.close()
        again = self.reopen(store, folder)
        assert [*again.read("a"), *again.read("b")] == before
        again.append([entry("b", 3), entry("c", 1), entry("a", 4)])
        assert again.streams() == ["a", "b", "c"]
        assert [stored.seq for stored in again.read("a")] == [1, 2, 3, 4]

    def test_the_first_failed_write_stops_the_store(self, store: Store, folder: Path) -> None:
        store.append(entries("a", 1, 3))
        assert store.failure is None
        self.break_writes(store)
        with pytest.raises(StoreFailed) as caught:
            store.append(entries("a", 4, 4000))
        assert not isinstance(caught.value, StoreStopped)
        assert store.failure is caught.value
        with pytest.raises(StoreStopped):
            store.append([entry("a", 4)])
        with pytest.raises(StoreStopped):
            store.append([entry("b", 1)])
        with pytest.raises(StoreStopped):
            store.drop("a", store.head("a"))
        store.close()
        again = self.reopen(store, folder)
        assert [stored.seq for stored in again.read("a")] in ([1, 2, 3], list(range(1, 4001)))
        assert again.streams() == ["a"]
        again.append([entry("a", again.head("a").seq + 1)])

    def test_a_closed_store_takes_and_gives_nothing(self, store: Store) -> None:
        store.append([entry("a", 1)])
        store.close()
        store.close()
        with pytest.raises(StoreClosed):
            store.append([entry("a", 2)])
        with pytest.raises(StoreClosed):
            list(store.read("a"))

    def test_any_thread_reads_while_one_writes(self, store: Store) -> None:
        seen: list[list[int]] = []

        def read() -> None:
            seen.extend([stored.seq for stored in store.read("a")] for _ in range(20))

        readers = [Thread(target=read) for _ in range(2)]
        for reader in readers:
            reader.start()
        for seq in range(1, 41):
            store.append([entry("a", seq)])
        for reader in readers:
            reader.join()
        assert len(seen) == 40
        assert all(seqs == list(range(1, len(seqs) + 1)) for seqs in seen)

    def test_dropped_entries_leave_their_head(self, store: Store, folder: Path) -> None:
        store.append([*entries("a", 1, 5), *entries("b", 1, 5)])
        all_of_a = list(store.read("a"))
        store.drop("a", all_of_a[2].head)
        assert store.base("a") == all_of_a[2].head
        assert store.base("b") == START
        assert list(store.read("a")) == list(store.read("a", 3)) == all_of_a[3:]
        assert store.head("a") == all_of_a[-1].head
        with pytest.raises(EntriesArchived, match="archived up to 3"):
            store.read("a", 2)
        store.append([entry("a", 6)])
        store.close()
        again = self.reopen(store, folder)
        assert again.base("a") == all_of_a[2].head
        assert [stored.seq for stored in again.read("a")] == [4, 5, 6]

    def test_a_reader_skips_nothing_that_is_dropped_meanwhile(self, store: Store) -> None:
        store.append(entries("a", 1, 2500))
        through = next(store.read("a", 1999, 1)).head
        seen: list[int] = []
        try:
            for stored in store.read("a"):
                seen.append(stored.seq)
                if stored.seq == 500:
                    store.drop("a", through)
        except EntriesArchived:
            assert seen == list(range(1, len(seen) + 1))
        else:
            assert seen == list(range(1, 2501))

    def test_only_what_is_there_can_be_dropped(self, store: Store) -> None:
        store.append(entries("a", 1, 3))
        head = store.head("a")
        for wrong in (Head(2, head.hash), Head(4, head.hash), START, Head(3, GENESIS)):
            with pytest.raises(RetentionRefused):
                store.drop("a", wrong)
        with pytest.raises(RetentionRefused):
            store.drop("unknown", head)
        assert len(list(store.read("a"))) == 3
        store.drop("a", head)
        assert store.head("a") == store.base("a") == head
        assert list(store.read("a")) == []
        store.append([entry("a", 4)])
        assert [stored.seq for stored in store.read("a")] == [4]


def unhashed(stored: Stored) -> Entry:
    return Entry(stored.stream, stored.seq, stored.at_ms, stored.name, stored.version, stored.body)
