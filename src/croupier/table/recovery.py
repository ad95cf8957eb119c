"""A floor from its record, and what a failure did to the rounds in play, by the book.

Nothing is served before this is done: the record is read from its last snapshot and proven on the
way, the books must be those the tables were made with, and every round that was in play is void,
concluded or held as its own book says.
"""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from croupier.house.base import HouseEvent
from croupier.house.decide import made_good
from croupier.house.evolve import CHANGES, evolve_house
from croupier.journal.entry import Entry
from croupier.journal.events import SNAPSHOT, Snapshot, Started, last_start
from croupier.journal.keys import SigningKey
from croupier.journal.store import Record
from croupier.journal.walk import since_snapshot
from croupier.office import state as office
from croupier.office.base import OfficeEvent
from croupier.office.staff import PasswordChanged, StaffAdded, note_maker
from croupier.office.state import OfficeState
from croupier.round.base import SYSTEM, Actor, Event
from croupier.round.interruption import recover
from croupier.table.answers import HouseAnswers, answer_of
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, OF_THE_HOUSE, Core, table_stream
from croupier.table.events import BookAdopted, ClockStepped, DecisionWeighed, TableMade
from croupier.table.floor import Begin, Floor, TableSetting
from croupier.table.snapshots import (
    makers_kept,
    require_same_book,
    require_same_title,
    restore_house,
    restore_table,
    started_kept,
)

AT_THE_TABLE = {*CHANGES.keys(), DecisionWeighed, ClockStepped} - OF_THE_HOUSE
"""The events that change a table."""


def load(
    record: Record,
    settings: Mapping[str, TableSetting],
    key: SigningKey,
    *,
    adopt_books: bool = False,
) -> Floor:
    """The floor that a record amounts to; tables that are not on record are not on the floor.

    Another edition of a book than the record's may be adopted, but not within a round.
    """
    floor = Floor(key)
    known = record.streams()
    with _nothing_thrown_away():
        if HOUSE_STREAM in known:
            _replay_house(record, floor)
        for table, setting in settings.items():
            if table_stream(table) in known:
                _replay_table(record, floor, setting)
                require_same_book(floor.tables[table], adopt_books=adopt_books)
        for core in floor.tables.values():
            core.answers.take_in(floor.answers)
    return floor


@contextmanager
def _nothing_thrown_away() -> Iterator[None]:
    """What is read is there to stay: looking for garbage among it would only take time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _replay_house(record: Record, floor: Floor) -> None:
    """The first entry may be a snapshot to begin with; later ones, there are only if that was
    hidden, change nothing."""
    for at, stored in enumerate(since_snapshot(record, HOUSE_STREAM, floor.key.public)):
        floor.sequences.seen(HOUSE_STREAM, stored.seq)
        event = CODEC.event(stored)
        if isinstance(event, Snapshot):
            floor.begun_at[HOUSE_STREAM] = Begin(stored.seq, len(event.state))
            if at == 0:
                _house_from(record, floor, event, stored.seq)
        elif isinstance(event, OfficeEvent):
            office.evolve(event, floor.office)
        elif isinstance(event, HouseEvent):
            evolve_house(event, floor.house)
            answer_for_the_house(event, stored.seq, floor.answers)
        elif isinstance(event, Started):
            floor.started = event


def _house_from(record: Record, floor: Floor, event: Snapshot, seq: int) -> None:
    """The house as its snapshot has it, and what an earlier program's does not say."""
    floor.office = restore_house(floor.house, event.state, floor.answers)
    floor.started = started_kept(event.state) or last_start(record, HOUSE_STREAM, CODEC)
    if makers_kept(event.state) is None:
        floor.office.makers = _makers_before(record, seq, floor.office)


def answer_for_the_house(event: HouseEvent, seq: int, answers: HouseAnswers) -> None:
    """Know what was asked of the whole house, which is on its own stream."""
    if event.action is not None:
        answers.keep(event.action, answer_of(event, seq))


def _makers_before(record: Record, seq: int, known: OfficeState) -> office.Makers:
    """Who made or reset which account, of which an earlier program's snapshot says only whose
    password it is now: as far as the entries before it are here, and by that."""
    makers: office.Makers = {}
    for name, one in known.staff.items():
        note_maker(PasswordChanged(staff=name, by=Actor(one.password_by)), makers)
    for stored in record.read(HOUSE_STREAM):
        if stored.seq >= seq:
            break
        if stored.name in (StaffAdded.name, PasswordChanged.name):
            event = CODEC.event(stored)
            assert isinstance(event, StaffAdded | PasswordChanged)
            note_maker(event, makers)
    return makers


def _replay_table(record: Record, floor: Floor, setting: TableSetting) -> None:
    core, seq = floor.add(setting), 0
    for at, stored in enumerate(since_snapshot(record, core.stream, floor.key.public)):
        seq = stored.seq
        if stored.name == SNAPSHOT:
            event = CODEC.event(stored)
            assert isinstance(event, Snapshot)
            floor.begun_at[core.stream] = Begin(seq, len(event.state))
            if at == 0:
                restore_table(core, event.state)
        else:
            replay(core, CODEC.event(stored), seq, stored.at_ms)
            core.written(stored, stored.hash)
    floor.sequences.seen(core.stream, seq)


def replay(core: Core, event: object, seq: int, at_ms: int) -> None:
    """Apply an event from the record again."""
    if not isinstance(event, Event):
        return  # the journal's own, such as a signature: the table knew nothing of it
    core.last_ms = at_ms
    kind = type(event)
    if kind in AT_THE_TABLE:
        core.happen(event, at_ms)
        if event.action is not None:
            core.answers.keep(event.action, answer_of(event, seq))
    elif isinstance(event, TableMade):
        require_same_title(core, event.book)
        core.book_sha256, core.state.own_wheel = event.book_sha256, event.own_wheel
    elif isinstance(event, BookAdopted):
        core.book_sha256 = event.after


def recover_rounds(floor: Floor, now_ms: int) -> list[Entry]:
    """What the failure did to every round that was in play."""
    entries: list[Entry] = []
    for core in floor.tables.values():
        if core.state.round is not None:
            done = made_good(core.state, SYSTEM, recover(core.state.round))
            entries += core.record(done, now_ms)
    return entries
