"""Work in chunks, done by this process, by several on this machine, or by a cluster.

The plan alone cuts the work into chunks, whatever the number of workers; every chunk knows its own
random words; results are whole numbers that are added up. So the answer is the same to the bit,
however many workers there are, and in whatever order they finish.
"""

import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing
from importlib import import_module
from itertools import islice
from typing import Any, Protocol, TypeVar

Done_co = TypeVar("Done_co", covariant=True)
Done = TypeVar("Done")

AHEAD = 2
"""Chunks waiting for each worker, so that none is ever idle."""


class Plan(Protocol[Done_co]):
    """Work in chunks; plans are pickled to other processes."""

    @property
    def chunks(self) -> int:
        """How many there are."""

    def do(self, chunk: int, /) -> Done_co:
        """Do one of them."""


def done_here(plan: Plan[Done]) -> Generator[Done, None, None]:
    """All chunks, one after the other, in this process."""
    for chunk in range(plan.chunks):
        yield plan.do(chunk)


def done_by_processes(plan: Plan[Done], workers: int) -> Generator[Done, None, None]:
    """All chunks, done by several processes, in the order they finish."""
    # A fork has everything compiled already; beside other threads it would not be safe.
    alone = threading.active_count() == 1 and "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if alone else "spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_ready, initargs=(plan,))
    with pool, closing(_in_time(pool.submit, plan.chunks, workers * AHEAD)) as results:
        yield from results


def done_by_cluster(plan: Plan[Done], address: str) -> Generator[Done, None, None]:
    """All chunks, done by the workers of a dask scheduler, in the order they finish."""
    try:
        dask: Any = import_module("distributed")  # it has types in part, and wrong ones
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            "a cluster needs dask: pip install 'croupier[cluster]'", name="distributed"
        ) from missing
    with dask.Client(address) as client:
        sent = client.scatter(plan, broadcast=True)
        tasks = client.map(_do_given, range(plan.chunks), given=sent, pure=False)
        for task in dask.as_completed(tasks):
            yield task.result()


def _do_given(chunk: int, given: Plan[Done]) -> Done:
    return given.do(chunk)


_plan: Plan[Any] | None = None


def _ready(plan: Plan[Any]) -> None:
    """Keep the plan for later chunks; Ctrl-C is handled by the parent process."""
    global _plan
    _plan = plan
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(chunk: int) -> Any:
    assert _plan is not None, "a worker is made with its plan"
    return _plan.do(chunk)


def _in_time(
    submit: Callable[[Callable[[int], Any], int], Future[Any]], chunks: int, waiting_max: int
) -> Generator[Any, None, None]:
    """Results as they finish, with few chunks queued so that stopping is quick."""
    left: Iterable[int] = iter(range(chunks))
    waiting = {submit(_do, chunk) for chunk in islice(left, waiting_max)}
    try:
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {submit(_do, chunk) for chunk in islice(left, len(done))}
            for each in done:
                yield each.result()
    finally:
        for each in waiting:
            each.cancel()


def done_by(plan: Plan[Done], workers: int, cluster: str | None) -> Generator[Done, None, None]:
    """All chunks, by the workers asked for."""
    if cluster is not None:
        return done_by_cluster(plan, cluster)
    if workers > 1 and plan.chunks > 1:
        return done_by_processes(plan, workers)
    return done_here(plan)
