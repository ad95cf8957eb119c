"""The model's wheel: what may be done, and when, from the close to the end of a round."""

from collections.abc import Mapping

from croupier.round.base import Actor, Command
from croupier.round.bonus import DrawBonusNumbers, ReportLights
from croupier.round.close import (
    CloseBets,
    GrantEarlyClose,
    GrantStandingLeave,
    WithdrawStandingLeave,
)
from croupier.round.interruption import (
    AbandonRound,
    DeclareInterruption,
    ResumeRound,
    StateBall,
    SuspendRound,
)
from croupier.round.no_spin import CallNoSpin
from croupier.round.outcome import CallOutcome, ConfirmOutcome
from croupier.round.referral import DecideReferral, Refer
from croupier.round.spin import ReportRest, ReportSpin, SpinBall
from croupier.round.void import VoidRound
from tests.simulation.felt import rule_each
from tests.simulation.model import Felt, Judge, Table, going
from tests.simulation.papers import VOIDS

BETS_OPEN = ("betting", "spinning")
BALL_AND_WHEEL = (
    "ball-with-wheel ball-not-spun too-few-revolutions foreign-object no-compartment "
    "ball-left-wheel ball-broke wheel-stopped wheel-not-turning interference"
).split()

AT_REST = ("stranded", "rested", "called")
NOT_BOTH = (
    ("ball-with-wheel", "ball-not-spun"),
    ("ball-with-wheel", "wheel-not-turning"),
    ("ball-not-spun", "no-compartment"),
    ("ball-not-spun", "wheel-stopped"),
    ("wheel-stopped", "wheel-not-turning"),
)


def _in_play(table: Table) -> Felt | None:
    return table.round if table.plays else None


# Ball, wheel and lights


def grant(table: Table, who: Actor, asked: GrantEarlyClose, now: int) -> bool:
    if (felt := going(table, "betting")) is None:
        return False
    felt.leave = True
    return True


def spin(table: Table, who: Actor, asked: SpinBall, now: int) -> bool:
    felt = going(table, "betting", "closed")
    if felt is None or (felt.phase == "betting" and table.paper.closes == "before the spin"):
        return False
    felt.phase = "spinning" if felt.phase == "betting" else "running"
    return True


def close(table: Table, who: Actor, asked: CloseBets, now: int) -> bool:
    felt = going(table, *BETS_OPEN)
    if felt is None:
        return False
    if (
        felt.phase == "betting"
        and table.paper.closes != "before the spin"
        and not (felt.leave or table.standing)
    ):
        return False
    felt.phase = "closed" if felt.phase == "betting" else "running"
    return True


GUESSED = "5e" * 32
"""A seed that somebody made up: no close has this hash."""


def draw(table: Table, who: Actor, asked: DrawBonusNumbers, now: int) -> bool:
    felt, numbers = going(table, "closed", "running", "rested"), asked.numbers
    if asked.seed == GUESSED:
        return False
    if felt is None or felt.drawn or len(set(numbers)) != 10 or len(numbers) != 10:
        return False
    if not set(numbers) <= set(table.paper.pockets):
        return False
    felt.drawn = numbers
    return True


def lights(table: Table, who: Actor, asked: ReportLights, now: int) -> bool:
    felt = going(table, "closed", "running", "rested")
    if felt is None or felt.drawn is None or not set(asked.dark) <= set(felt.drawn):
        return False
    if asked.dark:
        return table.void()
    felt.lit = True
    return True


def report_spin(table: Table, who: Actor, asked: ReportSpin, now: int) -> bool:
    felt = going(table, "spinning", "stranded", "running", "rested", "called")
    happened, turns = set(map(str, asked.happened)), asked.revolutions
    if felt is None or not happened <= set(BALL_AND_WHEEL) or not said(asked.reason, may_lack=True):
        return False
    if turns is not None and not 0 <= turns < 100:
        return False
    few = turns is not None and turns < 4
    if "ball-with-wheel" in happened and asked.direction == "opposite":
        return False
    if "too-few-revolutions" in happened and turns is not None and not few:
        return False
    if "ball-not-spun" in happened and turns:
        return False
    if asked.direction == "with-wheel":
        happened.add("ball-with-wheel")
    if any({*pair} <= happened for pair in NOT_BOTH):
        return False
    if not happened and not few:
        return True
    if table.own_wheel:
        return False
    if felt.phase in AT_REST and asked.reason is None:
        return False
    return table.void()


def rest(table: Table, who: Actor, asked: ReportRest, now: int) -> bool:
    if (felt := going(table, "spinning", "running")) is None:
        return False
    felt.phase = "stranded" if felt.phase == "spinning" else "rested"
    return True


def call(table: Table, who: Actor, asked: CallOutcome, now: int) -> bool:
    felt = going(table, "running", "rested", "called")
    if felt is None or asked.number not in table.paper.pockets:
        return False
    if table.paper.bonus and not felt.lit:
        return False
    drawn = table.own_wheel and felt.has_secret
    if drawn and not (asked.drawn and asked.seed):
        return False
    felt.phase, felt.outcome = "called", asked.number
    return _settle(table, felt, asked.number) if drawn else True


def confirm(table: Table, who: Actor, asked: ConfirmOutcome, now: int) -> bool:
    felt = going(table, "called")
    if felt is None or felt.outcome is None or asked.number != felt.outcome:
        return False
    return _settle(table, felt, felt.outcome)


def _settle(table: Table, felt: Felt, outcome: str) -> bool:
    felt.warned = table.warned()
    back, honoured = table.returned(felt, outcome)
    staked = felt.staked()
    table.end("settled", back)
    table.counts["turnover"] += staked.total()
    table.counts["win"] += staked.total() - back.total()
    table.gives(back.total() - staked.total())
    for (name, _), amount in staked.items():
        table.handle[name] += amount
    table.honoured.update(dict.fromkeys(honoured, felt.number))
    return True


# Out of the ordinary


def no_spin(table: Table, who: Actor, asked: CallNoSpin, now: int) -> bool:
    return _in_play(table) is not None and said(asked.reason) and table.void()


def void(table: Table, who: Actor, asked: VoidRound, now: int) -> bool:
    felt, clause = _in_play(table), asked.clause
    if felt is None or not said(asked.reason, may_lack=felt.phase not in AT_REST):
        return False
    if table.paper.bonus and clause == "5.11":
        return bool(felt.drawn) and table.void()
    if clause not in VOIDS or table.own_wheel:
        return False
    if clause != "5.10" and felt.phase in ("betting", "closed"):
        return False
    return table.void()


def said(reason: str | None, *, may_lack: bool = False) -> bool:
    """Whether a reason can be written down."""
    if reason is None:
        return may_lack
    return len(reason.strip()) >= 3 and len(reason) <= 500 and reason.isprintable()


def refer(table: Table, who: Actor, asked: Refer, now: int) -> bool:
    if (felt := going(table)) is None or not said(asked.reason):
        return False
    felt.waits, felt.referred = "referral", True
    return True


def decide_referral(table: Table, who: Actor, asked: DecideReferral, now: int) -> bool:
    felt = _in_play(table)
    if felt is None or felt.waits != "referral":
        return False
    if not said(asked.reason):
        return False
    if bool(asked.rulings) != (asked.decision == "rule") or asked.approver is not None:
        return False
    if asked.decision == "void":
        return table.void()
    if not rule_each(table, felt, asked.rulings):
        return False
    felt.waits, felt.referred = None, False
    return True


def grant_standing(table: Table, who: Actor, asked: GrantStandingLeave, now: int) -> bool:
    granted, table.standing = not table.standing, True
    return granted


def withdraw_standing(table: Table, who: Actor, asked: WithdrawStandingLeave, now: int) -> bool:
    withdrawn, table.standing = table.standing, False
    return withdrawn


def suspend(table: Table, who: Actor, asked: SuspendRound, now: int) -> bool:
    if (felt := going(table)) is None or not said(asked.reason):
        return False
    felt.waits = "suspended"
    return True


def resume(table: Table, who: Actor, asked: ResumeRound, now: int) -> bool:
    felt = _in_play(table)
    if felt is None or felt.waits != "suspended":
        return False
    felt.waits, felt.stopped = None, False
    return True


def interrupt(table: Table, who: Actor, asked: DeclareInterruption, now: int) -> bool:
    felt = _in_play(table)
    if felt is None or felt.stopped or not said(asked.reason):
        return False
    table.fail()
    return True


def state_ball(table: Table, who: Actor, asked: StateBall, now: int) -> bool:
    felt = _in_play(table)
    if felt is None or felt.waits != "ball":
        return False
    if not asked.rests:
        return table.void()
    felt.phase, felt.waits = "rested", "referral" if felt.referred else None
    felt.stopped = False
    return True


def abandon(table: Table, who: Actor, asked: AbandonRound, now: int) -> bool:
    felt = _in_play(table)
    if felt is None or not said(asked.reason) or felt.phase in ("rested", "called"):
        return False
    if not felt.stopped and felt.phase != "stranded":
        return False
    return table.void("abandoned")


CROUPIERS: Mapping[type[Command], Judge] = {
    GrantEarlyClose: grant,
    GrantStandingLeave: grant_standing,
    WithdrawStandingLeave: withdraw_standing,
    SpinBall: spin,
    CloseBets: close,
    DrawBonusNumbers: draw,
    ReportLights: lights,
    ReportSpin: report_spin,
    ReportRest: rest,
    CallOutcome: call,
    ConfirmOutcome: confirm,
    CallNoSpin: no_spin,
    VoidRound: void,
    Refer: refer,
    DecideReferral: decide_referral,
    SuspendRound: suspend,
    ResumeRound: resume,
    DeclareInterruption: interrupt,
    StateBall: state_ball,
    AbandonRound: abandon,
}
