"""What a wager costs in processor time without a network: deciding and encoding, and appending.

The floor decides batches and a store on the disk writes them, in turns, as a running house does;
each part is timed by the processor time of its thread. Beside the appending stands a bare loop:
the same bytes chained by SHA-256 and inserted into SQLite, with no checks and no other code.

python benchmarks/wager_cost.py      (one line of JSON, also with another source tree's PYTHONPATH)
"""

import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from statistics import fmean, median
from time import thread_time, time_ns
from typing import NamedTuple

FOLDER = Path(__file__).parent
sys.path.append(str(FOLDER.parent))  # so that this file can be run as it is

from benchmarks.figures import Figure, by_turns, progress  # noqa: E402
from croupier import books  # noqa: E402
from croupier.house.chips import BuyIn  # noqa: E402
from croupier.house.day import StartDay  # noqa: E402
from croupier.house.seats import TakeSeat  # noqa: E402
from croupier.house.tray import OpenTable  # noqa: E402
from croupier.journal.entry import Entry  # noqa: E402
from croupier.journal.keys import SigningKey  # noqa: E402
from croupier.journal.sqlite import SqliteStore  # noqa: E402
from croupier.round.base import Actor  # noqa: E402
from croupier.round.bets import PlaceWager  # noqa: E402
from croupier.round.opening import OpenBets  # noqa: E402
from croupier.rules.limits import Limits, Range  # noqa: E402
from croupier.rules.positions import Position  # noqa: E402
from croupier.server.api.serving import settle_down  # noqa: E402
from croupier.table.core import HOUSE_STREAM, Request  # noqa: E402
from croupier.table.floor import Floor, TableSetting  # noqa: E402

TABLE, BATCH, WAGERS_MEASURED, TURNS = "edz-2020", 512, 50_000, 5
WAGERS = ("red", "straight:17", "split:17/20", "dozen:1", "corner:1/2/4/5")
SHIFT_MANAGER = Actor("gia", Position.GAMING_SHIFT_MANAGER)
DECIDE_MOST_US, APPEND_MOST_US = 8, 4


class Cost(NamedTuple):
    """Microseconds of processor time for each wager, with what is done once in many batches."""

    decide_us: float
    append_us: float


def measure() -> list[Figure]:
    """Both parts, and the bare loop in the same turns."""
    progress(f"the cost of a wager in process, {TURNS} turns of {WAGERS_MEASURED:,}")
    costs: list[Cost] = []

    def ours() -> float:
        costs.append(cost())
        return costs[-1].append_us

    append, bare = by_turns(TURNS, ours, bare_append_us)
    decide = median(each.decide_us for each in costs)
    batches = f"CPU, batches of {BATCH}"
    aim, reached = f"≤ {DECIDE_MOST_US} µs", decide <= DECIDE_MOST_US
    said, kept = f"≤ {APPEND_MOST_US} µs", append <= APPEND_MOST_US
    return [
        Figure(f"a wager decided and encoded, {batches}", "µs", decide, aim=aim, reached=reached),
        Figure(
            f"its entry appended, {batches}",
            "µs",
            append,
            "bare chain and insert",
            bare,
            said,
            kept,
        ),
    ]


def cost(batch: int = BATCH, wagers: int = WAGERS_MEASURED) -> Cost:
    """What a wager of these batches costs."""
    return [each for _, each in growing(batch, (wagers,))][-1]


def growing(batch: int, marks: tuple[int, ...]) -> Iterator[tuple[int, Cost]]:
    """One round that fills, and what its wagers cost since the mark before."""
    with opened() as store:
        floor, players, first = seated(batch)
        store.append(first)
        settle_down()
        asked, decided, appended = 0, list[float](), list[float]()
        for mark in marks:
            while asked < mark:
                some = players[: max(min(batch, mark - asked), 1)]
                requests = [placing(player, asked + at) for at, player in enumerate(some, 1)]
                asked += len(some)
                begun = thread_time()
                stepped = floor.step(TABLE, requests, time_ns() // 1_000_000)
                between = thread_time()
                assert all(answer.accepted for answer in stepped.answers)
                written = thread_time()
                store.append(stepped.entries)
                decided.append((between - begun) / len(some) * 1e6)
                appended.append((thread_time() - written) / len(some) * 1e6)
            yield mark, Cost(fmean(decided), fmean(appended))
            decided, appended = [], []


def placing(player: Actor, asked: int) -> Request:
    """The next wager of a player at a terminal."""
    wager = PlaceWager(wager=WAGERS[asked % len(WAGERS)], amount=500)
    return Request(player, wager, player.name, asked)


def seated(count: int) -> tuple[Floor, list[Actor], list[Entry]]:
    """A table with so many players, bets open, and the entries up to there."""
    now_ms, floor = time_ns() // 1_000_000, Floor(SigningKey.from_seed(bytes(32)))
    setting = TableSetting(TABLE, books.load(TABLE), Limits(Range(100, 10**10)), own_wheel=True)
    entries = [floor.begin(HOUSE_STREAM, now_ms), *floor.make(setting, now_ms)]
    players = [Actor(f"p-{at:04}") for at in range(count)]
    sitting = [
        command
        for player in players
        for command in (TakeSeat(player=player.name), BuyIn(player=player.name, amount=10**11))
    ]
    commands = StartDay(day="2026-11-15"), OpenTable(opener=0), *sitting, OpenBets()
    stepped = floor.step(TABLE, [Request(SHIFT_MANAGER, each) for each in commands], now_ms)
    assert all(answer.accepted for answer in stepped.answers)
    return floor, players, [*entries, *stepped.entries]


@contextmanager
def opened() -> Iterator[SqliteStore]:
    """A new store on the disk that is measured."""
    with (
        tempfile.TemporaryDirectory(dir=FOLDER) as folder,
        SqliteStore(Path(folder) / "data") as store,
    ):
        yield store


BODY = (
    b'{"action":{"terminal":"p-0001","id":12345,"digest":"b1946ac92492d2347c6235b4"},'
    b'"player":"p-0001","wager":"split:17/20","amount":500,"chips":"credits",'
    b'"placed_by":null,"recorded_by":null}'
)
COLUMNS = "stream_id, seq, at_ms, name, version, body, hash"
CREATE = f"CREATE TABLE entries ({COLUMNS}, PRIMARY KEY (stream_id, seq)) WITHOUT ROWID"
MANY = f"INSERT INTO entries VALUES {', '.join(['(?,?,?,?,?,?,?)'] * BATCH)}"


def bare_append_us() -> float:
    """The least that an append does: chain the bytes, bind them, insert, and sync a batch."""
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        base = sqlite3.connect(Path(folder) / "bare", isolation_level=None)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.execute(CREATE)
        digest, seq, costs = bytes(32), 0, list[float]()
        for _ in range(WAGERS_MEASURED // BATCH):
            begun, row = thread_time(), list[object]()
            for _ in range(BATCH):
                seq += 1
                digest = sha256(digest + BODY).digest()
                row += (1, seq, 1_795_128_988_098, "wager.placed", 1, BODY, digest)
            base.execute("BEGIN IMMEDIATE")
            base.execute(MANY, row)
            base.execute("COMMIT")
            costs.append((thread_time() - begun) / BATCH * 1e6)
        base.close()
    return fmean(costs)


if __name__ == "__main__":
    print(json.dumps(cost()._asdict()))
