"""The gaming day that is interrupted: two rounds, a late wager, a repeat, vouchers, a snapshot."""

import asyncio

from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn, RedeemVoucher
from croupier.house.day import EndDay, StartDay
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.tray import CloseTable, OpenTable
from croupier.house.vouchers import CashVoucher, number_of
from croupier.round.base import Actor, Command
from croupier.round.bets import PlaceWager, WithdrawWager
from croupier.round.bonus import ReportLights
from croupier.round.close import CloseBets
from croupier.round.interruption import ResumeRound
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.phases import Phase
from croupier.round.spin import SpinBall
from croupier.round.state import RoundState
from croupier.table.core import Core, Request
from tests.crash import lines
from tests.table.floors import DEALER, SHIFT, SUPERVISOR, Serving

ADA, BEN = Actor("ada"), Actor("ben")
VOUCHERS = number_of(bytes(16)), number_of(bytes([1] * 16))
EXPIRES_MS = 2_000_000_000_000
BOUGHT = 100_000


class Terminals:
    """Everyone who asks. Their ids are those of the script: sent again, they are the same."""

    def __init__(self, serving: Serving, note: lines.Note) -> None:
        self.serving = serving
        self._note = note
        self._ids: dict[str, int] = {}

    def core(self, table: str) -> Core:
        return self.serving.floor.tables[table]

    async def ask(self, table: str, actor: Actor, *commands: Command | None) -> None:
        """Ask one after the other; what cannot be asked now (None) leaves its id unused."""
        for command in commands:
            request = self._request(actor, command)
            if request is not None:
                await self._told(table, request)

    async def at_once(self, table: str, *asked: tuple[Actor, Command]) -> None:
        """Ask all of it before any answer comes; the first of it twice, the second time while the
        first is being written."""
        requests = [one for one in (self._request(*each) for each in asked) if one is not None]
        waiting = [asyncio.ensure_future(self._told(table, one)) for one in requests]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waiting.append(asyncio.ensure_future(self._told(table, requests[0])))
        await asyncio.gather(*waiting)

    def _request(self, actor: Actor, command: Command | None) -> Request | None:
        id_ = self._ids[actor.name] = self._ids.get(actor.name, 0) + 1
        return None if command is None else Request(actor, command, actor.name, id_)

    async def _told(self, table: str, request: Request) -> None:
        self._note(lines.asked(table, request))
        answer = await self.serving.running.ask(table, request)
        self._note(lines.told(table, request, answer))


async def gaming_day(terminals: Terminals, table: str, other: str) -> None:
    """From the opening of two tables to the first wager of the day after."""
    for each in (table, other):
        await terminals.ask(each, SHIFT, StartDay(day="2026-11-15"))
        await terminals.ask(each, SUPERVISOR, OpenTable(opener=10_000_000))
    for player in (ADA, BEN):
        await _seated(terminals, table, player)
    await _round(terminals, table, 1)
    await _vouchers(terminals, table, other)
    await _round(terminals, table, 2)
    for each in (table, other):
        await _closed(terminals, each)
    await terminals.ask(table, SHIFT, StartDay(day="2026-11-16"))
    await terminals.ask(table, SUPERVISOR, OpenTable(opener=5_000_000))
    await _seated(terminals, table, ADA)
    await terminals.ask(table, DEALER, terminals.serving.draws(table).open_bets(3))
    await one_more(terminals, table)


async def one_more(terminals: Terminals, table: str) -> None:
    """A wager that anybody could place."""
    await terminals.ask(table, ADA, PlaceWager(wager="red", amount=300))


async def _seated(terminals: Terminals, table: str, player: Actor) -> None:
    seat, buy = TakeSeat(player=player.name), BuyIn(player=player.name, amount=BOUGHT)
    await terminals.ask(table, DEALER, seat, buy)


async def _round(terminals: Terminals, table: str, number: int) -> None:
    """A round with wagers in time and late, and a wager taken back."""
    draws = terminals.serving.draws(table)
    red, seventeen = (PlaceWager(wager=w, amount=500) for w in ("red", "straight:17"))
    await terminals.ask(table, DEALER, draws.open_bets(number))
    await terminals.at_once(table, (ADA, red), (BEN, seventeen), (ADA, seventeen))
    await terminals.ask(table, ADA, WithdrawWager(wager="red"))
    before_spin = terminals.core(table).state.book.says.close.when == "before-spin"
    order = (CloseBets(), SpinBall()) if before_spin else (SpinBall(), CloseBets())
    await terminals.ask(table, SUPERVISOR, _resumed(terminals.core(table)))
    await terminals.ask(table, DEALER, *order)
    await terminals.ask(table, BEN, red)
    await terminals.ask(table, DEALER, *_drawn(terminals, table))
    await terminals.ask(table, DEALER, *_outcome(terminals, table))
    past = terminals.core(table).state.past.get(number)
    can_reveal = past is not None and past.sealed is not None
    await terminals.ask(table, DEALER, draws.reveal(past) if past and can_reveal else None)


def _resumed(core: Core) -> Command | None:
    """A round that was held when the house started anew goes on."""
    held = core.state.round is not None and core.state.round.waiting == "suspended"
    return ResumeRound() if held else None


def _drawn(terminals: Terminals, table: str) -> tuple[Command | None, Command | None]:
    """The Bonus Numbers, where the book has them and the round is where they are drawn."""
    state = _running(terminals, table)
    if state is None or state.book.bonus is None:
        return None, None
    return terminals.serving.draws(table).bonus_numbers(state), ReportLights()


def _outcome(terminals: Terminals, table: str) -> tuple[Command | None, ...]:
    """Where the ball comes to rest, by the round's own draw."""
    state = _running(terminals, table)
    if state is None:
        return (None,)
    outcome = terminals.serving.draws(table).outcome(state)
    if state.is_drawn:
        return (outcome,)
    return CallOutcome(number=outcome.number), ConfirmOutcome(number=outcome.number)


def _running(terminals: Terminals, table: str) -> RoundState | None:
    """The round whose ball runs, or is called already; none where a failure has ended it."""
    state = terminals.core(table).state.round
    after_close = (Phase.RUNNING, Phase.RESTED, Phase.CALLED)
    return state if state is not None and state.sealed and state.phase in after_close else None


async def _vouchers(terminals: Terminals, table: str, other: str) -> None:
    """One voucher goes to another table, one is paid at the cage."""
    for player, number in zip(("ada", "ben"), VOUCHERS, strict=True):
        out = CashOut(
            player=player, amount=20_000, paid="voucher", voucher=number, expires_ms=EXPIRES_MS
        )
        await terminals.ask(table, DEALER, out)
    redeem = RedeemVoucher(player="ada", voucher=VOUCHERS[0])
    await terminals.ask(other, DEALER, TakeSeat(player="ada"), redeem)
    await terminals.ask(table, SUPERVISOR, CashVoucher(voucher=VOUCHERS[1]))


async def _closed(terminals: Terminals, table: str) -> None:
    """Everybody leaves, the tray is counted, and the day ends in a snapshot."""
    for player in ("ada", "ben"):
        await terminals.ask(table, DEALER, LeaveSeat(player=player))
    tray = terminals.core(table).state.ledger.balance("float")
    await terminals.ask(table, SUPERVISOR, CloseTable(closer=tray))
    await terminals.ask(table, SHIFT, EndDay())
