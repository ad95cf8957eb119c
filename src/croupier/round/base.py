"""The base of every matter of a round: actors, commands, events, and how they are found.

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
    """A player has none; computed, so that it is written and records stay the same."""


class Actor(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who acts: a player at a seat (no position), or staff in a position."""

    name: str
    position: Position | None = msgspec.field(default_factory=_no_position)
    acting: bool = False
    """Whether they act in this position by appointment and it is not their own (6.3)."""


SYSTEM = Actor("system", Position.DEALER)
"""The actor when the program itself does what a book demands."""


class Action(msgspec.Struct, frozen=True, gc=False):
    """The terminal's action that led to an event; sent twice, it counts once."""

    terminal: str
    id: int
    digest: str
    """A hash of the command, so that the same id with another body is no repeat."""


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that happened, in the past tense: an entry of the record, under a stable name.

    It holds what the fold needs, who did it and under which clause. The last event of an action
    names the action, and so do all wagers that it placed, which belong together. No event can
    refer to itself, so that the garbage collector need not look at any of them.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    cites: ClassVar[str] = ""
    """The section of the book behind it, if it names no clause itself."""
    rests_on: ClassVar[tuple[int, ...]] = ()
    """The readings behind it, if that section has none."""
    in_trail: ClassVar[InTrail] = "always"
    """Ordinary play never is; very frequent events only when asked for."""
    became: ClassVar[tuple[str, str] | None] = None
    """The state before and after it, if no field holds them."""
    action: Action | None = None

    @property
    def booked_ahead(self) -> bool:
        """Whether it is booked before the main event of the same command."""
        return False


Decision = list[Event] | Refusal
"""The events that a command leads to, or its refusal."""


@dataclass(frozen=True, slots=True)
class Line:
    """One way in which round notation writes a command: words in braces, which name fields, and
    in brackets what may be left out."""

    template: str
    example: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Values of fields that the wording of this line implies."""


@dataclass(frozen=True, slots=True)
class OnRecord:
    """A recorded event in context, from which its command is recovered."""

    event: Any
    book: Book
    ahead: Sequence[Event] = ()
    """The events that the same command booked before it."""
    following: Sequence[Event] = ()
    expiries: Mapping[str, int] = field(default_factory=dict)
    """The expiry of redeemable vouchers, in milliseconds."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A command in the imperative: a plain value with a stable name."""

    lines: ClassVar[tuple[Line, ...]]
    """Its lines in round notation; empty if other commands' lines lead to the same events."""
    leads_to: ClassVar[type[Event] | None] = None
    """The event that shows on record that it was given."""
    least_to_ask: ClassVar[Position] = Position.PIT_SUPERVISOR
    """The lowest position that may request approval, if it takes a second person."""
    one_request_for: ClassVar[str | None] = None
    """At most one request may be pending for each value of this field."""
    house_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that only the house fills in."""
    decides_money: ClassVar[bool] = False
    """Whether it can decide how much of the stakes somebody gets."""
    at_seat: ClassVar[Literal["takes", "leaves", "buys", "plays"] | None] = None
    """Whether a player does it at a seat, in person or through staff."""
    tried_with: ClassVar[Mapping[str, Any] | None] = None
    """Fields with which it is decided to show whether it can be given now, which changes nothing.
    None where that hangs on the fields: then only whether this person may give it is shown."""
    whole_when_refused: ClassVar[bool] = False
    """Whether a recorded refusal holds all of it, so that notation can repeat it."""

    @classmethod
    def behind(cls, seen: OnRecord) -> Self | None:
        """The command that led to an event, or None where it was another one.

        Fields of the same name hold the same value.
        """
        return cls(**cls.held_by(seen.event))

    @classmethod
    def held_by(cls, event: Event) -> dict[str, Any]:
        """The fields that the event holds."""
        shared = set(cls.__struct_fields__).intersection(event.__struct_fields__)
        return {name: getattr(event, name) for name in shared}

    @classmethod
    def asker(cls, event: Any) -> Actor | None:
        """Who gave the command behind an event, or None if it was another command."""
        by: Actor | None = getattr(event, "by", SYSTEM)
        return by


Positions = tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may do something, and when."""

    who: Callable[[Book], Positions | None]
    """The positions to which the book gives it; None for nobody."""
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
    """Whether it ends the round in play."""
    calls_off: ClassVar[bool] = False
    """Whether it returns all wagers of a round."""
    seen_by: ClassVar[Literal["nobody", "its player", "everybody"]] = "nobody"
    """The players who see it in the recall of a round; nobody by default."""

    def change(self, state: "RoundState") -> None:
        """Apply the event to the round. It never refuses; some events are only recorded."""


class RoundCommand(Command, frozen=True, kw_only=True):
    """A command to a round."""

    allowed: ClassVar[Permission | None] = None
    """The staff who may give it, and when; None if players give it."""
    between_rounds: ClassVar[bool] = False
    """Whether it can be given between rounds."""

    @classmethod
    def trial(cls, book: Book, state: "RoundState | None") -> Self | None:
        """A command with which to test whether it can be given now."""
        return None if cls.tried_with is None else cls(**cls.tried_with)

    @classmethod
    def leaves_no_outcome(cls, state: "RoundState") -> bool:
        """Whether the round can have no outcome after it: consoles have it confirmed first."""
        leads_to = cls.leads_to
        return leads_to is not None and issubclass(leads_to, RoundEvent) and leads_to.calls_off

    def decide(self, state: "RoundState", actor: Actor) -> Decision:
        """The events it leads to, or a refusal; permission is checked before."""
        raise NotImplementedError


class ActionRefused(RoundEvent, frozen=True, kw_only=True):
    """The rules refused a command; the books ask for late attempts to be recorded (5.11-5.15)."""

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
    """Missing in version 1, which has the message alone."""


Kind = TypeVar("Kind")


def walk(base: type[Kind], package: str) -> tuple[type[Kind], ...]:
    """All subclasses of a base that a package defines, in the order of definition."""

    def below(kind: type[Kind]) -> Iterator[type[Kind]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return tuple(each for each in below(base) if each.__module__.startswith(f"{package}."))


def events_of(package: str) -> tuple[type[Event], ...]:
    """All events of a package, for the journal's codec; names are unique."""
    return tuple(kind for kind in walk(Event, package) if "name" in vars(kind))


def commands_of(package: str) -> tuple[type[Command], ...]:
    """All commands of a package, for reading one from JSON; tags are unique."""
    return tuple(kind for kind in walk(Command, package) if tag_of(kind))


def tag_of(kind: type[Command]) -> str:
    """The stable name of a command."""
    return str(kind.__struct_config__.tag or "")
