"""A round is held or interrupted: suspended and resumed, stopped by a failure, or given up.

A failure of power, wheel, table or system does to a round what the book says (``recover``).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from croupier.round.base import (
    SYSTEM,
    Actor,
    Decision,
    Event,
    Line,
    Permission,
    Purses,
    RoundCommand,
    RoundEvent,
)
from croupier.round.permissions import IN_PLAY, dealer
from croupier.round.phases import BALL_RESTS, BETS_OPEN, Phase
from croupier.round.state import RoundState
from croupier.round.void import voided
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal

NEVER_CLOSED = (*BETS_OPEN, Phase.STRANDED)
"""No outcome can come of a ball that rests before the close (reading 21)."""


class RoundSuspended(RoundEvent, frozen=True, kw_only=True):
    """The round is put on hold."""

    name: ClassVar[str] = "round.suspended"
    rests_on: ClassVar[tuple[int, ...]] = (16,)
    seen_by = "everybody"
    reason: str
    by: Actor

    def change(self, state: RoundState) -> None:
        state.waiting = "suspended"


class RoundResumed(RoundEvent, frozen=True, kw_only=True):
    """A suspended round continues where it was."""

    name: ClassVar[str] = "round.resumed"
    rests_on: ClassVar[tuple[int, ...]] = (16,)
    seen_by = "everybody"
    by: Actor

    def change(self, state: RoundState) -> None:
        state.waiting, state.stopped = None, False


class RoundInterrupted(RoundEvent, frozen=True, kw_only=True):
    """Power, wheel, table or system failed during the round."""

    name: ClassVar[str] = "round.interrupted"
    cites: ClassVar[str] = "recovery"
    seen_by = "everybody"
    clause: str | None
    waits: bool
    """Whether the round waits for someone before it continues."""
    by: Actor | None = None
    """Who declared it; None if a start of the program found it."""
    reason: str | None = None

    def change(self, state: RoundState) -> None:
        state.interrupted = True
        if self.waits:
            state.stopped = True
            resumes_by_statement = state.book.says.recovery.strategy == "void-unless-outcome"
            state.waiting = "ball" if resumes_by_statement else "suspended"


class BallStated(RoundEvent, frozen=True, kw_only=True):
    """After an interruption: whether the ball rests in a compartment after a valid spin."""

    name: ClassVar[str] = "ball.stated"
    cites: ClassVar[str] = "recovery"
    seen_by = "everybody"
    rests: bool
    by: Actor
    clause: str | None

    def change(self, state: RoundState) -> None:
        """EDZ 5.13: a ball that rests after a valid spin gives an outcome; the round goes on."""
        state.waiting, state.stopped = "referral" if state.referred else None, False
        if self.rests:
            state.phase = Phase.RESTED


class RoundAbandoned(RoundEvent, frozen=True, kw_only=True):
    """House procedure: the round was abandoned and every wager returned, under no clause."""

    name: ClassVar[str] = "round.abandoned"
    seen_by = "everybody"
    calls_off = True
    ends_round = True
    round: int
    reading: int
    reason: str
    by: Actor
    returned: Purses

    def change(self, state: RoundState) -> None:
        state.phase, state.waiting, state.returned = Phase.ABANDONED, None, self.returned
        state.ended_by = f"reading {self.reading}"


def _everyone(book: Book) -> tuple[Position, ...]:
    return tuple(Position)


def _recovery_clause(book: Book) -> str | None:
    return book.says.recovery.clause


class SuspendRound(RoundCommand, frozen=True, kw_only=True, tag="suspend-round"):
    """House procedure: the round is put on hold."""

    allowed = Permission(_everyone, IN_PLAY, house=True)
    lines = (Line("{by}: suspends, {reason}", "dealer: suspends, the lights went out"),)
    leads_to = RoundSuspended
    reason: str

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        return [RoundSuspended(reason=self.reason, by=actor)]


class ResumeRound(RoundCommand, frozen=True, kw_only=True, tag="resume-round"):
    """House procedure: a suspended round continues where it was."""

    allowed = Permission(_everyone, IN_PLAY, held=True, house=True)
    lines = (Line("{by}: resumes", "dealer: resumes"),)
    leads_to = RoundResumed
    whole_when_refused = True
    tried_with: ClassVar[Mapping[str, Any]] = {}

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        if state.waiting != "suspended":
            return refusal("round/not-suspended", waiting=state.waiting or "nothing")
        return [RoundResumed(by=actor)]


class DeclareInterruption(RoundCommand, frozen=True, kw_only=True, tag="declare-interruption"):
    """The power, the wheel, the table or the system fails while the program runs."""

    allowed = Permission(dealer, IN_PLAY, _recovery_clause, held=True, house=True)
    lines = (
        Line(
            "{by}: declares an interruption, {reason}",
            "dealer: declares an interruption, the wheel does not turn",
        ),
    )
    leads_to = RoundInterrupted
    decides_money = True
    tried_with: ClassVar[Mapping[str, Any]] = {"reason": "asked"}
    reason: str

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Readings 16 and 17: the same as a failure that a start of the program finds."""
        if state.stopped:
            return refusal("round/stopped", state.book.says.recovery.clause)
        return recover(state, actor, self.reason)


class StateBall(RoundCommand, frozen=True, kw_only=True, tag="state-ball"):
    """After an interruption: whether the ball rests in a compartment after a valid spin."""

    allowed = Permission(dealer, IN_PLAY, _recovery_clause, held=True)
    lines = (Line("{by}: states the ball {rests}", "dealer: states the ball rests"),)
    leads_to = BallStated
    decides_money = True
    tried_with: ClassVar[Mapping[str, Any]] = {"rests": True}
    rests: bool

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """EDZ 5.13 with a physical wheel: the Dealer says whether there is an outcome
        (reading 17)."""
        recovery = state.book.says.recovery
        if state.waiting != "ball":
            waiting = state.waiting or "nothing"
            return refusal("round/not-interrupted", recovery.clause, waiting=waiting)
        clause = recovery.continues if self.rests else recovery.voids
        stated = BallStated(rests=self.rests, by=actor, clause=clause)
        if self.rests:
            return [stated]
        return [stated, *voided(state, actor, Irregularity.POWER_FAILURE)]


class AbandonRound(RoundCommand, frozen=True, kw_only=True, tag="abandon-round"):
    """House procedure: a round that no clause ends is given up and its wagers returned."""

    allowed = Permission(lambda book: (Position.PIT_MANAGER,), IN_PLAY, held=True, house=True)
    lines = (Line("{by}: abandons, {reason}", "pit-manager: abandons, the wheel is broken"),)
    leads_to = RoundAbandoned
    decides_money = True
    tried_with: ClassVar[Mapping[str, Any]] = {"reason": "asked"}
    reason: str
    approver: Actor | None = None
    """A second person, if the house requires one for this amount (house procedure)."""
    in_round: int | None = None
    """The round that was approved: the approval is void in another. Filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Reading 16: a round that cannot be resumed, and that no clause of the book ends."""
        says, book = state.book.says, state.book.id
        if says.no_spin is not None or says.referral is not None:
            way = says.no_spin or says.referral
            return refusal("abandon/book-has-a-way", way.clause if way else None, book=book)
        if state.phase in (Phase.RESTED, Phase.CALLED):
            return refusal("abandon/ball-rests")
        if not state.stopped and state.phase is not Phase.STRANDED:
            return refusal("abandon/can-go-on", phase=state.phase)
        return [
            RoundAbandoned(
                round=state.number,
                reading=16,
                reason=self.reason,
                by=actor,
                returned=state.staked,
            )
        ]


def recover(state: RoundState, by: Actor | None = None, reason: str | None = None) -> list[Event]:
    """What a failure of power, wheel, table or system does to a round in play, by the book.

    Found at a start, or declared by someone while the program runs.

    - ``continue-unless-no-spin`` (sands-2019 5.11, fast-action-2020 5.12): play goes on; a round
      in which "no spin" was announced is void already. Its second half is about a ball that has
      not dropped, and is cited only then (reading 16).
    - ``void-unless-outcome`` (edz-2020 5.13): an outcome on record is concluded; otherwise void,
      after the Dealer has stated where a ball on a wooden wheel is (reading 17).
    - ``suspend`` (reading 16): the round waits for staff.
    """
    recovery = state.book.says.recovery

    def interrupted(clause: str | None, *, waits: bool = False) -> RoundInterrupted:
        return RoundInterrupted(clause=clause, waits=waits, by=by, reason=reason)

    if recovery.strategy == "continue-unless-no-spin":
        dropped = state.phase in BALL_RESTS
        return [interrupted(recovery.clause if dropped else recovery.continues)]
    if recovery.strategy == "suspend":
        return [interrupted(None, waits=True)]
    if state.phase in (Phase.RESTED, Phase.CALLED):
        return [interrupted(recovery.continues)]
    if state.own_wheel or state.phase in NEVER_CLOSED:
        void = voided(state, by or SYSTEM, Irregularity.POWER_FAILURE, reason)
        return [interrupted(recovery.voids), *void]
    return [interrupted(recovery.clause, waits=True)]
