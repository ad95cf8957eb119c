"""How often people decide about money once the number is known: a fold over a table's record.

Kept by person for the latest gaming day, and of the decisions themselves the last ones.
"""

import msgspec

from croupier.house.day import DayStarted
from croupier.house.state import TableState
from croupier.round import ENDS, EVENTS
from croupier.round.base import ActionRefused, Event
from croupier.round.outcome import RoundSettled
from croupier.round.phases import Phase
from croupier.round.void import RoundVoided
from croupier.table.events import DecisionWeighed

DECISIONS_KEPT = 200
SEEN = frozenset(
    {kind for kind in EVENTS if "by" in kind.__struct_fields__} - {ActionRefused}
    | {RoundSettled, DayStarted}
)
"""What is looked at, beside the decisions themselves."""
BALL_RUNS = (Phase.SPINNING, Phase.RUNNING)


class Rate(msgspec.Struct, frozen=True):
    """What one person did in a gaming day."""

    rounds: int = 0
    """Rounds in which they did anything as staff."""
    decisions: int = 0
    """Decisions about money once the number was known."""
    moved: int = 0
    """What those changed in all, in cents."""
    early: int = 0
    """Voids while the ball ran: nobody could know the number, unless they waited to report it."""

    def plus(self, other: "Rate") -> "Rate":
        """Both together."""
        return Rate(*(getattr(self, f) + getattr(other, f) for f in Rate.__struct_fields__))


class Oversight(msgspec.Struct):
    """What is known of one table's decisions."""

    made: int = 0
    """How many there were, ever."""
    lately: list[DecisionWeighed] = []
    rates: dict[str, Rate] = {}
    acted: set[str] = set()
    """Who did something in the round in play."""

    def add(self, name: str, more: Rate) -> None:
        """Somebody did more."""
        self.rates[name] = self.rates.get(name, Rate()).plus(more)

    def weighed(self, event: DecisionWeighed) -> None:
        """Somebody decided."""
        self.made = event.decision
        self.lately = [*self.lately, event][-DECISIONS_KEPT:]
        self.add(event.by.name, Rate(decisions=1, moved=event.at_most))

    def moved_alone(self, round_: int) -> int:
        """What was moved in a round since a second person last looked at it."""
        moved = 0
        for one in self.lately:
            if one.round == round_:
                moved = 0 if one.approver is not None else moved + one.at_most
        return moved

    def see(self, event: Event, before: TableState) -> None:
        """Something happened at the table, as it was before."""
        if isinstance(event, DayStarted):
            self.rates = {}
            return
        by = getattr(event, "by", None)
        if by is not None and by.position is not None and not _of_a_past_round(event, before):
            self.acted.add(by.name)
            runs = before.round is not None and before.round.phase in BALL_RUNS
            if isinstance(event, RoundVoided) and runs:
                self.add(by.name, Rate(early=1))
        if isinstance(event, ENDS):
            for name in self.acted:
                self.add(name, Rate(rounds=1))
            self.acted = set()


def _of_a_past_round(event: Event, before: TableState) -> bool:
    number = getattr(event, "round", None)
    return number is not None and number in before.past
