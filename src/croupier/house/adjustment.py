"""House procedure: what a player has is put right by two people, with the reason on record."""

from typing import ClassVar

from croupier.house.base import TableCommand, TableEvent
from croupier.house.checks import bad_name, broken, closed, not_taken, short, sold_out
from croupier.house.ledger import FLOAT, Postings, held_account, moved
from croupier.house.meters import Meters
from croupier.house.permissions import Permission
from croupier.house.state import TableState
from croupier.round.base import Actor, Decision, Line
from croupier.round.permissions import APPROVER, not_approved
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.terms import Chips


class BalanceAdjusted(TableEvent, frozen=True, kw_only=True):
    """House procedure: two people put right what a player has."""

    name: ClassVar[str] = "balance.adjusted"
    version: ClassVar[int] = 2
    from_tray: ClassVar[bool] = True
    player: str
    chips: Chips
    amount: int
    before: int | None
    """The amount before, in front of the player or held for them; missing in version 1."""
    reason: str
    by: Actor
    approver: Actor

    def postings(self, before: TableState) -> Postings:
        seat = before.seats.get(self.player)
        account = held_account(self.player) if seat is None else seat.accounts[self.chips]
        return moved(FLOAT, account, self.amount)

    def count(self, meters: Meters) -> None:
        meters.ever.adjustments += self.amount


class AdjustBalance(TableCommand, frozen=True, kw_only=True, tag="adjust-balance"):
    """Two people correct a player's balance: upwards if the amount is positive, else downwards."""

    allowed = Permission(Position.PIT_SUPERVISOR)
    lines = (
        Line(
            "{by}: adjusts {player} by {change}[ in {chips}], approved by {approver}, {reason}",
            "pit-supervisor Ana: adjusts seat-1 by +500, approved by pit-manager Ben, a chip "
            "rolled under the table",
        ),
    )
    leads_to = BalanceAdjusted
    player: str
    amount: int
    reason: str
    approver: Actor
    chips: Chips | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Never below zero; without a seat, the held amount is adjusted."""
        most = table.house.thresholds.adjustment
        high = most is not None and abs(self.amount) > most
        least = Position.PIT_MANAGER if high else APPROVER
        if (no := closed(table) or not_approved(actor, self.approver, least)) is not None:
            return no
        if not self.reason.strip():
            return refusal("adjust/no-reason", player=self.player)
        chips = self.chips or table.plain_chips
        if (no := not_taken(table, chips) or bad_name(self.player)) is not None:
            return no
        checked_amount(abs(self.amount), "adjustment")
        if (no := self._unfit(table) or sold_out(table, self.amount)) is not None:
            return no
        seat = table.seats.get(self.player)
        held = table.held(self.player)
        return [
            BalanceAdjusted(
                player=self.player,
                chips=chips,
                amount=self.amount,
                before=held if seat is None else table.ledger.balance(seat.accounts[chips]),
                reason=self.reason,
                by=actor,
                approver=self.approver,
            )
        ]

    def _unfit(self, table: TableState) -> Refusal | None:
        """Why the amount cannot be taken, or cannot be given in these chips, or None."""
        seat = table.seats.get(self.player)
        if seat is None:
            there = table.held(self.player)
            if there + self.amount >= 0:
                return None
            return refusal("held/less", player=self.player, there=there, amount=-self.amount)
        if self.chips == "colour-chips" and (no := broken(abs(self.amount), seat.value)):
            return no
        return short(table, seat, self.chips or table.plain_chips, -self.amount)
