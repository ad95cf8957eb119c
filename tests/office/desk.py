"""An office for tests: decisions are applied at once, and kept to be replayed."""

from croupier.office import staff
from croupier.office.names import HOUSE
from croupier.office.state import OfficeState, evolve
from croupier.round.base import Actor, Decision, Event
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal

DEALER = Actor("dora", Position.DEALER)
SUPERVISOR = Actor("sue", Position.PIT_SUPERVISOR)
MANAGER = Actor("max", Position.PIT_MANAGER)
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)
STAFF = (DEALER, SUPERVISOR, MANAGER, SHIFT)
PLAYER = Actor("ada")


class Desk:
    """The state, and everything that happened to it."""

    def __init__(self) -> None:
        self.state = OfficeState()
        self.events: list[Event] = []
        for actor in STAFF:
            assert actor.position is not None
            self.do(staff.add(self.state, actor.name, actor.position, HOUSE, 0))

    def do(self, decided: Decision) -> list[Event]:
        """What must be accepted."""
        assert not isinstance(decided, Refusal), decided.message
        for event in decided:
            evolve(event, self.state)
        self.events += decided
        return decided


def code(decided: Decision) -> str | None:
    """Why something was refused; its words must be made without an error."""
    if isinstance(decided, Refusal):
        assert decided.message
        return decided.code
    return None
