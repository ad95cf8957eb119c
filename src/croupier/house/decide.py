"""What a command does at a table: events, or a refusal. Deciding changes nothing.

Checks come in a fixed order: who asks (``permissions``); then those of ``checks``; then what was
asked for in particular. The round's commands go to the round after the house's own checks.
"""

from typing import TYPE_CHECKING, TypeAlias, Union, get_args

from croupier import round as rounds
from croupier.house.base import HouseCommand, TableCommand, TableEvent
from croupier.house.evolve import OWN, count
from croupier.house.ledger import FLOAT
from croupier.house.meters import Meters
from croupier.house.permissions import refusal_for
from croupier.house.play import PLAY
from croupier.house.state import HouseState, TableState
from croupier.house.tray import FloatFilled
from croupier.round.base import Actor, Command, Decision, Event, commands_of
from croupier.round.correction import Correction
from croupier.round.outcome import RoundSettled
from croupier.rules.refusal import CroupierError, Refusal, refusal

COMMANDS = (*rounds.COMMANDS, *commands_of("croupier.house"))
"""All commands of a table and of the house, including those of the round."""
if TYPE_CHECKING:
    AnyCommand: TypeAlias = Command
else:
    AnyCommand = Union[COMMANDS]  # noqa: UP007
"""Any of them, read from JSON by its tag."""

FROM_THE_TRAY = frozenset(
    {
        *(RoundSettled, *get_args(Correction)),
        *(kind for kind in OWN if issubclass(kind, TableEvent) and kind.from_tray),
    }
)
"""Events that can be payments from the tray."""


def decide(table: TableState, actor: Actor, command: Command, now_ms: int) -> Decision:
    """The events that a command leads to, or its refusal."""
    if (no := not_acting(table, actor, command)) is not None:
        return no
    try:
        if (asks := PLAY.get(type(command))) is not None:
            decided = asks(command, table, actor)
        elif isinstance(command, TableCommand):
            no = None if by_device(table, actor, command) else refusal_for(actor, command)
            decided = command.decide(table, actor, now_ms) if no is None else no
        else:
            assert isinstance(command, HouseCommand)
            decided = decide_house(table.house, actor, command, now_ms)
    except CroupierError as error:
        # The rules refuse an amount or a limit by raising; here a no is a value.
        return error.refusal
    return decided if isinstance(decided, Refusal) else made_good(table, actor, decided)


def decide_house(house: HouseState, actor: Actor, command: HouseCommand, now_ms: int) -> Decision:
    """The events that a command to the whole house leads to, or its refusal."""
    no = refusal_for(actor, command)
    return command.decide(house, actor, now_ms) if no is None else no


def by_device(table: TableState, actor: Actor, command: Command) -> bool:
    """Whether a cash device reports a bill or ticket of its own terminal's player."""
    if actor.position is not None or command.at_seat != "buys":
        return False
    return table.serves(actor.name) == getattr(command, "player", None)


def not_acting(table: TableState, actor: Actor, command: Command) -> Refusal | None:
    """Who is appointed to act in a position acts in it where the book says so (6.3 or 6.2)."""
    if table.book.says.acting_up is not None:
        return None
    for who in (actor, getattr(command, "approver", None)):
        if who is not None and who.acting:
            return refusal(
                "position/no-acting",
                book=table.book.id,
                name=who.name,
                position=who.position or "player",
            )
    return None


def made_good(table: TableState, actor: Actor, events: list[Event]) -> list[Event]:
    """What is decided is paid, and the tray never below zero: what it lacks comes from the cage.

    The change is that of the meters, which count what the tray gives and takes.
    """
    if FROM_THE_TRAY.isdisjoint(map(type, events)):
        return events
    change = Meters()
    for event in events:
        count(event, change)
    left = table.ledger.balance(FLOAT) + change.ever.tray
    if left >= 0:
        return events
    return [FloatFilled(amount=-left, by=actor, short=True), *events]
