"""Runs of the scenario under strace: traced, and with a fault injected at the N-th call."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from tests.crash.forks import Run

MISSING = "strace is missing, and these tests are nothing without it: apt-get install -y strace"
CALLS = ("write", "pwrite64", "fsync", "fdatasync", "ftruncate", "unlink", "rename")
"""All that changes the store's files, and the lines that the scenario writes."""


class Fault(NamedTuple):
    """What is to happen at the N-th call of a kind, counted in one thread."""

    call: str
    action: str
    """As strace spells it: ``signal=KILL``, ``error=EIO``."""
    at: int

    @property
    def option(self) -> str:
        return f"inject={self.call}:{self.action}:when={self.at}"


class Ended(NamedTuple):
    """How a run ended, and what strace saw of it."""

    status: int
    trace: str

    @property
    def killed(self) -> bool:
        return os.WIFSIGNALED(self.status) and os.WTERMSIG(self.status) == signal.SIGKILL

    @property
    def finished(self) -> bool:
        return os.WIFEXITED(self.status) and os.WEXITSTATUS(self.status) == 0


class Forks:
    """The fork server, as its user sees it; one run at a time."""

    def __init__(self, log: Path) -> None:
        self._log = log
        with log.open("wb") as errors:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "tests.crash.forks"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
                cwd=Path(__file__).parents[2],
            )

    def run(self, run: Run, *options: str, trace: Path | None = None) -> Ended:
        """Run the scenario; where it has a gate, under strace with these options."""
        self._ask(run)
        if run.gate == "none":
            return Ended(self._ended(), "")
        assert trace is not None
        word, pid, thread = self._reply()
        assert word == "gate"
        with _attached(int(thread), trace, *options) as problem:
            # Without its tracer nothing may be believed of the run: it ends where it waits.
            os.kill(int(pid), signal.SIGKILL if problem else signal.SIGUSR1)
            status = self._ended()
        assert not problem, problem
        return Ended(status, trace.read_text(encoding="utf-8"))

    def close(self) -> None:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.close()
        self._server.wait(60)
        self._server.stdout.close()

    def _ask(self, run: Run) -> None:
        assert self._server.stdin is not None
        self._server.stdin.write(msgspec.json.encode(run).decode() + "\n")
        self._server.stdin.flush()

    def _reply(self) -> list[str]:
        assert self._server.stdout is not None
        line = self._server.stdout.readline()
        assert line, f"the fork server is gone:\n{self._log.read_text(encoding='utf-8')}"
        return line.split()

    def _ended(self) -> int:
        word, status = self._reply()
        assert word == "ended"
        ended = Ended(int(status), "")
        assert ended.killed or ended.finished, f"{ended}:\n{self._log.read_text(encoding='utf-8')}"
        return ended.status


def require_strace() -> str:
    """Where strace is; without it nothing here is proven, so nothing is skipped."""
    found = shutil.which("strace")
    if found is None:
        pytest.fail(MISSING, pytrace=False)
    return found


@contextmanager
def _attached(thread: int, trace: Path, *options: str) -> Iterator[str]:
    """strace on one thread, from here until the thread ends; or why it cannot be."""
    command = [require_strace(), "-y", "-o", str(trace), *options, "-p", str(thread)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as tracer:
        assert tracer.stderr is not None
        said = tracer.stderr.readline()
        yield "" if "attached" in said else f"{' '.join(command)}: {said}{tracer.stderr.read()}"
        tracer.wait(60)
