"""A start from the newest snapshot held against a replay of everything: they must be the same.

All that a floor has in memory is walked through, so that a field which a snapshot leaves out is
found without being named here. What differs by right is named, with the reason.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec

from croupier.house.ledger import Ledger
from croupier.journal.entry import Head, Stored
from croupier.journal.events import SNAPSHOT
from croupier.journal.store import Record
from croupier.round.phases import ENDED, Phase
from croupier.round.state import Placement, RoundState
from croupier.rules.book import Book
from croupier.rules.wager import Wager
from croupier.table.answers import Answers
from croupier.table.core import Core
from croupier.table.floor import Floor

NOT_AFTER_THE_END = {
    *("placed", "placed_by", "withdrawn"),  # what lies on the felt is compared as placements
    *("placing", "unruled", "standing_leave", "stopped"),  # for a round in play alone
    "held",  # the same as the placements, by area
}
OF_A_PLACEMENT = ("player", "amount", "chips", "returned_by")
"""Which action placed it, and whether staff did, counts while it may be taken back."""
OF_A_TABLE = {
    "limits",  # a setting, until someone sets others
    "house",  # compared by itself
    "profile_of",
    "serves",
}
OF_THE_HOUSE = {"tables", "_alike", "thresholds"}
OF_A_CORE = ("oversight", "day_since_ms", "book_sha256", "state")
OF_A_FLOOR = ("house", "office", "answers", "started", "begun_at")


class WithoutSnapshots(Record):
    """A record that denies its snapshots: whoever starts from it reads everything."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def streams(self) -> list[str]:
        return self._record.streams()

    def head(self, stream: str) -> Head:
        return self._record.head(stream)

    def base(self, stream: str) -> Head:
        return self._record.base(stream)

    def last(self, stream: str, name: str) -> Stored | None:
        return None if name == SNAPSHOT else self._record.last(stream, name)

    def faults(self) -> Iterator[str]:
        return self._record.faults()

    def close(self) -> None:
        """The record is somebody else's."""

    def _entries(self, stream: str, after_seq: int, limit: int | None) -> Iterator[Stored]:
        return self._record._entries(stream, after_seq, limit)


def differing(floor: Floor, other: Floor) -> str | None:
    """Where two floors differ first, if they do."""
    if floor.tables.keys() != other.tables.keys():
        return "other tables"
    for name in OF_A_FLOOR:
        if (found := _differing(name, getattr(floor, name), getattr(other, name))) is not None:
            return found
    for table, core in floor.tables.items():
        for name in OF_A_CORE:
            ours, theirs = getattr(core, name), getattr(other.tables[table], name)
            if (found := _differing(f"{table}.{name}", ours, theirs)) is not None:
                return found
        parts = (_by_round(each, table) for each in (floor, other))
        if (found := _differing(f"{table}.answers", *parts)) is not None:
            return found
        if core.state.round is None and core.last_ms < other.tables[table].last_ms:
            return f"{table}.last_ms: the clock would step back unnoticed"
    return None


def _by_round(floor: Floor, table: str) -> dict[str, Any]:
    """A table's answers; for how many rounds those to the whole house stay is of no concern."""
    answers, shared = floor.tables[table].answers, floor.answers
    for_all = {*shared._current, *shared._before}
    parts = (answers._current, answers._before)
    own = [{key: one for key, one in part.items() if key not in for_all} for part in parts]
    beside = {key for part in parts for key in part} & for_all
    ids = {
        name: {t: id_ for t, id_ in getattr(answers, name).items() if t not in shared.newest}
        for name in ("_begun", "_forgotten")
    }
    known = {"newest": answers.newest, "current": own[0], "before": own[1], **ids}
    return {**known, "beside": sorted(beside)}


def _differing(where: str, ours: Any, theirs: Any) -> str | None:
    mine, whole = _plain(ours), _plain(theirs)
    if mine == whole:
        return None
    if isinstance(mine, dict) and isinstance(whole, dict):
        for key in {**mine, **whole}:
            if mine.get(key) != whole.get(key):
                return _differing(f"{where}.{key}", mine.get(key), whole.get(key))
    return f"{where}: {mine!r}, and a whole replay gives {whole!r}"


def _plain(value: Any) -> Any:
    """A value as dicts and lists of all that it holds."""
    match value:
        case Book() | Wager():
            return value.sha256 if isinstance(value, Book) else value.notation
        case Placement():
            said = {name: getattr(value, name) for name in OF_A_PLACEMENT}
            return {**said, "wager": value.wager.notation}
        case Ledger():
            return dict(sorted(value.accounts.items()))
        case Answers():
            return {name: _plain(one) for name, one in vars(value).items()}
        case RoundState() if value.phase in ENDED:
            names = {one.name for one in fields(value)} - NOT_AFTER_THE_END
            said = {name: _plain(getattr(value, name)) for name in sorted(names)}
            if value.phase is not Phase.SETTLED:  # no decision is due any more
                said |= {"referred": False, "waiting": None}
            return {**said, "lies": _plain(value.placements)}
        case msgspec.Struct():
            return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
        case dict():
            return {key: _plain(one) for key, one in value.items()}
        case list() | tuple():
            return [_plain(one) for one in value]
        case Core():
            raise TypeError("a core is compared part by part")
    if is_dataclass(value):
        names = {one.name for one in fields(value)} - OF_A_TABLE - OF_THE_HOUSE
        return {name: _plain(getattr(value, name)) for name in sorted(names)}
    return value
