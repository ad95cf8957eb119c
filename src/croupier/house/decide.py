"""What a command does at a table: events, or a refusal. Deciding changes nothing.

Checks come in a fixed order: who asks (``permissions``); then those of ``checks``; then what was
asked for in particular. The round's commands go to the round after the house's own checks.
"""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.house import (
    adjusting,
    cashing,
    chips,
    days,
    exclusion,
    leave,
    play,
    referral,
    seats,
    several,
    tray,
    vouchers,
)
from croupier.house import commands as c
from croupier.house.permissions import may
from croupier.house.state import HouseState, TableState
from croupier.round import commands as r
from croupier.round.commands import Actor, Command
from croupier.round.deciding import Decision
from croupier.round.permissions import PERMISSIONS as OF_THE_ROUND
from croupier.rules.refusal import CroupierError, Refusal, refusal

Judge = Callable[[TableState, Actor, Any, int], Decision]
HouseJudge = Callable[[HouseState, Actor, Any, int], Decision]

PLAY: Mapping[type[Command], Judge] = {
    **dict.fromkeys(OF_THE_ROUND, play.run),
    r.OpenBets: play.open_bets,
    r.PlaceWager: play.place,
    r.PlaceForPlayer: play.place_for,
    r.RecordWager: play.record,
    r.WithdrawWager: play.withdraw,
    r.RecordWithdrawal: play.withdraw_for,
    r.TakeBackForPlayer: play.withdraw_for,
    r.PlaceWagers: several.place,
    r.ClearWagers: play.withdraw,
    r.UndoWager: play.withdraw,
    r.DoubleWagers: several.double,
    r.Rebet: several.rebet,
    r.CallOutcome: play.outcome,
    r.ConfirmOutcome: play.outcome,
    r.RuleOnWager: play.rule,
    r.CorrectOutcome: play.correct,
    r.VoidAfterOutcome: play.correct,
    r.RevealSecret: play.reveal,
    r.Refer: referral.refer,
    r.DecideReferral: referral.decide_referral,
    r.GrantStandingLeave: leave.grant,
    r.WithdrawStandingLeave: leave.withdraw,
}
"""The round's commands: the round itself knows who may give them."""

TABLE: Mapping[type[Command], Judge] = {
    c.StartDay: days.start_day,
    c.EndDay: days.end_day,
    c.CountDay: days.count_day,
    c.StartShift: days.start_shift,
    c.EndShift: days.end_shift,
    c.OpenTable: tray.open_table,
    c.FillFloat: tray.fill,
    c.CreditFloat: tray.credit,
    c.CloseTable: tray.close_table,
    c.SetLimits: tray.set_limits,
    c.SetMaximumPayout: tray.set_maximum_payout,
    c.TakeSeat: seats.take,
    c.LeaveSeat: seats.leave,
    c.BuyIn: chips.buy,
    c.ChangeChips: chips.change,
    c.RedeemVoucher: chips.redeem,
    c.CashOut: cashing.cash_out,
    c.CollectHeld: cashing.collect,
    c.AdjustBalance: adjusting.adjust,
}
"""The commands of a table."""

HOUSE: Mapping[type[Command], HouseJudge] = {
    c.CashVoucher: vouchers.cash,
    c.LapseVouchers: vouchers.lapse,
    c.ExcludePlayer: exclusion.exclude,
    c.ReadmitPlayer: exclusion.readmit,
}
"""The commands of the whole house."""


def decide(state: TableState, actor: Actor, command: Command, now_ms: int) -> Decision:
    """The events that a command leads to, or why it is refused."""
    kind = type(command)
    if (no := not_acting(state, actor, command)) is not None:
        return no
    try:
        if (judge := PLAY.get(kind)) is not None:
            decided = judge(state, actor, command, now_ms)
        elif kind in HOUSE:
            decided = decide_house(state.house, actor, command, now_ms)
        else:
            no = None if by_device(state, actor, command) else may(actor, command)
            decided = TABLE[kind](state, actor, command, now_ms) if no is None else no
    except CroupierError as error:
        # The rules refuse an amount or a limit by raising; here a no is a value.
        return error.refusal
    return decided if isinstance(decided, Refusal) else tray.made_good(state, actor, decided)


def by_device(state: TableState, actor: Actor, command: Command) -> bool:
    """Whether a cash device reports a bill or a ticket of the player at its own terminal."""
    if actor.position is not None or not isinstance(command, c.BuyIn | c.RedeemVoucher):
        return False
    return state.serves(actor.name) == command.player


def not_acting(state: TableState, actor: Actor, command: Command) -> Refusal | None:
    """Who is appointed to act in a position acts in it where the book says so (6.3 or 6.2)."""
    if state.book.says.acting_up is not None:
        return None
    for who in (actor, getattr(command, "approver", None)):
        if who is not None and who.acting:
            return refusal(
                "position/no-acting", book=state.book.id, name=who.name, position=who.position
            )
    return None


def decide_house(house: HouseState, actor: Actor, command: Command, now_ms: int) -> Decision:
    """The events that a command to the whole house leads to, or why it is refused."""
    no = may(actor, command)
    return HOUSE[type(command)](house, actor, command, now_ms) if no is None else no
