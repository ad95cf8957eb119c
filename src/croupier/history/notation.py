"""Rounds and days on record as round notation: files that replay to the same events."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec

from croupier.history.recall import Recalling
from croupier.history.table import TableHistory, table_at
from croupier.house import TableState
from croupier.house.cashing import ChipsCashedOut, HeldCollected
from croupier.house.chips import ChipsBought
from croupier.house.day import DayEnded, DayStarted
from croupier.house.limits import LimitsSet
from croupier.house.state import Voucher
from croupier.house.vouchers import UNTIL_MS, is_number, last_of
from croupier.journal.entry import Stored
from croupier.notation import Shift, export
from croupier.round.base import ActionRefused, Event
from croupier.round.correction import OutcomeCorrected, RoundResettled, SettledRoundVoided
from croupier.round.opening import RoundOpened, limits_of
from croupier.round.referral import ReferralDecided, RoundReferred
from croupier.round.ruling import WagerRuled
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.refusal import NotationError
from croupier.table.codec import CODEC

LATER = (
    OutcomeCorrected,
    SettledRoundVoided,
    RoundResettled,
    WagerRuled,
    RoundReferred,
    ReferralDecided,
)
"""Events that can change a round long after it has ended."""


class Part(NamedTuple):
    """Consecutive entries of a table."""

    first_seq: int
    last_seq: int


def notated_round(history: TableHistory, number: int) -> Shift:
    """A round as a file.

    Where what came later about the round does not follow from it alone, such as a correction that
    a player could not pay back, the file goes on to that moment; and where an earlier round was
    corrected meanwhile, it begins with that one.
    """
    summary = history.round(number)
    end = history.end_of(summary)
    entries = list(history.entries_of(summary))
    events = list(_events(entries))
    warned = Recalling(history, summary).fold(entries).warned
    for before in (None, _before(history, summary.first_seq, events)):
        try:
            return _exported(history, events, before, warned)
        except NotationError:
            continue
    part = Part(summary.first_seq, max((end, *summary.later)))
    while True:
        try:
            return notated(history, part)
        except NotationError:
            longer = _reaching_back(history, part)
            if longer == part:
                raise
            part = longer


def _reaching_back(history: TableHistory, part: Part) -> Part:
    """The part, extended back to the earliest round that an event in it concerns."""
    count = part.last_seq - part.first_seq + 1
    stored = history.record.read(history.stream, part.first_seq - 1, count)
    about = {event.round for event in _events(stored) if isinstance(event, LATER)}
    begins = (history.round(number).first_seq for number in about if number is not None)
    return part._replace(first_seq=min((part.first_seq, *begins)))


def notated_day(history: TableHistory, day: str) -> Shift:
    """A gaming day as a file, to its end or to the last entry."""
    history.day(day)
    begun = None
    last = history.record.head(history.stream).seq
    for stored in history.record.named(history.stream, (DayStarted.name, DayEnded.name)):
        event = CODEC.event(stored)
        if isinstance(event, DayStarted) and event.day == day:
            begun = stored.seq
        elif isinstance(event, DayEnded) and event.day == day:
            last = stored.seq
    assert begun is not None, "the index knows the day"
    return notated(history, Part(begun, last))


def notated(history: TableHistory, part: Part) -> Shift:
    """The record of a table from one entry to another; both lie between rounds."""
    count = part.last_seq - part.first_seq + 1
    stored = history.record.read(history.stream, part.first_seq - 1, count)
    events = list(_events(stored))
    before = _before(history, part.first_seq, events)
    return _exported(history, events, before)


def _exported(
    history: TableHistory,
    events: list[Event],
    before: TableState | None,
    warned: Iterable[str] = (),
) -> Shift:
    """``warned`` are players honoured before, where the table does not know them."""
    return export(
        events, history.book, before=before, warned=sorted(warned), own_wheel=history.own_wheel
    )


def _events(entries: Iterable[Stored]) -> Iterator[Event]:
    """The events, without refused amounts that no line can express: they changed nothing."""
    for stored in entries:
        event = CODEC.event(stored)
        unsayable = isinstance(event, ActionRefused) and not _sayable(event.amount)
        if isinstance(event, Event) and not unsayable:
            yield _without_number(event)


def _without_number(event: Event) -> Event:
    """The event with an id for a voucher of which an earlier program wrote the number: any reader
    of the file could redeem it."""
    number = getattr(event, "voucher", None)
    if number is None or not is_number(number):
        return event
    hidden = sha256(number.encode()).hexdigest()[:32]
    return msgspec.structs.replace(event, voucher=f"{hidden}-{last_of(number)}")


def _sayable(amount: int | None) -> bool:
    return amount is None or 1 <= amount <= AMOUNT_MAX


def _before(history: TableHistory, seq: int, events: list[Event]) -> TableState:
    """The table as it was, with vouchers redeemed later and the limits it opens with."""
    state = table_at(history, seq)
    issued: set[str] = set()
    for event in events:
        match event:
            case ChipsCashedOut(voucher=str(number)) | HeldCollected(voucher=str(number)):
                issued.add(number)
            case ChipsBought(voucher=str(number), amount=amount) if number not in issued:
                voucher = Voucher(amount, UNTIL_MS, history.table, "")
                state.house.vouchers.setdefault(number, voucher)
    first = next((one for one in events if isinstance(one, RoundOpened | LimitsSet)), None)
    if isinstance(first, RoundOpened):
        state.limits = limits_of(first.limits)
    return state
