"""The line that leads to each event on record.

What follows from a line's first event by itself, such as the settlement from the confirmation,
has no line. Whether a line does lead there is for the table to say, and not known here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

import msgspec

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.notation import actions as a
from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor, Command
from croupier.round.voiding import SYSTEM
from croupier.rules.book import Book
from croupier.rules.refusal import CroupierError
from croupier.rules.terms import Chips

UNTIL_MS = 253402300799999
"""The end of the year 9999, for a voucher of which the record does not say how long it holds."""


def lines_for(
    record: Sequence[e.Event], at: int, book: Book, expiries: Mapping[str, int]
) -> Iterator[a.Action]:
    """The lines that could lead to what a record holds from there on, the likeliest first.

    ``expiries`` are those of the vouchers that can still be redeemed, in milliseconds.
    """
    match record[at] if at < len(record) else None:
        case e.ActionRefused() as event:
            yield from _refused(event, book)
        case e.RoundInterrupted(by=None):
            yield a.Failure("power")
        case e.WagerPlaced() as event:
            yield _placed(event, book)
        case e.WagerTakenBack(player=player, wager=wager, amount=amount, by=by):
            yield a.Asked(c.TakeBackForPlayer(player=player, wager=wager, amount=amount), by)
        case e.WagerWithdrawn(player=player, wager=wager, amount=amount, recorded_by=Actor() as by):
            yield a.Asked(c.RecordWithdrawal(player=player, wager=wager, amount=amount), by)
        case e.WagerWithdrawn(player=player, wager=wager, amount=amount):
            yield a.Asked(c.WithdrawWager(wager=wager, amount=amount), Actor(player))
            # Wager by wager, too little might be left on an area for a moment.
            yield a.Asked(c.ClearWagers(), Actor(player))
        case e.ReferralDecided() as event:
            ruled = takewhile(lambda x: isinstance(x, e.WagerRuled), record[at + 1 :])
            yield a.Asked(_decision(event, ruled), event.by)
        case h.VouchersLapsed(vouchers=vouchers, by=by):
            last = max(expiries.get(number, 0) for number in vouchers)
            yield a.Asked(hc.LapseVouchers(), by, now_ms=last)
        case h.CorrectionUncollected() | h.VoucherIssued() | h.FloatFilled(short=True) as event:
            yield from _with_the_next(event, lines_for(record, at + 1, book, expiries))
        case h.VoucherRedeemed(table=str()):
            yield from lines_for(record, at + 1, book, expiries)
        case event if type(event) in COMMANDS:
            yield a.Asked(COMMANDS[type(event)](event), _asker(event))


def _asker(event: Any) -> Actor | None:
    """Who asked; for a terminal that took money by itself on an older record, the usual one."""
    by: Actor = getattr(event, "by", SYSTEM)
    own_money = isinstance(event, h.ChipsBought | h.ChipsCashedOut | h.HeldCollected)
    return None if own_money and by.position is None else by


def _decision(event: e.ReferralDecided, ruled: Iterator[Any]) -> Command:
    """A decision on a referral; the rulings that follow by its clause are its own."""
    rulings = tuple(
        c.Ruling(x.player, x.wager, x.ruling, x.to, x.amount)
        for x in ruled
        if event.decision == "rule" and x.clause == event.clause
    )
    return c.DecideReferral(
        decision=event.decision,
        reason=event.reason,
        rulings=rulings,
        round=event.round,
        approver=event.approver,
    )


def _with_the_next(event: e.Event, lines: Iterator[a.Action]) -> Iterator[a.Action]:
    """What is booked first: a voucher before it pays, a loss before the correction."""
    for line in lines:
        if isinstance(event, h.VoucherIssued) and isinstance(line, a.Asked):
            command = msgspec.structs.replace(line.command, expires_ms=event.expires_ms)
            line = replace(line, command=command)
        yield line


def _placed(event: e.WagerPlaced, book: Book) -> a.Asked:
    usual = book.says.stakes.kinds[0]
    chips = None if event.chips == usual else event.chips
    wager, amount, player = event.wager, event.amount, event.player
    if event.recorded_by is not None:
        recorded = c.RecordWager(player=player, wager=wager, amount=amount, chips=chips)
        return a.Asked(recorded, event.recorded_by)
    if event.placed_by is None:
        return a.Asked(c.PlaceWager(wager=wager, amount=amount, chips=chips), Actor(player))
    placing = c.PlaceForPlayer(player=player, wager=wager, amount=amount, chips=chips)
    return a.Asked(placing, event.placed_by)


def _refused(event: e.ActionRefused, book: Book) -> Iterator[a.Action]:
    """The line that would be refused again, if the record says enough of it; or the refusal."""
    given = {"wager": event.wager, "amount": event.amount}
    kind = SIMPLE.get(event.asked)
    if kind is not None and _readable(event, book):
        fields = {name: given[name] for name in kind.__struct_fields__ if name in given}
        if kind not in (c.PlaceWager, c.WithdrawWager) or event.by.position is None:
            yield a.Asked(kind(**fields), event.by)
    yield a.RefusalOnRecord(
        event.by, event.asked, event.code, event.message, event.clause, event.wager, event.amount
    )


def _readable(event: e.ActionRefused, book: Book) -> bool:
    """Whether a line can hold the wager and the amount."""
    if event.asked == "place-wager" and (event.amount is None or event.amount < 1):
        return False
    if event.by.position is None and event.wager is None:
        return False
    try:
        return event.wager is None or book.wager(event.wager).notation == event.wager
    except CroupierError:
        return False


SIMPLE: Mapping[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        c.PlaceWager,
        c.WithdrawWager,
        c.GrantEarlyClose,
        c.SpinBall,
        c.CloseBets,
        c.ReportRest,
        c.ResumeRound,
    )
}
"""Commands of which a refusal on record holds everything."""


def _purse(purse: dict[Chips, int]) -> dict[str, Any]:
    """All that was there, or an amount of the one kind."""
    if len(purse) != 1:
        return {}
    ((chips, amount),) = purse.items()
    return {"chips": chips, "amount": amount}


def _voucher(event: h.ChipsCashedOut | h.HeldCollected) -> dict[str, Any]:
    expires_ms = UNTIL_MS if event.voucher is not None else None
    paid = {"paid": event.paid, "approver": event.approver if event.paid == "cash" else None}
    return {**paid, "voucher": event.voucher, "expires_ms": expires_ms}


def _bought(event: h.ChipsBought) -> Command:
    terms: Any = {"chips": event.chips, "colour": event.colour, "value": event.value}
    if event.voucher is not None:
        return hc.RedeemVoucher(player=event.player, voucher=event.voucher, **terms)
    at: Any = "desk" if event.paid_with == "desk" else "table"
    return hc.BuyIn(
        at=at, player=event.player, amount=event.amount, approver=event.approver, **terms
    )


COMMANDS: Mapping[type[Any], Callable[[Any], Command]] = {
    e.RoundOpened: lambda x: c.OpenBets(
        commitment=x.commitment, sealed=x.sealed, scheme=x.scheme if x.scheme > 1 else None
    ),
    e.EarlyCloseGranted: lambda x: c.GrantEarlyClose(),
    e.StandingLeaveGranted: lambda x: c.GrantStandingLeave(),
    e.StandingLeaveWithdrawn: lambda x: c.WithdrawStandingLeave(),
    e.BallSpun: lambda x: c.SpinBall(),
    e.BetsClosed: lambda x: c.CloseBets(salt=x.salt),
    e.BonusNumbersDrawn: lambda x: c.DrawBonusNumbers(numbers=x.numbers, seed=x.seed),
    e.BonusNumbersLit: lambda x: c.ReportLights(),
    e.SpinReported: lambda x: c.ReportSpin(
        direction=x.direction, revolutions=x.revolutions, happened=x.happened, reason=x.reason
    ),
    e.BallRested: lambda x: c.ReportRest(),
    e.OutcomeCalled: lambda x: c.CallOutcome(number=x.number, seed=x.seed),
    e.OutcomeConfirmed: lambda x: c.ConfirmOutcome(number=x.number),
    e.NoSpinCalled: lambda x: c.CallNoSpin(reason=x.reason),
    e.RoundVoided: lambda x: c.VoidRound(clause=x.clause, reason=x.reason),
    e.RoundAbandoned: lambda x: c.AbandonRound(reason=x.reason),
    e.WagerRuled: lambda x: c.RuleOnWager(
        player=x.player,
        wager=x.wager,
        ruling=x.ruling,
        to=x.to,
        amount=x.amount,
        reason=x.reason,
    ),
    e.RulingRevoked: lambda x: c.RevokeRuling(number=x.number, reason=x.reason),
    e.RoundReferred: lambda x: c.Refer(reason=x.reason, round=x.round),
    e.RoundSuspended: lambda x: c.SuspendRound(reason=x.reason),
    e.RoundResumed: lambda x: c.ResumeRound(),
    e.RoundInterrupted: lambda x: c.DeclareInterruption(reason=x.reason),
    e.BallStated: lambda x: c.StateBall(rests=x.rests),
    e.OutcomeCorrected: lambda x: c.CorrectOutcome(
        round=x.round, number=x.now, approver=x.approver, reason=x.reason
    ),
    e.SettledRoundVoided: lambda x: c.VoidAfterOutcome(
        round=x.round, clause=x.clause, approver=x.approver, reason=x.reason
    ),
    e.SecretRevealed: lambda x: c.RevealSecret(round=x.round, secret=x.secret),
    h.DayStarted: lambda x: hc.StartDay(day=x.day),
    h.DayEnded: lambda x: hc.EndDay(),
    h.DayCounted: lambda x: hc.CountDay(
        day=x.day, approver=x.approver, **msgspec.structs.asdict(x.counted)
    ),
    h.ShiftStarted: lambda x: hc.StartShift(shift=x.shift),
    h.ShiftEnded: lambda x: hc.EndShift(),
    h.TableOpened: lambda x: hc.OpenTable(opener=x.opener),
    h.FloatFilled: lambda x: hc.FillFloat(amount=x.amount),
    h.FloatCredited: lambda x: hc.CreditFloat(amount=x.amount),
    h.TableClosed: lambda x: hc.CloseTable(closer=x.closer, approver=x.approver),
    h.LimitsSet: lambda x: hc.SetLimits(limits=x.limits, reason=x.reason),
    h.MaximumPayoutSet: lambda x: hc.SetMaximumPayout(amount=x.amount, reason=x.reason),
    h.SeatTaken: lambda x: hc.TakeSeat(player=x.player, colour=x.colour),
    h.SeatLeft: lambda x: hc.LeaveSeat(player=x.player, reason=x.reason),
    h.ChipsBought: _bought,
    h.ChipsChanged: lambda x: hc.ChangeChips(
        player=x.player, into=x.into, amount=x.amount, colour=x.colour, value=x.value
    ),
    h.ChipsCashedOut: lambda x: hc.CashOut(player=x.player, **_purse(x.purse), **_voucher(x)),
    h.HeldCollected: lambda x: hc.CollectHeld(player=x.player, **_voucher(x)),
    h.BalanceAdjusted: lambda x: hc.AdjustBalance(
        player=x.player, amount=x.amount, reason=x.reason, approver=x.approver, chips=x.chips
    ),
    h.VoucherRedeemed: lambda x: hc.CashVoucher(voucher=x.voucher, approver=x.approver),
    h.PlayerExcluded: lambda x: hc.ExcludePlayer(player=x.player, reason=x.reason),
    h.PlayerReadmitted: lambda x: hc.ReadmitPlayer(player=x.player),
}
"""The command that leads to each event."""
