"""Exact odds: hit rates, returns, edges, variances and whole distributions, as fractions.

Pure: it asks the books what wins and counts in how many ways; no floats, no randomness.
"""

from croupier.odds.families import Family, families
from croupier.odds.outcomes import Law, Outcome, law
from croupier.odds.results import (
    Odds,
    OutcomeResult,
    Spread,
    SpreadOdds,
    covariance,
    distribution,
    odds,
    odds_of_all,
    outcome_results,
    spread_odds,
    unit_distribution,
)

__all__ = [
    "Family",
    "Law",
    "Odds",
    "Outcome",
    "OutcomeResult",
    "Spread",
    "SpreadOdds",
    "covariance",
    "distribution",
    "families",
    "law",
    "odds",
    "odds_of_all",
    "outcome_results",
    "spread_odds",
    "unit_distribution",
]
