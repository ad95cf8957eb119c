"""Answers that are given again as they are, until what they tell has changed.

Most of what anybody may read is the same for all who read it. It is made once, so that many readers
cost little more than one.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps

from croupier.server.endpoint import Call, Handler, Reply, encode

ANSWERS_MAX = 500


class KeptAnswers:
    """Answers by what was asked; of too many, those not asked for longest are let go."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[Hashable, Reply]] = OrderedDict()

    def find(self, asked: Hashable, as_of: Hashable) -> Reply | None:
        """The answer as it was given before, if nothing has changed since."""
        since, answer = self._kept.get(asked, (None, None))
        if answer is not None:
            self._kept.move_to_end(asked)
        return answer if since == as_of else None

    def keep(self, asked: Hashable, as_of: Hashable, answer: Reply) -> None:
        """Give this again for as long as it is true."""
        self._kept[asked] = (as_of, answer)
        self._kept.move_to_end(asked)
        if len(self._kept) > ANSWERS_MAX:
            self._kept.popitem(last=False)


def for_good(handler: Handler) -> Handler:
    """What does not change as long as the house runs, whoever asks."""
    return _again(handler, lambda call: True)


def at_the_table(handler: Handler) -> Handler:
    """What changes with the table alone, and is the same for all of one position, or of none."""
    return _again(handler, lambda call: call.house.channels[call.table].seq)


def _again(handler: Handler, as_of: Callable[[Call], Hashable]) -> Handler:
    @wraps(handler)
    async def given(call: Call) -> Reply:
        actor, then = call.who.actor, as_of(call)
        position = call.house.office.at_most(actor).position if actor is not None else None
        asked = (handler, position, *call.path.values(), *call.query.values())
        known = call.house.kept.find(asked, then)
        if known is None:
            made = await handler(call)
            known = made if isinstance(made, Reply) else Reply(encode(made))
            call.house.kept.keep(asked, then, known)
        return known

    return given
