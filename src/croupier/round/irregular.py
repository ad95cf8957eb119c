"""What ends or holds a round out of the ordinary: no spin, voids, referral, interruption."""

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.deciding import Decision, decides
from croupier.round.phases import Phase
from croupier.round.state import RoundState
from croupier.round.voiding import voided
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
    dropped = state.phase in (Phase.RESTED, Phase.CALLED, Phase.STRANDED)
    by_power = says.recovery.strategy == "continue-unless-no-spin" and state.interrupted
    power = by_power and not dropped
    which = Irregularity.POWER_FAILURE if power else Irregularity.NO_SPIN
    return [called, *voided(state, actor, which)]


@decides(c.VoidRound)
def void_round(command: c.VoidRound, state: RoundState, actor: Actor) -> Decision:
    """Void by a clause about ball, wheel or lights; the others have commands of their own."""
    irregularity = state.book.voids.get(command.clause)
    own = (Irregularity.POWER_FAILURE, Irregularity.NO_SPIN, Irregularity.UNCOVERED)
    if irregularity is None or irregularity in own:
        known = [clause for clause, which in state.book.voids.items() if which not in own]
        return refusal(
            "round/does-not-void",
            given=command.clause,
            book=state.book.id,
            known=", ".join(known),
        )
    if irregularity is Irregularity.BONUS_NUMBER_DARK and state.drawn is None:
        return refusal("bonus/not-drawn")
    return voided(state, actor, irregularity)


@decides(c.Refer)
def refer(command: c.Refer, state: RoundState, actor: Actor) -> Decision:
    """6.2 or 6.1: the round waits for the decision."""
    referral = state.book.says.referral
    clause = referral.clause if referral else None
    return [e.RoundReferred(reason=command.reason, by=actor, clause=clause)]


@decides(c.DecideReferral)
def decide_referral(command: c.DecideReferral, state: RoundState, actor: Actor) -> Decision:
    referral = state.book.says.referral
    clause = referral.clause if referral else None
    if state.waiting != "referral":
        return refusal("referral/nothing-referred", clause)
    decided = e.ReferralDecided(decision=command.decision, by=actor, clause=clause)
    if command.decision == "resume":
        return [decided]
    return [decided, *voided(state, actor, Irregularity.UNCOVERED)]


@decides(c.SuspendRound)
def suspend_round(command: c.SuspendRound, state: RoundState, actor: Actor) -> Decision:
    return [e.RoundSuspended(reason=command.reason, by=actor)]


@decides(c.ResumeRound)
def resume_round(command: c.ResumeRound, state: RoundState, actor: Actor) -> Decision:
    if state.waiting != "suspended":
        return refusal("round/not-suspended", waiting=state.waiting or "nothing")
    return [e.RoundResumed(by=actor)]


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
    """Reading 16: only where no clause of the book ends the round."""
    says = state.book.says
    if says.no_spin is not None or says.referral is not None:
        way = says.no_spin or says.referral
        return refusal("abandon/book-has-a-way", way.clause if way else None, book=state.book.id)
    if state.waiting is None and state.phase is not Phase.STRANDED:
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
