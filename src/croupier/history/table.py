"""The past of one table: its record, its book, its rounds, and the table as it was at any entry.

Only what is on record is used: which book the table was made by, which limits were in force. A
player's own rounds are found from the latest back.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from croupier import books as all_books
from croupier.history.recent_rounds import StoredRounds
from croupier.history.rounds import LATER, RoundIndex, RoundSummary
from croupier.house import HouseState, TableState
from croupier.house.base import HouseEvent
from croupier.journal.entry import Stored
from croupier.journal.events import SNAPSHOT, Snapshot
from croupier.journal.store import Record
from croupier.round import ENDS
from croupier.round.base import Event
from croupier.round.correction import OutcomeCorrected, RoundResettled, SettledRoundVoided
from croupier.round.opening import RoundOpened, limits_of
from croupier.rules.book import Book
from croupier.rules.refusal import BookError, RoundError, refusal
from croupier.table.codec import CODEC
from croupier.table.core import Core, Sequences, table_stream
from croupier.table.events import BookAdopted, ClockStepped, TableMade
from croupier.table.snapshots import CoreKept, restore_table

TABLE_STREAMS = "table-"
DAYS_TOLD = 7
"""The number of recent gaming days that an error suggests."""


class _About(msgspec.Struct):
    round: int


_about = msgspec.json.Decoder(_About).decode

Books = Callable[[str], Book]
"""Looks up a book by its id."""


@dataclass(frozen=True, slots=True)
class Made:
    """How a table was set up."""

    table: str
    book: str
    book_sha256: str
    own_wheel: bool


@dataclass(frozen=True, slots=True)
class TableHistory:
    """A table's past, safe to read from any thread."""

    record: Record
    book: Book
    own_wheel: bool
    rounds: RoundIndex | StoredRounds

    @property
    def table(self) -> str:
        """The table's name."""
        return self.rounds.table

    @property
    def stream(self) -> str:
        """The table's stream."""
        return self.rounds.stream

    def round(self, number: int) -> RoundSummary:
        """A round, or an error if it is not on record."""
        found = self.rounds.find(number)
        if found is None:
            raise RoundError(refusal("record/no-round", table=self.table, round=number))
        return found

    def day(self, day: str) -> list[RoundSummary]:
        """The ended rounds of a gaming day, oldest first, or an error if it is not on record."""
        days = self.rounds.days
        if day not in days:
            known = tuple(days[-DAYS_TOLD:])
            raise RoundError(refusal("record/no-day", table=self.table, day=day, known=known))
        return self.rounds.of_day(day)

    def entries_of(self, summary: RoundSummary) -> Iterator[Stored]:
        """All entries of a round: from its opening to its end, and what came later about it.

        What came meanwhile about an earlier round, such as its correction, is no part of it.
        """
        for stored in self._between(summary.first_seq, self.end_of(summary)):
            if stored.name not in LATER or _about(stored.body).round == summary.number:
                yield stored
        yield from self.later_of(summary)

    def later_of(self, summary: RoundSummary) -> Iterator[Stored]:
        """The entries about a round that came after its end."""
        for seq in summary.later:
            yield from self._between(seq, seq)

    def end_of(self, summary: RoundSummary) -> int:
        """The last entry of a round; for one in play, the last of the table."""
        in_play = summary.status == "in-play"
        return self.record.head(self.stream).seq if in_play else summary.last_seq

    def _between(self, first_seq: int, last_seq: int) -> Iterator[Stored]:
        return self.record.read(self.stream, first_seq - 1, last_seq - first_seq + 1)


def table_history(
    record: Record, table: str, books: Books = all_books.load, rounds: RoundIndex | None = None
) -> TableHistory:
    """The past of a table; an existing index is reused."""
    made = made_of(record, table)
    book, sha256 = books(made.book), made.book_sha256
    if (adopted := record.last(table_stream(table), BookAdopted.name)) is not None:
        event = CODEC.event(adopted)
        assert isinstance(event, BookAdopted)
        sha256 = event.after
    if book.sha256 != sha256:
        raise BookError(
            refusal(
                "book/not-the-tables",
                table=table,
                made=f"{made.book} {sha256[:12]}",
                now=f"{book.id} {book.sha256[:12]}",
            )
        )
    if rounds is None:
        rounds = RoundIndex(table)
        rounds.catch_up(record)
    return TableHistory(record, book, made.own_wheel, rounds)


def tables_on(record: Record) -> list[str]:
    """The names of the tables on record."""
    streams = (one for one in record.streams() if one.startswith(TABLE_STREAMS))
    return [stream.removeprefix(TABLE_STREAMS) for stream in streams]


def made_of(record: Record, table: str) -> Made:
    """How a table was set up, from its making, or from a snapshot where that is archived."""
    stream = table_stream(table)
    for stored in record.named(stream, (TableMade.name, SNAPSHOT)):
        event = CODEC.event(stored)
        if isinstance(event, TableMade):
            return Made(table, event.book, event.book_sha256, event.own_wheel)
        assert isinstance(event, Snapshot)
        kept = msgspec.json.decode(event.state, type=CoreKept)
        return Made(table, kept.table["book"], kept.table["book_sha256"], kept.own_wheel)
    known = tuple(tables_on(record))
    raise RoundError(refusal("record/no-table", table=table, known=known))


def table_at(history: TableHistory, seq: int) -> TableState:
    """The table as it was just before an entry, with the limits that were in force.

    The house around it is empty: what its own stream did to it is not the table's past.
    """
    record, stream = history.record, history.stream
    state = TableState(history.table, history.book, HouseState(), own_wheel=history.own_wheel)
    core = Core(state, Sequences())
    after = record.base(stream).seq
    for stored in record.named(stream, (SNAPSHOT,), None, seq, latest_first=True):
        event = CODEC.event(stored)
        assert isinstance(event, Snapshot)
        restore_table(core, event.state)
        after = stored.seq
        break
    for stored in record.read(stream, after, max(seq - after - 1, 0)):
        event = CODEC.event(stored)
        if isinstance(event, Event) and not isinstance(
            event, ClockStepped | TableMade | HouseEvent
        ):
            core.happen(event, stored.at_ms)
            if isinstance(event, RoundOpened):
                core.state.limits = limits_of(event.limits)
    return core.state


def histories(
    record: Record, tables: Sequence[str] | None = None, books: Books = all_books.load
) -> Mapping[str, TableHistory]:
    """The past of the given tables, or of all."""
    named = tables_on(record) if tables is None else tables
    return {table: table_history(record, table, books) for table in named}


_ENDS = tuple(kind.name for kind in ENDS)
_CORRECTS = frozenset(kind.name for kind in (OutcomeCorrected, RoundResettled, SettledRoundVoided))


class _Ended(msgspec.Struct):
    round: int
    returned: dict[str, dict[str, int]]
    staked: dict[str, dict[str, int]] = {}


_decode = msgspec.json.Decoder(_Ended).decode


def rounds_played(
    history: TableHistory, player: str, count: int, before: int | None = None
) -> list[RoundSummary]:
    """The latest rounds of a player, or those before a round: the next page. Latest first.

    Their sums are the player's own: what they staked, and what was returned to them as corrected.
    """
    later = history.rounds.find(before) if before is not None else None
    end = later.first_seq if later is not None else None
    if before is not None and later is None:
        return []
    found: list[RoundSummary] = []
    name = msgspec.json.encode(player)
    for stored in history.record.named(history.stream, _ENDS, None, end, latest_first=True):
        if len(found) >= count:
            break
        if name in stored.body:  # much quicker than to look at every name
            ended = _decode(stored.body)
            summary = history.rounds.find(ended.round)
            if summary is not None and (player in ended.staked or player in ended.returned):
                found.append(_own(history, summary, player, ended))
    return found


def _own(history: TableHistory, summary: RoundSummary, player: str, ended: _Ended) -> RoundSummary:
    """The round with the sums of one player; a round without a settlement returned every stake."""
    staked = sum((ended.staked or ended.returned).get(player, {}).values())
    last = ended
    for stored in history.later_of(summary):
        if stored.name in _CORRECTS:
            last = _decode(stored.body)
    return replace(summary, staked=staked, returned=sum(last.returned.get(player, {}).values()))
