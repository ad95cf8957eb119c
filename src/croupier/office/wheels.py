"""Orders that staff give to a wheel's electronics: on record with who and why, then sent."""

from croupier.office import events as e
from croupier.office.names import cleaned
from croupier.office.staff import serving
from croupier.office.state import OfficeState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision


def order(state: OfficeState, table: str, given: str, reason: str | None, by: Actor) -> Decision:
    """A member of staff orders a wheel to do something."""
    if (no := serving(state, by)) is not None:
        return no
    why = cleaned(reason) if reason else None
    return [e.WheelOrdered(table=table, order=given, reason=why or None, by=by)]
