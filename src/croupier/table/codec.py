"""Every event that can be on record, by its own name and version."""

from croupier.house import EVENTS as OF_THE_HOUSE
from croupier.house.adjustment import BalanceAdjusted
from croupier.house.limits import LimitsSet, MaximumPayoutSet
from croupier.journal.codec import Codec, Fields, Registry
from croupier.journal.events import EVENTS as OF_THE_JOURNAL
from croupier.office import EVENTS as OF_THE_OFFICE
from croupier.round.base import ActionRefused, Event, events_of
from croupier.table import events as _  # noqa: F401

EVENTS = Registry()
OF_THE_TABLE = events_of("croupier.table")
_ALL: tuple[type[Event], ...] = (*OF_THE_HOUSE, *OF_THE_OFFICE, *OF_THE_TABLE)
for _event in _ALL:
    EVENTS.register(_event.name, _event.version, _event)


def _before_unknown(fields: Fields) -> Fields:
    """Version 1 did not say what was before; the record before it may."""
    return {**fields, "before": None}


def _figures_unknown(fields: Fields) -> Fields:
    """Version 1 had the words of a refusal alone."""
    return {**fields, "figures": None}


def _reason_unknown(fields: Fields) -> Fields:
    return {**_before_unknown(fields), "reason": None}


EVENTS.upcast(ActionRefused.name, 1, _figures_unknown)
EVENTS.upcast(LimitsSet.name, 1, _reason_unknown)
EVENTS.upcast(MaximumPayoutSet.name, 1, _reason_unknown)
EVENTS.upcast(BalanceAdjusted.name, 1, _before_unknown)

CODEC = Codec(OF_THE_JOURNAL, EVENTS)
