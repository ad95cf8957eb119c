"""What must be so after any crash: a folder and what was heard of it, judged by a new start.

Acknowledged ⊆ recovered ⊆ submitted, and nothing twice; the chain holds, every round and cent can
be followed, a new start serves, and what is sent again is answered as it was.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

from croupier import books
from croupier.house import LedgerError
from croupier.journal.check import check
from croupier.journal.entry import Stored
from croupier.journal.errors import JournalError
from croupier.journal.events import SNAPSHOT
from croupier.journal.sqlite import SqliteStore
from croupier.journal.store import Record
from croupier.round.base import Action, Event
from croupier.round.interruption import RoundInterrupted
from croupier.round.opening import RoundOpened
from croupier.rules.refusal import CroupierError
from croupier.table.answers import Answer, answer_of
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM
from croupier.table.events import ClockStepped, TableMade
from croupier.table.keeping import require_kept
from croupier.table.verifying import verify
from tests.crash.lines import Heard, Told
from tests.table.floors import KEY, Clock, Serving

LATER_MS = 1_800_001_000_000
UNASKED = TableMade | ClockStepped
BOOKS = {book_id: books.load(book_id) for book_id in books.ids()}


class Recorded(NamedTuple):
    """An action that is on record, and whether its answer must still be known after a start."""

    stored: Stored
    action: Action
    answer: Answer
    kept: bool


def judged(folder: Path, heard: Heard) -> list[str]:
    """Everything that is wrong with what a crash left: nothing, if the promises were kept."""
    broken = list(_promises(folder))
    faults = [f"told before it was durable: {one}" for one in heard.early]
    try:
        with SqliteStore(folder) as store:
            faults += _compared(store, heard)
            asyncio.run(_served(store, heard, faults))
            faults += map(str, check(store).findings)
    except (JournalError, CroupierError, LedgerError) as error:
        faults.append(f"no start: {type(error).__name__}: {error}")
    return [*faults, *broken]


def _promises(folder: Path) -> Iterator[str]:
    """What the heads file promises is on record: a crash never makes the next start refuse."""
    try:
        require_kept(folder, folder, KEY, had_people=False)
    except (JournalError, CroupierError) as error:
        yield f"refused: {error}"


def _compared(record: Record, heard: Heard) -> Iterator[str]:
    """What the record holds, beside what was asked and what was told."""
    for stream, seq in heard.durable.items():
        if record.head(stream).seq < seq:
            yield f"said to be durable, and not on record: {stream} {seq}"
    on_record = list(recorded(record))
    asked = {one.action for one in heard.asked}
    for one in on_record:
        if one.action not in asked:
            yield f"on record, and nobody asked for it: {one.action}"
    counts = Counter((one.action.terminal, one.action.id) for one in on_record)
    yield from (f"on record {n} times: {action}" for action, n in counts.items() if n > 1)
    by_place = {(one.stored.stream, one.stored.seq): one for one in on_record}
    for told in heard.told:
        places = [(stream, told.seq) for stream in told.streams if told.seq]
        if places and not any(_is_answer(told, by_place.get(place)) for place in places):
            yield f"told, and not on record: {told}"
    yield from _torn(record)


def _is_answer(told: Told, one: Recorded | None) -> bool:
    if one is None or (one.action.terminal, one.action.id) != (told.terminal, told.id):
        return False
    return (one.answer.accepted, str(one.answer.code)) == (told.accepted, told.code)


def recorded(record: Record) -> Iterator[Recorded]:
    """Every action on record. A table knows its answers of two rounds, since the last snapshot."""
    for stream in record.streams():
        stored = list(record.read(stream))
        rounds = sum(one.name == RoundOpened.name for one in stored)
        days = sum(one.name == SNAPSHOT for one in stored)
        for one in stored:
            rounds -= one.name == RoundOpened.name
            days -= one.name == SNAPSHOT
            event = CODEC.event(one)
            if isinstance(event, Event) and event.action is not None:
                kept = rounds <= 1 and not days
                yield Recorded(one, event.action, answer_of(event, one.seq), kept)


def _torn(record: Record) -> Iterator[str]:
    """Events that are part of an action, without the rest of it.

    The last event of an action names it. What nobody asks for is the journal's own, the making of
    a table, a step of the clock, and a recovery.
    """
    for stream in record.streams():
        part: Stored | None = None
        recovering = False
        for stored in record.read(stream):
            event = CODEC.event(stored)
            if isinstance(event, RoundInterrupted):
                recovering = True
            elif isinstance(event, Event) and event.action is not None:
                part, recovering = None, False
            elif isinstance(event, Event) and not isinstance(event, UNASKED) and not recovering:
                part = stored
        if part is not None and stream != HOUSE_STREAM:
            yield f"half of an action: {part.name} at {part.seq} ends {stream}"


async def _served(store: SqliteStore, heard: Heard, faults: list[str]) -> None:
    """Start anew, send again what is on record, and follow every round and cent."""
    serving = await Serving(store, clock=Clock(LATER_MS)).start()
    try:
        if serving.running.stopped is not None:
            faults.append(f"stopped at the start: {serving.running.stopped}")
            return
        heads = {stream: store.head(stream) for stream in store.streams()}
        faults += [fault async for fault in _sent_again(serving, heard)]
        if heads != {stream: store.head(stream) for stream in store.streams()}:
            faults.append("what was sent again counted again")
        faults += _accounts(serving, store)
    finally:
        await serving.stop()


async def _sent_again(serving: Serving, heard: Heard) -> AsyncIterator[str]:
    known = {one.action: one for one in recorded(serving.store)}
    for asked in dict.fromkeys(heard.asked):
        one = known.get(asked.action)
        if one is None:
            continue
        answer = await serving.running.ask(asked.table, asked.request)
        same = answer == one.answer
        if not same and (one.kept or answer.code != "action/too-old"):
            yield f"sent again, answered otherwise: {one.answer} and then {answer}"


def _accounts(serving: Serving, record: Record) -> Iterator[str]:
    """The whole record replayed, and the same balances as those that the start came to."""
    verified = verify(record, BOOKS)
    yield from map(str, verified.findings)
    for table, core in serving.floor.tables.items():
        core.state.ledger.audit()
        if table in verified.tables and core.state.ledger != verified.tables[table].ledger:
            yield f"{table} starts with other balances than its record amounts to"
    serving.floor.house.ledger.audit()
    if serving.floor.house.ledger != verified.house.ledger:
        yield "the house starts with other balances than its record amounts to"
