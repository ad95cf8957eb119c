"""A step: the effect of one line of a round, in words, with its clause or reading."""

from dataclasses import dataclass

import msgspec

from croupier.notation.actions import Action, StepKind, Verdict
from croupier.notation.grammar import ACTIONS
from croupier.notation.line_templates import write_line
from croupier.round.base import ActionRefused, Event
from croupier.words.message import Message, joined


def as_in_a_file(event: Event) -> Event:
    """An event without what no line of a file holds: the action of a terminal, the figures of a
    refusal beside its words, and what there was before, which follows from the lines before it."""
    left_out: dict[str, None] = {"action": None}
    if "before" in event.__struct_fields__:
        left_out["before"] = None
    if isinstance(event, ActionRefused):
        left_out["figures"] = None
    return msgspec.structs.replace(event, **left_out)


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one line.

    ``ok`` did what it says; ``refused`` changed nothing; ``void`` ended the round; ``noted`` is on
    record and changed nothing here.
    """

    action: Action
    kind: StepKind
    messages: tuple[Message, ...]
    clause: str | None = None
    readings: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    """The events that it put on record."""

    @property
    def says(self) -> str:
        """Its effect, in English."""
        return joined(self.messages)

    @property
    def verdict(self) -> Verdict:
        """Its verdict as a file would state it: by the clause or, without one, by a reading."""
        reading = f"reading {self.readings[-1]}" if self.readings else None
        return Verdict(self.kind, self.clause or reading)

    @property
    def as_expected(self) -> bool:
        """Whether it matches the file's verdict, which may leave its source out."""
        expected = self.action.verdict
        if expected is None:
            return True
        sources = {None, self.clause, *(f"reading {number}" for number in self.readings)}
        return expected.kind == self.kind and expected.source in sources

    @property
    def line(self) -> str:
        """The line in canonical notation."""
        return write_line(self.action, ACTIONS)
