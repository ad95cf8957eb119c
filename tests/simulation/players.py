"""Players who do all sorts of things at a table, right and wrong, by chance alone.

They look at the model to know what might make sense, and often ask for what does not.
"""

from random import Random

from croupier.house.cashing import CashOut, CollectHeld, Payment
from croupier.house.chips import BuyIn, ChangeChips, RedeemVoucher
from croupier.house.seats import LeaveSeat, TakeSeat
from croupier.house.vouchers import number_of
from croupier.round.base import Command
from croupier.round.batch import Bet, ClearWagers, DoubleWagers, PlaceWagers, Rebet, UndoWager
from croupier.round.bets import (
    PlaceForPlayer,
    PlaceWager,
    RecordWager,
    RecordWithdrawal,
    TakeBackForPlayer,
    WithdrawWager,
)
from croupier.rules.terms import Chips
from tests.simulation.model import Table
from tests.simulation.papers import PAPERS

PLAYERS = ("ada", "ben", "cem", "dee")
COLOURS = (None, None, "blue", "red", "green", "")
VALUES = (None, None, 100, 250, 300, 0)
UNITS = (25, 50, 100, 100, 300, 500, 500, 750, 1000, 2500)
AMOUNTS = (0, -500, 1, 33, 10**12 + 1, 10**15)
"""Rarely right."""
DAY_MS = 86_400_000


class Players:
    """Everyone who may sit down, and the one source of chance."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.now_ms = 0
        self.slips: list[str] = []

    def rarely(self, one_in: int = 12) -> bool:
        """Now and then."""
        return self.chance.randrange(one_in) == 0

    # Wagers

    def wager(self, table: Table) -> str:
        """Mostly one of the book's, and few of them so that stakes meet on an area."""
        if self.rarely(15):
            other = self.chance.choice(sorted(PAPERS))
            foreign = [w for w in PAPERS[other].wagers if w not in table.paper.wagers]
            return self.chance.choice([*foreign, "split:1/36", "straight:37", "", "orange"])
        wagers = list(table.paper.wagers)
        few = wagers[:: max(1, len(wagers) // 12)]
        return self.chance.choice(few if self.chance.random() < 0.5 else wagers)

    def amount(self, table: Table, wager: str = "red") -> int:
        """Mostly so much for each piece."""
        if self.rarely(20):
            return self.chance.choice(AMOUNTS)
        return self.chance.choice(UNITS) * len(table.paper.wagers.get(wager, "1"))

    def chips(self, table: Table) -> Chips | None:
        """Mostly the book's own."""
        if self.rarely(25):
            return self.chance.choice(("cash-chips", "colour-chips", "credits"))
        live = len(table.paper.chips) > 1
        return "colour-chips" if live and self.rarely(3) else None

    def place(self, table: Table) -> Command:
        wager = self.wager(table)
        amount = self.amount(table, wager)
        return PlaceWager(wager=wager, amount=amount, chips=self.chips(table))

    def place_for(self, table: Table) -> Command:
        wager = self.wager(table)
        return PlaceForPlayer(
            player=self.player(),
            wager=wager,
            amount=self.amount(table, wager),
            chips=self.chips(table),
        )

    def record(self, table: Table) -> Command:
        placed = self.place_for(table)
        assert isinstance(placed, PlaceForPlayer)
        return RecordWager(
            player=placed.player, wager=placed.wager, amount=placed.amount, chips=placed.chips
        )

    def withdraw(self, table: Table) -> Command:
        lying = table.round.lying if table.round else []
        if not lying:
            return WithdrawWager(wager=self.wager(table))
        each = self.chance.choice(lying)
        part = self.chance.choice((None, each.amount, each.amount // 2, self.amount(table)))
        if self.rarely(3):
            kind = self.chance.choice((RecordWithdrawal, TakeBackForPlayer))
            return kind(player=each.player, wager=each.wager, amount=part)
        return WithdrawWager(wager=each.wager, amount=part)

    def place_several(self, table: Table) -> Command:
        """Mostly a few, some of them on the same wager; rarely none or far too many."""
        count = self.chance.choice((0, 201)) if self.rarely(25) else self.chance.randint(1, 4)
        bets: list[Bet] = []
        for _ in range(count):
            wager = self.chance.choice(bets).wager if bets and self.rarely(3) else self.wager(table)
            amount = self.amount(table, wager)
            bets.append(Bet(wager=wager, amount=amount, chips=self.chips(table)))
        return PlaceWagers(wagers=tuple(bets))

    def undo(self, table: Table) -> Command:
        return UndoWager()

    def clear(self, table: Table) -> Command:
        return ClearWagers()

    def double(self, table: Table) -> Command:
        return DoubleWagers()

    def rebet(self, table: Table) -> Command:
        return Rebet()

    # Seats, chips and vouchers

    def player(self, *likely: str) -> str:
        """Mostly one of the likely players; rarely a name that cannot be."""
        if self.rarely(60):
            return self.chance.choice(("", "a/b", "x" * 65))
        return self.chance.choice(likely if likely and not self.rarely(6) else PLAYERS)

    def seated(self, table: Table) -> tuple[str, ...]:
        """The players at a table."""
        return tuple(player for player in PLAYERS if table.seated(player))

    def sit(self, table: Table) -> Command:
        colour = self.chance.choice(COLOURS) if len(table.paper.chips) > 1 else None
        away = (player for player in PLAYERS if not table.seated(player))
        return TakeSeat(player=self.player(*away), colour=colour)

    def leave(self, table: Table) -> Command | None:
        return LeaveSeat(player=self.player()) if self.rarely(4) else None

    def buy(self, table: Table) -> Command:
        return BuyIn(
            player=self.player(*self.seated(table)),
            amount=self.amount(table) * self.chance.choice((1, 10, 100)),
            chips=self.chips(table),
            value=self.chance.choice(VALUES),
            colour=self.chance.choice(COLOURS),
        )

    def change(self, table: Table) -> Command:
        into: Chips = self.chance.choice(("colour-chips", "cash-chips"))
        if self.rarely(10):
            into = "credits"
        return ChangeChips(
            player=self.player(*self.seated(table)),
            into=into,
            amount=self.amount(table),
            value=self.chance.choice(VALUES),
            colour=self.chance.choice(COLOURS),
        )

    def slip(self) -> tuple[str, int]:
        """A voucher's number, mostly a new one, and its time."""
        if self.slips and self.rarely(10):
            number = self.chance.choice([*self.slips, "SHORT"])
        else:
            number = number_of(self.chance.randbytes(16))
            self.slips = [*self.slips[-20:], number]
        lasts = self.chance.choice((-1, 1, 60_000, DAY_MS, 30 * DAY_MS, 30 * DAY_MS))
        return number, self.now_ms + lasts

    def cash_out(self, table: Table) -> Command:
        number, expires_ms = self.slip()
        part = self.chance.choice((None, self.amount(table), self.amount(table)))
        way: Payment = self.chance.choice(("cash", "voucher"))
        return CashOut(
            player=self.player(*self.seated(table)),
            chips=self.chips(table),
            amount=part,
            paid=way,
            voucher=number if way == "voucher" else None,
            expires_ms=expires_ms,
        )

    def collect(self, table: Table) -> Command:
        number, expires_ms = self.slip()
        owed = (name for name in PLAYERS if table.person(name).held)
        return CollectHeld(
            player=self.player(*owed),
            paid=self.chance.choice(("cash", "voucher", "chips")),
            voucher=number,
            expires_ms=expires_ms,
        )

    def redeem(self, table: Table) -> Command:
        return RedeemVoucher(
            player=self.player(*self.seated(table)),
            voucher=self.known_slip(table),
            chips=self.chips(table),
            value=self.chance.choice((None, 1, 25)),
        )

    def known_slip(self, table: Table) -> str:
        """Mostly a voucher that is out, of whatever table."""
        out = [number for number, slip in table.house.slips.items() if not slip.used]
        return self.chance.choice(out if out and not self.rarely(6) else [*self.slips, "UNKNOWN"])
