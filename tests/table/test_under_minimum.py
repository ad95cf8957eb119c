"""Who was honoured under the minimum, across tables, restarts, snapshots and old records.

A settlement has on record whom the house knew (reading 14), so that each table's stream replays
by itself; together they give what the house knew.
"""

import msgspec
import pytest

from croupier import books
from croupier.house.chips import BuyIn
from croupier.house.day import EndDay, StartDay
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, OpenTable
from croupier.journal.entry import Entry
from croupier.journal.memory import MemoryStore
from croupier.round.base import Actor, Command, Event
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome, RoundSettled
from croupier.round.spin import SpinBall
from croupier.rules.limits import Limits, Range
from croupier.table.codec import CODEC
from croupier.table.core import Request, table_stream
from croupier.table.floor import Floor, TableSetting
from croupier.table.start import start
from croupier.table.verifying import verify
from tests.table.floors import DEALER, KEY, MANAGER, PROGRAM, SHIFT, SUPERVISOR

BOOK = books.load("sands-2019")
SETTINGS = {
    name: TableSetting(name, BOOK, Limits(Range(500, 100_000))) for name in ("east", "west")
}
UNDER = PlaceWager(wager="straight:17", amount=100)
ADA = Actor("ada")


class House:
    """Two tables of one book on a record; everything is on record at once."""

    def __init__(self) -> None:
        self.store, self.now_ms = MemoryStore(), 1_800_000_000_000
        self.floor = self.start()

    def start(self) -> Floor:
        """From what is on record, as after a failure."""
        started = start(self.store, SETTINGS, KEY, PROGRAM, self.now_ms)
        self.store.append(started.entries)
        self.floor = started.floor
        return self.floor

    def do(self, table: str, *commands: Command, by: Actor = DEALER) -> list[Event]:
        events: list[Event] = []
        for command in commands:
            self.now_ms += 1
            stepped = self.floor.step(table, [Request(by, command)], self.now_ms)
            assert stepped.answers[0].accepted, stepped.answers
            self.store.append(stepped.entries)
            events += stepped.events
        return events

    def open(self, table: str, day: str = "2026-11-15") -> None:
        self.do(table, StartDay(day=day), by=SHIFT)
        self.do(table, OpenTable(opener=10_000_000), by=SUPERVISOR)
        self.do(table, TakeSeat(player="ada"), BuyIn(player="ada", amount=10_000))

    def close(self, table: str) -> None:
        self.do(table, LeaveSeat(player="ada"))
        tray = self.floor.tables[table].state.ledger.balance("float")
        self.do(table, CloseTable(closer=tray), by=MANAGER)
        self.do(table, EndDay(), by=SHIFT)

    def play(self, table: str) -> RoundSettled:
        """A round with a wager under the minimum, which loses or comes back."""
        self.do(table, OpenBets())
        self.do(table, UNDER, by=ADA)
        self.do(table, SpinBall(), CloseBets(), CallOutcome(number="3"))
        settled = self.do(table, ConfirmOutcome(number="3"))[-1]
        assert isinstance(settled, RoundSettled)
        return settled

    def findings(self) -> list[str]:
        return [str(found) for found in verify(self.store, {BOOK.id: BOOK}).findings]


def said(settled: RoundSettled) -> tuple[tuple[str, ...], tuple[str, ...] | None]:
    return settled.honoured, settled.warned


@pytest.fixture
def house() -> House:
    made = House()
    for table in SETTINGS:
        made.open(table)
    return made


def test_what_the_tables_know_of_one_another_survives_a_failure(house: House) -> None:
    assert said(house.play("west")) == (("ada",), ())
    assert said(house.play("east")) == ((), ("ada",))
    house.start()
    assert said(house.play("east")) == ((), ("ada",))
    assert house.findings() == []


def test_a_table_whose_day_has_ended_is_still_asked(house: House) -> None:
    house.play("west")
    house.close("west")
    house.start()
    assert said(house.play("east")) == ((), ("ada",))
    house.close("east")
    house.start()
    assert house.findings() == []
    for table in SETTINGS:
        house.open(table, "2026-11-16")
    assert said(house.play("east")) == (("ada",), ())
    assert house.findings() == []


def changed(house: House, table: str, number: int, **fields: object) -> MemoryStore:
    """The same record, in which a settlement says something else."""
    store = MemoryStore()
    for stream in house.store.streams():
        for stored in house.store.read(stream):
            event = CODEC.event(stored)
            entry = Entry(
                stored.stream, stored.seq, stored.at_ms, stored.name, stored.version, stored.body
            )
            is_it = isinstance(event, RoundSettled) and event.round == number
            if is_it and stream == table_stream(table):
                event = msgspec.structs.replace(event, **fields)
                entry = CODEC.entry(stream, stored.seq, stored.at_ms, event)
            store.append([entry])
    return store


def test_a_settlement_that_forgets_whom_its_table_honoured_is_found(house: House) -> None:
    house.play("east")
    house.play("east")
    record = changed(house, "east", 2, warned=(), honoured=("ada",), returned={})
    (found, *_) = (str(each) for each in verify(record, {BOOK.id: BOOK}).findings)
    assert "does not know that ['ada'] were honoured before" in found


def test_a_record_of_an_earlier_program_is_taken_at_its_word(house: House) -> None:
    """It did not say whom it knew, and forgot who left."""
    house.play("east")
    house.play("east")
    for number, honoured in ((1, ("ada",)), (2, ())):
        record = changed(house, "east", number, warned=None, honoured=honoured)
        verified = verify(record, {BOOK.id: BOOK})
        assert [str(each) for each in verified.findings] == []
        past = verified.tables["east"].past
        assert [past[1].warned, past[2].warned] == [frozenset(), {"ada"}]
