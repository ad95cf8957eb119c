"""A fork server: it has imported everything once, so that a process to be killed costs a fork.

    python -m tests.crash.forks

It reads one run a line from its input, and says on its output where the run stands:

    gate PID TID    the thread waits to be traced, until the process gets SIGUSR1
    ended STATUS    the process is over, with the status that waitpid gives

A run has a gate: ``opening`` is before the store is opened, in the thread that opens and closes it;
``writing`` is before the first write, in the thread that writes; ``keeping`` is before the heads
file is first written, in the thread that does so; ``none`` waits for nobody.
"""

import ctypes
import gc
import os
import resource
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import Literal

import msgspec

from tests.crash import scenario
from tests.table.floors import settings

GateName = Literal["none", "opening", "writing", "keeping"]
PR_SET_PTRACER = 0x59616D61
ANY = ctypes.c_ulong(-1)
SECONDS_MAX = 60
"""A run takes a fraction of a second; one that hangs must not hang the tests."""


class Run(msgspec.Struct, frozen=True):
    """A run of the scenario."""

    lines: str
    folder: str
    book: str
    planted: str = ""
    gate: GateName = "none"
    file_bytes_max: int | None = None
    """No file may grow beyond this."""


def main() -> None:
    settings()  # the books are read once, here
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    gc.freeze()
    for line in sys.stdin:
        run = msgspec.json.decode(line, type=Run)
        child = os.fork()
        if child == 0:
            _play(run)
        _, status = os.waitpid(child, 0)
        _say(f"ended {status}")


def _play(run: Run) -> None:
    """Never returns: the process ends here, whatever happens."""
    status = 1
    signal.alarm(SECONDS_MAX)
    try:
        if run.gate != "none":
            # Where a process may only be traced by its parents, strace is no parent of this one.
            ctypes.CDLL(None).prctl(PR_SET_PTRACER, ANY, 0, 0, 0)
        if run.file_bytes_max is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (run.file_bytes_max, run.file_bytes_max))
        if run.gate == "opening":
            _wait_to_be_traced()
        gate = _wait_to_be_traced if run.gate == "writing" else None
        keeping = _wait_to_be_traced if run.gate == "keeping" else None
        scenario.run(Path(run.lines), Path(run.folder), run.book, run.planted, gate, keeping)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _wait_to_be_traced() -> None:
    _say(f"gate {os.getpid()} {threading.get_native_id()}")
    signal.sigwait({signal.SIGUSR1})


def _say(line: str) -> None:
    os.write(1, line.encode() + b"\n")


if __name__ == "__main__":
    main()
