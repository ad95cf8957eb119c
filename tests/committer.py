"""A committer for tests: nothing is written before ``flush``, and then everything that waits is."""

from collections.abc import Sequence
from concurrent.futures import Future

from croupier.journal.committer import Hashes, Submission, commit_submissions
from croupier.journal.entry import Entry
from croupier.journal.errors import StoreFailed
from croupier.journal.store import Store


class ManualCommitter:
    """Writes when it is told to."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Submission] = []

    @property
    def failure(self) -> StoreFailed | None:
        """The failed write that ended all writing."""
        return self._store.failure

    def submit(self, entries: Sequence[Entry]) -> Future[Hashes]:
        """Have entries written with the next group."""
        wait: Future[Hashes] = Future()
        self._waiting.append(Submission(entries, wait, None))
        return wait

    def flush(self) -> None:
        """Write everything waiting in one transaction, then answer in order."""
        group, self._waiting = self._waiting, []
        if group:
            commit_submissions(self._store, group)

    def commit(self, entries: Sequence[Entry]) -> Hashes:
        """Write entries now, after those that wait already."""
        wait = self.submit(entries)
        self.flush()
        return wait.result(0)
