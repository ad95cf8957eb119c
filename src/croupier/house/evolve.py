"""How each event changes a table, its ledger and its meters; and the house.

``evolve`` never refuses: what it is given has happened. It raises ``LedgerError`` if the money
would no longer add up, before anything else is changed, and the table must stop. The tables of
what to do are made by walking the classes, and are looked into with every wager.
"""

from collections.abc import Callable
from typing import Any

from croupier import round as rounds
from croupier.house import (  # noqa: F401
    adjustment,
    cashing,
    chips,
    corrections,
    day,
    exclusion,
    limits,
    own_limits,
    round_events,
    seats,
    tray,
    vouchers,
)
from croupier.house.base import HouseEvent, TableEvent
from croupier.house.ledger import Postings
from croupier.house.meters import Meters
from croupier.house.state import HouseState, TableState
from croupier.round.base import Event, events_of

OWN = events_of("croupier.house")
"""The events of a table and of the house, without those of the round."""
EVENTS = (*rounds.EVENTS, *OWN)
"""Every event of a table and of the house, for the journal's codec."""


def evolve(event: Event, table: TableState) -> None:
    """Apply an event to its table, or to the house."""
    kind = type(event)
    if (poster := POSTED.get(kind)) is not None:
        table.ledger.post(poster(event, table))
    CHANGES[kind](event, table)
    if (counted := COUNTED.get(kind)) is not None:
        counted(event, table.meters)


def evolve_house(event: Event, house: HouseState) -> None:
    """Apply an event to the house."""
    if not isinstance(event, HouseEvent):
        raise TypeError(f"{event.name} does not concern the whole house")
    house.ledger.post(event.postings(house))
    event.change(house)


def postings(event: Event, before: TableState) -> Postings:
    """An event's transaction in its table's ledger."""
    poster = POSTED.get(type(event))
    return poster(event, before) if poster is not None else ()


def count(event: Event, meters: Meters) -> None:
    """Count an event in meters; most change none."""
    if (counted := COUNTED.get(type(event))) is not None:
        counted(event, meters)


def _of_house(event: HouseEvent, table: TableState) -> None:
    evolve_house(event, table.house)


def _changes(kind: type[Event]) -> Callable[[Any, TableState], None]:
    if issubclass(kind, HouseEvent):
        return _of_house
    return kind.change if issubclass(kind, TableEvent) else round_events.change.dispatch(kind)


def _posts(kind: type[Event]) -> Callable[[Any, TableState], Postings] | None:
    if issubclass(kind, TableEvent):
        return kind.postings if kind.postings is not TableEvent.postings else None
    found = round_events.postings.dispatch(kind)
    return found if found is not round_events.postings.dispatch(object) else None


def _counts(kind: type[Event]) -> Callable[[Any, Meters], None] | None:
    if issubclass(kind, TableEvent):
        return kind.count if kind.count is not TableEvent.count else None
    found = round_events.count.dispatch(kind)
    return found if found is not round_events.count.dispatch(object) else None


CHANGES = {kind: _changes(kind) for kind in EVENTS}
"""How each event changes a table."""
POSTED = {kind: posts for kind in EVENTS if (posts := _posts(kind)) is not None}
"""The events that move money at a table."""
COUNTED = {kind: counts for kind in EVENTS if (counts := _counts(kind)) is not None}
"""The events that meters count."""
