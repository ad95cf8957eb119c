"""Changes of the staff as values that one person requests and another approves.

Adding, moving, enabling or resetting a person who can approve, or could after the change, takes two
people (house procedure): one asks, another approves. So does enrolling a cash device, whose reports
make money. For everybody else one person is enough, and to disable anybody, which must be quick.
"""

from functools import cache
from typing import Union

import msgspec

from croupier.office.base import Change
from croupier.office.checks import MANAGES_STAFF
from croupier.office.names import HOUSE
from croupier.office.state import OfficeState
from croupier.round.base import Actor, Decision, walk
from croupier.round.permissions import APPROVER
from croupier.rules.refusal import Refusal


def read(text: str) -> Change:
    """A change from its form in a request."""
    return _reader().decode(text)


def is_change(asked: str) -> bool:
    """Whether a request is for a change of the office rather than a command."""
    return asked in {str(kind.__struct_config__.tag) for kind in walk(Change, __package__)}


@cache
def _reader() -> msgspec.json.Decoder[Change]:
    return msgspec.json.Decoder(Union[walk(Change, __package__)])  # noqa: UP007


def decide(
    state: OfficeState,
    change: Change,
    by: Actor,
    reason: str,
    now_ms: int,
    approver: Actor | None = None,
) -> Decision:
    """The events of a change, requested by one person and, if it takes two, approved by another."""
    decided = change.decide(state, by, reason, now_ms)
    if isinstance(decided, Refusal):
        return decided
    more: dict[str, object] = {} if approver is None else {"approver": approver}
    if change.founds and by == HOUSE:
        more["bootstrap"] = not is_founded(state)
    return [msgspec.structs.replace(event, **more) for event in decided]


def takes_two(state: OfficeState, change: Change) -> bool:
    """Whether it concerns someone who can approve, or could afterwards, or a device for money."""
    if change.of_money:
        return True
    known = state.staff.get(change.name)
    positions = [getattr(change, "position", None)]
    if known is not None:
        positions += [known.position, known.acting]
    return any(each is not None and each.at_least(APPROVER) for each in positions)


def is_founded(state: OfficeState) -> bool:
    """Whether the house has people who can change its staff by two: a Gaming Shift Manager, and
    another who can approve. Until then the command line makes them; that is the bootstrap."""
    held = [one.position for one in state.staff.values()]
    managers = sum(each.at_least(MANAGES_STAFF) for each in held)
    return managers >= 1 and sum(each.at_least(APPROVER) for each in held) > 1
