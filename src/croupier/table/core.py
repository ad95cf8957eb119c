"""One table: requests in, entries and answers out. Synchronous, deterministic, without I/O.

What ``step`` gives is in memory at once, so that the next request sees it, but may be told to
nobody before its entries are durable. If they cannot be written, the core is thrown away.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import force_setattr

from croupier.house import COMMANDS, EVENTS, TableState, decide, evolve
from croupier.house.base import HouseCommand, HouseEvent
from croupier.house.day import DayStarted
from croupier.house.seats import SeatLeft, SeatTaken
from croupier.journal.entry import Entry
from croupier.round.base import Action, ActionRefused, Actor, Command, Decision, Event
from croupier.round.bets import WagerPlaced, WagerWithdrawn
from croupier.round.close import BetsClosed
from croupier.round.opening import RoundOpened
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.rules.money import AMOUNT_MAX
from croupier.rules.refusal import Refusal, refusal
from croupier.table.answers import Answer, Answers, HouseAnswers, answer_of, digest
from croupier.table.codec import CODEC
from croupier.table.events import ClockStepped, DecisionWeighed
from croupier.table.oversight import SEEN, Oversight
from croupier.table.weighing import alone_no_more, weighed
from croupier.words import Value

HOUSE_STREAM = "house"
WAGER_MAX, MESSAGE_MAX = 120, 1000
"""How much is on record of the text of a wager that was refused, and of why."""
OF_THE_HOUSE = frozenset(kind for kind in EVENTS if issubclass(kind, HouseEvent))
"""The events that are on the house's own stream."""
IN_A_PHASE = frozenset({WagerPlaced, WagerWithdrawn, ActionRefused})
"""The events of ordinary play, which change no phase and nothing but the table itself."""


MAY_WAIT = frozenset(
    kind
    for kind in COMMANDS
    if kind in (CallOutcome, ConfirmOutcome) or "in_round" in kind.__struct_fields__
)
"""The commands that are not decided while something else of the round is still to be."""


class Request(NamedTuple):
    """Something asked of a table, with the terminal's own count where a terminal asks."""

    actor: Actor
    command: Command
    terminal: str | None = None
    id: int = 0


class Stepped(NamedTuple):
    """What a step leads to: entries to be written, and answers for when they are."""

    entries: list[Entry]
    answers: list[Answer]
    events: list[Event]
    """What the entries say happened, without what is the journal's own."""


class Sequences:
    """The last sequence of every stream, durable or on its way."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def last(self, stream: str) -> int:
        """The last sequence of a stream."""
        return self._last.get(stream, 0)

    def next(self, stream: str) -> int:
        """The next one, taken."""
        self._last[stream] = seq = self._last.get(stream, 0) + 1
        return seq

    def seen(self, stream: str, seq: int) -> None:
        """An entry that is on record."""
        self._last[stream] = seq


class Core:
    """A table in memory."""

    def __init__(self, state: TableState, sequences: Sequences) -> None:
        self.state = state
        self.book_sha256 = state.book.sha256
        """Of the book's data that the record has last named."""
        self.stream = table_stream(state.id)
        self.answers = Answers()
        self.of_the_house = HouseAnswers()
        """To what was asked of the whole house, at any table; the floor gives all tables one."""
        self.completes: Callable[[Command, int], Command] | None = None
        """What the house adds to a command at the moment it is decided, such as its draws."""
        self.away: Callable[[Actor, int], Refusal | None] | None = None
        """Why someone of the staff does not act here now."""
        self.awaited: Callable[[int, int], int | None] | None = None
        """The approval that a round waits for, if a decision about it was asked for."""
        self.oversight = Oversight()
        self.last_ms = 0
        self.since_ms = 0
        """When the round came into its phase, or the last one ended, by the steady clock."""
        self.resumed_ms = 0
        """When the round went on after it was held or the house was away."""
        self.held_ms: int | None = None
        """Since when the round is held, if it is."""
        self.steady: Callable[[], int] | None = None
        """The time by a clock that never steps, which a running house gives."""
        self.day_since_ms = 0
        """When the gaming day began, by a clock that may have been put back since."""
        self._sequences = sequences
        self._phase: Phase | None = None

    def step(self, requests: Sequence[Request], now_ms: int) -> Stepped:
        """Decide requests one after the other; each sees what the one before it did."""
        events = self._clock(now_ms)
        entries = [self.entry(event, now_ms) for event in events]
        answers = [self._answered(one, now_ms, entries, events) for one in requests]
        return Stepped(entries, answers, events)

    def record(self, events: Sequence[Event], now_ms: int) -> list[Entry]:
        """Apply events that nobody asked for, such as a recovery's."""
        if not events:
            return []
        entries = [self.entry(event, now_ms) for event in self._clock(now_ms)]
        for event in events:
            self.happen(event, now_ms)
            entries.append(self.entry(event, now_ms))
        return entries

    def happen(self, event: Event, at_ms: int) -> None:
        """Change the table by an event, new or from the record."""
        kind, state = type(event), self.state
        if kind in IN_A_PHASE:
            evolve(event, state)
            return
        if isinstance(event, DecisionWeighed):
            self.oversight.weighed(event)
            return
        if kind is ClockStepped:
            assert isinstance(event, ClockStepped)
            self.day_since_ms = min(self.day_since_ms, event.now_ms)
            return
        if kind is RoundOpened:
            self.answers.next_round()
        if kind is DayStarted:
            self.day_since_ms = at_ms
        if isinstance(event, SeatTaken):
            state.sat_ms[event.player] = at_ms
        elif isinstance(event, SeatLeft):
            state.sat_ms.pop(event.player, None)
        if kind in SEEN:
            self.oversight.see(event, state)
        evolve(event, state)
        self._keep_time(at_ms if self.steady is None else self.steady())

    def _keep_time(self, now_ms: int) -> None:
        round_ = self.state.round
        phase = round_.phase if round_ is not None else None
        if phase is not self._phase:
            self._phase, self.since_ms = phase, now_ms
        held = round_ is not None and round_.waiting is not None
        if self.held_ms is not None and not held:
            self.held_ms, self.resumed_ms = None, now_ms
        elif held and self.held_ms is None:
            self.held_ms = now_ms

    def written(self, entry: Entry, digest: bytes) -> None:
        """An entry of this table is durable: the hash of the close is the seed of the round."""
        round_ = self.state.round
        closes = entry.name == BetsClosed.name and entry.stream == self.stream
        if closes and round_ is not None and round_.is_seeded:
            round_.seed = digest.hex()

    def entry(self, event: Event, now_ms: int) -> Entry:
        """The entry of an event, next in its stream."""
        stream = HOUSE_STREAM if type(event) in OF_THE_HOUSE else self.stream
        return CODEC.entry(stream, self._sequences.next(stream), now_ms, event)

    def _clock(self, now_ms: int) -> list[Event]:
        """What the clock itself puts on record: that it went backwards."""
        before_ms, self.last_ms = self.last_ms, now_ms
        if now_ms >= before_ms:
            return []
        stepped = ClockStepped(before_ms=before_ms, now_ms=now_ms)
        self.happen(stepped, now_ms)
        return [stepped]

    def _answered(
        self, request: Request, now_ms: int, entries: list[Entry], happened: list[Event]
    ) -> Answer:
        actor, command, terminal, id_ = request
        action = None
        if terminal is not None:
            action = Action(terminal, id_, digest(actor, command))
            if (known := self.answers.known(action)) is not None:
                return known
        if self.completes is not None:
            command = self.completes(command, now_ms)
        decided = self._decided(actor, command, now_ms)
        events = [_refused(request, decided)] if isinstance(decided, Refusal) else decided
        last = events[-1]
        for event in events:
            if action is not None and (event is last or type(event) is WagerPlaced):
                # Nobody else has this event yet: a copy for each wager would only cost time.
                force_setattr(event, "action", action)
            self.happen(event, now_ms)
            entries.append(self.entry(event, now_ms))
        happened += events
        answer = answer_of(last, entries[-1].seq)
        if action is not None:
            self.answers.keep(action, answer)
            if type(last) in OF_THE_HOUSE:
                self.of_the_house.keep(action, answer)
        return answer

    def _decided(self, actor: Actor, command: Command, now_ms: int) -> Decision:
        """What a command leads to; a decision about money is weighed first."""
        if actor.position is not None or type(command) in MAY_WAIT:
            no = self._elsewhere(actor, command, now_ms) or self._waits(command, now_ms)
            if no is not None:
                return no
        decided = decide(self.state, actor, command, now_ms)
        if not command.decides_money or isinstance(decided, Refusal):
            return decided
        number = self.oversight.made + 1
        weighs = weighed(self.state, actor, command, decided, number)
        if weighs is None:
            return decided
        most, before = self.state.house.thresholds, self.oversight.moved_alone(weighs.round)
        return alone_no_more(actor, command, weighs, decided, most, before) or [weighs, *decided]

    def _waits(self, command: Command, now_ms: int) -> Refusal | None:
        """What was approved for a round counts in no other, and a round in which a decision waits
        for its second person is not settled meanwhile."""
        number = self.state.round_number
        if (meant := getattr(command, "in_round", None)) is not None and meant != number:
            return refusal("approval/other-round", round=meant)
        id_ = self.waits_for(command, now_ms)
        return None if id_ is None else refusal("approval/awaited", round=number, id=id_)

    def waits_for(self, command: Command, now_ms: int) -> int | None:
        """The approval that a command which settles the round waits for."""
        round_ = self.state.round
        drawn = round_ is not None and round_.is_drawn and round_.is_seeded
        if self.awaited is None or type(command) is not (CallOutcome if drawn else ConfirmOutcome):
            return None
        return self.awaited(self.state.round_number, now_ms)

    def _elsewhere(self, actor: Actor, command: Command, now_ms: int) -> Refusal | None:
        """Staff act at the tables of their shift; what is for the whole house is at none."""
        if self.away is None or actor.position is None or isinstance(command, HouseCommand):
            return None
        approver: Actor | None = getattr(command, "approver", None)
        no = self.away(actor, now_ms)
        return no if no is not None or approver is None else self.away(approver, now_ms)


def table_stream(table: str) -> str:
    """The name of a table's stream."""
    return f"table-{table}"


def _refused(request: Request, no: Refusal) -> ActionRefused:
    """Refusals that the rules give are on record: 5.11 to 5.15 ask for it.

    What was asked for is there as far as it can be meant: nobody fills the record with nonsense.
    """
    command = request.command
    wager, amount = getattr(command, "wager", None), getattr(command, "amount", None)
    return ActionRefused(
        asked=str(type(command).__struct_config__.tag),
        by=request.actor,
        code=no.code,
        clause=no.clause,
        message=no.message[:MESSAGE_MAX],
        wager=wager[:WAGER_MAX] if wager is not None else None,
        amount=amount if amount is not None and abs(amount) <= AMOUNT_MAX**2 else None,
        figures={name: _bounded(value) for name, value in no.figures.items()},
    )


def _bounded(value: Value) -> Value:
    """A figure that takes no more room than it may: a number without end is cut as text is."""
    if isinstance(value, int) and abs(value) > AMOUNT_MAX**2:
        value = str(value)
    return value[:MESSAGE_MAX] if isinstance(value, str) else value
