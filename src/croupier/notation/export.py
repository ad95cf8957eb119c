"""Recorded events back to round notation, so that a file replays to the same events.

Each event is written as the line that leads to it. The lines are played as they are written: what
the table then puts on record must be what the record holds, or there is no file.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import msgspec

from croupier.house import EVENTS, TableState
from croupier.house.base import HouseEvent
from croupier.house.day import DayEnded
from croupier.notation import actions as a
from croupier.notation.export_head import implied_by, table_before
from croupier.notation.export_lines import lines_for
from croupier.notation.grammar import ACTIONS, CommandForm
from croupier.notation.settlement_lines import settlement_lines
from croupier.notation.shift import Round, Shift
from croupier.notation.step import Step, as_in_a_file
from croupier.notation.walk import Playing
from croupier.round.base import ActionRefused, Event
from croupier.round.opening import RoundOpened
from croupier.round.outcome import OutcomeCalled, RoundSettled
from croupier.round.secret import SecretLost
from croupier.rules.book import Book
from croupier.rules.refusal import NotationError, refusal

Record = Sequence[Event]


def export(
    events: Iterable[Event],
    book: Book,
    *,
    title: str | None = None,
    before: TableState | None = None,
    warned: Iterable[str] = (),
    own_wheel: bool = False,
) -> Shift:
    """The file that replays to these events: one round, or all that a table has on record.

    ``before`` is the table as it was before the first event. Without it the record speaks for
    itself: nobody's money is counted but that of players who come during it, and ``warned`` are
    those honoured under the minimum in earlier rounds. What a running table notes about itself,
    such as its clock or a lost secret, is no part of a file.
    """
    played = (one for one in events if isinstance(one, EVENTS) and type(one) is not SecretLost)
    record = [as_in_a_file(event) for event in played]
    drafted = Round(tuple(_drafted(record, book)))
    if before is not None:
        shift = replace(table_before(before), rounds=(drafted,))
    else:
        shift = replace(implied_by(record, drafted, book), warned=tuple(warned))
    shift = replace(shift, title=title or _title(record, book), own_wheel=own_wheel)
    return replace(shift, rounds=tuple(_rounds(record, shift)))


def _drafted(record: Record, book: Book) -> Iterator[a.Action]:
    """A draft of the lines, to find who is at the table."""
    for at, event in enumerate(record):
        if not isinstance(event, ActionRefused):
            yield from lines_for(record, at, book, {})


def _title(record: Record, book: Book) -> str:
    numbers = [event.round for event in record if isinstance(event, RoundOpened)]
    if len(numbers) > 1:
        return f"{book.name}, rounds {numbers[0]} to {numbers[-1]}"
    return f"{book.name}, round {numbers[0]}" if numbers else f"{book.name}, no round"


def _rounds(record: Record, shift: Shift) -> Iterator[Round]:
    """Play the record line by line; each opening begins a new round."""
    playing = Playing(shift)
    whole = any(isinstance(event, HouseEvent) for event in record)
    lines: list[a.Action] = []
    at = 0
    while at < len(record):
        if isinstance(record[at], RoundOpened) and playing.opened:
            yield _round(lines, playing)
            lines, playing.opened = [], 0
        for player in _honoured_elsewhere(record, at, playing):
            lines.append(a.HonouredElsewhere(player))
            playing.step(lines[-1])
        line, length = _line(record, at, playing, whole=whole)
        lines.append(_signed(playing.step(line), playing.book))
        at += length
    yield _round(lines, playing)


def _round(lines: list[a.Action], playing: Playing) -> Round:
    settlement = playing.settlement
    lines_of_it = settlement_lines(settlement, playing.voided_by) if settlement is not None else ()
    return Round(tuple(lines), lines_of_it)


def _line(record: Record, at: int, playing: Playing, *, whole: bool) -> tuple[a.Action, int]:
    """The line that leads to what follows on record, and to how much of it.

    A table's own record may lack what happened to the whole house at the same moment.
    """
    vouchers = playing.table.house.vouchers
    expiries = {number: voucher.expires_ms for number, voucher in vouchers.items()}
    for line in lines_for(record, at, playing.book, expiries):
        foreseen = playing.foreseen(line, playing.decide(line))
        if not whole:
            foreseen = tuple(x for x in foreseen if not isinstance(x, HouseEvent))
        recorded = record[at : at + len(foreseen)]
        if foreseen and all(map(_same, foreseen, recorded)) and len(recorded) == len(foreseen):
            return line, len(foreseen)
    raise NotationError(
        refusal(
            "notation/bad",
            file="the record",
            where=f"event {at + 1}, {record[at].name}",
            reason="no line leads to it here: begin earlier, or give the table as it was before",
        )
    )


def _honoured_elsewhere(record: Record, at: int, playing: Playing) -> list[str]:
    """Players whom the next settlement found honoured before, which the file does not know yet."""
    event = record[at]
    drawn = isinstance(event, OutcomeCalled) and event.seed is not None
    then = at + (2 if drawn else 1)  # a number that was drawn is confirmed by the same line
    following = record[then] if then < len(record) else None
    warned = following.warned if isinstance(following, RoundSettled) else None
    return sorted({*(warned or ())} - playing.table.warned)


def _same(foreseen: Event, recorded: Event) -> bool:
    """Earlier programs did not say whom a settlement found honoured before, nor what a correction
    could not collect. What there is to count follows from all of a day, and this may be a part."""
    if type(foreseen) is not type(recorded):
        return False
    unsaid: dict[str, object] = {
        name: None for name in EARLIER_UNSAID if getattr(recorded, name, ()) is None
    }
    if isinstance(recorded, DayEnded):
        unsaid = {"to_count": recorded.to_count}
    return msgspec.structs.replace(foreseen, **unsaid) == recorded


EARLIER_UNSAID = ("warned", "uncollected")


def _signed(step: Step, book: Book) -> a.Action:
    """The line in its shortest form, with its verdict if it was refused or ended the round."""
    line = step.action
    if step.kind in ("refused", "void") and not isinstance(line, a.RefusalOnRecord):
        line = replace(line, verdict=step.verdict)
    if isinstance(line, a.Asked) and line.by == a.usual(line.command, book):
        form = next(form for form in ACTIONS if form.fits(line))
        if isinstance(form, CommandForm) and form.unsigned:
            line = replace(line, by=None)
    return line
