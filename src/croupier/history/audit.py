"""The audit trail: the significant events of all streams in the order of time, the latest first.

Each line has who, what, why, before and after (requirement 20). Within a stream the order is that
of its sequence, even if the clock stepped. Ordinary play, such as a wager, is on record too; ask
for its name or for a person to find it. Secrets are left out, and so is a voucher's number, which
is money. An event that this program does not know is shown by its fields.
"""

import heapq
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from croupier import books as all_books
from croupier.history.describe import described
from croupier.history.table import TABLE_STREAMS, Books, made_of
from croupier.history.visible import shown
from croupier.house import EVENTS, HouseState, TableState
from croupier.house.adjustment import BalanceAdjusted
from croupier.house.limits import LimitsSet, MaximumPayoutSet
from croupier.journal.entry import Stored
from croupier.journal.errors import EventError
from croupier.journal.events import SIGNED, SNAPSHOT
from croupier.journal.store import Record
from croupier.round.base import Actor, Event
from croupier.round.opening import RoundOpened
from croupier.rules.refusal import BookError, CroupierError, refusal
from croupier.table.codec import CODEC

EVERYDAY = frozenset(
    {SIGNED, SNAPSHOT, *(kind.name for kind in EVENTS if kind.in_trail != "always")}
)
"""Too frequent to show unless asked for by name or by person."""
PERSONS = ("by", "approver", "placed_by", "recorded_by", "staff", "player", "terminal", "about")
"""Fields that hold the name of a person or a device."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """A filter for events: every given condition must hold."""

    table: str | None = None
    person: str | None = None
    """The person who did or approved it, or whom it concerns."""
    kinds: tuple[str, ...] = ()
    """Event names or prefixes, such as ``approval``."""
    since_ms: int | None = None
    until_ms: int | None = None
    """Exclusive."""


class TrailLine(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the trail."""

    stream: str
    seq: int
    at_ms: int
    table: str | None
    what: str
    """The event's name."""
    says: str
    who: Actor | None
    approver: Actor | None
    about: str | None
    why: str | None
    clause: str | None
    before: Any
    after: Any
    fields: dict[str, Any]
    """All fields of the entry that may be shown."""


class Page(msgspec.Struct, frozen=True):
    """Some lines, and the place to continue from, if there are more."""

    lines: tuple[TrailLine, ...]
    next: str | None


ALL = Wanted()


def trail(
    record: Record,
    wanted: Wanted = ALL,
    limit: int = 100,
    place: str | None = None,
    books: Books = all_books.load,
    language: str = "en",
) -> Page:
    """The latest matching events, or those after the place of a page."""
    streams = record.streams()
    places = {stream: record.head(stream).seq + 1 for stream in streams}
    if place is not None:
        places = _places(place, places)
    trail = _Trail(record, books, language)
    lines: list[TrailLine] = []
    reading = (_entries(record, stream, before, wanted) for stream, before in places.items())
    merged = heapq.merge(*reading, key=lambda stored: stored.at_ms, reverse=True)
    for stored in merged:
        if len(lines) >= max(limit, 1):
            return Page(tuple(lines), ";".join(f"{s}={seq}" for s, seq in places.items()))
        places[stored.stream] = stored.seq
        fields = shown(stored)
        if _is_wanted(stored, fields, wanted):
            lines.append(trail.line(stored, fields))
    return Page(tuple(lines), None)


def _places(place: str, heads: Mapping[str, int]) -> dict[str, int]:
    """Where to continue in each stream; a stream created since then has nothing older."""
    try:
        given = {stream: int(seq) for stream, seq in (one.split("=") for one in place.split(";"))}
    except ValueError:
        raise BookError(refusal("record/bad-place", place=repr(place))) from None
    return {stream: min(max(given.get(stream, 0), 0), heads[stream]) for stream in heads}


def _entries(record: Record, stream: str, before: int, wanted: Wanted) -> Iterator[Stored]:
    of_other = stream.startswith(TABLE_STREAMS) and stream != f"{TABLE_STREAMS}{wanted.table}"
    if wanted.table is not None and of_other:
        return
    if record.base(stream).seq >= before - 1:
        return  # what comes before is archived
    for stored in record.named(stream, _names(wanted, stream), None, before, latest_first=True):
        if wanted.kinds or wanted.person is not None or stored.name not in EVERYDAY:
            yield stored


def _names(wanted: Wanted, stream: str) -> list[str] | None:
    """The names to look for; none where the stream is short and may hold unknown ones, or where all
    that a person did is wanted."""
    known = CODEC.versions
    if wanted.kinds:
        return [n for n in {*known, *wanted.kinds} if n.startswith(wanted.kinds)]
    if wanted.person is not None or not stream.startswith(TABLE_STREAMS):
        return None
    return [name for name in known if name not in EVERYDAY]


def _is_wanted(stored: Stored, fields: Mapping[str, Any], wanted: Wanted) -> bool:
    on_time = (wanted.since_ms is None or stored.at_ms >= wanted.since_ms) and (
        wanted.until_ms is None or stored.at_ms < wanted.until_ms
    )
    here = wanted.table is None or _table(stored, fields) == wanted.table
    return on_time and here and (wanted.person is None or wanted.person in _persons(fields))


def _persons(fields: Mapping[str, Any]) -> Iterator[str]:
    for name in PERSONS:
        match fields.get(name):
            case {"name": str(someone)} | str(someone):
                yield someone
            case list(several):
                yield from several


def _table(stored: Stored, fields: Mapping[str, Any]) -> str | None:
    if stored.stream.startswith(TABLE_STREAMS):
        return stored.stream.removeprefix(TABLE_STREAMS)
    return fields.get("table")


class _Trail:
    """Turns entries into lines; each table's book is looked up once."""

    def __init__(self, record: Record, books: Books, language: str) -> None:
        self._record, self._books, self._language = record, books, language
        self._shells: dict[str, TableState | None] = {}

    def line(self, stored: Stored, fields: dict[str, Any]) -> TrailLine:
        event = _event(stored)
        found = line(event if isinstance(event, Event) else _unknown(stored, fields))
        found = found or Line(stored.name)
        table = _table(stored, fields)
        is_table = stored.stream.startswith(TABLE_STREAMS)
        subject = fields if event is None else event
        shell = self._shell(table) if is_table and table else None
        says, cited = described(subject, shell, self._language)
        before, after = self._changed(stored, event)
        return TrailLine(
            stream=stored.stream,
            seq=stored.seq,
            at_ms=stored.at_ms,
            table=table,
            what=stored.name,
            says=says,
            who=_actor(fields.get("by")),
            approver=_actor(fields.get("approver")),
            about=found.about,
            why=found.why,
            clause=cited.clause,
            before=found.before if before is None else before,
            after=found.after if after is None else after,
            fields=fields,
        )

    def _shell(self, table: str) -> TableState | None:
        if table not in self._shells:
            try:
                book = self._books(made_of(self._record, table).book)
                self._shells[table] = TableState(table, book, HouseState())
            except CroupierError:
                self._shells[table] = None
        return self._shells[table]

    def _changed(self, stored: Stored, event: object) -> tuple[Any, Any]:
        """What was before and after, where the event's own fields do not show it."""
        match event:
            case LimitsSet(limits=limits, before=None):
                kinds: tuple[str, ...] = (LimitsSet.name, RoundOpened.name)
                return self._last(stored, kinds, "limits"), msgspec.to_builtins(limits)
            case MaximumPayoutSet(amount=amount) if stored.version == 1:
                return self._last(stored, (MaximumPayoutSet.name,), "amount"), amount
            case BalanceAdjusted(before=int(before), amount=amount):
                return before, before + amount
        return None, None

    def _last(self, stored: Stored, names: tuple[str, ...], field: str) -> Any:
        earlier = self._record.named(stored.stream, names, None, stored.seq, latest_first=True)
        return next((shown(one).get(field) for one in earlier), None)


def _event(stored: Stored) -> msgspec.Struct | None:
    try:
        return CODEC.event(stored)
    except EventError:
        return None


def _unknown(stored: Stored, fields: Mapping[str, Any]) -> Event:
    """The fields of an event that this program does not know, by their names."""
    return cast(
        "Event", SimpleNamespace(in_trail="always", became=None, **{**fields, "name": stored.name})
    )


def _actor(value: Any) -> Actor | None:
    try:
        return msgspec.convert(value, Actor)
    except msgspec.ValidationError:
        return None


ABOUT = ("staff", "device", "terminal", "player", "round", "day", "shift", "id", "table")
WHY = ("reason", "why", "clause", "message", "text")
BEFORE = ("before", "was", "expected", "reversed")
AFTER = ("after", "now", "closer", "returned", "position", "limits", "amount", "accepted")


class Line(msgspec.Struct, frozen=True):
    """One line of the audit trail; the entry has when and where."""

    what: str
    who: Actor | None = None
    approver: Actor | None = None
    about: str | None = None
    why: str | None = None
    before: Any = None
    after: Any = None


def line(event: Event) -> Line | None:
    """The line of an event, or None if it is ordinary play."""
    if event.in_trail == "never":
        return None
    before, after = event.became or (_first(event, BEFORE), _first(event, AFTER))
    about, why = _first(event, ABOUT), _first(event, WHY)
    return Line(
        event.name,
        getattr(event, "by", None),
        getattr(event, "approver", None),
        None if about is None else str(about),
        None if why is None else str(why),
        msgspec.to_builtins(before),
        msgspec.to_builtins(after),
    )


def _first(event: Event, names: tuple[str, ...]) -> Any:
    """The value of the first of these fields that is set."""
    return next((v for n in names if (v := getattr(event, n, None)) is not None), None)
