"""The rounds of a table that plays on: answers as from an index of all, in bounded memory."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from croupier.history import recent_rounds
from croupier.history.recent_rounds import StoredRounds
from croupier.history.rounds import RoundIndex
from croupier.house.day import EndDay, StartDay
from croupier.house.tray import OpenTable
from croupier.journal.archive import ArchivedRecord, archive_closed_days
from croupier.journal.entry import Entry
from croupier.journal.errors import EntriesArchived
from croupier.journal.sqlite import SqliteStore
from croupier.journal.store import Record
from croupier.round.close import CloseBets
from croupier.round.correction import CorrectOutcome
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.table.core import table_stream
from tests.history.days import SEEDS, evening, on_disk
from tests.table.floors import MANAGER, SHIFT, SUPERVISOR, Serving

TABLE = "sands-2019"
STREAM = table_stream(TABLE)


async def play_days(serving: Serving, days: int, rounds: int) -> None:
    """Rounds that are settled, void and corrected, over gaming days, and one in play."""
    chance = random.Random(days)
    await serving.must(TABLE, StartDay(day="2026-11-01"), by=SHIFT)
    await serving.must(TABLE, OpenTable(opener=10_000_000), by=SUPERVISOR)
    for day in range(1, days + 1):
        for _ in range(rounds):
            await serving.must(TABLE, OpenBets(), SpinBall(), CloseBets())
            if chance.random() < 0.1:
                await serving.must(TABLE, CallNoSpin(reason="a jump"))
            else:
                number = str(chance.randint(1, 36))
                await serving.must(TABLE, CallOutcome(number=number))
                await serving.must(TABLE, ConfirmOutcome(number=number))
            past = serving.floor.tables[TABLE].state.past
            if chance.random() < 0.1:
                old = next(
                    (
                        n
                        for n, one in past.items()
                        if one.outcome not in (None, "0") and one.phase == "settled"
                    ),
                    None,
                )
                if old is not None:
                    correct = CorrectOutcome(round=old, number="0", approver=MANAGER)
                    await serving.must(TABLE, correct, by=SUPERVISOR)
        if day < days:
            await serving.must(TABLE, EndDay(), by=SHIFT)
            await serving.must(TABLE, StartDay(day=f"2026-11-{day + 1:02}"), by=SHIFT)
    await serving.must(TABLE, OpenBets())


def see_all(rounds: StoredRounds, entries: Sequence[Entry]) -> None:
    for entry in entries:
        rounds.see(entry)


def same(record: Record, table: str, rounds: StoredRounds) -> None:
    whole = RoundIndex(table)
    whole.catch_up(record)
    assert list(rounds) == list(whole)
    assert rounds.days == whole.days
    numbers = [one.number for one in whole]
    for number in (*numbers[::7], *numbers[-3:], max(numbers, default=0) + 1, 0):
        assert rounds.find(number) == whole.find(number), number
        for count in (1, 5, 100):
            assert rounds.before(number, count) == whole.before(number, count), number
    for count in (0, 1, 3, 20, 1000):
        assert rounds.last(count) == whole.last(count), count
    for day in (*whole.days, "1999-01-01"):
        assert rounds.of_day(day) == whole.of_day(day), day


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few in memory that most must be read."""
    monkeypatch.setattr(recent_rounds, "KEPT", 5)
    monkeypatch.setattr(recent_rounds, "PAGE", 4)


@pytest.mark.usefixtures("few")
async def test_what_is_read_is_what_an_index_of_all_tells(tmp_path: Path) -> None:
    with SqliteStore(tmp_path) as store:
        serving = await Serving(store, own_wheel=False).start()
        serving.floor.snapshot_entries = 60
        rounds = StoredRounds(TABLE, store)
        same(store, TABLE, rounds)
        serving.running._notify = lambda table, events, entries: see_all(rounds, entries)
        await play_days(serving, 4, 25)
        await serving.running.idle()
        same(store, TABLE, rounds)
        assert rounds._latest is not None
        assert len(rounds._latest) <= 10
        same(store, TABLE, StoredRounds(TABLE, store))
        await serving.stop()
        archive_closed_days(store, STREAM, tmp_path / "archives")
        left = StoredRounds(TABLE, store)
        same(store, TABLE, left)
        with pytest.raises(EntriesArchived):
            left.find(1)
        paths = list((tmp_path / "archives").iterdir())
        assert RoundIndex(TABLE).find(1) is None
        again = RoundIndex(TABLE)
        again.catch_up(ArchivedRecord(store, paths))
        assert again.find(1) is not None


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("seed", SEEDS[:2])
def test_evenings_of_the_simulator_read_the_same(seed: int, tmp_path: Path) -> None:
    with on_disk(tmp_path, evening(seed)) as record:
        for stream in record.streams():
            if stream.startswith("table-"):
                table = stream.removeprefix("table-")
                same(record, table, StoredRounds(table, record))
