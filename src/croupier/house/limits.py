"""The limits and the maximum payout of a table, effective from the next round."""

from typing import ClassVar

from croupier.house.base import TableCommand, TableEvent
from croupier.house.permissions import Permission
from croupier.house.state import TableState
from croupier.round.base import Actor, Decision, Line
from croupier.round.opening import LimitsTaken, limits_of, limits_taken
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal


class LimitsSet(TableEvent, frozen=True, kw_only=True):
    """The limits, effective from the next round."""

    name: ClassVar[str] = "limits.set"
    cites: ClassVar[str] = "limits"
    version: ClassVar[int] = 2
    limits: LimitsTaken
    before: LimitsTaken | None
    """The previous limits; missing in version 1."""
    reason: str | None
    by: Actor

    def change(self, table: TableState) -> None:
        table.limits = limits_of(self.limits)


class MaximumPayoutSet(TableEvent, frozen=True, kw_only=True):
    """The maximum payout, effective from the next round; None for no maximum."""

    name: ClassVar[str] = "maximum-payout.set"
    version: ClassVar[int] = 2
    amount: int | None
    before: int | None
    """The previous maximum; missing in version 1."""
    reason: str | None
    by: Actor

    def change(self, table: TableState) -> None:
        table.maximum_payout = self.amount


class SetLimits(TableCommand, frozen=True, kw_only=True, tag="set-limits"):
    """The limits, effective from the next round."""

    allowed = Permission(Position.PIT_MANAGER)
    lines = (
        Line(
            "{by}: sets limits {limits}[, because {reason}]",
            "pit-manager: sets limits 500 to 100000, straight 100 to 5000",
        ),
    )
    leads_to = LimitsSet
    limits: LimitsTaken
    reason: str | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """For future rounds: a round keeps the limits that it opened with."""
        known = {wager.kind.value for wager in table.book.wagers.values()}
        for kind in self.limits.kinds:
            if kind not in known:
                return refusal("limits/bad", limits=kind, reason="no-such-wager")
        limits_of(self.limits)
        before = limits_taken(table.limits)
        return [LimitsSet(limits=self.limits, before=before, reason=self.reason, by=actor)]


class SetMaximumPayout(TableCommand, frozen=True, kw_only=True, tag="set-maximum-payout"):
    """The maximum payout to all players together, effective from the next round."""

    allowed = Permission(Position.PIT_MANAGER)
    lines = (
        Line(
            "{by}: lifts the maximum payout[, because {reason}]",
            "pit-manager: lifts the maximum payout",
            {"amount": None},
        ),
        Line(
            "{by}: sets the maximum payout {amount}[, because {reason}]",
            "pit-manager: sets the maximum payout 5000000",
        ),
    )
    leads_to = MaximumPayoutSet
    amount: int | None
    reason: str | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """For future rounds; None removes the maximum."""
        if self.amount is not None:
            checked_amount(self.amount, "maximum-payout")
        before = table.maximum_payout
        return [MaximumPayoutSet(amount=self.amount, before=before, reason=self.reason, by=actor)]
