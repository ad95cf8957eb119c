"""The rounds of a table by their numbers: where each is on record and what it came to.

Made once from the entries that open and end rounds, found by name, and kept up with every entry
that becomes durable. It knows no player: what a round came to is in sums.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from sys import intern
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.house.corrections import CorrectionUncollected
from croupier.house.day import DayStarted
from croupier.journal.entry import Entry
from croupier.journal.events import CODEC, SNAPSHOT, Snapshot
from croupier.journal.store import Record
from croupier.round.bonus import BonusNumbersDrawn
from croupier.round.close import BetsClosed
from croupier.round.correction import OutcomeCorrected, RoundResettled, SettledRoundVoided
from croupier.round.interruption import RoundAbandoned
from croupier.round.opening import RoundOpened
from croupier.round.outcome import RoundSettled
from croupier.round.referral import ReferralDecided, RoundReferred
from croupier.round.ruling import WagerRuled
from croupier.round.secret import SecretLost, SecretRevealed
from croupier.round.void import RoundVoided
from croupier.table.core import table_stream

Status = Literal["in-play", "settled", "void", "abandoned"]


class RoundSummary(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A round in brief."""

    number: int
    day: str | None
    """The gaming day."""
    dealer: str
    """Who opened the bets."""
    first_seq: int
    last_seq: int
    """The entry that ended it; for a round in play, the first one."""
    opened_ms: int
    ended_ms: int | None = None
    status: Status = "in-play"
    outcome: str | None = None
    """The number on which it was settled, as corrected."""
    bonus_numbers: tuple[str, ...] | None = None
    ended_by: str | None = None
    """The clause by which it was void, or the reading where the book has no clause."""
    staked: int = 0
    """What was staked when the round ended, in cents."""
    returned: int = 0
    """The total returned to players, stakes included, after corrections."""
    corrected: bool = False
    """Whether it was settled again, or voided after its outcome."""
    closed: bool = False
    """Whether its bets were closed: the draw is fixed from then on."""
    later: tuple[int, ...] = ()
    """Later entries about this round."""

    @property
    def win(self) -> int:
        """The house's net result."""
        return self.staked - self.returned


_Purses = dict[str, dict[str, int]]


class _Fields(msgspec.Struct):
    """The only fields of an entry that the index decodes."""

    round: int | None = None
    day: str | None = None
    by: Any = None
    numbers: tuple[str, ...] = ()
    outcome: str | None = None
    now: str | None = None
    clause: str | None = None
    reading: int | None = None
    staked: _Purses = {}
    returned: _Purses = {}


_decode = msgspec.json.Decoder(_Fields).decode


class RoundIndex:
    """All rounds of a table on record that are not archived, in order; or a part of them."""

    def __init__(self, table: str, kept: int | None = None) -> None:
        """``kept`` is the number of rounds to keep: at twice as many, the earliest are dropped."""
        self.table = table
        self.kept = kept
        self.is_whole = True
        """Whether the first round here is the first on record."""
        self.stream = table_stream(table)
        self.seq = 0
        """The last entry processed or known to be irrelevant."""
        self.day: str | None = None
        self.days: list[str] = []
        """The gaming days, oldest first."""
        self._rounds: list[RoundSummary] = []

    def catch_up(self, record: Record) -> None:
        """Process the entries on record that are new."""
        head = record.head(self.stream).seq
        after = max(self.seq, record.base(self.stream).seq)
        if self.seq == 0:
            self._go_on(next(record.read(self.stream, after, 1), None))
        for stored in record.named(self.stream, SEEN, after, head + 1):
            self.see(stored)
        self.seq = max(self.seq, head)

    def _go_on(self, first: Entry | None) -> None:
        """A record whose first part is archived may begin within a gaming day."""
        if first is not None and first.name == SNAPSHOT:
            begins = CODEC.event(first)
            assert isinstance(begins, Snapshot)
            if begins.within:
                self.day = begins.day
                self.days.append(begins.day)

    def see(self, *entries: Entry) -> None:
        """Process entries that have become durable; repeated ones are ignored."""
        for entry in entries:
            if entry.stream == self.stream and entry.seq > self.seq:
                self.seq = entry.seq
                if (take := _TAKES.get(entry.name)) is not None:
                    take(self, entry, _decode(entry.body))

    def begin(self, seq: int, day: str | None, *, whole: bool = True) -> None:
        """Continue after an entry of a gaming day."""
        self.seq, self.day, self.is_whole = seq, day, whole

    def holds(self, count: int) -> bool:
        """Whether this many of the latest rounds are here."""
        return self.is_whole or len(self._rounds) > count

    def let_go(self) -> RoundSummary:
        """Drop the earliest round and return it."""
        self.is_whole = False
        return self._rounds.pop(0)

    @property
    def number(self) -> int:
        """The number of the latest round."""
        return self._rounds[-1].number if self._rounds else 0

    def __len__(self) -> int:
        return len(self._rounds)

    def __iter__(self) -> Iterator[RoundSummary]:
        """All rounds, oldest first, including the one in play."""
        return iter(self._rounds[:])

    def find(self, number: int) -> RoundSummary | None:
        """A round by its number."""
        at = self._at(number)
        return self._rounds[at] if at is not None else None

    def last(self, count: int) -> list[RoundSummary]:
        """The latest rounds that have ended, the latest first."""
        return self._back_from(len(self._rounds), count)

    def before(self, number: int, count: int) -> list[RoundSummary]:
        """The rounds that ended before this one, the latest first: the next page."""
        at = bisect_left(self._rounds, number, key=lambda one: one.number)
        return self._back_from(at, count)

    def of_day(self, day: str) -> list[RoundSummary]:
        """The rounds of a gaming day that have ended, the oldest first."""
        return [one for one in self._rounds if one.day == day and one.status != "in-play"]

    def _back_from(self, end: int, count: int) -> list[RoundSummary]:
        if end and self._rounds[end - 1].status == "in-play":
            end -= 1
        begin = max(end - max(count, 0), 0)
        return self._rounds[begin:end][::-1]

    def _at(self, number: int) -> int | None:
        at = bisect_left(self._rounds, number, key=lambda one: one.number)
        is_there = at < len(self._rounds) and self._rounds[at].number == number
        return at if is_there else None

    # What each entry says of its round

    def _day_started(self, entry: Entry, fields: _Fields) -> None:
        self.day = fields.day
        if self.kept is None:
            self.days.append(fields.day or "")

    def _opened(self, entry: Entry, fields: _Fields) -> None:
        opened = RoundSummary(
            number=fields.round or 0,
            day=self.day,
            dealer=intern(fields.by["name"]),
            first_seq=entry.seq,
            last_seq=entry.seq,
            opened_ms=entry.at_ms,
        )
        self._rounds.append(opened)
        if self.kept is not None and len(self._rounds) > 2 * self.kept:
            del self._rounds[: -self.kept]
            self.is_whole = False

    def _closed(self, entry: Entry, fields: _Fields) -> None:
        if self._rounds:  # else it was opened in an archived day
            self._rounds[-1] = replace(self._rounds[-1], closed=True)

    def _drawn(self, entry: Entry, fields: _Fields) -> None:
        numbers = tuple(map(intern, fields.numbers))
        if self._rounds:
            self._rounds[-1] = replace(self._rounds[-1], bonus_numbers=numbers)

    def _end(self, entry: Entry, fields: _Fields, status: Status) -> None:
        at = self._at(fields.round or 0)
        if at is None:
            return  # it was opened in an archived day
        is_settled = status == "settled"
        self._rounds[at] = replace(
            self._rounds[at],
            last_seq=entry.seq,
            ended_ms=entry.at_ms,
            status=status,
            outcome=intern(fields.outcome) if fields.outcome is not None else None,
            ended_by=_source(fields),
            staked=_sum(fields.staked if is_settled else fields.returned),
            returned=_sum(fields.returned),
        )

    def _later(self, entry: Entry, fields: _Fields, **changes: Any) -> None:
        at = None if fields.round is None else self._at(fields.round)
        if at is not None:
            known = self._rounds[at]
            self._rounds[at] = replace(known, later=(*known.later, entry.seq), **changes)


_Take = Callable[[RoundIndex, Entry, _Fields], None]


def _ends(status: Status) -> _Take:
    return lambda index, entry, fields: index._end(entry, fields, status)


def _corrected(index: RoundIndex, entry: Entry, fields: _Fields) -> None:
    index._later(entry, fields, outcome=fields.now, returned=_sum(fields.returned), corrected=True)


def _resettled(index: RoundIndex, entry: Entry, fields: _Fields) -> None:
    index._later(entry, fields, returned=_sum(fields.returned), corrected=True)


def _voided_after(index: RoundIndex, entry: Entry, fields: _Fields) -> None:
    changes = {"outcome": None, "ended_by": _source(fields), "returned": _sum(fields.returned)}
    index._later(entry, fields, status="void", corrected=True, **changes)


def _source(fields: _Fields) -> str | None:
    if fields.clause is not None:
        return intern(fields.clause)
    return intern(f"reading {fields.reading}") if fields.reading is not None else None


def _sum(purses: _Purses) -> int:
    return sum(sum(purse.values()) for purse in purses.values())


_TAKES: dict[str, _Take] = {
    DayStarted.name: RoundIndex._day_started,
    RoundOpened.name: RoundIndex._opened,
    BetsClosed.name: RoundIndex._closed,
    BonusNumbersDrawn.name: RoundIndex._drawn,
    RoundSettled.name: _ends("settled"),
    RoundVoided.name: _ends("void"),
    RoundAbandoned.name: _ends("abandoned"),
    OutcomeCorrected.name: _corrected,
    SettledRoundVoided.name: _voided_after,
    RoundResettled.name: _resettled,
    RoundReferred.name: RoundIndex._later,
    ReferralDecided.name: RoundIndex._later,
    WagerRuled.name: RoundIndex._later,
    CorrectionUncollected.name: RoundIndex._later,
    SecretRevealed.name: RoundIndex._later,
    SecretLost.name: RoundIndex._later,
}
SEEN: Sequence[str] = tuple(_TAKES)
"""The events that the index is built from."""
LATER = frozenset(
    kind.name
    for kind in (
        OutcomeCorrected,
        SettledRoundVoided,
        RoundResettled,
        CorrectionUncollected,
        SecretRevealed,
        SecretLost,
    )
)
"""Those that follow the end of their round."""
