"""Every event that can be on record, by its own name and version."""

from croupier.house import events as house
from croupier.journal.codec import Codec, Fields, Registry
from croupier.journal.events import EVENTS as OF_THE_JOURNAL
from croupier.office import events as office
from croupier.round.events import Event
from croupier.table.events import (
    BookAdopted,
    ClockStepped,
    DamageAccepted,
    DecisionWeighed,
    TableMade,
)

EVENTS = Registry()
OF_THE_TABLE = (BookAdopted, ClockStepped, DamageAccepted, DecisionWeighed, TableMade)
_ALL: tuple[type[Event], ...] = (*house.ALL, *office.ALL, *OF_THE_TABLE)
for _event in _ALL:
    EVENTS.register(_event.name, _event.version, _event)


def _before_unknown(fields: Fields) -> Fields:
    """Version 1 did not say what was before; the record before it may."""
    return {**fields, "before": None}


def _reason_unknown(fields: Fields) -> Fields:
    return {**_before_unknown(fields), "reason": None}


EVENTS.upcast(house.LimitsSet.name, 1, _reason_unknown)
EVENTS.upcast(house.MaximumPayoutSet.name, 1, _reason_unknown)
EVENTS.upcast(house.BalanceAdjusted.name, 1, _before_unknown)

CODEC = Codec(OF_THE_JOURNAL, EVENTS)
