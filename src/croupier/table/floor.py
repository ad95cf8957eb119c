"""The house and its tables in one process, with the sequences of all their streams.

Synchronous and deterministic, as the tables are. A voucher leaves one table and enters another
through the house's stream: its entries are written in one append with the table's own.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from croupier.house import HouseState, TableState
from croupier.house.commands import EndDay
from croupier.house.events import DayEnded
from croupier.journal.entry import Entry, Head
from croupier.journal.events import begun, signed
from croupier.journal.heads import SignedHead, sign_head
from croupier.journal.keys import SigningKey
from croupier.office import approvals, assignments
from croupier.office.state import OfficeState
from croupier.round.commands import Actor
from croupier.rules.book import Book
from croupier.rules.limits import OPEN, Limits
from croupier.rules.refusal import Refusal
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, Core, Request, Sequences, Stepped
from croupier.table.events import TableMade
from croupier.table.snapshots import house_snapshot, table_snapshot


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


class Floor:
    """A house with its tables, in memory."""

    def __init__(self, key: SigningKey) -> None:
        self.key = key
        self.house = HouseState()
        self.office = OfficeState()
        self.tables: dict[str, Core] = {}
        self.sequences = Sequences()
        self.assigned_only = False
        """Whether nobody below a Gaming Shift Manager acts at a table without an assignment."""

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
        """Decide requests at a table; a gaming day ends in a snapshot, before anything else."""
        core, all_ = self.tables[table], Stepped([], [], [])
        for part in _up_to_day_ends(requests):
            entries, answers, events = core.step(part, now_ms)
            if entries and entries[-1].name == DayEnded.name:
                entries += self._day_ended(core, now_ms)
            all_.entries.extend(entries)
            all_.answers.extend(answers)
            all_.events.extend(events)
        return all_

    def sign(self, stream: str, head: Head, now_ms: int) -> tuple[Entry, SignedHead]:
        """Sign a durable head of a stream: the entry for the record, and the head to carry away."""
        carried = sign_head(self.key, stream, head)
        return self.note(stream, signed(carried), now_ms), carried

    def _day_ended(self, core: Core, now_ms: int) -> Iterator[Entry]:
        """The table's snapshot, and the house's once no table plays on."""
        yield self.note(core.stream, table_snapshot(core, self.key), now_ms)
        if all(other.state.day is None for other in self.tables.values()):
            day = core.state.last_day or ""
            ended = house_snapshot(self.house, self.office, day, self.key)
            yield self.note(HOUSE_STREAM, ended, now_ms)

    def note(self, stream: str, event: msgspec.Struct, now_ms: int) -> Entry:
        """The entry of something that no table is asked for, next in its stream."""
        return CODEC.entry(stream, self.sequences.next(stream), now_ms, event)


def _up_to_day_ends(requests: Sequence[Request]) -> Iterator[Sequence[Request]]:
    """Requests in parts that end where a gaming day may: the next may open a round."""
    begin = 0
    for at, request in enumerate(requests, 1):
        if type(request.command) is EndDay:
            yield requests[begin:at]
            begin = at
    if begin < len(requests):
        yield requests[begin:]
