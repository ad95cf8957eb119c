"""Players who may not play, anywhere in the house."""

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.checks import bad_name, mixed
from croupier.house.state import HouseState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.refusal import refusal


def exclude(house: HouseState, actor: Actor, command: c.ExcludePlayer, now_ms: int) -> Decision:
    """From now on; wagers in play stay, and what the player has can be cashed out."""
    player, identity = command.player, command.identity
    if (no := bad_name(player) or mixed(player)) is not None:
        return no
    if house.exclusion_of(player) is not None:
        return refusal("player/excluded", player=player)
    return [
        e.PlayerExcluded(player=player, reason=command.reason, by=actor, identity=identity or None)
    ]


def readmit(house: HouseState, actor: Actor, command: c.ReadmitPlayer, now_ms: int) -> Decision:
    """The end of an exclusion, under the name that it was made under."""
    player = command.player if command.player in house.excluded else None
    player = player or house.exclusion_of(command.player)
    if player is None:
        return refusal("player/not-excluded", player=command.player)
    return [e.PlayerReadmitted(player=player, by=actor)]
