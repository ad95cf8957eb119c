"""What one player may see of a round: an event with nothing of anybody else in it.

Staff go by their positions, and words that someone typed as a reason are not shown.
"""

from typing import Any

from msgspec.structs import replace

from croupier.round.base import SYSTEM, ActionRefused, Actor, Event, RoundEvent, walk

_THEIR_OWN = tuple(kind for kind in walk(RoundEvent, "croupier") if kind.seen_by == "its player")
_EVERYBODYS = tuple(kind for kind in walk(RoundEvent, "croupier") if kind.seen_by == "everybody")
_OF_WAGERS = frozenset(
    "place-wager place-wagers withdraw-wager clear-wagers undo-wager double-wagers rebet".split()
)
"""What players ask for at the felt, for themselves."""
_MESSAGES_SHOWN = ("amount/", "late/", "limits/", "wager/", "funds/", "stakes/", "round/")
"""Refusals whose words are about the player's own wager and nothing else."""


def as_seen_by(player: str, event: Event) -> Event | None:
    """An event with nothing in it of any other player, or none if it is not theirs to see."""
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
    """Staff as players know them."""
    actors = {name: getattr(event, name) for name in event.__struct_fields__}
    return {
        name: Actor(actor.position.value, actor.position, actor.acting)
        for name, actor in actors.items()
        if isinstance(actor, Actor) and actor.position is not None and actor != SYSTEM
    }
