"""Alerts: what someone must see. They stay until acknowledged, and who did so is on record."""

from croupier.office import events as e
from croupier.office.names import cleaned
from croupier.office.staff import serving
from croupier.office.state import OfficeState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.rules.refusal import refusal


def raised(state: OfficeState, table: str | None, kind: str, text: str, now_ms: int) -> list[Event]:
    """A new alert; nothing where the same one still stands, so that a fault does not flood."""
    text = cleaned(text)
    if standing(state, table, kind, text) is not None:
        return []
    id_ = state.alerts_raised + 1
    return [
        e.AlertRaised(id=id_, table=table, kind=cleaned(kind), text=text, at_ms=now_ms),
    ]


def standing(state: OfficeState, table: str | None, kind: str, text: str) -> int | None:
    """The number of the same alert that nobody has acknowledged."""
    same = (table, cleaned(kind), cleaned(text))
    return next((a.id for a in state.alerts.values() if (a.table, a.kind, a.text) == same), None)


def acknowledge(state: OfficeState, id_: int, by: Actor) -> Decision:
    """A member of staff has seen an alert."""
    if (no := serving(state, by)) is not None:
        return no
    if id_ not in state.alerts:
        was_there = 0 < id_ <= state.alerts_raised
        return refusal("alert/acknowledged" if was_there else "alert/unknown", id=id_)
    return [e.AlertAcknowledged(id=id_, by=by)]
