"""What each terminal was answered: sent twice an action counts once, and the answer is the same.

Action ids count up per terminal. Answers are kept for the round in play and the one before, in
snapshots too; an id from before that is refused, so that memory stays bounded. One since then that
has no answer was never on record, and may still come: the first time it was refused for its rate,
say. An id far above the last is refused: the ids of a terminal would be used up by a single
message.
"""

from collections.abc import Mapping
from hashlib import blake2b

import msgspec

from croupier.round.base import Action, ActionRefused, Actor, Command, Event
from croupier.rules.refusal import Refusal, refusal
from croupier.words import Values

ID_JUMP_MAX = 1_000_000
"""So far above the last one may the next id be: at twenty actions a second, each as far ahead as
is allowed, the ids up to 2**53 last for fourteen years."""

OF_THE_HOUSE_KEPT = 1000
"""So many of the last actions that concern the whole house are answered again, or twice as many."""

_encode = msgspec.json.Encoder(order="deterministic").encode
_blank = blake2b(digest_size=12).copy


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The one verdict on an action, and the entry that holds it."""

    accepted: bool
    seq: int
    code: str | None = None
    clause: str | None = None
    message: str | None = None
    figures: Values | None = None


def not_recorded(no: Refusal) -> Answer:
    """A verdict about the message, not about play: it is on nobody's record."""
    return Answer(False, 0, no.code, no.clause, no.message, no.figures or None)


def id_jump(terminal: str, id_: int, last: int) -> Refusal:
    """The refusal of an id too far above the last one."""
    return refusal("action/id-jump", terminal=terminal, id=id_, last=last, most=ID_JUMP_MAX)


def digest(actor: Actor, command: Command) -> str:
    """What distinguishes one body from another under the same id."""
    hashed = _blank()
    hashed.update(_encode((actor, command)))
    return hashed.hexdigest()


class Answered(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An action and its answer, as a snapshot holds them."""

    action: Action
    answer: Answer


class AnswersKept(msgspec.Struct, frozen=True):
    """The answers that are known, as a snapshot holds them."""

    current: list[Answered]
    before: list[Answered]
    begun: dict[str, int]
    forgotten: dict[str, int]


_Known = dict[tuple[str, int], Answered]


class Answers:
    """The answers of the round in play and of the one before, by terminal and id."""

    def __init__(self) -> None:
        self.newest: dict[str, int] = {}
        self._begun: dict[str, int] = {}
        """The newest ids when the round in play opened."""
        self._forgotten: dict[str, int] = {}
        """Those when the one before it did: of them and all below, no answer need be kept."""
        self._current: _Known = {}
        self._before: _Known = {}

    def known(self, action: Action) -> Answer | None:
        """The answer to a repeat, or why an id cannot be taken; nothing for a new action."""
        last = self.newest.get(action.terminal, 0)
        if last < action.id <= last + ID_JUMP_MAX:
            return None
        if action.id > last:
            return not_recorded(id_jump(action.terminal, action.id, last))
        key = action.terminal, action.id
        kept = self._current.get(key) or self._before.get(key)
        if kept is None:
            if action.id > self._forgotten.get(action.terminal, 0):
                return None
            return not_recorded(refusal("action/too-old", terminal=action.terminal, id=action.id))
        if kept.action.digest != action.digest:
            return not_recorded(refusal("action/id-reused", terminal=action.terminal, id=action.id))
        return kept.answer

    def has(self, terminal: str, id_: int) -> bool:
        """Whether the answer to an action is still kept."""
        return (terminal, id_) in self._current or (terminal, id_) in self._before

    def had(self, terminal: str | None, id_: int) -> bool:
        """Whether an action under this id was answered before, or may have been."""
        if terminal is None:
            return False
        return id_ <= self._forgotten.get(terminal, 0) or self.has(terminal, id_)

    def keep(self, action: Action, answer: Answer) -> None:
        """Remember an answer."""
        terminal, id_ = action.terminal, action.id
        if id_ > self.newest.get(terminal, 0):
            self.newest[terminal] = id_
        self._current[terminal, id_] = Answered(action, answer)

    def next_round(self) -> None:
        """A round opens: the answers of the one before the last are let go."""
        self._before, self._current = self._current, {}
        self._forgotten, self._begun = self._begun, self.newest.copy()

    def kept(self) -> AnswersKept:
        """The answers, for a snapshot."""
        current, before = list(self._current.values()), list(self._before.values())
        return AnswersKept(current, before, self._begun, self._forgotten)

    def restore(self, newest: dict[str, int], kept: AnswersKept | None) -> None:
        """All of it from a snapshot, of which an earlier program wrote only the newest ids."""
        if kept is None:
            kept = AnswersKept([], [], newest.copy(), newest.copy())
        self.newest, self._begun, self._forgotten = newest, kept.begun, kept.forgotten
        self._current, self._before = _by_action(kept.current), _by_action(kept.before)

    def agree(self, own: "Answers", of_the_house: Mapping[str, int]) -> bool:
        """Whether these are a table's own answers, and beside them only some to actions of which
        the house's stream can be the one that has them: by the newest of each terminal there."""
        beside: list[tuple[str, int]] = []
        for known, mine in ((self._current, own._current), (self._before, own._before)):
            if any(known.get(key) != one for key, one in mine.items()):
                return False
            beside += known.keys() - mine.keys()
        for ids, least in zip(self._ids(), own._ids(), strict=True):
            if any(ids.get(terminal, 0) < id_ for terminal, id_ in least.items()):
                return False
            beside += ids.items() - least.items()
        return all(id_ <= of_the_house.get(terminal, 0) for terminal, id_ in beside)

    def _ids(self) -> tuple[dict[str, int], ...]:
        return self.newest, self._begun, self._forgotten

    def take_in(self, of_the_house: "Answers") -> None:
        """What was asked of the whole house, at whichever table, is known here too."""
        pairs = (self.newest, of_the_house.newest), (self._forgotten, of_the_house._forgotten)
        for mine, theirs in pairs:
            for terminal, id_ in theirs.items():
                mine[terminal] = max(id_, mine.get(terminal, 0))
        for key, answered in (*of_the_house._before.items(), *of_the_house._current.items()):
            self._current.setdefault(key, answered)


class HouseAnswers(Answers):
    """The answers to what was asked of the whole house: no round bounds them, so a count does."""

    def keep(self, action: Action, answer: Answer) -> None:
        if len(self._current) >= OF_THE_HOUSE_KEPT:
            self.next_round()
        super().keep(action, answer)


def _by_action(listed: list[Answered]) -> _Known:
    return {(one.action.terminal, one.action.id): one for one in listed}


def answer_of(event: Event, seq: int) -> Answer:
    """The answer that the last event of an action gives."""
    if type(event) is ActionRefused:
        return Answer(False, seq, event.code, event.clause, event.message, event.figures or None)
    return Answer(True, seq)
