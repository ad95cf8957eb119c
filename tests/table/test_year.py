"""The accelerated year in short: what must stay flat does, counted in entries and rounds."""

from pathlib import Path

import pytest

from benchmarks.year import KINDS, Year
from croupier import books
from croupier.history import recent_rounds
from croupier.journal.archive import ArchivedRecord
from croupier.journal.backup import archives_of
from croupier.journal.check import check
from croupier.journal.sqlite import SqliteRecord
from croupier.table.verifying import verify

EVERY = 60
DAYS = 6
"""Of retention."""


def test_a_house_that_turns_its_days_by_itself_stays_as_big_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_rounds, "KEPT", 10)
    year = Year(KINDS["small"], tmp_path, played=3, retention=DAYS)
    year.floor.snapshot_entries = EVERY
    measured = []
    for day in range(1, 25):
        year.play_day()
        if day >= 12 and day % 4 == 0:
            measured.append(year.measured(day))
    first, *_, last = measured
    assert last["entries"] > 1.4 * first["entries"]
    a_day = last["entries"] / 24
    for one in measured:
        assert one["kept"] <= (DAYS + 2) * a_day, "old days are in the archives"
        assert one["read"] <= 2 * EVERY + 2 * a_day, "a start reads from the last snapshots"
    # Snapshots hold the days that nobody has counted, a hundred bytes each.
    assert last["used"] <= 1.25 * first["used"], "their room in the file is used again"
    year.play_day(25)
    assert year.started()[1] <= 2 * EVERY + 60, "whatever was played within the day"
    for rounds in year.histories.values():
        assert rounds._latest is not None
        assert len(rounds._latest) <= 2 * recent_rounds.KEPT < len(rounds)
    year.close()
    with SqliteRecord(tmp_path) as kept:
        whole = ArchivedRecord(kept, archives_of(tmp_path))
        assert check(whole, year.key.public).findings == []
        assert verify(whole, {"racetrack-2012": books.load("racetrack-2012")}).findings == []
