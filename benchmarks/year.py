"""A year of an idle, a small and a busy house in minutes: rounds, entries, disk, memory, start.

The floor, the store, the snapshots, the closing hour and the archives are the real ones; the clock
is simulated, and of each day only a share of the rounds is played. ``make year`` writes a table and
a picture into docs/growth.md; ``python benchmarks/year.py --days 40 idle`` prints one house.
"""

import argparse
import gc
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, time
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that this file can be run as it is

from benchmarks.growth import report  # noqa: E402
from croupier import books  # noqa: E402
from croupier.fair.sealed import SealingKey  # noqa: E402
from croupier.history.recent_rounds import StoredRounds  # noqa: E402
from croupier.house.chips import BuyIn  # noqa: E402
from croupier.house.day import ClosingHour, StartDay  # noqa: E402
from croupier.house.seats import TakeSeat  # noqa: E402
from croupier.house.tray import OpenTable  # noqa: E402
from croupier.journal.archive import archive_older  # noqa: E402
from croupier.journal.entry import Entry, Head, Stored  # noqa: E402
from croupier.journal.keys import SigningKey  # noqa: E402
from croupier.journal.sqlite import SqliteRecord, SqliteStore  # noqa: E402
from croupier.round.base import Actor, Command  # noqa: E402
from croupier.round.bets import PlaceWager  # noqa: E402
from croupier.round.opening import OpenBets  # noqa: E402
from croupier.round.secret import RevealSecret  # noqa: E402
from croupier.rules.limits import Limits, Range  # noqa: E402
from croupier.rules.positions import Position  # noqa: E402
from croupier.table.core import HOUSE_STREAM, Request  # noqa: E402
from croupier.table.dealer import AUTOMATIC, Timetable, WakeUp, due  # noqa: E402
from croupier.table.floor import TableSetting  # noqa: E402
from croupier.table.recovery import load  # noqa: E402
from croupier.table.round_secrets import Draws  # noqa: E402
from croupier.table.running import SIGNED_AFTER  # noqa: E402
from croupier.table.start import start, this_program  # noqa: E402

DAY_MS = 86_400_000
CLOSING = ClosingHour(time(6), UTC)
FIRST_MS = 1_800_000_000_000 // DAY_MS * DAY_MS + 7 * 3_600_000
MANAGER = Actor("gia", Position.GAMING_SHIFT_MANAGER)
TIMES = Timetable()
WAGERS = ("red", "straight:17", "dozen:1", "odd", "straight:3", "low")


class Kind(NamedTuple):
    """A house, and how much of it is played."""

    tables: int
    players: int
    wagers: int
    """Of each player in a round."""
    rounds: int
    """Of each table in a day."""
    played: int
    """Of these, how many are played here."""
    whole: int
    """How many on the day that is played in full, or as far as the minutes allow."""


KINDS = {
    "idle": Kind(tables=1, players=0, wagers=0, rounds=2_400, played=8, whole=2_400),
    "small": Kind(tables=1, players=3, wagers=3, rounds=800, played=6, whole=800),
    "busy": Kind(tables=4, players=7, wagers=4, rounds=2_400, played=6, whole=600),
}
RETENTION_DAYS = 30
WHOLE_DAY = 200
"""The day of which most is played: a start after it begins from a snapshot within it."""
MEASURED = (1, 15, 30, 45, 60, 90, 120, 150, 199, 200, 215, 240, 270, 300, 330, 365)
SHM = Path("/dev/shm")


class Year:
    """A house that is played day after day."""

    def __init__(
        self, kind: Kind, folder: Path, played: int | None = None, retention: int = RETENTION_DAYS
    ) -> None:
        self.kind, self.folder, self.retention = kind, folder, retention
        self.played = kind.played if played is None else played
        self.now_ms = FIRST_MS
        self.key, self.sealing = SigningKey.from_seed(bytes(32)), SealingKey(bytes(32))
        self.store = SqliteStore(folder)
        book, limits = books.load("racetrack-2012"), Limits(Range(100, 100_000))
        ids = [f"t{at}" for at in range(kind.tables)]
        self.settings = {
            id_: TableSetting(id_, book, limits, own_wheel=True, unattended=True) for id_ in ids
        }
        program = this_program([book])
        begun = start(self.store, self.settings, self.key, program, self.now_ms)
        self.floor, self.rounds = begun.floor, 0
        self.floor.closing = CLOSING
        self.histories = {id_: StoredRounds(id_, self.store) for id_ in ids}
        chance = Random(7)  # nobody bets real money here
        self.draws = {id_: Draws(id_, self.sealing, chance.randbytes) for id_ in ids}
        self.ids: dict[str, int] = {}
        self._write(begun.entries)
        for id_ in ids:
            self._open(id_)

    def _open(self, table: str) -> None:
        day = CLOSING.next_day(None, self.now_ms)
        commands: list[Command] = [StartDay(day=day), OpenTable(opener=10**9)]
        for at in range(self.kind.players):
            commands.append(TakeSeat(player=f"{table}-p{at}"))
            commands.append(BuyIn(player=f"{table}-p{at}", amount=10**8))
        self._ask(table, [Request(MANAGER, command) for command in commands])
        self.histories[table].last(1)

    def play_day(self, rounds: int | None = None) -> None:
        """The rounds of a day at every table, then on to the next; old days go to the archives."""
        begins_ms = self.now_ms
        for table in self.floor.tables:
            self.now_ms = begins_ms
            for _ in range(self.played if rounds is None else rounds):
                self._round(table)
        self.now_ms = begins_ms + DAY_MS
        before_ms = self.now_ms - self.retention * DAY_MS
        for _ in archive_older(self.store, self.folder / "archives", before_ms):
            pass

    def _round(self, table: str) -> None:
        core, number = self.floor.tables[table], self.floor.tables[table].state.round_number
        while True:
            step = due(core, self.draws[table], TIMES, self.now_ms)
            if isinstance(step, WakeUp):
                self.now_ms = step.at_ms
                continue
            self._ask(table, [Request(AUTOMATIC, step)])
            if isinstance(step, OpenBets):
                self._bet(table)
            if isinstance(step, RevealSecret) and core.state.round_number > number:
                break
        self.rounds += 1

    def _bet(self, table: str) -> None:
        requests = []
        for at in range(self.kind.players):
            player = f"{table}-p{at}"
            for wager in WAGERS[: self.kind.wagers]:
                self.ids[player] = self.ids.get(player, 0) + 1
                command = PlaceWager(wager=wager, amount=100)
                requests.append(Request(Actor(player), command, player, self.ids[player]))
        if requests:
            self._ask(table, requests)

    def _ask(self, table: str, requests: list[Request]) -> None:
        stepped = self.floor.step(table, requests, self.now_ms)
        for answer in stepped.answers:
            assert answer.accepted, answer
        self._write(stepped.entries)

    def _write(self, entries: list[Entry]) -> None:
        """Durable, then signed, as the running floor does."""
        hashes = self.store.append(entries)
        last_of_house = {one.stream: one for one in entries}.get(HOUSE_STREAM)
        signatures = []
        for entry, digest in zip(entries, hashes, strict=True):
            for core in self.floor.tables.values():
                core.written(entry, digest)
            for history in self.histories.values():
                history.see(entry)
            if entry.name in SIGNED_AFTER or entry is last_of_house:
                head = Head(entry.seq, digest)
                signatures.append(self.floor.sign(entry.stream, head, self.now_ms)[0])
        if signatures:
            self.store.append(signatures)

    def measured(self, day: int) -> dict[str, float]:
        """How big the house is now."""
        streams = self.store.streams()
        gc.collect()
        memory = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096
        start_ms, read = self.started()
        return {
            "day": day,
            "rounds": self.rounds,
            "entries": sum(self.store.head(each).seq for each in streams),
            "kept": sum(self.store.head(s).seq - self.store.base(s).seq for s in streams),
            "journal": sum(one.stat().st_size for one in self.folder.glob("journal.sqlite3*")),
            "used": self._used(),
            "archives": sum(one.stat().st_size for one in self.folder.glob("archives/*")),
            "memory": memory,
            "start_ms": start_ms,
            "read": read,
        }

    def _used(self) -> int:
        """What the journal's pages in use take; the others are used again."""
        ask = self.store._reader.execute
        names = ("page_count", "freelist_count", "page_size")
        pages, free, size = (int(ask(f"PRAGMA {name}").fetchone()[0]) for name in names)
        return (pages - free) * size

    def started(self) -> tuple[float, int]:
        """How long a start takes to know the house again, and the entries that it reads."""
        with CountedRecord(self.folder) as record:
            begun = perf_counter()
            load(record, self.settings, self.key)
            return (perf_counter() - begun) * 1000, record.count

    def close(self) -> None:
        self.store.close()


class CountedRecord(SqliteRecord):
    """A record that counts the entries which are read from it."""

    count = 0

    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        for stored in super()._entries(stream, after_seq, limit):
            self.count += 1
            yield stored


def played(name: str, days: int) -> Iterator[dict[str, float]]:
    """A house, day after day; what it came to at intervals."""
    # In memory where there is room: the disk's own speed is not what is measured here.
    with tempfile.TemporaryDirectory(dir=SHM if SHM.is_dir() else None) as folder:
        year = Year(KINDS[name], Path(folder))
        for day in range(1, days + 1):
            year.play_day(KINDS[name].whole if day == WHOLE_DAY else None)
            if day in MEASURED or day == days:
                yield year.measured(day)
        year.close()


def main() -> None:
    """One house, line by line; or all of them, each in a process of its own, and the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("house", nargs="?", choices=KINDS)
    parser.add_argument("--days", type=int, default=365)
    asked = parser.parse_args()
    if asked.house is not None:
        for line in played(asked.house, asked.days):
            print(json.dumps(line), flush=True)
        return
    lines: dict[str, list[dict[str, float]]] = {}
    for name in KINDS:
        command = [sys.executable, __file__, name, "--days", str(asked.days)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as work:
            assert work.stdout is not None
            for text in work.stdout:
                lines.setdefault(name, []).append(json.loads(text))
                _progress(name, int(lines[name][-1]["day"]), asked.days)
        assert work.returncode == 0, f"the {name} house failed"
    report(KINDS, lines, RETENTION_DAYS)


def _progress(name: str, day: int, days: int) -> None:
    bar = "█" * (40 * day // days)
    end = "\n" if day == days else "\r" if sys.stderr.isatty() else "\n"
    print(f"{name:6} {bar:40} day {day} of {days}", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
