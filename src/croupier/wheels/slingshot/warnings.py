"""The warning bits: when each means something, and the irregularities it points to.

Each rule names the states in which its bit counts and how long after entering one it is to be
ignored. Books void by clause; here are only the names that all books share (5.1, 5.3, 5.6, 5.10).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from croupier.rules.irregularities import Irregularity
from croupier.wheels.slingshot.packets import State, Warnings
from croupier.wheels.source import FaultKind

RUNNING = frozenset({State.BALL_IN_RIM, State.NO_MORE_BETS, State.WINNING_NUMBER})


@dataclass(frozen=True, slots=True)
class Rule:
    """What one warning bit means."""

    bit: Warnings
    kind: FaultKind
    text: str
    states: frozenset[State]
    irregularities: tuple[Irregularity, ...] = ()
    certain_in: frozenset[State] = frozenset(State)
    """The states in which the irregularities follow; elsewhere it is a fault and no more."""
    ignored_ms: Mapping[State, int] = field(default_factory=dict)


RULES = (
    Rule(
        Warnings.BALL_WITH_WHEEL,
        FaultKind.BALL_WITH_WHEEL,
        "the ball runs in the direction of the wheel",
        RUNNING,
        (Irregularity.BALL_WITH_WHEEL,),
        certain_in=frozenset({State.BALL_IN_RIM}),
    ),
    Rule(
        Warnings.LAUNCH_FAILED,
        FaultKind.LAUNCH_FAILED,
        "the launch failed; the ball is not to be spun again in this round",
        frozenset(State),
        (Irregularity.TOO_FEW_REVOLUTIONS,),
        # At first the sensor cannot tell a ball that gathers speed from one that failed to.
        ignored_ms={State.BALL_IN_RIM: 3_000},
    ),
    Rule(
        Warnings.BALL_REMOVED,
        FaultKind.BALL_REMOVED,
        "the ball was taken or thrown out of the wheel: staff decide which",
        RUNNING,
        (Irregularity.BALL_LEFT_WHEEL, Irregularity.INTERFERENCE),
        # A ball that leaves the rim to drop is missing there, too.
        ignored_ms={State.NO_MORE_BETS: 5_000},
    ),
    Rule(
        Warnings.SENSOR_OR_MOTOR,
        FaultKind.SENSOR_OR_MOTOR,
        "the wheel reports a fault of a sensor or of its motor",
        frozenset(State),
    ),
)


@dataclass(frozen=True, slots=True)
class Raised:
    """A warning that counts, with what it points to."""

    kind: FaultKind
    text: str
    irregularities: tuple[Irregularity, ...]


def raised(bits: Warnings, state: State, in_state_ms: int) -> Iterator[Raised]:
    """The warnings that count in a state, so long after it was entered."""
    for rule in RULES:
        if not bits & rule.bit or state not in rule.states:
            continue
        if in_state_ms < rule.ignored_ms.get(state, 0):
            continue
        yield Raised(rule.kind, rule.text, rule.irregularities if state in rule.certain_in else ())
