"""Killed, or refused a write, at every call that writes (requirements 4, 5, 9 and 11).

Every thread that writes is traced alone, because strace counts calls thread by thread: the one that
opens and closes the store, the one that writes entries, and the one that keeps the heads file.
"""

import shutil
from pathlib import Path

import pytest

from tests.crash.forks import Run
from tests.crash.points import SAMPLE, Cell, Runs, Tell, Tried, cells
from tests.crash.tracing import Fault, Forks

KILL, EIO, ENOSPC = "signal=KILL", "error=EIO", "error=ENOSPC"
WRITING = cells(("opening", "writing", "keeping"), (KILL, EIO, ENOSPC))


def require_kept(tried: Tried) -> None:
    """Nothing was wrong, and every point was really hit."""
    wrong = [f"{point}: {len(all_)}, as {all_[0]}" for point, all_ in tried.faults.items()]
    assert not wrong, "\n".join(wrong[:10])
    assert tried.hits == tried.points > 0


@pytest.mark.parametrize("cell", WRITING, ids=str)
def test_fault_at_every_write(cell: Cell, forks: Forks, folder: Path, tell: Tell) -> None:
    tried = Runs(forks, folder, cell).at_every_call()
    tell("points", tried.points, f"{cell}: {tried}")
    require_kept(tried)


@pytest.mark.parametrize("cell", cells(("opening", "writing"), (KILL, EIO)), ids=str)
def test_fault_at_every_write_of_a_recovery(
    cell: Cell, forks: Forks, folder: Path, tell: Tell
) -> None:
    """The house was killed in the middle of a round; what is hit is the start after that, where
    everybody sends everything again."""
    before = folder / "before"
    before.mkdir()
    run = Run(str(before / "lines"), str(before / "data"), cell.book, gate="writing")
    kill = Fault("fdatasync", KILL, 21)
    assert forks.run(run, "-e", kill.option, trace=before / "trace").killed
    tried = Runs(forks, folder, cell).at_every_call(SAMPLE // 2, before)
    shutil.rmtree(before)
    tell("points", tried.points, f"recovery-{cell}: {tried}")
    require_kept(tried)


@pytest.mark.parametrize(
    ("planted", "action", "caught"),
    [
        ("hasty", KILL, "told, and not on record"),
        ("forgiving", EIO, "after the first error"),
    ],
)
def test_planted_fault_is_caught(
    planted: str, action: str, caught: str, forks: Forks, folder: Path, tell: Tell
) -> None:
    """These tests can fail: a store that answers too early; one that believes a second fsync."""
    tried = Runs(forks, folder, Cell("writing", action, "edz-2020"), planted).at_every_call(4)
    tell("points", tried.points, f"planted {planted}: {tried}, as they must be")
    assert any(caught in fault for faults in tried.faults.values() for fault in faults)
