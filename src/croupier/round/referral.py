"""What the book does not cover: referred in any phase, and after settlement too (reading 22).

The Gaming Shift Manager decides: the round goes on, is void, or named wagers are ruled on. What
changes a settled round takes a second person and is booked as a correction is.
"""

from dataclasses import replace

from croupier.round import commands as c
from croupier.round import events as e
from croupier.round.commands import Actor
from croupier.round.corrections import approval
from croupier.round.deciding import Decision, decides
from croupier.round.felt import on_trial, rule
from croupier.round.phases import Phase
from croupier.round.rulings import ruling_on
from croupier.round.settling import paid
from croupier.round.state import RoundState
from croupier.round.voiding import voided
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position
from croupier.rules.reason import bad_reason
from croupier.rules.refusal import Refusal, refusal

RULINGS_MAX = 100
"""How many wagers one decision may rule on."""


@decides(c.Refer)
def refer(command: c.Refer, state: RoundState, actor: Actor) -> Decision:
    """6.2 or 6.1: the round waits for the decision."""
    return [
        e.RoundReferred(
            reason=command.reason, by=actor, clause=_clause(state), round=_settled(state)
        )
    ]


@decides(c.DecideReferral)
def decide_referral(command: c.DecideReferral, state: RoundState, actor: Actor) -> Decision:
    """6.2 or 6.1: the Gaming Shift Manager has decided, for a reason."""
    clause = _clause(state)
    if state.waiting != "referral":
        return refusal("referral/nothing-referred", clause)
    if (no := bad_reason(command.reason) or _approval(command, state, actor)) is not None:
        return no
    decided = e.ReferralDecided(
        decision=command.decision,
        by=actor,
        clause=clause,
        reason=command.reason,
        round=_settled(state),
        approver=command.approver,
    )
    if command.decision == "resume":
        return [decided]
    follows = (_voids if command.decision == "void" else _rules)(command, state, actor)
    return follows if isinstance(follows, Refusal) else [decided, *follows]


def _approval(command: c.DecideReferral, state: RoundState, actor: Actor) -> Refusal | None:
    """A second person where money of a settled round changes, and nowhere else."""
    if bool(command.rulings) != (command.decision == "rule"):
        return refusal("referral/rulings", _clause(state), max=RULINGS_MAX)
    if state.phase is not Phase.SETTLED or command.decision == "resume":
        wanted = command.approver is None or command.in_round is not None
        return None if wanted else refusal("approval/not-needed", action="decide-referral")
    if command.approver is None:
        return refusal("approval/needed", action="decide-referral")
    return approval(actor, command.approver, Position.PIT_SUPERVISOR)


def _voids(command: c.DecideReferral, state: RoundState, actor: Actor) -> Decision:
    if state.phase is not Phase.SETTLED:
        return voided(state, actor, Irregularity.UNCOVERED, command.reason)
    assert command.approver is not None
    return [
        e.SettledRoundVoided(
            round=state.number,
            clause=_clause(state) or "",
            by=actor,
            approver=command.approver,
            reading=22,
            reversed=state.returned,
            returned=state.staked,
            reason=command.reason,
        )
    ]


def _rules(command: c.DecideReferral, state: RoundState, actor: Actor) -> Decision:
    """The rulings in their order, each on the felt as those before it leave it."""
    count = len(command.rulings)
    if count > RULINGS_MAX:
        return refusal("referral/rulings", _clause(state), max=RULINGS_MAX)
    trial, clause = on_trial(state), _clause(state)
    events: list[e.Event] = []
    for nth, each in enumerate(command.rulings, 1):
        ruled = ruling_on(each, trial, actor, clause, command.reason)
        if isinstance(ruled, Refusal):
            return replace(ruled, about=f"ruling {nth} of {count}")
        rule(ruled, trial)
        events.append(ruled)
    if state.phase is not Phase.SETTLED:
        return events
    assert command.approver is not None
    resettled = e.RoundResettled(
        round=state.number,
        clause=clause,
        by=actor,
        approver=command.approver,
        reading=22,
        reversed=state.returned,
        returned=paid(trial, state.outcome or "").returned,
        reason=command.reason,
        uncollected={},
    )
    return [*events, resettled]


def _clause(state: RoundState) -> str | None:
    referral = state.book.says.referral
    return referral.clause if referral else None


def _settled(state: RoundState) -> int | None:
    """The round's number where it is not the one in play."""
    return state.number if state.phase is Phase.SETTLED else None
