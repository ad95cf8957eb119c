"""Irregularities: what can go wrong in a round, when, and which exclude each other."""

from collections.abc import Collection
from enum import StrEnum
from typing import Literal

Span = Literal["any-time", "from-the-spin", "from-the-draw", "declared"]
"""From when to when an irregularity can have happened, while the outcome is not confirmed.

A ball may rest on the rim, in no compartment, so that 5.5 too may be declared when it rests. What
is ``declared`` has a command and people of its own, and no moment of the ball's run.
"""


class Irregularity(StrEnum):
    """Something that can happen to the ball, the wheel or the round."""

    BALL_WITH_WHEEL = "ball-with-wheel"
    BALL_NOT_SPUN = "ball-not-spun"
    TOO_FEW_REVOLUTIONS = "too-few-revolutions"
    FOREIGN_OBJECT = "foreign-object"
    NO_COMPARTMENT = "no-compartment"
    BALL_LEFT_WHEEL = "ball-left-wheel"
    BALL_BROKE = "ball-broke"
    WHEEL_STOPPED = "wheel-stopped"
    WHEEL_NOT_TURNING = "wheel-not-turning"
    INTERFERENCE = "interference"
    BONUS_NUMBER_DARK = "bonus-number-dark"
    POWER_FAILURE = "power-failure"
    NO_SPIN = "no-spin"
    UNCOVERED = "uncovered"

    @property
    def span(self) -> Span:
        """When it can have happened, by the words of its clause (reading 21)."""
        return _SPANS.get(self, "from-the-spin")

    @property
    def of_the_wheel(self) -> bool:
        """Whether it concerns a physical ball and wheel (5.1 to 5.10)."""
        return self.span not in ("declared", "from-the-draw")


_SPANS: dict[Irregularity, Span] = {
    Irregularity.INTERFERENCE: "any-time",
    Irregularity.BONUS_NUMBER_DARK: "from-the-draw",
    Irregularity.POWER_FAILURE: "declared",
    Irregularity.NO_SPIN: "declared",
    Irregularity.UNCOVERED: "declared",
}
"""All others concern the running ball: not before the spin."""

_EXCLUDE: tuple[tuple[Irregularity, Irregularity], ...] = (
    (Irregularity.BALL_WITH_WHEEL, Irregularity.BALL_NOT_SPUN),
    (Irregularity.BALL_WITH_WHEEL, Irregularity.WHEEL_NOT_TURNING),
    (Irregularity.BALL_NOT_SPUN, Irregularity.NO_COMPARTMENT),
    (Irregularity.BALL_NOT_SPUN, Irregularity.WHEEL_STOPPED),
    (Irregularity.WHEEL_STOPPED, Irregularity.WHEEL_NOT_TURNING),
)
"""By their clauses' words: 5.1 needs a spun ball and a turning wheel, 5.2 a ball that was dropped
into a compartment, 5.8 a wheel that turned and a ball that ran."""


def contradiction(happened: Collection[Irregularity]) -> tuple[Irregularity, Irregularity] | None:
    """Two irregularities of a report that exclude each other, or None.

    >>> contradiction([Irregularity.BALL_BROKE, Irregularity.FOREIGN_OBJECT])
    >>> [str(each) for each in contradiction(list(Irregularity))]
    ['ball-with-wheel', 'ball-not-spun']
    """
    both = (pair for pair in _EXCLUDE if pair[0] in happened and pair[1] in happened)
    return next(both, None)
