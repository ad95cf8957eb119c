"""The ball is spun and comes to rest; reports of ball and wheel in between (5.1 to 5.10)."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from croupier.round.base import Actor, Decision, Line, Permission, RoundCommand, RoundEvent
from croupier.round.permissions import IN_PLAY, dealer
from croupier.round.phases import Phase, Step
from croupier.round.state import RoundState
from croupier.round.void import NOT_OF_THE_SPIN, unfounded, unreasoned, voided
from croupier.rules.irregularities import Irregularity, contradiction
from croupier.rules.refusal import Refusal, refusal

REVOLUTIONS_MAX = 99
"""More revolutions than any ball makes: a larger number is a typing error."""


class BallSpun(RoundEvent, frozen=True, kw_only=True):
    """The ball was spun."""

    name: ClassVar[str] = "ball.spun"
    cites: ClassVar[str] = "spin"
    seen_by = "everybody"
    in_trail = "never"
    by: Actor
    clause: str | None

    def change(self, state: RoundState) -> None:
        state.take(Step.SPIN)


class SpinReported(RoundEvent, frozen=True, kw_only=True):
    """A report of what the ball and the wheel did."""

    name: ClassVar[str] = "spin.reported"
    cites: ClassVar[str] = "spin"
    seen_by = "everybody"
    in_trail = "asked"
    by: Actor
    direction: Literal["opposite", "with-wheel"] | None = None
    revolutions: int | None = None
    happened: tuple[Irregularity, ...] = ()
    reason: str | None = None


class BallRested(RoundEvent, frozen=True, kw_only=True):
    """The ball came to rest in a compartment."""

    name: ClassVar[str] = "ball.rested"
    cites: ClassVar[str] = "outcome"
    seen_by = "everybody"
    in_trail = "asked"
    by: Actor

    def change(self, state: RoundState) -> None:
        state.take(Step.REST)


class SpinBall(RoundCommand, frozen=True, kw_only=True, tag="spin-ball"):
    """The ball is spun."""

    allowed = Permission(dealer, IN_PLAY, lambda book: book.says.spin.clause)
    lines = (Line("{by}: spin", "dealer: spin"),)
    leads_to = BallSpun
    whole_when_refused = True
    tried_with: ClassVar[Mapping[str, Any]] = {}

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        if state.follow(Step.SPIN) is None:
            if state.phase is Phase.BETTING:
                return refusal("spin/before-close", state.book.says.close.clause)
            return refusal("spin/again", phase=state.phase)
        return [BallSpun(by=actor, clause=state.book.says.spin.clause)]


class ReportSpin(RoundCommand, frozen=True, kw_only=True, tag="report-spin"):
    """Report what the ball and the wheel did; 5.1 to 5.10 follow from it."""

    allowed = Permission(
        dealer,
        IN_PLAY - {Phase.BETTING, Phase.CLOSED},
        lambda book: book.says.spin.clause,
        house=True,
    )
    lines = (
        Line(
            "spin report[ by {by}]: {report}[, because {reason}]",
            "spin report: against the wheel, 9 revolutions",
        ),
    )
    leads_to = SpinReported
    decides_money = True
    direction: Literal["opposite", "with-wheel"] | None = None
    revolutions: int | None = None
    happened: tuple[Irregularity, ...] = ()
    reason: str | None = None
    """Required if the report voids a round whose ball rests."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Applies 5.1 to 5.10 to the report."""
        book, happened = state.book, self._went_wrong(state)
        if isinstance(happened, Refusal):
            return happened
        reported = SpinReported(
            by=actor,
            direction=self.direction,
            revolutions=self.revolutions,
            happened=self.happened,
            reason=self.reason,
        )
        voiding = [clause for clause, each in book.voids.items() if each in happened]
        if not voiding:
            return [reported]
        for clause in voiding:
            if (no := unfounded(state, clause)) is not None:
                return no
        if (no := unreasoned(state, self.reason)) is not None:
            return no
        return [reported, *voided(state, actor, book.voids[voiding[0]], self.reason)]

    def _went_wrong(self, state: RoundState) -> set[Irregularity] | Refusal:
        """The irregularity in a report, or a refusal if it contradicts itself."""
        book, turns = state.book, self.revolutions
        happened = set(self.happened)
        can_be = set(book.voids.values()).difference(NOT_OF_THE_SPIN)
        if unknown := [each for each in self.happened if each not in can_be]:
            return refusal("spin/not-an-irregularity", book=book.id, happened=unknown[0])
        if turns is not None and not 0 <= turns <= REVOLUTIONS_MAX:
            return refusal("spin/bad-revolutions", given=turns, max=REVOLUTIONS_MAX)
        if self.direction == "with-wheel":
            happened.add(Irregularity.BALL_WITH_WHEEL)
        elif self.direction and Irregularity.BALL_WITH_WHEEL in happened:
            return _contradicts(self.direction, Irregularity.BALL_WITH_WHEEL)
        if turns is not None:
            if turns < book.says.spin.revolutions_min:
                happened.add(Irregularity.TOO_FEW_REVOLUTIONS)
            elif Irregularity.TOO_FEW_REVOLUTIONS in happened:
                return _counted(turns, Irregularity.TOO_FEW_REVOLUTIONS)
            if turns and Irregularity.BALL_NOT_SPUN in happened:
                return _counted(turns, Irregularity.BALL_NOT_SPUN)
        both = contradiction(happened)
        return happened if both is None else _contradicts(*both)


def _contradicts(one: str, other: str) -> Refusal:
    return refusal("spin/contradiction", one=one, other=other)


def _counted(turns: int, other: str) -> Refusal:
    return refusal("spin/contradiction", one="revolutions", other=other, turns=turns)


class ReportRest(RoundCommand, frozen=True, kw_only=True, tag="report-rest"):
    """The ball has come to rest in a compartment."""

    allowed = Permission(
        dealer, (Phase.SPINNING, Phase.RUNNING), lambda book: book.says.outcome.clause
    )
    lines = (Line("ball[ by {by}]: rests", "ball: rests"),)
    leads_to = BallRested
    whole_when_refused = True

    @classmethod
    def leaves_no_outcome(cls, state: RoundState) -> bool:
        """A ball that rests while bets are open strands the round (reading 21)."""
        return state.follow(Step.REST) is Phase.STRANDED

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        return [BallRested(by=actor)]
