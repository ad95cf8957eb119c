"""Restart after a crash: entries read from SQLite, proven, decoded and replayed into a floor.

A journal of wagers in rounds that settle, as a busy table leaves it, is loaded by
``croupier.table.recovery.load``: once without snapshots, so that every entry is replayed, and once
a day of a million wagers with the snapshots that a house takes. Beside it, in the same run, the
same rows read from the same file and nothing else done with them. All in processor time.
"""

import random
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.figures import Figure, by_turns, cpu_ms, progress
from croupier import books
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.keys import SigningKey
from croupier.journal.sqlite import SqliteStore
from croupier.journal.sqlite_file import FILE
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.rules.limits import Limits, Range
from croupier.rules.positions import Position
from croupier.table.core import HOUSE_STREAM, Request
from croupier.table.floor import Floor, TableSetting
from croupier.table.recovery import load

FOLDER = Path(__file__).parent
TABLE, PLAYERS, ROUNDS, WAGERS = "sands-2019", 200, 40, 2_500
AIM, TURNS = 100_000, 5
ROUNDS_A_DAY, START_MS = 400, 2_000
KEY = SigningKey.from_seed(bytes(32))
DEALER = Actor("dora", Position.DEALER)
SHIFT_MANAGER = Actor("gia", Position.GAMING_SHIFT_MANAGER)


def measure() -> list[Figure]:
    """All entries of a journal, and the start after a day."""
    return [every_entry(), after_a_day()]


def every_entry() -> Figure:
    """Events replayed a second, and rows only read; the median of some turns."""
    progress(f"replay of a journal of {ROUNDS * WAGERS:,} wagers, {TURNS} turns")
    setting = TableSetting(TABLE, books.load(TABLE), Limits(Range(100, 10**9)))
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder, SqliteStore(Path(folder)) as store:
        count = fill(store, setting, ROUNDS, snapshots=False)
        settings = {TABLE: setting}

        def replayed() -> float:
            begun = process_time()
            floor = load(store, settings, KEY)
            passed = process_time() - begun
            assert floor.tables[TABLE].state.round_number == ROUNDS
            return count / passed

        ours, read = by_turns(TURNS, replayed, lambda: rows_per_second(Path(folder)))
    aim, work = f"≥ {AIM:,}", "events replayed at a start, from SQLite, proven"
    return Figure(work, "events/s", ours, "the rows only read", read, aim, ours >= AIM)


def after_a_day() -> Figure:
    """A start in the middle of a day in which a table has taken a million wagers."""
    wagers = ROUNDS_A_DAY * WAGERS
    progress(f"a start after a day of {wagers:,} wagers")
    setting = TableSetting(TABLE, books.load(TABLE), Limits(Range(100, 10**9)))
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder, SqliteStore(Path(folder)) as store:
        fill(store, setting, ROUNDS_A_DAY, snapshots=True)
        took = median(cpu_ms(lambda: load(store, {TABLE: setting}, KEY)) for _ in range(TURNS))
    work = f"a start after a day of {wagers:,} wagers at one table"
    return Figure(work, "ms", took, aim=f"≤ {START_MS:,} ms of CPU", reached=took <= START_MS)


def rows_per_second(folder: Path) -> float:
    """The same rows, read and forgotten."""
    connection = sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)
    begun, count = process_time(), 0
    for _ in connection.execute("SELECT * FROM entries ORDER BY stream_id, seq"):
        count += 1
    passed = process_time() - begun
    connection.close()
    return count / passed


def fill(store: SqliteStore, setting: TableSetting, rounds: int, *, snapshots: bool) -> int:
    """A day of rounds on record; how many entries."""
    floor = Floor(KEY)
    if not snapshots:
        floor.snapshot_entries = 10**9
    store.append([floor.begin(HOUSE_STREAM, 0), *floor.make(setting, 0)])
    for batch in day(floor, rounds):
        stepped = floor.step(TABLE, batch, 1)
        refused = [answer for answer in stepped.answers if not answer.accepted]
        assert not refused, refused[0]
        store.append(stepped.entries)
    return sum(store.head(stream).seq for stream in store.streams())


def day(floor: Floor, rounds: int) -> Iterator[Sequence[Request]]:
    """Players sit down, then rounds with wagers from their terminals."""
    chance, asked = random.Random(2020), list[Command]()
    asked += [StartDay(day="2026-11-15"), OpenTable(opener=10**12)]
    for at in range(PLAYERS):
        asked += [TakeSeat(player=f"p-{at}"), BuyIn(player=f"p-{at}", amount=10**6)]
    yield [Request(SHIFT_MANAGER, each) for each in asked]
    wagers = list(floor.tables[TABLE].state.book.wagers)
    for number in range(rounds):
        yield [Request(DEALER, OpenBets())]
        first = 1 + number * WAGERS
        yield [
            Request(
                Actor(f"p-{id_ % PLAYERS}"),
                PlaceWager(wager=chance.choice(wagers), amount=500),
                f"p-{id_ % PLAYERS}",
                id_,
            )
            for id_ in range(first, first + WAGERS)
        ]
        outcome = chance.choice(floor.tables[TABLE].state.book.pockets)
        steps = (SpinBall(), CloseBets(), CallOutcome(number=outcome))
        yield [Request(DEALER, each) for each in (*steps, ConfirmOutcome(number=outcome))]
