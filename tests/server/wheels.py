"""A served house whose table has a sensor, with its wheel at the end of a pseudo-terminal."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from croupier.bootstrap import served
from croupier.client import Client
from croupier.client.table import Table as Felt
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.seats import TakeSeat
from croupier.house.tray import OpenTable
from croupier.journal.entry import Stored
from croupier.office.names import HOUSE
from croupier.office.state import Alert
from croupier.protocol import frames as f
from croupier.protocol import views as v
from croupier.round.base import Actor
from croupier.round.bets import PlaceWager
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.rules.refusal import Refusal
from croupier.server.house import House
from croupier.table.core import Request, table_stream
from tests.server.houses import DEALER, OPENER, SHIFT, chosen, configured, dealt, password_of
from tests.wheels.game import status
from tests.wheels.pseudo_wheel import PseudoWheel

PATIENCE_S = 90


@dataclass
class Pit:
    """A served house with one table, its wheel, its dealer and a player with a wager."""

    house: House
    dealer: Client
    felt: Felt
    plug: Path
    wheel: PseudoWheel

    # The wheel

    async def says(self, *lines: bytes, every_ms: int = 250) -> None:
        """The wheel answers questions, one line each."""
        await asyncio.to_thread(lambda: self.wheel.answer(*lines, every_ms=every_ms))

    async def adds(self, line: bytes) -> None:
        """The wheel says something by itself."""
        await asyncio.to_thread(self.wheel.say, line)

    async def woken(self) -> None:
        """The wheel answers until it is believed."""
        while self.shown.state == "silent":
            await self.says(status(2))
            await asyncio.sleep(0)

    async def answers_until(self, holds: Callable[[], bool], line: bytes) -> None:
        """The wheel goes on saying the same until something is so."""
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                await self.says(line)
                await asyncio.sleep(0.005)
            await self.house.running.quiet(self.felt.id)

    async def ordered(self, command: bytes) -> None:
        """Until the wheel has heard a command, idle as it is."""
        await self.answers_until(lambda: command in self.wheel.commands, status(2))

    def unplug(self) -> None:
        self.plug.unlink()
        self.wheel.unplug()

    def plug_in_another(self) -> None:
        another = PseudoWheel()
        another.now_ms = self.wheel.now_ms + 1_000
        self.wheel = another
        self.plug.symlink_to(another.device)

    # The dealer

    @property
    def shown(self) -> v.WheelView:
        """The wheel as the house has it for staff."""
        shown = self.house.channels[self.felt.id].wheel
        assert shown is not None
        return shown

    @property
    def told(self) -> v.WheelView:
        """The wheel as the dealer was told of it."""
        assert self.felt.staff.wheel is not None
        return self.felt.staff.wheel

    async def until(self, holds: Callable[[], bool]) -> None:
        """Until the dealer is told that something is so."""
        async with asyncio.timeout(PATIENCE_S):
            await self.felt.until(holds)

    async def alert(self, kind: str) -> Alert:
        """Until an alert of this kind stands."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for one in self.alerts:
                    if one.kind == f"wheel/{kind}":
                        return one
                await asyncio.sleep(0.005)

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """Those of the wheel: its time stands still here, which the house takes for a step."""
        shown = self.house.overview.view().alerts
        return tuple(one for one in shown if one.kind.startswith("wheel/"))

    async def acknowledge(self, alert: int) -> f.Verdict:
        return await self.dealer.link.ask_office(f.Acknowledge(alert=alert))

    async def opened(self) -> None:
        """A round with a wager in it, and a wheel that has heard of it."""
        await self.felt.do(OpenBets())
        await self.felt.do(BuyIn(player="ada", amount=10_000))
        ada = Actor("ada")
        placed = await self.house.running.ask(
            self.felt.id, Request(ada, PlaceWager(wager="straight:20", amount=500))
        )
        assert placed.accepted, placed
        await self.says(status(2), status(2))

    async def spinning(self) -> None:
        """The ball runs and the spin is on record, by nobody's hand."""
        await self.answers_until(lambda: self.phase == "spinning", status(3))

    async def closed(self) -> None:
        """Bets are closed and the ball is about to drop."""
        await self.spinning()
        await self.says(*[status(3)] * 4, status(4))
        await self.felt.do(CloseBets())
        await self.says(*[status(4)] * 4)

    async def by_hand(self, number: str) -> v.Result:
        """The dealer enters and confirms what the wheel did not say."""
        await self.felt.do(CallOutcome(number=number))
        await self.felt.do(ConfirmOutcome(number=number))
        await self.until(lambda: self.felt.now.phase is None and bool(self.felt.now.results))
        return self.felt.now.results[0]

    # The record

    @property
    def phase(self) -> str | None:
        round_ = self.house.floor.tables[self.felt.id].state.round
        return round_.phase if round_ is not None else None

    def entries(self, *names: str) -> list[Stored]:
        """What is on record at the table under these names."""
        stored = self.house.store.read(table_stream(self.felt.id))
        return [one for one in stored if one.name in names]

    def by(self, name: str) -> list[str]:
        """Who did what is on record under a name."""
        return [msgspec.json.decode(one.body)["by"]["name"] for one in self.entries(name)]

    @property
    def settled(self) -> list[str]:
        """The numbers on which rounds were settled."""
        entries = self.entries("round.settled")
        return [msgspec.json.decode(one.body)["outcome"] for one in entries]


async def _begun(house: House, table: str) -> None:
    """A dealer on the staff, a gaming day, an open table and a player."""
    assert DEALER.position is not None
    password = password_of(DEALER.name)
    done = await house.office.add_staff(DEALER.name, DEALER.position, password, HOUSE)
    assert not isinstance(done, Refusal), done
    await chosen(house.office, DEALER)
    begins = (StartDay(day="2026-11-16"), OpenTable(opener=OPENER), TakeSeat(player="ada"))
    for command in begins:
        answer = await house.running.ask(table, Request(SHIFT, command))
        assert answer.accepted, answer


@contextlib.asynccontextmanager
async def pit(
    folder: Path, book: str, *, plugged: bool = True, again: bool = False
) -> AsyncIterator[Pit]:
    """A house whose table of a book has a sensor; or the same house, started again."""
    wheel, plug = PseudoWheel(), folder / "wheel"
    plug.unlink(missing_ok=True)
    if plugged:
        plug.symlink_to(wheel.device)
    table = msgspec.structs.replace(dealt(book), wheel="serial", serial_port=str(plug))
    made: list[Pit] = []

    def ticks() -> int:
        return made[0].wheel.now_ms if made else wheel.now_ms

    async with served(configured(folder, [table]), ticks=ticks) as (house, address):
        if not again:
            await _begun(house, book)
        async with Client(address) as dealer:
            await dealer.sign_in(DEALER.name, password_of(DEALER.name))
            made.append(Pit(house, dealer, await dealer.table(book), plug, wheel))
            yield made[0]
    with contextlib.suppress(OSError):
        made[0].wheel.unplug()
