"""Players who may not play, anywhere in the house."""

from croupier.house import commands as c
from croupier.house import events as e
from croupier.house.checks import bad_name
from croupier.house.state import HouseState
from croupier.round.commands import Actor
from croupier.round.deciding import Decision
from croupier.rules.refusal import refusal


def exclude(house: HouseState, actor: Actor, command: c.ExcludePlayer, now_ms: int) -> Decision:
    """From now on; wagers in play stay, and what the player has can be cashed out."""
    if (no := bad_name(command.player)) is not None:
        return no
    if command.player in house.excluded:
        return refusal("player/excluded", player=command.player)
    return [e.PlayerExcluded(player=command.player, reason=command.reason, by=actor)]


def readmit(house: HouseState, actor: Actor, command: c.ReadmitPlayer, now_ms: int) -> Decision:
    """The end of an exclusion."""
    if command.player not in house.excluded:
        return refusal("player/not-excluded", player=command.player)
    return [e.PlayerReadmitted(player=command.player, by=actor)]
