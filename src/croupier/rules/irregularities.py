"""Irregularities: what can go wrong in a round, and the clause by which a book voids it."""

from enum import StrEnum


class Irregularity(StrEnum):
    """A thing that can happen to the ball, the wheel or the round."""

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
