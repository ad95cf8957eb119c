"""Every store against a plain dict: random appends, conflicts, failures, restarts, retention."""

import tempfile
from abc import abstractmethod
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from croupier.journal.entry import GENESIS, START, Entry, Head, Stored, chain
from croupier.journal.errors import SequenceConflict, StoreFailed
from croupier.journal.memory import Failure, MemoryStore
from croupier.journal.postgres import PostgresStore
from croupier.journal.sqlite import SqliteStore
from croupier.journal.store import Store
from tests.journal.samples import entry
from tests.postgres import Cluster

STREAMS = st.sampled_from(["a", "b", "house"])
PLANS = st.lists(st.tuples(STREAMS, st.integers(1, 9)), max_size=6)
"""The streams of a batch in order, with an amount each."""


class StoreMachine(RuleBasedStateMachine):
    """A store, and what it should hold."""

    def __init__(self) -> None:
        super().__init__()
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name) / "data"
        self.store = self.make()
        self.model: dict[str, list[Stored]] = {}
        self.bases: dict[str, Head] = {}

    @abstractmethod
    def make(self) -> Store: ...

    @abstractmethod
    def restarted(self) -> Store: ...

    def batch(self, plan: list[tuple[str, int]]) -> list[Entry]:
        seqs = {stream: stored[-1].seq for stream, stored in self.model.items()}
        batch = []
        for stream, amount in plan:
            seqs[stream] = seqs.get(stream, 0) + 1
            batch.append(entry(stream, seqs[stream], amount))
        return batch

    def keep(self, batch: list[Entry]) -> list[bytes]:
        hashes = []
        for one in batch:
            stream = self.model.setdefault(one.stream, [])
            digest = chain(stream[-1].hash if stream else GENESIS, one)
            fields = (one.stream, one.seq, one.at_ms, one.name, one.version, one.body)
            stream.append(Stored(*fields, digest))
            hashes.append(digest)
        return hashes

    @rule(plan=PLANS)
    def append(self, plan: list[tuple[str, int]]) -> None:
        batch = self.batch(plan)
        assert self.store.append(batch) == self.keep(batch)

    @rule(plan=PLANS, stream=STREAMS, off=st.sampled_from([-1, 1, 5]))
    def conflict(self, plan: list[tuple[str, int]], stream: str, off: int) -> None:
        *before, right = self.batch([*plan, (stream, 1)])
        with pytest.raises(SequenceConflict):
            self.store.append([*before, entry(stream, right.seq + off)])

    @rule()
    def restart(self) -> None:
        self.store.close()
        self.store = self.restarted()

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        stream = data.draw(st.sampled_from(sorted(self.model)))
        kept = self.model[stream][self.bases.get(stream, START).seq :]
        if kept:
            self.bases[stream] = data.draw(st.sampled_from(kept)).head
            self.store.drop(stream, self.bases[stream])

    @invariant()
    def holds_what_the_model_holds(self) -> None:
        assert self.store.streams() == sorted(self.model)
        for stream, stored in self.model.items():
            base = self.bases.get(stream, START)
            assert self.store.base(stream) == base
            assert self.store.head(stream) == stored[-1].head
            assert list(self.store.read(stream)) == stored[base.seq :]

    def teardown(self) -> None:
        self.store.close()
        self.temporary.cleanup()


class MemoryMachine(StoreMachine):
    def make(self) -> Store:
        return MemoryStore()

    def restarted(self) -> Store:
        assert isinstance(self.store, MemoryStore)
        return self.store.reopened()

    @rule(plan=PLANS, kept=st.booleans())
    def fail(self, plan: list[tuple[str, int]], kept: bool) -> None:
        assert isinstance(self.store, MemoryStore)
        self.store.failure_at = Failure(self.store.appends + 1, kept)
        batch = self.batch(plan)
        with pytest.raises(StoreFailed):
            self.store.append(batch)
        if kept:
            self.keep(batch)
        self.restart()


class SqliteMachine(StoreMachine):
    def make(self) -> Store:
        return SqliteStore(self.folder)

    def restarted(self) -> Store:
        return SqliteStore(self.folder)


class PostgresMachine(StoreMachine):
    server: ClassVar[Cluster]

    def make(self) -> Store:
        self.address = self.server.new()
        return PostgresStore(self.address)

    def restarted(self) -> Store:
        return PostgresStore(self.address)

    @rule(plan=PLANS)
    def lose_the_session(self, plan: list[tuple[str, int]]) -> None:
        assert isinstance(self.store, PostgresStore)
        self.server.sql(f"SELECT pg_terminate_backend({self.store._writer.info.backend_pid}, 5000)")
        with pytest.raises(StoreFailed):
            self.store.append(self.batch([*plan, ("a", 1)]))
        self.restart()


@pytest.fixture
def with_postgres(postgres: Cluster) -> None:
    PostgresMachine.server = postgres


TestMemoryAgainstModel = MemoryMachine.TestCase
TestSqliteAgainstModel = SqliteMachine.TestCase
TestMemoryAgainstModel.settings = settings(max_examples=60, stateful_step_count=20, deadline=None)
TestSqliteAgainstModel.settings = settings(
    max_examples=20,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.usefixtures("with_postgres")
class TestPostgresAgainstModel(PostgresMachine.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(
        max_examples=5,
        stateful_step_count=10,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
