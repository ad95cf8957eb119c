"""Every event that can be on record, by its own name and version."""

from croupier.house import events as house
from croupier.journal.codec import Codec, Registry
from croupier.journal.events import EVENTS as OF_THE_JOURNAL
from croupier.office import events as office
from croupier.round.events import Event
from croupier.table.events import ClockStepped, TableMade

EVENTS = Registry()
_ALL: tuple[type[Event], ...] = (*house.ALL, *office.ALL, ClockStepped, TableMade)
for _event in _ALL:
    EVENTS.register(_event.name, _event.version, _event)

CODEC = Codec(OF_THE_JOURNAL, EVENTS)
