"""Group commit: order, concurrency, failure; and the same record whatever the groups were."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from croupier.journal.committer import ThreadCommitter
from croupier.journal.entry import Entry
from croupier.journal.errors import (
    CommitterClosed,
    SequenceConflict,
    StoreFailed,
    StoreRefused,
    StoreStopped,
)
from croupier.journal.memory import Failure, MemoryStore
from croupier.journal.sqlite import SqliteStore
from tests.committer import ManualCommitter
from tests.journal.samples import entries, entry


class GatedStore(MemoryStore):
    """A store whose writes wait for a sign, and which remembers the groups."""

    def __init__(self, failure_at: Failure | None = None) -> None:
        super().__init__(failure_at)
        self.gate = threading.Event()
        self.entered = threading.Event()
        self.groups: list[list[tuple[str, int]]] = []

    def append(self, entries: Sequence[Entry]) -> list[bytes]:
        self.entered.set()
        assert self.gate.wait(10)
        self.groups.append([(one.stream, one.seq) for one in entries])
        return super().append(entries)


@pytest.fixture
def gated() -> Iterator[tuple[GatedStore, ThreadCommitter]]:
    store = GatedStore()
    committer = ThreadCommitter(store)
    yield store, committer
    store.gate.set()
    committer.close()


def test_what_waits_is_written_together_and_in_order(
    gated: tuple[GatedStore, ThreadCommitter],
) -> None:
    store, committer = gated
    futures = [committer.submit([entry("a", 1)])]
    assert store.entered.wait(10)
    futures += [
        committer.submit(entries("a", 2, 3)),
        committer.submit([entry("b", 1)]),
        committer.submit([entry("a", 4), entry("b", 2)]),
    ]
    assert not any(future.done() for future in futures)
    store.gate.set()
    hashes = [digest for future in futures for digest in future.result(10)]
    assert store.groups == [
        [("a", 1)],
        [("a", 2), ("a", 3), ("b", 1), ("a", 4), ("b", 2)],
    ]
    stored = {one.hash for stream in ("a", "b") for one in store.read(stream)}
    assert set(hashes) == stored


def test_futures_are_completed_in_order(gated: tuple[GatedStore, ThreadCommitter]) -> None:
    store, committer = gated
    completed: list[int] = []
    futures = [committer.submit([entry("a", seq)]) for seq in range(1, 50)]
    for number, future in enumerate(futures):
        future.add_done_callback(lambda _, number=number: completed.append(number))  # type: ignore[misc]
    store.gate.set()
    futures[-1].result(10)
    committer.close()
    assert completed == list(range(49))


def test_many_threads_each_with_a_stream(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store:
        committer = ThreadCommitter(store)

        def play(stream: str) -> None:
            for seq in range(1, 51):
                (digest,) = committer.commit([entry(stream, seq)])
                # Durable, and so to be read, before anyone is told.
                assert store.head(stream).hash == digest

        threads = [threading.Thread(target=play, args=(f"table-{n}",)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        committer.close()
        assert {store.head(f"table-{n}").seq for n in range(8)} == {50}


def test_many_tasks_of_one_event_loop(tmp_path: Path) -> None:
    async def play(committer: ThreadCommitter, stream: str) -> list[bytes]:
        hashes = []
        for seq in range(1, 41):
            hashes += await committer.append([entry(stream, seq)])
        return hashes

    async def play_all(committer: ThreadCommitter) -> list[list[bytes]]:
        return await asyncio.gather(*(play(committer, f"table-{n}") for n in range(16)))

    with SqliteStore(tmp_path) as store:
        committer = ThreadCommitter(store)
        hashes = asyncio.run(play_all(committer))
        committer.close()
        for n, expected in enumerate(hashes):
            assert [stored.hash for stored in store.read(f"table-{n}")] == expected


def test_tasks_go_on_in_the_order_of_their_submissions(
    gated: tuple[GatedStore, ThreadCommitter],
) -> None:
    store, committer = gated
    order: list[int] = []

    async def submit(seq: int) -> None:
        await committer.append([entry("a", seq)])
        order.append(seq)

    async def submit_all() -> None:
        tasks = [asyncio.create_task(submit(seq)) for seq in range(1, 30)]
        await asyncio.sleep(0.01)
        store.gate.set()
        await asyncio.gather(*tasks)

    asyncio.run(submit_all())
    assert order == list(range(1, 30))


def test_who_stops_waiting_does_not_take_the_entries_back(
    gated: tuple[GatedStore, ThreadCommitter],
) -> None:
    store, committer = gated

    async def give_up() -> None:
        task = asyncio.create_task(committer.append([entry("a", 1)]))
        later = asyncio.create_task(committer.append([entry("a", 2)]))
        await asyncio.sleep(0.01)
        task.cancel()
        store.gate.set()
        await later
        assert task.cancelled()

    asyncio.run(give_up())
    cancelled = committer.submit([entry("a", 3)])
    cancelled.cancel()
    committer.commit([entry("a", 4)])
    assert store.head("a").seq == 4


def test_a_loop_that_is_gone_does_not_stop_the_others(
    gated: tuple[GatedStore, ThreadCommitter],
) -> None:
    store, committer = gated

    async def leave() -> None:
        committer.submit_soon([entry("a", 1)])

    asyncio.run(leave())
    store.gate.set()
    committer.commit([entry("a", 2)])
    assert store.head("a").seq == 2


@pytest.mark.parametrize("kept", [False, True])
def test_after_a_failure_everything_waiting_and_everything_later_fails(kept: bool) -> None:
    store = GatedStore(Failure(2, kept))
    committer = ThreadCommitter(store)
    first = committer.submit([entry("a", 1)])
    assert store.entered.wait(10)
    group = [committer.submit([entry("a", 2)]), committer.submit([entry("b", 1)])]
    store.gate.set()
    assert len(first.result(10)) == 1
    errors = [future.exception(10) for future in group]
    assert [type(error) for error in errors] == [StoreFailed, StoreFailed]
    assert errors[0] is not errors[1]
    assert isinstance(committer.submit([entry("a", 2)]).exception(10), StoreStopped)

    async def append() -> None:
        await committer.append([entry("c", 1)])

    with pytest.raises(StoreStopped):
        asyncio.run(append())
    assert committer.failure is store.failure is not None
    committer.close()


def test_only_the_submission_to_blame_is_refused(
    gated: tuple[GatedStore, ThreadCommitter],
) -> None:
    store, committer = gated
    committer.submit([entry("a", 1)])
    assert store.entered.wait(10)
    good = committer.submit([entry("b", 1)])
    bad = committer.submit([entry("b", 2), entry("a", 7)])
    built_on_it = committer.submit([entry("b", 3)])
    nameless = committer.submit([entry("no name", 1)])
    other = committer.submit([entry("a", 2)])
    store.gate.set()
    assert len(good.result(10)) == len(other.result(10)) == 1
    assert isinstance(bad.exception(10), SequenceConflict)
    assert isinstance(built_on_it.exception(10), SequenceConflict)
    assert isinstance(nameless.exception(10), StoreRefused)
    assert (store.head("a").seq, store.head("b").seq) == (2, 1)


def test_closing_writes_what_waits_and_takes_no_more(
    gated: tuple[GatedStore, ThreadCommitter],
) -> None:
    store, committer = gated
    futures = [committer.submit([entry("a", seq)]) for seq in range(1, 6)]
    threading.Timer(0.01, store.gate.set).start()
    committer.close()
    committer.close()
    assert all(future.done() for future in futures)
    assert store.head("a").seq == 5
    with pytest.raises(CommitterClosed):
        committer.submit([entry("a", 6)])


def test_by_hand_nothing_is_written_before_the_flush() -> None:
    store = MemoryStore()
    committer = ManualCommitter(store)
    futures = [committer.submit(entries("a", 1, 2)), committer.submit([entry("a", 3)])]
    assert store.streams() == []
    assert not futures[0].done()
    committer.flush()
    committer.flush()
    assert store.appends == 1
    assert [len(future.result(0)) for future in futures] == [2, 1]
    waiting = committer.submit([entry("a", 4)])
    assert len(committer.commit([entry("a", 5)])) == 1
    assert waiting.done()
    assert store.appends == 2


def test_by_hand_a_failure_fails_all_that_wait() -> None:
    committer = ManualCommitter(MemoryStore(Failure(1, kept=False)))
    futures: list[Future[list[bytes]]] = [committer.submit([entry("a", n)]) for n in (1, 2)]
    committer.flush()
    assert all(isinstance(future.exception(0), StoreFailed) for future in futures)
    with pytest.raises(StoreStopped):
        committer.commit([entry("a", 1)])
    assert committer.failure is not None


def test_the_record_is_the_same_whatever_the_groups_were() -> None:
    records = []
    for size in (1, 3, 20):
        store = MemoryStore()
        committer = ManualCommitter(store)
        for seq in range(1, 21):
            committer.submit([entry("a", seq), entry("b", seq)])
            if seq % size == 0:
                committer.flush()
        committer.flush()
        records.append([*store.read("a"), *store.read("b")])
    assert records[0] == records[1] == records[2]
    assert len(records[0]) == 40
