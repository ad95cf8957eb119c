"""A table of one book and everyone at it, played over the API by the client library alone.

Whatever is settled here is held against ``croupier.settle`` on the same wagers, and whatever a
player sees against what the house answers when it is asked.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

import croupier
from croupier.client import Client, Table
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.tray import OpenTable
from croupier.protocol import frames as f
from croupier.protocol import views as v
from croupier.round.base import Actor, Command
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.spin import SpinBall
from croupier.round.void import VoidRound
from croupier.rules.book import Book
from croupier.rules.terms import Chips
from tests.server.houses import today
from tests.server.processes import LIMITS, OPENER, HouseProcess, People

CASH = 1_000_000
"""What a player buys in for."""
COLOUR_VALUE = 200
"""Of one colour chip: above the table's minimum, so that a marker shows it where the book asks."""
SOMEBODY = Actor("somebody")
"""Who is named as the approver by whoever asks: the house hears nothing of it."""
TOLD_WITHIN_S = 60
Placed = tuple[str, str, int]


@dataclass
class Cash:
    """What the patrons brought in and took out over the counter."""

    brought: int = 0
    taken: int = 0


@dataclass
class Play:
    """A table being played."""

    book: Book
    id: str
    dealers: Sequence[Client]
    """Several, who relieve each other: one person gives only so many commands a second."""
    supervisor: Client
    manager: Client
    shift: Client
    players: dict[str, Client]
    cash: Cash = field(default_factory=Cash)
    rounds: int = 0

    @property
    def dealer(self) -> Client:
        return self.dealers[self.rounds % len(self.dealers)]

    @property
    def plain(self) -> Chips:
        return next(kind for kind in self.book.says.stakes.kinds if kind != "colour-chips")

    @property
    def has_colours(self) -> bool:
        return "colour-chips" in self.book.says.stakes.kinds

    @property
    def closes_first(self) -> bool:
        return self.book.says.close.when == "before-spin"

    async def at(self, client: Client) -> Table:
        return await client.table(self.id)

    # Asking

    async def do(self, client: Client, *commands: Command) -> f.Verdict:
        table = await self.at(client)
        for command in commands:
            verdict = await table.do(command)
        return verdict

    async def deal(self, *commands: Command) -> None:
        await self.do(self.dealer, *commands)

    async def refused(self, client: Client, command: Command, code: str) -> str | None:
        """Refused with this code, on record; the clause that says so."""
        verdict = await (await self.at(client)).ask(command)
        assert (verdict.accepted, verdict.code) == (False, code), verdict
        assert verdict.message
        return verdict.clause

    async def place(self, name: str, wager: str, amount: int, chips: Chips | None = None) -> None:
        await (await self.at(self.players[name])).place(wager, amount, chips)

    async def seat(self, name: str) -> v.SeatView:
        """What the house answers; what it told by itself comes to the same."""
        client = self.players[name]
        asked = await client.web.get(f"/api/tables/{self.id}/seat", v.SeatView)
        await self._told(await self.at(client), asked)
        return asked

    async def _told(self, table: Table, asked: v.SeatView) -> None:
        """Refusals are the asker's alone, so that the last id is the one thing not told anew."""

        def same() -> bool:
            told = msgspec.structs.replace(table.seat, last_id=asked.last_id)
            return told == asked or _lasting(told) == asked

        try:
            await asyncio.wait_for(table.until(same), TOLD_WITHIN_S)
        except TimeoutError:
            raise AssertionError(f"the house told {table.seat}, and answers {asked}") from None

    async def worth(self, name: str) -> int:
        """All that a player has in front of them."""
        return sum((await self.seat(name)).purse.values())

    async def lying(self, *names: str) -> list[Placed]:
        """What players have on the felt."""
        found: list[Placed] = []
        for name in names or self.players:
            found += [(name, w.wager, w.amount) for w in (await self.seat(name)).wagers]
        return found

    # A round

    async def open_bets(self) -> None:
        self.rounds += 1
        await self.deal(OpenBets())

    async def to_running(self) -> None:
        """The ball runs and bets are closed, in the book's order; the Bonus Numbers are lit."""
        steps: list[Command] = [SpinBall(), CloseBets()]
        await self.deal(*(reversed(steps) if self.closes_first else steps))
        if self.book.bonus is not None:
            await self.deal(DrawBonusNumbers(), ReportLights())

    async def result(self) -> v.Result:
        """How the last round ended, as everybody is told."""
        table = await self.at(self.dealer)
        await table.until(lambda: bool(table.now.results))
        await table.until(lambda: table.now.results[0].round == self.rounds)
        return table.now.results[0]

    async def settle(self, outcome: str) -> v.Result:
        """Enter and confirm the outcome; everyone gets what the book says for what lies."""
        return await self.settles(await self.lying(), outcome)

    async def settles(self, bets: Iterable[Placed], outcome: str, back: int = 0) -> v.Result:
        """The same where the wagers were ruled on: these count, and ``back`` goes back to ada."""
        seats = {name: await self.seat(name) for name in self.players}
        await self.deal(CallOutcome(number=outcome), ConfirmOutcome(number=outcome))
        result = await self.result()
        assert (result.status, result.outcome) == ("settled", outcome)
        warned = [name for name, seat in seats.items() if seat.warned]
        due = returned(self.book, bets, result, warned)
        for name, seat in seats.items():
            after = await self.seat(name)
            more = due.get(name, 0) + (back if name == "ada" else 0)
            assert sum(after.purse.values()) == sum(seat.purse.values()) + more, name
            if seat.wagers:
                assert after.last is not None
                assert after.last.round == self.rounds
                assert after.last.returned == more
        return result

    async def offered(self, void: VoidRound) -> None:
        """The Dealer's page is told of this void, in the clause's own words, and of no other that
        the house would refuse."""
        table = await self.at(self.dealer)
        seq = (await self.at(self.players["ada"])).now.seq
        await table.until(lambda: table.now.seq >= seq)
        offers = {one.clause: one for one in table.staff.may_void}
        said = self.book.clauses[void.clause].summary
        assert (offers[void.clause].says, offers[void.clause].reason_needed) == (said, False)
        assert all(self.book.voids[one] == what.what for one, what in offers.items())

    async def voids(self, *commands: Command, by: Client | None = None) -> None:
        """What is done voids the round, and every stake goes back in its own chips."""
        seats = {name: await self.seat(name) for name in self.players}
        await self.do(by or self.dealer, *commands)
        result = await self.result()
        assert result.status in ("void", "abandoned")
        assert result.outcome is None
        for name, seat in seats.items():
            purse = dict(seat.purse)
            for wager in seat.wagers:
                purse[wager.chips] = purse.get(wager.chips, 0) + wager.amount
            assert (await self.seat(name)).purse == purse

    async def by_two(self, command: Command, reason: str) -> None:
        """Asked by the supervisor, refused to one person, and approved by the manager."""
        approval = await self.supervisor.ask_approval(self.id, command, reason)
        assert (await self.supervisor.approve(approval)).code == "approval/same-person"
        done = await self.manager.approve(approval)
        assert done.accepted, done

    # The counter

    async def buy(self, name: str, amount: int, **terms: object) -> None:
        command = BuyIn(player=name, amount=amount, **terms)  # type: ignore[arg-type]
        await self.deal(command)
        self.cash.brought += amount

    async def cash_out(self, name: str) -> None:
        amount = await self.worth(name)
        await self.deal(CashOut(player=name))
        self.cash.taken += amount
        assert await self.worth(name) == 0


def returned(
    book: Book, bets: Iterable[Placed], result: v.Result, warned: Iterable[str] = ()
) -> dict[str, int]:
    """What goes back to each player by the rules alone, stakes included."""
    settled = croupier.settle(
        book,
        bets,
        result.outcome,
        bonus_numbers=result.bonus_numbers,
        limits=LIMITS,
        warned=tuple(warned),
        accepted=True,
    )
    return {player: totals.returned for player, totals in settled.players.items()}


async def come_in(house: HouseProcess, people: People, book: Book, *ids: str) -> list[Play]:
    """Staff of every position sign in, two terminals are enrolled, and the tables open."""
    dealers = [await people.staff("dealer") for _ in range(3)]
    shift, manager = await people.staff("shift-manager"), await people.staff("manager")
    supervisor = await people.staff("supervisor")
    ada, bob = await people.terminals(shift, "ada", "bob")
    plays = [
        Play(book, id_, dealers, supervisor, manager, shift, {"ada": ada, "bob": bob})
        for id_ in ids
    ]
    for play in plays:
        await play.do(shift, StartDay(day=today()))
        await play.refused(dealers[0], OpenTable(opener=OPENER), "position/not-allowed")
        await play.do(supervisor, OpenTable(opener=OPENER))
    return plays


def _lasting(seat: v.SeatView) -> v.SeatView:
    """A seat without what is shown of the last round only until the next one opens."""
    if seat.last is None:
        return seat
    last = msgspec.structs.replace(seat.last, results=(), areas=(), under_minimum=None)
    return msgspec.structs.replace(seat, last=last)
