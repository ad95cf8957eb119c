"""Players who may not play, anywhere in the house."""

from typing import ClassVar, Self

from croupier.house.base import HouseCommand, HouseEvent
from croupier.house.checks import bad_name, mixed
from croupier.house.permissions import Permission
from croupier.house.state import HouseState
from croupier.round.base import Actor, Decision, Line, OnRecord
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal


class PlayerExcluded(HouseEvent, frozen=True, kw_only=True):
    """A player may no longer play."""

    name: ClassVar[str] = "player.excluded"
    became = ("may play", "excluded")
    player: str
    reason: str
    by: Actor
    identity: str | None = None

    def change(self, house: HouseState) -> None:
        house.exclude(self.player, self.reason, self.identity)


class PlayerReadmitted(HouseEvent, frozen=True, kw_only=True):
    """An excluded player may play again."""

    name: ClassVar[str] = "player.readmitted"
    became = ("excluded", "may play")
    player: str
    by: Actor

    def change(self, house: HouseState) -> None:
        house.readmit(self.player)


class ExcludePlayer(HouseCommand, frozen=True, kw_only=True, tag="exclude-player"):
    """A player may no longer sit, buy in or wager anywhere in the house."""

    allowed = Permission(Position.PIT_MANAGER)
    lines = (
        Line(
            "{by}: excludes {player}, {reason}", "pit-manager: excludes seat-9, by their own wish"
        ),
    )
    leads_to = PlayerExcluded
    player: str
    reason: str
    identity: str | None = None
    """The number of an identity document; only a keyed hash of it is recorded."""

    def decide(self, house: HouseState, actor: Actor, now_ms: int) -> Decision:
        """Effective at once; wagers in play stay, and the player can still cash out."""
        player, identity = self.player, self.identity or None
        if (no := bad_name(player) or mixed(player)) is not None:
            return no
        if house.exclusion_of(player) is not None:
            return refusal("player/excluded", player=player)
        return [PlayerExcluded(player=player, reason=self.reason, by=actor, identity=identity)]

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """Identities stay with the house: no line contains one."""
        return cls(player=seen.event.player, reason=seen.event.reason)


class ReadmitPlayer(HouseCommand, frozen=True, kw_only=True, tag="readmit-player"):
    """An excluded player may play again."""

    allowed = Permission(Position.GAMING_SHIFT_MANAGER)
    lines = (Line("{by}: readmits {player}", "gaming-shift-manager: readmits seat-9"),)
    leads_to = PlayerReadmitted
    player: str

    def decide(self, house: HouseState, actor: Actor, now_ms: int) -> Decision:
        """Ends an exclusion, under the name of the exclusion."""
        player = self.player if self.player in house.excluded else None
        player = player or house.exclusion_of(self.player)
        if player is None:
            return refusal("player/not-excluded", player=self.player)
        if now_ms < (until_ms := house.time_outs.get(player, 0)):
            return refusal("player/self-excluded", player=player, at=until_ms)
        return [PlayerReadmitted(player=player, by=actor)]
