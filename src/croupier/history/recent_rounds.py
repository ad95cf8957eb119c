"""The rounds of a table that plays on, in bounded memory: the latest are kept, others are read.

It answers as an index of all rounds does. What was played before the latest rounds is found in the
store by halving: rounds count up one by one with the entries. Nothing is read before it is asked
for, so that a start costs nothing; ask for what is not kept in a thread.
"""

from collections.abc import Iterator
from threading import Lock

import msgspec

from croupier.history.rounds import SEEN, RoundIndex, RoundSummary
from croupier.house.day import DayStarted
from croupier.house.state import ROUNDS_KEPT
from croupier.journal.entry import Entry, Stored
from croupier.journal.errors import EntriesArchived
from croupier.journal.events import CODEC, SNAPSHOT, Snapshot
from croupier.journal.store import Record
from croupier.round.opening import RoundOpened
from croupier.table.core import table_stream

KEPT = 512
"""At least this many of the latest rounds are kept in memory, at most twice as many."""
PAGE = 256
"""Rounds read at once around one that is looked up."""
OPENED = (RoundOpened.name,)


class _Number(msgspec.Struct):
    round: int


class _Day(msgspec.Struct):
    day: str


_number = msgspec.json.Decoder(_Number).decode
_day = msgspec.json.Decoder(_Day).decode


class StoredRounds:
    """All rounds of a table on record that are not archived, in order."""

    def __init__(self, table: str, record: Record) -> None:
        self.table = table
        self.stream = table_stream(table)
        self._record = record
        self._latest: RoundIndex | None = None
        self._page: RoundIndex | None = None
        """The page last read."""
        self._changing = Lock()

    def see(self, *entries: Entry) -> None:
        """Process entries that have become durable."""
        with self._changing:
            if self._latest is not None:
                self._latest.see(*entries)

    def holds(self, count: int) -> bool:
        """Whether this many of the latest rounds are in memory."""
        latest = self._latest
        return latest is not None and latest.holds(count)

    @property
    def days(self) -> list[str]:
        """The gaming days, oldest first."""
        return [day for day, _ in self._days()]

    def __len__(self) -> int:
        return sum(1 for _ in self._record.named(self.stream, OPENED))

    def __iter__(self) -> Iterator[RoundSummary]:
        """All of them, the oldest first, the one in play too, each once nothing more can come to
        it, or at the end."""
        index, base = RoundIndex(self.table), self._record.base(self.stream).seq
        index.begin(base, self._day_at(base + 1))
        for stored in self._record.named(self.stream, SEEN):
            index.see(stored)
            if len(index) > ROUNDS_KEPT + 1:
                yield index.let_go()
        yield from index

    def find(self, number: int) -> RoundSummary | None:
        """A round by its number; an archived one is an error."""
        latest = self._filled()
        for known in (latest, self._page):
            if known is not None and (found := known.find(number)) is not None:
                return found
        if not 1 <= number <= latest.number:
            return None
        if not latest.is_whole:
            self._page = page = self._read(number - PAGE, number + PAGE // 2)
            if (found := page.find(number)) is not None:
                return found
        if self._record.base(self.stream).seq:
            raise EntriesArchived(f"round {number} of {self.table} is archived")
        return None

    def last(self, count: int) -> list[RoundSummary]:
        """The latest ended rounds, newest first."""
        latest = self._filled()
        if not self.holds(count):
            latest = self._read(latest.number - count, latest.number)
        return latest.last(count)

    def before(self, number: int, count: int) -> list[RoundSummary]:
        """The rounds that ended before this one, newest first: the next page."""
        latest = self._filled()
        first = min(number, latest.number + 1) - count - 1  # one of them may be in play
        if latest.is_whole or latest.find(first) is not None:
            return latest.before(number, count)
        return self._read(first, min(number, latest.number)).before(number, count)

    def of_day(self, day: str) -> list[RoundSummary]:
        """The ended rounds of a gaming day, oldest first."""
        days = self._days()
        at = next((at for at, (each, _) in enumerate(days) if each == day), None)
        if at is None:
            return []
        index = RoundIndex(self.table)
        index.begin(days[at][1] - 1, day)
        following = next((n for n, (_, seq) in enumerate(days) if n > at and seq), None)
        end = self._settled_by(days[following][1]) if following is not None else None
        self._fold(index, end)
        return index.of_day(day)

    # Reading

    def _filled(self) -> RoundIndex:
        """The latest rounds, read on first use."""
        if self._latest is not None:
            return self._latest
        last = next(self._opened(latest_first=True), None)
        number = _number(last.body).round if last is not None else 0
        index = self._read(number - KEPT, number, KEPT)
        with self._changing:
            if self._latest is None:
                self._fold(index, None)  # what came meanwhile
                self._latest = index
        return self._latest

    def _read(self, first: int, last: int, kept: int | None = None) -> RoundIndex:
        """The available rounds of a range, with later changes."""
        index = RoundIndex(self.table, kept)
        opening = self._opening(first) if first > 1 else None
        base = self._record.base(self.stream).seq
        begin = opening.seq - 1 if opening is not None else base
        index.begin(begin, self._day_at(begin + 1), whole=begin == base)
        settled = self._opening(last + ROUNDS_KEPT + 2)
        self._fold(index, settled.seq if settled is not None else None)
        return index

    def _fold(self, index: RoundIndex, end: int | None) -> None:
        head = self._record.head(self.stream).seq
        for stored in self._record.named(self.stream, SEEN, index.seq, end):
            index.see(stored)
        index.seq = max(index.seq, head if end is None else end - 1)

    def _opening(self, number: int) -> Stored | None:
        """The entry that opened the first round at or after a number, by binary search."""
        low, high = self._record.base(self.stream).seq, self._record.head(self.stream).seq
        found: Stored | None = None
        while low < high:
            middle = (low + high) // 2
            after = next(self._opened(middle), None)
            if after is None or _number(after.body).round >= number:
                found, high = after or found, middle
            else:
                low = after.seq
        first = next(self._opened(low), None)
        return first if first is not None and _number(first.body).round >= number else found

    def _opened(self, after: int | None = None, *, latest_first: bool = False) -> Iterator[Stored]:
        return self._record.named(self.stream, OPENED, after, latest_first=latest_first)

    def _settled_by(self, seq: int) -> int | None:
        """The entry after which earlier rounds can no longer change."""
        after = next(self._opened(seq), None)
        if after is None:
            return None
        settled = self._opening(_number(after.body).round + ROUNDS_KEPT + 1)
        return settled.seq if settled is not None else None

    def _day_at(self, seq: int) -> str | None:
        """The gaming day of an entry."""
        names = (DayStarted.name, SNAPSHOT)
        for stored in self._record.named(self.stream, names, None, seq + 1, latest_first=True):
            if stored.name == DayStarted.name:
                return _day(stored.body).day
            if (day := _within(stored)) is not None:
                return day
        return None

    def _days(self) -> list[tuple[str, int]]:
        """The gaming days, each with its first entry here."""
        base = self._record.base(self.stream).seq
        first = next(self._record.read(self.stream, base, 1), None)
        day = _within(first) if first is not None and first.name == SNAPSHOT else None
        begun = [(day, base + 1)] if day is not None else []
        started = self._record.named(self.stream, (DayStarted.name,))
        return begun + [(_day(one.body).day, one.seq) for one in started]


def _within(stored: Stored) -> str | None:
    """The day of a snapshot, if that day continues."""
    event = CODEC.event(stored)
    assert isinstance(event, Snapshot)
    return event.day if event.within else None
