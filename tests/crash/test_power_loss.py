"""Power lost at any moment: the files rebuilt from the recorded writes, without the unsynced ones.

A kill leaves the page cache to the next start; a power cut does not. So every run is recorded, and
at many moments of it the disk is made as it may then be found: requirement 4.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import books
from tests.crash import lines, recording
from tests.crash.disk import PASSING, Disk, written
from tests.crash.forks import Run
from tests.crash.judging import judged
from tests.crash.points import FULL, Tell, spread
from tests.crash.recording import Create, Step, Sync, Write
from tests.crash.tracing import Fault, Forks

MOMENTS = 64
CHANCES = 6 if FULL else 2
KILLED_AT_SYNCS = (8, 21)
"""At which syncs of the thread that writes a run is killed, before the next one begins: without a
round in play, and with one. The thread that opens the store has fewer."""


class Recorder:
    """Runs of a house one after the other in the same folder, each recorded."""

    def __init__(self, forks: Forks, folder: Path, book: str, planted: str = "") -> None:
        self._forks, self._folder = forks, folder
        self._run = Run(str(folder / "lines"), str(folder / "data"), book, planted, gate="opening")
        self.steps: list[Step] = []

    def record(self, *faults: Fault) -> None:
        """Play the day, or what a fault leaves of it."""
        options = [part for fault in faults for part in ("-e", fault.option)]
        trace = self._folder / "trace"
        ended = self._forks.run(self._run, *recording.OPTIONS, *options, trace=trace)
        assert ended.killed if faults else ended.finished
        self.steps += self._whole(ended.trace)

    def _whole(self, trace: str) -> list[Step]:
        """The steps of a run, which with those before amount to the files that are there: no write
        was missed, and whether a call that a kill left unanswered took place, the files say."""
        files = [f for f in Path(self._run.folder).iterdir() if not f.name.endswith(PASSING)]
        found = {file.name: file.read_bytes() for file in files}
        for unanswered in (True, False):
            steps = list(
                recording.steps(trace, self._run.folder, self._run.lines, unanswered=unanswered)
            )
            disk = Disk(self._run.folder)
            for step in self.steps + steps:
                if step.path != self._run.lines:
                    disk.happen(step)
            if disk.now() == found:
                return steps
        assert disk.now() == found
        return steps

    def cut(self, most: int, since: int = 0) -> Iterator[tuple[str, list[str]]]:
        """Cut the power at moments of the runs, and judge what may be found then."""
        disk, said = Disk(self._run.folder), b""
        moments = {at for at in self._moments(most) if at > since}
        for at, step in enumerate(self.steps, 1):
            if isinstance(step, Write) and step.path == self._run.lines:
                said += step.data
            else:
                disk.happen(step)
            if at in moments:
                heard = lines.heard(said.decode())
                for number, image in enumerate(disk.images(CHANCES, seed=at)):
                    yield f"step {at}, image {number}", self._judged(image, heard)

    def _moments(self, most: int) -> set[int]:
        """Steps after which the power goes: where files change, and where somebody is told."""
        worth = [at for at, step in enumerate(self.steps, 1) if self._is_worth(step)]
        return {worth[at - 1] for at in spread(len(worth), len(worth) if FULL else most)}

    def _is_worth(self, step: Step) -> bool:
        if isinstance(step, Write) and step.path == self._run.lines:
            return step.data.startswith(b"told ")
        return not isinstance(step, Sync | Create) and not step.path.endswith("-shm")

    def _judged(self, image: dict[str, bytes], heard: lines.Heard) -> list[str]:
        found = self._folder / "found"
        written(image, found)
        wrong = judged(found, heard)
        shutil.rmtree(found)
        return wrong


def tried(recorder: Recorder, most: int = MOMENTS) -> tuple[int, list[str]]:
    """How many images were judged, and what was wrong with them."""
    judgements = list(recorder.cut(most))
    return len(judgements), [f"{where}: {all_[0]}" for where, all_ in judgements if all_]


@pytest.mark.parametrize("book", books.ids() if FULL else ("edz-2020", "sands-2019"))
def test_what_was_told_outlives_a_power_cut(
    book: str, forks: Forks, folder: Path, tell: Tell
) -> None:
    """A day, and the same day sent again by everybody after a clean end."""
    recorder = Recorder(forks, folder, book)
    recorder.record()
    recorder.record()
    count, wrong = tried(recorder)
    steps = len(recorder.steps)
    tell("images", count, f"{book}: {count} images of {steps} steps, {len(wrong)} wrong")
    assert not wrong, "\n".join(wrong[:10])


@pytest.mark.parametrize("book", books.ids() if FULL else ("fast-action-2020",))
def test_what_a_start_shows_after_a_kill_outlives_a_power_cut(
    book: str, forks: Forks, folder: Path, tell: Tell
) -> None:
    """What a killed run wrote and did not sync is read by the next start, from the page cache:
    whoever is told of it must not lose it when the power goes then."""
    recorder = Recorder(forks, folder, book)
    for sync in KILLED_AT_SYNCS:
        recorder.record(Fault("fdatasync", "signal=KILL", sync))
    recorder.record()
    count, wrong = tried(recorder)
    tell("images", count, f"{book} after kills: {count} images, {len(wrong)} wrong")
    assert not wrong, "\n".join(wrong[:10])


@pytest.mark.parametrize("planted", ["synchronous=OFF", "synchronous=NORMAL"])
def test_planted_setting_is_caught(planted: str, forks: Forks, folder: Path, tell: Tell) -> None:
    """These tests can fail: SQLite told not to sync, or only at times, loses what was told."""
    recorder = Recorder(forks, folder, "edz-2020", planted)
    recorder.record()
    count, wrong = tried(recorder, 12)
    tell("images", count, f"{planted}: {count} images, {len(wrong)} wrong, as they must be")
    assert any("durable, and not on record" in one for one in wrong)


def test_planted_trust_in_the_page_cache_is_caught(forks: Forks, folder: Path, tell: Tell) -> None:
    """A start that does not sync what a killed run left loses what it found and took for durable.

    Nobody is told of that before the start itself is on record, which syncs it: two locks.
    """
    recorder = Recorder(forks, folder, "edz-2020", "trusting")
    recorder.record(Fault("fdatasync", "signal=KILL", KILLED_AT_SYNCS[0]))
    before = len(recorder.steps)
    recorder.record()
    for count, (_, wrong) in enumerate(recorder.cut(len(recorder.steps), before), 1):
        if any("said to be durable, and not on record" in one for one in wrong):
            tell("images", count, f"trust in the page cache: caught in image {count}")
            return
    pytest.fail("nothing was lost")
