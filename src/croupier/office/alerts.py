"""Alerts: what someone must see. They stay until acknowledged, and who did so is on record."""

from msgspec.structs import replace

from croupier.office import events as e
from croupier.office.names import cleaned
from croupier.office.staff import serving
from croupier.office.state import Alert, OfficeState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.round.events import Event
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal

LOOKS_AT_OTHERS = Position.PIT_SUPERVISOR
"""The least position that acknowledges what somebody of the staff did, and what is about money."""
OF_MONEY = ("count/", "float/")
DECISIONS_STANDING_MAX = 100
"""How many alerts of one table's decisions stand at once; later ones are raised as room comes."""


def raised(
    state: OfficeState,
    table: str | None,
    kind: str,
    text: str,
    now_ms: int,
    about: tuple[str, ...] = (),
) -> list[Event]:
    """A new alert; nothing where the same one still stands, so that a fault does not flood."""
    text = cleaned(text)
    if standing(state, table, kind, text) is not None:
        return []
    return [
        e.AlertRaised(
            id=state.alerts_raised + 1,
            table=table,
            kind=cleaned(kind),
            text=text,
            at_ms=now_ms,
            about=about,
        )
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
    if (no := _not_for(state, state.alerts[id_], by)) is not None:
        return no
    return [e.AlertAcknowledged(id=id_, by=by)]


def _not_for(state: OfficeState, alert: Alert, by: Actor) -> Refusal | None:
    """Nobody puts away the alert about themselves, nor one behind whom the same hands may be;
    others of the staff look at people and money from above."""
    if by.name in alert.about:
        return refusal("alert/own", id=alert.id, name=by.name)
    for name in alert.about:
        if shared := state.hands(name) & state.hands(by.name):
            who = {"name": by.name, "about": name, "maker": min(shared)}
            return refusal("alert/same-hands", id=alert.id, **who)
    from_above = alert.about or alert.kind.startswith(OF_MONEY)
    if from_above and (by.position is None or not by.position.at_least(LOOKS_AT_OTHERS)):
        return refusal(
            "position/not-allowed",
            name=by.name,
            position=by.position or "player",
            action="acknowledge",
            who=LOOKS_AT_OTHERS,
        )
    return None


def decided(state: OfficeState, table: str, decision: int, alert: e.AlertRaised) -> list[Event]:
    """The alert of a decision at a table, once; nothing while too many of them stand."""
    standing_ = [one for one in state.alerts.values() if one.decision and one.table == table]
    if decision <= state.overseen.get(table, 0) or len(standing_) >= DECISIONS_STANDING_MAX:
        return []
    return [replace(alert, id=state.alerts_raised + 1, decision=decision, text=cleaned(alert.text))]


def too_often(
    state: OfficeState, name: str, measure: str, day: str, text: str, now_ms: int
) -> list[Event]:
    """Somebody did more of something in a gaming day than the house lets pass: told once."""
    if state.rates_told.get(name, {}).get(measure) == day:
        return []
    return [
        e.AlertRaised(
            id=state.alerts_raised + 1,
            table=None,
            kind="oversight/rate",
            text=cleaned(text),
            at_ms=now_ms,
            about=(name,),
            measure=measure,
            day=day,
        )
    ]
