"""What ends or holds a round out of the ordinary: no spin, voids, interruption."""

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.phases import BALL_RESTS, Phase
from croupier.round.state import RoundState
from croupier.round.voiding import recover, unfounded, unreasoned, voided
from croupier.rules.irregularities import Irregularity
from croupier.rules.refusal import refusal


@decides(c.CallNoSpin)
def call_no_spin(command: c.CallNoSpin, state: RoundState, actor: Actor) -> Decision:
    """5.12, 5.13 or 5.15: void, even if the ball rests already (reading 18)."""
    says = state.book.says
    called = e.NoSpinCalled(
        by=actor,
        reason=command.reason,
        clause=says.no_spin.clause if says.no_spin else None,
    )
    by_power = says.recovery.strategy == "continue-unless-no-spin" and state.interrupted
    power = by_power and state.phase not in BALL_RESTS
    which = Irregularity.POWER_FAILURE if power else Irregularity.NO_SPIN
    return [called, *voided(state, actor, which)]


@decides(c.VoidRound)
def void_round(command: c.VoidRound, state: RoundState, actor: Actor) -> Decision:
    """Void by a clause about ball, wheel or lights; the others have commands of their own."""
    clause, reason = command.clause, command.reason
    if (no := unfounded(state, clause) or unreasoned(state, reason)) is not None:
        return no
    return voided(state, actor, state.book.voids[clause], reason)


@decides(c.SuspendRound)
def suspend_round(command: c.SuspendRound, state: RoundState, actor: Actor) -> Decision:
    return [e.RoundSuspended(reason=command.reason, by=actor)]


@decides(c.ResumeRound)
def resume_round(command: c.ResumeRound, state: RoundState, actor: Actor) -> Decision:
    if state.waiting != "suspended":
        return refusal("round/not-suspended", waiting=state.waiting or "nothing")
    return [e.RoundResumed(by=actor)]


@decides(c.DeclareInterruption)
def declare_interruption(
    command: c.DeclareInterruption, state: RoundState, actor: Actor
) -> Decision:
    """Readings 16 and 17: the same as a failure that a start of the program finds."""
    if state.stopped:
        return refusal("round/stopped", state.book.says.recovery.clause)
    return recover(state, actor, command.reason)


@decides(c.StateBall)
def state_ball(command: c.StateBall, state: RoundState, actor: Actor) -> Decision:
    """EDZ 5.13 with a physical wheel: the Dealer says whether there is an outcome (reading 17)."""
    recovery = state.book.says.recovery
    if state.waiting != "ball":
        return refusal("round/not-interrupted", recovery.clause, waiting=state.waiting or "nothing")
    clause = recovery.continues if command.rests else recovery.voids
    stated = e.BallStated(rests=command.rests, by=actor, clause=clause)
    if command.rests:
        return [stated]
    return [stated, *voided(state, actor, Irregularity.POWER_FAILURE)]


@decides(c.AbandonRound)
def abandon_round(command: c.AbandonRound, state: RoundState, actor: Actor) -> Decision:
    """Reading 16: a round that cannot be resumed, and that no clause of the book ends."""
    says = state.book.says
    if says.no_spin is not None or says.referral is not None:
        way = says.no_spin or says.referral
        return refusal("abandon/book-has-a-way", way.clause if way else None, book=state.book.id)
    if state.phase in (Phase.RESTED, Phase.CALLED):
        return refusal("abandon/ball-rests", phase=state.phase)
    if not state.stopped and state.phase is not Phase.STRANDED:
        return refusal("abandon/can-go-on", phase=state.phase)
    return [
        e.RoundAbandoned(
            round=state.number,
            reading=16,
            reason=command.reason,
            by=actor,
            returned=state.staked,
        )
    ]
