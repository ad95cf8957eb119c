"""Records to look into: evenings of the simulator on SQLite, and a played table."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from croupier import books
from croupier.house import HouseState, TableState
from croupier.house.base import HouseEvent
from croupier.house.evolve import evolve, evolve_house
from croupier.journal.entry import Entry, Stored
from croupier.journal.sqlite import SqliteRecord, SqliteStore
from croupier.journal.store import Record
from croupier.round.base import Event
from croupier.round.opening import OpenBets
from croupier.round.state import RoundState
from croupier.table.codec import CODEC
from croupier.table.dealer import AUTOMATIC, Timetable, due
from croupier.table.events import ClockStepped, DecisionWeighed, TableMade
from croupier.table.round_secrets import Draws
from tests.simulation.session import Evening
from tests.table.floors import Serving

SEEDS = tuple(range(40, 48))
TIMES = Timetable(0, 0, 0, 0, 0)


@cache
def evening(seed: int) -> tuple[Stored, ...]:
    """All entries of a simulated evening: crashes, voids, rulings, corrections, several days."""
    played = Evening(seed)
    played.run(400)
    store = played.house.store
    return tuple(one for stream in store.streams() for one in store.read(stream))


@contextmanager
def on_disk(folder: Path, entries: tuple[Stored, ...]) -> Iterator[SqliteRecord]:
    """Entries in a data folder, opened as someone beside the house does."""
    with SqliteStore(folder) as store:
        store.append([unhashed(one) for one in entries])
    with SqliteRecord(folder) as record:
        yield record


def unhashed(one: Stored) -> Entry:
    return Entry(one.stream, one.seq, one.at_ms, one.name, one.version, one.body)


def rounds_of(record: Record, stream: str) -> dict[int, RoundState]:
    """Every round of a table as it stands in the end, by replaying everything from the start."""
    table: TableState | None = None
    rounds: dict[int, RoundState] = {}
    for stored in record.read(stream):
        event = CODEC.event(stored)
        if isinstance(event, TableMade):
            table = TableState(event.table, books.load(event.book), HouseState())
        elif isinstance(event, Event) and not isinstance(event, ClockStepped | DecisionWeighed):
            assert table is not None
            if isinstance(event, HouseEvent):
                evolve_house(event, table.house)
                continue
            evolve(event, table)
            rounds.update(table.past)
            if table.round is not None:
                rounds[table.round.number] = table.round
    return rounds


async def play(
    house: Serving,
    table: str,
    bets: dict[str, list[tuple[str, int]]],
    draws: Draws | None = None,
) -> None:
    """A round by the automatic dealer, with these wagers of each player, to its revealed end."""
    core, draws = house.floor.tables[table], draws or house.draws(table)
    betted = False
    while True:
        command = due(core, draws, TIMES, house.clock())
        if isinstance(command, OpenBets) and betted:
            return
        assert not isinstance(command, tuple), command
        await house.must(table, command, by=AUTOMATIC)
        if core.state.round is not None and not betted:
            betted = True
            for player, wagers in bets.items():
                for wager, amount in wagers:
                    answer = await house.bet(table, player, wager, amount)
                    assert answer.accepted, answer
