"""Alerts, which stay until somebody acknowledges them, on record."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from croupier.office.base import OfficeEvent
from croupier.office.checks import not_serving
from croupier.office.names import cleaned
from croupier.office.state import Alert, OfficeState, ResultChange
from croupier.round.base import Actor, Decision, Event
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal
from croupier.words.message import Message, as_typed

LOOKS_AT_OTHERS = Position.PIT_SUPERVISOR
"""The lowest position that acknowledges alerts about staff or money."""
OF_MONEY = ("count/", "float/", "figures/")
DECISIONS_STANDING_MAX = 100
"""The most open alerts about one table's decisions; later ones wait."""


class AlertRaised(OfficeEvent, frozen=True, kw_only=True):
    """Something that staff must see; it stays until acknowledged."""

    name: ClassVar[str] = "alert.raised"
    id: int
    table: str | None
    kind: str
    text: str = ""
    """The English text of earlier programs, which had no messages."""
    says: tuple[Message, ...] = ()
    at_ms: int
    about: tuple[str, ...] = ()
    """The people whom it concerns; none of them may acknowledge it."""
    decision: int = 0
    """The number of the decision at the table that it concerns."""
    results: tuple[ResultChange, ...] = ()
    """The effect of the decision in money."""
    measure: str | None = None
    """What somebody did more often in a gaming day than the house allows."""
    day: str | None = None

    @property
    def messages(self) -> tuple[Message, ...]:
        """Its text, as messages."""
        return self.says or (as_typed(self.text),)

    def change_office(self, office: OfficeState) -> None:
        office.alerts_raised = self.id
        office.alerts[self.id] = Alert(
            id=self.id,
            table=self.table,
            kind=self.kind,
            says=self.messages,
            at_ms=self.at_ms,
            about=self.about,
            decision=self.decision,
            results=self.results,
        )
        if self.decision and self.table is not None:
            office.overseen[self.table] = self.decision
        if self.measure is not None and self.day is not None:
            name = self.about[0] if self.about else of_table(self.table or "")
            earlier = office.rates_told.get(name, {})
            office.rates_told[name] = {**earlier, self.measure: self.day}


class AlertAcknowledged(OfficeEvent, frozen=True, kw_only=True):
    """Someone acknowledged an alert."""

    name: ClassVar[str] = "alert.acknowledged"
    became = ("standing", "acknowledged")
    id: int
    by: Actor

    def change_office(self, office: OfficeState) -> None:
        del office.alerts[self.id]


def raised(
    state: OfficeState,
    table: str | None,
    kind: str,
    messages: Sequence[Message],
    now_ms: int,
    about: tuple[str, ...] = (),
    before: int = 0,
) -> list[Event]:
    """A new alert; nothing where the same one still stands, so that a fault does not flood. So many
    others are raised before it, in the same breath."""
    if standing(state, table, kind, messages) is not None:
        return []
    return [
        AlertRaised(
            id=state.alerts_raised + 1 + before,
            table=table,
            kind=cleaned(kind),
            says=_cleaned(messages),
            at_ms=now_ms,
            about=about,
        )
    ]


def standing(
    state: OfficeState, table: str | None, kind: str, messages: Sequence[Message]
) -> int | None:
    """The number of an equal open alert, or None."""
    same = (table, cleaned(kind), _cleaned(messages))
    return next((a.id for a in state.alerts.values() if (a.table, a.kind, a.says) == same), None)


def _cleaned(messages: Sequence[Message]) -> tuple[Message, ...]:
    return tuple(
        replace(
            each,
            values={
                name: cleaned(value) if isinstance(value, str) else value
                for name, value in each.values.items()
            },
        )
        for each in messages
    )


def acknowledge(state: OfficeState, id_: int, by: Actor) -> Decision:
    """A member of staff acknowledges an alert."""
    if (no := not_serving(state, by)) is not None:
        return no
    if id_ not in state.alerts:
        was_there = 0 < id_ <= state.alerts_raised
        return refusal("alert/acknowledged" if was_there else "alert/unknown", id=id_)
    if (no := _not_for(state, state.alerts[id_], by)) is not None:
        return no
    return [AlertAcknowledged(id=id_, by=by)]


def _not_for(state: OfficeState, alert: Alert, by: Actor) -> Refusal | None:
    """Nobody puts away the alert about themselves, nor one behind whom the same hands may be;
    others of the staff look at people and money from above."""
    if by.name in alert.about:
        return refusal("alert/own", id=alert.id, name=by.name)
    for name in alert.about:
        if shared := state.hands(name) & state.hands(by.name):
            maker = min(shared)
            return refusal("alert/same-hands", id=alert.id, name=by.name, about=name, maker=maker)
    from_above = alert.about or alert.kind.startswith(OF_MONEY)
    if from_above and (by.position is None or not by.position.at_least(LOOKS_AT_OTHERS)):
        return refusal("position/not-allowed", action="acknowledge", who=(LOOKS_AT_OTHERS,))
    return None


def decided(state: OfficeState, table: str, decision: int, alert: AlertRaised) -> list[Event]:
    """The alert about a decision at a table, once; None while too many are open."""
    standing_ = [one for one in state.alerts.values() if one.decision and one.table == table]
    if decision <= state.overseen.get(table, 0) or len(standing_) >= DECISIONS_STANDING_MAX:
        return []
    return [
        replace(alert, id=state.alerts_raised + 1, decision=decision, says=_cleaned(alert.says))
    ]


def of_table(table: str) -> str:
    """Under which name it is kept what was raised of a table; people's names have no colon."""
    return f"table:{table}"


def once_a_day(
    state: OfficeState,
    measure: str,
    day: str,
    kind: str,
    messages: Sequence[Message],
    now_ms: int,
    *,
    name: str | None = None,
    table: str | None = None,
) -> list[Event]:
    """Somebody, or a table, is above a threshold of the house in a gaming day: raised once."""
    kept = of_table(table or "") if name is None else name
    if state.rates_told.get(kept, {}).get(measure) == day:
        return []
    return [
        AlertRaised(
            id=state.alerts_raised + 1,
            table=table,
            kind=kind,
            says=_cleaned(messages),
            at_ms=now_ms,
            about=() if name is None else (name,),
            measure=measure,
            day=day,
        )
    ]
