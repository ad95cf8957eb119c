"""The lab of a running house: computes sessions of play in a separate process, within limits.

The process starts with the first question and ends when idle. It takes one job at a time, each with
a time limit, and few may wait: the tables come first.
"""

import asyncio
import contextlib
import logging
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from importlib.util import find_spec
from typing import NamedTuple

from croupier.protocol.odds import SessionAsked, SessionShown
from croupier.rules.book import Book
from croupier.rules.limits import Limits
from croupier.rules.refusal import CroupierError, Refusal, refusal

log = logging.getLogger(__name__)

WORKER = "croupier.server.lab_worker"
LENGTH = 4
READY_S = 120.0
"""Time for a worker to start: the first one compiles the lab."""
ANSWER_S = 10.0
IDLE_S = 300.0
WAITING_MAX = 8


class Job(NamedTuple):
    """A session to compute."""

    book: Book
    limits: Limits
    asked: SessionAsked


def framed(value: object) -> bytes:
    """A pickle with its length in front, only ever sent between the house and its own worker."""
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH, "big") + data


def has_lab() -> bool:
    """Whether the extra croupier[lab] is installed."""
    return find_spec("numba") is not None


class Lab:
    """The worker process of a house, and its queue."""

    def __init__(self) -> None:
        self.waiting = 0
        self._turn = asyncio.Lock()
        self._worker: Process | None = None
        self._leaving: asyncio.TimerHandle | None = None
        self._expecting: asyncio.Task[SessionShown | Refusal | None] | None = None

    def expect(self) -> None:
        """Start the worker early: a question may follow."""
        if self._worker is None and not self.waiting and has_lab():
            self._expecting = asyncio.create_task(self._in_turn(None))

    async def ask(self, job: Job) -> SessionShown:
        """Compute a session; refused if too many wait, it takes too long, or the lab is missing."""
        if not has_lab():
            raise CroupierError(refusal("lab/missing"))
        if self.waiting >= WAITING_MAX:
            raise CroupierError(refusal("rate/odds"))
        found = await self._in_turn(job)
        if isinstance(found, Refusal):
            raise CroupierError(found)
        assert found is not None
        return found

    async def _in_turn(self, job: Job | None) -> SessionShown | Refusal | None:
        """The worker's answer, or why there is none; None if no job was given."""
        self.waiting += 1
        try:
            async with self._turn:
                worker = await self._ready()
                if job is None:
                    return None
                return await asyncio.wait_for(_exchange(worker, job), ANSWER_S)
        except TimeoutError:
            return await self._given_up(refusal("lab/too-long", seconds=int(ANSWER_S)))
        except (asyncio.IncompleteReadError, OSError):
            return await self._given_up(refusal("lab/failed"))
        except asyncio.CancelledError:
            await self._end()  # or the next job would read this answer
            raise
        finally:
            self.waiting -= 1
            if self._leaving is not None:
                self._leaving.cancel()
            self._leaving = asyncio.get_running_loop().call_later(IDLE_S, self._leave)

    async def _ready(self) -> Process:
        if self._worker is None:
            self._worker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", WORKER), stdin=PIPE, stdout=PIPE, start_new_session=True
            )
            await asyncio.wait_for(_read(self._worker), READY_S)
        return self._worker

    async def _given_up(self, why: Refusal) -> Refusal:
        log.warning("lab worker killed", extra={"fields": {"reason": why.code}})
        await self._end()
        return why

    def _leave(self) -> None:
        if self._worker is not None and not self.waiting:
            assert self._worker.stdin is not None
            self._worker.stdin.close()
            self._worker = None

    async def close(self) -> None:
        """End the worker, busy or not."""
        if self._expecting is not None:
            self._expecting.cancel()
            await asyncio.gather(self._expecting, return_exceptions=True)
        await self._end()

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if self._leaving is not None:
            self._leaving.cancel()
        if worker is not None:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()


async def _exchange(worker: Process, job: Job) -> SessionShown | Refusal:
    assert worker.stdin is not None
    if worker.stdin.is_closing():
        raise BrokenPipeError("the worker is gone")  # uvloop's write would be a RuntimeError
    worker.stdin.write(framed(job))
    await worker.stdin.drain()
    found = await _read(worker)
    assert isinstance(found, SessionShown | Refusal)
    return found


async def _read(worker: Process) -> object:
    assert worker.stdout is not None
    size = int.from_bytes(await worker.stdout.readexactly(LENGTH), "big")
    return pickle.loads(await worker.stdout.readexactly(size))
