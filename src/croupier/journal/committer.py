"""Who gathers the groups that are written together: one committer a process, for all tables.

Submissions are written in the order in which they came, and answered in that order. After a
failed write everything waiting and everything later fails. A committer must not know what it
writes, and it does not close the store.
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
from croupier.journal.group import Outcome, commit_group
from croupier.journal.store import Store

Hashes = list[bytes]
Wait = Future[Hashes] | asyncio.Future[Hashes]


class Submission(NamedTuple):
    """Entries to be written together, and who waits for them: a thread, or a task in a loop."""

    entries: Sequence[Entry]
    wait: Wait
    loop: asyncio.AbstractEventLoop | None


class ManualCommitter:
    """The simulator's: nothing is written before ``flush``, and everything waiting is then."""

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
            _commit(self._store, group)

    def commit(self, entries: Sequence[Entry]) -> Hashes:
        """Write entries now, after those that wait already."""
        wait = self.submit(entries)
        self.flush()
        return wait.result(0)


class ThreadCommitter:
    """The server's: a thread takes everything that waits, while the next submissions gather."""

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
        """Have entries written with the next group; for threads."""
        wait: Future[Hashes] = Future()
        self._put(Submission(entries, wait, None))
        return wait

    def commit(self, entries: Sequence[Entry]) -> Hashes:
        """Write entries, and come back when they are durable; for threads."""
        return self.submit(entries).result()

    def submit_soon(self, entries: Sequence[Entry]) -> asyncio.Future[Hashes]:
        """Have entries written with the next group; for a running event loop."""
        loop = asyncio.get_running_loop()
        wait: asyncio.Future[Hashes] = loop.create_future()
        self._put(Submission(entries, wait, loop))
        return wait

    async def append(self, entries: Sequence[Entry]) -> Hashes:
        """Write entries, and come back when they are durable.

        Who stops waiting does not take the entries back: they are written all the same.
        """
        return await self.submit_soon(entries)

    def close(self) -> None:
        """Write what waits, and take no more."""
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
                _commit(self._store, group)

    def _gathered(self) -> list[Submission | None]:
        """Everything that waits, at least one; nothing comes after None."""
        group = [self._queue.get()]
        try:
            while True:
                group.append(self._queue.get_nowait())
        except Empty:
            return group


def _commit(store: Store, group: Sequence[Submission]) -> None:
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
        # loop that is closed nobody is left to be told.
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
