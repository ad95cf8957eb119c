"""What the pit must see of a table's money: a tray that ran short, a count that differs."""

from collections.abc import Iterable, Iterator

from croupier.history.words import count_told
from croupier.house import TableState
from croupier.house import events as e
from croupier.round.events import Event


def to_be_seen(state: TableState, events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    """The kind and the words of each alert that these events raise."""
    for event in events:
        match event:
            case e.FloatFilled(short=True, amount=amount) if not state.fills_itself:
                yield "float/short", f"the tray was {amount} cents short: bring them from the cage"
            case e.DayCounted(counted=counted, expected=expected) if counted != expected:
                yield "count/differs", f"the count of {event.day} differs: {count_told(event)}"
            case e.TableClosed(closer=closer, expected=expected) if closer != expected:
                yield (
                    "float/count-differs",
                    f"{closer} cents were counted in the tray, {expected} are on record",
                )
