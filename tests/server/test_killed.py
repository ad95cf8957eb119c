"""kill -9 of a house in every phase of every book, with terminals and a Dealer connected.

What a book demands is what the people at the table must see once the house is back on the same
folder and port: the same clients, which come back by themselves. A house has a table for each book,
and one more where "no spin" has been announced, so that one kill meets all books in a phase.
"""

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest

import croupier
from croupier import books
from croupier.client import Client, SignedOut, Table
from croupier.house.chips import BuyIn
from croupier.house.day import StartDay
from croupier.house.tray import OpenTable
from croupier.journal.places import SQLITE
from croupier.protocol import frames as f
from croupier.protocol import requests as q
from croupier.protocol import views as v
from croupier.round.base import Command
from croupier.round.bets import PlaceWager
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import CloseBets, GrantEarlyClose
from croupier.round.interruption import AbandonRound, ResumeRound, StateBall, SuspendRound
from croupier.round.no_spin import CallNoSpin
from croupier.round.opening import OpenBets
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import BETS_OPEN, Phase
from croupier.round.spin import ReportRest, SpinBall
from croupier.rules.book import Book
from tests.server.houses import today
from tests.server.processes import (
    AT_ONCE,
    LIMITS,
    NEVER,
    OPENER,
    PATIENCE_S,
    STAYS_OPEN,
    HouseProcess,
    People,
    Setting,
    chips_of,
    dealt_by_hand,
    dealt_by_itself,
    house_process,
    tables_of,
    until_worth,
)
from tests.table.test_recovery import PHASES, UNDRAWN, UNLIT, has_phase

BOUGHT, STAKE, OUTCOME = 50_000, 500, "17"


def wagers_of(book: Book) -> tuple[str, str]:
    """What ada and bob bet on: one of them wins in part of the cases only."""
    return "straight:17", "red" if "red" in book.wagers else "bonus-win"


@dataclass
class Cell:
    """A table whose round is in a phase when the house is killed."""

    table: str
    book: Book
    phase: str
    then: Literal["as-the-book-says", "no-spin", "ball-rests", "given-up"] = "as-the-book-says"
    """What people do: before the kill they announce "no spin", or after it they decide."""
    seq: int = 0
    """How far the table was when it was killed."""
    placed: list[tuple[str, str, int]] = field(default_factory=list)
    """The wagers that were accepted."""

    @property
    def strategy(self) -> str:
        return self.book.says.recovery.strategy

    @property
    def no_spin(self) -> bool:
        return self.then == "no-spin"

    @property
    def waits_for_ball(self) -> bool:
        """Whether the Dealer is asked where the ball is (reading 17)."""
        asked = self.strategy == "void-unless-outcome" and not self.no_spin
        return asked and self.phase in ("closed", "running")

    @property
    def goes_on(self) -> bool:
        """Whether the book lets the round go on, at once or when someone says so."""
        concluded = self.strategy != "void-unless-outcome" or self.phase in ("rested", "called")
        return self.then == "ball-rests" or (concluded and self.then == "as-the-book-says")


def cells_of(book: Book, phase: str) -> Iterator[Cell]:
    """The tables of a book in a phase, one for each thing that people may do."""
    yield Cell(book.id, book, phase)
    if book.says.no_spin is not None:
        yield Cell(f"{book.id}-no-spin", book, phase, "no-spin")
    if phase == "running" and book.says.recovery.strategy == "void-unless-outcome":
        yield Cell(f"{book.id}-rests", book, phase, "ball-rests")
    if phase == "running" and book.says.recovery.strategy == "suspend":
        yield Cell(f"{book.id}-given-up", book, phase, "given-up")


# At tables that a Dealer runs


@dataclass
class Floor:
    """A house with everyone who is there."""

    house: HouseProcess
    cells: Sequence[Cell]
    dealer: Client
    manager: Client
    players: dict[str, Client]
    at: dict[str, dict[str, Table]] = field(default_factory=dict)
    """Each one's tables, by name and id."""

    async def do(self, who: str, table: str, *commands: Command) -> None:
        for command in commands:
            await self.at[who][table].do(command)


async def come_in(house: HouseProcess, people: People, cells: Sequence[Cell]) -> Floor:
    """Staff sign in and open the tables, terminals are enrolled, and players buy in."""
    shift = await people.staff("shift-manager")
    supervisor = await people.staff("supervisor")
    manager, dealer = await people.staff("manager"), await people.staff("dealer")
    ada, bob = await people.terminals(shift, "ada", "bob")
    floor = Floor(house, cells, dealer, manager, {"ada": ada, "bob": bob})
    everyone = {"shift": shift, "supervisor": supervisor, "manager": manager, "dealer": dealer}
    ids = [cell.table for cell in cells]
    for name, client in (everyone | floor.players).items():
        floor.at[name] = await tables_of(client, ids)
    for id_ in ids:
        await floor.do("shift", id_, StartDay(day=today()))
        await floor.do("supervisor", id_, OpenTable(opener=OPENER))
        for name in floor.players:
            await floor.at[name][id_].sit()
            # The supervisor gives out chips too: one person alone would be over the rate.
            giver = "dealer" if name == "ada" else "supervisor"
            await floor.do(giver, id_, BuyIn(player=name, amount=BOUGHT))
    return floor


async def to_phase(floor: Floor, cell: Cell) -> None:
    """A round with two players' wagers on the felt, in the cell's phase."""
    table, id_ = floor.at["dealer"][cell.table], cell.table
    await table.do(OpenBets())
    for name, wager in zip(floor.players, wagers_of(cell.book), strict=True):
        await floor.at[name][id_].place(wager, STAKE)
        cell.placed.append((name, wager, STAKE))
    before_spin = cell.book.says.close.when == "before-spin"
    if cell.phase == "closed" and not before_spin:
        await floor.do("manager", id_, GrantEarlyClose())
    to_running = [("spinning", SpinBall()), ("running", CloseBets())]
    if before_spin or cell.phase == "closed":
        to_running = [("closed", CloseBets()), ("running", SpinBall())]
    reached = "betting"
    for phase, command in to_running:
        if reached != cell.phase:
            await table.do(command)
            reached = phase
    if cell.phase == UNLIT:
        await table.do(DrawBonusNumbers())
    elif reached == "running" and cell.phase != UNDRAWN:
        await draw(table, cell.book)
    if cell.phase in ("rested", "called", UNDRAWN, UNLIT):
        await table.do(ReportRest())
    if cell.phase == "called":
        await table.do(CallOutcome(number=OUTCOME))
    if cell.no_spin:
        await table.do(CallNoSpin(reason="the lights flicker"))


async def draw(table: Table, book: Book) -> None:
    if book.bonus is not None and table.now.bonus_numbers is None:
        await table.do(DrawBonusNumbers())
    await table.until(lambda: book.bonus is None or table.now.bonus_numbers is not None)
    if book.bonus is not None and not table.staff.lit:
        await table.do(ReportLights())


async def conclude(table: Table, book: Book) -> None:
    """What is left of a round, from wherever it is."""
    before_spin = book.says.close.when == "before-spin"
    phase = table.now.phase
    if phase is Phase.BETTING:
        await table.do(CloseBets() if before_spin else SpinBall())
        phase = Phase.CLOSED if before_spin else Phase.SPINNING
    if phase is Phase.SPINNING:
        await table.do(CloseBets())
    if phase is Phase.CLOSED:
        await table.do(SpinBall())
    if phase is not Phase.CALLED:
        await draw(table, book)
    if phase is not Phase.CALLED:
        await table.do(CallOutcome(number=OUTCOME))
    await table.do(ConfirmOutcome(number=OUTCOME))


@pytest.mark.parametrize("phase", [*PHASES, UNDRAWN, UNLIT])
async def test_killed_in_a_phase_every_book_gets_what_it_demands(
    tmp_path: Path, phase: str
) -> None:
    having = [books.load(b) for b in books.ids() if has_phase(books.load(b), phase)]
    cells = [cell for book in having for cell in cells_of(book, phase)]
    settings = [dealt_by_hand(cell.book.id, cell.table) for cell in cells]
    async with house_process(tmp_path, settings) as (house, people):
        floor = await come_in(house, people, cells)
        for cell in cells:
            await to_phase(floor, cell)
            cell.seq = floor.at["ada"][cell.table].now.seq
        asked = await kill_unanswered(floor)
        await house.start()
        await answered_once(floor, asked)
        await floor.dealer.sign_in("dealer", house.passwords["dealer"])
        await floor.manager.sign_in("manager", house.passwords["manager"])
        for cell in cells:
            await seen_by_everyone(floor, cell)
        await house.stop()
        await adds_up(floor)


async def kill_unanswered(floor: Floor) -> dict[str, "asyncio.Task[f.Verdict]"]:
    """Kill the house while ada's wagers and the Dealer's suspension are on their way to it."""
    os.kill(floor.house.pid, signal.SIGSTOP)
    wager = PlaceWager(wager="straight:5", amount=STAKE)
    asked = {
        cell.table: asyncio.ensure_future(floor.at["ada"][cell.table].ask(wager))
        for cell in floor.cells
    }
    first = floor.at["dealer"][floor.cells[0].table]
    suspending = asyncio.ensure_future(first.ask(SuspendRound(reason="the lights flicker")))
    await asyncio.sleep(0)
    await floor.house.kill()
    suspending.add_done_callback(lambda done: done.exception())
    asked["dealer"] = suspending
    return asked


async def answered_once(floor: Floor, asked: dict[str, "asyncio.Task[f.Verdict]"]) -> None:
    """Every action has its one verdict, and asked again by another way it is the same."""
    with pytest.raises(SignedOut):
        await asked.pop("dealer")
    for cell in floor.cells:
        verdict = await asked[cell.table]
        still_open = cell.phase in BETS_OPEN and not cell.no_spin
        goes_on = cell.strategy == "continue-unless-no-spin"
        assert verdict.accepted == (still_open and goes_on), (cell.table, verdict)
        assert verdict.seq > cell.seq
        if verdict.accepted:
            cell.placed.append(("ada", "straight:5", STAKE))
        assert verdict.id is not None
        again = q.PostedAction(id=verdict.id, command=PlaceWager(wager="straight:5", amount=STAKE))
        path = f"/api/tables/{cell.table}/actions"
        assert await floor.players["ada"].web.post(path, again, f.Verdict) == verdict


async def seen_by_everyone(floor: Floor, cell: Cell) -> None:
    """What the book demands, and that every accepted wager is in place."""
    table, ada = floor.at["dealer"][cell.table], floor.at["ada"][cell.table]
    # A round that had ended before the kill may have nothing more to be told of.
    await ada.until(lambda: cell.no_spin or ada.now.seq > cell.seq)
    await table.until(lambda: table._staff is not None and table.now.seq >= ada.now.seq)
    if cell.waits_for_ball:
        assert table.now.waiting == "ball"
        assert lying(floor, cell) == cell.placed
        await table.do(StateBall(rests=cell.then == "ball-rests"))
    if cell.then == "given-up":
        assert table.now.waiting == "suspended"
        await floor.do("manager", cell.table, AbandonRound(reason="the wheel is broken"))
    if cell.goes_on:
        await goes_on(floor, cell)
    result = await ended(ada)
    not_settled = "abandoned" if cell.then == "given-up" else "void"
    assert result.status == ("settled" if cell.goes_on else not_settled)
    await paid(floor, cell, result)


async def goes_on(floor: Floor, cell: Cell) -> None:
    table = floor.at["dealer"][cell.table]
    await table.until(lambda: table.now.waiting != "ball")
    rests = cell.then == "ball-rests" or cell.phase in (UNDRAWN, UNLIT)
    assert table.now.phase == ("rested" if rests else cell.phase)
    assert lying(floor, cell) == cell.placed
    if cell.strategy == "suspend":
        assert table.now.waiting == "suspended", "it resumes where it was (reading 16)"
        await table.do(ResumeRound())
    await conclude(table, cell.book)


def lying(floor: Floor, cell: Cell) -> list[tuple[str, str, int]]:
    """What lies on the felt, as the staff see it; the players see their own."""
    seen = []
    for player in floor.at["dealer"][cell.table].staff.players:
        seen += [(player.player, one.wager, one.amount) for one in player.wagers]
        assert floor.at[player.player][cell.table].seat.wagers == player.wagers
    return sorted(seen, key=cell.placed.index)


async def ended(table: Table) -> v.Result:
    await table.until(lambda: bool(table.now.results))
    (result,) = table.now.results
    return result


async def paid(floor: Floor, cell: Cell, result: v.Result) -> None:
    """Stakes back where it is void; else what the rules say for the same wagers."""
    back = returned(cell, result)
    for name in floor.players:
        seat = floor.at[name][cell.table]
        staked = sum(amount for who, _, amount in cell.placed if who == name)
        due = BOUGHT - staked + back[name]
        await until_told(seat)
        await until_worth(seat, due)
        assert seat.seat.last is not None
        assert (seat.seat.last.staked, seat.seat.last.returned) == (staked, back[name])


async def until_told(seat: Table) -> None:
    """Until a player knows what the round did to them: what they are worth may be the same."""
    await seat.until(lambda: seat.seat.last is not None)


def returned(cell: Cell, result: v.Result) -> dict[str, int]:
    """What goes back to each player by the book, stakes included."""
    book, void = cell.book, result.status != "settled"
    settled = croupier.settle(
        book,
        cell.placed,
        None if void else result.outcome,
        bonus_numbers=None if void else result.bonus_numbers,
        irregularity=next(iter(book.voids)) if void else None,
        limits=LIMITS,
    )
    return {player: totals.returned for player, totals in settled.players.items()}


async def adds_up(floor: Floor) -> None:
    """The record holds, and its accounts are what everyone has seen."""
    balances = await floor.house.verified()
    for cell in floor.cells:
        accounts = balances[cell.table]
        chips = chips_of(cell.book.id)
        seen = {name: floor.at[name][cell.table].seat.purse for name in floor.players}
        assert {name: {chips: accounts[f"player/{name}/{chips}"]} for name in seen} == seen
        assert accounts["float"] == floor.at["dealer"][cell.table].staff.tray
        assert accounts["drop"] == len(seen) * BOUGHT
        assert "escrow" not in accounts


# At tables that the house deals by itself


def stuck(cell: Cell) -> Setting:
    """A timetable that would never leave the cell's phase, though others may."""
    times = {"pause": NEVER, "countdown": NEVER, "spinning": NEVER, "running": AT_ONCE}
    times["running"] = NEVER if cell.phase in ("running", "rested") else AT_ONCE
    times["reading"] = NEVER if cell.phase == "closed" else AT_ONCE
    return dealt_by_itself(cell.book.id, times, cell.table)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> str:
    """Where a house has its record."""
    kept: str = SQLITE if request.param == "sqlite" else request.getfixturevalue("address")
    return kept


async def test_an_own_wheel_needs_nobody_after_a_kill(tmp_path: Path, store: str) -> None:
    """All phases of all books at once: each table is held in one, then the house is killed and
    started again; with PostgreSQL, a server that stood by takes it over."""
    takes_over = store != SQLITE
    cells = [
        Cell(f"{b}-{phase}", books.load(b), phase)
        for b in books.ids()
        for phase in PHASES[:-1]  # a number that is drawn is never called and not yet confirmed
        if has_phase(books.load(b), phase)
    ]
    quick = {"pause": NEVER, "countdown": 0.1, "spinning": 0.1, "running": 0.1, "reading": 0.1}
    settings = map(stuck, cells)
    async with house_process(tmp_path, settings, demonstration=True, store=store) as (
        house,
        people,
    ):
        dealer, manager = await people.staff("dealer"), await people.staff("manager")
        guests = await people.visitor(), await people.visitor()
        for cell in cells:
            await bet_there(guests, cell)
            await push(await dealer.table(cell.table), await manager.table(cell.table), cell)
            cell.seq = (await guests[0].table(cell.table)).now.seq
        house.write(dealt_by_itself(cell.book.id, quick, cell.table) for cell in cells)
        other = await house.begin("--standby") if takes_over else None
        await house.kill()
        await house.take_over(other or await house.begin())
        for cell in cells:
            await by_itself(guests, cell)
        await house.stop()
        balances = await house.verified()
        for cell in cells:
            for guest in guests:
                purse = guest.tables[cell.table].seat.purse
                of_guest = f"player/{guest.player}/"
                accounts = balances[cell.table]
                assert {of_guest + chips: there for chips, there in purse.items()} == {
                    at: there for at, there in accounts.items() if at.startswith(of_guest)
                }


async def bet_there(guests: Sequence[Client], cell: Cell) -> None:
    for guest, wager in zip(guests, wagers_of(cell.book), strict=True):
        table = await guest.table(cell.table)
        await table.sit()
        await table.buy_in(BOUGHT)
        await table.until_open()
        await table.place(wager, STAKE)
        cell.placed.append((guest.player, wager, STAKE))


async def push(table: Table, pit: Table, cell: Cell) -> None:
    """A Dealer hurries the automatic one on, up to the phase in which its timetable waits."""
    before_spin = cell.book.says.close.when == "before-spin"
    if cell.phase == "betting":
        return
    if cell.phase == "closed" and not before_spin:
        await pit.do(GrantEarlyClose())
    if before_spin or cell.phase == "closed":
        await table.do(CloseBets())
    else:
        await table.do(SpinBall())
        if cell.phase != "spinning":
            await table.do(CloseBets())
    if cell.phase == "rested":
        await table.until(lambda: table.now.phase is Phase.RUNNING)
        await table.until(lambda: cell.book.bonus is None or table.staff.lit)
        await table.do(ReportRest())
    await table.until(lambda: table.now.phase == cell.phase)
    if cell.phase == "running" and cell.book.bonus is not None:
        await table.until(lambda: table.now.bonus_numbers is not None)


async def by_itself(guests: Sequence[Client], cell: Cell) -> None:
    """The round ends as the book demands, and the guests see it without doing anything."""
    for guest in guests:
        table = guest.tables[cell.table]
        result = await ended(table)
        assert result.status == ("settled" if cell.goes_on else "void"), cell
        back = returned(cell, result)[guest.player]
        due = BOUGHT - STAKE + back
        await until_worth(table, due)


# What else a kill meets


async def test_an_answer_that_was_lost_with_the_house_is_given_again(tmp_path: Path) -> None:
    """The wager is on record and its answer is not with the terminal: it counts, and once."""
    cell = Cell("sands-2019", books.load("sands-2019"), "betting")
    async with house_process(tmp_path, [dealt_by_hand("sands-2019")]) as (house, people):
        floor = await come_in(house, people, [cell])
        dealer, ada = floor.at["dealer"]["sands-2019"], floor.at["ada"]["sands-2019"]
        await dealer.do(OpenBets())
        await ada.until_open()
        socket = floor.players["ada"].link._socket
        assert socket is not None
        socket.transport.pause_reading()
        asked = asyncio.ensure_future(ada.ask(PlaceWager(wager="red", amount=STAKE)))
        await dealer.until(lambda: any(one.wagers for one in dealer.staff.players))
        assert not asked.done()
        socket.transport.abort()
        await house.kill()
        await house.start()
        verdict = await asked
        assert verdict.accepted
        await ada.until(lambda: bool(ada.seat.wagers))
        assert ada.seat.wagers == (v.WagerView(wager="red", amount=STAKE, chips="cash-chips"),)
        assert ada.seat.purse == {"cash-chips": BOUGHT - STAKE}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_told_to_stop_it_says_so_to_everyone_and_leaves_in_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    table = dealt_by_itself("edz-2020", STAYS_OPEN)
    async with house_process(tmp_path, [table], demonstration=True) as (house, people):
        guest, dealer = await people.visitor(), await people.staff("dealer")
        at = await guest.table("edz-2020")
        await at.sit()
        await at.buy_in(BOUGHT)
        await at.until_open()
        await at.place("red", STAKE)
        assert await house.end(number) == 0
        for client in (guest, dealer):
            async with asyncio.timeout(PATIENCE_S):
                while client.bye is None:
                    await asyncio.sleep(0)
            assert client.bye.code == "house/closing"
        await house.verified()
