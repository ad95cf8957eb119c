"""What an evening brings: the answer that exact sessions and simulations give alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from croupier.lab.law import Law
from croupier.lab.session import End, Session

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Of all evenings: what is shown of a law after so many spins."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """How things stand after so many spins; who has ended keeps what was left."""

    spin: int
    law: Law
    """Of what is won or lost by then, in cents."""
    ruined: float
    """The chance to be ruined by then."""


@dataclass(frozen=True, slots=True, eq=False)
class Evening:
    """The full answer for a session."""

    session: Session
    method: Literal["exact", "simulated"]
    why: str
    """How it was found, in words."""
    law: Law
    """Of what is won or lost at the end, in cents."""
    ends: Mapping[End, float]
    """The chance of each end."""
    spins: float
    """How many spins are played, on average."""
    staked: float
    """How much is staked in all, on average, in cents."""
    ahead: Mapping[int, float]
    """The chance to be so many cents ahead, or more, at any time."""
    moments: tuple[Moment, ...] = ()
    errors: Mapping[str, float] = field(default_factory=dict)
    """The standard errors of a simulation's figures, by name; none where it is exact."""
    sessions: int = 0
    """How many evenings were simulated."""
    seed: int | None = None

    @property
    def ruin(self) -> float:
        """The chance that the bank cannot cover the next stake at some time."""
        return self.ends["ruin"]

    @property
    def target(self) -> float:
        """The chance to reach the stop-win."""
        return self.ends["stop-win"]

    @property
    def loss(self) -> float:
        """What the evening costs, on average, in cents."""
        return -self.law.mean

    def interval(self, figure: str, deviations: float = 1.96) -> tuple[float, float]:
        """The confidence interval of a figure: 95 % unless told, a single point if exact."""
        value = self.figures()[figure]
        margin = deviations * self.errors.get(figure, 0.0)
        return value - margin, value + margin

    def figures(self) -> dict[str, float]:
        """The figures by name: money in cents, chances from 0 to 1."""
        law = self.law
        return {
            "mean": law.mean,
            "deviation": law.deviation,
            "ruin": self.ends["ruin"],
            "stop-win": self.ends["stop-win"],
            "stop-loss": self.ends["stop-loss"],
            "all spins": self.ends["spins"],
            "ahead at the end": law.at_least(1),
            "spins": self.spins,
            "staked": self.staked,
            **{f"ever ahead by {cents}": chance for cents, chance in self.ahead.items()},
        }
