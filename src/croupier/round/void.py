"""A round is void by a clause of the book: every stake is returned.

One check says whether a clause can void a round: ``unfounded``. A command is refused by it, pages
ask it through ``founded``, and what passes is done by ``voided``.
"""

from collections.abc import Mapping
from typing import ClassVar, Self

from croupier.round.base import (
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
from croupier.round.phases import BALL_RESTS, ENDED, Phase
from croupier.round.state import RoundState
from croupier.rules.book import Book
from croupier.rules.irregularities import Irregularity, Span
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.rules.typed_reason import bad_reason

NOT_OF_THE_SPIN = tuple(which for which in Irregularity if not which.of_the_wheel)
"""Irregularities with their own commands and permissions."""

WHEN: Mapping[Span, tuple[Phase, ...]] = {
    "any-time": tuple(phase for phase in Phase if phase not in ENDED),
    "from-the-spin": (Phase.SPINNING, Phase.RUNNING, *BALL_RESTS),
    "from-the-draw": (Phase.CLOSED, Phase.RUNNING, Phase.RESTED, Phase.CALLED),
    "declared": (),
}
"""The phases in which an irregularity can be declared, by its span."""


class RoundVoided(RoundEvent, frozen=True, kw_only=True):
    """The round is void: every wager is returned in full."""

    name: ClassVar[str] = "round.voided"
    rests_on: ClassVar[tuple[int, ...]] = (12,)
    seen_by = "everybody"
    calls_off = True
    ends_round = True
    round: int
    clause: str
    irregularity: Irregularity
    by: Actor
    returned: Purses
    reason: str | None = None

    def change(self, state: RoundState) -> None:
        state.phase, state.waiting, state.returned = Phase.VOID, None, self.returned
        state.ended_by = self.clause


class VoidRound(RoundCommand, frozen=True, kw_only=True, tag="void-round"):
    """An irregularity that the book covers has happened."""

    allowed = Permission(dealer, IN_PLAY, held=True, house=True)
    lines = (
        Line(
            "{by}: void by {clause}[, {reason}]", "dealer: void by 5.4, a coin fell into the wheel"
        ),
    )
    leads_to = RoundVoided
    least_to_ask = Position.DEALER
    decides_money = True
    clause: str
    reason: str | None = None
    """Required once the ball rests."""
    approver: Actor | None = None
    """A second person, if the house requires one for this amount (house procedure)."""
    in_round: int | None = None
    """The round that was approved: the approval is void in another. Filled in by the server."""

    def decide(self, state: RoundState, actor: Actor) -> Decision:
        """Void by a clause about ball, wheel or lights; the others have commands of their own."""
        if (no := unfounded(state, self.clause) or unreasoned(state, self.reason)) is not None:
            return no
        return voided(state, actor, state.book.voids[self.clause], self.reason)

    @classmethod
    def trial(cls, book: Book, state: RoundState | None) -> Self:
        """With a clause that would be accepted now, if any."""
        accepted = founded(state) if state is not None else []
        return cls(clause=next(iter([*accepted, *book.voids])), reason="asked")


def unfounded(state: RoundState, clause: str) -> Refusal | None:
    """Why a clause cannot void the round now, or None if it can (reading 21)."""
    irregularity = state.book.voids.get(clause)
    if irregularity is None or irregularity.span == "declared":
        own = [each for each, which in state.book.voids.items() if which.span != "declared"]
        return does_not_void(state, clause, own)
    if (no := without_ball(state, clause, irregularity)) is not None:
        return no
    if irregularity.span == "from-the-draw" and state.drawn is None:
        return refusal("bonus/not-drawn")
    if state.phase in WHEN[irregularity.span]:
        return None
    return refusal("void/before-the-spin", clause, given=clause)


def founded(state: RoundState) -> list[str]:
    """The clauses by which the round could be declared void now."""
    return [clause for clause in state.book.voids if unfounded(state, clause) is None]


def without_ball(state: RoundState, clause: str, irregularity: Irregularity) -> Refusal | None:
    """Why 5.1 to 5.10 cannot apply: they need a physical ball and wheel."""
    if state.own_wheel and irregularity.of_the_wheel:
        return refusal("void/own-wheel", given=clause)
    return None


def does_not_void(state: RoundState, clause: str, known: list[str]) -> Refusal:
    """The refusal of a clause that voids nothing, or not by this command."""
    return refusal(
        "round/does-not-void", given=repr(clause), book=state.book.id, known=tuple(known)
    )


def reason_needed(state: RoundState) -> bool:
    """Whether a void needs a recorded reason: once the ball rests, an outcome would be lost."""
    return state.phase in BALL_RESTS


def unreasoned(state: RoundState, reason: str | None) -> Refusal | None:
    """The refusal of a void without its required reason, or None."""
    return bad_reason(reason) if reason is None and reason_needed(state) else None


def voided(
    state: RoundState, actor: Actor, irregularity: Irregularity, reason: str | None = None
) -> list[Event]:
    """The events of a void by the book's clause for this irregularity; all stakes are returned."""
    clause = next(each for each, which in state.book.voids.items() if which is irregularity)
    return [
        RoundVoided(
            round=state.number,
            clause=clause,
            irregularity=irregularity,
            by=actor,
            returned=state.staked,
            reason=reason,
        )
    ]
