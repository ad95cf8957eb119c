"""Who may ask the house for what. One table; the round has its own for its commands.

A higher position may always do what is given here to a lower one: these are procedures of the
house, not clauses. A player asks for themselves only, and never for money: a Dealer takes the cash
and gives the chips, a cash device reports what it took, or the house's automatic cashier does what
the table lets players do by themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.house import commands as c
from croupier.round.commands import Actor, Command
from croupier.rules.positions import Position
from croupier.rules.refusal import Refusal, refusal


@dataclass(frozen=True, slots=True)
class Permission:
    """The least position that may do a thing, and whether players may for themselves."""

    least: Position
    player: bool = False


PERMISSIONS: Mapping[type[Command], Permission] = {
    c.TakeSeat: Permission(Position.DEALER, player=True),
    c.LeaveSeat: Permission(Position.DEALER, player=True),
    c.BuyIn: Permission(Position.DEALER),
    c.RedeemVoucher: Permission(Position.DEALER),
    c.ChangeChips: Permission(Position.DEALER),
    c.CashOut: Permission(Position.DEALER),
    c.CollectHeld: Permission(Position.DEALER),
    c.OpenTable: Permission(Position.PIT_SUPERVISOR),
    c.FillFloat: Permission(Position.PIT_SUPERVISOR),
    c.CreditFloat: Permission(Position.PIT_SUPERVISOR),
    c.CloseTable: Permission(Position.PIT_SUPERVISOR),
    c.CashVoucher: Permission(Position.PIT_SUPERVISOR),
    c.AdjustBalance: Permission(Position.PIT_SUPERVISOR),
    c.SetLimits: Permission(Position.PIT_MANAGER),
    c.SetMaximumPayout: Permission(Position.PIT_MANAGER),
    c.StartShift: Permission(Position.PIT_MANAGER),
    c.EndShift: Permission(Position.PIT_MANAGER),
    c.ExcludePlayer: Permission(Position.PIT_MANAGER),
    c.ReadmitPlayer: Permission(Position.GAMING_SHIFT_MANAGER),
    c.LapseVouchers: Permission(Position.GAMING_SHIFT_MANAGER),
    c.StartDay: Permission(Position.GAMING_SHIFT_MANAGER),
    c.EndDay: Permission(Position.GAMING_SHIFT_MANAGER),
    c.CountDay: Permission(Position.PIT_SUPERVISOR),
}

DESK = Position.PIT_SUPERVISOR
"""The least position that takes and pays cash at the cash desk."""
APPROVER = Position.PIT_SUPERVISOR
"""The least position of the second person, as in a correction of the outcome (reading 19)."""


def may(actor: Actor, command: Command) -> Refusal | None:
    """Why this person may not ask for this, or nothing if they may."""
    permission = PERMISSIONS[type(command)]
    if actor.position is not None:
        if actor.position.at_least(permission.least):
            return None
    elif permission.player:
        player = getattr(command, "player", None)
        if player == actor.name:
            return None
        return refusal("seat/not-yours", name=actor.name, player=player)
    return not_allowed(actor, command, permission.least)


def not_allowed(actor: Actor, command: Command, who: str) -> Refusal:
    """The refusal of what is for others to do."""
    return refusal(
        "position/not-allowed",
        name=actor.name,
        position=actor.position or "player",
        action=type(command).__struct_config__.tag,
        who=who,
    )


def approved(actor: Actor, approver: Actor, least: Position = APPROVER) -> Refusal | None:
    """Why a second person's approval does not count, or nothing if it does (requirement 16)."""
    if approver.name == actor.name:
        return refusal("approval/same-person", name=actor.name)
    if approver.position is None or not approver.position.at_least(least):
        return refusal(
            "approval/position",
            name=approver.name,
            position=approver.position or "player",
            least=least,
        )
    return None
