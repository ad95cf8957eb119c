"""What players set for themselves, and the house keeps: limits of loss, stake and time, time-outs,
and self-exclusion.

Limits hold for a gaming day at all tables of the house together; the time is that of one sitting. A
tighter limit holds at once. A looser one is asked for, and set by asking again a day later: nobody
chases a loss by it. Times come with the command, since a core has no clock of its own.
"""

from typing import Annotated, ClassVar, Self

import msgspec

from croupier.house.base import HouseEvent, TableCommand
from croupier.house.permissions import Permission
from croupier.house.state import AskedLimits, HouseState, OwnLimits, TableState
from croupier.round.base import Actor, Decision, Line, OnRecord
from croupier.rules.money import checked_amount
from croupier.rules.positions import Position
from croupier.rules.refusal import refusal

DAY_MS = 86_400_000
COOLING_MS = DAY_MS
"""How long a player waits for a looser limit."""
EXCLUDED_DAYS = 182
"""For how long, at least, somebody who excludes themselves is not readmitted."""
TIME_OUT_MAX = 6 * 7 * 24 * 60
"""Minutes: six weeks."""

Minutes = Annotated[int, msgspec.Meta(ge=15, le=1440)]


class OwnLimitsSet(HouseEvent, frozen=True, kw_only=True):
    """A player's own limits from now on, and looser ones that they may set later."""

    name: ClassVar[str] = "own-limits.set"
    player: str
    limits: OwnLimits
    before: OwnLimits
    asked: OwnLimits | None
    at_ms: int
    by: Actor

    def change(self, house: HouseState) -> None:
        house.own_limits[self.player] = self.limits
        house.asked_limits.pop(self.player, None)
        if self.asked is not None:
            house.asked_limits[self.player] = AskedLimits(self.asked, self.at_ms + COOLING_MS)


class TimeOutTaken(HouseEvent, frozen=True, kw_only=True):
    """A player may not play until a moment."""

    name: ClassVar[str] = "time-out.taken"
    player: str
    until_ms: int
    reason: str | None
    by: Actor

    def change(self, house: HouseState) -> None:
        house.time_outs[self.player] = self.until_ms


class TimeOutEnded(HouseEvent, frozen=True, kw_only=True):
    """A time-out is over."""

    name: ClassVar[str] = "time-out.ended"
    player: str
    at_ms: int
    by: Actor

    def change(self, house: HouseState) -> None:
        del house.time_outs[self.player]


class SelfExcluded(HouseEvent, frozen=True, kw_only=True):
    """A player excluded themselves; nobody readmits them before a moment."""

    name: ClassVar[str] = "player.self-excluded"
    became = ("may play", "excluded")
    player: str
    until_ms: int
    by: Actor

    def change(self, house: HouseState) -> None:
        house.exclude(self.player, SELF)
        house.time_outs[self.player] = self.until_ms


SELF = "self-excluded"


class SetOwnLimits(TableCommand, frozen=True, kw_only=True, tag="set-own-limits"):
    """A player's own limits: what is left out is without one."""

    allowed = Permission(Position.DEALER, player=True)
    lines = (
        Line(
            "[{by} for ]{player}: sets own limits[, loss {loss}][, stake {stake}]"
            "[, minutes {minutes}] at {instant}",
            "seat-4: sets own limits, loss 20000, minutes 60 at 2020-03-18T12:00:00.000+00:00",
        ),
    )
    leads_to = OwnLimitsSet
    house_fields = ("at_ms",)
    player: str
    loss: int | None = None
    stake: int | None = None
    minutes: Minutes | None = None
    at_ms: int | None = None
    """When it is asked, by the house's clock."""

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """What is tighter at once, and what is looser once it was asked for a day ago."""
        for amount in (self.loss, self.stake):
            if amount is not None:
                checked_amount(amount, "own-limit")
        house, player = table.house, self.player
        before = house.own_limits.get(player, OwnLimits())
        wanted = OwnLimits(loss=self.loss, stake=self.stake, minutes=self.minutes)
        at_ms = self.at_ms if self.at_ms is not None else now_ms
        waits = house.asked_limits.get(player)
        if wanted == before:
            return refusal("own-limits/same")
        later = wanted if wanted.looser_than(before) else None
        if later is not None and waits is not None and waits.limits == wanted:
            if at_ms < waits.from_ms:
                return refusal("own-limits/waits", at=waits.from_ms)
            later = None
        limits = wanted if later is None else wanted.tightest(before)
        return [
            OwnLimitsSet(
                player=player, limits=limits, before=before, asked=later, at_ms=at_ms, by=actor
            )
        ]

    @classmethod
    def behind(cls, seen: OnRecord) -> Self:
        """What was wanted, whether it holds yet or not."""
        event: OwnLimitsSet = seen.event
        wanted = event.asked or event.limits
        return cls(
            player=event.player,
            loss=wanted.loss,
            stake=wanted.stake,
            minutes=wanted.minutes,
            at_ms=event.at_ms,
        )


class TakeTimeOut(TableCommand, frozen=True, kw_only=True, tag="take-time-out"):
    """A player does not play for a time, anywhere in the house."""

    allowed = Permission(Position.DEALER, player=True)
    lines = (
        Line(
            "[{by} for ]{player}: takes a time-out until {until}[, because {reason}]",
            "seat-4: takes a time-out until 2020-03-19T12:00:00.000+00:00",
        ),
    )
    leads_to = TimeOutTaken
    house_fields = ("until_ms",)
    player: str
    minutes: Annotated[int, msgspec.Meta(ge=15, le=TIME_OUT_MAX)] | None = None
    until_ms: int | None = None
    reason: str | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """From now on: it cannot be shortened. Wagers in play stay."""
        player, until_ms = self.player, self.until_ms
        if until_ms is None or until_ms <= table.house.time_outs.get(player, 0):
            return refusal("time-out/shorter", player=player)
        return [TimeOutTaken(player=player, until_ms=until_ms, reason=self.reason, by=actor)]


class EndTimeOut(TableCommand, frozen=True, kw_only=True, tag="end-time-out"):
    """A time-out that is over ends; the house does it by itself."""

    allowed = Permission(Position.GAMING_SHIFT_MANAGER)
    lines = (
        Line(
            "{by} for {player}: ends the time-out at {instant}",
            "gaming-shift-manager for seat-4: ends the time-out at 2020-03-19T12:00:00.000+00:00",
        ),
    )
    leads_to = TimeOutEnded
    house_fields = ("at_ms",)
    player: str
    at_ms: int | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """Never before its time, and not that of a self-exclusion."""
        house, player = table.house, self.player
        until_ms = house.time_outs.get(player)
        if until_ms is None or player in house.excluded:
            return refusal("time-out/none", player=player)
        at_ms = self.at_ms if self.at_ms is not None else now_ms
        if at_ms < until_ms:
            return refusal("time-out/not-over", player=player, at=until_ms)
        return [TimeOutEnded(player=player, at_ms=at_ms, by=actor)]


class ExcludeSelf(TableCommand, frozen=True, kw_only=True, tag="exclude-self"):
    """A player excludes themselves from the house, for half a year at least."""

    allowed = Permission(Position.DEALER, player=True)
    lines = (
        Line(
            "[{by} for ]{player}: excludes themselves until {until}",
            "seat-4: excludes themselves until 2020-09-16T12:00:00.000+00:00",
        ),
    )
    leads_to = SelfExcluded
    house_fields = ("until_ms",)
    player: str
    until_ms: int | None = None

    def decide(self, table: TableState, actor: Actor, now_ms: int) -> Decision:
        """From now on; what they have is held for them, and wagers in play stay."""
        player, until_ms = self.player, self.until_ms
        if table.house.exclusion_of(player) is not None:
            return refusal("player/excluded", player=player)
        if until_ms is None:
            until_ms = now_ms + EXCLUDED_DAYS * DAY_MS
        return [SelfExcluded(player=player, until_ms=until_ms, by=actor)]
