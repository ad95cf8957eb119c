"""The grammar of round notation: every kind of line that a round can have, in one table.

A new command of the round or the house needs one entry here, and words for its fields; but for
those of ``WAGER_BY_WAGER``. The first form that fits a line reads it, so the wagers, whose words
are the freest, come last.
docs/round-notation.md shows this table to people, and a test holds the two together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from croupier.house import commands as h
from croupier.notation import actions as a
from croupier.notation.forms import Form
from croupier.round import commands as c

BESIDE = ("by", "remark", "now_ms")
"""What a line says beside its command."""


@dataclass(frozen=True)
class CommandForm(Form[a.Action]):
    """A line that is a command; the player who gives one to the round is who asks."""

    fixed: Mapping[str, Any] = field(default_factory=dict)
    """What this form of the command says by its very words."""

    @property
    def unsigned(self) -> bool:
        """Whether a line of this form may leave out who asks."""
        return not self.by_player and self.optional.get("by", True)

    @property
    def by_player(self) -> bool:
        """Whether the player of the line is who asks."""
        return "player" in self.words and "player" not in self.line.__struct_fields__

    def made(self, values: dict[str, Any]) -> a.Asked:
        """The command, and who gives it."""
        beside = {name: values.pop(name) for name in BESIDE if name in values}
        if self.by_player:
            beside["by"] = c.Actor(values.pop("player"))
        return a.Asked(self.line(**values, **self.fixed), **beside)

    def fits(self, line: object) -> bool:
        """Whether a line is this command, and says what this form says."""
        if not isinstance(line, a.Asked) or type(line.command) is not self.line:
            return False
        return all(getattr(line.command, name) == value for name, value in self.fixed.items())

    def values(self, line: Any) -> Mapping[str, Any]:
        """The fields of the command, and what the line says beside them."""
        beside = {name: getattr(line, name) for name in BESIDE}
        player = {"player": line.player} if self.by_player else {}
        return msgspec.structs.asdict(line.command) | beside | player


def _form(command: type[c.Command], template: str, example: str, **fixed: Any) -> CommandForm:
    return CommandForm(command, template, example, fixed)


TABLE: tuple[Form[a.Action], ...] = (
    _form(
        c.OpenBets,
        "{caller}: place your bets[, commitment {commitment}][, sealed {sealed}]"
        "[, scheme {scheme}]",
        "dealer: place your bets",
    ),
    _form(c.CloseBets, "{caller}: no more bets[, salt {salt}]", "dealer: no more bets"),
    _form(c.GrantEarlyClose, "{by}: leave to close early", "pit-manager Ben: leave to close early"),
    _form(
        c.GrantStandingLeave,
        "{by}: standing leave to close early",
        "pit-manager Ben: standing leave to close early",
    ),
    _form(
        c.WithdrawStandingLeave,
        "{by}: withdraws the standing leave",
        "pit-manager Ben: withdraws the standing leave",
    ),
    _form(c.SpinBall, "{by}: spin", "dealer: spin"),
    _form(
        c.ReportSpin,
        "spin report[ by {by}]: {report}[, because {reason}]",
        "spin report: against the wheel, 9 revolutions",
    ),
    _form(c.ReportRest, "ball[ by {by}]: rests", "ball: rests"),
    _form(c.DrawBonusNumbers, "draw: {numbers}[, seed {seed}]", "draw: 3 17 22 S 00 8 9 30 31 36"),
    _form(c.ReportLights, "lights[ by {by}]: {dark}", "lights: all lit"),
    _form(c.CallOutcome, "{by}: outcome {number}[, seed {seed}]", "dealer: outcome 17"),
    _form(c.ConfirmOutcome, "{by}: confirms {number}", "dealer: confirms 17"),
    _form(
        c.RevealSecret,
        "secret of round {round}: {secret}",
        f"secret of round 1: {'a1' * 32}",
    ),
)
"""The table: bets, spin, outcome."""

IRREGULAR: tuple[Form[a.Action], ...] = (
    _form(
        c.VoidRound,
        "{by}: void by {clause}[, {reason}]",
        "dealer: void by 5.4, a coin fell into the wheel",
    ),
    _form(
        c.CallNoSpin,
        "{by}: no spin, {reason}",
        "pit-supervisor: no spin, foreign object suspected",
    ),
    _form(
        c.RuleOnWager,
        "{by}: rules {player} [{amount} of ]{wager} moved to {to}[, {reason}]",
        "pit-supervisor: rules seat-2 500 of red moved to black, an elbow pushed them",
        ruling="moved",
    ),
    _form(
        c.RuleOnWager,
        "{by}: rules {player} [{amount} of ]{wager} {ruling}[, {reason}]",
        "pit-supervisor: rules seat-2 red stands, it never left the box",
    ),
    _form(
        c.RevokeRuling,
        "{by}: revokes ruling {nth}[, {reason}]",
        "pit-supervisor: revokes ruling 1, the camera shows it on black",
    ),
    _form(
        c.Refer,
        "{by}: refers[ round {round}], {reason}",
        "dealer: refers, a drink was spilt over the felt",
    ),
    _form(
        c.DecideReferral,
        "{by}: decides[ on round {round}] to rule {rulings}[, approved by {approver}][, {reason}]",
        "gaming-shift-manager: decides to rule seat-1 red stands; seat-2 500 of odd moved to even, "
        "the film shows it",
        decision="rule",
    ),
    _form(
        c.DecideReferral,
        "{by}: decides[ on round {round}] {decision}[, approved by {approver}][, {reason}]",
        "gaming-shift-manager: decides resume, the felt is dry",
    ),
    _form(
        c.CorrectOutcome,
        "{by}: corrects round {round} to {number}, approved by {approver}[, {reason}]",
        "pit-supervisor Ana: corrects round 1 to 00, approved by pit-manager Ben",
    ),
    _form(
        c.VoidAfterOutcome,
        "{by}: voids settled round {round} by {clause}, approved by {approver}[, {reason}]",
        "pit-supervisor Ana: voids settled round 1 by 5.4, approved by pit-manager Ben, "
        "the film shows a coin in the wheel",
    ),
)
"""Irregularities, rulings and referrals."""

INTERRUPTIONS: tuple[Form[a.Action], ...] = (
    Form(a.Failure, "{part} fails", "power fails"),
    Form(a.Restoration, "{part} returns", "power returns"),
    Form(a.TerminalFailure, "{player}: terminal fails", "seat-3: terminal fails"),
    Form(a.TerminalRestoration, "{player}: terminal returns", "seat-3: terminal returns"),
    Form(
        a.HonouredElsewhere,
        "{player}: honoured under the minimum elsewhere",
        "seat-3: honoured under the minimum elsewhere",
    ),
    _form(
        c.DeclareInterruption,
        "{by}: declares an interruption, {reason}",
        "dealer: declares an interruption, the wheel does not turn",
    ),
    _form(c.StateBall, "{by}: states the ball {rests}", "dealer: states the ball rests"),
    _form(c.SuspendRound, "{by}: suspends, {reason}", "dealer: suspends, the lights went out"),
    _form(c.ResumeRound, "{by}: resumes", "dealer: resumes"),
    _form(c.AbandonRound, "{by}: abandons, {reason}", "pit-manager: abandons, the wheel is broken"),
)

MONEY: tuple[Form[a.Action], ...] = (
    _form(h.TakeSeat, "[{by} for ]{player}: sits down[ in {colour}]", "seat-4: sits down in blue"),
    _form(
        h.RedeemVoucher,
        "[{by} for ]{player}: buys in with voucher {voucher}[ for {chips}][, {colour}]"
        "[ at {value}]",
        "seat-1: buys in with voucher 00041061050R3GG28A1C60T3GF for cash chips",
    ),
    _form(
        h.BuyIn,
        "[{by} for ]{player}: buys in {amount} {chips}[, {colour}][ at {value}] at the desk"
        "[, approved by {approver}]",
        "pit-supervisor for seat-1: buys in 100000 cash chips at the desk",
        at="desk",
    ),
    _form(
        h.BuyIn,
        "[{by} for ]{player}: buys in {amount} {chips}[, {colour}][ at {value}]"
        "[, approved by {approver}]",
        "seat-1: buys in 100000 colour chips, blue at 500",
        at="table",
    ),
    _form(
        h.ChangeChips,
        "[{by} for ]{player}: changes {amount} into {into}[, {colour}][ at {value}]",
        "seat-1: changes 5000 into cash chips",
    ),
    _form(
        h.CashOut,
        "[{by} for ]{player}: cashes out[ {amount}][ in {chips}] to voucher {voucher} "
        "until {expiry}",
        "seat-1: cashes out to voucher 00041061050R3GG28A1C60T3GF "
        "until 2020-04-18T00:00:00.000+00:00",
        paid="voucher",
    ),
    _form(
        h.CashOut,
        "[{by} for ]{player}: cashes out[ {amount}][ in {chips}][, approved by {approver}]",
        "seat-1: cashes out 5000 in cash chips",
        paid="cash",
    ),
    _form(
        h.CollectHeld,
        "[{by} for ]{player}: collects what is held to voucher {voucher} until {expiry}",
        "seat-1: collects what is held to voucher 00041061050R3GG28A1C60T3GF "
        "until 2020-04-18T00:00:00.000+00:00",
        paid="voucher",
    ),
    _form(
        h.CollectHeld,
        "[{by} for ]{player}: collects what is held in chips",
        "seat-1: collects what is held in chips",
        paid="chips",
    ),
    _form(
        h.CollectHeld,
        "[{by} for ]{player}: collects what is held[, approved by {approver}]",
        "seat-1: collects what is held",
        paid="cash",
    ),
    _form(
        h.LeaveSeat,
        "[{by} for ]{player}: leaves[, because {reason}]",
        "dealer for seat-1: leaves, because nobody has come back",
    ),
    _form(
        h.AdjustBalance,
        "{by}: adjusts {player} by {change}[ in {chips}], approved by {approver}, {reason}",
        "pit-supervisor Ana: adjusts seat-1 by +500, approved by pit-manager Ben, "
        "a chip rolled under the table",
    ),
    _form(
        h.CashVoucher,
        "{by}: pays voucher {voucher}[, approved by {approver}]",
        "pit-supervisor: pays voucher 00041061050R3GG28A1C60T3GF",
    ),
    _form(
        h.LapseVouchers,
        "{by}: lets vouchers lapse at {moment}",
        "gaming-shift-manager: lets vouchers lapse at 2020-04-18T00:00:00.000+00:00",
    ),
)
"""Players, seats and chips."""

HOUSE: tuple[Form[a.Action], ...] = (
    _form(
        h.SetLimits,
        "{by}: sets limits {limits}[, because {reason}]",
        "pit-manager: sets limits 500 to 100000, straight 100 to 5000",
    ),
    _form(
        h.SetMaximumPayout,
        "{by}: lifts the maximum payout[, because {reason}]",
        "pit-manager: lifts the maximum payout",
        amount=None,
    ),
    _form(
        h.SetMaximumPayout,
        "{by}: sets the maximum payout {amount}[, because {reason}]",
        "pit-manager: sets the maximum payout 5000000",
    ),
    _form(
        h.StartDay, "{by}: starts the day {day}", "gaming-shift-manager: starts the day 2020-03-18"
    ),
    _form(h.EndDay, "{by}: ends the day", "gaming-shift-manager: ends the day"),
    _form(
        h.CountDay,
        "{by}: counts the day {day}: {cash} in cash, {bills} in bills, {vouchers} in vouchers, "
        "{desk} at the desk, {paid} paid out[, approved by {approver}]",
        "pit-supervisor: counts the day 2020-03-18: 5000 in cash, 0 in bills, 0 in vouchers, "
        "0 at the desk, 2000 paid out, approved by pit-manager Ben",
    ),
    _form(h.StartShift, "{by}: starts the shift {shift}", "pit-manager: starts the shift night"),
    _form(h.EndShift, "{by}: ends the shift", "pit-manager: ends the shift"),
    _form(
        h.OpenTable,
        "{by}: opens the table with {opener}",
        "pit-supervisor: opens the table with 1000000",
    ),
    _form(
        h.FillFloat,
        "{by}: fills the float by {amount}",
        "pit-supervisor: fills the float by 500000",
    ),
    _form(
        h.CreditFloat,
        "{by}: credits the float by {amount}",
        "pit-supervisor: credits the float by 500000",
    ),
    _form(
        h.CloseTable,
        "{by}: closes the table with {closer}[, approved by {approver}]",
        "pit-supervisor: closes the table with 1000000",
    ),
    _form(
        h.ExcludePlayer,
        "{by}: excludes {player}, {reason}",
        "pit-manager: excludes seat-9, by their own wish",
    ),
    _form(h.ReadmitPlayer, "{by}: readmits {player}", "gaming-shift-manager: readmits seat-9"),
    Form(a.Note, "note: {text}", "note: the first round of the evening"),
    Form(
        a.RefusalOnRecord,
        "refused {who}: {asked}[ {sum}][ on {area}], {code}[ by {clause}], {message}",
        "refused dealer: call-outcome, round/held, call-outcome is not possible while the round "
        "waits: referral",
    ),
)
"""The table's hours, its float and its limits; and what is only told."""

WAGERS: tuple[Form[a.Action], ...] = (
    _form(c.ClearWagers, "{player}: withdraws everything", "seat-2: withdraws everything"),
    _form(c.WithdrawWager, "{player}: withdraws [{amount} of ]{wager}", "seat-2: withdraws red"),
    _form(
        c.TakeBackForPlayer,
        "{by} for {player}: takes back [{amount} of ]{wager}",
        "dealer for seat-3: takes back red",
    ),
    _form(
        c.RecordWithdrawal,
        "{by} records {player}: withdraws [{amount} of ]{wager}",
        "dealer records seat-2: withdraws 500 of red",
    ),
    _form(
        c.RecordWager,
        "{by} records {player}: {wager} {amount}[ in {chips}]",
        "dealer records seat-2: red 500 in colour chips",
    ),
    _form(
        c.PlaceForPlayer,
        "{by} for {player}: {wager} {amount}[ in {chips}]",
        "dealer for seat-3: red 500",
    ),
    _form(
        c.PlaceWager,
        "{player}: {wager} {amount}[ in {chips}]",
        "seat-1: split:0/00 1000",
    ),
)

WAGER_BY_WAGER = (c.PlaceWagers, c.UndoWager, c.DoubleWagers, c.Rebet)
"""Commands without a line: each of their wagers is told by its own, which leads to the same."""

ACTIONS: tuple[Form[a.Action], ...] = (
    *TABLE,
    *IRREGULAR,
    *INTERRUPTIONS,
    *MONEY,
    *HOUSE,
    *WAGERS,
)
