"""The committer: writes what all tables of a process submit, many submissions a transaction.

Submissions are written in the order in which they came, and answered in that order; those of one
stream may share a transaction, and the record does not show which did. After a failed write
everything waiting and everything later fails. A committer does not know what it writes, and it does
not close the store.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple

from croupier.journal.entry import Entry
from croupier.journal.errors import CommitterClosed, StoreFailed
from croupier.journal.store import Store

Outcome = list[bytes] | Exception
"""The hashes of a submission's entries, or why it is not on record."""


Hashes = list[bytes]
Wait = Future[Hashes] | asyncio.Future[Hashes]


class Submission(NamedTuple):
    """Entries to be written together, and the future that waits for them."""

    entries: Sequence[Entry]
    wait: Wait
    loop: asyncio.AbstractEventLoop | None


class ThreadCommitter:
    """A thread that writes everything that waits, while the next submissions gather."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: SimpleQueue[Submission | None] = SimpleQueue()
        self._submitting = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="journal-committer", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> StoreFailed | None:
        """The failed write that ended all writing."""
        return self._store.failure

    def submit(self, entries: Sequence[Entry]) -> Future[Hashes]:
        """Submit entries for the next group; for threads."""
        wait: Future[Hashes] = Future()
        self._put(Submission(entries, wait, None))
        return wait

    def commit(self, entries: Sequence[Entry]) -> Hashes:
        """Write entries and wait until they are durable; for threads."""
        return self.submit(entries).result()

    def submit_soon(self, entries: Sequence[Entry]) -> asyncio.Future[Hashes]:
        """Submit entries for the next group; for a running event loop."""
        loop = asyncio.get_running_loop()
        wait: asyncio.Future[Hashes] = loop.create_future()
        self._put(Submission(entries, wait, loop))
        return wait

    async def append(self, entries: Sequence[Entry]) -> Hashes:
        """Write entries and wait until they are durable.

        Cancelling the wait does not withdraw the entries.
        """
        return await self.submit_soon(entries)

    def close(self) -> None:
        """Write what is waiting, and accept nothing more."""
        with self._submitting:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _put(self, submission: Submission) -> None:
        with self._submitting:
            if self._closed:
                raise CommitterClosed("the committer is closed")
            self._queue.put(submission)

    def _run(self) -> None:
        closing = False
        while not closing:
            gathered = self._gathered()
            closing = gathered[-1] is None
            if group := [one for one in gathered if one is not None]:
                commit_submissions(self._store, group)

    def _gathered(self) -> list[Submission | None]:
        """Everything that is waiting, at least one item; None is always last."""
        group = [self._queue.get()]
        try:
            while True:
                group.append(self._queue.get_nowait())
        except Empty:
            return group


def commit_submissions(store: Store, group: Sequence[Submission]) -> None:
    outcomes = commit_group(store, [one.entries for one in group])
    loops: dict[asyncio.AbstractEventLoop, list[tuple[Wait, Outcome]]] = {}
    for submission, outcome in zip(group, outcomes, strict=True):
        if submission.loop is not None:
            loops.setdefault(submission.loop, []).append((submission.wait, outcome))
        elif not isinstance(submission.wait, Future) or (
            submission.wait.set_running_or_notify_cancel()
        ):
            _answer(submission.wait, outcome)
    for loop, answers in loops.items():
        # One call a group: waking an event loop for each answer costs more than the answer. In a
        # loop that is closed nobody is waiting.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_answer_all, answers)


def _answer_all(answers: Sequence[tuple[Wait, Outcome]]) -> None:
    for wait, outcome in answers:
        if not wait.done():
            _answer(wait, outcome)


def _answer(wait: Wait, outcome: Outcome) -> None:
    if isinstance(outcome, Exception):
        wait.set_exception(outcome)
    else:
        wait.set_result(outcome)


def commit_group(store: Store, submissions: Sequence[Sequence[Entry]]) -> list[Outcome]:
    """Write submissions durably, in their order; the outcome of each."""
    try:
        hashes = store.append([entry for entries in submissions for entry in entries])
    except StoreFailed as failure:
        # One for each: an exception gathers the traces of all who raise it.
        return [type(failure)(*failure.args) for _ in submissions]
    except Exception as refused:
        if len(submissions) == 1:
            return [refused]
        # Nothing was written: one by one, so that only the one to blame is refused, and those
        # that built on it.
        return [commit_group(store, [entries])[0] for entries in submissions]
    return _shared_out(hashes, submissions)


def _shared_out(hashes: list[bytes], submissions: Sequence[Sequence[Entry]]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    at = 0
    for entries in submissions:
        outcomes.append(hashes[at : at + len(entries)])
        at += len(entries)
    return outcomes
