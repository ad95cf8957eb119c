"""A table as a client sees it, always as new as the house has told, and what one does there."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.client.link import TOO_MANY
from croupier.house import commands as h
from croupier.protocol import frames as f
from croupier.protocol import views as v
from croupier.round import commands as r
from croupier.round.commands import Command
from croupier.round.phases import BETS_OPEN
from croupier.rules.terms import Chips

if TYPE_CHECKING:
    from croupier.client.client import Client


class Refused(Exception):  # noqa: N818
    """The house said no, and why."""

    def __init__(self, verdict: f.Verdict) -> None:
        by = f" ({verdict.clause})" if verdict.clause else ""
        super().__init__(f"{verdict.code}{by}: {verdict.message}")
        self.verdict = verdict
        self.code = verdict.code
        self.clause = verdict.clause


class Table:
    """One table of a house."""

    def __init__(self, client: "Client", id_: str) -> None:
        self.id = id_
        self._client = client
        self._now: v.TableView | None = None
        self._seat: v.SeatView | None = None
        self._staff: v.StaffView | None = None
        self._last_id = 0
        self._changed = asyncio.Condition()
        self._wakes: set[asyncio.Task[None]] = set()

    @property
    def now(self) -> v.TableView:
        """What everybody may see."""
        assert self._now is not None
        return self._now

    @property
    def seat(self) -> v.SeatView:
        """What is one's own."""
        assert self._seat is not None, "only a player has a seat"
        return self._seat

    @property
    def staff(self) -> v.StaffView:
        """What staff see."""
        assert self._staff is not None, "only staff see this"
        return self._staff

    # Doing

    async def ask(self, command: Command) -> f.Verdict:
        """Ask for anything; the verdict may be a refusal."""
        while (verdict := await self._once(command)).code == TOO_MANY:
            # The house did not look at it: it is a new action, as others have been taken since.
            await self._client.link.turn()
        return verdict

    async def _once(self, command: Command) -> f.Verdict:
        self._last_id += 1
        return await self._client.link.act(
            f.Act(table=self.id, id=self._last_id, command=command)  # type: ignore[arg-type]
        )

    async def do(self, command: Command) -> f.Verdict:
        """Ask for something that must be granted."""
        verdict = await self.ask(command)
        if not verdict.accepted:
            raise Refused(verdict)
        return verdict

    async def sit(self, colour: str | None = None) -> f.Verdict:
        """Sit down."""
        return await self.do(h.TakeSeat(player=self._client.player, colour=colour))

    async def buy_in(self, amount: int) -> f.Verdict:
        """Buy chips or credits."""
        return await self.do(h.BuyIn(player=self._client.player, amount=amount))

    async def place(self, wager: str, amount: int, chips: Chips | None = None) -> f.Verdict:
        """Place a wager, or add to it."""
        return await self.do(r.PlaceWager(wager=wager, amount=amount, chips=chips))

    async def cash_out(self) -> v.VoucherView:
        """Give up everything for a voucher."""
        known = {each.voucher for each in self.seat.vouchers}
        await self.do(h.CashOut(player=self._client.player, paid="voucher"))
        await self.until(lambda: any(e.voucher not in known for e in self.seat.vouchers))
        return next(each for each in self.seat.vouchers if each.voucher not in known)

    # Waiting

    async def until(self, holds: Callable[[], bool]) -> None:
        """Until something is so, as far as the house has told; an error once it has gone."""
        link = self._client.link
        async with self._changed:
            await self._changed.wait_for(lambda: link.over is not None or holds())
        if link.over is not None and not holds():
            raise link.over

    async def until_open(self) -> None:
        """Until bets are open."""
        await self.until(lambda: self.now.phase in BETS_OPEN and self.now.waiting is None)

    async def until_ended(self) -> v.Result:
        """Until the round in play, or the next one, has ended; and how it did."""
        ended = max((each.round for each in self.now.results), default=0)
        await self.until(lambda: bool(self.now.results) and self.now.results[0].round > ended)
        return self.now.results[0]

    # Hearing

    def take(self, message: f.Now | f.TableFrame | f.SeatFrame | f.StaffFrame) -> None:
        """What the house tells of this table."""
        match message:
            case f.Now():
                self._now, self._seat, self._staff = message.table, message.seat, message.staff
                mine = message.seat or message.staff
                self._last_id = max(self._last_id, mine.last_id if mine is not None else 0)
            case f.TableFrame():
                self._now = message.table
            case f.SeatFrame():
                self._seat = message.seat
            case f.StaffFrame():
                self._staff = message.staff
        self.wake()

    def wake(self) -> None:
        """Let whoever waits look again."""
        wake = asyncio.ensure_future(self._wake())
        self._wakes.add(wake)
        wake.add_done_callback(self._wakes.discard)

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()
