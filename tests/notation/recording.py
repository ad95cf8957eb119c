"""Records made at random: commands given to the round alone, or to a whole house."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from croupier import books
from croupier.house import HouseState, TableState
from croupier.house import decide as decide_house
from croupier.house import evolve as evolve_house
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.house.vouchers import LapseVouchers
from croupier.notation.step import as_in_a_file
from croupier.notation.walk import on_record
from croupier.round.base import Actor, Command, Decision, Event, RoundCommand
from croupier.round.batch import Rebet
from croupier.round.decide import decide, evolve
from croupier.round.interruption import recover
from croupier.round.opening import OpenBets, RoundOpened, opened
from croupier.round.phases import ENDED
from croupier.round.secret import SecretRevealed
from croupier.round.state import RoundState
from croupier.rules.refusal import Refusal
from tests.notation.chance import DEALER, LIMITS, MANAGER, PLAYERS, Asking, Chance, onward
from tests.round.playing import numbered

TRIES = 5
"""How often something else is tried where the table would refuse, so that much happens."""


class Recorder(ABC):
    """Someone who keeps the record while commands are given at random."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.chance = Chance(random, books.load(random.choice(books.ids())))
        self.book = self.chance.book
        self.own_wheel = random.random() < 0.5
        self.record: list[Event] = []

    @abstractmethod
    def decide(self, actor: Actor, command: Command) -> Decision:
        """What comes of a command."""

    @abstractmethod
    def evolve(self, event: Event) -> None:
        """Let something happen."""

    def happens(self, events: list[Event]) -> None:
        """Something happens and is on record; which wagers belong together is not."""
        numbered(events, "terminal", len(self.record))
        for event in events:
            self.evolve(event)
        self.record += map(as_in_a_file, events)

    def ask(self, asks: Callable[[], Asking]) -> None:
        """Ask for something, preferably for what is not refused; refusals are on record too."""
        for _ in range(TRIES):
            actor, command = asks()
            decided = self.decide(actor, command)
            if not isinstance(decided, Refusal):
                self.happens(decided)
                return
            refused = on_record(actor, command, decided)
        self.record.append(refused)

    def step(self, state: RoundState) -> None:
        """One thing more in a round."""
        what = self.random.choices(("bet", "next", "aside", "failure"), (4, 6, 3, 0.5))[0]
        following = onward(self.chance, state)
        if what == "failure" and state.phase not in ENDED:
            self.happens(recover(state))
        elif what == "next" and following is not None:
            self.ask(lambda: following)
        elif what == "bet" and state.phase not in ENDED:
            self.ask(self.chance.placing)
        else:
            self.ask(lambda: self.chance.aside(state))


class RoundRecorder(Recorder):
    """Up to three rounds of the round's own state machine, one after the other."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.limits, self.warned = random.choice(LIMITS), frozenset[str]()
        for number in range(7, 7 + random.randint(1, 3)):
            self.open(number)
            for _ in range(random.randint(5, 30)):
                self.step(self.state)
            if self.state.phase not in ENDED:
                break
            if self.state.commitment is not None and random.random() < 0.5:
                self.record.append(SecretRevealed(round=number, secret="a1" * 32))

    def open(self, number: int) -> None:
        """Open the next round."""
        secret: dict[str, Any] = {"commitment": "5e" * 32, "sealed": "1:a b"}
        command = OpenBets(**(secret if self.random.random() < 0.5 else {}))
        decided = command.open(self.book, number, self.limits, DEALER, None)
        assert isinstance(decided, list)
        assert isinstance(decided[0], RoundOpened)
        self.record += decided
        self.state = opened(self.book, decided[0], self.warned, own_wheel=self.own_wheel)

    def decide(self, actor: Actor, command: Command) -> Decision:
        """By the round alone."""
        assert isinstance(command, RoundCommand)
        return decide(self.state, actor, command)

    def evolve(self, event: Event) -> None:
        """In the round alone; who was honoured is known in the next one."""
        evolve(event, self.state)
        self.warned |= set(getattr(event, "honoured", ()))


class TableRecorder(Recorder):
    """A table from its first day on: seats, chips, rounds and everything between them."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.table = TableState("table-1", self.book, HouseState(), own_wheel=self.own_wheel)
        self.before: tuple[int, TableState] = (0, self._copy())
        """A moment between two rounds: how much was on record, and the table."""
        for command in (StartDay(day="2020-03-17"), OpenTable(opener=1_000_000)):
            self._ask(command)
        for player in PLAYERS[: random.randint(0, 4)]:
            self._ask(TakeSeat(player=player))
            self._ask(BuyIn(player=player, amount=20_000))
        for _ in range(random.randint(5, 70)):
            if random.random() < 0.25:
                self.ask(self.chance.money)
            elif self.table.round is not None and random.random() < 0.05:
                self.ask(lambda: (Actor(self.chance.player), Rebet()))
            elif self.table.round is not None:
                self.step(self.table.round)
            else:
                self._between_rounds()

    def _ask(self, command: Command) -> None:
        self.ask(lambda: (MANAGER, command))

    def _between_rounds(self) -> None:
        past = list(self.table.past.values())
        if self.random.random() < 0.2:
            self.before = len(self.record), self._copy()
        if past and self.random.random() < 0.3:
            self.step(self.random.choice(past))
        else:
            self.ask(lambda: (DEALER, OpenBets()))

    def _copy(self) -> TableState:
        return deepcopy(self.table, {id(self.book): self.book})

    def decide(self, actor: Actor, command: Command) -> Decision:
        """By the house; vouchers lapse long after the others act."""
        now_ms = 10**6 if isinstance(command, LapseVouchers) else 0
        return decide_house(self.table, actor, command, now_ms)

    def evolve(self, event: Event) -> None:
        """At the table and in the house."""
        evolve_house(event, self.table)
