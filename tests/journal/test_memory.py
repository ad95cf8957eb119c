"""The store in memory: the contract, and failures where it is told to fail."""

from pathlib import Path

import pytest

from croupier.journal.errors import StoreFailed, StoreStopped
from croupier.journal.memory import Failure, MemoryStore
from croupier.journal.store import Store
from tests.journal.samples import entries, entry
from tests.journal.store_contract import StoreContract


class TestMemoryStore(StoreContract):
    def open(self, folder: Path) -> Store:
        return MemoryStore()

    def reopen(self, store: Store, folder: Path) -> Store:
        assert isinstance(store, MemoryStore)
        return store.reopened()

    def break_writes(self, store: Store) -> None:
        assert isinstance(store, MemoryStore)
        store.failure_at = Failure(store.appends + 1, kept=False)


@pytest.mark.parametrize("kept", [False, True])
def test_the_nth_append_fails_with_or_without_its_entries(kept: bool) -> None:
    store = MemoryStore(Failure(2, kept))
    store.append(entries("a", 1, 2))
    with pytest.raises(StoreFailed):
        store.append(entries("a", 3, 4))
    with pytest.raises(StoreStopped):
        store.append([entry("b", 1)])
    again = store.reopened(Failure(1, kept=False))
    assert again.head("a").seq == (4 if kept else 2)
    with pytest.raises(StoreFailed):
        again.append([entry("b", 1)])


def test_a_refused_append_does_not_count_as_one() -> None:
    store = MemoryStore(Failure(2, kept=False))
    store.append([entry("a", 1)])
    with pytest.raises(Exception, match="next entry of a is 2"):
        store.append([entry("a", 1)])
    assert store.failure is None
