"""The line that leads to each event on record.

Each command recognises the event it led to. What follows from a line's first event by
itself, such as the settlement from the confirmation, has no line. Whether a line does lead there is
for the table to say, and not known here.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from croupier import round as rounds
from croupier.house import COMMANDS
from croupier.house.base import Procedure
from croupier.notation.actions import Action, Asked, Failure, RefusalOnRecord
from croupier.round.base import ActionRefused, Command, Event, OnRecord, RoundCommand, tag_of
from croupier.round.interruption import RoundInterrupted
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError

BEHIND: Mapping[type[Event] | None, list[type[Command]]] = defaultdict(list)
"""The commands that may have led to each event."""
for _kind in COMMANDS:
    BEHIND[_kind.leads_to].append(_kind)
WHOLE = {tag_of(kind): kind for kind in rounds.COMMANDS if kind.whole_when_refused}
"""Commands of a round that a recorded refusal holds completely."""


def lines_for(
    record: Sequence[Event], at: int, book: Book, expiries: Mapping[str, int]
) -> Iterator[Action]:
    """The lines that could lead to what a record holds from there on, the likeliest first.

    ``expiries`` are those of the vouchers that can still be redeemed, in milliseconds.
    """
    ahead = tuple(takewhile(lambda one: one.booked_ahead, record[at:]))
    at += len(ahead)
    event = record[at] if at < len(record) else None
    if event is None:
        return
    if isinstance(event, ActionRefused):
        yield from _refused(event, book)
    elif isinstance(event, RoundInterrupted) and event.by is None:
        yield Failure("power")
    else:
        seen = OnRecord(event, book, ahead, record[at + 1 :], expiries)
        for kind in BEHIND.get(type(event), ()):
            yield from _asked(kind, seen)


def _asked(kind: type[Command], seen: OnRecord) -> Iterator[Asked]:
    by = kind.asker(seen.event)
    command = kind.behind(seen) if by is not None else None
    if command is None or by is None:
        return
    if not isinstance(command, Procedure):
        yield Asked(command, by)
    elif by.position is None and not command.allowed.player:
        # A terminal took money by itself, by the device's name or on an older record.
        yield Asked(command, now_ms=command.moment(seen))
    else:
        yield Asked(command, by, now_ms=command.moment(seen))


def _refused(event: ActionRefused, book: Book) -> Iterator[Action]:
    """The line that would be refused again, if the record holds enough of it; or the refusal."""
    kind = WHOLE.get(event.asked)
    if kind is not None and _readable(event, book):
        given = {"wager": event.wager, "amount": event.amount}
        fields = {name: given[name] for name in kind.__struct_fields__ if name in given}
        if not _by_player(kind) or event.by.position is None:
            yield Asked(kind(**fields), event.by)
    yield RefusalOnRecord(
        event.by, event.asked, event.code, event.message, event.clause, event.wager, event.amount
    )


def _by_player(kind: type[Command]) -> bool:
    return issubclass(kind, RoundCommand) and kind.allowed is None


def _readable(event: ActionRefused, book: Book) -> bool:
    """Whether a line can express the wager and the amount."""
    if event.asked == "place-wager" and (event.amount is None or event.amount < 1):
        return False
    if event.by.position is None and event.wager is None:
        return False
    try:
        return event.wager is None or book.wager(event.wager).notation == event.wager
    except CroupierError:
        return False
