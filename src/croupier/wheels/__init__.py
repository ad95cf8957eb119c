"""Sources of what the ball did: dealer's entry, a wheel of the system's own, a serial sensor.

A source reports and never decides: what a report means for a round is the table's to say, by its
book. Time, randomness and the serial line are given from outside.
"""

from croupier.wheels.dealer import DealerEntry
from croupier.wheels.random import OwnWheel
from croupier.wheels.source import (
    BallInRim,
    Fault,
    FaultKind,
    NoMoreBetsSuggested,
    Order,
    Report,
    SourceReady,
    SpinStarted,
    WheelError,
    WheelSource,
    WinningNumber,
)

__all__ = [
    "BallInRim",
    "DealerEntry",
    "Fault",
    "FaultKind",
    "NoMoreBetsSuggested",
    "Order",
    "OwnWheel",
    "Report",
    "SourceReady",
    "SpinStarted",
    "WheelError",
    "WheelSource",
    "WinningNumber",
]
