"""A round played step by step in a test: commands in, events and refusals out."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import force_setattr

from croupier import books
from croupier.round.base import Action, Actor, Event, RoundCommand
from croupier.round.bets import PlaceWager, WagerPlaced
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets
from croupier.round.decide import decide, evolve
from croupier.round.opening import OpenBets, RoundOpened, opened
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.rules.limits import Limits, Range
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal

DEALER = Actor("dora", Position.DEALER)
SUPERVISOR = Actor("sue", Position.PIT_SUPERVISOR)
MANAGER = Actor("max", Position.PIT_MANAGER)
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)
STAFF = (DEALER, SUPERVISOR, MANAGER, SHIFT)
DRAWN = ("1", "2", "3", "4", "5", "9", "13", "17", "21", "25")


def numbered(events: Iterable[Event], terminal: str | None, id_: int) -> None:
    """Let wagers carry the action that placed them, as they do at a running table."""
    for event in events:
        if isinstance(event, WagerPlaced) and terminal is not None:
            force_setattr(event, "action", Action(terminal, id_, ""))


@dataclass
class Playing:
    """One round of a book at a table with limits of 500 to 100,000."""

    book_id: str
    limits: Limits = field(default_factory=lambda: Limits(Range(500, 100_000)))
    warned: frozenset[str] = frozenset()
    state: RoundState = field(init=False)
    record: list[Event] = field(default_factory=list)
    terminal: str | None = None
    """Where wagers come from, if that is on record; each command is one action more."""
    asked: int = 0

    def __post_init__(self) -> None:
        self.book = books.load(self.book_id)
        decided = OpenBets().open(self.book, 1, self.limits, DEALER, None)
        assert isinstance(decided, list)
        (event,) = decided
        assert isinstance(event, RoundOpened)
        self.record.append(event)
        self.state = opened(self.book, event, self.warned)

    def ask(self, command: RoundCommand, by: Actor = DEALER) -> list[Event] | Refusal:
        """Give a command; what happened is on record."""
        decided = decide(self.state, by, command)
        self.asked += 1
        if not isinstance(decided, Refusal):
            numbered(decided, self.terminal, self.asked)
            for event in decided:
                evolve(event, self.state)
            self.record += decided
        return decided

    def do(self, command: RoundCommand, by: Actor = DEALER) -> list[Event]:
        """Give a command that must be accepted."""
        decided = self.ask(command, by)
        assert not isinstance(decided, Refusal), decided.message
        return decided

    def no(self, command: RoundCommand, by: Actor = DEALER) -> Refusal:
        """Give a command that must be refused."""
        decided = self.ask(command, by)
        assert isinstance(decided, Refusal), decided
        return decided

    def bet(self, player: str, wager: str, amount: int) -> list[Event]:
        return self.do(PlaceWager(wager=wager, amount=amount), Actor(player))

    @property
    def before_spin(self) -> bool:
        return self.book.says.close.when == "before-spin"

    def to_spun(self) -> "Playing":
        """On to the ball running with bets closed."""
        steps = (CloseBets(), SpinBall()) if self.before_spin else (SpinBall(), CloseBets())
        for step in steps:
            self.do(step)
        if self.book.bonus:
            self.do(DrawBonusNumbers(numbers=DRAWN))
            self.do(ReportLights())
        return self

    def to_called(self, number: str = "17") -> "Playing":
        self.to_spun()
        self.do(CallOutcome(number=number))
        return self

    def to_settled(self, number: str = "17") -> "Playing":
        self.to_called(number)
        self.do(ConfirmOutcome(number=number))
        return self

    def last(self) -> Event:
        return self.record[-1]
