"""The table's hours and its float: opener, fills, credits, closer; and what a round may cost."""

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.checks import closed
from croupier.house.ledger import FLOAT
from croupier.house.meters import Meters
from croupier.house.permissions import approved
from croupier.house.state import TableState
from croupier.round import events as r
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.round.state import limits_of, limits_taken
from croupier.rules.money import checked_amount
from croupier.rules.refusal import Refusal, refusal

FROM_THE_TRAY: frozenset[type[Event]] = frozenset(
    {
        *(r.RoundSettled, r.OutcomeCorrected, r.SettledRoundVoided, r.RoundResettled),
        *(e.ChipsBought, e.BalanceAdjusted),
    }
)
"""What may be paid out of the tray."""


def open_table(state: TableState, actor: Actor, command: c.OpenTable, now_ms: int) -> Decision:
    """The opener comes from the cage; a terminal's table may open without one."""
    if state.is_open:
        return refusal("table/open", table=state.id)
    if state.day is None:
        return refusal("day/not-started", table=state.id)
    if command.opener != 0:
        checked_amount(command.opener, "the opener")
    return [e.TableOpened(opener=command.opener, by=actor)]


def sold_out(state: TableState, amount: int) -> Refusal | None:
    """Why so much cannot be given from the tray: chips that are not there. Where nobody fills one,
    or credits are played with, the cage makes it good (``made_good``)."""
    there = state.ledger.balance(FLOAT)
    if amount <= there or state.fills_itself:
        return None
    return refusal("float/too-low", there=there, amount=amount)


def made_good(state: TableState, actor: Actor, events: list[Event]) -> list[Event]:
    """What is decided is paid, and the tray never below zero: what it lacks comes from the cage.

    The change is that of the meters, which count what the tray gives and takes.
    """
    if not any(type(event) in FROM_THE_TRAY for event in events):
        return events
    change = Meters()
    for event in events:
        change.count(event)
    left = state.ledger.balance(FLOAT) + change.ever.tray
    if left >= 0:
        return events
    return [e.FloatFilled(amount=-left, by=actor, short=True), *events]


def fill(state: TableState, actor: Actor, command: c.FillFloat, now_ms: int) -> Decision:
    """More chips into the tray."""
    if (no := closed(state)) is not None:
        return no
    return [e.FloatFilled(amount=checked_amount(command.amount, "the fill"), by=actor)]


def credit(state: TableState, actor: Actor, command: c.CreditFloat, now_ms: int) -> Decision:
    """No more than lies in the tray."""
    if (no := closed(state)) is not None:
        return no
    amount, there = checked_amount(command.amount, "the credit"), state.ledger.balance(FLOAT)
    if amount > there:
        return refusal("float/too-low", there=there, amount=amount)
    return [e.FloatCredited(amount=amount, by=actor)]


def close_table(state: TableState, actor: Actor, command: c.CloseTable, now_ms: int) -> Decision:
    """Between rounds, with nobody seated; the count is the record's, or two people's word."""
    if (no := closed(state)) is not None:
        return no
    if state.round is not None:
        return refusal("table/round-in-play", action="close-table", round=state.round_number)
    if state.seats:
        return refusal("table/still-seated", players=", ".join(sorted(state.seats)))
    if command.closer != 0:
        checked_amount(command.closer, "the closer")
    expected = state.ledger.balance(FLOAT)
    if command.closer != expected:
        if command.approver is None:
            return refusal("float/count-differs", counted=command.closer, there=expected)
        if (no := approved(actor, command.approver)) is not None:
            return no
    return [
        e.TableClosed(closer=command.closer, expected=expected, by=actor, approver=command.approver)
    ]


def set_limits(state: TableState, actor: Actor, command: c.SetLimits, now_ms: int) -> Decision:
    """For the rounds to come: a round keeps the limits with which it opened."""
    known = {wager.kind.value for wager in state.book.wagers.values()}
    for kind in command.limits.kinds:
        if kind not in known:
            return refusal("limits/bad", limits=kind, reason="the book has no such wager")
    limits_of(command.limits)
    return [
        e.LimitsSet(
            limits=command.limits,
            before=limits_taken(state.limits),
            reason=command.reason,
            by=actor,
        )
    ]


def set_maximum_payout(
    state: TableState, actor: Actor, command: c.SetMaximumPayout, now_ms: int
) -> Decision:
    """For the rounds to come, or no maximum again."""
    if command.amount is not None:
        checked_amount(command.amount, "the maximum payout")
    return [
        e.MaximumPayoutSet(
            amount=command.amount, before=state.maximum_payout, reason=command.reason, by=actor
        )
    ]
