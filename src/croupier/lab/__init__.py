"""The lab: what a wager, a spread or a strategy does over a session. Exact first, then fast.

Needs the extra croupier[lab] (numpy and numba). It knows rules, books and odds; money is in whole
cents, and only statistics are floats.

>>> from croupier import books, lab
>>> asked = lab.session(
...     books.load("racetrack-2012"),
...     "red",
...     "martingale",
...     bank=20000,
...     spins=500,
...     limits=lab.Limits(lab.Range(100, 10000)),
... )
>>> found = lab.answer(asked)
>>> found.method, f"{found.ruin:.9f}"
('exact', '0.666748877')
"""

from croupier.lab.bias import LEVEL, Bias, bias_test, power, spins_needed
from croupier.lab.exact import Effort, UnmanageableError, answer, exact, marks_of
from croupier.lab.player import Settled, spin_and_settle
from croupier.lab.results import SHARES, Distribution, Moment, SessionResult
from croupier.lab.session import Session, Ticket, session, ticket
from croupier.lab.simulation import simulate
from croupier.lab.strategies import NAMED, SPREADS, Progression, Spin, Strategy, progression
from croupier.lab.validation import Validation, validate
from croupier.rules.limits import Limits, Range
from croupier.rules.refusal import CroupierError

__all__ = [
    "LEVEL",
    "NAMED",
    "SHARES",
    "SPREADS",
    "Bias",
    "CroupierError",
    "Distribution",
    "Effort",
    "Limits",
    "Moment",
    "Progression",
    "Range",
    "Session",
    "SessionResult",
    "Settled",
    "Spin",
    "Strategy",
    "Ticket",
    "UnmanageableError",
    "Validation",
    "answer",
    "bias_test",
    "exact",
    "marks_of",
    "power",
    "progression",
    "session",
    "simulate",
    "spin_and_settle",
    "spins_needed",
    "ticket",
    "validate",
]
