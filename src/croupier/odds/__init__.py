"""Exact odds: hit rates, returns, edges, variances and whole distributions, as fractions.

Pure: it asks the books what wins and counts in how many ways; no floats, no randomness.
"""

from croupier.odds.exact import (
    Family,
    Odds,
    OutcomeResult,
    Spread,
    SpreadOdds,
    covariance,
    distribution,
    families,
    odds,
    odds_of_all,
    outcome_results,
    spread_odds,
    unit_distribution,
)
from croupier.odds.outcomes import Outcome, SampleSpace, sample_space

__all__ = [
    "Family",
    "Odds",
    "Outcome",
    "OutcomeResult",
    "SampleSpace",
    "Spread",
    "SpreadOdds",
    "covariance",
    "distribution",
    "families",
    "odds",
    "odds_of_all",
    "outcome_results",
    "sample_space",
    "spread_odds",
    "unit_distribution",
]
