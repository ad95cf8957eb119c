"""The lab: what a wager, a spread or a strategy does over an evening. Exact first, then fast.

Needs the extra croupier[lab] (numpy and numba). It knows rules, books and odds; money is in whole
cents, and only statistics are floats.

>>> from croupier import books, lab
>>> evening = lab.session(
...     books.load("racetrack-2012"),
...     "red",
...     "martingale",
...     bank=20000,
...     spins=500,
...     limits=lab.Limits(lab.Range(100, 10000)),
... )
>>> found = lab.answer(evening)
>>> found.method, f"{found.ruin:.9f}"
('exact', '0.666748877')
"""

from croupier.lab.answer import answer, marks_of
from croupier.lab.bias import LEVEL, Bias, bias_test, power, spins_needed
from croupier.lab.evening import SHARES, Evening, Moment
from croupier.lab.exact import Effort, UnmanageableError, exact
from croupier.lab.law import Law
from croupier.lab.session import Session, session
from croupier.lab.settled import Settled, spin_and_settle
from croupier.lab.simulation import simulate
from croupier.lab.strategies import NAMED, SPREADS
from croupier.lab.strategy import Progression, Spin, Strategy, progression
from croupier.lab.ticket import Ticket, ticket
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
    "Effort",
    "Evening",
    "Law",
    "Limits",
    "Moment",
    "Progression",
    "Range",
    "Session",
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
