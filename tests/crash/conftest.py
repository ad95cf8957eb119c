"""What the crash tests share: a fork server, a folder in memory, a line about what was tried."""

import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.crash.points import FULL, Tell
from tests.crash.tracing import Forks, require_strace

Say = Callable[[str], None]
IN_MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks]:
    """A fork server for all tests of this worker."""
    require_strace()
    server = Forks(tmp_path_factory.mktemp("forks") / "log")
    yield server
    server.close()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: a kill leaves the page cache as it is, so that a disk
    below it would only cost time."""
    if not (IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK)):
        yield tmp_path
        return
    made = Path(tempfile.mkdtemp(prefix="croupier-crash-", dir=IN_MEMORY))
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="session")
def say(request: pytest.FixtureRequest) -> Say:
    """A way to the terminal, past pytest's capture; of a worker of xdist only stderr gets there."""
    capture = request.config.pluginmanager.getplugin("capturemanager")

    def say(line: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"\ncrash: {line}", file=sys.stderr, flush=True)

    return say


@pytest.fixture(scope="session")
def tally(say: Say) -> Iterator[Counter[str]]:
    """How much was tried by all tests of this worker, said in one line at the end."""
    counts: Counter[str] = Counter()
    yield counts
    total = ", ".join(f"{count} {what}" for what, count in counts.items())
    say(f"{total} tried" + ("" if FULL else "; make crash tries all of them"))


@pytest.fixture
def tell(say: Say, tally: Counter[str], record_property: Callable[[str, object], None]) -> Tell:
    """Say how much a test has tried: at once in the full form, which takes its time."""

    def told(what: str, count: int, line: str) -> None:
        tally[what] += count
        record_property("tried", line)
        if FULL:
            say(line)

    return told
