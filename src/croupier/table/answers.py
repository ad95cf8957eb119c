"""What each terminal was answered: sent twice an action counts once, and the answer is the same.

Action ids count up per terminal. Answers are kept for the round in play and the one before; an
older id is refused, so that memory stays bounded. So is one far above the last: the ids of a
terminal would be used up by a single message.
"""

from hashlib import blake2b

import msgspec

from croupier.round.commands import Actor, Command
from croupier.round.events import Action, ActionRefused, Event
from croupier.rules.refusal import Refusal, refusal

ID_JUMP_MAX = 1_000_000
"""So far above the last one may the next id be: at twenty actions a second, each as far ahead as
is allowed, the ids up to 2**53 last for fourteen years."""

_encode = msgspec.json.Encoder(order="deterministic").encode
_blank = blake2b(digest_size=12).copy


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The one verdict on an action, and the entry that holds it."""

    accepted: bool
    seq: int
    code: str | None = None
    clause: str | None = None
    message: str | None = None


def not_recorded(no: Refusal) -> Answer:
    """A verdict about the message, not about play: it is on nobody's record."""
    return Answer(False, 0, no.code, no.clause, no.message)


def digest(actor: Actor, command: Command) -> str:
    """What tells one body from another under the same id."""
    hashed = _blank()
    hashed.update(_encode((actor, command)))
    return hashed.hexdigest()


class Answers:
    """The answers of the round in play and of the one before, by terminal and id."""

    def __init__(self) -> None:
        self.newest: dict[str, int] = {}
        self._current: dict[tuple[str, int], tuple[str, Answer]] = {}
        self._before: dict[tuple[str, int], tuple[str, Answer]] = {}

    def known(self, action: Action) -> Answer | None:
        """The answer to a repeat, or why an id cannot be taken; nothing for a new action."""
        last = self.newest.get(action.terminal, 0)
        if action.id > last + ID_JUMP_MAX:
            figures = {"id": action.id, "last": last, "most": ID_JUMP_MAX}
            return not_recorded(refusal("action/id-jump", terminal=action.terminal, **figures))
        if action.id > last:
            return None
        key = action.terminal, action.id
        kept = self._current.get(key) or self._before.get(key)
        if kept is None:
            return not_recorded(refusal("action/too-old", terminal=action.terminal, id=action.id))
        if kept[0] != action.digest:
            return not_recorded(refusal("action/id-reused", terminal=action.terminal, id=action.id))
        return kept[1]

    def has(self, terminal: str, id_: int) -> bool:
        """Whether the answer to an action is still kept."""
        return (terminal, id_) in self._current or (terminal, id_) in self._before

    def had(self, terminal: str | None, id_: int) -> bool:
        """Whether an action under this id, or a later one, was answered before."""
        return terminal is not None and id_ <= self.newest.get(terminal, 0)

    def keep(self, action: Action, answer: Answer) -> None:
        """Remember an answer."""
        terminal, id_ = action.terminal, action.id
        if id_ > self.newest.get(terminal, 0):
            self.newest[terminal] = id_
        self._current[terminal, id_] = action.digest, answer

    def next_round(self) -> None:
        """A round opens: the answers of the one before the last are let go."""
        self._before, self._current = self._current, {}


def answer_of(event: Event, seq: int) -> Answer:
    """The answer that the last event of an action gives."""
    if type(event) is ActionRefused:
        return Answer(False, seq, event.code, event.clause, event.message)
    return Answer(True, seq)
