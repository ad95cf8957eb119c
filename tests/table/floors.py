"""Floors for tests: a house of the five games, on any store, with a clock and seeded randomness."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from croupier import books
from croupier.fair.sealed import SealingKey, seal
from croupier.fair.secret import commit, new_secret
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.committer import ThreadCommitter
from croupier.journal.keys import SigningKey
from croupier.journal.store import Store
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager
from croupier.round.opening import OpenBets
from croupier.rules.limits import Limits, Range
from croupier.rules.positions import Position
from croupier.table.answers import Answer
from croupier.table.core import Request
from croupier.table.floor import Floor, TableSetting
from croupier.table.round_secrets import Draws
from croupier.table.running import Notify, RunningFloor
from croupier.table.start import start, this_program

KEY = SigningKey.from_seed(bytes(range(32)))
SEALING = SealingKey(bytes(32))
PROGRAM = this_program(map(books.load, books.ids()))
DEALER = Actor("dora", Position.DEALER)
SUPERVISOR = Actor("sue", Position.PIT_SUPERVISOR)
MANAGER = Actor("max", Position.PIT_MANAGER)
SHIFT = Actor("gia", Position.GAMING_SHIFT_MANAGER)


def settings(*, own_wheel: bool = True) -> dict[str, TableSetting]:
    """A table of each book, named by it."""
    limits = Limits(Range(100, 100_000))
    return {b: TableSetting(b, books.load(b), limits, own_wheel) for b in books.ids()}


@dataclass
class Clock:
    """A clock that the test moves."""

    now_ms: int = 1_800_000_000_000

    def __call__(self) -> int:
        self.now_ms += 1
        return self.now_ms


class FirstScheme(Draws):
    """The draws of an earlier program, which depend on a round's secret alone."""

    def open_bets(self, number: int) -> OpenBets:
        secret = new_secret(self._entropy)
        sealed = seal(secret, self._key, self._table, number, self._entropy)
        return OpenBets(commitment=commit(secret, self._table, number), sealed=sealed)


@dataclass
class Serving:
    """A running floor on a store, driven by a test."""

    store: Store
    own_wheel: bool = True
    clock: Clock = field(default_factory=Clock)
    ids: dict[str, int] = field(default_factory=dict)
    tell: Notify | None = None

    async def start(self) -> "Serving":
        """Open new tables, or recover what is on record."""
        self.random = random.Random(7)
        self.committer = ThreadCommitter(self.store)
        tables = settings(own_wheel=self.own_wheel)
        started = start(self.store, tables, KEY, PROGRAM, self.clock())
        self.running = RunningFloor(started.floor, self.committer, self.clock, self.tell)
        await self.running.write(started.entries)
        return self

    @property
    def floor(self) -> Floor:
        return self.running.floor

    def draws(self, table: str) -> Draws:
        return Draws(table, SEALING, self.random.randbytes)

    def first_draws(self, table: str) -> Draws:
        return FirstScheme(table, SEALING, self.random.randbytes)

    async def ask(self, table: str, command: Command, by: Actor = DEALER) -> Answer:
        """Ask, and wait for the durable answer."""
        return await self.running.ask(table, Request(by, command))

    async def must(self, table: str, *commands: Command, by: Actor = DEALER) -> None:
        for command in commands:
            answer = await self.ask(table, command, by)
            assert answer.accepted, answer

    async def bet(self, table: str, player: str, wager: str, amount: int) -> Answer:
        """A terminal's wager with its own count."""
        self.ids[player] = self.ids.get(player, 0) + 1
        command = PlaceWager(wager=wager, amount=amount)
        return await self.running.ask(
            table, Request(Actor(player), command, player, self.ids[player])
        )

    async def open(self, table: str, *players: str) -> None:
        """A gaming day, an open table, and players with money."""
        await self.must(table, StartDay(day="2026-11-15"), by=SHIFT)
        await self.must(table, OpenTable(opener=10_000_000), by=SUPERVISOR)
        for player in players:
            await self.must(table, TakeSeat(player=player), BuyIn(player=player, amount=100_000))

    async def stop(self) -> None:
        await self.running.idle()
        self.committer.close()


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a test's coroutine."""

    async def bounded() -> None:
        await asyncio.wait_for(scenario(), 180)

    asyncio.run(bounded())
