"""Describes an entry in one plain sentence, with the clause or the readings behind it.

Most events are described as in round notation (``notation.describe``); here are those of the
journal, the running table and the office that need more than their fields.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from croupier.history.visible import is_hidden
from croupier.house import TableState
from croupier.journal import events as journal_events
from croupier.notation.describe import Description, describe, values_of
from croupier.office.alerts import AlertRaised
from croupier.office.sign_in import SignInFailed, SignInThrottled
from croupier.rules.terms import Cited
from croupier.table.events import ClockStepped, DecisionWeighed, TableMade
from croupier.words import Value
from croupier.words.message import Message, as_typed, sentence


def described(event: object, table: TableState | None, language: str = "en") -> tuple[str, Cited]:
    """An event as a sentence, or the fields of one that this program does not know; the table is
    as it is afterwards, where it is known."""
    if isinstance(event, dict):
        return sentence([as_typed(by_fields(event))], language), Cited()
    messages, cited = describe(event, table)
    return sentence(messages, language), cited


def by_fields(fields: Mapping[str, Any]) -> str:
    """An event by its fields alone, without the hidden ones."""
    left_out = ("action", "by", "approver", "reason")
    shown = {k: v for k, v in fields.items() if v is not None and k not in left_out}
    parts = (f"{k.replace('_', ' ')} {_field(v)}" for k, v in shown.items() if not is_hidden(k))
    return "; ".join(parts) or "it happened"


def _field(value: object) -> str:
    match value:
        case dict():
            return ", ".join(f"{k} {_field(v)}" for k, v in value.items() if not is_hidden(str(k)))
        case list() | tuple():
            return " ".join(map(_field, value))
    return str(value)


# The running table


@describe.register
def _made(event: TableMade, table: TableState | None) -> Description:
    id_ = "table.made.own-wheel" if event.own_wheel else event.name
    return Description((Message(id_, values_of(event)),))


@describe.register
def _stepped(event: ClockStepped, table: TableState | None) -> Description:
    return Description((Message(event.name, {"by": event.before_ms - event.now_ms}),))


@describe.register
def _weighed(event: DecisionWeighed, table: TableState | None) -> Description:
    done = Message("oversight.decision", {"asked": event.asked, "round": event.round}, "alerts")
    return Description((done, *moves(event), *(changes(event) if event.number is not None else ())))


def moves(one: DecisionWeighed) -> Iterator[Message]:
    """What a decision changes in money."""
    values = values_of(one)
    if one.number is None:
        yield Message("oversight.unweighed", area="alerts")
        return
    yield Message("oversight.moves" if one.entered else "oversight.at-most", values, "alerts")
    if one.most > one.moved:
        yield Message("oversight.most", values, "alerts")


def changes(one: DecisionWeighed) -> Iterator[Message]:
    """The change for each player named, and for the house."""
    for player, each in one.players.items():
        values: dict[str, Value] = {"now": each.now, "without": each.without}
        yield Message("oversight.player", {"player": player, **values}, "alerts")
    yield Message("oversight.house", {"now": one.house.now, "without": one.house.without}, "alerts")
    if left := one.concerned - len(one.players):
        yield Message("oversight.others", {"count": left}, "alerts")


# The office


@describe.register
def _alert(event: AlertRaised, table: TableState | None) -> Description:
    return Description((Message(event.name, {"id": event.id}), *event.messages))


@describe.register
def _failed(event: SignInFailed | SignInThrottled, table: TableState | None) -> Description:
    messages = [Message(event.name, values_of(event))]
    if event.staff is not None:
        messages.append(Message("staff.as", {"staff": event.staff}))
    return Description(tuple(messages))


# The journal


def _of_the_journal(name: str) -> Callable[[Any, TableState | None], Description]:
    return lambda event, table: Description((Message(name, values_of(event)),))


for _name, (_, _shape) in journal_events.EVENTS.shapes.items():
    describe.register(_shape, _of_the_journal(_name))
