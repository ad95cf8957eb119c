"""A table played step by step in a test: commands in, events and refusals out.

Every event is checked as it happens: the ledger adds up, the tray is what the meters say, and
the meters are those that a fold over the record gives.
"""

from dataclasses import dataclass, field, fields

import msgspec

from croupier import books
from croupier.house import HouseState, Meters, TableState, count, decide, evolve
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.ledger import DROP, ESCROW, FLOAT, UNCOLLECTED
from croupier.house.seats import TakeSeat
from croupier.house.tray import FillFloat, OpenTable
from croupier.house.vouchers import number_of
from croupier.round.base import Actor, Command, Event
from croupier.round.bets import PlaceWager
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.rules.limits import Limits, Range
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal
from tests.round.playing import numbered

DEALER = Actor("dora", Position.DEALER)
SUPERVISOR = Actor("sue", Position.PIT_SUPERVISOR)
SECOND = Actor("sam", Position.PIT_SUPERVISOR)
MANAGER = Actor("max", Position.PIT_MANAGER)
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)
ADA, BEN = Actor("ada"), Actor("ben")

LIVE = ("racetrack-2012", "sands-2017", "sands-2019", "fast-action-2020")
TERMINALS = ("edz-2020",)
DRAWN = ("1", "2", "3", "4", "5", "9", "13", "17", "21", "25")
"""Ten Bonus Numbers of which 1 to 4 fill a link."""
OPENER = 10_000_000
LATER_MS = 10**9


def voucher_number(n: int) -> str:
    """A voucher's number as the shell would make it, but known."""
    return number_of(n.to_bytes(16))


@dataclass
class AtTable:
    """A table of a book with limits of 500 to 100,000, open unless a test opens it itself."""

    book_id: str = "racetrack-2012"
    id: str = "table-1"
    house: HouseState = field(default_factory=HouseState)
    limits: Limits = field(default_factory=lambda: Limits(Range(500, 100_000)))
    opened: bool = True
    now_ms: int = 0
    terminal: str | None = None
    """Where wagers come from, if that is on record; each command is one action more."""
    asked: int = 0
    record: list[Event] = field(default_factory=list)
    folded: Meters = field(default_factory=Meters)
    state: TableState = field(init=False)

    def __post_init__(self) -> None:
        self.book = books.load(self.book_id)
        self.state = TableState(self.id, self.book, self.house, self.limits)
        if self.opened:
            self.do(StartDay(day="2020-03-18"), SHIFT)
            self.do(OpenTable(opener=OPENER), SUPERVISOR)

    def ask(self, command: Command, by: Actor = DEALER) -> list[Event] | Refusal:
        """Give a command; what happened is on record."""
        before = self.shown()
        decided = decide(self.state, by, command, self.now_ms)
        assert self.shown() == before, "deciding changes nothing"
        if isinstance(decided, Refusal):
            assert decided.message
            return decided
        self.asked += 1
        numbered(decided, self.terminal, self.asked)
        for event in decided:
            self.happen(event)
        return decided

    def happen(self, event: Event) -> None:
        """Let an event happen, and check what must hold after every one."""
        evolve(event, self.state)
        self.record.append(event)
        count(event, self.folded)
        state, ledger = self.state, self.state.ledger
        ledger.audit()
        self.house.ledger.audit()
        assert state.meters == self.folded
        assert state.meters.ever.tray == ledger.balance(FLOAT)
        assert state.meters.ever.uncollected == ledger.balance(UNCOLLECTED)
        staked = state.round.staked if state.round else {}
        assert ledger.balance(ESCROW) == sum(sum(p.values()) for p in staked.values())
        assert ledger.balance(DROP) >= 0

    def do(self, command: Command, by: Actor = DEALER) -> list[Event]:
        """Give a command that must be accepted."""
        decided = self.ask(command, by)
        assert not isinstance(decided, Refusal), f"{decided.code}: {decided.message}"
        return decided

    def no(self, command: Command, by: Actor = DEALER) -> str:
        """Give a command that must be refused: the code of the refusal."""
        decided = self.ask(command, by)
        assert isinstance(decided, Refusal), decided
        return decided.code

    def shown(self) -> str:
        """All that can be seen of the table and the house."""
        house = self.house
        seen = (_table_shown(self.state), house.vouchers, house.excluded, house.ledger.accounts)
        return repr(seen)

    # Whole steps

    def sit(self, player: str = "ada", amount: int = 100_000, **terms: object) -> None:
        """A seat and a buy-in, for which the tray is filled where it has too little."""
        self.do(TakeSeat(player=player))
        if (short := amount - self.balance(FLOAT)) > 0:
            self.do(FillFloat(amount=short), SUPERVISOR)
        if amount:
            fields = {"player": player, "amount": amount, **terms}
            self.do(msgspec.convert(fields, BuyIn))

    def bet(self, wager: str, amount: int, player: str = "ada", **terms: object) -> None:
        """A wager of a player."""
        command = msgspec.convert({"wager": wager, "amount": amount, **terms}, PlaceWager)
        self.do(command, Actor(player))

    def open_bets(self) -> int:
        """The next round; its number."""
        self.do(OpenBets())
        return self.state.round_number

    def close_bets(self, drawn: tuple[str, ...] = DRAWN) -> None:
        """To the moment at which only the outcome is missing."""
        steps: list[Command] = [SpinBall(), CloseBets()]
        if self.book.says.close.when == "before-spin":
            steps.reverse()
        if self.book.bonus is not None:
            steps += [DrawBonusNumbers(numbers=drawn), ReportLights()]
        for step in steps:
            self.do(step)

    def settle(self, number: str, drawn: tuple[str, ...] = DRAWN) -> None:
        """The round to its end."""
        self.close_bets(drawn)
        self.do(CallOutcome(number=number))
        self.do(ConfirmOutcome(number=number))

    def play(self, number: str, *wagers: tuple[str, int], player: str = "ada") -> int:
        """A whole round of one player; its number."""
        opened = self.open_bets()
        for wager, amount in wagers:
            self.bet(wager, amount, player)
        self.settle(number)
        return opened

    def has(self, player: str = "ada") -> int:
        """All that lies in front of a player."""
        return sum(self.state.purse(player).values())

    def balance(self, account: str) -> int:
        """What an account of the table has."""
        return self.state.ledger.balance(account)


NOT_PLAIN = ("book", "house", "past", "exposure", "round", "ledger")
PLAIN = [f.name for f in fields(TableState) if f.name not in NOT_PLAIN and f.compare]
SHOWN_APART = ("book", "placed", "placed_by", "set_aside")
OF_ROUND = [f.name for f in fields(RoundState) if f.name not in SHOWN_APART]


def _table_shown(state: TableState) -> object:
    """All fields but the books' own data, which never changes."""
    past = [(ended.phase, ended.outcome, ended.returned) for ended in state.past.values()]
    exposure = state.exposure.by_number if state.exposure else None
    plain = [getattr(state, name) for name in PLAIN]
    return plain, past, exposure, state.ledger.accounts, _round_shown(state.round)


def _round_shown(state: RoundState | None) -> object:
    if state is None:
        return None
    lying = [
        (placed.player, placed.wager.notation, placed.amount, placed.chips)
        for placed in (*state.placements, *state.set_aside)
    ]
    return lying, [getattr(state, name) for name in OF_ROUND]
