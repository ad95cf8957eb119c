"""What the pit must see of a table's money: a tray that ran short, a count that differs."""

from collections.abc import Iterable, Iterator

from croupier.history.words import count_told
from croupier.house import TableState
from croupier.house import events as e
from croupier.round.events import Event
from croupier.rules.money import in_units
from croupier.server.overseeing import people


def to_be_seen(
    state: TableState, events: Iterable[Event]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The kind, the words and the people of each alert that these events raise."""
    for event in events:
        match event:
            case e.FloatFilled(short=True, amount=amount) if not state.fills_itself:
                kind, about = "float/short", people(event.by)
                text = f"the tray was {in_units(amount)} short: bring them from the cage"
            case e.DayCounted(counted=counted, expected=expected) if counted != expected:
                kind, about = "count/differs", people(event.by, event.approver)
                text = f"the count of {event.day} differs: {count_told(event)}"
            case e.TableClosed(closer=closer, expected=expected) if closer != expected:
                kind, about = "float/count-differs", people(event.by, event.approver)
                there = f"{in_units(expected)} are on record"
                text = f"{in_units(closer)} were counted in the tray, {there}"
            case _:
                continue
        yield kind, f"{text}; by {', approved by '.join(about)}", about
