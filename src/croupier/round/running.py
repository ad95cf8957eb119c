"""The run of a round: the close, the spin, the Bonus Numbers, the outcome."""

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.phases import Phase, Step
from croupier.round.settling import paid
from croupier.round.state import RoundState
from croupier.round.voiding import NOT_OF_THE_SPIN, unfounded, unreasoned, voided
from croupier.rules.bonus import checked_draw
from croupier.rules.irregularities import Irregularity, contradiction
from croupier.rules.refusal import Refusal, refusal

REVOLUTIONS_MAX = 99
"""More than any ball makes: beyond it, a report is a slip of the finger."""


@decides(c.GrantEarlyClose)
def grant_early_close(command: c.GrantEarlyClose, state: RoundState, actor: Actor) -> Decision:
    granted = state.book.says.early_close
    return [e.EarlyCloseGranted(by=actor, clause=granted.clause if granted else None)]


@decides(c.SpinBall)
def spin_ball(command: c.SpinBall, state: RoundState, actor: Actor) -> Decision:
    if state.follow(Step.SPIN) is None:
        code = "spin/before-close" if state.phase is Phase.BETTING else "spin/again"
        clause = state.book.says.close.clause if state.phase is Phase.BETTING else None
        return refusal(code, clause, phase=state.phase)
    return [e.BallSpun(by=actor, clause=state.book.says.spin.clause)]


@decides(c.CloseBets)
def close_bets(command: c.CloseBets, state: RoundState, actor: Actor) -> Decision:
    """3.7 and, early, 6.1."""
    says = state.book.says
    if state.follow(Step.CLOSE) is not None:
        return [e.BetsClosed(by=actor, clause=says.close.clause, salt=command.salt)]
    if state.follow(Step.CLOSE_EARLY) is None:
        return refusal("round/not-now", says.close.clause, action="close-bets", phase=state.phase)
    if says.early_close is None:
        return refusal("close/before-spin", says.close.clause, book=state.book.id)
    if not state.early_close_granted and not state.standing_leave:
        return refusal("close/needs-leave", says.early_close.clause, who=says.early_close.leave_of)
    clause = says.early_close.clause
    return [e.BetsClosed(by=actor, clause=clause, early=True, salt=command.salt)]


@decides(c.DrawBonusNumbers)
def draw_bonus_numbers(command: c.DrawBonusNumbers, state: RoundState, actor: Actor) -> Decision:
    """Reading 10: drawn once, after the close, and never anew."""
    if state.drawn is not None:
        return refusal("bonus/drawn-already")
    if unseeded(state, command.seed):
        return refusal("bonus/from-the-draw")
    checked_draw(state.book.bonus, command.numbers, state.book.id, state.book.pockets)
    return [e.BonusNumbersDrawn(numbers=command.numbers, seed=command.seed)]


def unseeded(state: RoundState, seed: str | None) -> bool:
    """Whether something drawn by this seed is not this round's: it needs the one of its close."""
    return state.is_seeded and (seed is None or state.seed not in (None, seed))


@decides(c.ReportLights)
def report_lights(command: c.ReportLights, state: RoundState, actor: Actor) -> Decision:
    """fast-action-2020 5.11: one that stays dark voids the round."""
    if state.drawn is None:
        return refusal("bonus/not-drawn")
    if unlit := [number for number in command.dark if number not in state.drawn]:
        return refusal("bonus/not-among-them", number=unlit[0])
    if command.dark:
        told = f"dark: {' '.join(command.dark)}"
        return voided(state, actor, Irregularity.BONUS_NUMBER_DARK, told)
    return [e.BonusNumbersLit(by=actor)]


@decides(c.ReportSpin)
def report_spin(command: c.ReportSpin, state: RoundState, actor: Actor) -> Decision:
    """5.1 to 5.10 follow from what is reported."""
    book, happened = state.book, _happened(command, state)
    if isinstance(happened, Refusal):
        return happened
    reported = e.SpinReported(
        by=actor,
        direction=command.direction,
        revolutions=command.revolutions,
        happened=command.happened,
        reason=command.reason,
    )
    voiding = [clause for clause, each in book.voids.items() if each in happened]
    if not voiding:
        return [reported]
    for clause in voiding:
        if (no := unfounded(state, clause)) is not None:
            return no
    if (no := unreasoned(state, command.reason)) is not None:
        return no
    return [reported, *voided(state, actor, book.voids[voiding[0]], command.reason)]


def _happened(command: c.ReportSpin, state: RoundState) -> set[Irregularity] | Refusal:
    """What a report says went wrong; it is refused where it contradicts itself."""
    book, turns = state.book, command.revolutions
    happened = set(command.happened)
    can_be = set(book.voids.values()).difference(NOT_OF_THE_SPIN)
    if unknown := [each for each in command.happened if each not in can_be]:
        return refusal("spin/not-an-irregularity", book=book.id, happened=unknown[0])
    if turns is not None and not 0 <= turns <= REVOLUTIONS_MAX:
        return refusal("spin/bad-revolutions", given=turns, max=REVOLUTIONS_MAX)
    if command.direction == "with-wheel":
        happened.add(Irregularity.BALL_WITH_WHEEL)
    elif command.direction and Irregularity.BALL_WITH_WHEEL in happened:
        return _contradicts(command.direction, Irregularity.BALL_WITH_WHEEL)
    if turns is not None:
        if turns < book.says.spin.revolutions_min:
            happened.add(Irregularity.TOO_FEW_REVOLUTIONS)
        elif Irregularity.TOO_FEW_REVOLUTIONS in happened:
            return _contradicts(f"{turns} revolutions", Irregularity.TOO_FEW_REVOLUTIONS)
        if turns and Irregularity.BALL_NOT_SPUN in happened:
            return _contradicts(f"{turns} revolutions", Irregularity.BALL_NOT_SPUN)
    both = contradiction(happened)
    return happened if both is None else _contradicts(*both)


def _contradicts(one: str, other: str) -> Refusal:
    return refusal("spin/contradiction", one=one, other=other)


@decides(c.ReportRest)
def report_rest(command: c.ReportRest, state: RoundState, actor: Actor) -> Decision:
    return [e.BallRested(by=actor)]


@decides(c.CallOutcome)
def call_outcome(command: c.CallOutcome, state: RoundState, actor: Actor) -> Decision:
    """A number that is entered waits to be read back (3.8).

    One that is drawn is not: nobody may know it and still be able to call the spin off, so the
    round is settled by it in the same step.
    """
    clause = state.book.says.outcome.clause
    if state.follow(Step.CALL) is None:
        return refusal("outcome/not-now", clause, phase=state.phase)
    if state.book.bonus is not None and not state.lit:
        code = "bonus/not-drawn" if state.drawn is None else "bonus/not-lit"
        return refusal(code)
    if state.is_drawn and (not command.drawn or unseeded(state, command.seed)):
        return refusal("outcome/from-the-draw", clause)
    state.book.number(command.number)
    seed = command.seed if state.is_drawn else None
    called = e.OutcomeCalled(by=actor, number=command.number, clause=clause, seed=seed)
    at_once = state.is_drawn and state.is_seeded
    return [called, *_confirmed(state, actor, command.number)] if at_once else [called]


@decides(c.ConfirmOutcome)
def confirm_outcome(command: c.ConfirmOutcome, state: RoundState, actor: Actor) -> Decision:
    """3.8: the second step; the round is settled at once."""
    clause = state.book.says.outcome.clause
    if command.number != state.outcome:
        return refusal(
            "outcome/read-back-differs", clause, called=state.outcome, read=command.number
        )
    return _confirmed(state, actor, command.number)


def _confirmed(state: RoundState, actor: Actor, number: str) -> list[e.Event]:
    pays = paid(state, number)
    return [
        e.OutcomeConfirmed(by=actor, number=number, clause=state.book.says.outcome.clause),
        e.RoundSettled(
            round=state.number,
            outcome=number,
            staked=pays.staked,
            returned=pays.returned,
            honoured=tuple(sorted(pays.warned - state.warned)),
            warned=tuple(sorted(state.warned & state.placed_by.keys())),
        ),
    ]
