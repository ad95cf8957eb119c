"""Walks rounds line by line: the effect of each line, its clause, and the settlement.

Each line is given to the house as the command that it is; what the house decides is let happen,
and described. Pure: the same file gives the same steps and the same events.
"""

from dataclasses import dataclass, fields

import msgspec

from croupier.house import TableState, decide, evolve
from croupier.notation import actions as a
from croupier.notation import describe
from croupier.notation.actions import StepKind
from croupier.notation.settlement_lines import differences
from croupier.notation.shift import Round, Shift
from croupier.notation.step import Step, as_in_a_file
from croupier.notation.table import table_of
from croupier.round import CALLED_OFF
from croupier.round.base import ActionRefused, Actor, Command, Decision, Event
from croupier.round.bonus import BonusNumbersDrawn
from croupier.round.interruption import recover
from croupier.round.opening import RoundOpened
from croupier.round.outcome import CallOutcome
from croupier.round.results import settlement_of
from croupier.rules.refusal import Refusal
from croupier.rules.settlement import Settlement
from croupier.rules.terms import Cited
from croupier.words.message import Message, as_typed

REFUSED = tuple(one.name for one in fields(a.RefusalOnRecord) if one.name != "verdict")
ELSEWHERE = "another table"


@dataclass(frozen=True, slots=True)
class Walked:
    """A round after its last line; without a settlement if it is not over."""

    round: Round
    steps: tuple[Step, ...]
    settlement: Settlement | None
    voided_by: str | None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the lines put on record."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def drawn(self) -> tuple[str, ...] | None:
        """The Bonus Numbers of the round, if they were drawn."""
        drawn = [event for event in self.events if isinstance(event, BonusNumbersDrawn)]
        return drawn[-1].numbers if drawn else None

    @property
    def differences(self) -> tuple[str, ...]:
        """Differences between expected (-) and computed (+) lines; empty if all agree."""
        lines = [
            line
            for number, step in enumerate(self.steps, 1)
            if not step.as_expected
            for line in (
                f"- action {number}: {step.line} => {step.action.verdict}",
                f"+ action {number}: {step.line} => {step.verdict}",
            )
        ]
        return (*lines, *differences(self.round.settlement, self.settlement, self.voided_by))


def walk(shift: Shift) -> tuple[Walked, ...]:
    """Walk all rounds of a shift in order."""
    playing = Playing(shift)
    return tuple(playing.round(round_) for round_ in shift.rounds)


@dataclass
class Playing:
    """A file being played."""

    shift: Shift
    opened: int = 0
    """The number of the round that the lines opened, if any."""

    def __post_init__(self) -> None:
        self.table = table_of(self.shift)
        self.book = self.table.book

    def round(self, round_: Round) -> Walked:
        """Play the lines of one round."""
        self.opened = 0
        steps = tuple(self.step(action) for action in round_.actions)
        return Walked(round_, steps, self.settlement, self.voided_by)

    @property
    def settlement(self) -> Settlement | None:
        """The settlement, if the round is over."""
        ended = self.table.past.get(self.opened)
        return None if ended is None else settlement_of(ended)

    @property
    def voided_by(self) -> str | None:
        """The clause or reading by which the round was void, if it was."""
        ended = self.table.past.get(self.opened)
        return None if ended is None else ended.ended_by

    def step(self, action: a.Action) -> Step:
        """Play one line."""
        decided = self.decide(action)
        events = self.foreseen(action, decided)
        if isinstance(decided, Refusal):
            return _step(action, "refused", describe.describe_refusal(decided, self.book), events)
        if isinstance(action, a.RefusalOnRecord):
            description = describe.Description(
                (Message("action.refused"), as_typed(action.message)), Cited(clause=action.clause)
            )
            return _step(action, "refused", description, events)
        if isinstance(action, a.HonouredElsewhere):
            self._elsewhere(action.player)
        if not events:
            return _step(action, "noted", self._described(action))
        for event in events:
            self._happens(event)
        kind: StepKind = "void" if isinstance(events[-1], CALLED_OFF) else "ok"
        return _step(action, kind, describe.describe(events[-1], self.table), events)

    def decide(self, action: a.Action) -> Decision:
        """The table's decision on a line, not applied yet."""
        match action:
            case a.Asked():
                actor, now_ms = action.actor(self.book), action.now_ms or 0
                return decide(self.table, actor, self._completed(action.command), now_ms)
            case a.Failure() if self.table.round is not None:
                return recover(self.table.round)
            case _:
                return []

    def _elsewhere(self, player: str) -> None:
        """Another table of the book has honoured a player; the file holds no more about it."""
        here = self.table
        there = here.house.tables.get(ELSEWHERE) or TableState(ELSEWHERE, here.book, here.house)
        if there.last_day != here.last_day:
            there.last_day, there.honoured = here.last_day, {}
        there.honoured[player] = 0

    def _completed(self, command: Command) -> Command:
        """A number drawn by the server is given in the file."""
        in_play = self.table.round
        if isinstance(command, CallOutcome) and in_play is not None and in_play.is_drawn:
            return msgspec.structs.replace(command, drawn=True)
        return command

    def foreseen(self, action: a.Action, decided: Decision) -> tuple[Event, ...]:
        """The events of a line, to be put on record."""
        match action, decided:
            case a.Asked(), Refusal():
                return (on_record(action.actor(self.book), action.command, decided),)
            case a.RefusalOnRecord(), _:
                known = {one: getattr(action, one) for one in REFUSED}
                return (ActionRefused(**known, figures=None),)
            case _, list():
                return tuple(map(as_in_a_file, decided))
            case _:
                return ()

    def _described(self, action: a.Action) -> describe.Description:
        """The description of a line that changes nothing."""
        match action:
            case a.Note():
                return describe.Description((as_typed(action.text),))
            case a.HonouredElsewhere():
                clause = self.book.says.limits.under_minimum
                return describe.Description((Message("note.elsewhere"),), Cited(clause=clause))
            case a.TerminalFailure() | a.TerminalRestoration():
                failure = self.book.says.terminal_failure
                return describe.Description((Message("note.terminal"),), failure or Cited())
            case _:
                return describe.Description((Message("note.nothing"),))

    def _happens(self, event: Event) -> None:
        evolve(event, self.table)
        if isinstance(event, RoundOpened):
            self.opened = event.round


def on_record(actor: Actor, command: Command, no: Refusal) -> ActionRefused:
    """A refusal as it is recorded."""
    return ActionRefused(
        asked=str(type(command).__struct_config__.tag),
        by=actor,
        code=no.code,
        clause=no.clause,
        message=no.message,
        wager=getattr(command, "wager", None),
        amount=getattr(command, "amount", None),
        figures=None,
    )


def _step(
    action: a.Action,
    kind: StepKind,
    description: describe.Description,
    events: tuple[Event, ...] = (),
) -> Step:
    messages, cited = description
    return Step(action, kind, messages, cited.clause, cited.readings, events)
