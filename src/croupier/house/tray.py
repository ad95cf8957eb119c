"""The table's hours and the float in its tray: opener, fills, credits, closer."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from croupier.house.base import TableCommand, TableEvent
from croupier.house.checks import closed
from croupier.house.ledger import CAGE, FLOAT, VARIANCE, Postings, moved
from croupier.house.meters import Meters
from croupier.house.permissions import Permission
from croupier.house.state import TableState
from croupier.round.base import Actor, Decision, Line
from croupier.round.permissions import not_approved
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal


class TableOpened(TableEvent, frozen=True, kw_only=True):
    """The table opened with this amount in its tray."""

    name: ClassVar[str] = "table.opened"
    opener: int
    by: Actor

    def change(self, table: TableState) -> None:
        table.is_open = True

    def postings(self, before: TableState) -> Postings:
        return moved(CAGE, FLOAT, self.opener)

    def count(self, meters: Meters) -> None:
        meters.ever.opener += self.opener


class FloatFilled(TableEvent, frozen=True, kw_only=True):
    """Chips came from the cage to the tray."""

    name: ClassVar[str] = "float.filled"
    amount: int
    by: Actor
    short: bool = False
    """Whether the tray had too little for what is paid in the same append: the cage made it good,
    and someone is to bring the chips."""

    def postings(self, before: TableState) -> Postings:
        return moved(CAGE, FLOAT, self.amount)

    def count(self, meters: Meters) -> None:
        meters.ever.fills += self.amount

    @property
    def booked_ahead(self) -> bool:
        """The missing amount is added before the payment."""
        return self.short


class FloatCredited(TableEvent, frozen=True, kw_only=True):
    """Chips went from the tray to the cage."""

    name: ClassVar[str] = "float.credited"
    amount: int
    by: Actor

    def postings(self, before: TableState) -> Postings:
        return moved(FLOAT, CAGE, self.amount)

    def count(self, meters: Meters) -> None:
        meters.ever.credits += self.amount


class TableClosed(TableEvent, frozen=True, kw_only=True):
    """The table closed; the tray went to the cage, with the counted and the recorded amount."""

    name: ClassVar[str] = "table.closed"
    closer: int
    expected: int
    by: Actor
    approver: Actor | None = None

    def change(self, table: TableState) -> None:
        table.is_open = False

    def postings(self, before: TableState) -> Postings:
        missed = self.expected - self.closer
        return (FLOAT, -self.expected), (CAGE, self.closer), (VARIANCE, missed)

    def count(self, meters: Meters) -> None:
        meters.ever.closer += self.closer
        meters.ever.variance += self.expected - self.closer


class OpenTable(TableCommand, frozen=True, kw_only=True, tag="open-table"):
    """The table opens with chips from the cage in its tray."""

    allowed = Permission(Position.PIT_SUPERVISOR)
    lines = (
        Line("{by}: opens the table with {opener}", "pit-supervisor: opens the table with 1000000"),
    )
    leads_to = TableOpened
    tried_with: ClassVar[Mapping[str, Any]] = {"opener": 1}
    opener: int

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """The opener comes from the cage; a terminal's table may open without one."""
        if table.is_open:
            return refusal("table/open", table=table.id)
        if table.day is None:
            return refusal("day/not-started", table=table.id)
        if self.opener != 0:
            checked_amount(self.opener, "opener")
        return [TableOpened(opener=self.opener, by=actor)]


class FillFloat(TableCommand, frozen=True, kw_only=True, tag="fill-float"):
    """Chips come from the cage to the tray."""

    allowed = Permission(Position.PIT_SUPERVISOR)
    lines = (
        Line("{by}: fills the float by {amount}", "pit-supervisor: fills the float by 500000"),
    )
    leads_to = FloatFilled
    tried_with: ClassVar[Mapping[str, Any]] = {"amount": 1}
    amount: int

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        if (no := closed(table)) is not None:
            return no
        return [FloatFilled(amount=checked_amount(self.amount, "fill"), by=actor)]


class CreditFloat(TableCommand, frozen=True, kw_only=True, tag="credit-float"):
    """Chips go from the tray back to the cage."""

    allowed = Permission(Position.PIT_SUPERVISOR)
    lines = (
        Line("{by}: credits the float by {amount}", "pit-supervisor: credits the float by 500000"),
    )
    leads_to = FloatCredited
    tried_with: ClassVar[Mapping[str, Any]] = {"amount": 1}
    amount: int

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """At most what is in the tray."""
        if (no := closed(table)) is not None:
            return no
        amount, there = checked_amount(self.amount, "credit"), table.ledger.balance(FLOAT)
        if amount > there:
            return refusal("float/too-low", there=there, amount=amount)
        return [FloatCredited(amount=amount, by=actor)]


class CloseTable(TableCommand, frozen=True, kw_only=True, tag="close-table"):
    """The table closes and the tray, as counted, goes to the cage.

    A count that differs from the record needs a second person.
    """

    allowed = Permission(Position.PIT_SUPERVISOR)
    lines = (
        Line(
            "{by}: closes the table with {closer}[, approved by {approver}]",
            "pit-supervisor: closes the table with 1000000",
        ),
    )
    leads_to = TableClosed
    closer: int
    approver: Actor | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Between rounds with nobody seated; two people, if the count differs from the record."""
        if (no := closed(table)) is not None:
            return no
        if table.round is not None:
            return refusal("table/round-in-play", action="close-table", round=table.round_number)
        if table.seats:
            return refusal("table/still-seated", players=tuple(sorted(table.seats)))
        if self.closer != 0:
            checked_amount(self.closer, "closer")
        expected = table.ledger.balance(FLOAT)
        if self.closer != expected:
            if self.approver is None:
                return refusal("float/count-differs", counted=self.closer, there=expected)
            if (no := not_approved(actor, self.approver)) is not None:
                return no
        closer, approver = self.closer, self.approver
        return [TableClosed(closer=closer, expected=expected, by=actor, approver=approver)]

    @classmethod
    def trial(cls, table: TableState) -> Self:
        """With the recorded amount."""
        return cls(closer=table.ledger.balance(FLOAT))
