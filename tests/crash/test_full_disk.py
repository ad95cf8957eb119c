"""A full disk stops the tables cleanly and loses nothing (requirement 20).

When there is room again, a new start finds everything that was told.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier import books
from tests.crash import lines
from tests.crash.forks import Run
from tests.crash.judging import judged
from tests.crash.points import FULL, TRACED, Tell, spread
from tests.crash.tracing import Forks

KIB = 1024
SIZES_KIB = range(16, 260, 4 if FULL else 12)
"""A day takes about 100 KiB on disk, its write-ahead file and its index of that included."""


def book_of(number: int) -> str:
    return books.ids()[number % len(books.ids())]


def stopped_cleanly(forks: Forks, run: Run, *options: str) -> bool:
    """Whether the disk became full: then the tables said so, and came to their end."""
    at = Path(run.lines).parent
    ended = forks.run(run, *TRACED, *options, trace=at / "trace")
    assert ended.finished
    heard = lines.heard(Path(run.lines).read_text(encoding="utf-8"))
    assert heard.ends == 1
    return bool(heard.stopped)


def test_files_that_cannot_grow(forks: Forks, folder: Path, tell: Tell) -> None:
    """The kernel's own limit: the write that comes to it is torn, and all later ones fail."""
    stops = 0
    for number, size in enumerate(SIZES_KIB):
        at = folder / f"{size}"
        at.mkdir()
        limit = size * KIB + 1000  # in the middle of a page
        run = Run(str(at / "lines"), str(at / "data"), book_of(number), file_bytes_max=limit)
        stops += stopped_cleanly(forks, run)
        assert judged(at / "data", lines.heard((at / "lines").read_text(encoding="utf-8"))) == []
        shutil.rmtree(at)
    tell("full disks", stops, f"files that cannot grow: {stops} of {len(SIZES_KIB)} sizes stop")
    assert stops >= 2


def test_no_space_left_from_a_write_on(forks: Forks, folder: Path, tell: Tell) -> None:
    """No write of entries succeeds any more, from some moment on."""
    writes = spread(250, 250 if FULL else 8)
    for number, write in enumerate(writes):
        at = folder / f"{write}"
        at.mkdir()
        run = Run(str(at / "lines"), str(at / "data"), book_of(number), gate="writing")
        assert stopped_cleanly(forks, run, "-e", f"inject=pwrite64:error=ENOSPC:when={write}+")
        assert judged(at / "data", lines.heard((at / "lines").read_text(encoding="utf-8"))) == []
        shutil.rmtree(at)
    tell("full disks", len(writes), f"no space left from a write on: {len(writes)} tried")


def test_small_disk(forks: Forks, folder: Path, tell: Tell, say: Callable[[str], None]) -> None:
    """A real file system that is full, and then has room again."""
    stops = 0
    for number, size in enumerate(SIZES_KIB):
        at = folder / f"{size}"
        (at / "disk").mkdir(parents=True)
        with mounted(at / "disk", size) as disk:
            if not disk:
                say("no right to mount a small disk here: files that cannot grow stand for it")
                return
            run = Run(str(at / "lines"), str(at / "disk" / "data"), book_of(number))
            stops += stopped_cleanly(forks, run)
            mount("-o", "remount,size=16m", str(at / "disk"))
            heard = lines.heard((at / "lines").read_text(encoding="utf-8"))
            assert judged(at / "disk" / "data", heard) == []
    tell("full disks", stops, f"small disks: {stops} of {len(SIZES_KIB)} sizes stop the tables")
    assert stops >= 2


@contextmanager
def mounted(at: Path, size_kib: int) -> Iterator[bool]:
    """A disk in memory of that size, if this process may have one."""
    may = os.geteuid() == 0 and mount("-t", "tmpfs", "-o", f"size={size_kib}k", "none", str(at))
    try:
        yield may
    finally:
        if may:
            subprocess.run(["umount", str(at)], check=True)


def mount(*arguments: str) -> bool:
    return subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode == 0
