"""What of the record is visible, and to whom.

No view shows anybody a secret. A round's secret is public once it is revealed, in an event of its
own; until then it is on record only sealed. A voucher's number is worth its money, and in records
of earlier programs that number is the voucher's id. A snapshot holds both. Fields of events that
this program does not know are hidden if their names sound like a secret.

A player sees an event of a round without anything of another player. Staff appear by their
positions, and a reason that somebody typed is left out.
"""

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.journal.entry import Entry
from croupier.journal.events import SNAPSHOT
from croupier.round.base import SYSTEM, ActionRefused, Actor, Event, RoundEvent, walk
from croupier.round.secret import SecretRevealed

FIELDS = frozenset({"sealed", "voucher", "vouchers"})
SOUNDS_SECRET = re.compile(
    r"(^|_)(secret|secrets|password|passphrase|token|credential|credentials|pin|cookie|private)(_|$)"
)


def is_hidden(field: str) -> bool:
    """Whether a field of this name is never shown.

    >>> is_hidden("voucher"), is_hidden("token_hash"), is_hidden("wager")
    (True, True, False)
    """
    return field in FIELDS or SOUNDS_SECRET.search(field) is not None


def shown(entry: Entry) -> dict[str, Any]:
    """The fields of an entry, without hidden ones."""
    fields: dict[str, Any] = msgspec.json.decode(entry.body)
    if entry.name == SNAPSHOT:
        fields.pop("state", None)
    secret = fields.get("secret") if entry.name == SecretRevealed.name else None
    open_fields: dict[str, Any] = _without(fields)
    return open_fields if secret is None else {**open_fields, "secret": secret}


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner) for key, inner in value.items() if not is_hidden(key)}
    return [_without(inner) for inner in value] if isinstance(value, list) else value


_THEIR_OWN = tuple(kind for kind in walk(RoundEvent, "croupier") if kind.seen_by == "its player")
_EVERYBODYS = tuple(kind for kind in walk(RoundEvent, "croupier") if kind.seen_by == "everybody")
_OF_WAGERS = frozenset(
    "place-wager place-wagers withdraw-wager clear-wagers undo-wager double-wagers rebet".split()
)
"""The commands with which players bet for themselves."""
_MESSAGES_SHOWN = ("amount/", "late/", "limits/", "wager/", "funds/", "stakes/", "round/")
"""Codes of refusals that are about the player's own wager only."""


def as_seen_by(player: str, event: Event) -> Event | None:
    """An event without other players' data, or None if this player may not see it."""
    if isinstance(event, ActionRefused):
        return _refused(event) if event.by == Actor(player) else None
    if isinstance(event, _THEIR_OWN) and getattr(event, "player", None) == player:
        return replace(event, action=None, **_by_positions(event))
    return _without_others(player, event) if isinstance(event, _EVERYBODYS) else None


def _refused(event: ActionRefused) -> Event | None:
    if event.asked not in _OF_WAGERS:
        return None
    if event.code.startswith(_MESSAGES_SHOWN):
        return replace(event, action=None)
    asked = event.asked.replace("-", " ")
    return replace(
        event, action=None, message=f"{asked} is not possible ({event.code})", figures=None
    )


def _without_others(player: str, event: Event) -> Event:
    changes = {"action": None, **_by_positions(event)}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, dict):
            changes[name] = {player: value[player]} if player in value else {}
        elif name in ("honoured", "warned") and value is not None:
            changes[name] = tuple(one for one in value if one == player)
        elif name == "reason":
            changes[name] = ""
    return replace(event, **changes)


def _by_positions(event: Event) -> dict[str, Any]:
    """Staff by their positions instead of their names."""
    actors = {name: getattr(event, name) for name in event.__struct_fields__}
    return {
        name: Actor(actor.position.value, actor.position, actor.acting)
        for name, actor in actors.items()
        if isinstance(actor, Actor) and actor.position is not None and actor != SYSTEM
    }
