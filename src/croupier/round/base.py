"""What every matter of a round is made of: who asks, commands, events, and how they are found.

A matter is a module: its commands, who may give each and how it is decided, its events and how
each changes the round. No list of them is kept: whatever needs every command or every event
walks the classes.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar

import msgspec

from croupier.round.phases import Phase
from croupier.rules.book import Book
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from croupier.rules.terms import Chips
from croupier.words import Values

if TYPE_CHECKING:
    from croupier.round.state import RoundState

InTrail = Literal["always", "asked", "never"]
"""Whether the audit trail shows an event, and whether only when it is asked for."""
Purses = dict[str, dict[Chips, int]]
"""Cents by player and by what they wager with."""


def _no_position() -> None:
    """A player's: made, so that it is written too and records stay as they were."""


class Actor(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who asks: a player at a seat (no position), or staff in a position."""

    name: str
    position: Position | None = msgspec.field(default_factory=_no_position)
    acting: bool = False
    """Whether the position is one that they are appointed to act in, and not their own (6.3)."""


SYSTEM = Actor("system", Position.DEALER)
"""Who acts when the program does what a book demands without anybody."""


class Action(msgspec.Struct, frozen=True, gc=False):
    """Which action of which terminal led to an event: sent twice, it counts once."""

    terminal: str
    id: int
    digest: str
    """Of what was asked, so that the same id with another body is no repeat."""


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that happened, in the past tense: an entry of the record, under a stable name.

    It holds what the fold needs, who did it and under which clause. The last event of an action
    names the action, and so do all wagers that it placed, which belong together. No event can
    refer to itself, so that the garbage collector need not look at any of them.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    cites: ClassVar[str] = ""
    """The section of the book by which it happens, where it names no clause itself."""
    rests_on: ClassVar[tuple[int, ...]] = ()
    """The readings by which it happens, where that section has none."""
    in_trail: ClassVar[InTrail] = "always"
    """Ordinary play never is, and what there is very much of only when it is asked for."""
    became: ClassVar[tuple[str, str] | None] = None
    """What somebody or something was before it, and is after it, where no field says so."""
    action: Action | None = None

    @property
    def booked_ahead(self) -> bool:
        """Whether it is booked ahead of the event that the same command leads to."""
        return False


Decision = list[Event] | Refusal
"""The events that a command leads to, or why it is refused."""


@dataclass(frozen=True, slots=True)
class Line:
    """One way in which round notation writes a command: words in braces, which name fields, and
    in brackets what may be left out."""

    template: str
    example: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Values of fields that this line states by its wording alone."""


@dataclass(frozen=True, slots=True)
class OnRecord:
    """An event on record with its surroundings, from which the command behind it is recovered."""

    event: Any
    book: Book
    ahead: Sequence[Event] = ()
    """What the same command booked ahead of it."""
    following: Sequence[Event] = ()
    expiries: Mapping[str, int] = field(default_factory=dict)
    """When the vouchers expire that can still be redeemed, in milliseconds."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Something that is asked for, in the imperative: a plain value with a stable name."""

    lines: ClassVar[tuple[Line, ...]]
    """Its lines in round notation; empty where other commands' lines lead to the same events."""
    leads_to: ClassVar[type[Event] | None] = None
    """The event by which a record shows that it was given."""
    least_to_ask: ClassVar[Position] = Position.PIT_SUPERVISOR
    """The least position that may ask a second person to approve it, where it takes two."""
    one_request_for: ClassVar[str | None] = None
    """A field for each value of which one such request waits at a time."""
    house_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that the house fills in, and nobody who asks."""
    decides_money: ClassVar[bool] = False
    """Whether somebody may decide by it who gets how much of what is at stake."""
    at_seat: ClassVar[Literal["takes", "leaves", "buys", "plays"] | None] = None
    """What a player does by it at a seat, themselves or through staff."""
    tried_with: ClassVar[Mapping[str, Any] | None] = None
    """Fields with which it is decided to show whether it can be given now, which changes nothing.
    None where that hangs on the fields: then only whether this person may give it is shown."""
    whole_when_refused: ClassVar[bool] = False
    """Whether a refusal on record holds all of it, so that notation can have it refused again."""

    @classmethod
    def behind(cls, seen: OnRecord) -> Self | None:
        """The command that led to an event, or None where it was another one.

        Fields of the same name hold the same value.
        """
        return cls(**cls.held_by(seen.event))

    @classmethod
    def held_by(cls, event: Event) -> dict[str, Any]:
        """What an event holds of it."""
        shared = set(cls.__struct_fields__).intersection(event.__struct_fields__)
        return {name: getattr(event, name) for name in shared}

    @classmethod
    def asker(cls, event: Any) -> Actor | None:
        """Who gave the command that led to an event, or None where it was another command."""
        by: Actor | None = getattr(event, "by", SYSTEM)
        return by


Positions = tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may do a thing, and when."""

    who: Callable[[Book], Positions | None]
    """The positions that the book gives it to; None where the book gives it to nobody."""
    when: Collection[Phase]
    clause: Callable[[Book], str | None] = lambda book: None
    held: bool = False
    """Whether it may be done while the round is held."""
    house: bool = False
    """Any position from the one named up, also in a book without acting up: a house procedure, or
    what the book gives to nobody by name (reading 21)."""


class RoundEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a round."""

    ends_round: ClassVar[bool] = False
    """Whether the round in play has ended with it."""
    calls_off: ClassVar[bool] = False
    """Whether it returns every wager of a round."""
    seen_by: ClassVar[Literal["nobody", "its player", "everybody"]] = "nobody"
    """Which players are shown it when they look back at a round; a new event is not seen."""

    def change(self, state: "RoundState") -> None:
        """Change the round by what happened. It never refuses; some events are only on record."""


class RoundCommand(Command, frozen=True, kw_only=True):
    """Something asked of a round."""

    allowed: ClassVar[Permission | None] = None
    """Which staff may give it, and when; None where it is for players to give."""
    between_rounds: ClassVar[bool] = False
    """Whether it can be given without a round in play."""

    @classmethod
    def trial(cls, book: Book, state: "RoundState | None") -> Self | None:
        """The command by which to see whether it can be given now."""
        return None if cls.tried_with is None else cls(**cls.tried_with)

    def decide(self, state: "RoundState", actor: Actor) -> Decision:
        """What it leads to, once it is known that it may be given now. Nothing changes by it."""
        raise NotImplementedError


class ActionRefused(RoundEvent, frozen=True, kw_only=True):
    """The rules refused something: the books ask that late attempts are on record (5.11-5.15)."""

    name: ClassVar[str] = "action.refused"
    version: ClassVar[int] = 2
    in_trail = "asked"
    asked: str
    by: Actor
    code: str
    clause: str | None
    message: str
    wager: str | None = None
    amount: int | None = None
    figures: Values | None
    """What version 1 left out: of it the message is all there is."""


Kind = TypeVar("Kind")


def walk(base: type[Kind], package: str) -> tuple[type[Kind], ...]:
    """Every class below a base that a package defines, in the order of definition."""

    def below(kind: type[Kind]) -> Iterator[type[Kind]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return tuple(each for each in below(base) if each.__module__.startswith(f"{package}."))


def events_of(package: str) -> tuple[type[Event], ...]:
    """Every event of a package, for the journal's codec; each has a name of its own."""
    return tuple(kind for kind in walk(Event, package) if "name" in vars(kind))


def commands_of(package: str) -> tuple[type[Command], ...]:
    """Every command of a package, for reading one from JSON; each has a tag of its own."""
    return tuple(kind for kind in walk(Command, package) if tag_of(kind))


def tag_of(kind: type[Command]) -> str:
    """The stable name of a command."""
    return str(kind.__struct_config__.tag or "")
