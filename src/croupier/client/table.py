"""A table as a client sees it, always up to date, and the actions at it."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.client.link import TOO_MANY
from croupier.house.cashing import CashOut
from croupier.house.chips import BuyIn
from croupier.house.seats import TakeSeat
from croupier.protocol import frames, views
from croupier.round.base import Command
from croupier.round.bets import PlaceWager
from croupier.round.phases import BETS_OPEN
from croupier.rules.terms import Chips

if TYPE_CHECKING:
    from croupier.client.client import Client


class Refused(Exception):  # noqa: N818
    """The house refused an action."""

    def __init__(self, verdict: frames.Verdict) -> None:
        by = f" ({verdict.clause})" if verdict.clause else ""
        super().__init__(f"{verdict.code}{by}: {verdict.message}")
        self.verdict = verdict
        self.code = verdict.code
        self.clause = verdict.clause


class Table:
    """A table of a house."""

    def __init__(self, client: "Client", id_: str) -> None:
        self.id = id_
        self._client = client
        self._now: views.TableView | None = None
        self._seat: views.SeatView | None = None
        self._staff: views.StaffView | None = None
        self._last_id = 0
        self._changed = asyncio.Condition()
        self._wakes: set[asyncio.Task[None]] = set()

    @property
    def now(self) -> views.TableView:
        """The public view."""
        assert self._now is not None
        return self._now

    @property
    def seat(self) -> views.SeatView:
        """The view of one's own seat."""
        assert self._seat is not None, "only a player has a seat"
        return self._seat

    @property
    def staff(self) -> views.StaffView:
        """The staff view."""
        assert self._staff is not None, "only staff see this"
        return self._staff

    # Doing

    async def ask(self, command: Command) -> frames.Verdict:
        """Send a command; the verdict may be a refusal."""
        while (verdict := await self._once(command)).code == TOO_MANY:
            # The house did not look at it: it is a new action, as others have been taken since.
            await self._client.link.turn()
        return verdict

    async def _once(self, command: Command) -> frames.Verdict:
        self._last_id += 1
        return await self._client.link.act(
            frames.Act(table=self.id, id=self._last_id, command=command)
        )

    async def do(self, command: Command) -> frames.Verdict:
        """Send a command and raise ``Refused`` if it is refused."""
        verdict = await self.ask(command)
        if not verdict.accepted:
            raise Refused(verdict)
        return verdict

    async def sit(self, colour: str | None = None) -> frames.Verdict:
        """Sit down."""
        return await self.do(TakeSeat(player=self._client.player, colour=colour))

    async def buy_in(self, amount: int) -> frames.Verdict:
        """Buy chips or credits."""
        return await self.do(BuyIn(player=self._client.player, amount=amount))

    async def place(self, wager: str, amount: int, chips: Chips | None = None) -> frames.Verdict:
        """Place a wager, or add to it."""
        return await self.do(PlaceWager(wager=wager, amount=amount, chips=chips))

    async def cash_out(self) -> views.VoucherView:
        """Cash out everything to a voucher."""
        known = {each.voucher for each in self.seat.vouchers}
        await self.do(CashOut(player=self._client.player, paid="voucher"))
        await self.until(lambda: any(e.voucher not in known for e in self.seat.vouchers))
        return next(each for each in self.seat.vouchers if each.voucher not in known)

    # Waiting

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds in the views; an error if the house is gone."""
        link = self._client.link
        async with self._changed:
            await self._changed.wait_for(lambda: link.over is not None or holds())
        if link.over is not None and not holds():
            raise link.over

    async def until_open(self) -> None:
        """Wait until bets are open."""
        await self.until(lambda: self.now.phase in BETS_OPEN and self.now.waiting is None)

    async def until_ended(self) -> views.Result:
        """Wait until the round in play, or the next one, has ended; its result."""
        ended = max((each.round for each in self.now.results), default=0)
        await self.until(lambda: bool(self.now.results) and self.now.results[0].round > ended)
        return self.now.results[0]

    # Receiving

    def take(
        self, message: frames.Now | frames.TableFrame | frames.SeatFrame | frames.StaffFrame
    ) -> None:
        """Take a view that the house sent."""
        match message:
            case frames.Now():
                self._now, self._seat, self._staff = message.table, message.seat, message.staff
                mine = message.seat or message.staff
                self._last_id = max(self._last_id, mine.last_id if mine is not None else 0)
            case frames.TableFrame():
                self._now = message.table
            case frames.SeatFrame():
                self._seat = message.seat
            case frames.StaffFrame():
                self._staff = message.staff
        self.wake()

    def wake(self) -> None:
        """Wake waiting calls, to look again."""
        wake = asyncio.ensure_future(self._wake())
        self._wakes.add(wake)
        wake.add_done_callback(self._wakes.discard)

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()
