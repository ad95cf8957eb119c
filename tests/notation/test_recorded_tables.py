"""A running table's own record, as it is stored, comes back from its file."""

import pytest

from croupier import books
from croupier.house import EVENTS
from croupier.journal.memory import MemoryStore
from croupier.notation import export, read, walk, write
from croupier.notation.step import as_in_a_file
from croupier.round.base import Event
from croupier.round.opening import OpenBets
from croupier.round.phases import Phase
from croupier.table.codec import CODEC
from croupier.table.core import table_stream
from croupier.table.dealer import AUTOMATIC, Timetable, due
from tests.table.floors import Serving

TIMES = Timetable(0, 0, 0, 0, 0)


async def _play(house: Serving, table: str) -> None:
    """A round by the automatic dealer, with a wager of a terminal and one that comes too late."""
    core, draws = house.floor.tables[table], house.draws(table)
    betted = False
    while True:
        command = due(core, draws, TIMES, house.clock())
        if isinstance(command, OpenBets) and betted:
            return
        assert not isinstance(command, tuple), command
        await house.must(table, command, by=AUTOMATIC)
        state = core.state.round
        if state is None:
            continue
        if state.phase is Phase.BETTING or state.phase is Phase.RUNNING:
            betted = True
            await house.bet(table, "ada", "straight:17", 500)


def _on_record(house: Serving, table: str) -> list[Event]:
    stored = house.store.read(table_stream(table))
    events = [CODEC.event(one) for one in stored]
    return [event for event in events if isinstance(event, EVENTS)]


@pytest.mark.parametrize("book_id", books.ids())
async def test_a_running_tables_record_exports_and_replays(book_id: str) -> None:
    store = MemoryStore()
    house = await Serving(store).start()
    await house.open(book_id, "ada")
    await _play(house, book_id)
    await house.must(book_id, house.draws(book_id).open_bets(2))
    await house.bet(book_id, "ada", "straight:18", 500)
    await house.stop()
    again = await Serving(store).start()
    record = _on_record(again, book_id)
    await again.stop()
    names = {event.name for event in record}
    assert names >= {"round.settled", "secret.revealed", "action.refused", "round.interrupted"}
    shift = export(record, books.load(book_id), own_wheel=True)
    walked = walk(read(write(shift)))
    assert all(one.differences == () for one in walked)
    replayed = [event for one in walked for event in one.events]
    assert replayed == [as_in_a_file(event) for event in record]
