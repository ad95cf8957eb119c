"""Orders that staff give to a wheel's electronics: on record with who and why, then sent."""

from typing import ClassVar

from croupier.office.base import OfficeEvent
from croupier.office.checks import not_serving
from croupier.office.names import cleaned
from croupier.office.state import OfficeState
from croupier.round.base import Actor, Decision


class WheelOrdered(OfficeEvent, frozen=True, kw_only=True):
    """Someone gave a wheel's electronics an order, on record before it is sent."""

    name: ClassVar[str] = "wheel.ordered"
    table: str
    order: str
    reason: str | None
    by: Actor


def order(state: OfficeState, table: str, given: str, reason: str | None, by: Actor) -> Decision:
    """A member of staff orders a wheel to do something."""
    if (no := not_serving(state, by)) is not None:
        return no
    why = cleaned(reason) if reason else None
    return [WheelOrdered(table=table, order=given, reason=why or None, by=by)]
