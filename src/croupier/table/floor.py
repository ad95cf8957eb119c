"""The house and its tables in one process, with the sequences of all their streams.

Synchronous and deterministic, as the tables are. A voucher leaves one table and enters another
through the house's stream: its entries are written in one append with the table's own.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from croupier.house import HouseState, TableState
from croupier.house.day import ClosingHour, DayEnded, EndDay
from croupier.journal.entry import Entry, Head
from croupier.journal.events import Snapshot, Started, begun, signed, snapshot
from croupier.journal.heads import SignedHead, sign_head
from croupier.journal.keys import SigningKey
from croupier.office import approvals, assignments
from croupier.office.state import OfficeState
from croupier.round import ENDS
from croupier.round.base import Actor
from croupier.round.opening import OpenBets
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits
from croupier.rules.refusal import Refusal
from croupier.table import turning
from croupier.table.answers import Answer, HouseAnswers
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, Core, Request, Sequences, Stepped
from croupier.table.events import TableMade
from croupier.table.snapshots import house_kept, table_snapshot


class TableSetting(NamedTuple):
    """How a table is set up."""

    id: str
    book: Book
    limits: Limits = OPEN
    own_wheel: bool = False
    """Whether the wheel is the system's own, or one of wood that people see."""
    terminal: str | None = None
    """The make of terminals that have none of their own, of those that the book names."""
    unattended: bool = False
    """Whether the table is dealt without people, so that nobody fills its tray."""


SNAPSHOT_ENTRIES = 10_000
"""So many entries are read at a start, give or take a round."""
ENTRY_BYTES = 256
"""An entry takes at least so much room: a snapshot takes no more than the entries before it."""


class Begin(NamedTuple):
    """A snapshot that a start begins from: which entry it is, and the bytes of its state."""

    seq: int
    size: int


class Floor:
    """A house with its tables, in memory."""

    def __init__(self, key: SigningKey) -> None:
        self.key = key
        self.house = HouseState()
        self.office = OfficeState()
        self.answers = HouseAnswers()
        """To what was asked of the whole house, on its own stream."""
        self.started: Started | None = None
        """What ran last, as its start put it on record."""
        self.tables: dict[str, Core] = {}
        self.sequences = Sequences()
        self.snapshot_entries = SNAPSHOT_ENTRIES
        """After so many entries of a stream a snapshot is taken within the day."""
        self.begun_at: dict[str, Begin] = {}
        """The last snapshot of every stream that has one: where a start begins to read."""
        self.assigned_only = False
        """Whether nobody below a Gaming Shift Manager acts at a table without an assignment."""
        self.closing: ClosingHour | None = None
        """When gaming days end by themselves; a setting, of which nothing is on record."""

    def begin(self, stream: str, now_ms: int) -> Entry:
        """The first entry of a stream, which names the key that signs it."""
        return self.note(stream, begun(self.key), now_ms)

    def add(self, setting: TableSetting) -> Core:
        """A table in memory, with nothing on record yet."""
        state = TableState(setting.id, setting.book, self.house, setting.limits)
        state.own_wheel, state.terminal = setting.own_wheel, setting.terminal
        state.unattended = setting.unattended
        state.profile_of = self._profile_of
        state.serves = lambda device: self.office.serves(device)
        core = Core(state, self.sequences)
        core.awaited = lambda round_, now_ms: approvals.awaited(
            self.office, setting.id, round_, now_ms
        )
        core.away = lambda actor, now_ms: self.away(setting.id, actor, now_ms)
        core.of_the_house = self.answers
        self.tables[setting.id] = core
        return core

    def away(self, table: str, actor: Actor, now_ms: int) -> Refusal | None:
        """Why someone of the staff does not act at a table now, by their assignments."""
        only = self.assigned_only
        return assignments.away(self.office, table, actor, now_ms, assigned_only=only)

    def _profile_of(self, player: str) -> str | None:
        """The make that a player's terminal was enrolled with: it plays as the player of its name.

        Nothing of it is on the table's record: what is refused is there as refused.
        """
        terminal = self.office.terminals.get(player)
        return terminal.profile if terminal is not None else None

    def make(self, setting: TableSetting, now_ms: int) -> list[Entry]:
        """A new table, with the first entries of its stream."""
        core = self.add(setting)
        made = TableMade(
            table=setting.id,
            book=setting.book.id,
            book_sha256=setting.book.sha256,
            own_wheel=setting.own_wheel,
        )
        return [self.begin(core.stream, now_ms), core.entry(made, now_ms)]

    def step(self, table: str, requests: Sequence[Request], now_ms: int) -> Stepped:
        """Decide requests at a table; without any, do what is due by the house's clock.

        A gaming day ends in a snapshot, before anything else; and one that is over ends before a
        round opens. Within a day nobody waits for a snapshot to learn how a round ended: it is
        taken later, before the next round opens at the latest.
        """
        core, stepped = self.tables[table], Stepped([], [], [])
        for part in _in_parts(requests) if requests else [()]:
            if not part or type(part[0].command) is OpenBets:
                self._turn(core, now_ms, stepped)
                stepped.entries.extend(self.within_day(now_ms, core))
            stepped.answers.extend(self._take(core, part, now_ms, stepped))
        if stepped.entries and not any(isinstance(event, ENDS) for event in stepped.events):
            stepped.entries.extend(self.within_day(now_ms, core))
        return stepped

    def _turn(self, core: Core, now_ms: int, stepped: Stepped) -> None:
        """End a gaming day that is over, and begin the next one, as the house asks."""
        for command in turning.due(core, self.closing, now_ms) if self.closing else ():
            asked = [Request(turning.BY_THE_HOUSE, command)]
            (answer,) = self._take(core, asked, now_ms, stepped)
            if not answer.accepted:
                raise RuntimeError(f"{core.state.id} refused {command}: {answer.message}")

    def _take(
        self, core: Core, requests: Sequence[Request], now_ms: int, stepped: Stepped
    ) -> list[Answer]:
        if not requests:
            return []
        entries, answers, events = core.step(requests, now_ms)
        if entries and entries[-1].name == DayEnded.name:
            entries += self._day_ended(core, now_ms)
        stepped.entries.extend(entries)
        stepped.events.extend(events)
        return answers

    def within_day(self, now_ms: int, *cores: Core) -> Iterator[Entry]:
        """Snapshots of these tables and of the house, where a start would have much to read: of a
        table between rounds, of the house at any time."""
        for core in cores:
            if core.state.round is None and self._much_since(core.stream):
                yield self._snapshot(
                    table_snapshot(core, self.key, within=True), core.stream, now_ms
                )
        if self._much_since(HOUSE_STREAM):
            yield self._snapshot(self._of_the_house(), HOUSE_STREAM, now_ms)

    def _much_since(self, stream: str) -> bool:
        """Whether more entries than are allowed, or than a snapshot takes the room of, have come
        since the last one."""
        begin = self.begun_at.get(stream, Begin(0, 0))
        room = begin.size // ENTRY_BYTES
        return self.sequences.last(stream) - begin.seq > max(self.snapshot_entries, room)

    def sign(self, stream: str, head: Head, now_ms: int) -> tuple[Entry, SignedHead]:
        """Sign a durable head of a stream: the entry for the record, and the head to carry away."""
        carried = sign_head(self.key, stream, head)
        return self.note(stream, signed(carried), now_ms), carried

    def _day_ended(self, core: Core, now_ms: int) -> Iterator[Entry]:
        """The table's snapshot, and the house's once no other table is in that day or before it."""
        yield self._snapshot(table_snapshot(core, self.key), core.stream, now_ms)
        day = core.state.last_day or ""
        others = (other.state.day for other in self.tables.values())
        if all(other is None or other > day for other in others):
            yield self._snapshot(self._of_the_house(day), HOUSE_STREAM, now_ms)

    def _of_the_house(self, day: str | None = None) -> Snapshot:
        """At the end of a day, or within the latest one."""
        within = max((core.state.last_day or "" for core in self.tables.values()), default="")
        whole = house_kept(self.house, self.office, self.answers, self.started)
        last = within if day is None else day
        return snapshot(HOUSE_STREAM, last, self.key, whole, within=day is None)

    def _snapshot(self, taken: Snapshot, stream: str, now_ms: int) -> Entry:
        entry = self.note(stream, taken, now_ms)
        self.begun_at[stream] = Begin(entry.seq, len(taken.state))
        return entry

    def note(self, stream: str, event: msgspec.Struct, now_ms: int) -> Entry:
        """The entry of something that no table is asked for, next in its stream."""
        return CODEC.entry(stream, self.sequences.next(stream), now_ms, event)


def _in_parts(requests: Sequence[Request]) -> Iterator[Sequence[Request]]:
    """Requests in parts: one ends where a gaming day may, and one begins where a round may."""
    begin = 0
    for at, request in enumerate(requests):
        kind = type(request.command)
        if kind is OpenBets and begin < at:
            yield requests[begin:at]
            begin = at
        elif kind is EndDay:
            yield requests[begin : at + 1]
            begin = at + 1
    if begin < len(requests):
        yield requests[begin:]
