"""A whole record replayed: every round settled again, every balance followed, every draw checked.

It trusts nothing in the record that it can work out itself. What does not hold is a finding, with
the stream and the entry where it shows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from croupier.fair.draw import draw_bonus, draw_pocket
from croupier.fair.secret import Secret
from croupier.fair.secret import verify as is_committed
from croupier.house import HouseState, LedgerError, TableState
from croupier.house.base import HouseEvent
from croupier.house.evolve import evolve_house
from croupier.journal.entry import Stored
from croupier.journal.errors import ArchiveDamaged, EventError, StoreDamaged
from croupier.journal.events import SNAPSHOT, Snapshot, Started
from croupier.journal.store import Record
from croupier.journal.walk import Finding, What
from croupier.office import state as office
from croupier.office.base import OfficeEvent
from croupier.round import ENDS
from croupier.round.base import Event
from croupier.round.bonus import BonusNumbersDrawn
from croupier.round.correction import OutcomeCorrected, RoundResettled
from croupier.round.interruption import RoundAbandoned
from croupier.round.opening import RoundOpened
from croupier.round.outcome import OutcomeCalled, RoundSettled
from croupier.round.phases import Phase
from croupier.round.secret import SecretLost, SecretRevealed
from croupier.round.settling import paid
from croupier.round.state import RoundState
from croupier.round.void import RoundVoided
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError
from croupier.table.answers import HouseAnswers
from croupier.table.codec import CODEC
from croupier.table.core import HOUSE_STREAM, Core, Sequences
from croupier.table.events import BookAdopted, TableMade
from croupier.table.recovery import answer_for_the_house, replay
from croupier.table.snapshots import (
    by_older_program,
    differs,
    house_differs,
    is_older_house,
    makers_kept,
    restore_house,
    restore_table,
    started_kept,
    table_and_book,
)

TABLE_STREAMS = "table-"


class Verified:
    """What a replay of a record came to."""

    def __init__(self) -> None:
        self.rounds = 0
        self.entries = 0
        self.tables: dict[str, TableState] = {}
        self.house = HouseState()
        self.office = office.OfficeState()
        self.answers = HouseAnswers()
        self.started: Started | None = None
        self.findings: list[Finding] = []
        self.accepted: set[Finding] = set()
        """Damage that somebody knew of and went on with: it is damage all the same."""


def verify(record: Record, books: Mapping[str, Book]) -> Verified:
    """Replay every stream of a record from its first entry, by the books it names."""
    verified = Verified()
    streams = record.streams()
    if HOUSE_STREAM in streams:
        _replay_house(record, verified)
    for stream in streams:
        if stream.startswith(TABLE_STREAMS):
            verified.findings += _replay_table(record, stream, books, verified)
    verified.findings += _vouchers_agree(verified)
    return verified


def _entries(record: Record, stream: str, verified: Verified) -> Iterator[Stored]:
    """The entries of a stream as far as they can be read; the check of the chain says the rest."""
    try:
        for stored in record.read(stream):
            verified.entries += 1
            yield stored
    except (StoreDamaged, ArchiveDamaged) as error:
        verified.findings.append(_finding(stream, 0, error))


def _replay_house(record: Record, verified: Verified) -> None:
    older = False
    for stored in _entries(record, HOUSE_STREAM, verified):
        try:
            event = CODEC.event(stored)
            if isinstance(event, OfficeEvent):
                office.evolve(event, verified.office)
            elif isinstance(event, HouseEvent):
                evolve_house(event, verified.house)
                answer_for_the_house(event, stored.seq, verified.answers)
            elif isinstance(event, Started):
                verified.started = event
            elif isinstance(event, Snapshot):
                makers = makers_kept(event.state)
                if older and makers is not None:  # it may have known less, or more, than is here
                    verified.office.makers = makers
                older = makers is None
                if stored.seq == record.base(HOUSE_STREAM).seq + 1:  # the rest is archived
                    _house_from(event.state, verified)
                elif _house_differs(event.state, verified):
                    verified.findings.append(_unfounded(HOUSE_STREAM, stored.seq))
                elif is_older_house(event.state):
                    _house_from(event.state, verified)
        except _BROKEN as error:
            verified.findings.append(_finding(HOUSE_STREAM, stored.seq, error))
            return


def _house_from(state: bytes, verified: Verified) -> None:
    """As a start from this snapshot would: a replay may know no more."""
    makers, verified.answers = verified.office.makers, HouseAnswers()
    verified.office = restore_house(verified.house, state, verified.answers)
    if makers_kept(state) is None:
        verified.office.makers = makers
    verified.started = started_kept(state) or verified.started


def _house_differs(state: bytes, verified: Verified) -> bool:
    known = verified.answers, verified.started
    return house_differs(verified.house, verified.office, state, *known)


def _replay_table(
    record: Record, stream: str, books: Mapping[str, Book], verified: Verified
) -> Iterator[Finding]:
    core: Core | None = None
    lost = False
    for stored in _entries(record, stream, verified):
        if lost and stored.name != SNAPSHOT:
            continue  # nothing is known of the table until the next snapshot
        try:
            event = CODEC.event(stored)
            if isinstance(event, TableMade):
                core = _made(event, books, verified)
            elif isinstance(event, BookAdopted) and core is not None:
                core.book_sha256 = event.after
            elif isinstance(event, Event):
                if core is None:
                    raise LookupError("something happened before the table was made")
                yield from (_wrong(stream, stored.seq, detail) for detail in _doubts(event, core))
                replay(core, event, stored.seq, stored.at_ms)
                core.written(stored, stored.hash)
                if isinstance(event, ENDS):
                    verified.rounds += 1
                elif isinstance(event, SecretLost):
                    yield _declared(event, stored, verified)
            elif isinstance(event, Snapshot):
                if core is None:  # the days before it are archived, and not here, or are damaged
                    core, lost = _resumed(event, books, verified), False
                elif differs(core, event.state, verified.answers.newest):
                    yield _unfounded(stream, stored.seq)
                elif by_older_program(event.state):
                    restore_table(core, event.state)
                    verified.tables[core.state.id] = core.state
        except _BROKEN as error:
            yield _finding(stream, stored.seq, error)
            core, lost = None, True
    if core is not None and core.book_sha256 != core.state.book.sha256:
        yield _wrong(stream, 0, f"the table is run by another {core.state.book.id} than is here")


_BROKEN = (CroupierError, EventError, LedgerError, LookupError, AssertionError, TypeError)


def _made(event: TableMade, books: Mapping[str, Book], verified: Verified) -> Core:
    state = TableState(event.table, books[event.book], verified.house, own_wheel=event.own_wheel)
    verified.tables[event.table] = state
    core = Core(state, Sequences())
    core.book_sha256 = event.book_sha256
    return core


def _resumed(event: Snapshot, books: Mapping[str, Book], verified: Verified) -> Core:
    table, book = table_and_book(event.state)
    core = Core(TableState(table, books[book], verified.house), Sequences())
    restore_table(core, event.state)
    verified.tables[table] = core.state
    return core


def _doubts(event: Event, core: Core) -> Iterator[str]:
    """What an event says that its own round does not bear out."""
    state = core.state
    match event:
        case RoundSettled():
            yield from _settlement_doubts(event, state)
        case RoundVoided() | RoundAbandoned():
            if event.returned != _in_play(state).staked:
                yield f"{event.name} does not return the stakes of the round"
        case RoundOpened():
            yield from _unrevealed(event.round, state)
            yield from _older_scheme(event, state)
        case BonusNumbersDrawn() | OutcomeCalled():
            yield from _seed_doubts(event, _in_play(state))
        case OutcomeCorrected():
            past = state.past[event.round]
            if past.is_drawn and past.is_seeded and event.now != past.outcome:
                yield f"the number of round {event.round} was drawn, and is corrected"
            if event.returned != paid(past, event.now).returned:
                yield f"the correction of round {event.round} does not follow from its wagers"
        case RoundResettled():
            past = state.past[event.round]
            if event.returned != paid(past, past.outcome or "").returned:
                yield f"the new settlement of round {event.round} does not follow from its wagers"
        case SecretRevealed():
            past, secret = state.past[event.round], Secret.revealed(event.secret)
            yield from _draw_doubts(past, secret, state.id)


def _seed_doubts(event: BonusNumbersDrawn | OutcomeCalled, round_: RoundState) -> Iterator[str]:
    """Whether what is drawn goes by the hash of the entry that closed the bets."""
    drawn = round_.is_drawn or isinstance(event, BonusNumbersDrawn)
    due = round_.seed if drawn and round_.is_seeded else None
    if event.seed != due:
        yield f"{event.name} of round {round_.number} is not by the hash of its close"


def _unrevealed(opened: int, state: TableState) -> Iterator[str]:
    """Secrets that are still not shown when the second round after theirs opens: the house shows
    each at the end of its round, or, if it fails just then, at its next start."""
    past = state.past.get(opened - 2)
    if past is not None and past.is_seeded and past.is_hidden:
        yield f"the secret of round {past.number} was never shown"


def _older_scheme(opened: RoundOpened, state: TableState) -> Iterator[str]:
    """A scheme that was given up: who opens the secret of such a round knows what it will draw."""
    past = state.past.get(opened.round - 1)
    if past is not None and past.is_seeded and opened.commitment and opened.scheme < past.scheme:
        yield f"round {opened.round} goes back from scheme {past.scheme} to {opened.scheme}"


def _in_play(state: TableState) -> RoundState:
    if state.round is None:
        raise LookupError("a round ended that was not in play")
    return state.round


def _settlement_doubts(event: RoundSettled, state: TableState) -> Iterator[str]:
    round_ = _in_play(state)
    warned = frozenset(event.warned or ())
    if event.warned is None:  # an earlier program forgot who left: its own word must do
        warned = paid(round_, event.outcome).warned.difference(event.honoured)
    elif missing := state.honoured.keys() & round_.placed_by.keys() - warned:
        yield f"round {event.round} does not know that {sorted(missing)} were honoured before"
    pays = paid(replace(round_, warned=warned), event.outcome)
    if event.outcome != round_.outcome:
        yield f"round {event.round} is settled on {event.outcome}, and {round_.outcome} was called"
    if (event.staked, event.returned) != (pays.staked, pays.returned):
        yield f"the settlement of round {event.round} does not follow from its wagers"
    if set(event.honoured) != pays.warned - warned:
        yield f"round {event.round} honoured others under the minimum than its wagers say"


def _draw_doubts(ended: RoundState, secret: Secret, table: str) -> Iterator[str]:
    """Whether a round's draws follow from its secret, and the secret from its commitment."""
    number, book = ended.number, ended.book
    if ended.commitment is None or not is_committed(
        ended.commitment, secret, table, number, ended.scheme
    ):
        yield f"the secret of round {number} is not the one committed to"
    if book.bonus is not None and ended.drawn is not None:
        drawn = draw_bonus(secret, table, number, book.pockets, book.bonus.count, ended.seed)
        if drawn != ended.drawn:
            yield f"the Bonus Numbers of round {number} do not follow from its secret"
    if ended.own_wheel and ended.phase is Phase.SETTLED:
        pocket = draw_pocket(secret, table, number, book.wheel.order, ended.seed)
        if pocket != ended.outcome:
            yield f"round {number} was settled on {ended.outcome}, and its secret gives {pocket}"


def _vouchers_agree(verified: Verified) -> Iterator[Finding]:
    """What the tables paid out in vouchers and took in is what the house has on its list."""
    out = sum(state.ledger.balance("vouchers") for state in verified.tables.values())
    house = verified.house.ledger.balance("tables")
    if verified.tables and out + house != 0 and not verified.findings:
        detail = f"vouchers of {out} cents at the tables and {house} in the house do not agree"
        yield _wrong(HOUSE_STREAM, 0, detail)


def _declared(event: SecretLost, stored: Stored, verified: Verified) -> Finding:
    """A lost proof is damage that the house's operator accepted, with a reason."""
    detail = f"the secret of round {event.round} was declared lost: {event.reason}"
    verified.accepted.add(lost := _wrong(stored.stream, stored.seq, detail))
    return lost


def _unfounded(stream: str, seq: int) -> Finding:
    return _wrong(stream, seq, "the snapshot does not follow from the entries")


def _wrong(stream: str, seq: int, detail: str) -> Finding:
    return Finding(stream, seq, What.DAMAGED, detail)


def _finding(stream: str, seq: int, error: Exception) -> Finding:
    return Finding(stream, seq, What.DAMAGED, f"{type(error).__name__}: {error}")
