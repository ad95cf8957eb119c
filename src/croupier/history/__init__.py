"""What a record shows: rounds, recall, statistics, meters, audit trail, exports.

Pure reading over a ``Record``, beside the house that writes it. It must not change anything, and
shows nobody what is secret.
"""

from croupier.history.audit import Page, TrailLine, Wanted, trail
from croupier.history.meters import DayMeters, DealerMeters, day_meters, dealer_meters
from croupier.history.notation import notated_day, notated_round
from croupier.history.proof import fair_record
from croupier.history.recall import Recalled, Step, recall
from croupier.history.rounds import RoundIndex, RoundSummary
from croupier.history.statistics import Statistics, statistics
from croupier.history.table import TableHistory, histories, table_history, tables_on

__all__ = [
    "DayMeters",
    "DealerMeters",
    "Page",
    "Recalled",
    "RoundIndex",
    "RoundSummary",
    "Statistics",
    "Step",
    "TableHistory",
    "TrailLine",
    "Wanted",
    "day_meters",
    "dealer_meters",
    "fair_record",
    "histories",
    "notated_day",
    "notated_round",
    "recall",
    "statistics",
    "table_history",
    "tables_on",
    "trail",
]
